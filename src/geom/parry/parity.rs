//! Our closed forms against parry's shapes.

use crate::geom::{Extent, Point, Vec2};
use parry2d::math::Pose as Isometry;
use parry2d::query::PointQuery;
use parry2d::shape::{Capsule, ConvexPolygon};
use proptest::prelude::*;

fn vector(p: Point) -> Vec2 {
    Vec2::new(p.x, p.y)
}

/// Returns the distance to the outline as parry measures it, positive inside.
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

/// Generates extents other than discs.
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
}
