//! Series of moves in progressive play.

/// Where a turn stands. In alternating play each turn is a series of one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Series {
    /// The number of moves in it.
    pub length: u32,
    /// The number of them already made.
    pub played: u32,
    /// Completed series in a row without capture or pawn move.
    pub quiet: u32,
}
