//! Lanes on a stretch: their limits, the copies of the board over which they go, and the parameters at which the limits change.

use super::super::enclosure::{Enclosure, FunctionBounds};
use super::super::linear::LinearFunction;
use super::super::term::{MovingPoint, MovingRay, Term};
use super::super::zeros::TooMany;
use super::{BEYOND, ReplyScene};
use crate::board::Images;
use crate::geom::{Path, Point, Ray, Vec2};
use crate::plane::{Lane, PieceId, PieceLane};

/// A straight lane of a piece.
pub(super) struct MovingLane<'a> {
    pub(super) piece: PieceId,
    /// The range, gait and captures of the lane.
    pub(super) rule: &'a Lane,
    pub(super) ray: MovingRay,
    /// The limits that a lane has on every board: its range, the greatest length of any path, and the walls.
    common_limits: Vec<Term>,
    /// An upper bound of the length for every parameter of the stretch, without the pieces on the lane.
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
    pub(super) fn moving_lane(&self, PieceLane { piece, lane }: PieceLane) -> Option<MovingLane<'a>> {
        let Path::Line { dir, .. } = self.position.path(piece, lane) else { return None };
        let rule = &self.position.lanes(piece)[lane];
        let ray = MovingRay { start: self.centres[piece.index()], dir };
        let common_limits = self.common_limits(rule.range_of(self.position.piece(piece).moved), &ray);
        let greatest =
            common_limits.iter().filter_map(|limit| Some(limit.bounds_on(self.stretch)?.value.high));
        let length = greatest.fold(f64::INFINITY, f64::min).max(0.0);
        Some(MovingLane { piece, rule, ray, common_limits, length })
    }

    /// Returns the limits that a lane of a range has on every board.
    fn common_limits(&self, range: f64, ray: &MovingRay) -> Vec<Term> {
        let rules = self.position.rules();
        let (board, sheet) = (&rules.board, rules.board.sheet());
        let mut out = Vec::new();
        for greatest in [range, rules.edge_share * board.longest()] {
            if greatest.is_finite() {
                out.push(Term::constant(greatest));
            }
        }
        let MovingRay { start: MovingPoint { start, velocity }, dir } = *ray;
        // The arguments are components along one axis of the board.
        let mut add_wall = |size: f64, dir: f64, start: f64, velocity: f64| {
            if dir != 0.0 {
                let wall = if dir > 0.0 { size } else { 0.0 };
                out.push(Term::linear(LinearFunction {
                    start: rules.edge_share * (wall - start) / dir,
                    slope: -rules.edge_share * velocity / dir,
                }));
            }
        };
        if !sheet.sides.is_glued() {
            add_wall(board.width(), dir.x, start.x, velocity.x);
        }
        if !sheet.ends.is_glued() {
            add_wall(board.height(), dir.y, start.y, velocity.y);
        }
        out
    }

    /// Returns the limits of a lane: those that it has on every board, and on a board with seams its own start and the voids.
    pub(super) fn limits(&self, lane: &MovingLane<'_>) -> Vec<Term> {
        let mut out = lane.common_limits.clone();
        if self.position.rules().board.has_seams() {
            let share = self.position.rules().edge_share;
            let further = self.returns_to_start(lane).into_iter().chain(self.voids(lane).lines);
            out.extend(further.map(|term| term.times_plus(share, LinearFunction::constant(0.0))));
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
        let motion = 0.5 * (self.stretch.high - self.stretch.low) * velocity.length();
        let ray_in_middle = Ray::new(Point::new(middle.x, middle.y), ray.dir);
        self.position.rules().board.images_along(&ray_in_middle, length, clear + motion + BEYOND)
    }

    /// Returns the images of a ray's own start nearer than `clear` to its first `length`.
    pub(super) fn images_of_start(&self, ray: &MovingRay, length: f64, clear: f64) -> Vec<MovingPoint> {
        let copies = self.copies(ray, length, clear);
        copies.iter().filter(|copy| !copy.is_identity()).map(|copy| ray.start.seen(copy)).collect()
    }

    /// Returns the distances at which a lane may be at its start again.
    fn returns_to_start(&self, lane: &MovingLane<'_>) -> Vec<Term> {
        let near_ray = Enclosure::new(-BEYOND, BEYOND);
        let mut out = Vec::new();
        for start in self.images_of_start(&lane.ray, self.whole_length(lane), 0.0) {
            if FunctionBounds::linear(lane.ray.aside(&start), self.stretch).value.meets(near_ray) {
                out.push(Term::linear(lane.ray.ahead(&start)));
            }
        }
        out
    }

    /// Returns the voids that a lane may meet.
    fn voids(&self, lane: &MovingLane<'_>) -> VoidsAhead {
        let MovingRay { start, dir } = lane.ray;
        let mut ahead = VoidsAhead::default();
        for copy in self.copies(&lane.ray, self.whole_length(lane), BEYOND) {
            for void in self.position.rules().board.voids() {
                let (low, high) = (copy.place(void.low), copy.place(void.high));
                let corners = [(low.x, low.y), (low.x, high.y), (high.x, low.y), (high.x, high.y)]
                    .map(|(x, y)| MovingPoint::still(Vec2::new(x, y)));
                let aside =
                    corners.map(|corner| FunctionBounds::linear(lane.ray.aside(&corner), self.stretch).value);
                let is_left = aside.iter().all(|bounds| bounds.low > BEYOND);
                let is_right = aside.iter().all(|bounds| bounds.high < -BEYOND);
                if is_left || is_right {
                    continue;
                }
                // The arguments are components along one axis of the board.
                let mut add_line = |way: f64, velocity: f64, dir: f64| {
                    if dir != 0.0 {
                        let line = LinearFunction { start: way / dir, slope: velocity / dir };
                        ahead.lines.push(Term::linear(line));
                    }
                };
                // Two opposite corners lie on the lines of all four sides.
                for corner in [corners[0], corners[3]] {
                    let (way, velocity) = (corner.start - start.start, corner.velocity - start.velocity);
                    add_line(way.x, velocity.x, dir.x);
                    add_line(way.y, velocity.y, dir.y);
                }
                ahead.corners.extend(corners);
            }
        }
        ahead
    }

    /// Appends the parameters at which a lane begins or ceases to meet its own start or a void.
    pub(super) fn add_changes_of_limits(
        &self,
        lane: &MovingLane<'_>,
        out: &mut Vec<f64>,
    ) -> Result<(), TooMany> {
        if !self.position.rules().board.has_seams() || lane.ray.start.is_still() {
            return Ok(());
        }
        let starts = self.images_of_start(&lane.ray, self.whole_length(lane), 0.0);
        for point in starts.iter().chain(&self.voids(lane).corners) {
            self.add_zeros_of(lane.ray.aside(point), out)?;
        }
        Ok(())
    }
}
