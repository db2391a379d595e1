//! The threads that work out rules and wait for the disk.

use crate::serve::error::ApiError;
use crate::serve::limits;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// A bounded number of workers. Work beyond that waits in turn.
#[derive(Clone)]
pub struct Workers(Arc<Semaphore>);

impl Workers {
    /// [`limits::WORKERS`] of them.
    pub fn new() -> Workers {
        Workers(Arc::new(Semaphore::new(limits::WORKERS)))
    }

    /// Runs work on a worker thread.
    ///
    /// # Errors
    /// The work's own error, or `server` when it panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let broken = |_| ApiError::new("server", "the server failed to work this out");
        let permit = self
            .0
            .clone()
            .acquire_owned()
            .await
            .map_err(|_| ApiError::new("server", "the server is stopping"))?;
        // The permit goes with the work, which goes on even if the visitor leaves.
        tokio::task::spawn_blocking(move || {
            let done = work();
            drop(permit);
            done
        })
        .await
        .map_err(broken)?
    }
}
