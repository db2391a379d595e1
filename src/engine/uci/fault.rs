//! The refusals of lines.

use crate::game::{PositionError, Refused};
use crate::variant::{LoadError, VariantError};

/// The reason why a line, or a part of it, is not obeyed. The session reports it by `info string error:`.
#[derive(Debug, thiserror::Error)]
pub enum UciFault {
    /// The first word is not a command of the protocol.
    #[error("unknown command `{0}`")]
    Command(String),
    /// `setoption` without a name.
    #[error("write setoption name NAME value VALUE")]
    SetOption,
    /// An unknown option.
    #[error("there is no option `{0}`")]
    Option(String),
    /// An option without a value.
    #[error("{0}: a value is missing: write setoption name {0} value VALUE")]
    NoValue(String),
    /// The value of an option is not a number within its bounds.
    #[error("{name}: `{value}` is not a whole number from {least} to {most}")]
    Spin {
        /// The option.
        name: String,
        /// The refused value.
        value: String,
        /// The least value.
        least: u64,
        /// The greatest value.
        most: u64,
    },
    /// The value of an option is neither `true` nor `false`.
    #[error("{name}: `{value}` is neither true nor false")]
    Check {
        /// The option.
        name: String,
        /// The refused value.
        value: String,
    },
    /// The value of the named option is neither a preset nor a variant file.
    #[error("{0}: {1}")]
    Variant(&'static str, LoadError),
    /// A word of `go` that the protocol does not have.
    #[error("go: unknown word `{0}`")]
    GoWord(String),
    /// A part of `go` without its number or moves.
    #[error("go {part}: a {missing} is missing")]
    GoPart {
        /// The word that begins the part.
        part: String,
        /// The noun of the missing value.
        missing: &'static str,
    },
    /// A part of `go` whose value is not a whole number.
    #[error("go {part}: `{value}` is not a whole number")]
    GoNumber {
        /// The word that begins the part.
        part: String,
        /// The refused value.
        value: String,
    },
    /// A move of `searchmoves`, by its text, is illegal.
    #[error("searchmoves: `{0}`: {1}")]
    SearchMove(String, Refused),
    /// `position` with neither `startpos` nor `fen`.
    #[error("write position startpos, or position fen TEXT, followed by moves MOVE ..")]
    Start,
    /// A position that the variant does not have.
    #[error("position: {0}")]
    Position(#[from] PositionError),
    /// A move of `position`, by its text, is illegal.
    #[error("position: move `{0}`: {1}")]
    Move(String, Refused),
    /// The last `position` could not be read.
    #[error("there is no position: the last `position` was refused")]
    NoPosition,
    /// A search waits for `stop` or `ponderhit`.
    #[error("a search goes on: send stop first")]
    Busy,
    /// The orthodox preset is broken, which a test excludes.
    #[error(transparent)]
    Orthodox(#[from] VariantError),
}
