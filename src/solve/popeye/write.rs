//! Writing: each command stands on a line of its own.

use super::{KINDS, PopeyeProblem, SIZE, castlings_at_start, fen_letter};
use crate::chess::Color;
use crate::solve::stipulation::PlayKind;
use PlayKind::{Direct, Reflex, Self_, SemiReflex};
use std::fmt;

impl PopeyeProblem {
    /// Returns one text with all these problems.
    pub fn write_all(problems: &[PopeyeProblem]) -> String {
        let bodies: Vec<String> = problems.iter().map(ToString::to_string).collect();
        format!("BeginProblem\n{}EndProblem\n", bodies.join("NextProblem\n"))
    }

    /// Returns the letter in the FEN of the piece on each cell, from a8 to h1.
    fn board(&self) -> Vec<Option<char>> {
        let rows = self.fen.split(' ').next().unwrap_or_default();
        let mut board = Vec::new();
        for c in rows.chars().filter(|c| *c != '/') {
            match c.to_digit(10) {
                Some(gap) => board.resize(board.len() + gap as usize, None),
                None => board.push(Some(c)),
            }
        }
        board.truncate(SIZE * SIZE);
        board
    }

    /// Returns the pieces of a side, each kind after a space: ` Kf6 Rg1`.
    fn pieces(&self, side: Color) -> String {
        let board = self.board();
        let mut pieces = String::new();
        for [lower_letter, popeye_letter] in KINDS {
            let letter = Some(fen_letter(lower_letter, side));
            let cells = (0..board.len()).filter(|&cell| board[cell] == letter);
            let names: String = cells.map(cell_name).collect();
            if !names.is_empty() {
                pieces += &format!(" {popeye_letter}{names}");
            }
        }
        pieces
    }

    /// Returns the options, each after a space: ` Variation SetPlay`.
    fn options(&self) -> String {
        let mut options = String::new();
        let mut add = |option: &str| {
            options.push(' ');
            options.push_str(option);
        };
        let mut fields = self.fen.split(' ').skip(1);
        let turn = fields.next();
        let rights = fields.next().unwrap_or_default();
        let passed = fields.next();
        if matches!(self.stipulation.kind, Direct | Self_ | Reflex | SemiReflex) {
            add("Variation");
        }
        let either_side_may_begin =
            self.stipulation.begins(Color::White) != self.stipulation.begins(Color::Black);
        if either_side_may_begin && turn == Some("b") {
            add("HalfDuplex");
        }
        if self.set_play {
            add("SetPlay");
        }
        if let Some(refutations) = self.tries {
            add(&format!("Try Defence {refutations}"));
        }
        if let Some(solutions) = self.max_solutions {
            add(&format!("MaxSolutions {solutions}"));
        }
        let board = self.board();
        let without_right = castlings_at_start(&board).filter(|castling| !rights.contains(castling.right));
        let rooks: String = without_right.map(|castling| cell_name(castling.rook)).collect();
        if !rooks.is_empty() {
            add(&format!("NoCastling {rooks}"));
        }
        if let Some(cell) = passed.filter(|cell| *cell != "-") {
            add(&format!("EnPassant {cell}"));
        }
        options
    }
}

/// Returns the name of the cell with this number: `a8` for 0.
fn cell_name(cell: usize) -> String {
    format!("{}{}", char::from(b'a' + (cell % SIZE) as u8), SIZE - cell / SIZE)
}

impl fmt::Display for PopeyeProblem {
    /// Writes the problem without `BeginProblem` and `EndProblem`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.title.is_empty() {
            writeln!(f, "Title {}", self.title.replace('\n', " "))?;
        }
        writeln!(f, "Pieces\n  White{}\n  Black{}", self.pieces(Color::White), self.pieces(Color::Black))?;
        writeln!(f, "Stipulation {}", self.stipulation)?;
        if self.circe || self.cylinder {
            let circe = if self.circe { " Circe" } else { "" };
            let cylinder = if self.cylinder { " VerticalCylinder" } else { "" };
            writeln!(f, "Condition{circe}{cylinder}")?;
        }
        let options = self.options();
        if options.is_empty() { Ok(()) } else { writeln!(f, "Option{options}") }
    }
}
