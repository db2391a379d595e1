//! How far a mover may go before a reply may cease to be legal at a place that no closed form gives. There it is found by
//! numbers.
//!
//! Four changes are such:
//! - Under `min_move_captures` an attack ends near its own start seen again, turned over. The piece leaps to any place, or has done
//!   so. Under Zeno it need not be turned over.
//! - After a leap to any place, Zeno's half of an arc ends beside a king or its way.
//! - After such a leap an arc leads along a king's way, and what stands there or a wall ends it where it has the king abeam.
//! - Two copies of a board with seams show a king's way to one lane, and what it attacks of them comes apart.
//! - A rider on an arc stands over a king's way, comes upon it again, and may not stop under a friend's body there.

use super::reply::Mover;
use crate::board::Surface;
use crate::geom::{Path, Point, Vec2};
use crate::plane::position::{Piece, PieceId, Position};
use crate::plane::rules::{Gait, Lane, Rules, Way};
use crate::variant::Takes;
use std::cell::Cell;
use std::f64::consts::PI;

/// Room under Zeno is sought in steps that are halved so often.
const HALVED: i32 = 10;

/// A king that has replied, or is on its way.
#[derive(Clone, Copy)]
pub struct Royal {
    /// Its place, or the middle of its way.
    at: Point,
    /// Half the length of its way, if it goes one.
    way: Option<f64>,
}

impl Royal {
    /// A king that stands, or goes a way about this middle, which may lie beyond a seam.
    pub fn new(board: &Surface, at: Point, way: Option<f64>) -> Royal {
        Royal { at: board.canonical(at).0, way }
    }

    /// How much nearer than its middle it may come.
    fn half(&self) -> f64 {
        self.way.unwrap_or(0.0)
    }
}

/// What a search for mates makes of such changes. They are rare, and to look for them takes long.
#[derive(Default)]
pub struct Trust {
    is_careful: bool,
    has_leant: Cell<bool>,
}

impl Trust {
    /// Looks for each of them. By default a search goes on as if there were none.
    pub fn careful() -> Trust {
        Trust { is_careful: true, ..Trust::default() }
    }

    /// Whether the search would have gone another way if it had been careful.
    pub fn has_leant(&self) -> bool {
        self.has_leant.get()
    }

    /// Whether to look for a change that is possible.
    fn minds(&self, is_possible: bool) -> bool {
        self.has_leant.set(self.has_leant.get() || (is_possible && !self.is_careful));
        is_possible && self.is_careful
    }

    /// How far a mover may go that is so far from such a change.
    pub(super) fn room(&self, charted: f64) -> f64 {
        if self.minds(charted.is_finite()) { charted } else { f64::INFINITY }
    }
}

/// Whether a move may give check, or cease to, at a place that no closed form gives: a move by a leap to any place, or another.
pub fn has_uncharted_checks(position: &Position, piece: PieceId, by_leap: bool, trust: &Trust) -> bool {
    let rules = position.rules();
    let lanes = position.lanes(piece);
    let leaps = by_leap || lanes.iter().any(|lane| lane.way == Way::Area);
    let goes_half_round = rules.edge_share < 1.0 && lanes.iter().any(|lane| matches!(lane.way, Way::Arc(_)));
    trust.minds((leaps && comes_round(rules)) || (by_leap && goes_half_round))
}

/// Whether a piece may come near its own start seen again in a way that changes with its place, where that matters.
fn comes_round(rules: &Rules) -> bool {
    let changes = rules.board.has_flips() || (rules.board.has_seams() && rules.edge_share < 1.0);
    changes && rules.min_capture > 0.0
}

/// Where a mover stands among such changes.
pub struct Charts<'a> {
    after: &'a Position,
    mover: Mover,
    piece: &'a Piece,
}

