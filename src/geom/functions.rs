//! Sine, cosine, their inverses and logarithms, by one implementation on every system.
//!
//! System libraries differ in the last digit of these functions. Code whose result affects a position, a search or a printed
//! number calls the functions of this module, so that answers are the same on every system. Square roots are exact everywhere.

use super::Vec2;

/// Returns the unit vector at an angle in radians.
pub(crate) fn unit(angle: f64) -> Vec2 {
    let (sin, cos) = libm::sincos(angle);
    Vec2::new(cos, sin)
}

/// Returns the unit vector at an angle in degrees, exact at multiples of 45.
pub(crate) fn unit_of_degrees(degrees: f64) -> Vec2 {
    let eighth = (degrees / 45.0).rem_euclid(8.0);
    if eighth.fract() != 0.0 {
        return unit(degrees.to_radians());
    }
    let d = std::f64::consts::FRAC_1_SQRT_2;
    match eighth as u8 {
        0 => Vec2::X,
        1 => Vec2::new(d, d),
        2 => Vec2::Y,
        3 => Vec2::new(-d, d),
        4 => -Vec2::X,
        5 => Vec2::new(-d, -d),
        6 => -Vec2::Y,
        _ => Vec2::new(d, -d),
    }
}

/// Returns the angle of a vector, in radians from -π to π.
pub(crate) fn angle_of(v: Vec2) -> f64 {
    libm::atan2(v.y, v.x)
}

/// Returns the angle from one vector to another, in radians from -π to π, positive counter-clockwise.
pub(crate) fn turn_between(from: Vec2, to: Vec2) -> f64 {
    libm::atan2(from.perp_dot(to), from.dot(to))
}

/// Returns the angle with this tangent, in radians from -π/2 to π/2.
pub(crate) fn atan(tangent: f64) -> f64 {
    libm::atan(tangent)
}

/// Returns the angle with this cosine, in radians from 0 to π.
pub(crate) fn acos(cosine: f64) -> f64 {
    libm::acos(cosine)
}

pub(crate) fn ln(x: f64) -> f64 {
    libm::log(x)
}

#[cfg(feature = "answers")]
pub(crate) fn tanh(x: f64) -> f64 {
    libm::tanh(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Digits worked out by hand from the series; some system libraries differ in the last one.
    #[test]
    fn values_are_those_of_the_one_implementation() {
        assert_eq!(unit(1.0).y.to_bits(), 0x3fea_ed54_8f09_0cee);
        assert_eq!(unit(1.0).x.to_bits(), 0x3fe1_4a28_0fb5_068c);
        assert_eq!(angle_of(Vec2::new(1.0, 1.0)), std::f64::consts::FRAC_PI_4);
        assert_eq!(turn_between(Vec2::Y, Vec2::X), -std::f64::consts::FRAC_PI_2);
    }
}
