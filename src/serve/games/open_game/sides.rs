//! Who plays which side: the secrets that visitors show, and how a side passes to another person.
//!
//! The maker of a game has both secrets and gives one away. A side is taken when a visitor shows its secret alone;
//! visitors who have shown both secrets lose that side. The visitor who took it gets a new secret. The old one stays valid
//! until the new one is shown, because the answer may be lost on its way.

use super::{Introduction, OpenGame};
use crate::answers::{ApiError, ApiReason};
use crate::arbiter::Sides;
use crate::chess::Color;
use crate::serve::games::secret::{Holder, Secret, SideKey};
use serde::Serialize;

/// The greatest number of new secrets of a side that wait to be shown, for visitors who take it at the same time.
const FRESH: usize = 8;

/// A side that a visitor plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct HeldSide {
    /// The number of times that the side's secret had been renewed.
    renewed: u32,
    /// Whether it is the only side whose secret was shown, or the secret is the visitor's own.
    alone: bool,
}

/// The sides whose secrets a visitor has shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HeldSides([Option<HeldSide>; 2]);

impl HeldSides {
    /// Returns the sides for which the visitor speaks.
    pub fn played(self) -> Sides {
        Sides::new(self.0.map(|side| side.is_some()))
    }
}

/// A side that is handed over, with its new secret.
#[derive(Debug, Serialize)]
pub struct HandedSide {
    side: Color,
    secret: String,
}

/// The keys of both sides.
pub(super) struct GameKeys {
    kept: [SideKey; 2],
    /// New keys whose secrets nobody has shown yet.
    fresh: [Vec<SideKey>; 2],
    renewed: [u32; 2],
}

impl GameKeys {
    pub fn new(kept: [SideKey; 2]) -> GameKeys {
        GameKeys { kept, fresh: Default::default(), renewed: [0; 2] }
    }

    /// Returns the keys of a rematch, in which the sides are exchanged.
    pub fn swapped(&self) -> [SideKey; 2] {
        let [white, black] = self.kept.clone();
        [black, white]
    }

    /// Returns the sides that somebody has taken.
    pub fn taken(&self) -> Vec<Color> {
        Color::ALL.iter().copied().filter(|c| self.kept[c.index()].holder != Holder::Maker).collect()
    }

    /// Returns those of a visitor's sides that nobody else has taken since.
    pub fn still_held(&self, sides: HeldSides) -> HeldSides {
        let held = |i: usize| {
            let is_visitors = |hold: &HeldSide| hold.alone || self.kept[i].holder == Holder::Maker;
            sides.0[i].filter(|hold| hold.renewed == self.renewed[i] && is_visitors(hold))
        };
        HeldSides([held(0), held(1)])
    }
}

impl OpenGame {
    /// Returns the first data of a page, as JSON: the introduction for a visitor who has shown nothing, and the state.
    ///
    /// # Errors
    /// When the introduction cannot be written.
    pub fn opening(&self) -> Result<String, ApiError> {
        let introduction = {
            let inner = self.lock();
            self.introduction(&inner, Sides::default(), None)
        };
        let introduction = serde_json::to_string(&introduction);
        let introduction = introduction.map_err(ApiError::server)?;
        let state = self.watch().borrow().message_after(0);
        Ok(format!("{{\"introduction\":{introduction},\"state\":{state}}}"))
    }

    /// Lets a visitor play the sides whose secrets it shows. The program's side has no visitor.
    ///
    /// # Errors
    /// When the disk does not store the change.
    pub fn join(&self, shown: &[String]) -> Result<(HeldSides, Introduction), ApiError> {
        let mut inner = self.lock();
        let mut kept = inner.keys.kept.clone();
        let opponent = inner.arbiter.opponent();
        let is_programs = |i: usize| opponent.is_some_and(|opponent| opponent.side.index() == i);
        let mut admitted = [false; 2];
        for i in (0..2).filter(|&i| !is_programs(i)) {
            let shows = |key: &SideKey| shown.iter().any(|text| key.admits(text));
            if let Some(fresh) = inner.keys.fresh[i].iter().find(|key| shows(key)) {
                kept[i] = fresh.clone();
            }
            admitted[i] = shows(&kept[i]);
        }
        let taken = if admitted[0] != admitted[1] { admitted.iter().position(|shows| *shows) } else { None };
        // A visitor who shows several secrets, even void ones, was not given this one alone.
        let is_given = |i: usize| shown.len() == 1 || kept[i].holder != Holder::Maker;
        let taken = taken.filter(|&i| opponent.is_none() && is_given(i));
        if let Some(i) = taken
            && kept[i].holder == Holder::Maker
        {
            kept[i].holder = Holder::Taken;
        }
        let is_new = [0, 1].map(|i| kept[i] != inner.keys.kept[i]);
        if is_new.contains(&true) {
            self.store.set_keys(&self.id, &kept)?;
        }
        for i in 0..2 {
            if is_new[i] && kept[i].holder == Holder::Own {
                inner.keys.fresh[i].clear();
                inner.keys.renewed[i] += 1;
            }
        }
        inner.keys.kept = kept;
        let secret = match taken.filter(|&i| inner.keys.kept[i].holder == Holder::Taken) {
            None => None,
            Some(i) => Some(inner.keys.renew(i)?),
        };
        let hold = |i: usize| {
            let alone = taken == Some(i) || inner.keys.kept[i].holder == Holder::Own;
            admitted[i].then(|| HeldSide { renewed: inner.keys.renewed[i], alone })
        };
        let sides = inner.keys.still_held(HeldSides([hold(0), hold(1)]));
        if is_new.contains(&true) {
            self.publish(&mut inner);
        }
        Ok((sides, self.introduction(&inner, sides.played(), secret)))
    }

    /// Returns a new secret of the one side that a visitor plays, to be handed over. Once somebody has shown it, the
    /// visitor's own secret is void.
    ///
    /// # Errors
    /// When the visitor plays no side or both, or the system has no randomness.
    pub fn hand_over(&self, sides: HeldSides) -> Result<HandedSide, ApiError> {
        let mut inner = self.lock();
        let side = inner.keys.only_side(sides)?;
        inner.keys.renewed_side(side)
    }

    /// Whether a side of a game that goes on is not taken.
    pub fn is_free(&self, side: Color) -> bool {
        let inner = self.lock();
        !inner.arbiter.is_over() && !inner.keys.taken().contains(&side)
    }
}

impl GameKeys {
    /// Returns the one side that a visitor plays.
    ///
    /// # Errors
    /// When the visitor plays no side or both.
    pub fn only_side(&self, sides: HeldSides) -> Result<Color, ApiError> {
        match self.still_held(sides).played().list()[..] {
            [side] => Ok(side),
            [] => Err(ApiError::new(ApiReason::Side, "your link is for watching only")),
            _ => {
                Err(ApiError::new(ApiReason::Side, "you play both sides: give the link of one of them away"))
            }
        }
    }

    /// Returns a side with a new secret.
    ///
    /// # Errors
    /// When the system has no randomness.
    pub fn renewed_side(&mut self, side: Color) -> Result<HandedSide, ApiError> {
        Ok(HandedSide { side, secret: self.renew(side.index())? })
    }

    /// Returns a new secret for a side.
    fn renew(&mut self, i: usize) -> Result<String, ApiError> {
        let secret = Secret::random()?.reveal();
        if self.fresh[i].len() == FRESH {
            self.fresh[i].remove(0);
        }
        self.fresh[i].push(SideKey::of(&secret, Holder::Own));
        Ok(secret)
    }
}
