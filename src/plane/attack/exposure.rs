//! The distances of a lane at which a side could capture a piece that stands there.

use super::forms::{Attack, taken_along};
use super::survey::Survey;
use crate::chess::Color;
use crate::geom::{Interval, Spans};
use crate::plane::position::PieceId;

impl Survey<'_> {
    /// Returns the distances up to `length` along a lane at which some piece of the side `by` could capture an enemy that stands
    /// there. The pieces in `gone` are off the board, and the safety of kings is not considered.
    ///
    /// `length` and the distances are in the path's measure: board units, or degrees for a turn.
    ///
    /// ```
    /// use continuum::chess::Color;
    /// use continuum::plane::{PlanePosition, Rules, Survey};
    /// let rules = Rules::preset("continuous")?;
    /// let position = PlanePosition::from_text(rules, "Ra@1,1' ra@4,6' ; w")?;
    /// let rook = position.find("Ra".parse()?).expect("a rook");
    /// // Going right, it can be taken within a radius of the enemy's file.
    /// let exposed = Survey::new(&position).taken_along(rook, 0, 7.0, Color::Black, &[rook]);
    /// assert!(exposed.contains(3.0) && !exposed.contains(2.7) && !exposed.contains(3.3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn taken_along(
        &self,
        piece: PieceId,
        lane: usize,
        length: f64,
        by: Color,
        gone: &[PieceId],
    ) -> Spans {
        let position = self.position;
        let mut attacks = Vec::new();
        for attacker in position.capturing_lanes(by).filter(|attacker| !gone.contains(&attacker.piece)) {
            attacks.push(if self.uses_closed_forms() {
                Attack::among_discs(position, &self.centres, attacker, gone)
            } else {
                Attack::general(position, attacker, gone)
            });
        }
        let whole = Interval::closed(0.0, length);
        taken_along(&attacks, position.rules(), &position.path(piece, lane), length, whole)
    }
}
