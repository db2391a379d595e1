//! Parry's own shape casting along our paths: a second opinion about contacts.
//!
//! Straight sweeps are cast by parry. Its casts of bodies that turn do not always end. So a body that turns is advanced in steps,
//! each as long as the distance that parry measures, until this distance is 0.

use crate::geom::{Extent, Path, Point, RigidMotion, Vec2};
use parry2d::math::Pose as Isometry;
use parry2d::query::{ShapeCastOptions, ShapeCastStatus, cast_shapes};
use parry2d::shape::{Ball, Capsule, ConvexPolygon, Shape};

/// The distance by which a body is grown and shrunk for the two bounds of a contact, board units.
const SLACK: f64 = 1e-6;

/// The greatest distance, as parry measures it, at which a body that turns is in contact. Board units.
const CONTACT: f64 = 1e-9;

/// The least advance of a body that turns, board units.
const LEAST_ADVANCE: f64 = 1e-5;

/// The contact of a moving body with a point, as parry's casts find it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cast {
    /// The place lies inside the body where it begins, deeper than 1e-6.
    Overlapped,
    /// A contact, if any, lies between those of a body grown by 1e-6 and of one shrunk by as much.
    Meets {
        /// The contact of the grown body.
        earliest: Option<f64>,
        /// The contact of the shrunk body.
        latest: Option<f64>,
    },
}

/// Casts a body along a path against a point, up to a distance. `None` for a body that parry cannot represent.
pub fn cast(path: &Path, extent: &Extent, q: Point, until: f64) -> Option<Cast> {
    // A little more than the reach of the body, so that it covers the grown body too.
    let reach = extent.outer_radius() * (1.0 + 1e-3);
    let latest = first_hit(path, &*shape(extent, -SLACK)?, reach, q, until);
    if latest.is_some_and(|hit| hit.overlaps_at_start) {
        return Some(Cast::Overlapped);
    }
    let earliest = first_hit(path, &*shape(extent, SLACK)?, reach, q, until);
    Some(Cast::Meets { earliest: earliest.map(|hit| hit.distance), latest: latest.map(|hit| hit.distance) })
}

/// A contact that parry reports.
#[derive(Clone, Copy)]
struct Hit {
    /// The distance along the path.
    distance: f64,
    overlaps_at_start: bool,
}

/// Returns the body as a parry shape, its outline moved outwards by `slack`.
fn shape(extent: &Extent, slack: f64) -> Option<Box<dyn Shape>> {
    let radius = extent.radius() + slack;
    match extent.core() {
        [_] => Some(Box::new(Ball::new(radius))),
        [a, b] => Some(Box::new(Capsule::new((*a).into(), (*b).into(), radius))),
        corners if extent.radius() == 0.0 => {
            // The polygon is scaled about its centre, which lies inside. Its nearest side moves by `slack`, no other by less.
            let inner = extent.depth(Point::new(0.0, 0.0));
            let scale = 1.0 + slack / inner;
            let points = corners.iter().map(|&corner| Vec2::from(corner) * scale).collect();
            Some(Box::new(ConvexPolygon::from_convex_polyline(points)?))
        }
        _ => None,
    }
}

