//! Accepts and serves sockets, no more than [`limits::SOCKETS`] at once.

use super::peers::{Admission, Peers};
use super::workers::Workers;
use crate::answers::{ApiError, ApiReason};
use crate::serve::limits;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::net::IpAddr;
use std::sync::Arc;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A visitor's share of the server: one of [`limits::SOCKETS`] sockets, and the workers of its address. The share is given back
/// when the last copy is dropped.
#[derive(Clone)]
pub struct Client(Arc<ClientResources>);

struct ClientResources {
    admission: Admission,
    workers: Workers,
    #[expect(dead_code, reason = "the socket counts until this is dropped")]
    permit: OwnedSemaphorePermit,
}

impl Client {
    /// Counts a new game of the visitor's address.
    ///
    /// # Errors
    /// When the address has made too many games lately.
    pub fn count_new_game(&self) -> Result<(), ApiError> {
        if self.0.admission.try_count_game() {
            return Ok(());
        }
        let most = limits::GAMES_A_MINUTE;
        let message = format!("one address may make {most} games a minute: wait a little");
        Err(ApiError::new(ApiReason::Often, message))
    }

    /// Returns the visitor's address; `None` if the address is not limited.
    pub fn address(&self) -> Option<IpAddr> {
        self.0.admission.address()
    }

    /// Runs work on a worker thread, once the address may use one and a worker is free.
    ///
    /// # Errors
    /// The work's own error, or `server` if the work panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let address_permit = self.0.admission.worker_permit().await;
        self.0.workers.run(address_permit, work).await
    }
}

/// Accepts and serves sockets without end.
pub async fn accept(listener: TcpListener, router: Router, peers: Arc<Peers>) {
    let sockets = Arc::new(Semaphore::new(limits::SOCKETS));
    let workers = Workers::new();
    loop {
        match listener.accept().await {
            Ok((socket, from)) => {
                // A socket without permit or admission is closed at once.
                let Ok(permit) = sockets.clone().try_acquire_owned() else { continue };
                let Some(admission) = peers.admit(from.ip()) else { continue };
                let client = ClientResources { admission, workers: workers.clone(), permit };
                tokio::spawn(exchange(socket, router.clone(), Client(Arc::new(client))));
            }
            // Most likely the process has too many open files, and closes some soon.
            Err(_) => tokio::time::sleep(std::time::Duration::from_millis(50)).await,
        }
    }
}

/// Serves one request on a socket. A header of the answer closes the socket, so that no socket stays idle.
async fn exchange(socket: TcpStream, router: Router, client: Client) {
    // Without delay, small messages are sent at once. A socket that refuses this option still works.
    let _ = socket.set_nodelay(true);
    // The request keeps the client, and so does a WebSocket that begins by the request.
    let service = TowerToHyperService::new(router.layer(Extension(client)));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits::HEAD)
        // Bytes: this limits the head of a request.
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(socket), service)
        .with_upgrades();
    // A connection that has failed or takes too long gets no answer.
    let _ = tokio::time::timeout(limits::EXCHANGE, connection).await;
}