impl<'a> Charts<'a> {
    /// After its move.
    pub fn new(after: &'a Position, mover: Mover) -> Charts<'a> {
        Charts { after, mover, piece: after.piece(mover.id) }
    }

    /// The mover by its id.
    pub fn mover(&self) -> PieceId {
        self.mover.id
    }

    /// How far the mover may go before such a change in its own attacks on a king.
    pub fn room_for(&self, king: &Royal) -> f64 {
        let room = self.before_it_comes_round(king);
        match self.mover.by_leap && self.after.rules().edge_share < 1.0 {
            true => {
                self.arcs(self.mover.id).map(|lane| self.before_half_ends(lane, king)).fold(room, f64::min)
            }
            false => room,
        }
    }

    /// How far it may go before such a change in the attacks of a piece on a king's way: of itself or a friend.
    pub fn room_on_way(&self, king: &Royal, attacker: PieceId) -> f64 {
        let from = self.after.piece(attacker);
        let lanes = self.after.lanes(attacker).iter().filter(|lane| lane.takes != Takes::Never);
        let room = lanes.map(|lane| match lane.way {
            Way::Area | Way::Turn(_) => f64::INFINITY,
            Way::Straight => self.before_copies_meet(king, attacker, (from, lane)),
            Way::Arc(_) => {
                let lingers = self.before_it_lingers(king, attacker, (from, lane));
                let copies = self.before_copies_meet(king, attacker, (from, lane));
                let is_own = attacker == self.mover.id && self.mover.by_leap;
                let ends = if is_own { self.before_arc_ends_abeam(king, lane) } else { f64::INFINITY };
                lingers.min(copies).min(ends)
            }
        });
        room.fold(f64::INFINITY, f64::min)
    }

    /// How far it may go while only one copy of the board shows the king's way to a lane, or while it is no part of the attack.
    fn before_copies_meet(&self, king: &Royal, attacker: PieceId, (from, lane): (&Piece, &Lane)) -> f64 {
        let board = &self.after.rules().board;
        if !board.has_seams() || (attacker == self.mover.id && !self.mover.by_leap) {
            return f64::INFINITY;
        }
        let path = from.path_along(lane);
        let length = lane.range_of(from.moved).min(board.room(&path).around).min(board.longest());
        let clear = self.after.extent(attacker).reach() + king.half();
        // How much nearer to the lane than `clear` each copy of a place may yet come, the nearest first.
        let rooms = |q: Point, clear: f64, spread: f64| {
            let images = board.images_near(&path, length, clear + spread);
            let rooms = images.iter().map(|image| distance_to(&path, length, image.place(q)) - clear);
            let mut rooms: Vec<f64> =
                rooms.filter(|room| *room <= spread).map(|room| room.max(0.0)).collect();
            rooms.sort_by(f64::total_cmp);
            rooms
        };
        let is_own = attacker == self.mover.id;
        let kings = rooms(king.at, clear, if is_own { self.mover.spread } else { 0.0 });
        let Some(&second) = kings.get(1) else { return f64::INFINITY };
        if is_own {
            return second;
        }
        let clear = self.after.extent(attacker).reach() + self.after.extent(self.mover.id).reach();
        rooms(self.piece.at, clear, self.mover.spread).first().copied().unwrap_or(f64::INFINITY)
    }

    /// How far it may go before a rider on an arc that stands over the king's way and comes upon it again may not stop there.
    fn before_it_lingers(&self, king: &Royal, attacker: PieceId, (from, lane): (&Piece, &Lane)) -> f64 {
        let (extent, path) = (self.after.extent(attacker), from.path_along(lane));
        let over = king.half() + extent.reach();
        let comes_upon_it_again =
            extent.as_disc().is_none() || lane.range + PI * extent.reach() > path.period();
        if lane.gait != Gait::Ride || !comes_upon_it_again {
            return f64::INFINITY;
        }
        if attacker == self.mover.id {
            return self.before(king.at, over);
        }
        if self.after.rules().board.surely_apart(from.at, king.at, over) {
            return f64::INFINITY;
        }
        let across = path.period() / PI;
        self.before(from.at, across + extent.reach() + self.after.extent(self.mover.id).reach())
    }

    /// How far it may go before its arc has the king's way abeam where another piece or a wall ends it.
    fn before_arc_ends_abeam(&self, king: &Royal, lane: &Lane) -> f64 {
        let (after, spread) = (self.after, self.mover.spread);
        let board = &after.rules().board;
        let Path::Arc { start, pivot, .. } = self.piece.path_along(lane) else { return f64::INFINITY };
        let (radius, reach) = (start.at.distance(pivot), after.extent(self.mover.id).reach());
        let before = |room: f64| if room > spread { f64::INFINITY } else { room.max(0.0) };
        let room = |q: Point, clear: f64| {
            let images = board.images_about(pivot, radius + clear + spread);
            let off = images.iter().map(|image| (image.place(q).distance(pivot) - radius).abs() - clear);
            before(off.fold(f64::INFINITY, f64::min))
        };
        let others = after.ids().filter(|id| *id != self.mover.id && Some(*id) != after.king(after.turn()));
        let others = others.filter_map(|id| {
            let (at, clear) = (after.piece(id).at, reach + after.extent(id).reach());
            let is_beside = !board.surely_apart(at, king.at, king.half() + reach + clear);
            is_beside.then(|| room(at, clear))
        });
        let walls = board.walls();
        let walls = walls.iter().filter(|wall| wall.offset(king.at).abs() < king.half() + reach);
        let walls = walls.map(|wall| before(wall.offset(pivot).abs() - radius));
        let ends = others.chain(walls).fold(f64::INFINITY, f64::min);
        ends.max(room(king.at, reach + king.half()))
    }

    fn arcs(&self, id: PieceId) -> impl Iterator<Item = &'a Lane> + use<'a> {
        let lanes = self.after.lanes(id).iter();
        lanes.filter(|lane| lane.takes != Takes::Never && matches!(lane.way, Way::Arc(_)))
    }

    /// How far it may go before it is nearer than `clear` to a place on some copy of the board.
    fn before(&self, q: Point, clear: f64) -> f64 {
        let board = &self.after.rules().board;
        let images = board.images_about(self.piece.at, clear + self.mover.spread);
        let off = images.iter().map(|image| image.place(q).distance(self.piece.at) - clear);
        let off = off.fold(f64::INFINITY, f64::min);
        if off > self.mover.spread { f64::INFINITY } else { off.max(0.0) }
    }

    /// How far it may go before an attack of it ends near its own start seen again.
    fn before_it_comes_round(&self, king: &Royal) -> f64 {
        let (rules, at) = (self.after.rules(), self.piece.at);
        let counts =
            |lane: &&Lane| lane.takes != Takes::Never && (self.mover.by_leap || lane.way == Way::Area);
        let ranges = self.after.lanes(self.mover.id).iter().filter(counts).map(|lane| lane.range);
        let Some(range) = ranges.reduce(f64::max).filter(|_| comes_round(rules)) else {
            return f64::INFINITY;
        };
        let clear = range.min(rules.board.longest()) + rules.min_capture;
        let again = rules.board.images_about(at, clear + 2.0 * self.mover.spread);
        let again = again
            .iter()
            .filter(|image| !image.is_identity())
            .map(|image| image.place(at).distance(at) - clear);
        let before_in_reach = again.fold(2.0 * self.mover.spread, f64::min) * 0.5;
        if before_in_reach >= self.mover.spread {
            return f64::INFINITY;
        }
        let clear = rules.min_capture + self.after.extent(self.mover.id).reach() + king.half();
        self.before(king.at, clear).max(before_in_reach)
    }

    /// How far it may go before Zeno's half of an arc ends where it touches a king.
    fn before_half_ends(&self, lane: &Lane, king: &Royal) -> f64 {
        let rules = self.after.rules();
        let Path::Arc { start, pivot, .. } = self.piece.path_along(lane) else { return f64::INFINITY };
        let half_from = |at: Point| {
            let path = Piece { at, ..*self.piece }.path_along(lane);
            let half = rules.limits(lane, &path, self.piece.moved).most();
            (half, path.at(half))
        };
        let ((half, end), reach) = (half_from(self.piece.at), self.after.extent(self.mover.id).reach());
        let clear = reach + king.half();
        let across = 2.0 * start.at.distance(pivot);
        let images = rules.board.images_about(self.piece.at, across + clear + 1.0);
        let places = images.iter().map(|image| image.place(king.at));
        let off = places.flat_map(|q| {
            let touches = end.distance(q) - clear;
            // A king that stands may be inside all the time.
            let touches = if king.way.is_none() { touches.abs() } else { touches };
            [touches, self.piece.at.distance(q) - clear]
        });
        let off = off.fold(f64::INFINITY, f64::min);
        let is_room = |step: f64| {
            let corners = [(step, step), (-step, step), (step, -step), (-step, -step)];
            let changes = corners.map(|(x, y)| (half_from(self.piece.at + Vec2::new(x, y)).0 - half).abs());
            let change = changes.into_iter().fold(0.0, f64::max);
            step + change < off && change < (half - rules.min_capture).abs()
        };
        (0..=HALVED).map(|i| 0.5_f64.powi(i)).find(|step| is_room(*step)).unwrap_or(0.0)
    }
}

/// How far a place is at least from the first `length` of a path.
fn distance_to(path: &Path, length: f64, q: Point) -> f64 {
    match *path {
        Path::Line { start, dir } => q.distance(start.at + dir * dir.dot(q - start.at).clamp(0.0, length)),
        Path::Arc { start, pivot, .. } => (q.distance(pivot) - start.at.distance(pivot)).abs(),
        Path::Turn { start, .. } => q.distance(start.at),
    }
}
