//! The sides that a person plays in a game.

use super::refusal::ArbiterRefusal;
use crate::chess::Color;

/// The sides for which a person may speak and move. A spectator has none, and a player alone has both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sides([bool; 2]);

impl Sides {
    /// Returns the sides that are played, from White's value and Black's.
    pub fn new(played: [bool; 2]) -> Sides {
        Sides(played)
    }

    /// Returns one side.
    pub fn one(side: Color) -> Sides {
        Sides([side == Color::White, side == Color::Black])
    }

    /// Whether the person plays this side.
    pub fn has(self, color: Color) -> bool {
        self.0[color.index()]
    }

    /// Whether the person plays both sides.
    pub fn both(self) -> bool {
        self.0 == [true; 2]
    }

    /// Returns the sides as a list.
    pub fn list(self) -> Vec<Color> {
        Color::ALL.iter().copied().filter(|&color| self.has(color)).collect()
    }

    /// Returns the side for which the person speaks; White for a player of both.
    pub(super) fn player(self) -> Result<Color, ArbiterRefusal> {
        self.list().first().copied().ok_or(ArbiterRefusal::LooksOn { turn: None })
    }

    /// Returns an error if the person does not play the side to move.
    pub(super) fn require_turn(self, turn: Color) -> Result<(), ArbiterRefusal> {
        match self.list().first() {
            Some(_) if self.has(turn) => Ok(()),
            Some(&own) => Err(ArbiterRefusal::Turn { turn, own }),
            None => Err(ArbiterRefusal::LooksOn { turn: Some(turn) }),
        }
    }
}
