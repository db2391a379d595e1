//! How long a search may go on, and how far it is.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The clock of a search, and its count of positions. Another thread may read it, and end the search.
#[derive(Debug, Default)]
pub struct Clock {
    deadline: Option<Instant>,
    most: Option<u64>,
    positions: AtomicU64,
    roots: AtomicUsize,
    done: AtomicUsize,
    stopped: AtomicBool,
}

impl Clock {
    /// A clock that runs out after a time.
    pub fn new(timeout: Option<Duration>) -> Clock {
        Clock { deadline: timeout.and_then(|t| Instant::now().checked_add(t)), ..Clock::default() }
    }

    /// A clock that runs out after so many positions, whatever the time. With one thread a search then ends at the same place
    /// each time.
    pub fn of_positions(most: u64) -> Clock {
        Clock { most: Some(most), ..Clock::default() }
    }

    /// Counts a position in which mates are looked for; whether the search may look at it.
    pub fn tick(&self) -> bool {
        let count = self.positions.fetch_add(1, Ordering::Relaxed) + 1;
        if self.most.is_some_and(|most| count > most) {
            self.stop();
        }
        self.look()
    }

    /// Whether the search may go on.
    pub fn look(&self) -> bool {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.stop();
        }
        !self.is_stopped()
    }

    /// Ends the search at its next look at the clock.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether it ran out or was stopped.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Positions counted so far.
    pub fn positions(&self) -> u64 {
        self.positions.load(Ordering::Relaxed)
    }

    /// The number of first moves, or stretches of them, that were searched, and of all.
    pub fn progress(&self) -> (usize, usize) {
        (self.done.load(Ordering::Relaxed), self.roots.load(Ordering::Relaxed))
    }

    /// Says how many first moves there are.
    pub(super) fn expect(&self, roots: usize) {
        self.roots.store(roots, Ordering::Relaxed);
    }

    /// Says that one more first move was searched.
    pub(super) fn count_root(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}
