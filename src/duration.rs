//! Durations as texts: `500ms`, `30s`, `2m`.

use std::time::Duration;

/// A unit of time.
#[derive(Debug, Clone, Copy)]
pub struct Unit {
    suffix: &'static str,
    seconds: f64,
}

impl Unit {
    pub const MILLISECONDS: Unit = Unit { suffix: "ms", seconds: 1e-3 };
    pub const SECONDS: Unit = Unit { suffix: "s", seconds: 1.0 };
    pub const MINUTES: Unit = Unit { suffix: "m", seconds: 60.0 };
}

/// The longest duration that is read, in seconds: some thirty years.
const LONGEST: f64 = 1e9;

/// Returns the duration of a text, `None` if the text is not a duration or is too long. A number without a unit is in `default_unit`.
pub fn read(text: &str, default_unit: Unit) -> Option<Duration> {
    // `ms` also ends with `s`, so it comes first.
    let (number, unit) = [Unit::MILLISECONDS, Unit::SECONDS, Unit::MINUTES]
        .into_iter()
        .find_map(|unit| Some((text.strip_suffix(unit.suffix)?, unit)))
        .unwrap_or((text, default_unit));
    let seconds = number.trim().parse::<f64>().ok()? * unit.seconds;
    (0.0..=LONGEST).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}
