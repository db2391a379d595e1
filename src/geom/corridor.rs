//! The places near a path: a bounding volume that filters many places before any exact test.

use super::{Path, Point, Vec2};

/// A bounding volume of the places near the first part of a centre's path. In a turn in place the centre does not move.
#[derive(Debug, Clone, Copy)]
pub enum Corridor {
    /// Along a line, with the half width `clear`.
    Straight { from: Point, dir: Vec2, length: f64, clear: f64 },
    /// About an arc: between two circles about the pivot, and near the start.
    Round { pivot: Point, least_squared: f64, most_squared: f64, from: Point, greatest_chord_squared: f64 },
}

impl Corridor {
    /// Returns a corridor that holds all places within `clear` of the first `length` of the centre's path.
    pub fn new(path: &Path, length: f64, clear: f64) -> Corridor {
        let square = |d: f64| d * d;
        let from = path.start().at;
        let (pivot, length) = match *path {
            Path::Line { dir, .. } => return Corridor::Straight { from, dir, length, clear },
            Path::Arc { pivot, .. } => (pivot, length),
            Path::Turn { .. } => (from, 0.0),
        };
        let radius = pivot.distance(from);
        Corridor::Round {
            pivot,
            least_squared: square((radius - clear).max(0.0)),
            most_squared: square(radius + clear),
            from,
            greatest_chord_squared: square(length + clear),
        }
    }

    /// Whether a place may lie in the corridor: a conservative filter that errs towards yes.
    #[inline]
    pub fn may_hold(&self, q: Point) -> bool {
        match *self {
            Corridor::Straight { from, dir, length, clear } => {
                let v = q - from;
                let along = dir.dot(v);
                dir.perp_dot(v).abs() <= clear && along >= -clear && along <= length + clear
            }
            Corridor::Round { pivot, least_squared, most_squared, from, greatest_chord_squared } => {
                let from_pivot = (q - pivot).length_squared();
                from_pivot >= least_squared
                    && from_pivot <= most_squared
                    && (q - from).length_squared() <= greatest_chord_squared
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
        fn what_is_near_the_path_is_held(
            path in path(), length in 0.0..9.0f64, share in 0.0..1.0f64, clear in 0.0..2.0f64, off in 0.0..1.0f64, a in 0.0..7.0f64
        ) {
            let q = path.at(length * share) + Vec2::from_angle(a) * (clear * off * (1.0 - 1e-12));
            prop_assert!(Corridor::new(&path, length, clear).may_hold(q));
        }

        #[test]
        fn a_path_that_leads_over_a_body_does_not_pass_it(
            path in path(), x in 0.0..8.0f64, y in 0.0..8.0f64, a in 0.0..7.0f64, d in 0.0..9.0f64, which in 0..3usize
        ) {
            let body = [Extent::disc(0.6), Extent::triangle(1.0, 1.2), Extent::capsule(1.0, 0.3)][which].clone();
            // The body stands near the path, so that many paths lead over it.
            let near = path.at(d) + Vec2::new(x - 4.0, y - 4.0) * 0.2;
            let pose = Pose { at: near, heading: Vec2::from_angle(a) };
            let is_over = (0..=200).any(|i| body.overlaps(&pose, path.at(9.0 * f64::from(i) / 200.0), 1e-9));
            prop_assert!(!(is_over && body.is_surely_passed(&pose, &path)));
        }
    }
}
