//! The threads that compute rules and wait for the disk.

use crate::answers::ApiError;
use crate::serve::limits;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A bounded number of worker threads. Further work waits in turn.
#[derive(Clone)]
pub struct Workers(Arc<Semaphore>);

impl Workers {
    /// Returns [`limits::WORKERS`] workers.
    pub fn new() -> Workers {
        Workers(Arc::new(Semaphore::new(limits::WORKERS)))
    }

    /// Runs work on a worker thread, once a worker is free. `address_permit` is given back after the work.
    ///
    /// # Errors
    /// The work's own error, or `server` if the work panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        address_permit: Option<OwnedSemaphorePermit>,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let permit = self.0.clone().acquire_owned().await;
        let permit = permit.map_err(|_| ApiError::server("the server is stopping"))?;
        // The work has the permits, because it goes on even if the visitor leaves.
        let running = tokio::task::spawn_blocking(move || {
            let result = work();
            drop((permit, address_permit));
            result
        });
        running.await.map_err(|_| ApiError::server("the server failed to work this out"))?
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::ApiReason;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[tokio::test]
    async fn no_more_work_at_once_than_there_are_workers() {
        let workers = Workers::new();
        let (running, peak) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let jobs: Vec<_> = (0..limits::WORKERS * 3)
            .map(|_| {
                let (workers, running, peak) = (workers.clone(), running.clone(), peak.clone());
                tokio::spawn(async move {
                    let work = move || {
                        peak.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        std::thread::sleep(std::time::Duration::from_millis(30));
                        running.fetch_sub(1, Ordering::SeqCst);
                        Ok(())
                    };
                    workers.run(None, work).await
                })
            })
            .collect();
        for job in jobs {
            assert_eq!(job.await.expect("joined"), Ok(()));
        }
        assert_eq!(peak.load(Ordering::SeqCst), limits::WORKERS);
    }

    #[tokio::test]
    async fn work_that_panics_is_an_error() {
        let work = || -> Result<(), ApiError> { panic!("as an engine might") };
        let failed = Workers::new().run(None, work).await;
        assert_eq!(failed.expect_err("an error").reason, ApiReason::Server);
    }
}
