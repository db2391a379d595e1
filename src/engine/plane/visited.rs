//! Positions that a repetition may return to: those of the game, and those between the root and the current node.

use crate::plane::PlanePosition;

/// The positions that a repetition may return to.
pub struct Visited {
    positions: Vec<PlanePosition>,
    of_game: usize,
}

impl Visited {
    /// Returns the earlier positions of a game, first to last.
    pub fn of_game(earlier: &[&PlanePosition]) -> Visited {
        Visited { of_game: earlier.len(), positions: earlier.iter().copied().cloned().collect() }
    }

    /// Adds a position.
    pub fn push(&mut self, position: &PlanePosition) {
        self.positions.push(position.clone());
    }

    /// Removes the last position.
    pub fn pop(&mut self) {
        self.positions.pop();
    }

    /// Whether a position counts as a draw by repetition: it occurred twice in the game, or once since the root.
    pub fn holds(&self, position: &PlanePosition) -> bool {
        if !position.rules().variant.spec().draw_rules || !begins_turn(position) {
            return false;
        }
        // No position before a capture or a pawn's move recurs, unless captured pieces are reborn.
        let reborn = position.rules().rebirth != crate::variant::Rebirth::None;
        let back = if reborn { usize::MAX } else { position.halfmove() as usize };
        let mut seen = 0;
        for (index, earlier) in self.positions.iter().enumerate().rev().take(back) {
            if begins_turn(earlier) && position.is_repetition_of(earlier) {
                seen += if index >= self.of_game { 2 } else { 1 };
                if seen >= 2 {
                    return true;
                }
            }
        }
        false
    }
}

/// Whether no move of the current series has been made.
fn begins_turn(position: &PlanePosition) -> bool {
    position.series().is_none_or(|series| series.played == 0)
}
