//! Our closed forms against parry's shapes.

use crate::geom::{Extent, Path, Point, Pose, Vec2, contact_along, deeper_along};
use parry2d::math::Pose as Isometry;
use parry2d::query::PointQuery;
use parry2d::shape::{Capsule, ConvexPolygon};
use proptest::prelude::*;

fn vector(p: Point) -> Vec2 {
    Vec2::new(p.x, p.y)
}

/// The distance to the outline, positive inside, as parry measures it.
fn parry_depth(extent: &Extent, q: Point) -> f64 {
    let inside = |shape: &dyn PointQuery| {
        let at = Isometry::identity();
        -shape.distance_to_point(&at, vector(q), false)
    };
    match extent.core() {
        [a, b] => inside(&Capsule::new(vector(*a), vector(*b), extent.radius())),
        corners => {
            let points = corners.iter().map(|&p| vector(p)).collect();
            inside(&ConvexPolygon::from_convex_polyline(points).expect("convex"))
        }
    }
}

/// Any extent that is no disc.
pub(super) fn lopsided() -> impl Strategy<Value = Extent> {
    prop_oneof![
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
    #[test]
    fn depth_is_what_parry_measures(extent in lopsided(), x in -1.5..1.5f64, y in -1.5..1.5f64) {
        let q = Point::new(x, y);
        let (ours, theirs) = (extent.depth(q), parry_depth(&extent, q));
        // Outside a polygon our depth is a bound, of the right sign.
        if theirs >= 0.0 || extent.radius() > 0.0 {
            prop_assert!((ours - theirs).abs() < 1e-9, "{ours} {theirs}");
        } else {
            prop_assert!(ours < 1e-12 && ours >= theirs - 1e-9);
        }
    }

    /// Stepping a body along its way in parry's shapes finds the same contacts.
    #[test]
    fn contact_is_where_parry_first_finds_the_point_inside(
        extent in lopsided(), heading in 0.0..7.0f64, course in 0..3u8, x in -2.0..2.0f64, y in -2.0..2.0f64
    ) {
        let start = Pose { at: Point::new(0.0, 0.0), heading: Vec2::from_angle(heading) };
        let path = match course {
            0 => Path::Line { start, dir: Vec2::X },
            1 => Path::Arc { start, pivot: Point::new(0.0, 1.0), sense: -1.0 },
            _ => Path::Turn { start, sense: 1.0 },
        };
        let q = Point::new(x, y);
        let length = path.period().min(5.0f64.max(path.period() * f64::from(u8::from(course > 0))));
        let depth = |d: f64| parry_depth(&extent, path.pose(d).local(q));
        prop_assume!(depth(0.0).abs() > 1e-6);
        let steps = 2000;
        let stepped = (0..=steps).map(|i| length * f64::from(i) / f64::from(steps)).find(|&d| depth(d) > 1e-6);
        match contact_along(&path, &extent, q, 1e-9) {
            _ if depth(0.0) > 0.0 => prop_assert!(deeper_along(&path, &extent, q, 0.0).contains(0.0)),
            // At the contact itself parry's distance is good to its own thresholds only, ours is asked.
            Some(t) if t <= length => {
                prop_assert!(extent.depth(path.pose(t).local(q)).abs() < 1e-9);
                prop_assert!(stepped.is_none_or(|first| t <= first + 1e-9));
            }
            _ => prop_assert!(stepped.is_none()),
        }
    }
}
