//! The general generator of moves, for pieces of any kind: spans of lanes, and regions of area leaps.

use super::legal::Span;
use crate::geom::{self, Interval, Path, Spans, ValuedInterval};
use crate::plane::attack::{Attack, AttackWindow, GeneralAttacks, KingPathWalk, Survey};
use crate::plane::lanes::{EffectIntervals, LandingCell, Leap, MoveEffect, Travel};
use crate::plane::position::{PieceId, PieceIds};
use crate::plane::rules::LaneShape;

/// The legal landings of an area leap.
#[derive(Debug, Clone, PartialEq)]
pub struct LandingRegion {
    /// The mover.
    pub piece: PieceId,
    /// The index of the lane among those of the mover's kind.
    pub lane: usize,
    /// The landings: one set of captures for each cell.
    pub cells: Vec<LandingCell>,
}

/// The attacks that take the king with the mover and some captured pieces off the board.
struct AttacksAfterCaptures<'a> {
    captures: PieceIds,
    attacks: GeneralAttacks<'a>,
}

impl<'a> Survey<'a> {
    /// Adds the spans of one lane of a piece. An area leap has no spans.
    pub(in crate::plane) fn add_general_spans_on(&self, id: PieceId, index: usize, out: &mut Vec<Span>) {
        let lane = &self.position.lanes(id)[index];
        if lane.shape == LaneShape::Area {
            return;
        }
        let travel = Travel::on_full_board(self.position, id, lane);
        for ValuedInterval { part, value } in self.legal_on_path(id, &travel) {
            let MoveEffect { captures, promotes } = value;
            out.push(Span { piece: id, lane: index, part, captures, promotes });
        }
    }

    /// Returns the legal distances of a piece's area leaps along one bearing of its player's frame.
    pub fn legal_along(&self, id: PieceId, bearing: f64) -> EffectIntervals {
        let piece = self.position.piece(id);
        let path = Path::Line { start: piece.pose(), dir: piece.dir_of(bearing) };
        let mut out = EffectIntervals::new();
        for lane in self.position.lanes(id).iter().filter(|lane| lane.shape == LaneShape::Area) {
            let travel = Travel::new(self.position, id, lane, path, |_| false);
            out.extend(self.legal_on_path(id, &travel));
        }
        out
    }

    /// Returns the legal distances of a piece along the path of its travel.
    fn legal_on_path(&self, id: PieceId, travel: &Travel<'_>) -> EffectIntervals {
        let (stretches, path) = (travel.stretches(), &travel.path);
        let length = stretches.last().map_or(0.0, |stretch| stretch.part.to);
        let walk = (self.king == Some(id) && !stretches.is_empty())
            .then(|| KingPathWalk::new(self, *path, length, travel.lane.gait));
        let mut out = EffectIntervals::new();
        for ValuedInterval { part, value: effect } in stretches {
            let captures = &effect.captures;
            let safe = self.safe_distances_on(id, path, walk.as_ref(), part, captures, || {
                let general_attacks = self.general_attacks_on_king(Some(id), captures);
                let attacks: Vec<Attack<'_>> = general_attacks.into_iter().map(Attack::General).collect();
                self.part_that_blocks(&attacks, path, part)
            });
            out.extend(safe.parts().iter().map(|&part| ValuedInterval { part, value: effect.clone() }));
        }
        out
    }

    /// Returns the distances of a stretch after which the own king is safe.
    ///
    /// `walk` is the path of the mover if it is the king. For any other mover, if no captured piece is put back, the distances are
    /// those that `blocking` returns.
    pub(in crate::plane) fn safe_distances_on(
        &self,
        id: PieceId,
        path: &Path,
        walk: Option<&KingPathWalk<'_, 'a>>,
        part: Interval,
        captures: &[PieceId],
        blocking: impl FnOnce() -> Spans,
    ) -> Spans {
        if self.may_put_back(captures) {
            let passable = walk.map_or(Some(part), |walk| walk.passable_part(part, captures));
            passable.map_or_else(Spans::none, |part| self.safe_distances(id, path, part, captures))
        } else if let Some(walk) = walk {
            walk.safe(part, captures)
        } else {
            blocking()
        }
    }

    /// Returns the regions of a piece's area leaps, one for each such lane.
    pub fn regions_of(&self, id: PieceId) -> Vec<LandingRegion> {
        let mut regions = Vec::new();
        for (index, lane) in self.position.lanes(id).iter().enumerate() {
            if lane.shape == LaneShape::Area {
                let cells = self.legal_cells(&Leap::new(self.position, id, lane));
                regions.push(LandingRegion { piece: id, lane: index, cells });
            }
        }
        regions
    }

    /// Returns the regions of all area leaps of the side to move, in order of id.
    ///
    /// ```
    /// use continuum::plane::{PlanePosition, Rules, Survey};
    /// let rules = Rules::preset("continuous")?;
    /// let position = PlanePosition::from_text(rules, "Ga@4,4' pa@4.6,4' ; w")?;
    /// let regions = Survey::new(&position).regions();
    /// let captures = regions[0].cells.iter().filter(|cell| !cell.value.captures.is_empty());
    /// assert_eq!(captures.count(), 1, "the landings that capture the pawn are one cell");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn regions(&self) -> Vec<LandingRegion> {
        if self.position.has_plain_discs() {
            // Plain discs have no area leaps.
            return Vec::new();
        }
        self.position.side(self.position.turn()).flat_map(|id| self.regions_of(id)).collect()
    }

    /// Returns the cells of an area leap after which the own king is safe.
    fn legal_cells(&self, leap: &Leap<'_>) -> Vec<LandingCell> {
        if self.position.rules().has_rebirth() {
            return self.safe_cells(leap);
        }
        let mut curves = leap.curves();
        let cells = geom::cells(&curves, leap.disc(), |place| leap.land(place).ok());
        let Some(king) = self.king_on_a_line() else { return cells };
        let after_captures = self.attacks_after_captures(leap, &cells);
        if after_captures.iter().all(|after| after.attacks.is_empty()) {
            return cells;
        }
        let window = AttackWindow::about(&self.position.rules().board, leap.disc());
        for attack in after_captures.iter().flat_map(|after| &after.attacks) {
            curves.extend(attack.block_curves_in(&window, king));
        }
        geom::cells(&curves, leap.disc(), |place| {
            let effect = leap.land(place).ok()?;
            let after = after_captures.iter().find(|after| after.captures == effect.captures)?;
            let is_safe = !after.attacks.iter().any(|attack| attack.takes(king, Some(place)));
            is_safe.then_some(effect)
        })
    }

    /// Returns the attacks on the own king after a leap, once for each set of captures of the cells.
    fn attacks_after_captures(
        &self,
        leap: &Leap<'_>,
        cells: &[LandingCell],
    ) -> Vec<AttacksAfterCaptures<'a>> {
        let mut out: Vec<AttacksAfterCaptures<'a>> = Vec::new();
        for cell in cells {
            let captures = &cell.value.captures;
            if out.iter().all(|known| known.captures != *captures) {
                let attacks = self.general_attacks_on_king(Some(leap.mover), captures);
                out.push(AttacksAfterCaptures { captures: captures.clone(), attacks });
            }
        }
        out
    }
}
