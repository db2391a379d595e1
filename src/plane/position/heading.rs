//! Headings as plane degrees.

use crate::chess::{Color, Label};

/// Straight ahead, plane degrees.
pub(in crate::plane) fn ahead(label: Label) -> f64 {
    match label.color() {
        Color::White => 90.0,
        Color::Black => 270.0,
    }
}

/// Degrees from 0 to 360.
pub(in crate::plane) fn full_turn(degrees: f64) -> f64 {
    let turned = degrees.rem_euclid(360.0);
    if turned >= 360.0 { 0.0 } else { turned }
}
