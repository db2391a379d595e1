//! Strategies: certificates of a forced mate of a bare king by king and two rooks, from every position of an open set.
//!
//! Belongs here: the certificates, which have an answer for each of their cells, and their proof in whole numbers. The proof
//! shares no code with the engine, so the two cannot have the same fault. Only `play` uses the engine, whose rules judge each
//! answer of a game. Start at [`Strategy::prove`]. `docs/measured/forced-mates.md` has the mathematics.
//!
//! Coordinates and distances are in billionths of a board unit, unless a name or a comment gives another unit.

mod cell;
mod linear;
mod men;
mod play;
mod proof;
mod zone;

pub use linear::ExpressionFault;
pub use play::{Mishap, StrategyGames};

use crate::choice::choice;
use crate::diagnostics::objects;
use cell::CompiledCell;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A certificate: cells that cover an open set of positions with White to move, and an answer for each.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strategy {
    /// The variant that is played: `continuous`.
    pub variant: StrategyVariant,
    /// Conditions that several cells share, by name.
    #[serde(default)]
    pub conditions: BTreeMap<String, Vec<String>>,
    /// The cells.
    #[serde(deserialize_with = "objects")]
    pub cells: Vec<CellText>,
}

choice! {
    /// The variants for which strategies are proven.
    pub enum StrategyVariant("variant of a strategy") {
        /// Continuous Chess.
        Continuous = "continuous",
    }
}

choice! {
    /// The man that White moves.
    pub enum Mover("mover") {
        /// The first rook.
        A = "a",
        /// The second rook.
        B = "b",
    }
}

/// A cell as a certificate writes it. It also stands for its images under the symmetries of the board and the exchange of the rooks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellText {
    /// The name of the cell.
    pub name: String,
    /// The conditions of all positions of the cell: comparisons joined by `or`, or names of shared conditions.
    #[serde(rename = "where")]
    pub conditions: Vec<String>,
    /// The man that moves.
    #[serde(rename = "move")]
    pub mover: Mover,
    /// The target of the move: x, y.
    pub to: [String; 2],
    /// The rank: a sum of coordinates that is at least 1 in the cell, and falls by at least 1 with each move and its reply.
    pub rank: String,
}

/// The greatest number of White's moves to mate. The fiftieth is ply 99. A game is drawn after 100 quiet plies, so a mate by the
/// next move comes too late (`docs/rules/continuous.md` 6).
const MOST_MOVES_TO_MATE: u64 = 50;

/// The first claim of a certificate that is not proven, with its cell.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cell `{cell}`: {fault}")]
pub struct Unproven {
    /// The name of the cell.
    pub cell: String,
    /// The claim that fails.
    pub fault: CellFault,
}

/// The claim about a cell that does not hold. Most faults have the text of a position in which the claim is false.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CellFault {
    /// A text cannot be read.
    #[error("{0}: {1}")]
    Text(String, ExpressionFault),
    /// White may need more moves than the draw by quiet plies allows.
    #[error(
        "mate may take {0} moves, and no move of a strategy takes a man or moves a pawn: after {MOST_MOVES_TO_MATE} moves of each side the \
         game is a draw"
    )]
    Drawn(u64),
    /// The rank is below 1 in a position of the cell.
    #[error("its rank is not always 1 or more")]
    Rank,
    /// The answer leaves the board.
    #[error("its answer may leave the board: {0}")]
    OffBoard(String),
    /// The answer does not move along one axis.
    #[error("its answer is no move of a rook")]
    NoRookMove,
    /// The answer is shorter than the least distance of a move.
    #[error("its answer may be shorter than 0.1: {0}")]
    Short(String),
    /// A man may block the answer.
    #[error("a man may stand in the way: {0}")]
    Blocked(String),
    /// The answer may expose White's king to the black king.
    #[error("its answer may uncover the white king: {0}")]
    Uncovers(String),
    /// Black may take a rook.
    #[error("a rook may be taken: {0}")]
    Loses(String),
    /// Black may be stalemated.
    #[error("it may be stalemate: {0}")]
    Stalemate(String),
    /// A reply has no answer of lower rank.
    #[error("a reply has no answer whose rank is lower by 1: {0}")]
    Unanswered(String),
}

/// The result of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Proof {
    /// The greatest number of White's moves to mate.
    pub moves: u64,
    /// The number of cells.
    pub cells: usize,
    /// The number of convex parts into which the proof divides the cells.
    pub parts: usize,
}

impl Strategy {
    /// Proves that White mates from every position of the cells, and returns the greatest number of moves to mate.
    ///
    /// # Errors
    /// The first claim that is not proven.
    pub fn prove(&self) -> Result<Proof, Unproven> {
        let cells = self.compiled()?;
        let mut proof = Proof { moves: 0, cells: cells.len(), parts: 0 };
        for cell in &cells {
            let unproven = |fault| Unproven { cell: cell.name.clone(), fault };
            let cell_proof = proof::prove(cell, &cells).map_err(unproven)?;
            if cell_proof.moves > MOST_MOVES_TO_MATE {
                return Err(unproven(CellFault::Drawn(cell_proof.moves)));
            }
            proof.parts += cell_proof.parts;
            proof.moves = proof.moves.max(cell_proof.moves);
        }
        Ok(proof)
    }

    /// Returns the cells as the proof uses them.
    fn compiled(&self) -> Result<Vec<CompiledCell>, Unproven> {
        let compile = |text: &CellText| {
            let unproven = |fault| Unproven { cell: text.name.clone(), fault };
            CompiledCell::new(text, &self.conditions).map_err(unproven)
        };
        self.cells.iter().map(compile).collect()
    }
}
