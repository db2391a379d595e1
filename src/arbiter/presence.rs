//! The presence of the players of a game, as their pages report it.

use super::clock::Moment;
use super::sides::Sides;
use crate::chess::Color;
use crate::choice::choice;
use serde::Serialize;

choice! {
    /// Whether a page is in sight of its reader, as the page reports.
    pub enum Attention("attention") {
        /// The page is in sight.
        Here = "here",
        /// The page is hidden.
        Away = "away",
    }
}

/// The presence of a player, by the pages that play the player's side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum PlayerPresence {
    /// A page is in sight.
    Here,
    /// All pages are hidden.
    Away,
    /// No page is open.
    Gone,
}

/// The numbers of open pages that play one side.
#[derive(Debug, Clone, Copy, Default)]
struct Pages {
    here: usize,
    away: usize,
    /// The moment at which a reader most recently left a page.
    since: Option<Moment>,
}

impl Pages {
    /// Returns the count of the pages with an attention.
    fn count(&mut self, attention: Attention) -> &mut usize {
        match attention {
            Attention::Here => &mut self.here,
            Attention::Away => &mut self.away,
        }
    }
}

/// The presence of a side's player in the form that a page gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SidePresence {
    is: PlayerPresence,
    /// The moment at which a player who is gone left; `None` if nobody has been there since the game was opened.
    since: Option<Moment>,
}

impl SidePresence {
    /// Whether the player is there, or left at this moment or later.
    pub fn is_there_since(self, moment: Moment) -> bool {
        self.is != PlayerPresence::Gone || self.since.is_some_and(|since| since >= moment)
    }
}

/// The presence of both players of a game.
#[derive(Debug, Clone, Copy, Default)]
pub struct Presence([Pages; 2]);

impl Presence {
    /// Returns the presence of a side's player.
    pub fn of(&self, side: Color) -> SidePresence {
        let (is, since) = match self.0[side.index()] {
            Pages { here: 0, away: 0, since } => (PlayerPresence::Gone, since),
            Pages { here: 0, .. } => (PlayerPresence::Away, None),
            Pages { .. } => (PlayerPresence::Here, None),
        };
        SidePresence { is, since }
    }

    /// Counts a page in sight that plays some sides.
    pub fn enter(&mut self, sides: Sides) {
        self.change(sides, |pages| pages.here += 1);
    }

    /// Counts a change of the attention of a page.
    pub fn change_attention(&mut self, sides: Sides, from: Attention, to: Attention) {
        self.change(sides, |pages| {
            *pages.count(from) -= 1;
            *pages.count(to) += 1;
        });
    }

    /// Removes a page that its reader leaves.
    pub fn leave(&mut self, sides: Sides, attention: Attention, now: Moment) {
        self.change(sides, |pages| {
            *pages.count(attention) -= 1;
            pages.since = Some(now);
        });
    }

    fn change(&mut self, sides: Sides, change_pages: impl Fn(&mut Pages)) {
        for side in sides.list() {
            change_pages(&mut self.0[side.index()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};
    use PlayerPresence::{Away, Gone, Here};

    #[test]
    fn a_side_is_there_as_long_as_one_of_its_pages_is() {
        let mut presence = Presence::default();
        let of_both = |presence: &Presence| [White, Black].map(|side| presence.of(side).is);
        let (white, both) = (Sides::one(White), Sides::new([true; 2]));
        assert_eq!(of_both(&presence), [Gone, Gone]);
        assert!(!presence.of(White).is_there_since(0), "nobody was there");
        presence.enter(white);
        presence.enter(both);
        presence.change_attention(white, Attention::Here, Attention::Away);
        assert_eq!(of_both(&presence), [Here, Here]);
        presence.leave(both, Attention::Here, 70);
        assert_eq!(of_both(&presence), [Away, Gone]);
        assert_eq!([70, 71].map(|moment| presence.of(Black).is_there_since(moment)), [true, false]);
        presence.enter(Sides::default());
        presence.leave(white, Attention::Away, 80);
        assert_eq!(of_both(&presence), [Gone, Gone]);
    }
}
