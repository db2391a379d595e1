//! The order of turns: single moves in alternation, or series of 1, 2, 3 ... moves (`docs/rules/progressive.md` 1).

use crate::chess::{Color, Series};
use crate::plane::attack::Survey;
use crate::plane::position::PlanePosition;
use crate::variant::Turns;

impl PlanePosition {
    /// Returns the position with the turn given to a side, as if the other side had passed and its series were over. `None` if the
    /// other side stands in check.
    pub fn given_turn(&self, side: Color) -> Option<PlanePosition> {
        let length = self.rules.turns.usual_length(side, self.fullmove);
        let series = Series { length, played: 0, quiet: self.series.quiet };
        let given = PlanePosition { turn: side, series, ..self.clone() };
        if length == 0 || Survey::of_side(&given, !side).in_check() {
            return None;
        }
        Some(given)
    }

    /// Counts a move, and passes the turn when the series is over.
    pub(in crate::plane) fn count_move(&mut self) {
        self.series.played += 1;
        // In a Scottish game a check ends the series.
        let is_cut_short =
            self.rules.turns == Turns::Scottish && Survey::of_side(self, !self.turn).in_check();
        if self.series.played < self.series.length && !is_cut_short {
            return;
        }
        if self.rules.turns.is_progressive() {
            // A series is quiet as a whole if none of its moves reset the count of quiet moves.
            let is_quiet = self.halfmove >= self.series.played;
            self.series.quiet = if is_quiet { self.series.quiet.saturating_add(1) } else { 0 };
            self.series.length = Turns::next_length(self.series.length);
        }
        self.series.played = 0;
        self.fullmove = self.fullmove.saturating_add(u32::from(self.turn == Color::Black));
        self.turn = !self.turn;
    }
}
