//! The distances of a lane at which a side could capture a piece that stands there.

use super::lane_attack::LaneAttack;
use super::survey::Survey;
use super::threat::Threat;
use super::threats::parts_where;
use super::window::AttackWindow;
use crate::chess::Color;
use crate::geom::{Interval, Path, Point, Ray, Spans};
use crate::plane::discs::AttackerLane;
use crate::plane::position::PieceId;

impl Survey<'_> {
    /// Returns the distances up to `length` along a lane at which some enemy could capture the mover. Pieces that the mover
    /// captures there stay on the board, and the safety of the enemy's king is not considered.
    ///
    /// ```
    /// use continuum::plane::{PlanePosition, Rules, Survey};
    /// let rules = Rules::preset("continuous")?;
    /// let position = PlanePosition::from_text(rules, "Ra@1,1' ra@4,6' ; w")?;
    /// let rook = position.find("Ra".parse()?).expect("a rook");
    /// // Going right, it can be taken within a radius of the enemy's file.
    /// let exposed = Survey::new(&position).taken_along(rook, 0, 7.0);
    /// assert!(exposed.contains(3.0) && !exposed.contains(2.7) && !exposed.contains(3.3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// When the id is of another position with more pieces, or its kind has fewer lanes.
    pub fn taken_along(&self, piece: PieceId, lane: usize, length: f64) -> Spans {
        self.covered_along(piece, lane, length, !self.position.piece(piece).color(), &[piece])
    }

    /// Returns the distances up to `length` along a lane at which some piece of the side `by` could capture an enemy that stands
    /// there. The pieces in `gone` are off the board, and the safety of kings is not considered.
    ///
    /// `length` and the distances are in the path's measure: board units, or degrees for a turn.
    ///
    /// # Panics
    /// When an id is of another position with more pieces, or the piece's kind has fewer lanes.
    pub fn covered_along(
        &self,
        piece: PieceId,
        lane: usize,
        length: f64,
        by: Color,
        gone: &[PieceId],
    ) -> Spans {
        let position = self.position;
        let path = position.path(piece, lane);
        let tie = position.rules().epsilon;
        let attackers = position.side(by).filter(|id| !gone.contains(id));
        let lanes = attackers.flat_map(|id| position.lanes_of(id));
        if let (true, Path::Line { start, dir }) = (self.uses_closed_forms(), path) {
            let ray = Ray::new(start.at, dir);
            let mut covered = Spans::none();
            for piece_lane in lanes {
                let lane = AttackerLane::of(position, piece_lane);
                if let Some(attack) = LaneAttack::new(position, &self.centres, &lane, gone) {
                    covered = covered.union(&attack.covered_along(&ray, length), tie);
                }
            }
            return covered;
        }
        let window = AttackWindow::along(&position.rules().board, &path, length);
        let threats = lanes.filter_map(|lane| Threat::new(position, lane, |id| gone.contains(&id)));
        let near: Vec<Threat<'_>> = threats.filter(|threat| threat.comes_to(&window)).collect();
        let is_covered = |place: Point| near.iter().any(|threat| threat.takes(place, None));
        let curves = near.iter().flat_map(|threat| threat.target_curves_in(&window));
        parts_where(&path, Interval::closed(0.0, length), curves, tie, is_covered)
    }
}
