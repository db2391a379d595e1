//! When a search ends: at a time, after so many positions, at a depth, or at a call from outside.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// What bounds a search; the first limit reached ends it. Without any, it goes on until it is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// The time for the answer.
    pub time: Option<Duration>,
    /// The time after which no new iteration begins. It is for games by the clock: an iteration seldom ends that begins late.
    pub begin_until: Option<Duration>,
    /// The number of positions searched by all threads together.
    pub nodes: Option<u64>,
    /// The number of plies to which every line is searched.
    pub depth: Option<u32>,
}

/// The time kept back of a clock for what lies between two programs.
const OVERHEAD: Duration = Duration::from_millis(30);

impl Limits {
    /// The share of a clock for one move: with so much time left, gained by each move, and for so many moves, if that is known.
    pub fn by_clock(left: Duration, increment: Duration, moves: Option<u32>) -> Limits {
        let usable = left.saturating_sub(OVERHEAD);
        let share = usable / moves.unwrap_or(25).clamp(1, 50) + increment * 3 / 4;
        let most = if moves == Some(1) { usable * 4 / 5 } else { usable / 3 };
        let time = (share * 2).min(most.max(share.min(usable / 2))).max(Duration::from_millis(1));
        Limits { time: Some(time), begin_until: Some(share / 2), ..Limits::default() }
    }
}

/// A call to end a search, shared between threads. Its clones are one call.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<Call>);

#[derive(Debug, Default)]
struct Call {
    made: AtomicBool,
    /// When it is made by itself.
    due: OnceLock<Instant>,
}

impl Stop {
    /// A call that has not been made.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Ends the search at its next look, at once for people.
    pub fn stop(&self) {
        self.0.made.store(true, Ordering::Relaxed);
    }

    /// Ends the search so long from now, for one whose time begins while it goes on. The first such time holds.
    pub fn stop_after(&self, time: Duration) {
        if let Some(due) = Instant::now().checked_add(time) {
            self.0.due.get_or_init(|| due);
        }
    }

    /// Whether the call has been made.
    pub fn is_stopped(&self) -> bool {
        let is_due = || self.0.due.get().is_some_and(|due| Instant::now() >= *due);
        self.0.made.load(Ordering::Relaxed) || is_due()
    }
}

/// The course of one search, shared by its threads.
#[derive(Debug)]
pub struct Watch {
    limits: Limits,
    begun: Instant,
    deadline: Option<Instant>,
    nodes: AtomicU64,
    over: AtomicBool,
    stop: Stop,
}

/// What is kept back of the time, for the answer itself.
const RESERVE: Duration = Duration::from_millis(5);

impl Watch {
    /// The watch of a search that begins now.
    pub fn new(limits: &Limits, stop: &Stop) -> Watch {
        let begun = Instant::now();
        let deadline =
            limits.time.and_then(|time| begun.checked_add(time.saturating_sub(RESERVE.min(time / 4))));
        let (nodes, over) = (AtomicU64::new(0), AtomicBool::new(false));
        Watch { limits: *limits, begun, deadline, nodes, over, stop: stop.clone() }
    }

    /// The limits that it keeps.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// A thread's own count, that looks at the watch after every so many positions. Where positions take long, look
    /// after each.
    pub fn meter(&self, positions_a_look: u64) -> Meter<'_> {
        Meter { watch: self, beat: positions_a_look.max(1), pending: 0, over: self.is_over() }
    }

    /// Positions searched so far, by all threads, as far as they have told.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Seconds since the search began.
    pub fn seconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }

    /// The share of the time or of the positions that is used up, whichever is more: 0 at the beginning, 1 at the end, and 0
    /// for ever without either limit.
    pub fn share_used(&self) -> f64 {
        let time = self.limits.time.map_or(0.0, |time| self.seconds() / time.as_secs_f64().max(1e-9));
        let nodes = self.limits.nodes.map_or(0.0, |nodes| self.nodes() as f64 / nodes.max(1) as f64);
        time.max(nodes)
    }

    /// Ends the search of all threads.
    pub fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Looks at every limit but the depth: whether the search must end.
    pub fn is_over(&self) -> bool {
        if self.over.load(Ordering::Relaxed) {
            return true;
        }
        let late = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let spent = || self.limits.nodes.is_some_and(|most| self.nodes() >= most);
        let over = self.stop.is_stopped() || spent() || late();
        if over {
            self.end();
        }
        over
    }

    /// Whether an iteration to this depth may begin.
    pub fn may_begin(&self, depth: u32) -> bool {
        let deep = self.limits.depth.is_some_and(|most| depth > most);
        let late = self.limits.begin_until.is_some_and(|until| self.begun.elapsed() >= until);
        !deep && !late && !self.is_over()
    }
}

/// One thread's count of positions.
#[derive(Debug)]
pub struct Meter<'w> {
    watch: &'w Watch,
    beat: u64,
    pending: u64,
    over: bool,
}

impl Meter<'_> {
    /// Counts a position; whether the search must end.
    #[inline(always)]
    pub fn tick(&mut self) -> bool {
        self.pending += 1;
        if self.pending >= self.beat {
            self.look();
        }
        self.over
    }

    /// Whether the search must end, by the last look.
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Tells the watch what has been counted, and looks at the limits.
    pub fn look(&mut self) {
        self.tell();
        self.over |= self.watch.is_over();
    }

    /// Tells the watch what has been counted, so that news of the search say it.
    pub fn tell(&mut self) {
        self.watch.nodes.fetch_add(self.pending, Ordering::Relaxed);
        self.pending = 0;
    }
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        self.tell();
    }
}
