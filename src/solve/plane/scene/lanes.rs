//! Lanes on a stretch: their limits, the copies of the board over which they go, and the parameters at which these change.

use super::super::enclosure::{Enclosure, Sloped};
use super::super::linear::LinearFunction;
use super::super::term::{MovingPoint, MovingRay, Term};
use super::super::zeros::TooMany;
use super::{BEYOND, ReplyScene};
use crate::board::Images;
use crate::geom::{Path, Point, Ray, Vec2};
use crate::plane::{Lane, PieceId};

/// A straight lane of a piece.
pub(super) struct MovingLane<'a> {
    pub(super) piece: PieceId,
    pub(super) lane: &'a Lane,
    pub(super) ray: MovingRay,
    /// The limits that lanes of every board have: the range, the greatest length of any path, and the walls.
    ends: Vec<Term>,
    /// A bound of the length for every parameter of the stretch, whatever stands in the way.
    pub(super) length: f64,
}

/// The voids that a lane may meet.
#[derive(Default)]
struct VoidsAhead {
    /// The distances at which the lane meets the lines of their sides.
    lines: Vec<Term>,
    corners: Vec<MovingPoint>,
}

impl<'a> ReplyScene<'a> {
    /// Returns a lane of a piece; `None` if the lane is not straight.
    pub(super) fn lane(&self, piece: PieceId, index: usize) -> Option<MovingLane<'a>> {
        let Path::Line { dir, .. } = self.position.path(piece, index) else { return None };
        let (lane, ray) =
            (&self.position.lanes(piece)[index], MovingRay { start: self.drifts[piece.index()], dir });
        let ends = self.ends(lane.range_of(self.position.piece(piece).moved), &ray);
        let greatest = ends.iter().filter_map(|end| Some(end.on(self.stretch)?.value.high));
        let length = greatest.fold(f64::INFINITY, f64::min).max(0.0);
        Some(MovingLane { piece, lane, ray, ends, length })
    }

    /// Returns the limits that a lane of this range has on every board.
    fn ends(&self, range: f64, ray: &MovingRay) -> Vec<Term> {
        let rules = self.position.rules();
        let (board, sheet) = (&rules.board, rules.board.sheet());
        let mut out = Vec::new();
        for most in [range, rules.edge_share * board.longest()] {
            if most.is_finite() {
                out.push(Term::constant(most));
            }
        }
        let MovingRay { start: MovingPoint { start, velocity }, dir } = *ray;
        let sides = [
            (dir.x, start.x, velocity.x, board.width(), sheet.sides.is_glued()),
            (dir.y, start.y, velocity.y, board.height(), sheet.ends.is_glued()),
        ];
        for (dir, at, by, size, is_glued) in sides {
            if dir != 0.0 && !is_glued {
                let wall = if dir > 0.0 { size } else { 0.0 };
                out.push(Term::linear(LinearFunction {
                    start: rules.edge_share * (wall - at) / dir,
                    slope: -rules.edge_share * by / dir,
                }));
            }
        }
        out
    }

    /// Returns the limits of a lane: its range, each wall ahead, and on a board with seams its other ends.
    pub(super) fn limits(&self, lane: &MovingLane<'_>) -> Vec<Term> {
        let mut out = lane.ends.clone();
        if self.position.rules().board.has_seams() {
            let share = self.position.rules().edge_share;
            let more = self.rounds(lane).into_iter().chain(self.voids(lane).lines);
            out.extend(more.map(|term| term.scaled(share, LinearFunction::constant(0.0))));
        }
        out
    }

    /// Returns the length of a lane without the reduction by `edge_share`.
    fn whole_length(&self, lane: &MovingLane<'_>) -> f64 {
        lane.length / self.position.rules().edge_share
    }

    /// Returns the copies of the board nearer than `clear` to the first `length` of a ray, for some parameter of the stretch.
    pub(super) fn copies(&self, ray: &MovingRay, length: f64, clear: f64) -> Images {
        let MovingPoint { start, velocity } = ray.start;
        let middle = start + velocity * self.stretch.middle();
        let drifted = 0.5 * (self.stretch.high - self.stretch.low) * velocity.length();
        let ray = Ray::new(Point::new(middle.x, middle.y), ray.dir);
        self.position.rules().board.images_along(&ray, length, clear + drifted + BEYOND)
    }

    /// Returns the copies of its own start that a ray may reach.
    pub(super) fn starts(&self, ray: &MovingRay, length: f64, clear: f64) -> Vec<MovingPoint> {
        let copies = self.copies(ray, length, clear);
        copies.iter().filter(|copy| !copy.is_identity()).map(|copy| ray.start.seen(copy)).collect()
    }

    /// Returns the distances at which a lane may be at its start again.
    fn rounds(&self, lane: &MovingLane<'_>) -> Vec<Term> {
        let on_lane = Enclosure::new(-BEYOND, BEYOND);
        let mut out = Vec::new();
        for again in self.starts(&lane.ray, self.whole_length(lane), 0.0) {
            if Sloped::linear(lane.ray.aside(&again), self.stretch).value.meets(on_lane) {
                out.push(Term::linear(lane.ray.ahead(&again)));
            }
        }
        out
    }

    /// Returns the voids that a lane may meet.
    fn voids(&self, lane: &MovingLane<'_>) -> VoidsAhead {
        let MovingRay { start, dir } = lane.ray;
        let mut ahead = VoidsAhead::default();
        for copy in self.copies(&lane.ray, self.whole_length(lane), BEYOND) {
            for (low, high) in self.position.rules().board.voids() {
                let (low, high) = (copy.place(low), copy.place(high));
                let corners = [(low.x, low.y), (low.x, high.y), (high.x, low.y), (high.x, high.y)]
                    .map(|(x, y)| MovingPoint::still(Vec2::new(x, y)));
                let aside = corners.map(|corner| Sloped::linear(lane.ray.aside(&corner), self.stretch).value);
                if aside.iter().all(|a| a.low > BEYOND) || aside.iter().all(|a| a.high < -BEYOND) {
                    continue;
                }
                for corner in [corners[0], corners[3]] {
                    let (to, by) = (corner.start - start.start, corner.velocity - start.velocity);
                    for (to, by, dir) in [(to.x, by.x, dir.x), (to.y, by.y, dir.y)] {
                        if dir != 0.0 {
                            ahead
                                .lines
                                .push(Term::linear(LinearFunction { start: to / dir, slope: by / dir }));
                        }
                    }
                }
                ahead.corners.extend(corners);
            }
        }
        ahead
    }

    /// Appends the parameters at which a lane meets its own start or the corner of a void.
    pub(super) fn changes_of_ends(&self, lane: &MovingLane<'_>, out: &mut Vec<f64>) -> Result<(), TooMany> {
        if !self.position.rules().board.has_seams() || lane.ray.start.is_still() {
            return Ok(());
        }
        let starts = self.starts(&lane.ray, self.whole_length(lane), 0.0);
        for point in starts.iter().chain(&self.voids(lane).corners) {
            self.add_zeros_of(lane.ray.aside(point), out)?;
        }
        Ok(())
    }
}
