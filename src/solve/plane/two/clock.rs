//! How long a search may go on.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The clock of a search, and its count of positions.
#[derive(Debug, Default)]
pub struct Clock {
    deadline: Option<Instant>,
    positions: AtomicU64,
    stopped: AtomicBool,
}

impl Clock {
    /// A clock that runs out after a time.
    pub fn new(timeout: Option<Duration>) -> Clock {
        Clock { deadline: timeout.and_then(|t| Instant::now().checked_add(t)), ..Clock::default() }
    }

    /// Counts a position in which mates are looked for; whether there is time for it.
    pub fn tick(&self) -> bool {
        self.positions.fetch_add(1, Ordering::Relaxed);
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.stopped.store(true, Ordering::Relaxed);
        }
        !self.is_stopped()
    }

    /// Whether it ran out.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Positions counted so far.
    pub fn positions(&self) -> u64 {
        self.positions.load(Ordering::Relaxed)
    }
}
