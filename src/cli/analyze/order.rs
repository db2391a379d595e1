//! Answers of several threads, written in the order of their lines.

use crate::cli::progress;
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The greatest capacity of a buffer that is kept for reuse, in bytes.
const USUAL: usize = 1 << 20;

/// The number of bad lines that get a message. The others are counted.
const MOST_MESSAGES: usize = 10;

/// The answers to consecutive lines.
#[derive(Default)]
pub(super) struct Answers {
    pub(super) text: Vec<u8>,
    pub(super) lines: u64,
    /// The messages about bad lines.
    pub(super) bad: Vec<String>,
}

/// The output of all threads. Answers are given in any order. The thread that gives the next ones writes them and all that have waited for
/// them. So no thread has to do nothing but write.
pub(super) struct OrderedOutput<W> {
    state: Mutex<State<W>>,
    moved: Condvar,
    /// The greatest number of batches that may wait for others.
    most: usize,
}

struct State<W> {
    output: W,
    /// The number of the batch that is written next.
    next: u64,
    waiting: BTreeMap<u64, Answers>,
    /// Written buffers for reuse. Memory that is freed and allocated again would be cleared by the system.
    spare: Vec<Vec<u8>>,
    /// The number of bad lines.
    bad: usize,
    /// The messages about the first of them.
    messages: Vec<String>,
    counter: ProgressBar,
    /// Whether writing has ended.
    is_closed: bool,
    failure: Option<std::io::Error>,
}

impl<W: Write> OrderedOutput<W> {
    /// Returns an output in which up to `most` batches may wait for others.
    pub(super) fn new(output: W, most: usize) -> OrderedOutput<W> {
        let state = State {
            output,
            next: 0,
            waiting: BTreeMap::new(),
            spare: Vec::new(),
            bad: 0,
            messages: Vec::new(),
            counter: progress::counter("lines"),
            is_closed: false,
            failure: None,
        };
        OrderedOutput { state: Mutex::new(state), moved: Condvar::new(), most }
    }

    fn lock(&self) -> MutexGuard<'_, State<W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a batch when it is its turn. Returns an empty buffer for the next one, or none if writing has ended.
    pub(super) fn put(&self, turn: u64, answers: Answers) -> Option<Vec<u8>> {
        let mut state = self.lock();
        while state.next != turn && state.waiting.len() >= self.most && !state.is_closed {
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.waiting.insert(turn, answers);
        if state.next == turn && !state.is_closed {
            let written = state.write_ready();
            state.is_closed |= written.is_err();
            state.failure = written.err();
            self.moved.notify_all();
        }
        (!state.is_closed).then(|| state.spare.pop().unwrap_or_default())
    }

    /// Returns a guard that closes the output if its thread panics; otherwise other threads would wait for ever.
    pub(super) fn closed_by_panic(&self) -> impl Drop + '_ {
        struct OnPanic<'o, W: Write>(&'o OrderedOutput<W>);
        impl<W: Write> Drop for OnPanic<'_, W> {
            fn drop(&mut self) {
                if std::thread::panicking() {
                    self.0.lock().is_closed = true;
                    self.0.moved.notify_all();
                }
            }
        }
        OnPanic(self)
    }

    /// Returns the first messages about bad lines and, if there are more, the number of all. All batches have to be given before.
    ///
    /// # Errors
    /// When the answers could not be written.
    pub(super) fn finish(self) -> std::io::Result<Vec<String>> {
        let State { bad, mut messages, counter, failure, .. } =
            self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(failure) = failure {
            return Err(failure);
        }
        counter.finish_and_clear();
        if bad > messages.len() {
            messages.push(format!("{bad} bad lines in all"));
        }
        Ok(messages)
    }
}

impl<W: Write> State<W> {
    /// Writes the waiting batches up to the first that has not been given.
    fn write_ready(&mut self) -> std::io::Result<()> {
        while let Some(Answers { mut text, lines, bad }) = self.waiting.remove(&self.next) {
            self.output.write_all(&text)?;
            self.next += 1;
            self.counter.inc(lines);
            self.bad += bad.len();
            self.messages.extend(bad.into_iter().take(MOST_MESSAGES - self.messages.len()));
            if text.capacity() <= USUAL {
                text.clear();
                self.spare.push(text);
            }
        }
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers() -> Answers {
        Answers { text: b"x".to_vec(), lines: 1, ..Answers::default() }
    }

    #[test]
    fn nobody_waits_for_an_output_that_fails() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
                Err(std::io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        let output = OrderedOutput::new(Full, 1);
        assert!(output.put(1, answers()).is_some());
        assert!(output.put(0, answers()).is_none());
        assert!(output.put(3, answers()).is_none());
        assert_eq!(output.finish().expect_err("full").kind(), std::io::ErrorKind::StorageFull);
    }

    #[test]
    fn nobody_waits_for_a_thread_that_panics() {
        let output = OrderedOutput::new(Vec::new(), 0);
        std::thread::scope(|scope| {
            let waits = scope.spawn(|| output.put(1, answers()));
            let panics = scope.spawn(|| {
                let _closed_by_panic = output.closed_by_panic();
                panic!("as it must");
            });
            assert!(panics.join().is_err());
            assert!(waits.join().expect("no panic").is_none());
        });
    }
}
