//! Connections: their admission, and the share of the server that each may use.
//!
//! This module protects the server from its visitors. It does not know games. Start at `listen`. `hosts` tests host names, `peers`
//! counts sockets and games by address, `workers` has the threads.

mod hosts;
mod listen;
mod peers;
mod workers;

pub use hosts::{HostName, HostNameError, Hosts};
pub use listen::{Client, accept};
pub use peers::{AddressLimits, Peers};
