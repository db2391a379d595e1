//! The game in a browser: HTTP and WebSocket over [`Game`](crate::game::Game).
//!
//! The page asks for legal sets and sends moves; every rule is decided here. A move is on the disk
//! before anybody hears of it, so the process may be killed at any moment. What visitors can make the
//! server hold is bounded: [`limits`].

mod http;
mod intake;
pub mod limits;
mod listen;
mod page;
mod peers;
mod picture;
mod refusal;
mod room;
mod rooms;
mod scenario_text;
mod secret;
mod socket;
mod store;
mod variants;
mod view;
mod workers;

pub use peers::AddressLimits;
pub use store::StoreError;

use crate::wording::of_io;
use peers::Peers;
use rooms::Rooms;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use store::Store;
use tokio::net::TcpListener;

/// Where to serve and where to keep the games.
#[derive(Debug, Clone)]
pub struct Config {
    /// The address to listen on.
    pub host: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The folder of the games.
    pub data: PathBuf,
    /// Whether each address is bounded by itself.
    pub address_limits: AddressLimits,
}

/// Why the server did not start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The games cannot be had.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address is another's.
    #[error("{address}: {message}: choose another with --host or --port", message = of_io(source))]
    Address {
        /// Which.
        address: SocketAddr,
        /// Why.
        source: std::io::Error,
    },
    /// No threads, no timers.
    #[error("the server's threads: {message}", message = of_io(.0))]
    Runtime(std::io::Error),
}

/// Serves until the process is told to stop; calls `ready` with the address once it listens.
///
/// # Errors
/// When the games or the address cannot be had.
pub fn run(config: &Config, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let store = Arc::new(Store::open(&config.data)?);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_name("serve")
        .build()
        .map_err(ServeError::Runtime)?;
    runtime.block_on(async {
        let address = SocketAddr::new(config.host, config.port);
        let taken = |source| ServeError::Address { address, source };
        let listener = TcpListener::bind(address).await.map_err(taken)?;
        ready(listener.local_addr().map_err(taken)?);
        let router = http::router(Rooms::new(store));
        tokio::select! {
            () = listen::accept(listener, router, Peers::new(config.address_limits)) => {}
            // Without a handler for signals the process simply ends: nothing is lost by that.
            _ = tokio::signal::ctrl_c() => {}
        }
        Ok(())
    })
}
