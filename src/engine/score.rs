//! Scores: values of positions.

use serde::{Serialize, Serializer};
use std::fmt;
use std::ops::Neg;

/// The value of a position for the side to move: hundredths of a pawn, or the distance to mate.
///
/// Greater is better, so a near mate is greater than a far one.
///
/// Every won or lost end counts as mate here: a king taken, a king bared, a stalemate that loses.
///
/// ```
/// use continuum::engine::Score;
/// assert!(Score::mates_in(3) > Score::mates_in(5) && Score::mates_in(5) > Score::centipawns(900));
/// assert_eq!(-Score::centipawns(35), Score::centipawns(-35));
/// assert_eq!(Score::mated_in(2).moves_to_mate(), Some(-1));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

/// The raw value of mate on the board.
pub(super) const MATE: i32 = 1_000_000;

/// The greatest distance to mate that a score can have, plies.
const LONGEST_MATE: i32 = 10_000;

/// The greatest raw value that is not a mate.
const MOST_CENTIPAWNS: i32 = MATE - LONGEST_MATE - 1;

/// Whether a raw value is a mate, for either side.
pub(super) fn is_mate(value: i32) -> bool {
    value.abs() > MOST_CENTIPAWNS
}

impl Score {
    /// Neither side is better.
    pub const DRAW: Score = Score(0);

    /// A score less than every other.
    pub const LEAST: Score = Score(-MATE - 1);

    /// A score greater than every other.
    pub const GREATEST: Score = Score(MATE + 1);

    /// Returns a value in hundredths of a pawn.
    pub fn centipawns(value: i32) -> Score {
        Score(value.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS))
    }

    /// Returns the score of a mate that the side to move gives with the last of `plies` plies; 1 is mate by the next move.
    pub fn mates_in(plies: u32) -> Score {
        Score(MATE - (plies.min(LONGEST_MATE as u32) as i32))
    }

    /// Returns the score of the side to move that is mated after a number of plies; 0 is mate on the board.
    pub fn mated_in(plies: u32) -> Score {
        -Score::mates_in(plies)
    }

    /// Returns the hundredths of a pawn; `None` for a mate.
    pub fn as_centipawns(self) -> Option<i32> {
        (!is_mate(self.0)).then_some(self.0)
    }

    /// Returns the plies until one of the sides mates; `None` without a mate. In a progressive game each series counts as one ply.
    pub fn plies_to_mate(self) -> Option<u32> {
        is_mate(self.0).then(|| (MATE - self.0.abs()).unsigned_abs())
    }

    /// Returns the moves until mate of the side that mates; negative if the side to move is mated. In a progressive game each
    /// series counts as one move.
    pub fn moves_to_mate(self) -> Option<i32> {
        let moves = self.plies_to_mate()?.div_ceil(2) as i32;
        Some(if self > Score::DRAW { moves } else { -moves })
    }

    /// Returns the score as one number: hundredths of a pawn, or a number beyond all of these for a mate.
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// Returns the score whose [`Score::raw`] is this number.
    pub fn from_raw(raw: i32) -> Score {
        Score(raw.clamp(-MATE - 1, MATE + 1))
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// Writes the score as in `info` of UCI: `cp 34`, `mate -2`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.moves_to_mate() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

/// Writes the score as `{"cp": 34}` or `{"mate": 3}`.
impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(rename_all = "lowercase")]
        enum Written {
            Cp(i32),
            Mate(i32),
        }
        match self.moves_to_mate() {
            Some(moves) => Written::Mate(moves),
            None => Written::Cp(self.0),
        }
        .serialize(serializer)
    }
}
