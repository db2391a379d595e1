//! Connections: their admission, and the share of the server that each may use.
//!
//! This module protects the server from its visitors. It does not know games. Start at `listen`. `hosts` tests host names, `peers`
//! counts sockets and games by address, `bucket` limits rates, `client` has the share of a visitor.

mod bucket;
mod client;
mod hosts;
mod listen;
mod peers;

pub use bucket::TokenBucket;
pub use client::Client;
pub use hosts::{HostName, HostNameError, Hosts};
pub use listen::accept;
pub use peers::{AddressLimits, Peers};
