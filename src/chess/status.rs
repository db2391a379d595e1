//! The status of a position, and what a draw means for a game.

use crate::choice::choice;

choice! {
    /// The status of a position or a game.
    pub enum Status("status") {
        /// The side to move has a legal move.
        Ongoing = "ongoing",
        /// The side to move is in check and has no legal move.
        Checkmate = "checkmate",
        /// The side to move is not in check and has no legal move.
        Stalemate = "stalemate",
        /// Bare kings, repetition, or too many quiet moves.
        Draw = "draw",
        /// One side has nothing but its king (the medieval games).
        BareKing = "bare_king",
        /// A king was left where it could be captured, and was.
        KingTaken = "king_taken",
    }
}

choice! {
    /// What a draw by bare kings, repetition or a move count means for a game. Stalemate ends every game.
    pub enum Draws("draws") {
        /// A draw is claimed at once, and the game is over.
        Claimed = "claimed",
        /// Nobody claims a draw: the status says `draw`, and moves may follow.
        Unclaimed = "unclaimed",
    }
}