/// Returns the first contact of a shape that moves along a path with a point, up to the distance `until`. All points of the shape
/// lie within `reach` of its centre.
fn first_hit(path: &Path, body: &dyn Shape, reach: f64, q: Point, until: f64) -> Option<Hit> {
    let point = Ball::new(0.0);
    let point_pose = Isometry::from_translation(q.into());
    let start = path.start();
    let start_pose = Isometry::new(start.at.into(), start.heading.to_angle());
    let (pivot, rate) = match path.motion() {
        RigidMotion::Rotation { pivot, rate } => (pivot, rate),
        RigidMotion::Shift(dir) => {
            let options = ShapeCastOptions { max_time_of_impact: until, ..ShapeCastOptions::default() };
            let hit = cast_shapes(&start_pose, dir, body, &point_pose, Vec2::ZERO, &point, options);
            return hit.ok().flatten().map(|hit| Hit {
                distance: hit.time_of_impact,
                overlaps_at_start: hit.status == ShapeCastStatus::PenetratingOrWithinTargetDist,
            });
        }
    };
    // The greatest speed of any point of the body, in board units for each unit of distance.
    let speed = rate.abs() * (start.at.distance(pivot) + reach);
    let mut travelled = 0.0;
    while travelled <= until {
        let pose = path.pose(travelled);
        let body_pose = Isometry::new(pose.at.into(), pose.heading.to_angle());
        let apart = parry2d::query::distance(&body_pose, body, &point_pose, &point).ok()?.distance;
        if apart <= CONTACT {
            return Some(Hit { distance: travelled, overlaps_at_start: travelled == 0.0 && apart <= 0.0 });
        }
        travelled += apart.max(LEAST_ADVANCE) / speed;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Pose, contact_along};
    use proptest::prelude::*;

    fn extent() -> impl Strategy<Value = Extent> {
        prop_oneof![
            (0.1..0.5f64).prop_map(Extent::disc),
            (0.1..1.0f64, 0.2..2.0f64).prop_map(|(base, height)| Extent::triangle(base, height)),
            (0.1..1.0f64, 0.05..0.5f64).prop_map(|(length, radius)| Extent::capsule(length, radius)),
            (3..9usize, 0.2..1.0f64).prop_map(|(n, r)| {
                let corner = |i: usize| Vec2::from_angle(std::f64::consts::TAU * i as f64 / n as f64) * r;
                let corners: Vec<Point> = (0..n).map(|i| Point::new(0.0, 0.0) + corner(i)).collect();
                Extent::polygon(&corners).expect("regular polygons are convex")
            }),
        ]
    }

    proptest! {
        /// The kernel's contact lies between parry's bounds, for every extent and every path.
        #[test]
        fn parry_casts_find_our_contacts(
            extent in extent(), heading in 0.0..7.0f64, course in 0..3u8, x in -2.0..2.0f64, y in -2.0..2.0f64
        ) {
            let start = Pose { at: Point::new(0.0, 0.0), heading: Vec2::from_angle(heading) };
            let path = match course {
                0 => Path::Line { start, dir: Vec2::X },
                1 => Path::Arc { start, pivot: Point::new(0.0, 1.0), sense: -1.0 },
                _ => Path::Turn { start, sense: 1.0 },
            };
            let q = Point::new(x, y);
            let until = path.period().min(5.0);
            let tolerance = if course == 2 { 1e-2 } else { 1e-4 };
            let ours = contact_along(&path, &extent, q, 1e-9).filter(|&at| at <= until);
            // The depth is the distance to the outline that parry measures. Outside a polygon it is a bound of the right sign.
            let body = shape(&extent, 0.0).expect("a known shape");
            let (depth, theirs) = (extent.depth(q), -body.distance_to_local_point(q.into(), false));
            if theirs >= 0.0 || extent.core().len() < 3 {
                prop_assert!((depth - theirs).abs() < 1e-9, "{depth} {theirs}");
            } else {
                prop_assert!(depth < 1e-12 && depth >= theirs - 1e-9);
            }
            match cast(&path, &extent, q, until).expect("a known shape") {
                Cast::Overlapped => prop_assert_eq!(ours, None),
                Cast::Meets { earliest, latest } => {
                    // If we find no contact, parry's must not lie before the end.
                    let known = ours.unwrap_or(until);
                    prop_assert!(latest.is_none_or(|at| known <= at + tolerance), "{ours:?} {latest:?}");
                    if let Some(at) = ours {
                        let early = earliest.is_some_and(|early| early <= at + tolerance);
                        prop_assert!(early || at >= until - tolerance, "{ours:?} {earliest:?}");
                    }
                }
            }
        }
    }
}
