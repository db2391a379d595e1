//! Planted mistakes: small changes of the rules by which a server keeps its games.

use super::world::Wish;
use continuum::arbiter::{Arbiter, Ask, GameEnding, OfferKind, Situation};

/// A mistake of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mistake {
    /// What the disk refuses is made all the same.
    MakesUnstored,
    /// A change is written with the next one.
    WritesLate,
    /// A move is made wherever the game stands.
    IgnoresWhatWasSeen,
    /// Everybody plays both sides.
    IgnoresSides,
    /// A request is heard as if it had come a second and a half ago.
    HearsLate,
    /// A new alarm is not set while an old one waits.
    KeepsTheAlarm,
    /// A player pays for the time in which the server was down.
    ChargesForTheCrash,
    /// A turn begins anew whenever its game is read after a crash.
    ResumesAgain,
    /// An offer outlives the other side's move.
    KeepsOffers,
    /// Who offers a draw twice has a draw.
    AgreesAlone,
    /// A change is told to the asker alone.
    TellsTheAskerAlone,
    /// A move that was taken back is back after a crash.
    ForgetsTakingBack,
    /// A loss on time is taken back.
    TakesBackTheFlag,
    /// A second rematch takes the place of the first.
    BeginsRematchesAgain,
    /// An offer that is declined stays.
    KeepsDeclined,
}

impl Mistake {
    /// All mistakes.
    pub const ALL: [Mistake; 15] = [
        Mistake::MakesUnstored,
        Mistake::WritesLate,
        Mistake::IgnoresWhatWasSeen,
        Mistake::IgnoresSides,
        Mistake::HearsLate,
        Mistake::KeepsTheAlarm,
        Mistake::ChargesForTheCrash,
        Mistake::ResumesAgain,
        Mistake::KeepsOffers,
        Mistake::AgreesAlone,
        Mistake::TellsTheAskerAlone,
        Mistake::ForgetsTakingBack,
        Mistake::TakesBackTheFlag,
        Mistake::BeginsRematchesAgain,
        Mistake::KeepsDeclined,
    ];

    /// The situation in which a request is heard by mistake.
    pub fn heard_in(self, arbiter: &Arbiter, wish: &Wish) -> Option<Situation> {
        let situation = arbiter.situation();
        let is_by_time = situation.ended.is_some_and(GameEnding::is_by_time);
        match (self, wish) {
            (Mistake::TakesBackTheFlag, Wish::Ask(Ask::Undo)) if is_by_time => {
                Some(Situation { ended: None, ..situation.clone() })
            }
            (Mistake::BeginsRematchesAgain, Wish::Ask(Ask::Rematch(_))) if situation.rematch.is_some() => {
                Some(Situation { rematch: None, ..situation.clone() })
            }
            _ => None,
        }
    }

    /// The situation after a change by mistake; `wish` is what was asked for, if somebody asked.
    pub fn made_of(self, before: &Situation, wish: Option<&Wish>, after: &Situation) -> Option<Situation> {
        let is_draw = before.offer.is_some_and(|offer| offer.what == OfferKind::Draw);
        match (self, wish) {
            (Mistake::KeepsOffers, Some(Wish::Move { .. })) if is_draw => {
                Some(Situation { offer: before.offer, ..after.clone() })
            }
            (Mistake::KeepsDeclined, Some(Wish::Ask(Ask::Decline))) => {
                Some(Situation { offer: before.offer, ..after.clone() })
            }
            (Mistake::AgreesAlone, Some(Wish::Ask(Ask::Draw))) if is_draw && before.offer == after.offer => {
                Some(Situation { ended: Some(GameEnding::Agreed), offer: None, ..after.clone() })
            }
            _ => None,
        }
    }
}
