//! Popeye's input language, for the problems that both programs know: the orthodox army on square or cylinder, with or
//! without Circe.
//!
//! Belongs here: reading and writing texts; nothing is solved. `read` reads the commands of a text, `write` writes them. The
//! position is kept as a FEN.

mod read;
mod write;

use super::stipulation::Stipulation;
use crate::game::{Position, PositionError, Prepared};
use crate::lattice::LatticePosition;
use std::path::Path;
use toml::{Table, Value};

/// A problem in Popeye's language.
#[derive(Debug, Clone, PartialEq)]
pub struct PopeyeProblem {
    /// Author, source and title.
    pub title: String,
    /// The stipulation.
    pub stipulation: Stipulation,
    /// Whether a captured piece is reborn, as in Circe.
    pub circe: bool,
    /// Whether file a lies beside file h.
    pub cylinder: bool,
    /// The position as a FEN.
    pub fen: String,
    /// Whether the set play is asked for.
    pub set_play: bool,
    /// The greatest number of refutations of the tries that are asked for.
    pub tries: Option<usize>,
    /// The number of solutions after which the search ends.
    pub max_solutions: Option<usize>,
}

/// A castling whose king and rook stand at home. Cells have numbers, row by row from rank 8.
struct Castling {
    /// The letter of a FEN.
    right: char,
    king: usize,
    rook: usize,
}

/// Yields the castlings whose king and rook stand at home on a board with the letters of a FEN.
fn castlings_at_home(board: &[Option<char>]) -> impl Iterator<Item = Castling> {
    let castlings = [('K', 60, 63), ('Q', 60, 56), ('k', 4, 7), ('q', 4, 0)];
    let castlings = castlings.map(|(right, king, rook)| Castling { right, king, rook });
    castlings.into_iter().filter(|castling| {
        let [king, rook] = if castling.right.is_uppercase() { ['K', 'R'] } else { ['k', 'r'] };
        board.get(castling.king) == Some(&Some(king)) && board.get(castling.rook) == Some(&Some(rook))
    })
}

/// A variant for which Popeye has no name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not among what both programs know: orthodox chess on square and cylinder64, with or without rebirth = \"circe\""
)]
pub struct NotInPopeye(String);

impl PopeyeProblem {
    /// Returns the problem of a position and a stipulation.
    ///
    /// # Errors
    /// When the rules of the position are not those of a variant that Popeye knows.
    pub fn of(position: &LatticePosition, stipulation: Stipulation) -> Result<PopeyeProblem, NotInPopeye> {
        let spec = position.rules().variant().spec();
        for (circe, cylinder) in [(false, false), (true, false), (false, true), (true, true)] {
            let problem = PopeyeProblem {
                title: String::new(),
                stipulation,
                circe,
                cylinder,
                fen: position.to_fen().unwrap_or_default(),
                set_play: false,
                tries: None,
                max_solutions: None,
            };
            if problem.prepared().is_some_and(|prepared| prepared.variant().spec() == spec) {
                return Ok(problem);
            }
        }
        Err(NotInPopeye(position.rules().variant().name().to_owned()))
    }

    /// Returns the name of its variant, and the parameters that differ from it.
    pub fn variant(&self) -> (&'static str, Table) {
        let rebirth = Table::from_iter([("rebirth".to_owned(), Value::from("circe"))]);
        match (self.cylinder, self.circe) {
            (false, false) => ("orthodox", Table::new()),
            (false, true) => ("circe", Table::new()),
            (true, false) => ("cylinder64", Table::new()),
            (true, true) => ("cylinder64", rebirth),
        }
    }

    fn prepared(&self) -> Option<Prepared> {
        let (name, rules) = self.variant();
        Prepared::load(name, Path::new(""), &rules).ok()
    }

    /// Returns the position.
    ///
    /// # Errors
    /// When the position is not legal.
    pub fn position(&self) -> Result<Position, PositionError> {
        let missing = || PositionError::new(1, "the variant cannot be compiled");
        Position::from_fen(&self.prepared().ok_or_else(missing)?, &self.fen)
    }
}
