//! Limits that end a long computation: time, positions, work, depth, or a signal from another thread.
//!
//! A search asks its [`Budget`] between two positions, through a [`NodeMeter`]. The code that computes one position counts its work
//! by `work`. If the budget is used up, that call unwinds to [`Budget::run`]. So no partial legal set can be taken for a complete
//! one, and no signature has to speak of a computation cut short. Where panics do not unwind, as in WebAssembly, a search ends between
//! two positions, and a limit of work ends the whole instance. Its owner sees that by the missing answer.

use crate::timer::{HAS_CLOCK, Timer};
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The limits of a computation; the first one reached ends it. Without any, it goes on until it is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SearchLimits {
    /// The time for the answer.
    pub time: Option<Duration>,
    /// The time after which no new iteration begins. In games by the clock, an iteration that begins late seldom ends.
    pub begin_until: Option<Duration>,
    /// The number of positions searched by all threads together.
    pub nodes: Option<u64>,
    /// The number of plies to which every line is searched.
    pub depth: Option<u32>,
    /// The work on rules, in units of `work`. Unlike time, it is equal at each run and on every machine.
    pub work: Option<u64>,
}

/// The part of a clock's time reserved for communication between two programs.
const OVERHEAD: Duration = Duration::from_millis(30);

impl SearchLimits {
    /// Returns limits for one move by the clock, from the time left, the increment, and the number of moves to go if known.
    ///
    /// ```
    /// use continuum::budget::SearchLimits;
    /// use std::time::Duration;
    /// let minute = Duration::from_secs(60);
    /// let limits = SearchLimits::by_clock(minute, Duration::ZERO, Some(20));
    /// assert!(limits.time.expect("a share of the clock") < minute / 2);
    /// ```
    pub fn by_clock(left: Duration, increment: Duration, moves: Option<u32>) -> SearchLimits {
        let usable = left.saturating_sub(OVERHEAD);
        let share = usable / moves.unwrap_or(25).clamp(1, 50) + increment * 3 / 4;
        let most = if moves == Some(1) { usable * 4 / 5 } else { usable / 3 };
        let time = (share * 2).min(most.max(share.min(usable / 2))).max(Duration::from_millis(1));
        SearchLimits { time: Some(time), begin_until: Some(share / 2), ..SearchLimits::default() }
    }

    /// Returns the limits of a search that sees so many positions a second. On a system without a clock the time is counted in
    /// positions.
    pub(crate) fn timed(self, positions_a_second: f64) -> SearchLimits {
        if HAS_CLOCK { self } else { self.in_positions(positions_a_second) }
    }

    /// Returns limits in which positions take the place of time.
    fn in_positions(self, a_second: f64) -> SearchLimits {
        let by_time = self.time.map(|time| ((time.as_secs_f64() * a_second) as u64).max(1));
        let nodes = self.nodes.into_iter().chain(by_time).min();
        SearchLimits { time: None, begin_until: None, nodes, ..self }
    }
}

/// A signal that ends a search, shared between threads. Clones share one signal.
///
/// ```
/// use continuum::budget::{Budget, SearchLimits, StopSignal};
/// let stop = StopSignal::new();
/// let budget = Budget::new(&SearchLimits::default(), &stop);
/// assert!(!budget.is_over());
/// stop.clone().stop();
/// assert!(budget.is_over());
/// ```
#[derive(Debug, Clone, Default)]
pub struct StopSignal(Arc<StopState>);

#[derive(Debug, Default)]
struct StopState {
    given: AtomicBool,
    /// The beginning and the length of the time after which the search must end without a call.
    due: OnceLock<(Timer, Duration)>,
}

impl StopSignal {
    /// Returns a signal that has not been given.
    pub fn new() -> StopSignal {
        StopSignal::default()
    }

    /// Ends the search at its next test of the limits.
    pub fn stop(&self) {
        self.0.given.store(true, Ordering::Relaxed);
    }

    /// Ends the search when a time that begins now is over. Only the first call counts.
    pub fn stop_after(&self, time: Duration) {
        self.0.due.get_or_init(|| (Timer::start(), time));
    }

    /// Whether the search must end.
    pub fn is_stopped(&self) -> bool {
        let is_due = || self.0.due.get().is_some_and(|(begun, time)| begun.elapsed() >= *time);
        self.0.given.load(Ordering::Relaxed) || is_due()
    }
}

/// The limits of one computation and what it has used of them: time, positions, work. Clones share one budget, so other threads
/// may count on it, read it and end it.
#[derive(Debug, Clone)]
pub struct Budget(Arc<Progress>);

#[derive(Debug)]
struct Progress {
    limits: SearchLimits,
    begun: Timer,
    /// The time from the beginning after which the answer is due.
    due: Option<Duration>,
    nodes: AtomicU64,
    work: AtomicU64,
    roots: AtomicUsize,
    done: AtomicUsize,
    over: AtomicBool,
    stop: StopSignal,
}

/// The part of the time reserved for returning the answer.
const RESERVE: Duration = Duration::from_millis(5);

impl Default for Budget {
    fn default() -> Budget {
        Budget::new(&SearchLimits::default(), &StopSignal::new())
    }
}

