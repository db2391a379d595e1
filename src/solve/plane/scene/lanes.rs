//! Lanes on a stretch: their limits, the copies of the board over which they go, and the parameters at which these change.

use super::super::enclosure::{Enclosure, Sloped};
use super::super::term::{MovingPoint, Term};
use super::super::zeros::TooMany;
use super::{BEYOND, ReplyScene};
use crate::board::Images;
use crate::geom::{Path, Point, Ray, Vec2};
use crate::plane::{Lane, PieceId};

/// The voids that a lane may meet.
#[derive(Default)]
struct VoidsAhead {
    /// The distances at which the lane meets the lines of their sides.
    lines: Vec<Term>,
    /// Their corners, relative to the start of the lane.
    corners: Vec<MovingPoint>,
}

impl ReplyScene<'_> {
    pub(super) fn dir(&self, piece: PieceId, lane: usize) -> Option<Vec2> {
        match self.position.path(piece, lane) {
            Path::Line { dir, .. } => Some(dir),
            Path::Arc { .. } | Path::Turn { .. } => None,
        }
    }

    /// Returns a bound of a lane's length for every parameter of the stretch, whatever stands in its way.
    pub(super) fn greatest(&self, limits: &[Term]) -> f64 {
        let ends = limits.iter().filter_map(|limit| Some(limit.on(self.stretch)?.value.high));
        ends.fold(f64::INFINITY, f64::min).max(0.0)
    }

    /// Returns the copies of the board nearer than `clear` to the first `length` of a lane, for some parameter of the
    /// stretch.
    pub(super) fn copies(&self, start: &MovingPoint, dir: Vec2, length: f64, clear: f64) -> Images {
        let middle = start.at + start.by * self.stretch.middle();
        let drifted = 0.5 * (self.stretch.high - self.stretch.low) * start.by.length();
        let ray = Ray::new(Point::new(middle.x, middle.y), dir);
        self.position.rules().board.images_along(&ray, length, clear + drifted + BEYOND)
    }

    /// Returns the copies of its own start that a lane may reach.
    pub(super) fn starts(&self, piece: PieceId, dir: Vec2, length: f64, clear: f64) -> Vec<MovingPoint> {
        let start = self.drift(piece);
        let copies = self.copies(start, dir, length, clear);
        copies.iter().filter(|copy| !copy.is_identity()).map(|copy| start.seen(copy)).collect()
    }

    /// Returns the limits of a lane: its range, each wall ahead, and on a board with seams its other ends.
    pub(super) fn limits(&self, piece: PieceId, lane: &Lane, dir: Vec2) -> Vec<Term> {
        let mut out = self.ends(piece, lane, dir);
        if self.position.rules().board.has_seams() {
            let length = self.greatest(&out) / self.position.rules().edge_share;
            let share = self.position.rules().edge_share;
            let more =
                self.rounds(piece, dir, length).into_iter().chain(self.voids(piece, dir, length).lines);
            out.extend(more.map(|term| term.scaled(share, [0.0, 0.0])));
        }
        out
    }

    /// Returns the limits of every lane: its range, the greatest length of any path, and the walls.
    pub(super) fn ends(&self, piece: PieceId, lane: &Lane, dir: Vec2) -> Vec<Term> {
        let (rules, start) = (self.position.rules(), self.drift(piece));
        let board = &rules.board;
        let mut out = Vec::new();
        let range = lane.range_of(self.position.piece(piece).moved);
        out.extend(
            [range, rules.edge_share * board.longest()]
                .into_iter()
                .filter(|most| most.is_finite())
                .map(|most| Term::linear([most, 0.0])),
        );
        let sides = [
            (dir.x, start.at.x, start.by.x, board.width(), board.sheet().sides.is_glued()),
            (dir.y, start.at.y, start.by.y, board.height(), board.sheet().ends.is_glued()),
        ];
        for (dir, at, by, size, is_glued) in sides {
            if dir != 0.0 && !is_glued {
                let wall = if dir > 0.0 { size } else { 0.0 };
                out.push(Term::linear([rules.edge_share * (wall - at) / dir, -rules.edge_share * by / dir]));
            }
        }
        out
    }

    /// Returns the distances at which a lane may be at its start again.
    fn rounds(&self, piece: PieceId, dir: Vec2, length: f64) -> Vec<Term> {
        let vectors =
            self.starts(piece, dir, length, 0.0).into_iter().map(|again| again.from(self.drift(piece)));
        let on_ray = |vector: &MovingPoint| {
            Sloped::affine(vector.left_of(dir), self.stretch).value.meets(Enclosure::new(-BEYOND, BEYOND))
        };
        vectors.filter(on_ray).map(|vector| Term::linear(vector.along(dir))).collect()
    }

    /// Returns the voids that a lane may meet.
    fn voids(&self, piece: PieceId, dir: Vec2, length: f64) -> VoidsAhead {
        let (board, start) = (&self.position.rules().board, self.drift(piece));
        let mut ahead = VoidsAhead::default();
        for copy in self.copies(start, dir, length, BEYOND) {
            for (low, high) in board.voids() {
                let (low, high) = (copy.place(low), copy.place(high));
                let all = [(low.x, low.y), (low.x, high.y), (high.x, low.y), (high.x, high.y)];
                let vectors =
                    all.map(|(x, y)| MovingPoint { at: Vec2::new(x, y), by: Vec2::ZERO }.from(start));
                let aside = vectors.map(|vector| Sloped::affine(vector.left_of(dir), self.stretch).value);
                if aside.iter().all(|a| a.low > BEYOND) || aside.iter().all(|a| a.high < -BEYOND) {
                    continue;
                }
                for vector in [vectors[0], vectors[3]] {
                    for (to, by, dir) in
                        [(vector.at.x, vector.by.x, dir.x), (vector.at.y, vector.by.y, dir.y)]
                    {
                        if dir != 0.0 {
                            ahead.lines.push(Term::linear([to / dir, by / dir]));
                        }
                    }
                }
                ahead.corners.extend(vectors);
            }
        }
        ahead
    }

    /// Appends the parameters at which a lane meets its own start or the corner of a void.
    pub(super) fn changes_of_ends(
        &self,
        piece: PieceId,
        lane: &Lane,
        dir: Vec2,
        out: &mut Vec<f64>,
    ) -> Result<(), TooMany> {
        if !self.position.rules().board.has_seams() || self.drift(piece).is_still() {
            return Ok(());
        }
        let length = self.greatest(&self.ends(piece, lane, dir)) / self.position.rules().edge_share;
        let starts =
            self.starts(piece, dir, length, 0.0).into_iter().map(|again| again.from(self.drift(piece)));
        for vector in starts.chain(self.voids(piece, dir, length).corners) {
            let aside = vector.left_of(dir);
            self.zeros_unless_still(&|t| Some(Sloped::affine(aside, t)), Term::linear(aside), out)?;
        }
        Ok(())
    }
}
