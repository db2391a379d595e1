//! The places near a path: a bounding volume that filters many places before any exact test.

use super::{Path, Point, Vec2};

/// A bounding volume of the places within some distance of the beginning of a path. The centre of a turn stays where it is.
#[derive(Debug, Clone, Copy)]
pub enum Corridor {
    /// About a line.
    Straight {
        /// The beginning of the line.
        from: Point,
        /// The direction, of length 1.
        dir: Vec2,
        /// The length, board units.
        length: f64,
        /// The half width, board units.
        clear: f64,
    },
    /// About an arc: between two circles about the pivot, and near the start. `inner`, `outer` and `reach` are squared distances.
    Round {
        /// The pivot.
        pivot: Point,
        /// The least squared distance from the pivot.
        inner: f64,
        /// The greatest squared distance from the pivot.
        outer: f64,
        /// The beginning of the arc.
        from: Point,
        /// The greatest squared distance from the start.
        reach: f64,
    },
}

impl Corridor {
    /// Returns a corridor that holds all places within `clear` of the first `length` of the centre's path.
    pub fn new(path: &Path, length: f64, clear: f64) -> Corridor {
        let square = |d: f64| d * d;
        match *path {
            Path::Line { start, dir } => Corridor::Straight { from: start.at, dir, length, clear },
            Path::Arc { start, pivot, .. } => {
                let radius = pivot.distance(start.at);
                Corridor::Round {
                    pivot,
                    inner: square((radius - clear).max(0.0)),
                    outer: square(radius + clear),
                    from: start.at,
                    reach: square(length + clear),
                }
            }
            Path::Turn { start, .. } => {
                let (inner, reach) = (0.0, square(clear));
                Corridor::Round { pivot: start.at, inner, outer: reach, from: start.at, reach }
            }
        }
    }

    /// Whether the corridor may hold a place; up to rounding it errs towards yes.
    #[inline]
    pub fn may_hold(&self, q: Point) -> bool {
        match *self {
            Corridor::Straight { from, dir, length, clear } => {
                let v = q - from;
                let along = dir.dot(v);
                dir.perp_dot(v).abs() <= clear && along >= -clear && along <= length + clear
            }
            Corridor::Round { pivot, inner, outer, from, reach } => {
                let off = (q - pivot).length_squared();
                off >= inner && off <= outer && (q - from).length_squared() <= reach
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::path::tests::path;
    use crate::geom::{Extent, Pose};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_near_a_place_of_the_way_is_held(
            path in path(), length in 0.0..9.0f64, share in 0.0..1.0f64, clear in 0.0..2.0f64, off in 0.0..1.0f64, a in 0.0..7.0f64
        ) {
            let q = path.at(length * share) + Vec2::from_angle(a) * (clear * off * (1.0 - 1e-12));
            prop_assert!(Corridor::new(&path, length, clear).may_hold(q));
        }

        #[test]
        fn what_is_far_from_every_place_of_the_way_is_not_held(
            path in path(), x in 0.0..8.0f64, y in 0.0..8.0f64, length in 0.0..9.0f64, clear in 0.0..0.5f64
        ) {
            let q = Point::new(x, y);
            // The corners behind the ends of a way are held, and all near the start of one that goes round.
            let far = (0..=400).all(|i| path.at(length * f64::from(i) / 400.0).distance(q) > 1.5 * clear + length / 400.0);
            let is_round = matches!(path, Path::Arc { .. });
            prop_assert!(!far || is_round || !Corridor::new(&path, length, clear).may_hold(q));
        }

        #[test]
        fn a_way_that_leads_over_a_body_does_not_pass_it(
            path in path(), x in 0.0..8.0f64, y in 0.0..8.0f64, a in 0.0..7.0f64, d in 0.0..9.0f64, which in 0..3usize
        ) {
            let body = [Extent::disc(0.6), Extent::triangle(1.0, 1.2), Extent::capsule(1.0, 0.3)][which].clone();
            // A body about a place near the way, so that many of them are over it.
            let near = path.at(d) + Vec2::new(x - 4.0, y - 4.0) * 0.2;
            let pose = Pose { at: near, heading: Vec2::from_angle(a) };
            let is_over = (0..=200).any(|i| body.overlaps(&pose, path.at(9.0 * f64::from(i) / 200.0), 1e-9));
            prop_assert!(!(is_over && body.is_passed(&pose, &path)));
        }
    }
}
