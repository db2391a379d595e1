//! Whether the players of a game are there, as far as their sockets tell.

use super::clock::{Moment, now};
use crate::chess::Color;
use crate::choice::choice;
use serde::Serialize;
use std::sync::Arc;
use tokio::sync::watch;

choice! {
    /// Whether a page is in sight of its reader, as the page says.
    pub enum Attention("attention") {
        /// The page is in sight.
        Here = "here",
        /// The page is hidden.
        Away = "away",
    }
}

/// The visitors who play one side.
#[derive(Debug, Clone, Copy, Default)]
struct Visitors {
    here: usize,
    away: usize,
    /// The moment at which the last one left.
    since: Option<Moment>,
}

impl Visitors {
    fn count(&mut self, attention: Attention) -> &mut usize {
        match attention {
            Attention::Here => &mut self.here,
            Attention::Away => &mut self.away,
        }
    }
}

/// The presence of a side's player in the form that the page gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SidePresence {
    /// `here`, `away` or `gone`.
    is: &'static str,
    /// The moment at which a player who is gone left; none if nobody was there since the game was opened.
    since: Option<Moment>,
}

impl SidePresence {
    /// Whether the player is there, or left at this moment or later.
    pub fn is_there_since(self, moment: Moment) -> bool {
        self.is != "gone" || self.since.is_some_and(|since| since >= moment)
    }
}

impl From<Visitors> for SidePresence {
    fn from(visitors: Visitors) -> SidePresence {
        let (is, since) = match visitors {
            Visitors { here: 0, away: 0, since } => ("gone", since),
            Visitors { here: 0, .. } => ("away", None),
            Visitors { .. } => ("here", None),
        };
        SidePresence { is, since }
    }
}

/// The presence of both players, White's first. A slow reader gets only the latest.
#[derive(Clone, Default)]
pub struct Presence(Arc<watch::Sender<[Visitors; 2]>>);

/// The messages about presence to one visitor.
pub struct PresenceMessages(watch::Receiver<[Visitors; 2]>);

impl Presence {
    /// Returns the presence of a side's player.
    pub fn of(&self, side: Color) -> SidePresence {
        self.0.borrow()[side.index()].into()
    }

    /// Returns the messages for a visitor; the first one is there at once.
    pub fn messages(&self) -> PresenceMessages {
        let mut receiver = self.0.subscribe();
        receiver.mark_changed();
        PresenceMessages(receiver)
    }

    /// Counts a visitor as a player of some sides until the answer is dropped.
    pub fn enter(&self, sides: Vec<Color>) -> Attendance {
        let attendance = Attendance { presence: self.clone(), sides, attention: Attention::Here };
        attendance.change(|visitors| visitors.here += 1);
        attendance
    }
}

impl PresenceMessages {
    /// Waits for a change, and returns the message that tells it.
    pub async fn next(&mut self) -> Option<String> {
        self.0.changed().await.ok()?;
        let [white, black] = self.0.borrow_and_update().map(SidePresence::from);
        serde_json::to_string(&serde_json::json!({ "is": "presence", "white": white, "black": black })).ok()
    }
}

/// A visitor who is counted as a player.
pub struct Attendance {
    presence: Presence,
    sides: Vec<Color>,
    attention: Attention,
}

impl Attendance {
    /// Notes whether the visitor's page is in sight.
    pub fn turn(&mut self, attention: Attention) {
        let before = std::mem::replace(&mut self.attention, attention);
        self.change(|visitors| {
            *visitors.count(before) -= 1;
            *visitors.count(attention) += 1;
        });
    }

    /// Changes the visitors of this one's sides. Nobody is told of what changes no presence.
    fn change(&self, change: impl Fn(&mut Visitors)) {
        self.presence.0.send_if_modified(|both| {
            let seen = both.map(SidePresence::from);
            for side in &self.sides {
                change(&mut both[side.index()]);
            }
            seen != both.map(SidePresence::from)
        });
    }
}

impl Drop for Attendance {
    fn drop(&mut self) {
        let left = now();
        self.change(|visitors| {
            *visitors.count(self.attention) -= 1;
            visitors.since = Some(left);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_is_there_as_long_as_one_of_its_pages_is() {
        let presence = Presence::default();
        let is = || Color::ALL.iter().map(|&side| presence.of(side).is).collect::<Vec<_>>();
        assert_eq!(is(), ["gone", "gone"]);
        assert!(!presence.of(Color::White).is_there_since(0), "nobody was there");
        let mut first = presence.enter(vec![Color::White]);
        let second = presence.enter(vec![Color::White, Color::Black]);
        first.turn(Attention::Away);
        assert_eq!(is(), ["here", "here"]);
        let begun = now();
        drop(second);
        assert_eq!(is(), ["away", "gone"]);
        assert!(presence.of(Color::Black).is_there_since(begun));
        assert!(!presence.of(Color::Black).is_there_since(now() + 1));
        let looks_on = presence.enter(Vec::new());
        drop(first);
        assert_eq!(is(), ["gone", "gone"]);
        drop(looks_on);
    }

    #[tokio::test]
    async fn what_changes_no_presence_is_not_told() {
        let presence = Presence::default();
        let mut messages = presence.messages();
        assert!(messages.next().await.is_some_and(|text| text.contains("gone")));
        let first = presence.enter(vec![Color::White]);
        assert!(messages.next().await.is_some_and(|text| text.contains("here")));
        // A second page of the same player, and one that looks on.
        let others = [presence.enter(vec![Color::White]), presence.enter(Vec::new())];
        assert!(!messages.0.has_changed().expect("open"));
        drop((first, others));
        assert!(messages.next().await.is_some_and(|text| !text.contains("here")));
    }
}
