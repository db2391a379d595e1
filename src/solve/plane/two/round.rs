//! Numbers with few decimals.

/// Whether a number has at most four decimals. One in 250 gaps of 4e-7 contains such a number by chance.
pub fn is_round(number: f64) -> bool {
    (number * 1e4).round() / 1e4 == number
}

/// Returns the number with the fewest decimals between two numbers. Its distance from both is at least `share` of their gap.
pub fn round_within(from: f64, to: f64, share: f64) -> f64 {
    let middle = from.midpoint(to);
    if from == to {
        return from;
    }
    let margin = share * (to - from);
    for digits in 0..16 {
        let unit = 10f64.powi(digits);
        let rounded = (middle * unit).round() / unit;
        if from + margin <= rounded && rounded <= to - margin {
            return rounded;
        }
    }
    middle
}
