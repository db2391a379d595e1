//! Challenges: games that any visitor of the server may join.
//!
//! They are in memory only, so a restart of the server ends them. A game is stored when a visitor takes its free side.

use super::secret::Secret;
use crate::answers::{ApiError, ApiReason, NewGame};
use crate::arbiter::{Moment, TimeControl};
use crate::chess::Color;
use crate::serve::{limits, locked};
use serde::Serialize;
use std::net::IpAddr;
use std::sync::Mutex;

/// A game with a free side, which anybody may take.
#[derive(Debug, Clone, Serialize)]
pub struct Challenge {
    /// The id of the game.
    pub game: String,
    pub side: Color,
    /// The name of the preset. Rules from a file have no name here, because a stranger may have chosen any name.
    pub variant: Option<String>,
    /// Whether rules or first position differ from those of a preset.
    pub changed: bool,
    pub clock: Option<TimeControl>,
    pub made: Moment,
    /// The secret of the free side.
    #[serde(skip)]
    pub secret: Secret,
    /// The address of the maker; `None` if it is not limited.
    #[serde(skip)]
    pub address: Option<IpAddr>,
}

/// The side that a visitor has taken.
#[derive(Debug, Serialize)]
pub struct JoinedSide {
    game: String,
    side: Color,
    secret: String,
}

/// The open challenges, the oldest first.
#[derive(Default)]
pub struct Challenges(Mutex<Vec<Challenge>>);

impl Challenges {
    /// Refuses a new challenge if the list is full, or has enough challenges of the address.
    pub fn require_room(&self, address: Option<IpAddr>) -> Result<(), ApiError> {
        require_room_in(&locked(&self.0), address)
    }

    /// Adds a challenge to the list, if there is room. `make_game` makes its game before anybody sees the challenge.
    pub fn add(&self, challenge: Challenge, make_game: impl FnOnce()) -> Result<(), ApiError> {
        let mut listed = locked(&self.0);
        require_room_in(&listed, challenge.address)?;
        make_game();
        listed.push(challenge);
        Ok(())
    }

    pub fn list(&self) -> Vec<Challenge> {
        locked(&self.0).clone()
    }

    pub fn remove_invalid(&self, is_valid: impl Fn(&Challenge) -> bool) {
        locked(&self.0).retain(is_valid);
    }

    /// Removes a valid challenge from the list and returns its side. The first of several visitors gets it. `store` stores the game.
    /// If it cannot, the challenge stays.
    pub fn take(
        &self,
        game: &str,
        is_valid: impl Fn(&Challenge) -> bool,
        store: impl FnOnce() -> Result<(), ApiError>,
    ) -> Result<JoinedSide, ApiError> {
        let gone = || {
            let message = "this game is open no longer: somebody else has joined, or its maker has left";
            ApiError::new(ApiReason::Taken, message)
        };
        let mut listed = locked(&self.0);
        let index = listed.iter().position(|challenge| challenge.game == game).ok_or_else(gone)?;
        if !is_valid(&listed[index]) {
            listed.remove(index);
            return Err(gone());
        }
        store()?;
        let Challenge { game, side, secret, .. } = listed.remove(index);
        Ok(JoinedSide { game, side, secret: secret.reveal() })
    }
}

fn require_room_in(listed: &[Challenge], address: Option<IpAddr>) -> Result<(), ApiError> {
    if listed.len() >= limits::CHALLENGES {
        let message = "too many games wait for somebody here: join one of them";
        return Err(ApiError::new(ApiReason::Full, message));
    }
    let is_of_address = |challenge: &&Challenge| address.is_some() && challenge.address == address;
    let of_address = listed.iter().filter(is_of_address).count();
    if of_address >= limits::CHALLENGES_OF_ADDRESS {
        let message = format!("{of_address} open games of yours wait already");
        return Err(ApiError::new(ApiReason::Often, message));
    }
    Ok(())
}

impl NewGame {
    /// Returns the name of the preset; `None` if the rules come from a file.
    pub fn preset(&self) -> Option<&str> {
        let has_file = self.file.is_some() || self.scenario.is_some();
        if has_file { None } else { Some(self.variant.as_deref().unwrap_or("continuous")) }
    }

    /// Whether rules or first position differ from those of a preset.
    pub fn differs_from_preset(&self) -> bool {
        self.preset().is_none() || !self.rules.is_empty() || self.position.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn challenge(n: usize, address: Option<[u8; 4]>) -> Challenge {
        Challenge {
            game: format!("game{n}"),
            side: Color::Black,
            variant: None,
            changed: true,
            clock: None,
            made: 0,
            secret: Secret::random().expect("random"),
            address: address.map(IpAddr::from),
        }
    }

    #[test]
    fn open_games_are_bounded_for_all_and_for_each_address() {
        let challenges = Challenges::default();
        let address = Some([192, 0, 2, 1]);
        for n in 0..limits::CHALLENGES_OF_ADDRESS {
            challenges.add(challenge(n, address), || {}).expect("there is room");
        }
        let refusal = challenges.add(challenge(99, address), || unreachable!("no game is made"));
        assert_eq!(refusal.expect_err("its share").reason, ApiReason::Often);
        for n in limits::CHALLENGES_OF_ADDRESS..limits::CHALLENGES {
            challenges.add(challenge(n, None), || {}).expect("there is room");
        }
        assert_eq!(challenges.require_room(None).expect_err("full").reason, ApiReason::Full);
        challenges.remove_invalid(|challenge| challenge.game == "game7");
        assert_eq!(challenges.list().len(), 1);
        challenges.add(challenge(100, address), || {}).expect("the removed challenges left room");
    }

    #[test]
    fn a_challenge_stays_in_the_list_until_its_game_is_stored() {
        let challenges = Challenges::default();
        challenges.add(challenge(2, None), || {}).expect("there is room");
        let full = || Err(ApiError::new(ApiReason::Disk, "full"));
        assert_eq!(challenges.take("game2", |_| true, full).expect_err("not stored").reason, ApiReason::Disk);
        assert_eq!(challenges.list().len(), 1, "it stays in the list");
        let invalid = challenges.take("game2", |_| false, || Ok(()));
        assert_eq!(invalid.expect_err("not valid").reason, ApiReason::Taken);
        let listed = serde_json::to_string(&challenge(3, Some([192, 0, 2, 1]))).expect("JSON");
        assert!(!listed.contains("secret") && !listed.contains("192"), "{listed}");
    }
}
