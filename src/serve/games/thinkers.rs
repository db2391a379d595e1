//! The threads that choose moves, a few for all games together.

use crate::serve::limits;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

type Job = Box<dyn FnOnce() + Send>;

/// [`limits::THINKERS`] threads that work in turn.
#[derive(Clone)]
pub struct Thinkers(Sender<Job>);

/// The stack of a thread that searches, bytes.
const STACK: usize = 16 << 20;

impl Thinkers {
    /// Starts the threads; they end when nobody can give them work any more.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start() -> std::io::Result<Thinkers> {
        let (jobs, queue) = channel::<Job>();
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..limits::THINKERS {
            let queue = Arc::clone(&queue);
            let thread = std::thread::Builder::new().name("think".to_owned()).stack_size(STACK);
            thread.spawn(move || {
                while let Some(job) = next(&queue) {
                    // A search that panics costs its own answer only.
                    let _ = catch_unwind(AssertUnwindSafe(job));
                }
            })?;
        }
        Ok(Thinkers(jobs))
    }

    /// Puts work behind what waits already. Each game and each visitor has one piece of work at a time.
    pub fn give(&self, job: impl FnOnce() + Send + 'static) {
        // Without threads the server is stopping.
        let _ = self.0.send(Box::new(job));
    }
}

fn next(queue: &Mutex<Receiver<Job>>) -> Option<Job> {
    queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    #[test]
    fn no_more_thoughts_at_once_than_there_are_thinkers() {
        let thinkers = Thinkers::start().expect("threads");
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (done, all) = channel();
        let jobs = limits::THINKERS * 4;
        for n in 0..jobs {
            let (now, most, done) = (now.clone(), most.clone(), done.clone());
            thinkers.give(move || {
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(30));
                now.fetch_sub(1, Ordering::SeqCst);
                done.send(()).expect("somebody waits");
                assert!(n != 1, "one of them breaks off");
            });
        }
        for _ in 0..jobs {
            all.recv_timeout(Duration::from_secs(60)).expect("every one is done");
        }
        assert_eq!(most.load(Ordering::SeqCst), limits::THINKERS);
    }
}
