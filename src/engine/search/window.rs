//! The window of alpha and beta.

use crate::engine::score::Score;

/// A window of values. The search need not distinguish values that lie outside.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct SearchWindow {
    /// The value that the side to move can have by another move.
    pub alpha: i32,
    /// The least value for which the other side avoids the position.
    pub beta: i32,
}

impl SearchWindow {
    /// The window of all values.
    pub const FULL: SearchWindow = SearchWindow { alpha: Score::LEAST.raw(), beta: Score::GREATEST.raw() };

    /// Returns the null window above a value, which only asks whether the value is exceeded.
    pub fn null(alpha: i32) -> SearchWindow {
        SearchWindow { alpha, beta: alpha + 1 }
    }

    /// Whether the search only asks for a bound.
    pub fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }

    /// Returns the window for the other side.
    pub fn turned(self) -> SearchWindow {
        SearchWindow { alpha: -self.beta, beta: -self.alpha }
    }

    /// Returns the window enlarged by a margin on each side.
    pub fn widened(self, margin: i32) -> SearchWindow {
        SearchWindow { alpha: self.alpha - margin, beta: self.beta + margin }
    }
}
