//! A visitor's share of the server: a socket, and a share of the threads that compute rules and wait for the disk.

use super::peers::Admission;
use crate::answers::{ApiError, ApiReason};
use crate::serve::limits;
use std::net::IpAddr;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A visitor's share of the server. It is given back when the last copy is dropped.
#[derive(Clone)]
pub struct Client {
    admission: Arc<Admission>,
    /// The [`limits::WORKERS`] threads of all visitors.
    workers: Arc<Semaphore>,
    #[expect(dead_code, reason = "the socket counts until this is dropped")]
    socket_permit: Arc<OwnedSemaphorePermit>,
}

impl Client {
    /// Returns the share of a visitor whose socket is admitted. `workers` counts the free worker threads of the server.
    pub fn new(admission: Admission, workers: Arc<Semaphore>, socket_permit: OwnedSemaphorePermit) -> Client {
        Client { admission: Arc::new(admission), workers, socket_permit: Arc::new(socket_permit) }
    }

    /// Counts a new game of the visitor's address, or refuses it if the address has made too many games lately.
    pub fn count_new_game(&self) -> Result<(), ApiError> {
        if self.admission.try_count_game() {
            return Ok(());
        }
        let most = limits::GAMES_A_MINUTE;
        let message = format!("one address may make {most} games a minute: wait a little");
        Err(ApiError::new(ApiReason::Often, message))
    }

    /// Returns the visitor's address; `None` if the address is not limited.
    pub fn address(&self) -> Option<IpAddr> {
        self.admission.address
    }

    /// Runs work on a worker thread, once the address may use one and a worker is free. Work that panics ends in an error.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let address_permit = self.admission.worker_permit().await;
        let permit = self.workers.clone().acquire_owned().await;
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
    use super::super::{AddressLimits, Peers};
    use super::*;
    use std::net::Ipv4Addr;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Returns a client on this machine, whose address is not limited.
    fn client() -> Client {
        let admission = Peers::new(AddressLimits::Each).admit(Ipv4Addr::LOCALHOST.into()).expect("admitted");
        let socket_permit = Arc::new(Semaphore::new(1)).try_acquire_owned().expect("free");
        Client::new(admission, Arc::new(Semaphore::new(limits::WORKERS)), socket_permit)
    }

    #[tokio::test]
    async fn no_more_work_at_once_than_there_are_workers() {
        let client = client();
        let (running, peak) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let jobs: Vec<_> = (0..limits::WORKERS * 3)
            .map(|_| {
                let (client, running, peak) = (client.clone(), running.clone(), peak.clone());
                tokio::spawn(async move {
                    let work = move || {
                        peak.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        std::thread::sleep(std::time::Duration::from_millis(30));
                        running.fetch_sub(1, Ordering::SeqCst);
                        Ok(())
                    };
                    client.run(work).await
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
        let failed = client().run(|| -> Result<(), ApiError> { panic!("as an engine might") }).await;
        assert_eq!(failed.expect_err("an error").reason, ApiReason::Server);
    }
}
