//! The present moment, which the games' clocks are given.

use crate::arbiter::Moment;
use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The first moment read by this process, by both clocks of the system.
static BEGUN: LazyLock<(Moment, Instant)> = LazyLock::new(|| {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (as_millis(since), Instant::now())
});

/// Returns a time in milliseconds.
fn as_millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Returns the present moment. Within one process it never decreases.
pub fn now() -> Moment {
    let (begun, instant) = *BEGUN;
    begun + as_millis(instant.elapsed())
}

/// Returns the moment at which this process first read the clock.
pub fn process_begun() -> Moment {
    BEGUN.0
}
