//! An index of points for corridor queries, on parry's BVH.

use crate::geom::{Interval, Point, Ray, Vec2};
use parry2d::bounding_volume::Aabb;
use parry2d::partitioning::{Bvh, BvhBuildStrategy, BvhNode, TraversalAction};

/// Points in a bounding volume hierarchy, each named by its index in the slice it came from.
pub struct PointIndex {
    tree: Bvh,
}

impl PointIndex {
    /// With this many points or more, a whole legal set is computed faster by the index than by a scan.
    pub const MIN_POINTS: usize = 192;

    /// Returns an index of the points, built in O(n log n).
    pub fn new(points: impl Iterator<Item = Point>) -> PointIndex {
        let leaves = points.enumerate().map(|(i, p)| (i, Aabb::new(p.into(), p.into())));
        PointIndex { tree: Bvh::from_iter(BvhBuildStrategy::Binned, leaves) }
    }

    /// Calls `visit` for every point within `half_width` of the ray's line whose distance along it is in `from..=to`, and perhaps
    /// for some just outside, in no particular order.
    pub fn in_corridor(&self, ray: &Ray, half_width: f64, from: f64, to: f64, mut visit: impl FnMut(usize)) {
        self.tree.traverse(|node| {
            match range_along(ray, half_width, node) {
                Some(range) if range.to >= from && range.from <= to => {}
                Some(_) | None => return TraversalAction::Prune,
            }
            if let Some(leaf) = node.leaf_data() {
                visit(leaf as usize);
            }
            TraversalAction::Continue
        });
    }

    /// Returns the least cost of a point in the corridor ahead of the origin, if it is at most `limit`. The cost of a point must
    /// be at least its distance along the ray minus `half_width`.
    pub fn least_in_corridor(
        &self,
        ray: &Ray,
        half_width: f64,
        limit: f64,
        cost: impl Fn(usize) -> Option<f64>,
    ) -> Option<f64> {
        let bound = |node: &BvhNode, _: f64| match range_along(ray, half_width, node) {
            Some(range) if range.to >= 0.0 => range.from - half_width,
            Some(_) | None => f64::MAX,
        };
        self.tree.find_best(limit, bound, |leaf, _| cost(leaf as usize)).map(|(_, least)| least)
    }
}

/// Returns the distances along the ray that a node's box covers, if the box comes within `half_width` of the line.
fn range_along(ray: &Ray, half_width: f64, node: &BvhNode) -> Option<Interval> {
    let (mins, maxs) = (node.mins(), node.maxs());
    let half = (maxs - mins) * 0.5;
    let v = (mins + maxs) * 0.5 - Vec2::from(ray.origin);
    let dir = ray.dir;
    let across = dir.x.abs() * half.y + dir.y.abs() * half.x;
    if dir.perp_dot(v).abs() - across > half_width {
        return None;
    }
    let (along, reach) = (dir.dot(v), dir.x.abs() * half.x + dir.y.abs() * half.y);
    Some(Interval::closed(along - reach, along + reach))
}
