//! Accepts and serves sockets, no more than [`limits::SOCKETS`] at once.

use super::client::Client;
use super::peers::Peers;
use crate::serve::limits;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

/// The pause after a socket could not be accepted. Most likely the process has too many open files, and closes some soon.
const PAUSE: Duration = Duration::from_millis(50);

pub async fn accept(listener: TcpListener, router: Router, peers: Arc<Peers>) {
    let sockets = Arc::new(Semaphore::new(limits::SOCKETS));
    let workers = Arc::new(Semaphore::new(limits::WORKERS));
    loop {
        let Ok((socket, peer_address)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        // A socket without permit or admission is closed at once.
        let Ok(permit) = sockets.clone().try_acquire_owned() else { continue };
        let Some(admission) = peers.admit(peer_address.ip()) else { continue };
        let client = Client::new(admission, workers.clone(), permit);
        tokio::spawn(exchange(socket, router.clone(), client));
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
        .header_read_timeout(limits::HEAD_TIME)
        .max_buf_size(limits::HEAD_BYTES)
        .serve_connection(TokioIo::new(socket), service)
        .with_upgrades();
    // A connection that has failed or takes too long gets no answer.
    let _ = tokio::time::timeout(limits::EXCHANGE_TIME, connection).await;
}
