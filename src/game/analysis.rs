//! What may move where, and how the position stands: the answer of `moves` and `analyze`.

use super::position::Position;
use crate::lattice::{self, Move, Status};
use crate::piece::{Color, Label};
use crate::plane::{self, Span, Survey};
use serde::Serialize;
use std::collections::HashSet;

/// One span of a legal set, as programs read it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SpanReport {
    /// Who moves.
    #[serde(serialize_with = "as_text")]
    pub piece: Label,
    /// Degrees in the mover's frame.
    pub bearing: f64,
    /// The least distance.
    pub from: f64,
    /// The greatest distance.
    pub to: f64,
    /// Whether `from` itself is left out.
    pub open_from: bool,
    /// Whether `to` itself is left out.
    pub open_to: bool,
    /// What is taken, sorted.
    #[serde(serialize_with = "as_texts")]
    pub captures: Vec<Label>,
    /// Whether the pawn promotes.
    pub promotes: bool,
}

/// What may move where, and how the position stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Analysis {
    /// Of the plane.
    Plane(PlaneAnalysis),
    /// Of a lattice.
    Lattice(LatticeAnalysis),
}

/// The answer for a lattice position.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LatticeAnalysis {
    /// The side to move.
    pub turn: Color,
    /// How the position stands by itself.
    pub status: Status,
    /// Who has won.
    pub winner: Option<Color>,
    /// Whether the side to move is in check, before any pair is taken off.
    pub check: bool,
    /// Every legal move, sorted by its text; none when the game is decided.
    pub moves: Vec<String>,
}

/// The answer for a plane position.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlaneAnalysis {
    /// The side to move.
    pub turn: Color,
    /// How the position stands by itself.
    pub status: Status,
    /// Whether the side to move is in check.
    pub check: bool,
    /// The legal set, sorted by label, bearing, distance; empty when the game is decided.
    pub spans: Vec<SpanReport>,
    /// Two-dimensional legal sets; none of the kinds there are has one.
    pub regions: [(); 0],
}

impl Analysis {
    /// Analyses a position.
    pub fn of(position: &Position) -> Analysis {
        match position {
            Position::Plane(p) => Analysis::Plane(PlaneAnalysis::of(p)),
            Position::Lattice(p) => Analysis::Lattice(LatticeAnalysis::of(p)),
        }
    }

    /// How the position stands.
    pub fn status(&self) -> Status {
        match self {
            Analysis::Plane(analysis) => analysis.status,
            Analysis::Lattice(analysis) => analysis.status,
        }
    }

    /// Whether the side to move is in check.
    pub fn check(&self) -> bool {
        match self {
            Analysis::Plane(analysis) => analysis.check,
            Analysis::Lattice(analysis) => analysis.check,
        }
    }

    /// The same when the game has ended for a reason that the position does not show: nothing may move.
    pub fn ended(self, status: Status) -> Analysis {
        match self {
            Analysis::Plane(analysis) => {
                Analysis::Plane(PlaneAnalysis { status, spans: Vec::new(), ..analysis })
            }
            Analysis::Lattice(analysis) => {
                Analysis::Lattice(LatticeAnalysis { status, winner: None, moves: Vec::new(), ..analysis })
            }
        }
    }

    /// Leaves only what one piece may do.
    pub fn retain_piece(&mut self, position: &Position, label: Label) {
        match (self, position) {
            (Analysis::Plane(analysis), _) => analysis.spans.retain(|span| span.piece == label),
            (Analysis::Lattice(analysis), Position::Lattice(p)) => {
                let cell = p.find(label);
                let moves = p.moves_by_text().into_iter();
                let its_own = moves.filter(|(_, m): &(String, Move)| Some(m.from()) == cell);
                let its_own: HashSet<String> = its_own.map(|(text, _)| text).collect();
                analysis.moves.retain(|text| its_own.contains(text));
            }
            (Analysis::Lattice(_), Position::Plane(_)) => {}
        }
    }
}

impl LatticeAnalysis {
    fn of(position: &lattice::Position) -> LatticeAnalysis {
        let (status, winner) = position.standing();
        let mut moves = Vec::new();
        if status == Status::Ongoing {
            moves.extend(position.moves_by_text().into_iter().map(|(text, _)| text));
        }
        LatticeAnalysis { turn: position.turn(), status, winner, check: position.in_check(), moves }
    }
}

impl PlaneAnalysis {
    fn of(position: &plane::Position) -> PlaneAnalysis {
        let survey = Survey::new(position);
        let legal = survey.legal();
        let status = Status::from(position.status_given(&survey, !legal.is_empty()));
        let mut spans = Vec::new();
        if status == Status::Ongoing {
            spans.extend(legal.iter().map(|span| report(position, span)));
            // Spans of one piece are in order of bearing and distance already.
            spans.sort_by_key(|span: &SpanReport| span.piece);
        }
        PlaneAnalysis { turn: position.turn(), status, check: survey.in_check(), spans, regions: [] }
    }
}

fn report(position: &plane::Position, span: &Span) -> SpanReport {
    let piece = position.piece(span.piece);
    let lane = &position.rules().kind(piece.kind).lanes(piece.color())[span.lane];
    let mut captures: Vec<Label> = span.captures.iter().map(|&id| position.piece(id).label).collect();
    captures.sort_unstable();
    SpanReport {
        piece: piece.label,
        bearing: lane.bearing,
        from: span.part.from,
        to: span.part.to,
        open_from: span.part.open_from,
        open_to: span.part.open_to,
        captures,
        promotes: span.promotes,
    }
}

fn as_text<S: serde::Serializer>(label: &Label, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(label.as_str())
}

fn as_texts<S: serde::Serializer>(labels: &[Label], out: S) -> Result<S::Ok, S::Error> {
    out.collect_seq(labels.iter().map(Label::as_str))
}
