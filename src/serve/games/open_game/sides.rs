//! The rights of visitors to sides: the secrets that visitors show, and the passing of a side to another person.
//!
//! The maker of a game has both secrets and gives one away. A visitor who shows only the secret of one side takes this side.
//! Visitors who have shown both secrets lose the side. The visitor who has taken the side gets a new secret. The old secret stays
//! valid until the new one is shown, because the message with the new secret may be lost.

use super::{Introduction, OpenGame};
use crate::answers::{ApiError, ApiReason};
use crate::arbiter::{Opponent, Sides};
use crate::chess::Color;
use crate::serve::games::secret::{Holder, Secret, SideKey};
use serde::Serialize;

/// The greatest number of new secrets of a side that nobody has shown yet. Several visitors may take a side at the same time.
const MAX_FRESH: usize = 8;

/// A side that a visitor plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct HeldSide {
    /// The number of times that the side's secret had been renewed when the visitor joined.
    renewals: u32,
    /// Whether the visitor has taken the side: by its secret alone, or by a secret that was made for the visitor.
    is_taken: bool,
}

/// The sides whose secrets a visitor has shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HeldSides([Option<HeldSide>; 2]);

impl HeldSides {
    pub fn played(self) -> Sides {
        Sides::new(self.0.map(|side| side.is_some()))
    }
}

/// A side that passes to another person, with its new secret.
#[derive(Debug, Serialize)]
pub struct HandedSide {
    side: Color,
    secret: String,
}

pub struct JoinedVisitor {
    pub sides: HeldSides,
    pub introduction: Introduction,
}

struct SideKeys {
    /// The key that is stored.
    kept: SideKey,
    /// New keys whose secrets nobody has shown yet.
    fresh: Vec<SideKey>,
    /// The number of times that the secret has been renewed.
    renewals: u32,
}

pub(super) struct GameKeys([SideKeys; 2]);

/// The keys of a game after a visitor has shown secrets.
struct KeysShown {
    kept: [SideKey; 2],
    /// The sides whose secrets the visitor has shown.
    admitted: Vec<Color>,
    /// The side that the visitor has taken.
    taken: Option<Color>,
}

impl GameKeys {
    pub fn new(kept: [SideKey; 2]) -> GameKeys {
        GameKeys(kept.map(|kept| SideKeys { kept, fresh: Vec::new(), renewals: 0 }))
    }

    fn of(&self, side: Color) -> &SideKeys {
        &self.0[side.index()]
    }

    fn kept(&self) -> [SideKey; 2] {
        self.0.each_ref().map(|keys| keys.kept.clone())
    }

    /// Returns the keys for a rematch with exchanged colours.
    pub fn swapped(&self) -> [SideKey; 2] {
        let [white, black] = self.kept();
        [black, white]
    }

    /// Returns the sides that somebody has taken.
    pub fn taken(&self) -> Vec<Color> {
        Color::ALL.iter().copied().filter(|&side| self.of(side).kept.holder != Holder::Maker).collect()
    }

    /// Returns those of a visitor's sides that nobody else has taken since the visitor joined.
    fn still_held(&self, sides: HeldSides) -> HeldSides {
        HeldSides([Color::White, Color::Black].map(|side| {
            let keys = self.of(side);
            sides.0[side.index()].filter(|held| {
                let may_play = held.is_taken || keys.kept.holder == Holder::Maker;
                may_play && held.renewals == keys.renewals
            })
        }))
    }

    /// Returns the sides that a visitor still plays.
    pub fn played(&self, sides: HeldSides) -> Sides {
        self.still_held(sides).played()
    }

    /// Returns the keys after a visitor has shown these secrets. No visitor plays the side of the program, the `opponent`.
    fn after_showing(&self, secrets: &[String], opponent: Option<Opponent>) -> KeysShown {
        let is_shown = |key: &SideKey| secrets.iter().any(|secret| key.admits(secret));
        let mut kept = self.kept();
        let mut admitted = Vec::new();
        for &side in Color::ALL {
            if opponent.is_some_and(|opponent| opponent.side == side) {
                continue;
            }
            let key = &mut kept[side.index()];
            if let Some(fresh) = self.of(side).fresh.iter().find(|key| is_shown(key)) {
                key.clone_from(fresh);
            }
            if is_shown(key) {
                admitted.push(side);
            }
        }
        let mut taken = None;
        if let ([side], None) = (&admitted[..], opponent) {
            let holder = &mut kept[side.index()].holder;
            // A visitor who shows several secrets, even void ones, was not given only this one.
            if *holder == Holder::Maker && secrets.len() == 1 {
                *holder = Holder::FirstToShow;
            }
            if *holder != Holder::Maker {
                taken = Some(*side);
            }
        }
        KeysShown { kept, admitted, taken }
    }

