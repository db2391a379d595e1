//! The count of solutions found and wanted.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of positions between two tests of the budget.
pub(super) const TEST_INTERVAL: u64 = 1024;

/// The number of solutions of each first move so far. A first move is given up when it and those before it have as many
/// solutions as are wanted, so the output does not depend on the speed of threads.
pub(super) struct SolutionTally {
    wanted: usize,
    found: Mutex<Vec<usize>>,
    /// The first root from which no more solutions are wanted.
    limit: AtomicUsize,
}

impl SolutionTally {
    pub fn new(roots: usize, wanted: Option<usize>) -> SolutionTally {
        SolutionTally {
            wanted: wanted.unwrap_or(usize::MAX),
            found: Mutex::new(vec![0; roots]),
            limit: AtomicUsize::new(roots),
        }
    }

    /// Whether only some of the solutions are wanted.
    pub fn is_bounded(&self) -> bool {
        self.wanted != usize::MAX
    }

    /// Counts a solution of a root.
    pub fn add(&self, root: usize) {
        let mut found = self.found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        found[root] += 1;
        let mut sum = 0;
        for (i, n) in found.iter().enumerate() {
            sum += n;
            if sum >= self.wanted {
                self.limit.fetch_min(i, Ordering::Relaxed);
                break;
            }
        }
    }

    /// Whether more solutions of this root are wanted.
    pub fn wants(&self, root: usize) -> bool {
        root < self.limit.load(Ordering::Relaxed)
    }
}
