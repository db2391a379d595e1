//! The limits for each single address, which leave a share of the server to other addresses.

use super::bucket::TokenBucket;
use crate::serve::{limits, locked};
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Whether the limits for a single address apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressLimits {
    /// The limits apply to each address, except loopback.
    Each,
    /// No address is limited, because all visitors come through one proxy, which limits them itself.
    None,
}

/// The addresses that have open sockets or have made games lately.
pub struct Peers {
    address_limits: AddressLimits,
    by_address: Mutex<HashMap<IpAddr, Peer>>,
}

/// An address and its use of the server.
struct Peer {
    sockets: usize,
    /// A token for each game that the address may make.
    games: TokenBucket,
    /// The address's share of the workers.
    workers: Arc<Semaphore>,
}

impl Peer {
    fn new() -> Peer {
        let games = TokenBucket::new(limits::GAMES_A_MINUTE, f64::from(limits::GAMES_A_MINUTE) / 60.0);
        Peer { sockets: 0, games, workers: Arc::new(Semaphore::new(limits::WORKERS_OF_ADDRESS)) }
    }

    /// Whether the address has the same rights as an unknown one.
    fn is_forgettable(&mut self) -> bool {
        self.sockets == 0 && self.games.is_full()
    }
}

/// One admitted socket. It counts for its address until it is dropped.
pub struct Admission {
    peers: Arc<Peers>,
    /// The address of the socket; `None` if it is not limited.
    pub address: Option<IpAddr>,
}

impl Peers {
    pub fn new(address_limits: AddressLimits) -> Arc<Peers> {
        Arc::new(Peers { address_limits, by_address: Mutex::default() })
    }

    /// Admits a socket, unless its address has too many.
    pub fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Admission> {
        let address = match self.address_limits {
            AddressLimits::Each => limited_address(address),
            AddressLimits::None => None,
        };
        if let Some(address) = address {
            let mut by_address = locked(&self.by_address);
            if by_address.len() >= limits::ADDRESSES {
                by_address.retain(|_, peer| !peer.is_forgettable());
            }
            // To bound the memory, all addresses without sockets are forgotten, even if they have made games lately.
            if by_address.len() >= limits::ADDRESSES {
                by_address.retain(|_, peer| peer.sockets > 0);
            }
            let peer = by_address.entry(address).or_insert_with(Peer::new);
            if peer.sockets >= limits::SOCKETS_OF_ADDRESS {
                return None;
            }
            peer.sockets += 1;
        }
        Some(Admission { peers: self.clone(), address })
    }
}

impl Admission {
    /// Counts a new game of the address, and returns whether the address may make it.
    pub fn try_count_game(&self) -> bool {
        let Some(address) = self.address else { return true };
        locked(&self.peers.by_address).get_mut(&address).is_none_or(|peer| peer.games.try_take())
    }

    /// Waits until fewer than [`limits::WORKERS_OF_ADDRESS`] workers work for the address, and returns the permit for one more.
    pub async fn worker_permit(&self) -> Option<OwnedSemaphorePermit> {
        let workers = locked(&self.peers.by_address).get(&self.address?)?.workers.clone();
        // The semaphore is never closed.
        workers.acquire_owned().await.ok()
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let Some(address) = self.address else { return };
        let mut by_address = locked(&self.peers.by_address);
        if let Some(peer) = by_address.get_mut(&address) {
            peer.sockets -= 1;
            if peer.is_forgettable() {
                by_address.remove(&address);
            }
        }
    }
}

/// Returns the address that is limited: for IPv6 the network of 64 bits, because it has one owner. `None` for loopback.
fn limited_address(address: IpAddr) -> Option<IpAddr> {
    let address = address.to_canonical();
    if address.is_loopback() {
        return None;
    }
    Some(match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & (u128::MAX << 64))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn one_address_does_not_use_up_the_room_of_others() {
        let peers = Peers::new(AddressLimits::Each);
        let greedy = address("192.0.2.7");
        let mut held: Vec<Admission> =
            (0..limits::SOCKETS_OF_ADDRESS).filter_map(|_| peers.admit(greedy)).collect();
        assert_eq!(held.len(), limits::SOCKETS_OF_ADDRESS);
        assert!(peers.admit(greedy).is_none());
        assert!(peers.admit(address("::ffff:192.0.2.7")).is_none(), "the same by its other name");
        assert!(peers.admit(address("192.0.2.8")).is_some());
        held.pop();
        assert!(peers.admit(greedy).is_some());
        held.clear();
        assert!(locked(&peers.by_address).is_empty(), "an address without sockets is forgotten");
    }

    #[test]
    fn games_of_one_address_are_counted_over_its_sockets() {
        let peers = Peers::new(AddressLimits::Each);
        let made = (0..limits::GAMES_A_MINUTE + 10)
            .filter(|n| {
                let from = address(&format!("2001:db8::{n:x}"));
                peers.admit(from).is_some_and(|admission| admission.try_count_game())
            })
            .count();
        assert_eq!(made as u32, limits::GAMES_A_MINUTE);
        let second = peers.admit(address("2001:db8:0:1::1")).expect("another network");
        assert!(second.try_count_game());
    }

    #[test]
    fn no_more_addresses_are_remembered_than_the_limit() {
        let peers = Peers::new(AddressLimits::Each);
        let staying = peers.admit(address("192.0.2.7")).expect("admitted");
        for n in 0..limits::ADDRESSES + 500 {
            let from = Ipv6Addr::from_bits((0x2001_0db8 << 96) | (n as u128) << 64);
            let admission = peers.admit(IpAddr::V6(from)).expect("admitted");
            assert!(admission.try_count_game());
        }
        let by_address = locked(&peers.by_address);
        assert!(by_address.len() <= limits::ADDRESSES);
        assert!(by_address.contains_key(&address("192.0.2.7")), "an address with a socket is not forgotten");
        drop(by_address);
        drop(staying);
    }

    #[tokio::test]
    async fn two_work_for_one_address_at_once() {
        let peers = Peers::new(AddressLimits::Each);
        let admissions: Vec<Admission> = (0..3).filter_map(|_| peers.admit(address("192.0.2.7"))).collect();
        let mut held = Vec::new();
        for admission in &admissions[..limits::WORKERS_OF_ADDRESS] {
            held.push(admission.worker_permit().await.expect("a permit"));
        }
        let soon = std::time::Duration::from_millis(20);
        assert!(tokio::time::timeout(soon, admissions[2].worker_permit()).await.is_err(), "it waits");
        let second = peers.admit(address("192.0.2.8")).expect("another");
        assert!(tokio::time::timeout(soon, second.worker_permit()).await.is_ok(), "another does not");
        held.pop();
        assert!(admissions[2].worker_permit().await.is_some());
    }

    #[test]
    fn loopback_and_proxies_are_not_counted() {
        let peers = Peers::new(AddressLimits::Each);
        let held: Vec<Admission> = (0..500).filter_map(|_| peers.admit(address("127.0.0.1"))).collect();
        assert_eq!(held.len(), 500);
        let peers = Peers::new(AddressLimits::None);
        let held: Vec<Admission> = (0..500).filter_map(|_| peers.admit(address("192.0.2.7"))).collect();
        assert!(held.len() == 500 && held.iter().all(Admission::try_count_game));
    }
}