impl Budget {
    /// Returns the budget of a computation that begins now.
    pub fn new(limits: &SearchLimits, stop: &StopSignal) -> Budget {
        Budget(Arc::new(Progress {
            limits: *limits,
            begun: Timer::start(),
            due: limits.time.map(|time| time.saturating_sub(RESERVE.min(time / 4))),
            nodes: AtomicU64::new(0),
            work: AtomicU64::new(0),
            roots: AtomicUsize::new(0),
            done: AtomicUsize::new(0),
            over: AtomicBool::new(false),
            stop: stop.clone(),
        }))
    }

    /// Returns a budget with a limit of time, or without any limit.
    pub fn of_time(time: Option<Duration>) -> Budget {
        Budget::new(&SearchLimits { time, ..SearchLimits::default() }, &StopSignal::new())
    }

    /// Returns a budget of a number of positions, without a limit of time.
    pub fn of_nodes(most: u64) -> Budget {
        Budget::new(&SearchLimits { nodes: Some(most), ..SearchLimits::default() }, &StopSignal::new())
    }

    /// Returns a budget of an amount of work on rules, without a limit of time.
    pub fn of_work(most: u64) -> Budget {
        Budget::new(&SearchLimits { work: Some(most), ..SearchLimits::default() }, &StopSignal::new())
    }

    /// Runs a computation and ends it, wherever it is, when the budget is used up.
    ///
    /// ```
    /// use continuum::budget::Budget;
    /// use continuum::{Analysis, Position, Prepared};
    /// let start = Position::from_text(&Prepared::preset("continuous")?, "start")?;
    /// let analysis = Budget::of_work(10_000_000).run(|| Analysis::of(&start));
    /// assert!(analysis.is_ok(), "a bound that a position of 32 pieces does not reach");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the computation was cut short. Its changes up to that moment stay, so it must not leave values half changed.
    pub fn run<T>(&self, computation: impl FnOnce() -> T) -> Result<T, CutShort> {
        let outer = CURRENT.replace(Some(self.clone()));
        let outer_left = WORK_LEFT.replace(WORK_BETWEEN_TESTS);
        let done = catch_unwind(AssertUnwindSafe(computation));
        self.count_work(WORK_BETWEEN_TESTS.saturating_sub(WORK_LEFT.replace(outer_left)));
        CURRENT.set(outer);
        done.map_err(|payload| match payload.downcast::<CutShort>() {
            Ok(cut) => *cut,
            Err(panic) => resume_unwind(panic),
        })
    }

    /// Returns the limits.
    pub fn limits(&self) -> &SearchLimits {
        &self.0.limits
    }

    /// Returns a thread's own counter, which tests the limits every `interval` positions. Where positions take long, 1 is right.
    pub fn meter(&self, interval: u64) -> NodeMeter<'_> {
        NodeMeter { budget: self, interval: interval.max(1), pending: 0, over: self.is_over() }
    }

    /// Counts a position that may take long, and returns whether the search must end. The last position allowed is searched.
    pub fn tick(&self) -> bool {
        let count = self.0.nodes.fetch_add(1, Ordering::Relaxed) + 1;
        if self.0.limits.nodes.is_some_and(|most| count > most) {
            self.end();
        }
        self.is_called_off()
    }

    /// Returns the number of positions searched, as far as the threads have reported it.
    pub fn nodes(&self) -> u64 {
        self.0.nodes.load(Ordering::Relaxed)
    }

    /// Returns the work on rules, as far as the threads have reported it.
    pub fn work(&self) -> u64 {
        self.0.work.load(Ordering::Relaxed)
    }

    fn count_work(&self, units: u64) {
        self.0.work.fetch_add(units, Ordering::Relaxed);
    }

    /// Returns the number of first moves, or stretches of them, that were searched, and the number of all.
    pub fn progress(&self) -> (usize, usize) {
        (self.0.done.load(Ordering::Relaxed), self.0.roots.load(Ordering::Relaxed))
    }

    /// Adds a number of first moves to the total.
    pub(crate) fn announce_roots(&self, roots: usize) {
        self.0.roots.fetch_add(roots, Ordering::Relaxed);
    }

    /// Counts one more first move as searched.
    pub(crate) fn count_root(&self) {
        self.0.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the seconds since the computation began.
    pub fn seconds(&self) -> f64 {
        self.0.begun.seconds()
    }

    /// Returns the share of the time or of the positions that is used up, whichever is greater: from 0 to 1, and always 0 without
    /// either limit.
    pub fn share_used(&self) -> f64 {
        let SearchLimits { time, nodes, .. } = self.0.limits;
        let time = time.map_or(0.0, |time| self.seconds() / time.as_secs_f64().max(1e-9));
        let nodes = nodes.map_or(0.0, |nodes| self.nodes() as f64 / nodes.max(1) as f64);
        time.max(nodes)
    }

    /// Ends the computation of all threads at their next test of the limits.
    pub fn end(&self) {
        self.0.over.store(true, Ordering::Relaxed);
    }

    /// Whether the computation was ended, or a test found a limit reached.
    pub fn is_ended(&self) -> bool {
        self.0.over.load(Ordering::Relaxed)
    }

    /// Whether the computation was ended, a stop was requested, or the time is up; counted limits are not tested.
    pub fn is_called_off(&self) -> bool {
        let late = || self.0.due.is_some_and(|due| self.0.begun.elapsed() >= due);
        if !self.is_ended() && (self.0.stop.is_stopped() || late()) {
            self.end();
        }
        self.is_ended()
    }

    /// Tests every limit but the depth, and returns whether the computation must end.
    pub fn is_over(&self) -> bool {
        let nodes = self.0.limits.nodes;
        let spent = || nodes.is_some_and(|most| self.nodes() >= most) || self.is_worked_off();
        if !self.is_called_off() && spent() {
            self.end();
        }
        self.is_ended()
    }

    /// Whether the work on rules that was allowed is done.
    fn is_worked_off(&self) -> bool {
        self.0.limits.work.is_some_and(|most| self.work() >= most)
    }

    /// Whether an iteration to this depth may begin.
    pub fn may_begin(&self, depth: u32) -> bool {
        let deep = self.0.limits.depth.is_some_and(|most| depth > most);
        let late = self.0.limits.begin_until.is_some_and(|until| self.0.begun.elapsed() >= until);
        !deep && !late && !self.is_over()
    }
}

