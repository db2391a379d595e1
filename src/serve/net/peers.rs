//! Bounds for each address, so that no address uses up the share of the others.

use crate::serve::limits;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Whether addresses are bounded one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressLimits {
    /// Each address by itself, except loopback.
    Each,
    /// No address is bounded, because every visitor comes through one proxy, which limits visitors itself.
    None,
}

/// The addresses that have sockets open or have made games lately.
pub struct Peers {
    limits: AddressLimits,
    known: Mutex<HashMap<IpAddr, Peer>>,
}

struct Peer {
    sockets: usize,
    /// The number of new games that the address may make at once, as of `since`.
    games: f64,
    since: Instant,
    /// The address's share of the workers.
    turns: Arc<Semaphore>,
}

impl Peer {
    fn new(now: Instant) -> Peer {
        let turns = Arc::new(Semaphore::new(limits::WORKERS_OF_ADDRESS));
        Peer { sockets: 0, games: f64::from(limits::GAMES_A_MINUTE), since: now, turns }
    }

    /// Adds the games gained since the last time (a token bucket).
    fn refresh(&mut self, now: Instant) {
        let most = f64::from(limits::GAMES_A_MINUTE);
        let gained = now.duration_since(self.since).as_secs_f64() / 60.0 * most;
        (self.games, self.since) = ((self.games + gained).min(most), now);
    }

    fn is_forgettable(&self) -> bool {
        self.sockets == 0 && self.games >= f64::from(limits::GAMES_A_MINUTE)
    }
}

/// One admitted socket. It counts for its address until it is dropped.
pub struct Admission {
    peers: Arc<Peers>,
    /// The address; none if it is not bounded.
    counted: Option<CountedAddress>,
}

struct CountedAddress {
    address: IpAddr,
    /// The address's share of the workers.
    turns: Arc<Semaphore>,
}

impl Peers {
    /// Returns a register without addresses.
    pub fn new(limits: AddressLimits) -> Arc<Peers> {
        Arc::new(Peers { limits, known: Mutex::default() })
    }

    /// Admits a socket, unless its address has too many.
    pub fn enter(self: &Arc<Self>, address: IpAddr) -> Option<Admission> {
        let bounded = match self.limits {
            AddressLimits::Each => bounded(address),
            AddressLimits::None => None,
        };
        let Some(address) = bounded else { return Some(Admission { peers: self.clone(), counted: None }) };
        let now = Instant::now();
        let mut known = self.lock();
        if known.len() >= limits::ADDRESSES {
            known.retain(|_, peer| {
                peer.refresh(now);
                !peer.is_forgettable()
            });
            // This bounds the memory. Such addresses are forgotten with the number of games that they have made.
            if known.len() >= limits::ADDRESSES {
                known.retain(|_, peer| peer.sockets > 0);
            }
        }
        let peer = known.entry(address).or_insert_with(|| Peer::new(now));
        if peer.sockets >= limits::SOCKETS_OF_ADDRESS {
            return None;
        }
        peer.sockets += 1;
        let counted = CountedAddress { address, turns: peer.turns.clone() };
        Some(Admission { peers: self.clone(), counted: Some(counted) })
    }

    /// Locks the register. Poison is ignored: a panic cannot leave the counts half changed.
    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, Peer>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Admission {
    /// Whether the address may make one more game. If so, the game is counted.
    pub fn may_make_game(&self) -> bool {
        let Some(address) = self.address() else { return true };
        let mut known = self.peers.lock();
        let Some(peer) = known.get_mut(&address) else { return true };
        peer.refresh(Instant::now());
        let may_make = peer.games >= 1.0;
        if may_make {
            peer.games -= 1.0;
        }
        may_make
    }

    /// Returns the address that is counted.
    pub fn address(&self) -> Option<IpAddr> {
        self.counted.as_ref().map(|counted| counted.address)
    }

    /// Waits until fewer than [`limits::WORKERS_OF_ADDRESS`] workers work for the address, and returns the permit of one more.
    pub async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        let turns = self.counted.as_ref()?.turns.clone();
        // The semaphore is never closed.
        turns.acquire_owned().await.ok()
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let Some(address) = self.address() else { return };
        let mut known = self.peers.lock();
        if let Some(peer) = known.get_mut(&address) {
            peer.sockets -= 1;
            peer.refresh(Instant::now());
            if peer.is_forgettable() {
                known.remove(&address);
            }
        }
    }
}

