//! The threads that search: a few threads for all games and visitors together.

use crate::budget::StopSignal;
use crate::serve::limits;
use std::collections::HashMap;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The purpose of a job, which is one search. The first in this list goes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// A move of the program in a game with a clock.
    TimedMove,
    /// A move of the program in a game without a clock.
    UntimedMove,
    /// The program's answer to an offer of a draw.
    DrawAnswer,
    /// Advice to a visitor. Advice never uses all the threads.
    Advice,
}

/// One of those among whom the threads are shared out evenly. Among jobs of one purpose, the sharer that was served longest ago
/// goes first.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Sharer {
    /// A game, by its id.
    Game(String),
    /// All visitors of an address to which the limits for addresses apply.
    Address(IpAddr),
    /// One visitor of this machine, or of a server without limits for addresses.
    Visitor(u64),
}

impl Sharer {
    /// Returns the sharer for a visitor's searches. `address` is that of the visitor; `None` for visitors of this machine, and on a
    /// server without limits for addresses.
    pub fn of_visitor(visitor: u64, address: Option<IpAddr>) -> Sharer {
        address.map_or(Sharer::Visitor(visitor), Sharer::Address)
    }
}

/// The game or visitor that asks for a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asker {
    /// A game, by its id.
    Game(String),
    /// A visitor, by the number from [`next_visitor`].
    Visitor(u64),
}

/// Returns a number that no other visitor has.
pub fn next_visitor() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Ends a search when this is dropped, because nobody waits for its result.
pub struct StopOnDrop(pub StopSignal);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// The reason why a queued job is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobCall {
    /// The job begins its search, while `waiting` other jobs wait.
    Begin { waiting: usize },
    /// The job ends without a search, because a later job has replaced it.
    Replaced,
}

type Job = Box<dyn FnOnce(JobCall) + Send>;

struct WaitingJob {
    purpose: Purpose,
    sharer: Sharer,
    /// Each asker has at most one waiting job of a purpose, which a later job replaces.
    asker: Asker,
    job: Job,
}

#[derive(Default)]
struct Queue {
    waiting: Vec<WaitingJob>,
    /// For each sharer, the value of `begun` when its last job began.
    last_served: HashMap<Sharer, u64>,
    /// The number of jobs that have begun.
    begun: u64,
    /// The number of threads that search for advice.
    advising: usize,
    is_closed: bool,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    ready: Condvar,
}

/// [`limits::THINKERS`] threads, which end when this is dropped.
pub struct Thinkers {
    shared: Arc<Shared>,
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.ready.notify_all();
    }
}

/// The stack of a thread that searches, in bytes.
const STACK: usize = 16 << 20;

impl Thinkers {
    pub fn start() -> std::io::Result<Thinkers> {
        let shared = Arc::new(Shared::default());
        for _ in 0..limits::THINKERS {
            let shared = shared.clone();
            let thread = std::thread::Builder::new().name("think".to_owned()).stack_size(STACK);
            thread.spawn(move || shared.work())?;
        }
        Ok(Thinkers { shared })
    }

    /// Queues a job. It replaces a waiting job of the same asker and purpose, which is called at once with [`JobCall::Replaced`].
    pub fn queue(
        &self,
        purpose: Purpose,
        sharer: Sharer,
        asker: Asker,
        job: impl FnOnce(JobCall) + Send + 'static,
    ) {
        let mut queue = self.shared.lock();
        let next = WaitingJob { purpose, sharer, asker, job: Box::new(job) };
        let mut replaced = None;
        let is_earlier =
            |waiting: &&mut WaitingJob| waiting.purpose == next.purpose && waiting.asker == next.asker;
        match queue.waiting.iter_mut().find(is_earlier) {
            Some(earlier) => replaced = Some(std::mem::replace(earlier, next)),
            None => queue.waiting.push(next),
        }
        drop(queue);
        self.shared.ready.notify_one();
        if let Some(replaced) = replaced {
            (replaced.job)(JobCall::Replaced);
        }
    }
}

