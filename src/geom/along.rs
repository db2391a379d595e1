//! Sets of distances at which a point moving along a ray has a property: roots of linear and quadratic equations.
//!
//! Ends are roots of the exact equation. `epsilon` only decides whether the set is empty: for a graze it is.

use super::tolerance::PARALLEL;
use super::{Interval, Point, Ray, Spans, Vec2};

/// Returns the distances at which a point moving along `ray` is inside the open disc; none if it gets no deeper than `epsilon`.
#[inline]
pub fn inside_disc(ray: &Ray, centre: Point, radius: f64, epsilon: f64) -> Spans {
    inside_disc_by_vector(ray.dir, centre - ray.origin, radius, epsilon).map_or_else(Spans::none, Spans::from)
}

/// Returns the distances at which a point that moves along `dir` is inside an open disc. `v` leads from its start to the centre.
#[inline]
pub fn inside_disc_by_vector(dir: Vec2, v: Vec2, radius: f64, epsilon: f64) -> Option<Interval> {
    let offset = dir.perp_dot(v);
    if offset.abs() >= radius - epsilon {
        return None;
    }
    let half = (radius * radius - offset * offset).sqrt();
    let middle = dir.dot(v);
    Some(Interval::open(middle - half, middle + half))
}

/// Returns the distances at which a point moving along `ray` is inside the closed disc; a tangent, to
/// `epsilon`, gives one distance.
#[inline]
pub fn inside_closed_disc(ray: &Ray, centre: Point, radius: f64, epsilon: f64) -> Spans {
    let offset = ray.offset(centre);
    if offset.abs() > radius + epsilon {
        return Spans::none();
    }
    let middle = ray.along(centre);
    if offset.abs() >= radius - epsilon {
        return Interval::point(middle).into();
    }
    let half = (radius * radius - offset * offset).sqrt();
    Interval::closed(middle - half, middle + half).into()
}

/// Returns the distances at which a point moving along `ray` is nearer than `half_width` to the line through
/// `through` along the unit vector `dir`. The set is all or nothing if the ray is parallel to the line.
#[inline]
pub fn inside_strip(ray: &Ray, through: Point, dir: Vec2, half_width: f64, epsilon: f64) -> Spans {
    let offset = dir.perp_dot(ray.origin - through);
    let slope = dir.perp_dot(ray.dir);
    if slope.abs() < PARALLEL {
        return if offset.abs() < half_width - epsilon { Spans::all() } else { Spans::none() };
    }
    let (a, b) = ((-half_width - offset) / slope, (half_width - offset) / slope);
    Interval::open(a.min(b), a.max(b)).into()
}

/// Returns the distances at which a point moving along `ray` lies strictly ahead of the line through `through`
/// that is perpendicular to `dir`.
#[inline]
pub fn beyond_line(ray: &Ray, through: Point, dir: Vec2) -> Spans {
    let ahead = dir.dot(ray.origin - through);
    let slope = dir.dot(ray.dir);
    if slope.abs() < PARALLEL {
        return if ahead > 0.0 { Spans::all() } else { Spans::none() };
    }
    let root = -ahead / slope;
    let (from, to) = if slope > 0.0 { (root, f64::INFINITY) } else { (f64::NEG_INFINITY, root) };
    Interval::open(from, to).into()
}

/// Returns the distances at which a point moving along `ray` lies on the line through `through` that is
/// perpendicular to `dir`, or behind it.
#[inline]
pub fn on_or_behind_line(ray: &Ray, through: Point, dir: Vec2) -> Spans {
    Spans::all().difference(&beyond_line(ray, through, dir), 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn point() -> impl Strategy<Value = Point> {
        (0.0..8.0f64, 0.0..8.0f64).prop_map(|(x, y)| Point::new(x, y))
    }

    fn unit() -> impl Strategy<Value = Vec2> {
        (0.0..360.0f64).prop_map(|a| Vec2::from_angle(a.to_radians()))
    }

    proptest! {
        /// Membership by the closed form equals membership by measuring, away from the ends.
        #[test]
        fn closed_forms_equal_measuring(p in point(), u in unit(), q in point(), w in unit(), r in 0.05..1.0f64, d in 0.0..12.0f64) {
            let ray = Ray::new(p, u);
            let m = ray.at(d);
            let is_clear_of_0 = |value: f64| value.abs() > 1e-7;
            if is_clear_of_0(m.distance(q) - r) {
                prop_assert_eq!(inside_disc(&ray, q, r, 1e-9).contains(d), m.distance(q) < r);
            }
            let offset = w.perp_dot(m - q).abs();
            if is_clear_of_0(offset - r) {
                prop_assert_eq!(inside_strip(&ray, q, w, r, 1e-9).contains(d), offset < r);
            }
            let ahead = w.dot(m - q);
            if is_clear_of_0(ahead) {
                prop_assert_eq!(beyond_line(&ray, q, w).contains(d), ahead > 0.0);
                prop_assert_eq!(on_or_behind_line(&ray, q, w).contains(d), ahead < 0.0);
            }
        }
    }
}
