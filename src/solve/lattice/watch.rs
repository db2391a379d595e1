//! Progress of a running search, and its end from outside.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The state of a running search, for another thread to read.
#[derive(Debug, Default)]
pub struct Watch {
    pub(super) positions: AtomicU64,
    pub(super) roots: AtomicUsize,
    pub(super) done: AtomicUsize,
    stop: AtomicBool,
}

impl Watch {
    /// Positions searched so far, to the nearest thousand a thread.
    pub fn positions(&self) -> u64 {
        self.positions.load(Ordering::Relaxed)
    }

    /// The number of first moves searched, and of all first moves.
    pub fn progress(&self) -> (usize, usize) {
        (self.done.load(Ordering::Relaxed), self.roots.load(Ordering::Relaxed))
    }

    /// Ends the search at the next look at the clock.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search was stopped.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The number of solutions that each first move has so far. A first move is given up when those before it
/// have as many as are wanted, so the output does not depend on which thread was faster.
pub(super) struct Tally {
    wanted: usize,
    found: Mutex<Vec<usize>>,
    /// The first root after which no more solutions are wanted.
    limit: AtomicUsize,
}

impl Tally {
    pub fn new(roots: usize, wanted: Option<usize>) -> Tally {
        Tally {
            wanted: wanted.unwrap_or(usize::MAX),
            found: Mutex::new(vec![0; roots]),
            limit: AtomicUsize::new(roots),
        }
    }

    /// Whether not all solutions are wanted.
    pub fn is_bounded(&self) -> bool {
        self.wanted != usize::MAX
    }

    /// Counts a solution of a root.
    pub fn add(&self, root: usize) {
        if !self.is_bounded() {
            return;
        }
        let mut found = self.found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        found[root] += 1;
        let mut sum = 0;
        for (i, n) in found.iter().enumerate() {
            sum += n;
            if sum >= self.wanted {
                self.limit.fetch_min(i, Ordering::Relaxed);
                // The root that reaches the number needs no more either.
                break;
            }
        }
    }

    /// Whether more solutions of this root are wanted.
    pub fn wants(&self, root: usize) -> bool {
        if !self.is_bounded() {
            return true;
        }
        let limit = self.limit.load(Ordering::Relaxed);
        root < limit || (root == limit && self.below(root))
    }

    fn below(&self, root: usize) -> bool {
        let found = self.found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        found[..=root].iter().sum::<usize>() < self.wanted
    }
}

/// One thread's count of positions, with a look at the clock now and then.
pub(super) struct Meter<'a> {
    watch: &'a Watch,
    deadline: Option<Instant>,
    pending: u64,
    stopped: bool,
}

/// Positions between two looks at the clock.
const BEAT: u64 = 1024;

impl<'a> Meter<'a> {
    pub fn new(watch: &'a Watch, deadline: Option<Instant>) -> Meter<'a> {
        Meter { watch, deadline, pending: 0, stopped: watch.is_stopped() }
    }

    /// A meter of the same search for another thread.
    pub fn another(&self) -> Meter<'a> {
        Meter::new(self.watch, self.deadline)
    }

    /// Counts a position; returns whether the search must end.
    #[inline(always)]
    pub fn tick(&mut self) -> bool {
        self.pending += 1;
        if self.pending >= BEAT {
            self.flush();
        }
        self.stopped
    }

    /// Whether the search must end.
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Ends this thread's part.
    pub fn give_up(&mut self) {
        self.stopped = true;
    }

    fn flush(&mut self) {
        self.watch.positions.fetch_add(self.pending, Ordering::Relaxed);
        self.pending = 0;
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.watch.stop();
        }
        self.stopped |= self.watch.is_stopped();
    }
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        self.flush();
    }
}

/// The moment a timeout ends, if the clock goes so far.
pub(super) fn deadline(timeout: Option<Duration>) -> Option<Instant> {
    timeout.and_then(|t| Instant::now().checked_add(t))
}
