//! An index of points for corridor queries, on parry's BVH.

use crate::geom::{Point, Ray, Vec2};
use parry2d::bounding_volume::Aabb;
use parry2d::partitioning::{Bvh, BvhBuildStrategy, BvhNode, TraversalAction};

/// Points in a bounding volume hierarchy, known by their place in the slice they came from.
pub struct PointIndex(Bvh);

impl PointIndex {
    /// From this many points on an index is faster than a look at each.
    pub const CROWD: usize = 96;

    /// Indexes the points. O(n log n).
    pub fn new(points: impl Iterator<Item = Point>) -> PointIndex {
        let leaves = points.enumerate().map(|(i, p)| {
            let p = Vec2::new(p.x, p.y);
            (i, Aabb::new(p, p))
        });
        PointIndex(Bvh::from_iter(BvhBuildStrategy::Binned, leaves))
    }

    /// Calls `visit` for every point within `half_width` of the ray's line at a distance along it in `from..=to`. It
    /// may visit some points just outside. The order has no meaning.
    pub fn in_corridor(&self, ray: &Ray, half_width: f64, from: f64, to: f64, mut visit: impl FnMut(usize)) {
        self.0.traverse(|node| {
            let Some((near, far)) = stretch(ray, half_width, node) else {
                return TraversalAction::Prune;
            };
            if far < from || near > to {
                return TraversalAction::Prune;
            }
            if let Some(leaf) = node.leaf_data() {
                visit(leaf as usize);
            }
            TraversalAction::Continue
        });
    }

    /// The least `cost` among the points of the corridor, nearest boxes first. `cost` must be at
    /// least the point's distance along the ray less `half_width`, and is compared with `limit`.
    pub fn least_in_corridor(
        &self,
        ray: &Ray,
        half_width: f64,
        limit: f64,
        cost: impl Fn(usize) -> Option<f64>,
    ) -> Option<f64> {
        let bound = |node: &BvhNode, _: f64| match stretch(ray, half_width, node) {
            Some((near, far)) if far >= 0.0 => near - half_width,
            _ => f64::MAX,
        };
        self.0.find_best(limit, bound, |leaf, _| cost(leaf as usize)).map(|(_, least)| least)
    }
}

/// The distances along the ray that a node's box covers, if it comes within `half_width` of the line.
fn stretch(ray: &Ray, half_width: f64, node: &BvhNode) -> Option<(f64, f64)> {
    let (mins, maxs) = (node.mins(), node.maxs());
    let half = (maxs - mins) * 0.5;
    let v = (mins + maxs) * 0.5 - Vec2::new(ray.origin.x, ray.origin.y);
    let dir = ray.dir;
    let across = dir.x.abs() * half.y + dir.y.abs() * half.x;
    if dir.perp_dot(v).abs() - across > half_width {
        return None;
    }
    let (along, reach) = (dir.dot(v), dir.x.abs() * half.x + dir.y.abs() * half.y);
    Some((along - reach, along + reach))
}
