//! Games that anybody on the server may join, listed in memory.
//!
//! Neither the list nor the games in it are on disk: a restart of the server empties it. A game is stored when its free side
//! is taken.

use super::secret::Secret;
use crate::answers::{ApiError, ApiReason, NewGame};
use crate::arbiter::{Moment, TimeControl};
use crate::chess::Color;
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
    /// The preset that is played. Rules from a file have none, because a stranger has chosen their name.
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
        require_room_in(&self.lock(), from)
    }

    /// Lists a challenge. `begin` makes its game before anybody sees the challenge.
    ///
    /// # Errors
    /// When the list is full, or the address has made its share. No game is made then.
    pub fn add(&self, challenge: Challenge, begin: impl FnOnce()) -> Result<(), ApiError> {
        let mut listed = self.lock();
        require_room_in(&listed, challenge.from)?;
        begin();
        listed.push(challenge);
        Ok(())
    }

    /// Returns the challenges.
    pub fn list(&self) -> Vec<Challenge> {
        self.lock().clone()
    }

    /// Forgets the challenges that do not stand.
    pub fn forget_fallen(&self, stands: impl Fn(&Challenge) -> bool) {
        self.lock().retain(stands);
    }

    /// Takes a challenge from the list. Of several visitors one gets it. `store` stores its game.
    ///
    /// # Errors
    /// When somebody was faster, the challenge does not stand, or the game is not stored. In the last case the challenge stays.
    pub fn take(
        &self,
        game: &str,
        stands: impl Fn(&Challenge) -> bool,
        store: impl FnOnce() -> Result<(), ApiError>,
    ) -> Result<JoinedSide, ApiError> {
        let gone = || {
            ApiError::new(
                ApiReason::Taken,
                "this game is open no longer: somebody else has joined, or its maker has left",
            )
        };
        let mut listed = self.lock();
        let place = listed.iter().position(|challenge| challenge.game == game).ok_or_else(gone)?;
        if !stands(&listed[place]) {
            listed.remove(place);
            return Err(gone());
        }
        store()?;
        let Challenge { game, side, secret, .. } = listed.remove(place);
        Ok(JoinedSide { game, side, secret: secret.reveal() })
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Challenge>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn require_room_in(listed: &[Challenge], from: Option<IpAddr>) -> Result<(), ApiError> {
    if listed.len() >= limits::CHALLENGES {
        return Err(ApiError::new(
            ApiReason::Full,
            "too many games wait for somebody here: join one of them",
        ));
    }
    let own = listed.iter().filter(|challenge| from.is_some() && challenge.from == from).count();
    if own >= limits::CHALLENGES_OF_ONE {
        return Err(ApiError::new(ApiReason::Often, format!("{own} open games of yours wait already")));
    }
    Ok(())
}

impl NewGame {
    /// Returns the preset that is played, unless the rules come from a file.
    pub fn preset(&self) -> Option<&str> {
        let has_file = self.file.is_some() || self.scenario.is_some();
        (!has_file).then(|| self.variant.as_deref().unwrap_or("continuous"))
    }

    /// Whether rules or first position are not those of a preset.
    pub fn differs(&self) -> bool {
        self.preset().is_none() || !self.rules.is_empty() || self.position.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let challenges = Challenges::default();
        let address = Some([192, 0, 2, 1]);
        for n in 0..limits::CHALLENGES_OF_ONE {
            challenges.add(challenge(n, address), || {}).expect("there is room");
        }
        assert_eq!(
            challenges
                .add(challenge(99, address), || unreachable!("no game is made"))
                .expect_err("its share")
                .reason,
            ApiReason::Often
        );
        for n in limits::CHALLENGES_OF_ONE..limits::CHALLENGES {
            challenges.add(challenge(n, None), || {}).expect("there is room");
        }
        assert_eq!(challenges.require_room(None).expect_err("full").reason, ApiReason::Full);
        challenges.forget_fallen(|challenge| challenge.game == "game7");
        assert_eq!(challenges.list().len(), 1);
        challenges.add(challenge(100, address), || {}).expect("those that fell made room");
    }

    #[test]
    fn a_challenge_stays_in_the_list_until_its_game_is_stored() {
        let challenges = Challenges::default();
        challenges.add(challenge(2, None), || {}).expect("there is room");
        let full = || Err(ApiError::new(ApiReason::Disk, "full"));
        assert_eq!(challenges.take("game2", |_| true, full).expect_err("not stored").reason, ApiReason::Disk);
        assert_eq!(challenges.list().len(), 1, "it stays in the list");
        assert_eq!(
            challenges.take("game2", |_| false, || Ok(())).expect_err("it fell").reason,
            ApiReason::Taken
        );
        let listed = serde_json::to_string(&challenge(3, Some([192, 0, 2, 1]))).expect("JSON");
        assert!(!listed.contains("secret") && !listed.contains("192"), "{listed}");
    }
}
