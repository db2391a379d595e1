//! A conservative filter: whether blockers surely shut a straight ride of a disc from every place on a part of a path.
//!
//! From most places the ride meets another piece before the king. A move to such a place gives no check by this ride.

use crate::geom::tolerance::{FIRST_LOOK, PARALLEL};
use crate::geom::{Interval, Path, Point, Ray, Vec2};
use crate::plane::position::{Piece, PlanePosition};
use crate::plane::rules::{Gait, Lane, LaneShape};
use smallvec::SmallVec;

/// A straight ride of a disc, without steps, on a board without seams.
pub struct Ride {
    dir: Vec2,
    radius: f64,
    /// A margin above rounding and epsilon, board units.
    margin: f64,
}

impl Ride {
    /// Returns the ride of a piece along a lane, if the lane is such a ride.
    pub fn of(position: &PlanePosition, piece: &Piece, lane: &Lane) -> Option<Ride> {
        let rules = position.rules();
        let is_ride = lane.shape == LaneShape::Straight && lane.gait == Gait::Ride && lane.step == 0.0;
        if !is_ride || rules.board.has_seams() {
            return None;
        }
        let radius = rules.kind(piece.kind).rule.extent.as_disc()?;
        let margin = FIRST_LOOK + 2.0 * rules.epsilon;
        match piece.path_along(lane) {
            Path::Line { dir, .. } => Some(Ride { dir, radius, margin }),
            Path::Arc { .. } | Path::Turn { .. } => None,
        }
    }

    /// Whether the others surely block the ride from every place on a part of a straight path. Each of them blocks the ride on an
    /// interval of distances: its centre is within a radius of the ride's line, ahead of the mover, and before the place at which
    /// the ride touches the target.
    pub fn is_shut_along(
        &self,
        path: &Ray,
        part: Interval,
        target: Point,
        others: impl Iterator<Item = Point>,
    ) -> bool {
        let (drift, advance) = (self.dir.perp_dot(path.dir), self.dir.dot(path.dir));
        // A piece farther than `outer` from the ride's line is surely not touched, and one nearer than `inner` surely is.
        let (outer, inner) = (self.radius + self.margin, self.radius - self.margin);
        // The distances from which a place lies within `clear` of the ride's line.
        let distances_near = |place: Point, clear: f64| {
            let offset = self.dir.perp_dot(place - path.origin);
            if drift.abs() < PARALLEL {
                return (offset.abs() < clear).then_some(part);
            }
            let (a, b) = ((offset - clear) / drift, (offset + clear) / drift);
            let near = Interval::closed(a.min(b).max(part.from), a.max(b).min(part.to));
            (near.from <= near.to).then_some(near)
        };
        let Some(touching) = distances_near(target, outer) else { return true };
        let mut blocked: SmallVec<[Interval; 16]> = SmallVec::new();
        for other in others.filter(|other| self.dir.dot(target - *other) > outer) {
            let Some(near) = distances_near(other, inner) else { continue };
            let ahead = self.dir.dot(other - path.origin) - (near.from * advance).max(near.to * advance);
            if ahead > outer {
                blocked.push(near);
            }
        }
        blocked.sort_unstable_by(|a, b| a.from.total_cmp(&b.from));
        do_cover(&blocked, touching)
    }
}

/// Whether closed intervals, in order of their lower ends, cover a whole interval.
fn do_cover(sorted: &[Interval], whole: Interval) -> bool {
    let (mut covered_to, mut is_start_covered) = (whole.from, false);
    for Interval { from, to, .. } in sorted {
        if *from > covered_to {
            return false;
        }
        is_start_covered |= *to >= covered_to;
        covered_to = covered_to.max(*to);
    }
    is_start_covered && covered_to >= whole.to
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::contact;
    use proptest::prelude::*;

    const RADIUS: f64 = 0.5;
    const TIE: f64 = 1e-9;

    fn east() -> Ride {
        Ride { dir: Vec2::X, radius: RADIUS, margin: FIRST_LOOK + 2.0 * TIE }
    }

    /// Whether a disc that rides along x from a place meets the target first.
    fn takes(place: Point, target: Point, others: &[Point]) -> bool {
        let distance_to = |other: Point| contact(&Ray::new(place, Vec2::X), RADIUS, other, TIE);
        let Some(taken) = distance_to(target) else { return false };
        others.iter().all(|&other| distance_to(other).is_none_or(|distance| distance >= taken - TIE))
    }

    #[test]
    fn two_blockers_side_by_side_shut_a_whole_path_across() {
        let path = Ray::new(Point::new(0.0, -2.0), Vec2::Y);
        let target = Point::new(6.0, 0.0);
        let shut = |others: &[Point]| {
            east().is_shut_along(&path, Interval::closed(0.0, 4.0), target, others.iter().copied())
        };
        let (left, right) = (Point::new(3.0, 0.25), Point::new(4.0, -0.25));
        assert!(shut(&[left, right]));
        assert!(!shut(&[left]) && !shut(&[right]) && !shut(&[]));
        assert!(!shut(&[left, Point::new(7.0, -0.25)]), "beyond the target");
        assert!(!shut(&[left, Point::new(4.0, -0.8)]), "a gap");
    }

    proptest! {
        /// From no place on a path from which the ride is said to be shut does the ride take the target.
        #[test]
        fn a_ride_that_is_shut_takes_nothing(
            bearing in 0.0..7.0f64,
            others in prop::collection::vec((0.5..6.0f64, -0.7..0.7f64), 1..6),
            start in (-1.0..1.0f64, -1.5..1.5f64),
            length in 0.0..3.0f64,
        ) {
            let (start, target) = (Point::new(start.0, start.1), Point::new(5.0, 0.0));
            let others: Vec<Point> = others.into_iter().map(|(x, y)| Point::new(x, y)).collect();
            let path = Ray::new(start, Vec2::from_angle(bearing));
            let is_shut = east().is_shut_along(&path, Interval::closed(0.0, length), target, others.iter().copied());
            for i in 0..=200 {
                let place = path.at(length * f64::from(i) / 200.0);
                prop_assert!(!is_shut || !takes(place, target, &others), "{place:?}");
            }
        }
    }
}
