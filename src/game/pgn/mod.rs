//! Games in PGN, the portable game notation, with comments and variations.
//!
//! A tag `Variant` names a preset; without the tag the game is orthodox chess. A tag `Rules` has parameters laid over the preset,
//! as an inline table of TOML. On square and cylinder of cells, moves are SAN and the first position is a FEN. On other boards,
//! moves are the program's own texts, in quotation marks if they contain blanks. A tag `Position` has the text of the first
//! position if no FEN describes the whole position. The reader ignores annotations such as `!?` and `±`. Text after a result
//! belongs to the game that has ended, up to the next tag or move.

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

/// A game as it is written in PGN.
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
    /// The result after the moves, or the result of the tag if no result follows the moves; `None` for `*`.
    pub result: Option<GameResult>,
}

/// A move as it is written in PGN.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PgnMove {
    /// The line of the text in which the move is written, from 1.
    pub line: usize,
    /// The column in which the move begins, in characters from 1.
    pub column: usize,
    /// The number before the move, such as `3.` or `3...`; empty if none is written.
    pub number: String,
    /// The text of the move.
    pub text: String,
    /// The comments before and after the move.
    pub comment: String,
    /// The variations: lines of moves that begin with another move in place of this move.
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

    /// Returns the game that the main line makes. A draw does not end the game, because nobody claims it.
    ///
    /// # Errors
    /// An unknown variant, an invalid position or move, or a result that contradicts a decided last position.
    pub fn play(&self) -> Result<Game, PgnFault> {
        let rules = self.rules().map_err(|e| self.fault(e))?;
        let compiled = Variant::named(&self.variant(), &rules).and_then(|variant| Ok(Prepared::of(variant)?));
        let prepared = compiled.map_err(|e| self.fault(e.into()))?;
        let start = self.start(&prepared)?;
        let moves = self.moves.iter().map(|m| m.text.as_str());
        replay(start, moves, self.result, Draws::Unclaimed).map_err(|e| match e {
            RecordError::Move { number, .. } => {
                let PgnMove { line, column, .. } = self.moves[number - 1];
                PgnFault { line, column, error: e.into() }
            }
            RecordError::Start(_) | RecordError::Result { .. } | RecordError::Reason { .. } => {
                self.fault(e.into())
            }
        })
    }

    /// Returns a fault of the game as a whole, at the line in which the game begins.
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

    /// Returns the name of the variant: the name of a preset, or the text of the tag if it names no preset.
    pub fn variant(&self) -> String {
        let Some(written) = self.tag("Variant") else { return ORTHODOX.to_owned() };
        let is_written = |name: &&str| name.eq_ignore_ascii_case(written);
        if NAMES_OF_ORTHODOX.iter().any(is_written) {
            return ORTHODOX.to_owned();
        }
        preset_names().find(is_written).unwrap_or(written).to_owned()
    }

    /// Returns the parameters laid over the variant.
    ///
    /// # Errors
    /// When the tag is not an inline table.
    pub fn rules(&self) -> Result<Table, PgnError> {
        let Some(written) = self.tag("Rules") else { return Ok(Table::new()) };
        let parsed: Result<Table, _> = format!("rules = {written}").parse();
        match parsed.as_ref().map(|table| table.get("rules")) {
            Ok(Some(toml::Value::Table(rules))) => Ok(rules.clone()),
            Ok(_) => Err(PgnError::Rules("write an inline table, such as { zeno = true }".to_owned())),
            Err(e) => Err(PgnError::Rules(e.message().to_owned())),
        }
    }
}

const ORTHODOX: &str = "orthodox";

/// The names that other programs give to orthodox chess.
const NAMES_OF_ORTHODOX: [&str; 5] = ["chess", "standard", "normal", "from position", "fromposition"];
