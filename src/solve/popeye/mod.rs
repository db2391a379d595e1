//! The input language of Popeye, a solver of chess problems. It serves the problems that both programs know: the orthodox
//! army on square or cylinder, with or without Circe.
//!
//! Belongs here: reading (`read`) and writing (`write`) texts of this language. Nothing is solved here.

mod read;
mod write;

use super::stipulation::Stipulation;
use crate::chess::Color;
use crate::game::{Position, Prepared};
use crate::lattice::LatticePosition;
use crate::notation::TextError;
use crate::variant::{Board, Rebirth};
use std::path::Path;
use toml::{Table, Value};

/// A problem that Popeye's language can express.
#[derive(Debug, Clone, PartialEq)]
pub struct PopeyeProblem {
    /// Author, source and title.
    pub title: String,
    /// The stipulation.
    pub stipulation: Stipulation,
    /// Whether captured pieces are reborn by the rules of Circe.
    pub circe: bool,
    /// Whether the board is a cylinder, on which file a lies beside file h.
    pub cylinder: bool,
    /// The position as a FEN.
    pub fen: String,
    /// Whether the set play is asked for.
    pub set_play: bool,
    /// The greatest number of refutations of a listed try; `None` if no tries are asked for.
    pub tries: Option<usize>,
    /// The number of solutions after which the search ends; `None` for no limit.
    pub max_solutions: Option<usize>,
}

/// The number of files of the board, and of its ranks.
const SIZE: usize = 8;

/// The kinds of pieces in the order in which they are written: the letter in a FEN of a black piece, and the letter in Popeye.
const KINDS: [[char; 2]; 6] = [['k', 'K'], ['q', 'Q'], ['r', 'R'], ['b', 'B'], ['n', 'S'], ['p', 'P']];

/// Returns the letter in a FEN of a side's piece, given that of a black one.
fn fen_letter(lower_letter: char, side: Color) -> char {
    if side == Color::White { lower_letter.to_ascii_uppercase() } else { lower_letter }
}

/// A castling, with the cells from which its men start. Cells are numbered row by row, from 0 for a8 to 63 for h1.
struct Castling {
    /// The letter of its right in a FEN.
    right: char,
    king: usize,
    rook: usize,
}

/// Yields the castlings whose king and rook stand where they start. The board has the letter of the piece on each cell.
fn castlings_at_start(board: &[Option<char>]) -> impl Iterator<Item = Castling> {
    let castlings = [
        Castling { right: 'K', king: 60, rook: 63 },
        Castling { right: 'Q', king: 60, rook: 56 },
        Castling { right: 'k', king: 4, rook: 7 },
        Castling { right: 'q', king: 4, rook: 0 },
    ];
    castlings.into_iter().filter(|castling| {
        let [king, rook] = ['k', 'r'].map(|letter| fen_letter(letter, Color::of_case(castling.right)));
        board.get(castling.king) == Some(&Some(king)) && board.get(castling.rook) == Some(&Some(rook))
    })
}

/// The variant of a problem: a preset, and the parameters that differ from it.
#[derive(Debug, Clone, PartialEq)]
pub struct PopeyeVariant {
    /// The name of the preset.
    pub preset: &'static str,
    /// The parameters that differ from the preset.
    pub overrides: Table,
}

/// The error for a variant that is none of those that both programs know; it holds the name of the variant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not among what both programs know: orthodox chess on square and cylinder64, with or without rebirth = \"circe\""
)]
pub struct NotInPopeye(String);

impl PopeyeProblem {
    /// Returns the problem of a position and a stipulation.
    ///
    /// # Errors
    /// When the rules of the position are none of those that both programs know.
    pub fn of(position: &LatticePosition, stipulation: Stipulation) -> Result<PopeyeProblem, NotInPopeye> {
        let spec = position.rules().variant().spec();
        let problem = PopeyeProblem {
            title: String::new(),
            stipulation,
            circe: spec.rebirth == Rebirth::Circe,
            cylinder: spec.board == Board::Cylinder,
            fen: position.to_fen().unwrap_or_default(),
            set_play: false,
            tries: None,
            max_solutions: None,
        };
        if problem.prepared().is_some_and(|prepared| prepared.variant().spec() == spec) {
            Ok(problem)
        } else {
            Err(NotInPopeye(position.rules().variant().name().to_owned()))
        }
    }

    /// Returns the variant of the problem.
    pub fn variant(&self) -> PopeyeVariant {
        let preset = match (self.cylinder, self.circe) {
            (false, false) => "orthodox",
            (false, true) => "circe",
            (true, _) => "cylinder64",
        };
        let mut overrides = Table::new();
        if self.cylinder && self.circe {
            overrides.insert("rebirth".to_owned(), Value::from("circe"));
        }
        PopeyeVariant { preset, overrides }
    }

    fn prepared(&self) -> Option<Prepared> {
        let PopeyeVariant { preset, overrides } = self.variant();
        Prepared::load(preset, Path::new(""), &overrides).ok()
    }

    /// Returns the position that the FEN describes, with the rules of the variant.
    ///
    /// # Errors
    /// When the FEN does not describe a valid position.
    pub fn position(&self) -> Result<Position, TextError> {
        let missing = || TextError::new(1, "the variant cannot be compiled");
        Position::from_fen(&self.prepared().ok_or_else(missing)?, &self.fen)
    }
}
