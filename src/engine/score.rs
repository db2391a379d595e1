//! Scores: values of positions.

use serde::{Serialize, Serializer};
use std::fmt;
use std::ops::Neg;

/// The value of a position for the side to move: hundredths of a pawn, or the distance to mate.
///
/// Greater is better, so a near mate is greater than a far one.
///
/// Any decided end counts as mate here: a king taken, a king bared, a stalemate that loses.
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

/// The longest mate that is distinguished from a value, plies.
const LONGEST: i32 = 10_000;

/// The greatest raw value that is no mate.
const MOST: i32 = MATE - LONGEST - 1;

/// Whether a raw value is a mate, for either side.
pub(super) fn is_mate(value: i32) -> bool {
    value.abs() > MOST
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
        Score(value.clamp(-MOST, MOST))
    }

    /// Returns the score of a mate that the side to move gives with ply number `plies`: 1 is mate by the next move.
    pub fn mates_in(plies: u32) -> Score {
        Score(MATE - (plies.min(LONGEST as u32) as i32))
    }

    /// Returns the score of being mated after a number of plies: 0 is mate on the board.
    pub fn mated_in(plies: u32) -> Score {
        -Score::mates_in(plies)
    }

    /// Returns the hundredths of a pawn; `None` for a mate.
    pub fn as_centipawns(self) -> Option<i32> {
        (!is_mate(self.0)).then_some(self.0)
    }

    /// Returns the plies until mate and whether the side to move gives it; `None` without a mate.
    pub fn plies_to_mate(self) -> Option<(u32, bool)> {
        is_mate(self.0).then(|| ((MATE - self.0.abs()).unsigned_abs(), self.0 > 0))
    }

    /// Returns the moves until mate, counted for the side that gives it; negative if the side to move is mated. In a progressive
    /// game each series counts as one move.
    pub fn moves_to_mate(self) -> Option<i32> {
        let (plies, mates) = self.plies_to_mate()?;
        let moves = plies.div_ceil(2) as i32;
        Some(if mates { moves } else { -moves })
    }

    /// Returns the score as one number for tables: hundredths of a pawn, with mates beyond all of them.
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// Returns the score of a number from [`Score::raw`].
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
