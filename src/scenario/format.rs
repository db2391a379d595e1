//! What a scenario file holds.

use crate::chess::Color;
use crate::choice::choice;
use crate::game::{Position, PositionError, Prepared};
use crate::notation::{Reason, number};
use crate::variant::Fault;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use toml::{Spanned, Table, Value};

/// A scenario as written.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// One line that says what it shows.
    pub title: String,
    /// A preset or the path of a variant file, relative to the scenario's folder.
    pub variant: Spanned<String>,
    /// A position text, or `start`.
    pub position: Option<Spanned<String>>,
    /// A FEN instead, on the 8 x 8 lattice.
    pub fen: Option<Spanned<String>>,
    /// Parameters that differ from the variant's.
    #[serde(default)]
    pub rules: BTreeMap<String, Spanned<Value>>,
    /// What happens, in order.
    #[serde(default, rename = "step")]
    pub steps: Vec<Spanned<Step>>,
}

/// What reads a position as it is written.
pub type ReadPosition = fn(&Prepared, &str) -> Result<Position, PositionError>;

impl Scenario {
    /// The position it begins in, as it is written, and what reads it.
    ///
    /// # Errors
    /// When there is none or more than one: at which byte of the file, and what to do.
    pub fn written(&self) -> Result<(&Spanned<String>, ReadPosition), (usize, &'static str)> {
        match (&self.position, &self.fen) {
            (Some(position), None) => Ok((position, Position::from_text)),
            (None, Some(fen)) => Ok((fen, Position::from_fen)),
            (None, None) => Err((0, "`position` is missing: give a position text or `start`")),
            (Some(_), Some(fen)) => Err((fen.span().start, "give either `position` or `fen`, not both")),
        }
    }

    /// The parameters that differ, as they are laid over a variant.
    pub fn overrides(&self) -> Table {
        self.rules.iter().map(|(name, value)| (name.clone(), value.get_ref().clone())).collect()
    }

    /// Where the first of some faulty parameters is given, as a byte of the file, if the scenario gives one.
    pub(super) fn place_of(&self, faults: &[Fault]) -> Option<usize> {
        // What is wrong with a kind is told by its number and name.
        let given = |fault: &Fault| self.rules.get(fault.parameter.split(' ').next()?);
        faults.iter().filter_map(given).map(|value| value.span().start).min()
    }
}

/// One step: a move, or a question about the legal set.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// A move text.
    #[serde(rename = "move")]
    pub movement: Option<String>,
    /// A question about the legal set.
    pub legal: Option<LegalQuestion>,
    /// What is expected of it.
    #[serde(default)]
    pub expect: Expect,
}

/// What a step does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Task<'a> {
    /// Makes a move.
    Move(&'a str),
    /// Asks for the legal set.
    Legal(&'a LegalQuestion),
}

impl Step {
    /// What it does.
    ///
    /// # Errors
    /// When that is nothing or two things.
    pub fn task(&self) -> Result<Task<'_>, &'static str> {
        match (&self.movement, &self.legal) {
            (Some(text), None) => Ok(Task::Move(text)),
            (None, Some(question)) => Ok(Task::Legal(question)),
            (None, None) | (Some(_), Some(_)) => Err("a step is either a `move` or a `legal` question"),
        }
    }
}

/// Which part of the legal set is asked for; all of it when nothing is named.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LegalQuestion {
    /// Only this piece's.
    pub piece: Option<String>,
    /// Only along this bearing, degrees.
    pub bearing: Option<Number>,
}

/// What is expected of a step; what is left out is not looked at.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// Labels of what is taken, in any order; of a legal set one list for each span.
    pub captures: Option<Captures>,
    /// Labels of what is reborn, in any order.
    pub reborn: Option<Vec<String>>,
    /// Where the mover ends.
    pub at: Option<Place>,
    /// Whether the side then to move is in check.
    pub check: Option<bool>,
    /// How the game then stands.
    pub status: Option<String>,
    /// Who has won; `none` for nobody.
    pub winner: Option<Winner>,
    /// The move is refused for this reason, and the position stays as it was.
    pub illegal: Option<Reason>,
    /// The letter of what a pawn becomes.
    pub promoted: Option<char>,
    /// How many spans the legal set has.
    pub spans: Option<usize>,
    /// On a lattice: the legal moves as text, in any order.
    pub moves: Option<Vec<String>>,
    /// From and to of each span in order.
    pub lanes: Option<Vec<[Number; 2]>>,
    /// The ends of each span: `[]`, `[)`, `(]`, `()`.
    pub ends: Option<Vec<String>>,
    /// The areas of the cells of the regions asked for, in order: by captures, the largest first.
    pub areas: Option<Vec<Number>>,
    /// How far distances and coordinates may differ, board units.
    pub tolerance: Option<f64>,
}

choice! {
    /// Who has won.
    pub enum Winner("winner") {
        /// White.
        White = "white",
        /// Black.
        Black = "black",
        /// Nobody.
        None = "none",
    }
}

impl Winner {
    /// Who has won in a position.
    pub fn of(position: &Position) -> Winner {
        match position.winner() {
            Some(Color::White) => Winner::White,
            Some(Color::Black) => Winner::Black,
            None => Winner::None,
        }
    }
}

/// How far distances may differ when a step does not say, board units.
pub const TOLERANCE: f64 = 1e-9;

/// Where a mover ends.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged, expecting = "expected [x, y], or the name of a cell in quotation marks")]
pub enum Place {
    /// On the plane.
    Point([Number; 2]),
    /// On a lattice.
    Cell(String),
}

/// What is taken.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged, expecting = "expected a list of labels, or for a question one such list for each span")]
pub enum Captures {
    /// By one move.
    Of(Vec<String>),
    /// By each span of a legal set.
    Each(Vec<Vec<String>>),
}

/// A number, or an expression as in a move text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Number(pub f64);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Number, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected a number, or an expression in quotation marks")]
        enum Written {
            Number(f64),
            Text(String),
        }
        match Written::deserialize(from)? {
            Written::Number(value) => Ok(Number(value)),
            Written::Text(text) => number(&text).map(Number).ok_or_else(|| {
                serde::de::Error::custom(format!("`{text}` is not a number or an expression"))
            }),
        }
    }
}
