//! Whose turn it is next: one move each, or series of 1, 2, 3 ... moves (spec of Circe, section 2).

use crate::chess::Color;
use crate::plane::attack::Survey;
use crate::plane::position::Position;
use crate::variant::Turns;

impl Position {
    /// Counts a move that has been carried out, and gives the turn away when the series is over.
    pub(in crate::plane) fn count_move(&mut self) {
        self.series.played += 1;
        let cut_short = self.rules.turns == Turns::Scottish && Survey::of_side(self, !self.turn).in_check();
        if self.series.played < self.series.length && !cut_short {
            return;
        }
        if self.rules.turns.is_progressive() {
            // A series in which the count of quiet moves never went back was quiet as a whole.
            let quiet = self.halfmove >= self.series.played;
            self.series.quiet = if quiet { self.series.quiet.saturating_add(1) } else { 0 };
            self.series.length = self.series.length.saturating_add(1);
        }
        self.series.played = 0;
        self.fullmove = self.fullmove.saturating_add(u32::from(self.turn == Color::Black));
        self.turn = !self.turn;
    }
}
