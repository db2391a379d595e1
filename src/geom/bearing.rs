//! Directions as angles.

use super::tolerance;

/// Returns the angle between two bearings or headings, modulo whole turns: degrees, 0 to 180.
pub fn angle_between(a: f64, b: f64) -> f64 {
    let turn = (a - b).rem_euclid(360.0);
    turn.min(360.0 - turn)
}

/// Whether a bearing as written means another: equal up to whole turns and the decimals that people type.
pub fn is_same_bearing(written: f64, bearing: f64) -> bool {
    angle_between(written, bearing) <= tolerance::BEARING
}

#[cfg(test)]
mod tests {
    use super::angle_between;

    #[test]
    fn whole_turns_do_not_count() {
        for (a, b, between) in
            [(0.0, 0.0, 0.0), (350.0, 10.0, 20.0), (-90.0, 630.0, 0.0), (0.0, 540.0, 180.0)]
        {
            assert_eq!((angle_between(a, b), angle_between(b, a)), (between, between));
        }
    }
}