/// Returns the address by which a socket is counted; none for loopback. For IPv6 it is the network, because a network has one owner.
fn bounded(address: IpAddr) -> Option<IpAddr> {
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
            (0..limits::SOCKETS_OF_ADDRESS).filter_map(|_| peers.enter(greedy)).collect();
        assert_eq!(held.len(), limits::SOCKETS_OF_ADDRESS);
        assert!(peers.enter(greedy).is_none());
        assert!(peers.enter(address("::ffff:192.0.2.7")).is_none(), "the same by its other name");
        assert!(peers.enter(address("192.0.2.8")).is_some());
        held.pop();
        assert!(peers.enter(greedy).is_some());
        held.clear();
        assert!(peers.lock().is_empty(), "an address without sockets is forgotten");
    }

    #[test]
    fn games_of_one_address_are_counted_over_its_sockets() {
        let peers = Peers::new(AddressLimits::Each);
        let made = (0..limits::GAMES_A_MINUTE + 10)
            .filter(|n| {
                let from = address(&format!("2001:db8::{n:x}"));
                peers.enter(from).is_some_and(|admission| admission.may_make_game())
            })
            .count();
        assert_eq!(made as u32, limits::GAMES_A_MINUTE);
        let other = peers.enter(address("2001:db8:0:1::1")).expect("another network");
        assert!(other.may_make_game());
    }

    #[test]
    fn no_more_addresses_are_remembered_than_the_limit() {
        let peers = Peers::new(AddressLimits::Each);
        let staying = peers.enter(address("192.0.2.7")).expect("admitted");
        for n in 0..limits::ADDRESSES + 500 {
            let from = Ipv6Addr::from_bits((0x2001_0db8 << 96) | (n as u128) << 64);
            let admission = peers.enter(IpAddr::V6(from)).expect("admitted");
            assert!(admission.may_make_game());
        }
        assert!(peers.lock().len() <= limits::ADDRESSES);
        assert!(
            peers.lock().contains_key(&address("192.0.2.7")),
            "an address with a socket is not forgotten"
        );
        drop(staying);
    }

    #[tokio::test]
    async fn two_work_for_one_address_at_once() {
        let peers = Peers::new(AddressLimits::Each);
        let visits: Vec<Admission> = (0..3).filter_map(|_| peers.enter(address("192.0.2.7"))).collect();
        let mut held = Vec::new();
        for admission in &visits[..limits::WORKERS_OF_ADDRESS] {
            held.push(admission.turn().await.expect("a turn"));
        }
        let soon = std::time::Duration::from_millis(20);
        assert!(tokio::time::timeout(soon, visits[2].turn()).await.is_err(), "it waits");
        let other = peers.enter(address("192.0.2.8")).expect("another");
        assert!(tokio::time::timeout(soon, other.turn()).await.is_ok(), "another does not");
        held.pop();
        assert!(visits[2].turn().await.is_some());
    }

    #[test]
    fn loopback_and_proxies_are_not_counted() {
        let peers = Peers::new(AddressLimits::Each);
        let held: Vec<Admission> = (0..500).filter_map(|_| peers.enter(address("127.0.0.1"))).collect();
        assert_eq!(held.len(), 500);
        let peers = Peers::new(AddressLimits::None);
        let held: Vec<Admission> = (0..500).filter_map(|_| peers.enter(address("192.0.2.7"))).collect();
        assert!(held.len() == 500 && held.iter().all(Admission::may_make_game));
    }
}
