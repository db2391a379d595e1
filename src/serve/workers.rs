//! The threads on which rules are worked out and the disk is waited for.

use super::limits;
use super::refusal::Refusal;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// A bounded number of workers; who comes later waits in turn.
#[derive(Clone)]
pub struct Workers(Arc<Semaphore>);

impl Workers {
    /// As many as [`limits::WORKERS`].
    pub fn new() -> Workers {
        Workers(Arc::new(Semaphore::new(limits::WORKERS)))
    }

    /// Runs a piece of work away from the sockets.
    ///
    /// # Errors
    /// The work's own refusal, or `server` when it broke down.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let broken = |_| Refusal::new("server", "the server failed to work this out");
        let permit = self
            .0
            .clone()
            .acquire_owned()
            .await
            .map_err(|_| Refusal::new("server", "the server is stopping"))?;
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
