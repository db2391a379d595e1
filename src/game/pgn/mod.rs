//! Games in PGN, the portable game notation, with comments and variations.
//!
//! A tag `Variant` names a preset; without one it is orthodox chess. A tag `Rules` has parameters laid over it, as an inline table
//! of TOML. On square and cylinder of cells moves are SAN and the first position is a FEN. On other boards moves are the
//! program's texts, in quotes if they have blanks. A tag `Position` has the first position where there is no FEN, or where a FEN
//! loses a part of it. Annotations such as `!?` and `±` are passed over. Text after a result belongs to the game that ended, up to
//! the next tag or move.

mod read;
mod write;

pub use write::PgnNames;

use super::play::Game;
use super::position::Position;
use super::prepared::Prepared;
use super::record::{GameResult, RecordError, replay};
use crate::chess::Draws;
use crate::variant::{Variant, VariantError, preset_names};
use toml::Table;

/// A game as a PGN text has it.
///
/// ```
/// use continuum::chess::Color;
/// use continuum::game::Pgn;
/// let games = Pgn::read_all("[White \"A\"]\n\n1. f3 e5 (1. ... d5 {better}) 2. g4 Qh4# 0-1")?;
/// let game = games[0].play()?;
/// assert_eq!((games[0].tag("White"), game.winner()), (Some("A"), Some(Color::Black)));
/// let better = &games[0].moves[1].variations[0][0];
/// assert_eq!((better.text.as_str(), better.comment.as_str()), ("d5", "better"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pgn {
    /// The line in which the game begins, from 1.
    pub line: usize,
    /// The names and values of the tags.
    pub tags: Vec<(String, String)>,
    /// The comment before the first move.
    pub comment: String,
    /// The moves of the main line.
    pub moves: Vec<PgnMove>,
    /// The result after the moves, or that of the tag if none is there; `None` for `*`.
    pub result: Option<GameResult>,
}

/// A move as a PGN text has it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PgnMove {
    /// The line in which it is written, from 1.
    pub line: usize,
    /// The column in which it begins, in characters from 1.
    pub column: usize,
    /// The number before it, such as `3.` or `3...`; empty if none is written.
    pub number: String,
    /// The move.
    pub text: String,
    /// The comments before and after it.
    pub comment: String,
    /// The lines that begin with another move in its place.
    pub variations: Vec<Vec<PgnMove>>,
}

impl PgnMove {
    /// Returns a move without number, comment and variations.
    pub fn new(text: impl Into<String>) -> PgnMove {
        PgnMove { text: text.into(), ..PgnMove::default() }
    }
}

/// The greatest depth of variations within variations.
pub const MAX_DEPTH: usize = 32;

/// A fault of a PGN text.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PgnError {
    /// A comment, variation or quoted move does not end.
    #[error("`{0}` is opened and not closed")]
    Open(char),
    /// Variations are nested too deeply.
    #[error("more than {MAX_DEPTH} variations within each other")]
    Deep,
    /// A tag without name and value.
    #[error("write a tag as [Name \"value\"], with \\\" for a quotation mark in the value")]
    Tag,
    /// The tag `Rules` is not an inline table.
    #[error("Rules: {0}")]
    Rules(String),
    /// The name is neither a preset nor a usual name of chess.
    #[error("Variant: {0}")]
    Variant(#[from] VariantError),
    /// The game cannot be played.
    #[error("{0}")]
    Game(#[from] RecordError),
}

/// A fault with its place in the text.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("line {line}, column {column}: {error}")]
pub struct PgnFault {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub error: PgnError,
}

impl Pgn {
    /// Returns the value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Plays the main line. A draw does not end it, because nobody claims it.
    ///
    /// # Errors
    /// An unknown variant, an invalid position or move, or a result that contradicts a decided last position.
    pub fn play(&self) -> Result<Game, PgnFault> {
        let rules = self.rules().map_err(|e| self.fault(e))?;
        let prepared = Variant::named(&self.variant(), &rules).and_then(|variant| Ok(Prepared::of(variant)?));
        let start = self.start(&prepared.map_err(|e| self.fault(e.into()))?)?;
        let moves = self.moves.iter().map(|m| m.text.as_str());
        replay(start, moves, self.result, Draws::Unclaimed).map_err(|e| match e {
            RecordError::Move { number, .. } => {
                let PgnMove { line, column, .. } = self.moves[number - 1];
                PgnFault { line, column, error: e.into() }
            }
            RecordError::Start(_) | RecordError::Result { .. } => self.fault(e.into()),
        })
    }

    /// Returns a fault of the game as a whole.
    pub(crate) fn fault(&self, error: PgnError) -> PgnFault {
        PgnFault { line: self.line, column: 1, error }
    }

    /// Returns the first position.
    ///
    /// # Errors
    /// When the tag `FEN` or `Position` has no position of the variant, or the variant has no array.
    pub fn start(&self, prepared: &Prepared) -> Result<Position, PgnFault> {
        let start = match (self.tag("Position"), self.tag("FEN")) {
            (Some(text), _) => Position::from_text(prepared, text),
            (None, Some(fen)) => Position::from_fen(prepared, fen),
            (None, None) => Position::usual(prepared),
        };
        start.map_err(|e| self.fault(RecordError::Start(e.to_string()).into()))
    }

    /// Returns the name of the variant: a preset, or the text of the tag if that names none.
    pub fn variant(&self) -> String {
        let written = self.tag("Variant").unwrap_or(CHESS[0]);
        let is = |name: &&str| name.eq_ignore_ascii_case(written);
        let known = if CHESS.iter().any(is) { Some("orthodox") } else { preset_names().find(is) };
        known.unwrap_or(written).to_owned()
    }

    /// Returns the parameters laid over the variant.
    ///
    /// # Errors
    /// When the tag is not an inline table.
    pub fn rules(&self) -> Result<Table, PgnError> {
        let Some(written) = self.tag("Rules") else { return Ok(Table::new()) };
        let read: Result<Table, _> = format!("rules = {written}").parse();
        match read.as_ref().map(|table| table.get("rules")) {
            Ok(Some(toml::Value::Table(rules))) => Ok(rules.clone()),
            Ok(_) => Err(PgnError::Rules("write an inline table, such as { zeno = true }".to_owned())),
            Err(e) => Err(PgnError::Rules(e.message().to_owned())),
        }
    }
}

/// The names that other programs give to orthodox chess.
const CHESS: [&str; 5] = ["chess", "standard", "normal", "from position", "fromposition"];
