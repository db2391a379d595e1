//! The contact of a moving disc with a point: the definition of touching for rides, blocks and checks of equal discs
//! (`docs/rules/continuous.md` 2).

use super::{Point, Ray, Vec2};

/// Returns the distance at which an open disc of `radius`, moving along `ray`, comes into contact with the point `q`.
///
/// There is a contact if the disc does not overlap `q` at the start and its centre comes nearer to `q` than `radius - epsilon`.
/// The distance is the least `t >= 0` with `|origin + t dir - q| = radius`, or 0 if the disc touches `q` at the start and
/// approaches. The perpendicular form keeps the error near 1e-11 close to a tangent, where the discriminant of the usual
/// quadratic loses half its digits.
///
/// ```
/// use continuum::geom::{Point, Ray, Vec2, contact};
/// let east = Ray::new(Point::new(0.0, 0.0), Vec2::X);
/// // 0.15 off the line: 3 - sqrt(0.0625 - 0.0225) = 3 - 0.2.
/// let met = contact(&east, 0.25, Point::new(3.0, 0.15), 1e-9).expect("a contact");
/// assert!((met - 2.8).abs() < 1e-12);
/// assert_eq!(contact(&east, 0.25, Point::new(3.0, 0.25), 1e-9), None, "a graze");
/// ```
#[inline]
pub fn contact(ray: &Ray, radius: f64, q: Point, epsilon: f64) -> Option<f64> {
    contact_of(ray.dir, radius, q - ray.origin, epsilon)
}

/// Returns the distance at which a disc that moves along `dir` comes into contact with the point at `v` from its centre.
#[inline]
pub fn contact_of(dir: Vec2, radius: f64, v: Vec2, epsilon: f64) -> Option<f64> {
    let offset = dir.perp_dot(v);
    let overlap_distance = radius - epsilon;
    // Most points lie beside the path, so this test comes first.
    if offset.abs() >= overlap_distance {
        return None;
    }
    let along = dir.dot(v);
    if along <= 0.0 || v.length_squared() < overlap_distance * overlap_distance {
        return None;
    }
    Some((along - (radius * radius - offset * offset).sqrt()).max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const R: f64 = 0.25;
    const E: f64 = 1e-9;
    const EAST: Ray = Ray { origin: Point::new(0.0, 0.0), dir: Vec2::X };

    #[test]
    fn a_disc_that_touches_meets_what_it_approaches() {
        let meets = |x, y| contact(&EAST, R, Point::new(x, y), E);
        assert_eq!([meets(0.25, 0.0), meets(0.25 - 5e-10, 0.0)], [Some(0.0); 2]);
        assert_eq!(
            [meets(-1.0, 0.0), meets(0.0, 0.25), meets(0.1, 0.0)],
            [None; 3],
            "behind, beside, overlapped"
        );
    }
}
