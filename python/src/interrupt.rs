//! Long calls that Ctrl-C ends.

use crate::errors::refusal;
use pyo3::prelude::*;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// The time between two tests for signals.
const LOOK: Duration = Duration::from_millis(50);

/// Runs work in a thread, without the interpreter's lock. A signal calls `stop`, waits for the end of the work, and
/// is then raised.
pub fn with_signals<T: Send>(
    py: Python<'_>,
    stop: impl Fn() + Sync,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    std::thread::scope(|scope| {
        let (done, result) = channel();
        scope.spawn(move || {
            let _ = done.send(work());
        });
        let result = std::sync::Mutex::new(result);
        loop {
            let looked = py.detach(|| {
                let result = result.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                result.recv_timeout(LOOK)
            });
            match looked {
                Ok(value) => return Ok(value),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(refusal("the work ended without an answer"));
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(signal) = py.check_signals() {
                        stop();
                        return Err(signal);
                    }
                }
            }
        }
    })
}