/// The error of a computation that was cut short because its budget was used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it would take too long to work out")]
pub struct CutShort;

/// The work between two tests of the budget: some milliseconds.
const WORK_BETWEEN_TESTS: u64 = 100_000;

thread_local! {
    /// The budget of this thread's computation.
    static CURRENT: RefCell<Option<Budget>> = const { RefCell::new(None) };
    /// The work left until the next test.
    static WORK_LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Counts work on rules; a unit is about one look at one piece, some ten nanoseconds. If the [`Budget`] is used up, the call
/// unwinds to [`Budget::run`].
#[inline]
pub(crate) fn work(units: usize) {
    let left = WORK_LEFT.get();
    match left.checked_sub(units as u64) {
        Some(left) => WORK_LEFT.set(left),
        None => test_budget(left, units as u64),
    }
}

/// Reports the work to the budget, and ends the computation if the budget is used up.
#[cold]
fn test_budget(left: u64, units: u64) {
    let budget = CURRENT.with_borrow(Clone::clone);
    WORK_LEFT.set(if budget.is_some() { WORK_BETWEEN_TESTS } else { u64::MAX });
    if let Some(budget) = budget {
        budget.count_work(WORK_BETWEEN_TESTS - left.min(WORK_BETWEEN_TESTS) + units);
        if budget.is_over() && (cfg!(panic = "unwind") || budget.is_worked_off()) {
            resume_unwind(Box::new(CutShort));
        }
    }
}

/// The counter of positions of one thread.
#[derive(Debug)]
pub struct NodeMeter<'w> {
    budget: &'w Budget,
    interval: u64,
    pending: u64,
    over: bool,
}

impl<'w> NodeMeter<'w> {
    /// Counts a position, and returns whether the search must end.
    #[inline(always)]
    pub fn tick(&mut self) -> bool {
        self.pending += 1;
        if self.pending >= self.interval {
            self.test_limits();
        }
        self.over
    }

    /// Ends this thread's part of the search.
    pub fn give_up(&mut self) {
        self.over = true;
    }

    /// Returns a counter for another thread of this search.
    pub fn another(&self) -> Self {
        self.budget.meter(self.interval)
    }

    /// Whether the search must end, by the last test of the limits.
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Adds the count to the budget, and tests the limits.
    pub fn test_limits(&mut self) {
        self.report();
        self.over |= self.budget.is_over();
    }

    /// Adds the count to the budget, so that reports of the search include it.
    pub fn report(&mut self) {
        self.budget.0.nodes.fetch_add(self.pending, Ordering::Relaxed);
        self.pending = 0;
    }
}

impl Drop for NodeMeter<'_> {
    fn drop(&mut self) {
        self.report();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_clock_positions_take_the_place_of_time() {
        let half = Some(Duration::from_millis(500));
        let limits =
            SearchLimits { time: half, begin_until: half, depth: Some(3), ..SearchLimits::default() };
        let counted = limits.in_positions(1000.0);
        assert_eq!(counted, SearchLimits { nodes: Some(500), depth: Some(3), ..SearchLimits::default() });
        let fewer = SearchLimits { nodes: Some(20), ..limits };
        assert_eq!(fewer.in_positions(1000.0).nodes, Some(20));
        assert_eq!(SearchLimits::default().in_positions(1000.0), SearchLimits::default());
    }

    #[test]
    fn a_computation_within_another_keeps_to_its_own_budget() {
        let (outer, inner) = (Budget::default(), Budget::of_work(1));
        let done = outer.run(|| {
            assert_eq!(inner.run(|| work(10_000_000)), Err(CutShort));
            work(10_000_000);
        });
        assert_eq!(done, Ok(()));
        outer.end();
        assert_eq!(outer.run(|| work(10_000_000)), Err(CutShort));
    }
}
