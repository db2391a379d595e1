//! The presence of a game's players, sent to all visitors.

use super::time::now;
use crate::arbiter::{Attention, Presence, SidePresence, Sides};
use crate::chess::Color;
use std::sync::Arc;
use tokio::sync::watch;

/// The presence of both players of a game, which all its visitors get. A slow reader gets only the latest.
#[derive(Clone, Default)]
pub struct KnownPresence(Arc<watch::Sender<Presence>>);

impl KnownPresence {
    /// Returns the presence of a side's player.
    pub fn of(&self, side: Color) -> SidePresence {
        self.0.borrow().of(side)
    }

    /// Returns a receiver of the latest presence. The present one counts as a change.
    pub fn watch(&self) -> watch::Receiver<Presence> {
        let mut receiver = self.0.subscribe();
        receiver.mark_changed();
        receiver
    }

    /// Counts a visitor as a player of some sides until the answer is dropped.
    pub fn enter(&self, sides: Sides) -> Attendance {
        let attendance = Attendance { presence: self.clone(), sides, attention: Attention::Here };
        attendance.change(|presence| presence.enter(sides));
        attendance
    }
}

/// Returns the message about a presence.
pub fn presence_message(presence: &Presence) -> String {
    let [white, black] = of_sides(presence);
    serde_json::json!({ "is": "presence", "white": white, "black": black }).to_string()
}

/// Returns the presence of each side's player, White's first.
fn of_sides(presence: &Presence) -> [SidePresence; 2] {
    [Color::White, Color::Black].map(|side| presence.of(side))
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
            let before = of_sides(presence);
            change(presence);
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
        let presence = KnownPresence::default();
        let mut latest = presence.watch();
        assert!(next(&mut latest).await.contains("gone"));
        let first = presence.enter(Sides::one(Color::White));
        assert!(next(&mut latest).await.contains("here"));
        // A second page of the same player, and one that looks on.
        let others = [Sides::one(Color::White), Sides::default()].map(|sides| presence.enter(sides));
        assert!(!latest.has_changed().expect("open"));
        drop((first, others));
        assert!(!next(&mut latest).await.contains("here"));
    }
}
