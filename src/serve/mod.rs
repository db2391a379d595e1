//! The game in a browser: HTTP and WebSocket over [`Game`](crate::game::Game).
//!
//! The page asks for legal sets and sends moves. The server decides every rule. It stores a move on the disk before it answers or
//! tells others, so the process may be killed at any moment. Visitors can use only a bounded share of the resources. Start at
//! [`run`], then at `api`.
//!
//! | module | purpose |
//! |---|---|
//! | `limits`, `error` | the bounds on visitors and their reasons; errors as answers of HTTP |
//! | `games` | making, keeping, opening and playing games |
//! | `net` | sockets: their admission, and the share of the server that each may use |
//! | `api` | the addresses: requests read, answers written |
//! | `web/` | the page itself: HTML, style, JavaScript |
//!
//! Each module uses those above it.

mod api;
mod error;
mod games;
mod limits;
mod net;

pub use api::{Libraries, SiteFile, site_files};
pub use games::StoreError;
pub use net::{AddressLimits, HostName, HostNameError};

use crate::diagnostics::io_message;
use crate::endings::Endings;
use games::{OpenGames, Store};
use net::{Hosts, Peers};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::net::TcpListener;

/// The address of the server and the place of its games.
#[derive(Debug, Clone)]
pub struct Config {
    /// The address to listen on.
    pub host: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The folder of the games.
    pub data: PathBuf,
    /// Whether the limits for a single address apply.
    pub address_limits: AddressLimits,
    /// Further host names that requests may use.
    pub allowed_hosts: Vec<HostName>,
    /// The tables of endings by which the program plays.
    pub endings: Endings,
}

/// The reason why the server did not start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The games file cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The server cannot listen on the address.
    #[error("{address}: {message}: choose another with --host or --port", message = io_message(source))]
    Address {
        /// The address.
        address: SocketAddr,
        /// The cause.
        source: std::io::Error,
    },
    /// The server's threads cannot be started.
    #[error("the server's threads: {message}", message = io_message(.0))]
    Runtime(std::io::Error),
}

/// Locks a mutex. The poison of a panic is ignored, because every holder changes the value in one last step or a transaction.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Serves until the process is stopped. Once the server listens, `ready` is called with the address.
///
/// # Errors
/// When the games file cannot be opened, threads cannot be started, or the server cannot listen on the address.
pub fn run(config: &Config, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let store = Arc::new(Store::open(&config.data)?);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_name("serve")
        .build()
        .map_err(ServeError::Runtime)?;
    runtime.block_on(async {
        let games = OpenGames::start(store, config.endings.clone()).map_err(ServeError::Runtime)?;
        let address = SocketAddr::new(config.host, config.port);
        let address_error = |source| ServeError::Address { address, source };
        let listener = TcpListener::bind(address).await.map_err(address_error)?;
        ready(listener.local_addr().map_err(address_error)?);
        let hosts = Hosts::new(config.host, &config.allowed_hosts);
        let router = api::router(games, hosts);
        tokio::select! {
            () = net::accept(listener, router, Peers::new(config.address_limits)) => {}
            // Where no signal handler can be set, the signal ends the process at once, and nothing is lost.
            _ = tokio::signal::ctrl_c() => {}
        }
        Ok(())
    })
}