    /// Replaces the kept keys. If a new key is kept, the other new keys of its side become void.
    fn keep(&mut self, kept: [SideKey; 2]) {
        for (keys, key) in self.0.iter_mut().zip(kept) {
            let is_renewed = key != keys.kept && key.holder == Holder::NewOwner;
            if is_renewed {
                keys.fresh.clear();
                keys.renewals += 1;
            }
            keys.kept = key;
        }
    }

    /// Returns the only side that a visitor plays.
    pub fn only_side(&self, sides: HeldSides) -> Result<Color, ApiError> {
        match self.played(sides).list()[..] {
            [side] => Ok(side),
            [] => Err(ApiError::new(ApiReason::Side, "your link is for watching only")),
            _ => {
                let message = "you play both sides: give the link of one of them away";
                Err(ApiError::new(ApiReason::Side, message))
            }
        }
    }

    /// Returns a side with a new secret, which replaces the kept one once somebody shows it.
    pub fn renewed_side(&mut self, side: Color) -> Result<HandedSide, ApiError> {
        let secret = Secret::random()?.reveal();
        let fresh = &mut self.0[side.index()].fresh;
        if fresh.len() == MAX_FRESH {
            fresh.remove(0);
        }
        fresh.push(SideKey::of(&secret, Holder::NewOwner));
        Ok(HandedSide { side, secret })
    }
}

impl OpenGame {
    /// Returns the first data for a page, as JSON: the introduction for a visitor who has shown no secret, and the state.
    pub fn opening(&self) -> Result<String, ApiError> {
        let introduction = self.introduction(&self.lock(), Sides::default(), None);
        let introduction = serde_json::to_string(&introduction).map_err(ApiError::server)?;
        let state = self.watch().borrow().message_after(0);
        Ok(format!("{{\"introduction\":{introduction},\"state\":{state}}}"))
    }

    /// Lets a visitor play the sides whose secrets the visitor shows.
    pub fn join(&self, secrets: &[String]) -> Result<JoinedVisitor, ApiError> {
        let mut inner = self.lock();
        let KeysShown { kept, admitted, taken } = inner.keys.after_showing(secrets, inner.arbiter.opponent());
        let earlier = inner.keys.kept();
        let is_changed = kept != earlier;
        if is_changed {
            self.shared.store.set_keys(&self.id, &kept)?;
        }
        inner.keys.keep(kept);
        for &side in Color::ALL {
            // A code is that of the player who has asked for it, and not of one who takes the side later.
            if inner.keys.of(side).kept != earlier[side.index()] {
                inner.codes.void(side);
            }
        }
        let secret = match taken {
            Some(side) if inner.keys.of(side).kept.holder == Holder::FirstToShow => {
                Some(inner.keys.renewed_side(side)?.secret)
            }
            Some(_) | None => None,
        };
        let mut sides = HeldSides::default();
        for side in admitted {
            let keys = inner.keys.of(side);
            let is_taken = taken == Some(side) || keys.kept.holder == Holder::NewOwner;
            sides.0[side.index()] = Some(HeldSide { renewals: keys.renewals, is_taken });
        }
        let sides = inner.keys.still_held(sides);
        if is_changed {
            self.publish(&mut inner);
        }
        let introduction = self.introduction(&inner, sides.played(), secret);
        Ok(JoinedVisitor { sides, introduction })
    }

    /// Returns the only side that a visitor plays, with a new secret. Once another person shows it, the visitor's own is void.
    pub fn hand_over(&self, sides: HeldSides) -> Result<HandedSide, ApiError> {
        let mut inner = self.lock();
        let side = inner.keys.only_side(sides)?;
        inner.keys.renewed_side(side)
    }

    /// Whether the game is not over and nobody has taken this side.
    pub fn is_free(&self, side: Color) -> bool {
        let inner = self.lock();
        !inner.arbiter.is_over() && !inner.keys.taken().contains(&side)
    }
}
