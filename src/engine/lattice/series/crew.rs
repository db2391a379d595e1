//! The threads of a search of series, and the division of work between them.

use crate::budget::{Budget, NodeMeter};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of positions between two tests of the limits. A position takes longer than in a search of single moves.
const TEST_INTERVAL: u64 = 64;

/// The threads of a search. All but the calling thread are started anew for each piece of work.
#[derive(Clone, Copy)]
pub(in crate::engine::lattice) struct Crew<'a> {
    pub budget: &'a Budget,
    /// The number of threads, at least one.
    pub threads: usize,
}

impl<'a> Crew<'a> {
    pub fn new(budget: &'a Budget, threads: usize) -> Crew<'a> {
        Crew { budget, threads: threads.max(1) }
    }

    /// Returns a crew of the calling thread alone.
    pub fn alone(self) -> Crew<'a> {
        Crew { threads: 1, ..self }
    }

    /// Returns a counter of positions for the calling thread.
    pub fn meter(self) -> NodeMeter<'a> {
        self.budget.meter(TEST_INTERVAL)
    }

    /// Runs `work` on every thread at once, with the number of the thread and its counter. Number 0 is the calling thread.
    pub fn on_all(self, meter: &mut NodeMeter<'a>, work: impl Fn(usize, &mut NodeMeter<'a>) + Sync) {
        std::thread::scope(|scope| {
            for number in 1..self.threads {
                let work = &work;
                scope.spawn(move || work(number, &mut self.meter()));
            }
            work(0, meter);
        });
    }

    /// Returns the results of `work` on each item, in the order of the items.
    pub fn on_each<T: Sync, R: Send + Sync>(
        self,
        meter: &mut NodeMeter<'a>,
        items: &[T],
        work: impl Fn(&T, &mut NodeMeter<'a>) -> R + Sync,
    ) -> Vec<R> {
        let next_index = AtomicUsize::new(0);
        let results: Vec<OnceLock<R>> = items.iter().map(|_| OnceLock::new()).collect();
        self.on_all(meter, |_, meter| {
            loop {
                let index = next_index.fetch_add(1, Ordering::Relaxed);
                let Some(item) = items.get(index) else { break };
                results[index].get_or_init(|| work(item, meter));
            }
        });
        results.into_iter().filter_map(OnceLock::into_inner).collect()
    }
}
