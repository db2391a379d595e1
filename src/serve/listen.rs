//! Accepting sockets, no more than can be served.

use super::limits;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A socket's place among [`limits::SOCKETS`]; kept by whoever uses the socket.
#[derive(Clone)]
pub struct Place(
    #[expect(dead_code, reason = "held, and given back when dropped")] Arc<OwnedSemaphorePermit>,
);

/// Accepts and serves for ever.
pub async fn accept(listener: TcpListener, router: Router) {
    let places = Arc::new(Semaphore::new(limits::SOCKETS));
    loop {
        match listener.accept().await {
            Ok((socket, _)) => {
                // Without a place the socket is closed at once.
                if let Ok(place) = places.clone().try_acquire_owned() {
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
