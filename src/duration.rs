//! Durations as texts: `500ms`, `30s`, `2m`.

use std::time::Duration;

/// A unit of time.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Unit {
    Milliseconds,
    Seconds,
    Minutes,
}

impl Unit {
    fn sign(self) -> &'static str {
        match self {
            Unit::Milliseconds => "ms",
            Unit::Seconds => "s",
            Unit::Minutes => "m",
        }
    }

    fn seconds(self) -> f64 {
        match self {
            Unit::Milliseconds => 1e-3,
            Unit::Seconds => 1.0,
            Unit::Minutes => 60.0,
        }
    }
}

/// The longest duration that is read, in seconds: some thirty years.
const LONGEST: f64 = 1e9;

/// Returns the duration of a text, or `None` if the text is not a duration or is too long. A number without a unit is in `unit`.
pub(crate) fn read(text: &str, unit: Unit) -> Option<Duration> {
    let (number, unit) = [Unit::Milliseconds, Unit::Seconds, Unit::Minutes]
        .into_iter()
        .find_map(|unit| Some((text.strip_suffix(unit.sign())?, unit)))
        .unwrap_or((text, unit));
    let seconds = number.trim().parse().ok().map(|number: f64| number * unit.seconds());
    seconds.filter(|seconds| (0.0..=LONGEST).contains(seconds)).map(Duration::from_secs_f64)
}
