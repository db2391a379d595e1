//! The contact kernel held against parry2d's ray casting over a million random sweeps.

use continuum::geom::{Point, Ray, Vec2, contact};
use parry2d::math::Vector;
use parry2d::query::{Ray as ParryRay, RayCast};
use parry2d::shape::Ball;

const SWEEPS: usize = 1_000_000;
const EPSILON: f64 = 1e-9;

/// Near a tangent parry's quadratic loses half its digits; this far inside it does not.
const CLEAR: f64 = 1e-6;

#[test]
fn a_million_sweeps_meet_where_parry_meets() {
    let mut state = 1u64;
    let mut unit = move || splitmix64(&mut state) as f64 / u64::MAX as f64;
    let (mut met, mut passed) = (0, 0);
    for _ in 0..SWEEPS {
        let p = Point::new(unit() * 8.0, unit() * 8.0);
        let q = Point::new(unit() * 8.0, unit() * 8.0);
        let dir = Vec2::from_angle(unit() * std::f64::consts::TAU);
        let radius = 0.05 + unit() * 0.95;
        let ray = Ray::new(p, dir);
        let closest = if ray.along(q) <= 0.0 { p.distance(q) } else { ray.offset(q).abs() };
        if p.distance(q) < radius + CLEAR || (closest - radius).abs() < CLEAR {
            continue;
        }
        // A disc that sweeps onto a point meets it when the point's own disc is hit by the centre.
        let local = ParryRay::new(Vector::new(p.x - q.x, p.y - q.y), Vector::new(dir.x, dir.y));
        let theirs = Ball::new(radius).cast_local_ray(&local, 1e3, true);
        let ours = contact(&ray, radius, q, EPSILON);
        match (ours, theirs) {
            (Some(a), Some(b)) => {
                assert!((a - b).abs() < 1e-8, "{ray:?} {radius} {q:?}: {a} against {b}");
                met += 1;
            }
            (None, None) => passed += 1,
            _ => panic!("{ray:?} {radius} {q:?}: {ours:?} against {theirs:?}"),
        }
    }
    assert!(met > SWEEPS / 20 && passed > SWEEPS / 2, "{met} met, {passed} passed");
}

/// Steele, Lea and Flood's generator: short, and the same everywhere.
fn splitmix64(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
