//! What a step is expected to do, as a scenario file says it.

use super::number::{Number, Tolerance};
use crate::chess::{Color, Status};
use crate::choice::choice;
use crate::game::Position;
use crate::notation::Reason;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

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
    pub status: Option<Status>,
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
    #[serde(default)]
    pub tolerance: Tolerance,
}

/// What a step does, as far as it decides which expectations make sense.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StepKind {
    /// A move to make.
    Move,
    /// A move that must be refused.
    Refusal,
    /// A question about the legal set.
    Question,
}

impl StepKind {
    fn as_str(self) -> &'static str {
        match self {
            StepKind::Move => "a move",
            StepKind::Refusal => "a move that is refused",
            StepKind::Question => "a question about the legal set",
        }
    }
}

impl Expect {
    /// The expectations that make no sense for a step of this kind.
    pub(super) fn faults(&self, kind: StepKind) -> Vec<String> {
        let of_question = [
            ("spans", self.spans.is_some()),
            ("lanes", self.lanes.is_some()),
            ("ends", self.ends.is_some()),
            ("moves", self.moves.is_some()),
            ("areas", self.areas.is_some()),
        ];
        let of_move = [
            ("reborn", self.reborn.is_some()),
            ("at", self.at.is_some()),
            ("illegal", self.illegal.is_some()),
            ("promoted", self.promoted.is_some()),
        ];
        let of_made_move = [("at", self.at.is_some()), ("promoted", self.promoted.is_some())];
        let foreign = match kind {
            StepKind::Move => of_question.to_vec(),
            StepKind::Refusal => [of_question.as_slice(), &of_made_move].concat(),
            StepKind::Question => of_move.to_vec(),
        };
        let foreign = foreign.into_iter().filter(|(_, given)| *given);
        let mut faults: Vec<String> =
            foreign.map(|(name, _)| format!("`{name}` does not apply to {}", kind.as_str())).collect();
        if kind != StepKind::Question && matches!(self.captures, Some(Captures::Each(_))) {
            faults.push("a move has one list of captures".to_owned());
        }
        faults
    }
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

/// Where a mover ends.
#[derive(Debug, Clone, PartialEq)]
pub enum Place {
    /// On the plane.
    Point([Number; 2]),
    /// On a lattice.
    Cell(String),
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Place, D::Error> {
        from.deserialize_any(PlaceVisitor)
    }
}

struct PlaceVisitor;

impl<'de> Visitor<'de> for PlaceVisitor {
    type Value = Place;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[x, y], or the name of a cell in quotation marks")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Place, E> {
        Ok(Place::Cell(name.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Place, A::Error> {
        let mut numbers = Vec::new();
        while let Some(number) = items.next_element::<Number>()? {
            numbers.push(number);
        }
        match numbers[..] {
            [x, y] => Ok(Place::Point([x, y])),
            _ => Err(A::Error::invalid_length(numbers.len(), &self)),
        }
    }
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
