//! Moves whose legality depends on the board after them, because captured pieces are put back (`docs/rules/circe.md` 3).
//!
//! One predicate, the safety of the own king on the board after the move, is evaluated at each critical distance and once between
//! each two. A distance is critical if the set of pieces that are put back changes there. For each such set, a distance is also
//! critical if a line to the king opens or closes there.

use crate::geom::{
    self, Curve, Interval, Path, Point, Spans, ValuedInterval, overlaps_along, spans_where, valued_intervals,
};
use crate::plane::attack::{AttackWindow, Survey};
use crate::plane::lanes::{LandingCell, Leap};
use crate::plane::position::{Piece, PieceId, PieceIds};
use smallvec::SmallVec;

/// The captures of a landing.
#[derive(Clone, PartialEq)]
struct CapturedPieces {
    captures: PieceIds,
    /// The captured pieces that are put back.
    reborn: PieceIds,
}

impl Survey<'_> {
    /// Whether a piece that a move captures may be put back.
    pub(in crate::plane) fn may_put_back(&self, captures: &[PieceId]) -> bool {
        !captures.is_empty() && self.position.rules().has_rebirth()
    }

    /// Returns the distances of one part of a path after which the own king is safe.
    pub(in crate::plane) fn safe_distances(
        &self,
        mover: PieceId,
        path: &Path,
        part: Interval,
        captures: &[PieceId],
    ) -> Spans {
        let is_safe_at = |d: f64| self.is_king_safe_after(mover, self.mover_at(mover, path, d), captures);
        if part.is_point() {
            return if is_safe_at(part.from) { part.into() } else { Spans::none() };
        }
        let window = AttackWindow::along(&self.position.rules().board, path, part.to);
        let home_cuts = self.home_cuts(mover, path, part, captures);
        let mut cuts = home_cuts.clone();
        for ValuedInterval { part: group, .. } in self.reborn_along(mover, path, part, captures, &home_cuts) {
            let arrived = self.mover_at(mover, path, group.from.midpoint(group.to));
            let board = self.position.board_after(mover, arrived, captures);
            let after = self.after(&board.position);
            let curves = after.own_king_curves(board.mover, part.to, &window);
            cuts.extend(curves.iter().flat_map(|curve| path.trace().crossings(curve, part.from, part.to)));
        }
        let tie = self.position.rules().epsilon;
        spans_where(part, cuts, tie, is_safe_at)
    }

    /// Returns the parts of a stretch, each with the captured pieces that are put back. These change at the `home_cuts` alone.
    fn reborn_along(
        &self,
        mover: PieceId,
        path: &Path,
        part: Interval,
        captures: &[PieceId],
        home_cuts: &[f64],
    ) -> SmallVec<[ValuedInterval<PieceIds>; 3]> {
        let reborn = |d: f64| Some(self.reborn_ids(mover, &self.mover_at(mover, path, d), captures));
        valued_intervals(part, home_cuts.iter().copied(), self.position.rules().epsilon, reborn)
    }

    /// Returns the parts of a stretch of legal distances, each with the captured pieces that are not put back.
    pub fn removed_along(
        &self,
        mover: PieceId,
        lane: usize,
        part: Interval,
        captures: &PieceIds,
    ) -> Vec<ValuedInterval<PieceIds>> {
        if !self.may_put_back(captures) {
            return vec![ValuedInterval { part, value: captures.clone() }];
        }
        let path = self.position.path(mover, lane);
        let home_cuts = self.home_cuts(mover, &path, part, captures);
        let mut removed = Vec::new();
        for group in self.reborn_along(mover, &path, part, captures, &home_cuts) {
            let value = captures.iter().copied().filter(|id| !group.value.contains(id)).collect();
            removed.push(ValuedInterval { part: group.part, value });
        }
        removed
    }

    /// Returns the curves at which the mover begins or ceases to block a line to its own king. If the mover is the king, they are
    /// the curves at which it comes into check within `length`, or out of it.
    fn own_king_curves(&self, mover: PieceId, length: f64, window: &AttackWindow) -> Vec<Curve> {
        let Some(king) = self.king else { return Vec::new() };
        if king == mover {
            let attacks = self.general_attacks_near(length, window, &[]);
            return attacks.iter().flat_map(|attack| attack.target_curves_in(window)).collect();
        }
        let at = self.position.piece(king).at;
        let attacks = self.general_attacks_on_king(Some(mover), &[]);
        attacks.iter().flat_map(|attack| attack.block_curves_in(window, at)).collect()
    }

    /// Returns the cells of an area leap after which the own king is safe, in variants with rebirth.
    pub(in crate::plane) fn safe_cells(&self, leap: &Leap<'_>) -> Vec<LandingCell> {
        let (mover, disc) = (leap.mover, leap.disc());
        let piece = self.position.piece(mover);
        let arrived = |at: Point| self.mover_at(mover, &piece.path_to(at), at.distance(piece.at));
        let mut curves = leap.curves();
        curves.extend(self.home_curves(leap));
        let groups = geom::cells(&curves, disc, |place| {
            let captures = leap.land(place).ok()?.captures;
            Some(CapturedPieces { reborn: self.reborn_ids(mover, &arrived(place), &captures), captures })
        });
        let window = AttackWindow::about(&self.position.rules().board, disc);
        for (i, group) in groups.iter().enumerate() {
            let is_known = groups[..i].iter().any(|earlier| earlier.value == group.value);
            if !is_known {
                let board = self.position.board_after(mover, arrived(group.sample), &group.value.captures);
                // The length matters only for a king, and a king has no area leap.
                let after = self.after(&board.position);
                curves.extend(after.own_king_curves(board.mover, 0.0, &window));
            }
        }
        let is_quiet_move_safe = self.is_king_safe_without(mover, &[]);
        geom::cells(&curves, disc, |place| {
            let effect = leap.land(place).ok()?;
            let is_surely_safe = effect.captures.is_empty() && is_quiet_move_safe;
            let is_safe = is_surely_safe || self.is_king_safe_after(mover, arrived(place), &effect.captures);
            is_safe.then_some(effect)
        })
    }

    /// Returns the mover at the end of a move of distance `d`. A promoting pawn becomes the first promotion kind, because the
    /// safety of the king is the same for all of them: they are equal discs.
    fn mover_at(&self, mover: PieceId, path: &Path, d: f64) -> Piece {
        let (position, piece) = (self.position, self.position.piece(mover));
        let promotes = position.promotes(piece, path, d);
        let kind = position.rules().promotions().next().filter(|_| promotes);
        position.arrived(mover, path.at(d), piece.heading_along(path, d), kind)
    }

    /// Returns the captured pieces that are put back.
    fn reborn_ids(&self, mover: PieceId, arrived: &Piece, captures: &[PieceId]) -> PieceIds {
        let reborn = self.position.pieces_put_back(mover, arrived, captures);
        reborn.iter().map(|at_home| at_home.id).collect()
    }

    /// Whether the own king is safe on the board after a move.
    fn is_king_safe_after(&self, mover: PieceId, arrived: Piece, captures: &[PieceId]) -> bool {
        let board = self.position.board_after(mover, arrived, captures);
        !self.after(&board.position).in_check()
    }

    /// Returns the distances at which the mover and a captured piece at its home begin or cease to overlap.
    fn home_cuts(&self, mover: PieceId, path: &Path, part: Interval, captures: &[PieceId]) -> Vec<f64> {
        let position = self.position;
        let (rules, tie) = (position.rules(), position.rules().epsilon);
        let kind_after = self.mover_at(mover, path, part.to).kind;
        let extents = [position.extent(mover), &rules.kind(kind_after).rule.extent];
        let mut cuts = Vec::new();
        let isometries = rules.board.images_near(path, part.to, rules.outer_radius);
        for at_home in captures.iter().filter_map(|&id| position.piece_at_home(id, &[])) {
            for pose in isometries.iter().map(|isometry| isometry.pose(at_home.pose())) {
                for extent in extents {
                    cuts.extend(overlaps_along(path, extent, pose.at, tie).ends());
                }
                let outline = rules.kind(at_home.kind).rule.extent.outline_at(&pose);
                cuts.extend(outline.iter().flat_map(|c| path.trace().crossings(c, part.from, part.to)));
            }
        }
        cuts
    }

    /// Returns the curves at which a landing and a piece that it may capture, at its home, begin or cease to overlap.
    fn home_curves(&self, leap: &Leap<'_>) -> Vec<Curve> {
        let (position, rules, disc) = (self.position, self.position.rules(), leap.disc());
        // The second radius is that of a pawn that has promoted.
        let radii = [position.extent(leap.mover).outer_radius(), rules.radius];
        let mut curves = Vec::new();
        let isometries = rules.board.images_about(disc.centre, disc.radius + rules.outer_radius);
        for at_home in leap.enemies().filter_map(|id| position.piece_at_home(id, &[])) {
            for pose in isometries.iter().map(|isometry| isometry.pose(at_home.pose())) {
                curves.extend(radii.map(|radius| Curve::Circle { centre: pose.at, radius }));
                curves.extend(rules.kind(at_home.kind).rule.extent.outline_at(&pose));
            }
        }
        curves
    }
}
