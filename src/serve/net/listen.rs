//! The sockets of the server: no more are accepted than can be served.

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

/// A visitor's share of the server: a place among [`limits::SOCKETS`], and a share in the workers of its address. The share is given
/// back when the last copy is dropped.
#[derive(Clone)]
pub struct Client(Arc<ClientResources>);

struct ClientResources {
    admission: Admission,
    workers: Workers,
    #[expect(dead_code, reason = "it is given back when it is dropped")]
    permit: OwnedSemaphorePermit,
}

impl Client {
    /// Counts a new game of this address.
    ///
    /// # Errors
    /// When the address has made too many lately.
    pub fn make_game(&self) -> Result<(), ApiError> {
        if self.0.admission.may_make_game() {
            return Ok(());
        }
        let most = limits::GAMES_A_MINUTE;
        let message = format!("one address may make {most} games a minute: wait a little");
        Err(ApiError::new(ApiReason::Often, message))
    }

    /// Returns the address that pays for the work, if addresses are counted.
    pub fn address(&self) -> Option<IpAddr> {
        self.0.admission.address()
    }

    /// Runs work on a worker thread, once it is this address's turn and a worker is free.
    ///
    /// # Errors
    /// The work's own error, or `server` if the work panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let turn = self.0.admission.turn().await;
        let work = move || {
            let done = work();
            drop(turn);
            done
        };
        self.0.workers.run(work).await
    }
}

/// Accepts and serves sockets for ever.
pub async fn accept(listener: TcpListener, router: Router, peers: Arc<Peers>) {
    let places = Arc::new(Semaphore::new(limits::SOCKETS));
    let workers = Workers::new();
    loop {
        match listener.accept().await {
            Ok((socket, from)) => {
                // Without a place the socket is closed at once.
                let Ok(permit) = places.clone().try_acquire_owned() else { continue };
                let Some(admission) = peers.enter(from.ip()) else { continue };
                let client = ClientResources { admission, workers: workers.clone(), permit };
                tokio::spawn(exchange(socket, router.clone(), Client(Arc::new(client))));
            }
            // Most likely the process is out of files, and some will be closed soon.
            Err(_) => tokio::time::sleep(std::time::Duration::from_millis(50)).await,
        }
    }
}

/// Serves one request. A header of the answer closes the socket, so none stays idle.
async fn exchange(socket: TcpStream, router: Router, client: Client) {
    // Small messages are sent at once; a socket that refuses this option still works.
    let _ = socket.set_nodelay(true);
    // The client belongs to the request, and to the WebSocket that the request may become.
    let service = TowerToHyperService::new(router.layer(Extension(client)));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits::HEAD)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(socket), service)
        .with_upgrades();
    // A connection that has failed or takes too long gets no answer.
    let _ = tokio::time::timeout(limits::EXCHANGE, connection).await;
}
