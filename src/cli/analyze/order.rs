//! The output: answers of several threads, written in the order of their lines.

use crate::cli::progress;
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The greatest capacity of a buffer that is kept for reuse, in bytes.
const KEPT_CAPACITY: usize = 1 << 20;

/// The number of bad lines that get a message each. Further bad lines are only counted.
const MOST_MESSAGES: usize = 10;

/// The answers to the lines of a batch.
#[derive(Default)]
pub(super) struct Answers {
    /// The answers as they are written.
    pub(super) text: Vec<u8>,
    pub(super) lines: u64,
    /// A message about each bad line.
    pub(super) bad_lines: Vec<String>,
}

/// The output of all threads, which put answers into it in any order.
///
/// The thread that puts the next answers writes them, and the later answers that have waited. So no thread only writes.
pub(super) struct OrderedOutput<W> {
    state: Mutex<OutputState<W>>,
    /// Notified when answers were written or the output was closed.
    changed: Condvar,
    /// The greatest number of batches that may wait for earlier batches.
    most_waiting: usize,
}

struct OutputState<W> {
    output: W,
    /// The number of the batch that is written next.
    next: u64,
    /// The answers that wait for earlier batches, by the number of their batch.
    waiting: BTreeMap<u64, Answers>,
    /// Buffers for reuse. A new allocation is slower, because the system clears its memory.
    spare_buffers: Vec<Vec<u8>>,
    bad_lines: usize,
    messages: Vec<String>,
    counter: ProgressBar,
    /// Whether nothing more is written, because of an error or a panic.
    is_closed: bool,
    error: Option<std::io::Error>,
}

impl<W: Write> OrderedOutput<W> {
    /// Returns an output in which up to `most_waiting` batches may wait for earlier batches.
    pub(super) fn new(output: W, most_waiting: usize) -> OrderedOutput<W> {
        let state = OutputState {
            output,
            next: 0,
            waiting: BTreeMap::new(),
            spare_buffers: Vec::new(),
            bad_lines: 0,
            messages: Vec::new(),
            counter: progress::counter("lines"),
            is_closed: false,
            error: None,
        };
        OrderedOutput { state: Mutex::new(state), changed: Condvar::new(), most_waiting }
    }

    fn lock(&self) -> MutexGuard<'_, OutputState<W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts the answers to a batch into the output. Waits first if too many batches wait for earlier batches.
    ///
    /// Returns an empty buffer for the next answers, or `None` if the output is closed.
    pub(super) fn put(&self, number: u64, answers: Answers) -> Option<Vec<u8>> {
        let must_wait = |state: &mut OutputState<W>| {
            let is_full = state.waiting.len() >= self.most_waiting;
            is_full && state.next != number && !state.is_closed
        };
        let waited = self.changed.wait_while(self.lock(), must_wait);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        if state.is_closed {
            return None;
        }
        state.waiting.insert(number, answers);
        if state.next == number {
            let written = state.write_ready();
            state.is_closed = written.is_err();
            state.error = written.err();
            self.changed.notify_all();
        }
        if state.is_closed { None } else { Some(state.spare_buffers.pop().unwrap_or_default()) }
    }

    /// Returns a guard that closes the output if its thread panics. Without it the other threads would wait for ever.
    pub(super) fn closed_by_panic(&self) -> impl Drop + '_ {
        struct OnPanic<'o, W: Write> {
            output: &'o OrderedOutput<W>,
        }
        impl<W: Write> Drop for OnPanic<'_, W> {
            fn drop(&mut self) {
                if std::thread::panicking() {
                    self.output.lock().is_closed = true;
                    self.output.changed.notify_all();
                }
            }
        }
        OnPanic { output: self }
    }

    /// Returns the messages about the first bad lines and, if there are more, their number; or the error of the output.
    pub(super) fn finish(self) -> std::io::Result<Vec<String>> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = state.error {
            return Err(error);
        }
        state.counter.finish_and_clear();
        let mut messages = state.messages;
        if state.bad_lines > messages.len() {
            messages.push(format!("{} bad lines in all", state.bad_lines));
        }
        Ok(messages)
    }
}

impl<W: Write> OutputState<W> {
    /// Writes the next batch and those after it, up to the first batch that is not answered yet.
    fn write_ready(&mut self) -> std::io::Result<()> {
        while let Some(Answers { mut text, lines, bad_lines }) = self.waiting.remove(&self.next) {
            self.output.write_all(&text)?;
            self.next += 1;
            self.counter.inc(lines);
            self.bad_lines += bad_lines.len();
            self.messages.extend(bad_lines.into_iter().take(MOST_MESSAGES - self.messages.len()));
            if text.capacity() <= KEPT_CAPACITY {
                text.clear();
                self.spare_buffers.push(text);
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
            let waiting = scope.spawn(|| output.put(1, answers()));
            let panicking = scope.spawn(|| {
                let _closed_by_panic = output.closed_by_panic();
                panic!("as it must");
            });
            assert!(panicking.join().is_err());
            assert!(waiting.join().expect("no panic").is_none());
        });
    }
}
