//! Convexity, by parry's convex hull.

use crate::geom::{Point, Vec2};
use parry2d::transformation::convex_hull_idx;

/// Whether the corners, counter-clockwise, are those of a strictly convex polygon: its hull has the same corners in this order.
pub fn is_convex(corners: &[Point]) -> bool {
    let points: Vec<Vec2> = corners.iter().map(|&p| p.into()).collect();
    let n = points.len();
    if n < 3 || points.iter().enumerate().any(|(i, p)| points[..i].contains(p)) {
        return false;
    }
    let turns = (0..n).map(|i| {
        let (a, b, c) = (points[i], points[(i + 1) % n], points[(i + 2) % n]);
        (b - a).perp_dot(c - b)
    });
    // A star also turns to the left at each corner, but its hull has another order of corners.
    if turns.fold(f64::INFINITY, f64::min) <= crate::geom::tolerance::EPSILON {
        return false;
    }
    let hull = convex_hull_idx(&points);
    let Some(first) = hull.iter().position(|&corner| corner == 0) else { return false };
    hull.len() == n && (0..n).all(|corner| hull[(first + corner) % n] == corner)
}
