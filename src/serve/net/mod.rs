//! Connections: their admission, and the share of the server that each may use.
//!
//! Everything that protects the server from its visitors belongs here. This module knows no game. Start at `listen`;
//! `hosts` tests names, `peers` counts by address, `workers` holds the threads.

mod hosts;
mod listen;
mod peers;
mod workers;

pub use hosts::{HostName, HostNameError, Hosts};
pub use listen::{Client, accept};
pub use peers::{AddressLimits, Peers};
