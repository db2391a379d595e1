//! Curves that are known by a function alone, which is 0 on them. In a small square such a curve is nearly a circle or a line.

use super::{Curve, Point, Vec2};
use smallvec::SmallVec;

/// So many parts of a side, or of the way between two sides, are looked at for one crossing each.
const PARTS: u32 = 8;

/// How near to the zero it is found, as a share of the square.
const ACCURACY: f64 = 1e-9;

/// The lines and circles that a curve nearly is in a square about `middle` with half the side `half`: each through two places of
/// its sides and one between them. `value` is 0 on the curve, and has no value where there is none.
pub fn curves_in(value: &impl Fn(Point) -> Option<f64>, middle: Point, half: f64) -> SmallVec<[Curve; 2]> {
    let corners =
        [(-half, -half), (half, -half), (half, half), (-half, half)].map(|(x, y)| middle + Vec2::new(x, y));
    let sides = (0..4).map(|i| (corners[i], corners[(i + 1) % 4]));
    let ends: SmallVec<[Point; 4]> = sides.flat_map(|(from, to)| crossings(value, from, to)).collect();
    let mut out = SmallVec::new();
    for (i, &a) in ends.iter().enumerate() {
        for &b in &ends[i + 1..] {
            let chord = b - a;
            let Some(across) = chord.perp().try_normalize() else { continue };
            let (foot, reach) = (a + chord * 0.5, 0.5 * chord.length());
            let between = crossings(value, foot + across * -reach, foot + across * reach);
            out.extend(between.into_iter().map(|c| through(a, b, foot, across.dot(c - foot), across, reach)));
        }
    }
    out
}

/// The circle through two places and one off the middle of their chord by `rise`; a line if it is on the chord.
fn through(a: Point, b: Point, foot: Point, rise: f64, across: Vec2, reach: f64) -> Curve {
    // The radius is (reach² + rise²) / 2 rise.
    if rise.abs() < ACCURACY * reach {
        return Curve::Line { through: a, dir: (b - a).normalize() };
    }
    let off = 0.5 * (rise * rise - reach * reach) / rise;
    let centre = foot + across * off;
    Curve::Circle { centre, radius: (rise - off).abs() }
}

/// Where a function is 0 between two places.
fn crossings(value: &impl Fn(Point) -> Option<f64>, from: Point, to: Point) -> SmallVec<[Point; 2]> {
    let at = |t: f64| from + (to - from) * t;
    let mut out = SmallVec::new();
    let mut before: Option<(f64, f64)> = None;
    for i in 0..=PARTS {
        let t = f64::from(i) / f64::from(PARTS);
        let now = value(at(t)).map(|v| (t, v));
        if let (Some(a), Some(b)) = (before, now)
            && (a.1 < 0.0) != (b.1 < 0.0)
        {
            out.extend(zero_between(&|t| value(at(t)), a, b).map(at));
        }
        before = now;
    }
    out
}

/// Where a function is 0 between two parameters at which it has different signs, by the false position and halves in turn.
fn zero_between(value: &impl Fn(f64) -> Option<f64>, mut a: (f64, f64), mut b: (f64, f64)) -> Option<f64> {
    for i in 0..60 {
        if b.0 - a.0 < ACCURACY || a.1 == 0.0 || b.1 == 0.0 {
            break;
        }
        let share = if i % 3 == 2 { 0.5 } else { a.1 / (a.1 - b.1) };
        let t = a.0 + (b.0 - a.0) * share.clamp(1e-3, 1.0 - 1e-3);
        let v = value(t)?;
        if (v < 0.0) == (a.1 < 0.0) { a = (t, v) } else { b = (t, v) }
    }
    Some(if a.1.abs() < b.1.abs() { a.0 } else { b.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// An ellipse with axes 1 and 2 passes the square. Each of its places there is on one of the curves.
        #[test]
        fn a_smooth_curve_is_nearly_a_circle(angle in 0.0..6.3f64, x in -0.7..0.7f64, y in -0.7..0.7f64) {
            let (half, ellipse) = (0.01, |t: f64| Point::new(2.0 * t.cos(), t.sin()));
            let middle = ellipse(angle) + Vec2::new(x, y) * half;
            let curves = curves_in(&|q| Some(0.25 * q.x * q.x + q.y * q.y - 1.0), middle, half);
            let inside = |q: &Point| (q.x - middle.x).abs() < half && (q.y - middle.y).abs() < half;
            for q in (-40..=40).map(|i| ellipse(angle + f64::from(i) * 5e-4)).filter(inside) {
                let off = curves.iter().map(|curve| curve.offset(q).abs()).fold(f64::INFINITY, f64::min);
                prop_assert!(off < 1e-6, "{off}: {q} {curves:?}");
            }
        }

        /// A circle is itself, and where it has no value there is none of it.
        #[test]
        fn a_circle_is_itself(x in -0.5..0.5f64, y in -0.5..0.5f64, radius in 0.8..2.0f64) {
            let circle = Curve::Circle { centre: Point::new(x, y), radius };
            let middle = Point::new(x + radius, y);
            let found = curves_in(&|q| Some(circle.offset(q)), middle, 0.1);
            prop_assert!(found.iter().any(|one| one.coincides(&circle, middle, 0.1, 1e-8)), "{found:?}");
            prop_assert!(curves_in(&|q| (q.x < x).then(|| circle.offset(q)), middle, 0.1).is_empty());
        }
    }

    #[test]
    fn a_line_is_itself() {
        let line = Curve::Line { through: Point::new(0.02, 0.0), dir: Vec2::from_angle(1.0) };
        let found = curves_in(&|q| Some(line.offset(q)), Point::new(0.0, 0.0), 0.1);
        assert!(found.iter().any(|one| one.coincides(&line, Point::new(0.0, 0.0), 0.1, 1e-8)), "{found:?}");
    }
}
