//! Accepting sockets, no more than can be served.

use super::limits;
use super::peers::{Peers, Visit};
use super::refusal::Refusal;
use super::workers::Workers;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A socket's place among [`limits::SOCKETS`] and among those of its address; kept by whoever uses the socket.
#[derive(Clone)]
pub struct Place(Arc<Held>);

struct Held {
    visit: Visit,
    workers: Workers,
    #[expect(dead_code, reason = "held, and given back when dropped")]
    permit: OwnedSemaphorePermit,
}

impl Place {
    /// Whether one more game may be made from this address now; counts it.
    pub fn may_make_game(&self) -> bool {
        self.0.visit.may_make_game()
    }

    /// Runs a piece of work away from the sockets, when it is this address's turn and a worker is free.
    ///
    /// # Errors
    /// The work's own refusal, or `server` when it broke down.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let turn = self.0.visit.turn().await;
        let work = move || {
            let done = work();
            drop(turn);
            done
        };
        self.0.workers.run(work).await
    }
}

/// Accepts and serves for ever.
pub async fn accept(listener: TcpListener, router: Router, peers: Arc<Peers>) {
    let places = Arc::new(Semaphore::new(limits::SOCKETS));
    let workers = Workers::new();
    loop {
        match listener.accept().await {
            Ok((socket, from)) => {
                // Without a place the socket is closed at once.
                let permit = places.clone().try_acquire_owned().ok();
                let place = permit.and_then(|permit| {
                    Some(Held { visit: peers.enter(from.ip())?, workers: workers.clone(), permit })
                });
                if let Some(place) = place {
                    tokio::spawn(exchange(socket, router.clone(), Place(Arc::new(place))));
                }
            }
            // Out of files, most likely: some will be closed soon.
            Err(_) => tokio::time::sleep(std::time::Duration::from_millis(50)).await,
        }
    }
}

/// One request and its answer, which closes the socket (`guard` says so), so that none idles here.
async fn exchange(socket: TcpStream, router: Router, place: Place) {
    // Small messages at once; a socket that refuses this still works.
    let _ = socket.set_nodelay(true);
    // The place goes with the request, and with the WebSocket that it may become.
    let service = TowerToHyperService::new(router.layer(Extension(place)));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits::HEAD)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(socket), service)
        .with_upgrades();
    // A connection that fails or takes too long has nobody to tell.
    let _ = tokio::time::timeout(limits::EXCHANGE, connection).await;
}
