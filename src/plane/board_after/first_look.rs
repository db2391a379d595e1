//! A conservative filter for moves whose legality depends on the board after them.
//!
//! Most moves concern neither king. The mover opens no enemy line to its own king and no friendly line to the enemy king, and
//! none of its lanes from the destination comes near the enemy king. The filter finds this without building the board after the
//! move, which costs as much as a check test for both sides.

use super::shut::Ride;
use crate::geom::tolerance::FIRST_LOOK;
use crate::geom::{Interval, Path, Point, Vec2};
use crate::plane::attack::Survey;
use crate::plane::position::{Piece, PieceId, PieceIds, PlanePosition};
use crate::plane::rules::{Lane, LaneShape};
use crate::variant::Takes;

/// What holds for all moves of one piece with the same captures, wherever they end.
pub struct FirstLook<'a> {
    position: &'a PlanePosition,
    mover: PieceId,
    captures: PieceIds,
    /// Whether the own king is surely safe: no line to it opens when the mover and the captured pieces leave the board.
    leaves_king_safe: bool,
    /// Whether no friendly line to the enemy king opens when the mover and the captured pieces leave the board.
    discovers_nothing: bool,
    /// The king that may not be put in check.
    king: Option<(PieceId, Point)>,
}

impl<'a> FirstLook<'a> {
    /// Prepares the filter for the moves of a piece with these captures.
    pub fn new(survey: &Survey<'a>, mover: PieceId, captures: &[PieceId]) -> FirstLook<'a> {
        let opens_no_line = survey.king != Some(mover)
            && !survey.may_put_back(captures)
            && survey.is_king_safe_without(mover, captures);
        FirstLook {
            leaves_king_safe: opens_no_line,
            ..FirstLook::for_forbidden_check(survey, mover, captures)
        }
    }

    /// Prepares the filter where the own king is known to be safe.
    pub fn for_forbidden_check(survey: &Survey<'a>, mover: PieceId, captures: &[PieceId]) -> FirstLook<'a> {
        if survey.forbids_check() {
            return FirstLook::for_any_check(survey, mover, captures);
        }
        FirstLook {
            position: survey.position,
            mover,
            captures: captures.iter().copied().collect(),
            leaves_king_safe: true,
            discovers_nothing: !survey.may_put_back(captures),
            king: None,
        }
    }

    /// Prepares the filter as if checks were forbidden.
    fn for_any_check(survey: &Survey<'a>, mover: PieceId, captures: &[PieceId]) -> FirstLook<'a> {
        let (position, enemy_view) = (survey.position, survey.opposite());
        let gone: PieceIds = captures.iter().copied().chain([mover]).collect();
        FirstLook {
            position,
            mover,
            captures: captures.iter().copied().collect(),
            leaves_king_safe: true,
            discovers_nothing: !survey.may_put_back(captures)
                && enemy_view.is_king_safe_without(mover, &gone),
            king: enemy_view.king.map(|id| (id, position.piece(id).at)),
        }
    }

    /// Whether the own king is surely safe after the move, wherever it ends.
    pub fn leaves_king_safe(&self) -> bool {
        self.leaves_king_safe
    }

    /// Whether only the mover itself can give a check by the move.
    pub fn discovers_nothing(&self) -> bool {
        self.discovers_nothing
    }

    /// Whether a move that ends with the mover as it `arrived` surely gives no forbidden check.
    pub fn gives_no_check(&self, arrived: &Piece) -> bool {
        self.discovers_nothing && self.king.is_none_or(|king| !self.may_take(arrived, king))
    }

    /// Whether a piece may take the king by any of its lanes.
    fn may_take(&self, piece: &Piece, (king, at): (PieceId, Point)) -> bool {
        self.lanes(piece).any(|(lane, clear)| {
            let most = lane.range;
            match lane.shape {
                LaneShape::Area => at.distance(piece.at) <= most + clear,
                LaneShape::Straight | LaneShape::Arc(_) | LaneShape::Turn(_) => {
                    let is_shut = |ride: Ride| ride.is_shut_from(piece.at, at, self.others(king));
                    piece.path_along(lane).may_come_near(most, at, clear)
                        && !Ride::of(self.position, piece, lane).is_some_and(is_shut)
                }
            }
        })
    }

    /// Yields the places of all pieces but the king, the mover and its captures.
    fn others(&self, king: PieceId) -> impl Iterator<Item = Point> + '_ {
        let stays = move |id: &PieceId| *id != king && *id != self.mover && !self.captures.contains(id);
        self.position.ids().filter(stays).map(|id| self.position.piece(id).at)
    }

    /// Whether all moves that end in a part of a path are surely safe.
    pub fn is_safe_along(&self, path: &Path, part: Interval) -> bool {
        if !self.leaves_king_safe || !self.discovers_nothing {
            return false;
        }
        let Some((king, at)) = self.king else { return true };
        let piece = self.position.piece(self.mover);
        let promotes = [part.from, part.to].into_iter().any(|d| self.position.promotes(piece, path, d));
        let may_check = |(lane, clear): (&Lane, f64)| {
            let is_shut = |ride: Ride| match *path {
                Path::Line { start, dir } => ride.is_shut_along((start.at, dir), part, at, self.others(king)),
                Path::Arc { .. } | Path::Turn { .. } => false,
            };
            may_take_from(path, part, piece, lane, at, clear)
                && !Ride::of(self.position, piece, lane).is_some_and(is_shut)
        };
        !promotes && !self.lanes(piece).any(may_check)
    }

    /// Yields the capturing lanes of a piece, each with the half width of its sweep.
    fn lanes(&self, piece: &Piece) -> impl Iterator<Item = (&'a Lane, f64)> + use<'a> {
        let rules = self.position.rules();
        let kind = rules.kind(piece.kind);
        let clear = kind.rule.extent.reach() + FIRST_LOOK + 2.0 * rules.epsilon;
        let taking = kind.lanes(piece.color()).iter().filter(|lane| lane.takes != Takes::Never);
        taking.map(move |lane| (lane, clear))
    }
}

impl Survey<'_> {
    /// Whether some move along a part of a lane, with these captures, may give check: a conservative filter, errs towards yes.
    ///
    /// # Panics
    /// When the id is of another position with more pieces, or its kind has fewer lanes.
    pub fn may_give_check(&self, mover: PieceId, lane: usize, part: Interval, captures: &[PieceId]) -> bool {
        let position = self.position;
        position.rules().board.has_seams()
            || !FirstLook::for_any_check(self, mover, captures)
                .is_safe_along(&position.path(mover, lane), part)
    }
}

/// How often a part of a path is halved to find where a turning attack may come near.
const HALVINGS: u32 = 4;

/// Whether a piece may take something at `at` by one of its lanes from some place on a part of its path.
pub fn may_take_from(path: &Path, part: Interval, piece: &Piece, lane: &Lane, at: Point, clear: f64) -> bool {
    let most = match lane.shape {
        LaneShape::Turn(_) => 0.0,
        LaneShape::Arc(radius) => lane.range.min(2.0 * radius.abs()),
        LaneShape::Straight | LaneShape::Area => lane.range,
    };
    if !path.may_come_near(part.to, at, most + clear) {
        return false;
    }
    let dir = match (path, piece.path_along(lane)) {
        (Path::Line { .. }, Path::Line { dir, .. }) if lane.shape == LaneShape::Straight => dir,
        (Path::Line { .. } | Path::Arc { .. } | Path::Turn { .. }, _) => {
            return lane.shape == LaneShape::Area
                || may_take_turning(path, (part.from, part.to), piece, lane, at, clear, HALVINGS);
        }
    };
    // Seen from the lane, the place moves linearly: a sign that holds at both ends holds between them.
    let seen = [part.from, part.to].map(|d| {
        let v = at - path.at(d);
        Vec2::new(dir.dot(v), dir.perp_dot(v))
    });
    let all = |holds: &dyn Fn(Vec2) -> bool| seen.into_iter().all(holds);
    let is_beside = all(&|v| v.y > clear) || all(&|v| v.y < -clear);
    !(is_beside || all(&|v| v.x < -clear) || all(&|v| v.x > most + clear))
}

/// Whether a piece that turns, or whose lane turns, may take something at `at`. The part is replaced by its middle, and the
/// lane's half width grows by as much as the piece moves and turns from there.
fn may_take_turning(
    path: &Path,
    (from, to): (f64, f64),
    piece: &Piece,
    lane: &Lane,
    at: Point,
    clear: f64,
    halvings: u32,
) -> bool {
    let (middle, half) = (from.midpoint(to), 0.5 * (to - from));
    let goes = match path {
        Path::Line { .. } | Path::Arc { .. } => half,
        Path::Turn { .. } => 0.0,
    };
    let turns = piece.heading.map_or(0.0, |_| path.turned(half).abs().to_radians());
    let heading = piece.heading.map(|h| h + path.turned(middle));
    let there = Piece { at: path.at(middle), heading, ..*piece };
    let off = goes + turns * (at.distance(there.at) + goes + clear);
    if !there.path_along(lane).may_come_near(lane.range, at, clear + off) {
        return false;
    }
    let may = |part| may_take_turning(path, part, piece, lane, at, clear, halvings - 1);
    halvings == 0 || may((from, middle)) || may((middle, to))
}
