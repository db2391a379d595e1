//! The refusals of lines.

use crate::game::Refused;
use crate::notation::TextError;
use crate::variant::LoadError;

/// The reason why a line, or a part of it, is not obeyed. The session reports it by `info string error:`.
#[derive(Debug, thiserror::Error)]
pub(super) enum UciFault {
    #[error("unknown command `{0}`")]
    Command(String),
    #[error("write setoption name NAME value VALUE")]
    SetOption,
    #[error("there is no option `{0}`")]
    Option(String),
    #[error("{0}: a value is missing: write setoption name {0} value VALUE")]
    NoValue(String),
    #[error("{name}: `{value}` is not a whole number from {least} to {most}")]
    Spin { name: String, value: String, least: u64, most: u64 },
    #[error("{name}: `{value}` is neither true nor false")]
    Check { name: String, value: String },
    /// The value of an option is neither a preset nor a variant file.
    #[error("{option}: {why}")]
    Variant { option: &'static str, why: LoadError },
    #[error("go: unknown word `{0}`")]
    GoWord(String),
    /// The number or the move is missing in a part of `go` that begins with this word.
    #[error("go {part}: a {missing} is missing")]
    GoPart { part: String, missing: &'static str },
    #[error("go {part}: `{value}` is not a whole number")]
    GoNumber { part: String, value: String },
    #[error("searchmoves: `{token}`: {why}")]
    SearchMove { token: String, why: Refused },
    #[error("write position startpos, or position fen TEXT, followed by moves MOVE ..")]
    Start,
    #[error("position: {0}")]
    Position(#[from] TextError),
    #[error("position: move `{token}`: {why}")]
    Move { token: String, why: Refused },
    #[error("there is no position: the last `position` was refused")]
    NoPosition,
    /// A search waits for `stop` or `ponderhit`.
    #[error("a search goes on: send stop first")]
    Busy,
}
