//! How a position stands, and what a draw means for a game.

use crate::choice::choice;

choice! {
    /// How a position stands.
    pub enum Status("status") {
        /// There is a move to make.
        Ongoing = "ongoing",
        /// The side to move is in check and has no legal move.
        Checkmate = "checkmate",
        /// The side to move is not in check and has no legal move.
        Stalemate = "stalemate",
        /// Bare kings, repetition, or too many quiet moves.
        Draw = "draw",
        /// One side has nothing but its king (the medieval games).
        BareKing = "bare_king",
        /// A king was left where it could be taken, and was.
        KingTaken = "king_taken",
    }
}

choice! {
    /// What a draw by bare kings, repetition or counting means for a game. Stalemate ends every game.
    pub enum Draws("draws") {
        /// A draw is claimed as soon as it is there, and the game is over.
        Claimed = "claimed",
        /// Nobody claims it: the status says `draw`, and moves may follow.
        Unclaimed = "unclaimed",
    }
}
