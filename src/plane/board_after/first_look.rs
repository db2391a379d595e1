//! A conservative filter for moves that may give check.
//!
//! Most moves give no check: they open no line to the enemy king, and none of the mover's lanes from the destination comes near
//! that king. The filter finds this without the board after the move, which costs as much as a check test.

use super::shut::Ride;
use crate::geom::tolerance::FIRST_LOOK;
use crate::geom::{Interval, Path, Point, Ray, Vec2};
use crate::plane::attack::Survey;
use crate::plane::position::{Piece, PieceId, PieceIds};
use crate::plane::rules::{Lane, LaneShape};
use crate::variant::Takes;

impl Survey<'_> {
    /// Whether some move along a part of a lane, with these captures, may give check: a conservative filter that errs towards yes.
    ///
    /// # Panics
    /// When the id is of another position with more pieces, or its kind has fewer lanes.
    pub fn may_give_check(&self, mover: PieceId, lane: usize, part: Interval, captures: &[PieceId]) -> bool {
        let position = self.position;
        if position.rules().board.has_seams() || self.may_put_back(captures) {
            return true;
        }
        let theirs = self.opposite();
        let gone: PieceIds = captures.iter().copied().chain([mover]).collect();
        if !theirs.is_king_safe_without(mover, &gone) {
            return true;
        }
        let Some(king) = theirs.king else { return false };
        let (piece, path) = (position.piece(mover), position.path(mover, lane));
        let promotes = [part.from, part.to].into_iter().any(|d| position.promotes(piece, &path, d));
        promotes || self.may_take_along(&path, part, piece, king, &gone)
    }

    /// Whether a piece may take a king by one of its lanes from some place on a part of its path. The pieces `gone` have left the
    /// board.
    fn may_take_along(
        &self,
        path: &Path,
        part: Interval,
        piece: &Piece,
        king: PieceId,
        gone: &[PieceId],
    ) -> bool {
        let (position, rules) = (self.position, self.position.rules());
        let kind = rules.kind(piece.kind);
        let (at, clear) =
            (position.piece(king).at, kind.rule.extent.reach() + FIRST_LOOK + 2.0 * rules.epsilon);
        let stays = |id: &PieceId| *id != king && !gone.contains(id);
        let others = || position.ids().filter(stays).map(|id| position.piece(id).at);
        let is_shut = |lane: &Lane| match (Ride::of(position, piece, lane), *path) {
            (Some(ride), Path::Line { start, dir }) => {
                ride.is_shut_along(&Ray::new(start.at, dir), part, at, others())
            }
            (Some(_), Path::Arc { .. } | Path::Turn { .. }) | (None, _) => false,
        };
        let mut taking = kind.lanes(piece.color()).iter().filter(|lane| lane.takes != Takes::Never);
        taking.any(|lane| MovedLane { path, piece, lane, clear }.may_take(at, part) && !is_shut(lane))
    }
}

/// The number of times that a part of a path is halved to find where a turning attack may come near.
const HALVINGS: u32 = 4;

/// A lane of a piece that moves along a path.
struct MovedLane<'a> {
    path: &'a Path,
    piece: &'a Piece,
    lane: &'a Lane,
    /// The half width of the attack, board units.
    clear: f64,
}

impl MovedLane<'_> {
    /// Whether the piece may take something at `at` by this lane from some place on a part of the path: a conservative filter.
    fn may_take(&self, at: Point, part: Interval) -> bool {
        let MovedLane { path, piece, lane, clear } = *self;
        let most = match lane.shape {
            LaneShape::Turn(_) => 0.0,
            LaneShape::Arc(radius) => lane.range.min(2.0 * radius.abs()),
            LaneShape::Straight | LaneShape::Area => lane.range,
        };
        if !path.may_come_near(part.to, at, most + clear) {
            return false;
        }
        if lane.shape == LaneShape::Area {
            return true;
        }
        // On any other path, or along any other lane, the direction of the attack turns.
        let (Path::Line { .. }, Path::Line { dir, .. }) = (path, piece.path_along(lane)) else {
            return self.may_take_turning(at, part, HALVINGS);
        };
        // Seen from the lane, the place moves linearly: a sign that holds at both ends holds between them.
        let seen = [part.from, part.to].map(|d| {
            let v = at - path.at(d);
            Vec2::new(dir.dot(v), dir.perp_dot(v))
        });
        let both = |holds: &dyn Fn(Vec2) -> bool| seen.into_iter().all(holds);
        let is_beside = both(&|v| v.y > clear) || both(&|v| v.y < -clear);
        !(is_beside || both(&|v| v.x < -clear) || both(&|v| v.x > most + clear))
    }

    /// Whether a piece that turns, or whose lane turns, may take something at `at`. The part is replaced by its middle, and the
    /// lane's half width grows by as much as the piece moves and turns from there.
    fn may_take_turning(&self, at: Point, part: Interval, halvings: u32) -> bool {
        let MovedLane { path, piece, lane, clear } = *self;
        let (middle, half) = (part.from.midpoint(part.to), 0.5 * (part.to - part.from));
        let advance = match path {
            Path::Line { .. } | Path::Arc { .. } => half,
            Path::Turn { .. } => 0.0,
        };
        let turn = piece.heading.map_or(0.0, |_| path.turned(half).abs().to_radians());
        let heading = piece.heading.map(|h| h + path.turned(middle));
        let there = Piece { at: path.at(middle), heading, ..*piece };
        let margin = advance + turn * (at.distance(there.at) + advance + clear);
        if !there.path_along(lane).may_come_near(lane.range, at, clear + margin) {
            return false;
        }
        halvings == 0
            || self.may_take_turning(at, Interval { to: middle, ..part }, halvings - 1)
            || self.may_take_turning(at, Interval { from: middle, ..part }, halvings - 1)
    }
}
