//! Reasons for refusing a move, with the codes that scenarios name.

use crate::choice::choice;

choice! {
    /// The first rule that a refused move breaks.
    pub enum Reason("reason") {
        /// The other side has the turn, or the game is over.
        Turn = "turn",
        /// There is no such piece.
        Piece = "piece",
        /// The piece has no such bearing.
        Bearing = "bearing",
        /// The move is shorter than a quiet move may be.
        MinMove = "min_move",
        /// The move is longer than the piece's range.
        Range = "range",
        /// The move leaves the board.
        Edge = "edge",
        /// The move is more than half the distance to the edge (Zeno).
        Zeno = "zeno",
        /// The distance is not a multiple of the step.
        Step = "step",
        /// A piece blocks the path.
        Blocked = "blocked",
        /// The landing overlaps a friend.
        Friend = "friend",
        /// A capture is required, and the move takes nothing.
        MustCapture = "must_capture",
        /// The promotion is missing, superfluous, or to a kind that pawns may not become.
        Promotion = "promotion",
        /// The turn in place is less than the least angle.
        MinTurn = "min_turn",
        /// The move would leave the mover's king in check.
        Check = "check",
        /// The king would pass through check.
        KingPath = "king_path",
        /// There is no such move on cells.
        Move = "move",
        /// The place lies in a void.
        Void = "void",
    }
}

/// The refusal of a move. A refused move leaves the position unchanged.
///
/// ```
/// use continuum::notation::Reason;
/// use continuum::{Game, Position, Prepared, Refused};
/// let prepared = Prepared::preset("continuous")?;
/// let mut game = Game::new(Position::from_text(&prepared, "start")?);
/// let Err(Refused::Illegal(refusal)) = game.play("Pe 90 0.05") else { panic!("shorter than 0.1") };
/// assert_eq!(refusal.reason, Reason::MinMove);
/// assert!(refusal.message.contains("0.1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct Illegal {
    /// The rule that the move breaks.
    pub reason: Reason,
    /// The refusal in words, with the numbers that matter.
    pub message: String,
}

impl Illegal {
    /// Returns a refusal.
    pub fn new(reason: Reason, message: impl Into<String>) -> Illegal {
        Illegal { reason, message: message.into() }
    }
}
