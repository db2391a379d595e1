//! Headings as degrees of the plane.

use crate::chess::{Color, Label};

/// Returns the direction straight ahead for a colour, degrees of the plane.
pub(in crate::plane) fn ahead(label: Label) -> f64 {
    match label.color() {
        Color::White => 90.0,
        Color::Black => 270.0,
    }
}

/// Returns an angle reduced to 0 to 360 degrees.
pub(in crate::plane) fn full_turn(degrees: f64) -> f64 {
    let turned = degrees.rem_euclid(360.0);
    if turned >= 360.0 { 0.0 } else { turned }
}
