//! Convexity, by parry's convex hull.

use crate::geom::{Point, Vec2};
use parry2d::transformation::convex_hull_idx;

/// Whether the corners, counter-clockwise, are those of a strictly convex polygon: its hull keeps
/// every one of them in their order.
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
    // Turns to the left alone also hold for a star, which its hull excludes.
    if turns.fold(f64::INFINITY, f64::min) <= crate::geom::tolerance::EPSILON {
        return false;
    }
    let hull = convex_hull_idx(&points);
    let first = hull.iter().position(|&i| i == 0);
    hull.len() == n && first.is_some_and(|f| (0..n).all(|k| hull[(f + k) % n] == k))
}
