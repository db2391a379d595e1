//! Directions as angles.

use super::tolerance;

/// Returns the angle between two bearings or headings, modulo whole turns: degrees, 0 to 180.
pub fn angle_between(a: f64, b: f64) -> f64 {
    let turn = (a - b).rem_euclid(360.0);
    turn.min(360.0 - turn)
}

/// Returns an angle reduced to the range from 0 up to, but without, 360 degrees.
pub fn full_turn(degrees: f64) -> f64 {
    let turned = degrees.rem_euclid(360.0);
    if turned >= 360.0 { 0.0 } else { turned }
}

/// Whether a written bearing means `bearing`: both are equal up to whole turns and the rounding of typed decimals.
pub fn is_same_bearing(written: f64, bearing: f64) -> bool {
    angle_between(written, bearing) <= tolerance::BEARING
}
