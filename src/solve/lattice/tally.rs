//! The number of solutions that have been found, compared with the number that is wanted.

use std::sync::atomic::{AtomicUsize, Ordering};

/// The numbers of solutions that have been found below each first move (root).
///
/// The search below a root ends when it and the roots before it have as many solutions as are wanted. So the output does not
/// depend on the speed of threads.
pub(super) struct SolutionTally {
    wanted: usize,
    /// The number of solutions of each root.
    found: Vec<AtomicUsize>,
}

impl SolutionTally {
    /// Returns the tally of a number of roots. With `None` all solutions are wanted.
    pub fn new(roots: usize, wanted: Option<usize>) -> SolutionTally {
        let found = (0..roots).map(|_| AtomicUsize::new(0)).collect();
        SolutionTally { wanted: wanted.unwrap_or(usize::MAX), found }
    }

    /// Whether the number of wanted solutions is bounded.
    pub fn is_bounded(&self) -> bool {
        self.wanted != usize::MAX
    }

    /// Counts a solution of a root.
    pub fn add(&self, root: usize) {
        self.found[root].fetch_add(1, Ordering::Relaxed);
    }

    /// Whether more solutions of this root are wanted.
    pub fn wants(&self, root: usize) -> bool {
        let solutions = |root: &AtomicUsize| root.load(Ordering::Relaxed);
        !self.is_bounded() || self.found[..=root].iter().map(solutions).sum::<usize>() < self.wanted
    }
}
