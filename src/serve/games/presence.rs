//! The presence of a game's players, which is sent to all visitors.

use super::time::now;
use crate::arbiter::{Attention, Presence, SidePresence, Sides};
use crate::chess::Color;
use std::sync::Arc;
use tokio::sync::watch;

/// The presence of both players of a game, which all visitors of the game get. A slow reader gets only the latest one.
#[derive(Clone, Default)]
pub struct SharedPresence(Arc<watch::Sender<Presence>>);

impl SharedPresence {
    pub fn of(&self, side: Color) -> SidePresence {
        self.0.borrow().of(side)
    }

    /// Returns a receiver of the latest presence. The present one counts as a change.
    pub fn watch(&self) -> watch::Receiver<Presence> {
        let mut receiver = self.0.subscribe();
        receiver.mark_changed();
        receiver
    }

    /// Counts a visitor as a player of these sides until the result is dropped.
    pub fn enter(&self, sides: Sides) -> Attendance {
        let attendance = Attendance { presence: self.clone(), sides, attention: Attention::Here };
        attendance.change(|presence| presence.enter(sides));
        attendance
    }
}

/// Returns the message to visitors about a presence.
pub fn presence_message(presence: &Presence) -> String {
    let [white, black] = of_sides(presence);
    serde_json::json!({ "is": "presence", "white": white, "black": black }).to_string()
}

/// Returns the presence of each side's player, White's first.
fn of_sides(presence: &Presence) -> [SidePresence; 2] {
    [Color::White, Color::Black].map(|side| presence.of(side))
}

/// A visitor who is counted as a player. The visitor counts until this is dropped.
pub struct Attendance {
    presence: SharedPresence,
    sides: Sides,
    attention: Attention,
}

impl Attendance {
    /// Changes whether the visitor's page is in sight.
    pub fn set_attention(&mut self, attention: Attention) {
        let earlier = std::mem::replace(&mut self.attention, attention);
        self.change(|presence| presence.change_attention(self.sides, earlier, attention));
    }

    /// Changes the presence by `update`, and sends it to the visitors if a player's presence is different.
    fn change(&self, update: impl Fn(&mut Presence)) {
        self.presence.0.send_if_modified(|presence| {
            let before = of_sides(presence);
            update(presence);
            before != of_sides(presence)
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
    async fn only_changes_of_a_presence_are_sent() {
        async fn next(presence: &mut watch::Receiver<Presence>) -> String {
            presence.changed().await.expect("open");
            presence_message(&presence.borrow_and_update())
        }
        let presence = SharedPresence::default();
        let mut latest = presence.watch();
        assert!(next(&mut latest).await.contains("gone"));
        let first = presence.enter(Sides::one(Color::White));
        assert!(next(&mut latest).await.contains("here"));
        // A second page of the same player, and a page that only watches, change nothing.
        let others = [Sides::one(Color::White), Sides::default()].map(|sides| presence.enter(sides));
        assert!(!latest.has_changed().expect("open"));
        drop((first, others));
        assert!(!next(&mut latest).await.contains("here"));
    }
}
