//! A conservative filter for moves that may give check.
//!
//! Most moves give no check: they open no line to the enemy king, and none of the mover's lanes from the destination comes near
//! that king. The filter finds such moves without building the board after the move, which costs as much as a test for check.

use super::shut::Ride;
use crate::geom::tolerance::FIRST_LOOK;
use crate::geom::{Interval, Path, Point, Ray, Vec2};
use crate::plane::attack::Survey;
use crate::plane::position::{Piece, PieceId, PieceIds};
use crate::plane::rules::{Lane, LaneShape};
use crate::variant::Takes;

impl Survey<'_> {
    /// Whether some move along a part of a lane, with these captures, may give check: a conservative filter that errs towards yes.
    pub fn may_give_check(&self, mover: PieceId, lane: usize, part: Interval, captures: &[PieceId]) -> bool {
        let position = self.position;
        if position.rules().board.has_seams() || self.may_put_back(captures) {
            return true;
        }
        let enemy = self.opposite();
        let gone: PieceIds = captures.iter().copied().chain([mover]).collect();
        if !enemy.is_king_safe_without(mover, &gone) {
            return true;
        }
        let Some(king) = enemy.king else { return false };
        let (piece, path) = (position.piece(mover), position.path(mover, lane));
        position.promotes(piece, &path, part.from)
            || position.promotes(piece, &path, part.to)
            || self.may_take_along(&path, part, piece, king, &gone)
    }

    /// Whether a piece may take a king by one of its lanes from some place on a part of a path. The pieces in `gone` are off the
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
        let king_at = position.piece(king).at;
        let clear = kind.rule.extent.outer_radius() + FIRST_LOOK + 2.0 * rules.epsilon;
        let stays = |id: &PieceId| *id != king && !gone.contains(id);
        let others = || position.ids().filter(stays).map(|id| position.piece(id).at);
        let is_shut = |lane: &Lane| match (Ride::of(position, piece, lane), *path) {
            (Some(ride), Path::Line { start, dir }) => {
                ride.is_shut_along(&Ray::new(start.at, dir), part, king_at, others())
            }
            (Some(_), Path::Arc { .. } | Path::Turn { .. }) | (None, _) => false,
        };
        let mut lanes = kind.lanes(piece.color()).iter().filter(|lane| lane.takes != Takes::Never);
        lanes.any(|lane| MovedLane { path, piece, lane, clear }.may_take(king_at, part) && !is_shut(lane))
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
    /// Whether the piece may take a target by this lane from some place on a part of the path: a conservative filter.
    fn may_take(&self, target: Point, part: Interval) -> bool {
        let MovedLane { path, piece, lane, clear } = *self;
        let most = match lane.shape {
            LaneShape::Turn(_) => 0.0,
            LaneShape::Arc(radius) => lane.range.min(2.0 * radius.abs()),
            LaneShape::Straight | LaneShape::Area => lane.range,
        };
        if !path.may_come_near(part.to, target, most + clear) {
            return false;
        }
        if lane.shape == LaneShape::Area {
            return true;
        }
        // Unless both path and lane are straight, the direction of the attack changes on the way.
        let (Path::Line { .. }, Path::Line { dir, .. }) = (path, piece.path_along(lane)) else {
            return self.may_take_turning(target, part, HALVINGS);
        };
        // As seen from the lane, the target moves linearly. So it stays outside the attack if it is beyond the same side at both
        // ends.
        let [a, b] = [part.from, part.to].map(|d| {
            let v = target - path.at(d);
            Vec2::new(dir.dot(v), dir.perp_dot(v))
        });
        let is_beside = a.y.min(b.y) > clear || a.y.max(b.y) < -clear;
        let is_behind = a.x.max(b.x) < -clear;
        let is_beyond = a.x.min(b.x) > most + clear;
        !is_beside && !is_behind && !is_beyond
    }

    /// Whether a piece may take a target if the direction of its attack changes on the way. The part is replaced by its middle,
    /// and the lane's half width grows by as much as the piece moves and turns from there.
    fn may_take_turning(&self, target: Point, part: Interval, halvings: u32) -> bool {
        let MovedLane { path, piece, lane, clear } = *self;
        let (middle, half) = (part.from.midpoint(part.to), 0.5 * (part.to - part.from));
        let advance = match path {
            Path::Line { .. } | Path::Arc { .. } => half,
            Path::Turn { .. } => 0.0,
        };
        let turn = piece.heading.map_or(0.0, |_| path.turned(half).abs().to_radians());
        let heading = piece.heading.map(|h| h + path.turned(middle));
        let piece_there = Piece { at: path.at(middle), heading, ..*piece };
        let margin = advance + turn * (target.distance(piece_there.at) + advance + clear);
        if !piece_there.path_along(lane).may_come_near(lane.range, target, clear + margin) {
            return false;
        }
        halvings == 0
            || self.may_take_turning(target, Interval { to: middle, ..part }, halvings - 1)
            || self.may_take_turning(target, Interval { from: middle, ..part }, halvings - 1)
    }
}
