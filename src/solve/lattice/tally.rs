//! The number of solutions that have been found, compared with the number that is wanted.

use std::sync::atomic::{AtomicUsize, Ordering};

/// The numbers of solutions that have been found below each first move, which is a root of the search.
///
/// The search below a root ends when it and the roots before it have enough solutions, whatever the speed of threads.
pub(super) struct SolutionTally {
    /// [`usize::MAX`] if all solutions are wanted.
    wanted: usize,
    solutions_by_root: Vec<AtomicUsize>,
}

impl SolutionTally {
    pub fn new(roots: usize, wanted: usize) -> SolutionTally {
        SolutionTally { wanted, solutions_by_root: (0..roots).map(|_| AtomicUsize::new(0)).collect() }
    }

    pub fn is_bounded(&self) -> bool {
        self.wanted != usize::MAX
    }

    /// Counts a solution of a root.
    pub fn add(&self, root: usize) {
        self.solutions_by_root[root].fetch_add(1, Ordering::Relaxed);
    }

    /// Whether more solutions of this root are wanted.
    pub fn wants(&self, root: usize) -> bool {
        let solutions = |root: &AtomicUsize| root.load(Ordering::Relaxed);
        !self.is_bounded()
            || self.solutions_by_root[..=root].iter().map(solutions).sum::<usize>() < self.wanted
    }
}