impl Queue {
    /// Removes and returns the job that begins next; `None` if no job may begin.
    fn next(&mut self) -> Option<WaitingJob> {
        let may_advise = self.advising + 1 < limits::THINKERS;
        let may_begin = |job: &WaitingJob| job.purpose != Purpose::Advice || may_advise;
        let rank = |job: &WaitingJob| (job.purpose, self.last_served.get(&job.sharer).copied().unwrap_or(0));
        let candidates = self.waiting.iter().enumerate().filter(|(_, job)| may_begin(job));
        let (index, _) = candidates.min_by_key(|(_, job)| rank(job))?;
        let next = self.waiting.remove(index);
        // This bounds the memory for sharers.
        if self.last_served.len() > 2 * limits::SOCKETS {
            self.last_served.clear();
        }
        self.begun += 1;
        self.last_served.insert(next.sharer.clone(), self.begun);
        self.advising += usize::from(next.purpose == Purpose::Advice);
        Some(next)
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Carries out jobs until the queue is closed.
    fn work(&self) {
        let mut queue = self.lock();
        while !queue.is_closed {
            let Some(next) = queue.next() else {
                queue = self.ready.wait(queue).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let call = JobCall::Begin { waiting: queue.waiting.len() };
            drop(queue);
            // If a search panics, only its own answer is lost.
            let _ = catch_unwind(AssertUnwindSafe(|| (next.job)(call)));
            queue = self.lock();
            if next.purpose == Purpose::Advice {
                queue.advising -= 1;
                self.ready.notify_one();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::time::Duration;

    /// The time after which a test gives up, so that it cannot hang.
    const PATIENCE: Duration = Duration::from_secs(60);

    fn game(number: u64) -> Sharer {
        Sharer::Game(number.to_string())
    }

    /// Keeps all threads busy until the sender is dropped.
    fn keep_busy(thinkers: &Thinkers) -> Sender<()> {
        let (release, held) = channel::<()>();
        let held = Arc::new(Mutex::new(held));
        let (begun, begins) = channel();
        for n in 0..limits::THINKERS as u64 {
            let (held, begun): (Arc<Mutex<Receiver<()>>>, _) = (held.clone(), begun.clone());
            thinkers.queue(Purpose::UntimedMove, game(n + 1000), Asker::Visitor(n + 1000), move |_| {
                begun.send(()).expect("somebody waits");
                let _ = held.lock().expect("no panic").recv();
            });
        }
        (0..limits::THINKERS).for_each(|_| begins.recv_timeout(PATIENCE).expect("begun"));
        release
    }

    #[test]
    fn a_later_thought_takes_the_place_of_one_that_waits() {
        let thinkers = Thinkers::start().expect("threads");
        let release = keep_busy(&thinkers);
        let (done, results) = channel();
        for n in 0..10 {
            let done = done.clone();
            thinkers.queue(Purpose::Advice, Sharer::Visitor(1), Asker::Visitor(1), move |call| {
                done.send((n, call)).expect("somebody waits");
            });
        }
        drop(release);
        let calls: Vec<_> =
            (0..10).map(|_| results.recv_timeout(PATIENCE).expect("every job is called")).collect();
        assert!(calls[..9].iter().all(|(_, call)| *call == JobCall::Replaced), "{calls:?}");
        assert_eq!(calls[9], (9, JobCall::Begin { waiting: 0 }));
    }

    #[test]
    fn moves_go_first_and_advice_is_shared_out_by_address() {
        let thinkers = Thinkers::start().expect("threads");
        let release = keep_busy(&thinkers);
        let (running, peak) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (done, results) = channel();
        let queue_job = |purpose, sharer: Sharer, number| {
            let (running, peak, done) = (running.clone(), peak.clone(), done.clone());
            thinkers.queue(purpose, sharer.clone(), Asker::Visitor(number), move |_| {
                peak.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(20));
                running.fetch_sub(1, Ordering::SeqCst);
                done.send(number).expect("somebody waits");
                assert!(number != 3, "one job panics");
            });
        };
        let address = |last| Sharer::Address(IpAddr::from([192, 0, 2, last]));
        (0..20).for_each(|asker| queue_job(Purpose::Advice, address(7), asker));
        queue_job(Purpose::Advice, address(8), 20);
        queue_job(Purpose::UntimedMove, game(21), 21);
        queue_job(Purpose::TimedMove, game(22), 22);
        drop(release);
        let order: Vec<u64> =
            (0..23).map(|_| results.recv_timeout(PATIENCE).expect("every job ends")).collect();
        let place = |asker| order.iter().position(|ended| *ended == asker).expect("the job ended");
        assert!(place(21) < 3 && place(22) < 3 && place(20) < 5, "{order:?}");
        assert!(peak.load(Ordering::SeqCst) <= limits::THINKERS);
    }
}
