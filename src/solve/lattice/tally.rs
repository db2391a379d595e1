//! The number of solutions that have been found, compared with the number that is wanted.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The numbers of solutions that have been found below each first move (root).
///
/// The search below a root ends when it and the roots before it have as many solutions as are wanted. So the output does not
/// depend on the speed of threads.
pub(super) struct SolutionTally {
    wanted: usize,
    /// The number of solutions of each root.
    found: Mutex<Vec<usize>>,
    /// The number of roots of which more solutions are wanted. These are the first ones.
    wanted_roots: AtomicUsize,
}

impl SolutionTally {
    /// Returns the tally of a number of roots. With `None` all solutions are wanted.
    pub fn new(roots: usize, wanted: Option<usize>) -> SolutionTally {
        SolutionTally {
            wanted: wanted.unwrap_or(usize::MAX),
            found: Mutex::new(vec![0; roots]),
            wanted_roots: AtomicUsize::new(roots),
        }
    }

    /// Whether the number of wanted solutions is bounded.
    pub fn is_bounded(&self) -> bool {
        self.wanted != usize::MAX
    }

    /// Counts a solution of a root.
    pub fn add(&self, root: usize) {
        let mut found = self.found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        found[root] += 1;
        let mut sum = 0;
        for (index, solutions) in found.iter().enumerate() {
            sum += solutions;
            if sum >= self.wanted {
                self.wanted_roots.fetch_min(index, Ordering::Relaxed);
                break;
            }
        }
    }

    /// Whether more solutions of this root are wanted.
    pub fn wants(&self, root: usize) -> bool {
        root < self.wanted_roots.load(Ordering::Relaxed)
    }
}
