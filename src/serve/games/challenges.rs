//! Games that anybody on the server may join, listed in memory.
//!
//! The list is not on disk: a restart of the server empties it. The games stay, and their links go on inviting.

use super::clock::{Moment, TimeControl};
use super::secret::Secret;
use crate::chess::Color;
use crate::serve::error::ApiError;
use crate::serve::limits;
use serde::Serialize;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A game with a side for anybody.
#[derive(Debug, Clone, Serialize)]
pub struct Challenge {
    /// The public name of the game.
    pub game: String,
    /// The free side.
    pub side: Color,
    /// The preset that is played; none for rules from a file, whose name a stranger has chosen.
    pub variant: Option<String>,
    /// Whether rules or the first position are not those of the preset.
    pub changed: bool,
    pub clock: Option<TimeControl>,
    pub made: Moment,
    /// The secret of the free side.
    #[serde(skip)]
    pub secret: Secret,
    /// The address of the maker, where addresses are bounded.
    #[serde(skip)]
    pub from: Option<IpAddr>,
}

/// The side that a visitor has joined.
#[derive(Debug, Serialize)]
pub struct JoinedSide {
    game: String,
    side: Color,
    /// The secret of the side.
    secret: String,
}

/// The open challenges, the oldest first.
#[derive(Default)]
pub struct Challenges(Mutex<Vec<Challenge>>);

impl Challenges {
    /// Refuses a challenge for which there is no room.
    ///
    /// # Errors
    /// When the list is full, or the address has made its share.
    pub fn require_room(&self, from: Option<IpAddr>) -> Result<(), ApiError> {
        room(&self.lock(), from)
    }

    /// Lists a challenge.
    ///
    /// # Errors
    /// When the list is full, or the address has made its share.
    pub fn add(&self, challenge: Challenge) -> Result<(), ApiError> {
        let mut listed = self.lock();
        room(&listed, challenge.from)?;
        listed.push(challenge);
        Ok(())
    }

    /// Returns the challenges that stand, and forgets the others.
    pub fn standing(&self, stands: impl Fn(&Challenge) -> bool) -> Vec<Challenge> {
        let (standing, fallen): (Vec<_>, Vec<_>) = self.lock().clone().into_iter().partition(stands);
        self.lock().retain(|listed| fallen.iter().all(|one| one.game != listed.game));
        standing
    }

    /// Takes a challenge from the list; of several visitors one gets it.
    ///
    /// # Errors
    /// When somebody was faster, or the challenge does not stand.
    pub fn take(&self, game: &str, stands: impl Fn(&Challenge) -> bool) -> Result<JoinedSide, ApiError> {
        let gone = || {
            ApiError::new(
                "taken",
                "this game is open no longer: somebody else has joined, or its maker has left",
            )
        };
        let mut listed = self.lock();
        let place = listed.iter().position(|one| one.game == game).ok_or_else(gone)?;
        let taken = listed.remove(place);
        drop(listed);
        let Challenge { game, side, secret, .. } = Some(taken).filter(stands).ok_or_else(gone)?;
        Ok(JoinedSide { game, side, secret: secret.reveal() })
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Challenge>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn room(listed: &[Challenge], from: Option<IpAddr>) -> Result<(), ApiError> {
    if listed.len() >= limits::CHALLENGES {
        return Err(ApiError::new("full", "too many games wait for somebody here: join one of them"));
    }
    let own = listed.iter().filter(|one| from.is_some() && one.from == from).count();
    if own >= limits::CHALLENGES_OF_ONE {
        return Err(ApiError::new("often", format!("{own} open games of yours wait already")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn challenge(n: usize, from: Option<[u8; 4]>) -> Challenge {
        Challenge {
            game: format!("game{n}"),
            side: Color::Black,
            variant: None,
            changed: true,
            clock: None,
            made: 0,
            secret: Secret::random().expect("random"),
            from: from.map(IpAddr::from),
        }
    }

    #[test]
    fn open_games_are_bounded_for_all_and_for_each_address() {
        let all = Challenges::default();
        let one = Some([192, 0, 2, 1]);
        for n in 0..limits::CHALLENGES_OF_ONE {
            all.add(challenge(n, one)).expect("there is room");
        }
        assert_eq!(all.add(challenge(99, one)).expect_err("its share").reason, "often");
        for n in limits::CHALLENGES_OF_ONE..limits::CHALLENGES {
            all.add(challenge(n, None)).expect("there is room");
        }
        assert_eq!(all.require_room(None).expect_err("full").reason, "full");
        assert_eq!(all.standing(|one| one.game == "game7").len(), 1);
        all.add(challenge(100, one)).expect("those that fell made room");
    }

    #[test]
    fn of_many_who_join_at_once_one_gets_the_side() {
        let all = Challenges::default();
        all.add(challenge(1, None)).expect("there is room");
        let joined = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| match all.take("game1", |_| true) {
                    Ok(_) => joined.fetch_add(1, Ordering::SeqCst),
                    Err(e) => usize::from(e.reason != "taken") * 100,
                });
            }
        });
        assert_eq!(joined.into_inner(), 1);
        all.add(challenge(2, None)).expect("there is room");
        assert_eq!(all.take("game2", |_| false).expect_err("it fell").reason, "taken");
        let listed = serde_json::to_string(&challenge(3, Some([192, 0, 2, 1]))).expect("JSON");
        assert!(!listed.contains("secret") && !listed.contains("192"), "{listed}");
    }
}
