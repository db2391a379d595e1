//! Promotions in words.

use std::fmt;

/// ` =Q` where a pawn promotes, else nothing.
pub(super) struct PromotionSuffix(pub Option<char>);

impl fmt::Display for PromotionSuffix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |letter| write!(f, " ={letter}"))
    }
}
