//! A conservative filter: whether blockers surely shut a straight ride of a disc from every place on a part of a path.
//!
//! From most places another piece is met before the king. So no move to one of them gives check by this ride.

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
    /// Returns the ride of a piece by a lane, if the lane is such a ride.
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
    /// interval of distances. There its centre is within a radius of the ride, ahead of the mover, and before the ride touches the
    /// target.
    pub fn is_shut_along(
        &self,
        path: &Ray,
        part: Interval,
        target: Point,
        others: impl Iterator<Item = Point>,
    ) -> bool {
        let (drift, advance) = (self.dir.perp_dot(path.dir), self.dir.dot(path.dir));
        let (touched, shut) = (self.radius + self.margin, self.radius - self.margin);
        // The distances from which a place lies within `clear` of the ride's line.
        let within = |q: Point, clear: f64| {
            let offset = self.dir.perp_dot(q - path.origin);
            if drift.abs() < PARALLEL {
                return (offset.abs() < clear).then_some(part);
            }
            let (a, b) = ((offset - clear) / drift, (offset + clear) / drift);
            let found = Interval::closed(a.min(b).max(part.from), a.max(b).min(part.to));
            (found.from <= found.to).then_some(found)
        };
        let Some(touching) = within(target, touched) else { return true };
        let mut blocked: SmallVec<[Interval; 16]> = SmallVec::new();
        for q in others.filter(|q| self.dir.dot(target - *q) > touched) {
            let Some(found) = within(q, shut) else { continue };
            let ahead = self.dir.dot(q - path.origin) - (found.from * advance).max(found.to * advance);
            if ahead > touched {
                blocked.push(found);
            }
        }
        blocked.sort_unstable_by(|a, b| a.from.total_cmp(&b.from));
        let (mut reached, mut is_shut) = (touching.from, false);
        for found in blocked {
            if found.from > reached {
                return false;
            }
            is_shut |= found.to >= reached;
            reached = reached.max(found.to);
        }
        is_shut && reached >= touching.to
    }
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

    /// Whether a disc that rides along x from a place comes to the target first.
    fn takes(place: Point, target: Point, others: &[Point]) -> bool {
        let met = |q: Point| contact(&Ray::new(place, Vec2::X), RADIUS, q, TIE);
        met(target).is_some_and(|t| others.iter().all(|&q| met(q).is_none_or(|other| other >= t - TIE)))
    }

    #[test]
    fn two_that_stand_side_by_side_shut_a_whole_way_across() {
        let path = Ray::new(Point::new(0.0, -2.0), Vec2::Y);
        let target = Point::new(6.0, 0.0);
        let shut = |others: &[Point]| {
            east().is_shut_along(&path, Interval::closed(0.0, 4.0), target, others.iter().copied())
        };
        let (one, other) = (Point::new(3.0, 0.25), Point::new(4.0, -0.25));
        assert!(shut(&[one, other]));
        assert!(!shut(&[one]) && !shut(&[other]) && !shut(&[]));
        assert!(!shut(&[one, Point::new(7.0, -0.25)]), "beyond the target");
        assert!(!shut(&[one, Point::new(4.0, -0.8)]), "a gap");
    }

    proptest! {
        /// Wherever a way is said to be shut the target is not taken.
        #[test]
        fn from_a_way_that_is_shut_nothing_is_taken(
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
