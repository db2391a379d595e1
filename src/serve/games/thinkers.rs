//! The threads that search for moves, a few for all games together.

use crate::serve::limits;
use std::collections::HashMap;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The purpose of a search; earlier purposes go first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// A move of the program whose clock runs.
    TimedMove,
    /// Another move of the program.
    Move,
    /// The program's answer to an offer of a draw.
    Reply,
    /// Advice to a visitor. Advice never uses all the threads.
    Advice,
}

/// The payer of a search: among searches of one purpose, the payer that was served longest ago goes first.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Payer {
    /// A game, by its public name.
    Game(String),
    /// All visitors of an address.
    Address(IpAddr),
    /// One visitor, where addresses are not counted.
    Visitor(u64),
}

/// The way in which a queued job is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobStart {
    /// The job runs, while this many others wait.
    Now { waiting: usize },
    /// The job does not run, because a later one has replaced it.
    Replaced,
}

type Job = Box<dyn FnOnce(JobStart) + Send>;

struct Waiting {
    purpose: Purpose,
    payer: Payer,
    /// The game or visitor that asks. Each has at most one waiting search of a purpose; a later search replaces it.
    asker: u64,
    job: Job,
}

#[derive(Default)]
struct Queue {
    waiting: Vec<Waiting>,
    /// The number of the last search of each payer.
    served: HashMap<Payer, u64>,
    /// The number of searches that have begun.
    begun: u64,
    /// The number of threads that search for advice.
    advising: usize,
    closed: bool,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    ready: Condvar,
}

/// Handle of [`limits::THINKERS`] threads, which end with the last handle.
#[derive(Clone)]
pub struct Thinkers(Arc<ThinkingThreads>);

/// The threads, which end when this is dropped.
struct ThinkingThreads {
    shared: Arc<Shared>,
}

impl Drop for ThinkingThreads {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.ready.notify_all();
    }
}

/// The stack of a thread that searches, in bytes.
const STACK: usize = 16 << 20;

impl Thinkers {
    /// Starts the threads.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start() -> std::io::Result<Thinkers> {
        let shared = Arc::new(Shared::default());
        for _ in 0..limits::THINKERS {
            let shared = shared.clone();
            let thread = std::thread::Builder::new().name("think".to_owned()).stack_size(STACK);
            thread.spawn(move || shared.work())?;
        }
        Ok(Thinkers(Arc::new(ThinkingThreads { shared })))
    }

    /// Queues a job. A waiting job of the same asker and purpose is replaced: it is called at once with [`JobStart::Replaced`].
    pub fn queue(
        &self,
        purpose: Purpose,
        payer: Payer,
        asker: u64,
        job: impl FnOnce(JobStart) + Send + 'static,
    ) {
        let shared = &self.0.shared;
        let mut queue = shared.lock();
        let next = Waiting { purpose, payer, asker, job: Box::new(job) };
        let mut earlier = None;
        match queue.waiting.iter_mut().find(|waiting| waiting.purpose == purpose && waiting.asker == asker) {
            Some(place) => earlier = Some(std::mem::replace(place, next)),
            None => queue.waiting.push(next),
        }
        drop(queue);
        shared.ready.notify_one();
        if let Some(earlier) = earlier {
            (earlier.job)(JobStart::Replaced);
        }
    }
}

impl Queue {
    /// Removes and returns the next job, if a thread may do it.
    fn next(&mut self) -> Option<Waiting> {
        let may_advise = self.advising + 1 < limits::THINKERS;
        let (index, _) = self
            .waiting
            .iter()
            .enumerate()
            .filter(|(_, waiting)| waiting.purpose != Purpose::Advice || may_advise)
            .min_by_key(|(_, waiting)| {
                (waiting.purpose, self.served.get(&waiting.payer).copied().unwrap_or(0))
            })?;
        let next = self.waiting.remove(index);
        if self.served.len() > 2 * limits::SOCKETS {
            self.served.clear();
        }
        self.begun += 1;
        self.served.insert(next.payer.clone(), self.begun);
        self.advising += usize::from(next.purpose == Purpose::Advice);
        Some(next)
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        let mut queue = self.lock();
        while !queue.closed {
            let Some(next) = queue.next() else {
                queue = self.ready.wait(queue).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let start = JobStart::Now { waiting: queue.waiting.len() };
            drop(queue);
            // A search that panics costs only its own answer.
            let _ = catch_unwind(AssertUnwindSafe(|| (next.job)(start)));
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
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::time::Duration;

    const SOON: Duration = Duration::from_secs(60);

    fn game(number: u64) -> Payer {
        Payer::Game(number.to_string())
    }

    /// Keeps all threads busy until the sender is dropped.
    fn busy(thinkers: &Thinkers) -> Sender<()> {
        let (release, held) = channel::<()>();
        let held = Arc::new(Mutex::new(held));
        let (begun, begins) = channel();
        for n in 0..limits::THINKERS as u64 {
            let (held, begun): (Arc<Mutex<Receiver<()>>>, _) = (held.clone(), begun.clone());
            thinkers.queue(Purpose::Move, game(n + 1000), n + 1000, move |_| {
                begun.send(()).expect("somebody waits");
                let _ = held.lock().expect("no panic").recv();
            });
        }
        (0..limits::THINKERS).for_each(|_| begins.recv_timeout(SOON).expect("begun"));
        release
    }

    #[test]
    fn a_later_thought_takes_the_place_of_one_that_waits() {
        let thinkers = Thinkers::start().expect("threads");
        let release = busy(&thinkers);
        let (done, all) = channel();
        for n in 0..10 {
            let done = done.clone();
            thinkers.queue(Purpose::Advice, Payer::Visitor(1), 1, move |turn| {
                done.send((n, turn)).expect("somebody waits");
            });
        }
        drop(release);
        let told: Vec<_> = (0..10).map(|_| all.recv_timeout(SOON).expect("every one is told")).collect();
        assert!(told[..9].iter().all(|(_, turn)| *turn == JobStart::Replaced), "{told:?}");
        assert_eq!(told[9], (9, JobStart::Now { waiting: 0 }));
    }

    #[test]
    fn moves_go_first_and_advice_is_shared_out_by_address() {
        let thinkers = Thinkers::start().expect("threads");
        let release = busy(&thinkers);
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (done, all) = channel();
        let give = |purpose, payer: Payer, of| {
            let (now, most, done) = (now.clone(), most.clone(), done.clone());
            thinkers.queue(purpose, payer.clone(), of, move |_| {
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(20));
                now.fetch_sub(1, Ordering::SeqCst);
                done.send(of).expect("somebody waits");
                assert!(of != 3, "one of them breaks off");
            });
        };
        let address = |last| Payer::Address(IpAddr::from([192, 0, 2, last]));
        (0..20).for_each(|of| give(Purpose::Advice, address(7), of));
        give(Purpose::Advice, address(8), 20);
        give(Purpose::Move, game(21), 21);
        give(Purpose::TimedMove, game(22), 22);
        drop(release);
        let told: Vec<u64> = (0..23).map(|_| all.recv_timeout(SOON).expect("every one is done")).collect();
        let place = |of| told.iter().position(|other| *other == of).expect("told");
        assert!(place(21) < 3 && place(22) < 3 && place(20) < 5, "{told:?}");
        assert!(most.load(Ordering::SeqCst) <= limits::THINKERS);
    }
}
