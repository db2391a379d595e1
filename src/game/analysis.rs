//! What may move where, and how the position stands: the answer of `moves` and `analyze`.

use super::position::Position;
use crate::piece::{Color, Label};
use crate::plane::{self, Span, Status, Survey};
use serde::Serialize;

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
pub struct Analysis {
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
            Position::Plane(p) => Analysis::of_plane(p),
        }
    }

    fn of_plane(position: &plane::Position) -> Analysis {
        let survey = Survey::new(position);
        let legal = survey.legal();
        let status = position.status_given(&survey, !legal.is_empty());
        let mut spans = Vec::new();
        if status == Status::Ongoing {
            spans.extend(legal.iter().map(|span| report(position, span)));
            // Spans of one piece are in order of bearing and distance already.
            spans.sort_by_key(|span: &SpanReport| span.piece);
        }
        Analysis { turn: position.turn(), status, check: survey.in_check(), spans, regions: [] }
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
