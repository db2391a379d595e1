//! The threads of a search of series, and their division of work.

use crate::budget::{Budget, NodeMeter};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The number of positions between two tests of the clock: each takes longer than in a search of single moves.
const TEST_INTERVAL: u64 = 64;

/// The threads of a search. Only the calling one outlives a piece of work.
#[derive(Clone, Copy)]
pub(in crate::engine::lattice) struct Crew<'a> {
    budget: &'a Budget,
    threads: usize,
}

impl<'a> Crew<'a> {
    /// Returns a crew of this many threads, at least one.
    pub fn new(budget: &'a Budget, threads: usize) -> Crew<'a> {
        Crew { budget, threads: threads.max(1) }
    }

    /// Returns a crew of the calling thread alone.
    pub fn alone(self) -> Crew<'a> {
        Crew { threads: 1, ..self }
    }

    pub fn budget(self) -> &'a Budget {
        self.budget
    }

    /// Returns the number of threads.
    pub fn threads(self) -> usize {
        self.threads
    }

    /// Returns a counter of positions for the calling thread.
    pub fn meter(self) -> NodeMeter<'a> {
        self.budget.meter(TEST_INTERVAL)
    }

    /// Runs `work` on every thread at once with the thread's number: 0 is the calling thread, which keeps its counter.
    pub fn on_all(self, meter: &mut NodeMeter<'a>, work: impl Fn(usize, &mut NodeMeter<'a>) + Sync) {
        std::thread::scope(|scope| {
            for number in 1..self.threads {
                let work = &work;
                scope.spawn(move || work(number, &mut self.meter()));
            }
            work(0, meter);
        });
    }

    /// Returns the result for each item, in the order of the items.
    pub fn on_each<T: Sync, R: Send>(
        self,
        meter: &mut NodeMeter<'a>,
        items: &[T],
        work: impl Fn(&T, &mut NodeMeter<'a>) -> R + Sync,
    ) -> Vec<R> {
        let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(items.len())));
        self.on_all(meter, |_, meter| {
            let mut own = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(item) = items.get(index) else { break };
                own.push((index, work(item, meter)));
            }
            done.lock().unwrap_or_else(PoisonError::into_inner).append(&mut own);
        });
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|(index, _)| *index);
        done.into_iter().map(|(_, result)| result).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{SearchLimits, StopSignal};

    #[test]
    fn results_come_in_the_order_of_the_items_and_every_position_is_counted() {
        for threads in [1, 2, 5] {
            let budget = Budget::new(&SearchLimits::default(), &StopSignal::new());
            let crew = Crew::new(&budget, threads);
            let items: Vec<u64> = (0..300).collect();
            let mut meter = crew.meter();
            let doubled = crew.on_each(&mut meter, &items, |item, meter| {
                meter.tick();
                2 * item
            });
            drop(meter);
            assert_eq!(doubled, items.iter().map(|item| 2 * item).collect::<Vec<_>>());
            assert_eq!(budget.nodes(), 300, "{threads} threads");
        }
    }
}
