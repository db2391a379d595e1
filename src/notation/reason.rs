//! Why a move is refused: the codes that scenarios name.

use crate::choice::choice;

choice! {
    /// The first rule that a refused move breaks.
    pub enum Reason("reason") {
        /// Not this side's turn, or the game is over.
        Turn = "turn",
        /// No such piece.
        Piece = "piece",
        /// The piece has no such bearing.
        Bearing = "bearing",
        /// Shorter than a quiet move may be.
        MinMove = "min_move",
        /// Farther than the piece goes.
        Range = "range",
        /// Off the board.
        Edge = "edge",
        /// More than half the way to the edge.
        Zeno = "zeno",
        /// Not a multiple of the step.
        Step = "step",
        /// Something stands in the way.
        Blocked = "blocked",
        /// The landing overlaps a friend.
        Friend = "friend",
        /// A capture is required and nothing is taken.
        MustCapture = "must_capture",
        /// The promotion is missing, superfluous or to no piece of choice.
        Promotion = "promotion",
        /// A turn in place of less than the least angle.
        MinTurn = "min_turn",
        /// It would leave the own king in check.
        Check = "check",
        /// The king would pass through check.
        KingPath = "king_path",
        /// No such move on the lattice.
        Move = "move",
        /// A void cell.
        Void = "void",
    }
}

/// A refused move. The position is as it was.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct Illegal {
    /// The rule it breaks.
    pub reason: Reason,
    /// The same for people, with the figures.
    pub message: String,
}

impl Illegal {
    /// A refusal.
    pub fn new(reason: Reason, message: impl Into<String>) -> Illegal {
        Illegal { reason, message: message.into() }
    }
}
