//! Reads the present moment, for the clocks of games.

use crate::arbiter::Moment;
use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The moment at which this process first read the clock, by both clocks of the system.
struct FirstReading {
    moment: Moment,
    instant: Instant,
}

static FIRST_READING: LazyLock<FirstReading> = LazyLock::new(|| {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    FirstReading { moment: as_millis(since_1970), instant: Instant::now() }
});

fn as_millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Returns the present moment. Within one process it never decreases.
pub fn now() -> Moment {
    FIRST_READING.moment + as_millis(FIRST_READING.instant.elapsed())
}

/// Returns the moment at which this process first read the clock.
pub fn process_begun() -> Moment {
    FIRST_READING.moment
}
