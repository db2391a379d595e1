//! The threads that search: a few threads for all games and visitors together.

use crate::budget::StopSignal;
use crate::serve::{limits, locked};
use std::collections::HashMap;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

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

/// The game or visitor that asks for a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asker {
    /// A game, by its id.
    Game(String),
    Visitor {
        /// The number from [`next_visitor`].
        number: u64,
        /// The address; `None` for a visitor of this machine, and on a server without limits for addresses.
        address: Option<IpAddr>,
    },
}

impl Asker {
    fn sharer(&self) -> Sharer {
        match self {
            Asker::Game(id) => Sharer::Game(id.clone()),
            Asker::Visitor { address: Some(address), .. } => Sharer::Address(*address),
            Asker::Visitor { number, address: None } => Sharer::Visitor(*number),
        }
    }
}

/// Those among whom the threads are shared out evenly. Among jobs of one purpose, the sharer that was served longest ago goes first.
#[derive(PartialEq, Eq, Hash)]
enum Sharer {
    Game(String),
    /// All visitors of an address.
    Address(IpAddr),
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
pub struct Thinkers(Arc<Shared>);

impl Drop for Thinkers {
    fn drop(&mut self) {
        locked(&self.0.queue).is_closed = true;
        self.0.ready.notify_all();
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
        Ok(Thinkers(shared))
    }

    /// Queues a job. It replaces a waiting job of the same asker and purpose, which is called at once with [`JobCall::Replaced`].
    pub fn queue(&self, purpose: Purpose, asker: Asker, job: impl FnOnce(JobCall) + Send + 'static) {
        let mut queue = locked(&self.0.queue);
        let earlier = queue.waiting.iter_mut().find(|job| job.purpose == purpose && job.asker == asker);
        let new = WaitingJob { purpose, asker, job: Box::new(job) };
        let mut replaced = None;
        match earlier {
            Some(earlier) => replaced = Some(std::mem::replace(earlier, new)),
            None => queue.waiting.push(new),
        }
        drop(queue);
        self.0.ready.notify_one();
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
        let last_served = |asker: &Asker| self.last_served.get(&asker.sharer()).copied().unwrap_or(0);
        let rank = |job: &WaitingJob| (job.purpose, last_served(&job.asker));
        let candidates = self.waiting.iter().enumerate().filter(|(_, job)| may_begin(job));
        let (index, _) = candidates.min_by_key(|(_, job)| rank(job))?;
        let next = self.waiting.remove(index);
        // This bounds the memory for sharers.
        if self.last_served.len() > 2 * limits::SOCKETS {
            self.last_served.clear();
        }
        self.begun += 1;
        self.last_served.insert(next.asker.sharer(), self.begun);
        self.advising += usize::from(next.purpose == Purpose::Advice);
        Some(next)
    }
}

impl Shared {
    /// Carries out jobs until the queue is closed.
    fn work(&self) {
        let mut queue = locked(&self.queue);
        while !queue.is_closed {
            let Some(next) = queue.next() else {
                queue = self.ready.wait(queue).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let call = JobCall::Begin { waiting: queue.waiting.len() };
            drop(queue);
            // If a search panics, only its own answer is lost.
            let _ = catch_unwind(AssertUnwindSafe(|| (next.job)(call)));
            queue = locked(&self.queue);
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

    fn game(number: usize) -> Asker {
        Asker::Game(number.to_string())
    }

    fn visitor(number: usize, last_byte: u8) -> Asker {
        Asker::Visitor { number: number as u64, address: Some(IpAddr::from([192, 0, 2, last_byte])) }
    }

    /// Keeps all threads busy until the sender is dropped.
    fn keep_busy(thinkers: &Thinkers) -> Sender<()> {
        let (release, held) = channel::<()>();
        let held = Arc::new(Mutex::new(held));
        let (begun, begins) = channel();
        for n in 0..limits::THINKERS {
            let (held, begun): (Arc<Mutex<Receiver<()>>>, _) = (held.clone(), begun.clone());
            thinkers.queue(Purpose::UntimedMove, game(n + 1000), move |_| {
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
            thinkers.queue(Purpose::Advice, visitor(1, 7), move |call| {
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
        let queue_job = |purpose, asker, number: usize| {
            let (running, peak, done) = (running.clone(), peak.clone(), done.clone());
            thinkers.queue(purpose, asker, move |_| {
                peak.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(20));
                running.fetch_sub(1, Ordering::SeqCst);
                done.send(number).expect("somebody waits");
                assert!(number != 3, "one job panics");
            });
        };
        (0..20).for_each(|number| queue_job(Purpose::Advice, visitor(number, 7), number));
        queue_job(Purpose::Advice, visitor(20, 8), 20);
        queue_job(Purpose::UntimedMove, game(21), 21);
        queue_job(Purpose::TimedMove, game(22), 22);
        drop(release);
        let order: Vec<usize> =
            (0..23).map(|_| results.recv_timeout(PATIENCE).expect("every job ends")).collect();
        let place = |number| order.iter().position(|ended| *ended == number).expect("the job ended");
        assert!(place(21) < 3 && place(22) < 3 && place(20) < 5, "{order:?}");
        assert!(peak.load(Ordering::SeqCst) <= limits::THINKERS);
    }
}
