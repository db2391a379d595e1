//! Positions that a repetition may return to: those of the game, and those between the root and the current node.

use crate::plane::PlanePosition;

/// A position with sums that distinguish it quickly from most others.
struct Entry {
    position: PlanePosition,
    sums: [f64; 2],
}

/// The positions that a repetition may return to.
pub struct Visited {
    entries: Vec<Entry>,
    of_game: usize,
}

impl Visited {
    /// Returns the earlier positions of a game, first to last.
    pub fn of_game(earlier: &[&PlanePosition]) -> Visited {
        let entries: Vec<Entry> = earlier.iter().map(|p| Entry::new(p)).collect();
        Visited { of_game: entries.len(), entries }
    }

    /// Adds a position.
    pub fn push(&mut self, position: &PlanePosition) {
        self.entries.push(Entry::new(position));
    }

    /// Removes the last position.
    pub fn pop(&mut self) {
        self.entries.pop();
    }

    /// Whether a position counts as a draw by repetition: it occurred twice in the game, or once since the root.
    pub fn holds(&self, position: &PlanePosition) -> bool {
        if !position.rules().variant.spec().draw_rules || !begins_turn(position) {
            return false;
        }
        // No position before a capture or a pawn's move recurs, unless captured pieces are reborn.
        let reborn = position.rules().rebirth != crate::variant::Rebirth::None;
        let back = if reborn { usize::MAX } else { position.halfmove() as usize };
        let sums = sums_of(position);
        let mut seen = 0;
        for (index, entry) in self.entries.iter().enumerate().rev().take(back) {
            let alike = entry.sums.iter().zip(sums).all(|(a, b)| (a - b).abs() < 1e-6)
                || position.rules().board.has_seams();
            if alike && begins_turn(&entry.position) && position.is_repetition_of(&entry.position) {
                seen += if index >= self.of_game { 2 } else { 1 };
                if seen >= 2 {
                    return true;
                }
            }
        }
        false
    }
}

impl Entry {
    fn new(position: &PlanePosition) -> Entry {
        Entry { sums: sums_of(position), position: position.clone() }
    }
}

/// Whether no move of the current series has been made.
fn begins_turn(position: &PlanePosition) -> bool {
    position.series().is_none_or(|series| series.played == 0)
}

/// Returns sums that are equal for equal positions, on boards without seams.
fn sums_of(position: &PlanePosition) -> [f64; 2] {
    let at = position.pieces().iter().map(|piece| piece.at);
    at.fold([0.0, 0.0], |[x, y], at| [x + at.x, y + 2.0 * at.y])
}
