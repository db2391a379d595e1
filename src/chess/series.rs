//! Series of moves in progressive play.

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
