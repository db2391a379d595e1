//! The status of a position, what a draw means for a game, and the state of a series.

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
        /// The position is a draw by bare kings, repetition, or too many quiet moves.
        Draw = "draw",
        /// One side has only its king, in games in which that loses.
        BareKing = "bare_king",
        /// A king was left in check, and was captured.
        KingTaken = "king_taken",
    }
}

choice! {
    /// The effect on a game of a draw by bare kings, repetition or a move count. Stalemate always ends a game.
    ///
    /// ```
    /// use continuum::chess::{Draws, Status};
    /// use continuum::{Game, Position, Prepared};
    /// let bare = Position::from_text(&Prepared::preset("continuous")?, "Ka@1,1' kb@6,6' ; w")?;
    /// assert!(Game::new(bare.clone()).is_over());
    /// let mut played_on = Game::new(bare).with_draws(Draws::Unclaimed);
    /// assert_eq!(played_on.status(), Status::Draw);
    /// played_on.play("Ka 90 0.5")?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub enum Draws("draws") {
        /// A draw is claimed at once, and the game is over.
        Claimed = "claimed",
        /// Nobody claims a draw: the status says `draw`, and moves may follow.
        Unclaimed = "unclaimed",
    }
}

/// The state of the present series. In alternating play each turn is a series of one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Series {
    /// The number of moves in the series.
    pub length: u32,
    /// The number of moves of the series already made.
    pub played: u32,
    /// The number of completed series in a row without capture or pawn move.
    pub quiet: u32,
}

impl Series {
    /// Whether none of its moves has been made.
    pub const fn is_at_start(self) -> bool {
        self.played == 0
    }
}
