//! Limits that end a long computation: time, positions, work, depth, or a signal from another thread.
//!
//! A search tests its [`Budget`] between two positions, by a [`NodeMeter`]. The code that computes one position counts its work
//! by `work`. If the budget is used up, that call unwinds to [`Budget::run`]. So no caller can take a partial legal set for a
//! complete one, and no signature has to mention the budget. In WebAssembly panics do not unwind. There a search ends between
//! two positions, and a limit of work ends the whole instance. The owner of the instance notices that the answer is missing.

use crate::timer::{HAS_CLOCK, Timer};
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The limits of a computation. The first limit that is reached ends it; without limits it runs until a [`StopSignal`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SearchLimits {
    /// The time for the answer.
    pub time: Option<Duration>,
    /// The time after which no new iteration begins. In games by the clock, an iteration that begins late seldom completes.
    pub begin_until: Option<Duration>,
    /// The greatest number of positions that all threads together search.
    pub nodes: Option<u64>,
    /// The greatest depth of an iteration, plies.
    pub depth: Option<u32>,
    /// The greatest work on rules, in units of `work`. Unlike time, work is equal at each run and on every machine.
    pub work: Option<u64>,
}

/// The part of a clock's time reserved for communication between two programs.
const OVERHEAD: Duration = Duration::from_millis(30);

/// The number of moves among which the clock's time is divided if the number of moves to go is unknown.
const USUAL_MOVES_TO_GO: u32 = 25;

/// The greatest number of moves among which it is divided.
const MOST_MOVES_TO_GO: u32 = 50;

impl SearchLimits {
    /// Returns limits for one move by the clock, from the time left, the increment, and the number of moves until more time is added.
    ///
    /// ```
    /// use continuum::budget::SearchLimits;
    /// use std::time::Duration;
    /// let minute = Duration::from_secs(60);
    /// let limits = SearchLimits::by_clock(minute, Duration::ZERO, Some(20));
    /// assert!(limits.time.expect("a share of the clock") < minute / 2);
    /// ```
    pub fn by_clock(left: Duration, increment: Duration, moves_to_go: Option<u32>) -> SearchLimits {
        let usable = left.saturating_sub(OVERHEAD);
        let moves = moves_to_go.unwrap_or(USUAL_MOVES_TO_GO).clamp(1, MOST_MOVES_TO_GO);
        // A quarter of the increment is saved.
        let share = usable / moves + increment * 3 / 4;
        let usual_longest = if moves_to_go == Some(1) { usable * 4 / 5 } else { usable / 3 };
        // With a great increment the share may exceed a third of the clock, but not a half.
        let longest = usual_longest.max(share.min(usable / 2));
        let time = (share * 2).min(longest).max(Duration::from_millis(1));
        SearchLimits { time: Some(time), begin_until: Some(share / 2), ..SearchLimits::default() }
    }

    /// Returns the limits with a time of at most `longest`.
    pub fn within(self, longest: Duration) -> SearchLimits {
        SearchLimits { time: Some(self.time.map_or(longest, |time| time.min(longest))), ..self }
    }

    /// Returns limits that the system can test. On a system without a clock positions take the place of time, at this rate.
    pub(crate) fn in_positions_without_clock(self, positions_a_second: f64) -> SearchLimits {
        if HAS_CLOCK { self } else { self.in_positions(positions_a_second) }
    }

    /// Returns limits in which positions take the place of time.
    fn in_positions(self, positions_a_second: f64) -> SearchLimits {
        let nodes_in_time = self.time.map(|time| ((time.as_secs_f64() * positions_a_second) as u64).max(1));
        // The lesser of the limits that are given.
        let nodes = self.nodes.into_iter().chain(nodes_in_time).min();
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
    is_given: AtomicBool,
    /// The time after which the search must end without a call of `stop`.
    countdown: OnceLock<Countdown>,
}

#[derive(Debug)]
struct Countdown {
    begun: Timer,
    time: Duration,
}

impl StopSignal {
    /// Returns a signal that has not been given.
    pub fn new() -> StopSignal {
        StopSignal::default()
    }

    /// Ends the search at its next test of the limits.
    pub fn stop(&self) {
        self.0.is_given.store(true, Ordering::Relaxed);
    }

    /// Ends the search after a time that begins with this call. Only the first call has an effect.
    pub fn stop_after(&self, time: Duration) {
        self.0.countdown.get_or_init(|| Countdown { begun: Timer::start(), time });
    }

    /// Whether the search must end.
    pub fn is_stopped(&self) -> bool {
        let has_run_out = |countdown: &Countdown| countdown.begun.elapsed() >= countdown.time;
        self.0.is_given.load(Ordering::Relaxed) || self.0.countdown.get().is_some_and(has_run_out)
    }
}

/// The limits of one computation, and how much of each is used. Clones share one budget, so all threads count on it and may end it.
#[derive(Debug, Clone)]
pub struct Budget(Arc<BudgetState>);

#[derive(Debug)]
struct BudgetState {
    limits: SearchLimits,
    begun: Timer,
    /// The time from the beginning after which the computation ends, so that the answer is returned within the limit.
    due: Option<Duration>,
    nodes: AtomicU64,
    work: AtomicU64,
    roots: AtomicUsize,
    searched_roots: AtomicUsize,
    is_ended: AtomicBool,
    stop: StopSignal,
}

/// The time reserved for returning the answer, except where it is more than a quarter of the limit.
const RESERVE: Duration = Duration::from_millis(5);

impl Default for Budget {
    fn default() -> Budget {
        Budget::new(&SearchLimits::default(), &StopSignal::new())
    }
}

impl Budget {
    /// Returns the budget of a computation that begins now.
    pub fn new(limits: &SearchLimits, stop: &StopSignal) -> Budget {
        Budget(Arc::new(BudgetState {
            limits: *limits,
            begun: Timer::start(),
            due: limits.time.map(|time| time.saturating_sub(RESERVE.min(time / 4))),
            nodes: AtomicU64::new(0),
            work: AtomicU64::new(0),
            roots: AtomicUsize::new(0),
            searched_roots: AtomicUsize::new(0),
            is_ended: AtomicBool::new(false),
            stop: stop.clone(),
        }))
    }

    /// Returns a budget without limits, as for a question within a computation whose answer must not be cut short. The caller
    /// tests the budget of the computation between such questions.
    pub(crate) fn unlimited() -> Budget {
        Budget::default()
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

    /// Returns the result of a computation, which is cut short at any of its steps when the budget is used up.
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
    /// [`CutShort`] if the budget was used up. What the computation has changed by that moment stays changed.
    pub fn run<T>(&self, computation: impl FnOnce() -> T) -> Result<T, CutShort> {
        let outer_budget = CURRENT.replace(Some(self.clone()));
        let outer_work_left = WORK_LEFT.replace(WORK_BETWEEN_TESTS);
        let outcome = catch_unwind(AssertUnwindSafe(computation));
        let work_left = WORK_LEFT.replace(outer_work_left);
        CURRENT.set(outer_budget);
        self.count_work(WORK_BETWEEN_TESTS.saturating_sub(work_left));
        outcome.map_err(|payload| match payload.downcast::<CutShort>() {
            Ok(cut) => *cut,
            Err(panic) => resume_unwind(panic),
        })
    }

    /// Runs a search and returns its result. The budget may end it in two ways: by unwinding, as in [`Budget::run`], or by the
    /// [`CutShort`] that the search returns.
    pub(crate) fn run_search<T>(&self, search: impl FnOnce() -> Result<T, CutShort>) -> Result<T, CutShort> {
        self.run(search).flatten()
    }

    /// Returns the limits.
    pub fn limits(&self) -> &SearchLimits {
        &self.0.limits
    }

    /// Returns a counter for one thread, which tests the limits every `interval` positions. Use 1 if a position takes long.
    pub fn meter(&self, interval: u64) -> NodeMeter<'_> {
        NodeMeter { budget: self, interval: interval.max(1), unreported: 0, is_over: self.is_over() }
    }

    /// Counts a position that may take long, and returns whether the search must end. The last position allowed is still searched.
    pub fn tick(&self) -> bool {
        let count = self.0.nodes.fetch_add(1, Ordering::Relaxed) + 1;
        if self.0.limits.nodes.is_some_and(|most| count > most) {
            self.end();
        }
        self.is_called_off()
    }

    /// Counts a position that may take long.
    ///
    /// # Errors
    /// [`CutShort`] if the search must end.
    pub(crate) fn count_position(&self) -> Result<(), CutShort> {
        if self.tick() { Err(CutShort) } else { Ok(()) }
    }

    /// Returns the number of searched positions that the threads have reported.
    pub fn nodes(&self) -> u64 {
        self.0.nodes.load(Ordering::Relaxed)
    }

    /// Returns the work on rules that the threads have reported, in units of `work`.
    pub fn work(&self) -> u64 {
        self.0.work.load(Ordering::Relaxed)
    }

    fn count_work(&self, units: u64) {
        self.0.work.fetch_add(units, Ordering::Relaxed);
    }

    /// Returns the number of first moves, or of stretches of them, that the computation has to search.
    pub fn roots(&self) -> usize {
        self.0.roots.load(Ordering::Relaxed)
    }

    /// Returns the number of first moves, or of stretches of them, that were searched.
    pub fn searched_roots(&self) -> usize {
        self.0.searched_roots.load(Ordering::Relaxed)
    }

    /// Adds a number of first moves to those that have to be searched.
    pub(crate) fn announce_roots(&self, roots: usize) {
        self.0.roots.fetch_add(roots, Ordering::Relaxed);
    }

    /// Counts one more first move as searched.
    pub(crate) fn count_root(&self) {
        self.0.searched_roots.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the seconds since the computation began.
    pub fn seconds(&self) -> f64 {
        self.0.begun.seconds()
    }

    /// Returns the greater of the used shares of time and positions. A share is 1 at its limit, and 0 without a limit.
    pub fn share_used(&self) -> f64 {
        let SearchLimits { time, nodes, .. } = self.0.limits;
        let time_share = time.map_or(0.0, |time| self.seconds() / time.as_secs_f64().max(1e-9));
        let node_share = nodes.map_or(0.0, |nodes| self.nodes() as f64 / nodes.max(1) as f64);
        time_share.max(node_share)
    }

    /// Ends the computation of all threads at their next test of the limits.
    pub fn end(&self) {
        self.0.is_ended.store(true, Ordering::Relaxed);
    }

    /// Whether the computation was ended, or a test found a limit reached.
    pub fn is_ended(&self) -> bool {
        self.0.is_ended.load(Ordering::Relaxed)
    }

    /// Whether the computation was ended, a stop was requested, or the time is up. Limits of positions and work are not tested.
    pub fn is_called_off(&self) -> bool {
        let is_late = self.0.due.is_some_and(|due| self.0.begun.elapsed() >= due);
        if is_late || self.0.stop.is_stopped() {
            self.end();
        }
        self.is_ended()
    }

    /// Tests every limit but the depth, and returns whether the computation must end.
    pub fn is_over(&self) -> bool {
        let are_nodes_used_up = self.0.limits.nodes.is_some_and(|most| self.nodes() >= most);
        if are_nodes_used_up || self.is_work_used_up() {
            self.end();
        }
        self.is_called_off()
    }

    /// Whether the limit of work on rules is reached.
    fn is_work_used_up(&self) -> bool {
        self.0.limits.work.is_some_and(|most| self.work() >= most)
    }

    /// Whether an iteration to this depth may begin.
    pub fn may_begin(&self, depth: u32) -> bool {
        let is_too_deep = self.0.limits.depth.is_some_and(|most| depth > most);
        let is_too_late = self.0.limits.begin_until.is_some_and(|until| self.0.begun.elapsed() >= until);
        !(is_too_deep || is_too_late || self.is_over())
    }
}

/// The error of a computation that was cut short because its budget was used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it would take too long to work out")]
pub struct CutShort;

/// The work between two tests of the budget, in units of `work`: some milliseconds.
const WORK_BETWEEN_TESTS: u64 = 100_000;

thread_local! {
    /// The budget of this thread's computation.
    static CURRENT: RefCell<Option<Budget>> = const { RefCell::new(None) };
    /// The work left until the next test of the budget, in units of `work`.
    static WORK_LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Counts work on rules; a unit is about one look at one piece, which takes tens of nanoseconds. If the [`Budget`] is used up, the call
/// unwinds to [`Budget::run`].
#[inline]
pub(crate) fn work(units: usize) {
    let left = WORK_LEFT.get();
    match left.checked_sub(units as u64) {
        Some(less) => WORK_LEFT.set(less),
        None => test_budget(left, units as u64),
    }
}

/// Reports work to the budget, and ends the computation if the budget is used up.
///
/// `left` is the work that was left until this test, and `units` the work that exceeds it.
#[cold]
fn test_budget(left: u64, units: u64) {
    let Some(budget) = CURRENT.with_borrow(Clone::clone) else {
        WORK_LEFT.set(u64::MAX);
        return;
    };
    WORK_LEFT.set(WORK_BETWEEN_TESTS);
    budget.count_work(WORK_BETWEEN_TESTS.saturating_sub(left) + units);
    // Where panics do not unwind, this ends the whole instance. There only the limit of work does so.
    let may_unwind = cfg!(panic = "unwind") || budget.is_work_used_up();
    if budget.is_over() && may_unwind {
        resume_unwind(Box::new(CutShort));
    }
}

/// The counter of positions of one thread.
#[derive(Debug)]
pub struct NodeMeter<'b> {
    budget: &'b Budget,
    interval: u64,
    /// The positions counted since the last report to the budget.
    unreported: u64,
    is_over: bool,
}

impl NodeMeter<'_> {
    /// Counts a position, and returns whether the search must end.
    #[inline(always)]
    pub fn tick(&mut self) -> bool {
        self.unreported += 1;
        if self.unreported >= self.interval {
            self.refresh();
        }
        self.is_over
    }

    /// Ends this thread's part of the search.
    pub fn give_up(&mut self) {
        self.is_over = true;
    }

    /// Returns a counter for another thread of this search.
    pub fn another(&self) -> Self {
        self.budget.meter(self.interval)
    }

    /// Whether the search must end, by the last test of the limits.
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Adds the count to the budget, and tests the limits.
    pub fn refresh(&mut self) {
        self.add_to_budget();
        self.is_over |= self.budget.is_over();
    }

    /// Adds the count to the budget, so that reports of the search include it.
    pub fn add_to_budget(&mut self) {
        self.budget.0.nodes.fetch_add(self.unreported, Ordering::Relaxed);
        self.unreported = 0;
    }
}

impl Drop for NodeMeter<'_> {
    fn drop(&mut self) {
        self.add_to_budget();
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
        let outcome = outer.run(|| {
            assert_eq!(inner.run(|| work(10_000_000)), Err(CutShort));
            work(10_000_000);
        });
        assert_eq!(outcome, Ok(()));
        outer.end();
        assert_eq!(outer.run(|| work(10_000_000)), Err(CutShort));
    }
}
