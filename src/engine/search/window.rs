//! The window of a search.

use crate::engine::score::Score;

/// A window of values (alpha-beta): the search need not distinguish values outside.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct SearchWindow {
    /// The side to move already has this value elsewhere.
    pub alpha: i32,
    /// The other side will avoid a value of at least this.
    pub beta: i32,
}

impl SearchWindow {
    /// The window of all values.
    pub const FULL: SearchWindow = SearchWindow { alpha: Score::LEAST.raw(), beta: Score::GREATEST.raw() };

    /// Returns the null window above a value, which only asks whether the value is exceeded.
    pub fn null(alpha: i32) -> SearchWindow {
        SearchWindow { alpha, beta: alpha + 1 }
    }

    /// Whether only a bound is wanted.
    pub fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }

    /// Returns the window for the other side.
    pub fn turned(self) -> SearchWindow {
        SearchWindow { alpha: -self.beta, beta: -self.alpha }
    }

    /// Returns the window enlarged by a margin on either side.
    pub fn widened(self, margin: i32) -> SearchWindow {
        SearchWindow { alpha: self.alpha - margin, beta: self.beta + margin }
    }
}
