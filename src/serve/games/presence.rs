//! The presence of a game's players, sent to all visitors.

use super::time::now;
use crate::arbiter::{Attention, Presence, SidePresence, Sides};
use crate::chess::Color;
use std::sync::Arc;
use tokio::sync::watch;

/// The presence of both players, as it is known to all. A slow reader gets only the latest.
#[derive(Clone, Default)]
pub struct KnownPresence(Arc<watch::Sender<Presence>>);

/// The messages about presence to one visitor.
pub struct PresenceMessages(watch::Receiver<Presence>);

impl KnownPresence {
    /// Returns the presence of a side's player.
    pub fn of(&self, side: Color) -> SidePresence {
        self.0.borrow().of(side)
    }

    /// Returns the messages for a visitor; the first one is there at once.
    pub fn messages(&self) -> PresenceMessages {
        let mut receiver = self.0.subscribe();
        receiver.mark_changed();
        PresenceMessages(receiver)
    }

    /// Counts a visitor as a player of some sides until the answer is dropped.
    pub fn enter(&self, sides: Sides) -> Attendance {
        let attendance = Attendance { presence: self.clone(), sides, attention: Attention::Here };
        attendance.change(|presence| presence.enter(sides));
        attendance
    }
}

impl PresenceMessages {
    /// Waits for a change, and returns the message about it.
    pub async fn next(&mut self) -> Option<String> {
        self.0.changed().await.ok()?;
        let presence = *self.0.borrow_and_update();
        let [white, black] = [Color::White, Color::Black].map(|side| presence.of(side));
        serde_json::to_string(&serde_json::json!({ "is": "presence", "white": white, "black": black })).ok()
    }
}

/// A visitor who is counted as a player.
pub struct Attendance {
    presence: KnownPresence,
    sides: Sides,
    attention: Attention,
}

impl Attendance {
    /// Notes whether the visitor's page is in sight.
    pub fn turn(&mut self, attention: Attention) {
        let before = std::mem::replace(&mut self.attention, attention);
        self.change(|presence| presence.turn(self.sides, before, attention));
    }

    /// Changes the presence, and sends it to the visitors if that of a side is different.
    fn change(&self, change: impl Fn(&mut Presence)) {
        self.presence.0.send_if_modified(|presence| {
            let seen = [Color::White, Color::Black].map(|side| presence.of(side));
            change(presence);
            seen != [Color::White, Color::Black].map(|side| presence.of(side))
        });
    }
}

impl Drop for Attendance {
    fn drop(&mut self) {
        let left = now();
        self.change(|presence| presence.leave(self.sides, self.attention, left));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_changes_no_presence_is_not_told() {
        let presence = KnownPresence::default();
        let mut messages = presence.messages();
        assert!(messages.next().await.is_some_and(|text| text.contains("gone")));
        let first = presence.enter(Sides::one(Color::White));
        assert!(messages.next().await.is_some_and(|text| text.contains("here")));
        // A second page of the same player, and one that looks on.
        let others = [Sides::one(Color::White), Sides::default()].map(|sides| presence.enter(sides));
        assert!(!messages.0.has_changed().expect("open"));
        drop((first, others));
        assert!(messages.next().await.is_some_and(|text| !text.contains("here")));
    }
}
