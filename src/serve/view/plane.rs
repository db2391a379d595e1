//! Positions with real centres.

use super::{LegalView, PieceView, ShapeView, SpanView};
use crate::game::{PlaneAnalysis, SpanReport};
use crate::geom::Point;
use crate::lattice::Status;
use crate::piece::{Color, Label};
use crate::plane::{Piece, Position, Survey};

/// The men.
pub fn pieces(position: &Position) -> Vec<PieceView> {
    let rules = position.rules();
    let view = |piece: &Piece| PieceView {
        label: piece.label.to_string(),
        color: piece.color(),
        letter: rules.kind(piece.kind).rule.letter,
        name: rules.kind(piece.kind).rule.name.to_owned(),
        at: [piece.at.x, piece.at.y],
        cell: None,
        shape: ShapeView::Disc { r: rules.radius },
    };
    position.pieces().iter().map(view).collect()
}

/// Who has won.
pub fn winner(position: &Position, status: Status) -> Option<Color> {
    (status == Status::Checkmate).then_some(!position.turn())
}

/// The king of the side to move.
pub fn king(position: &Position) -> Option<String> {
    position.king(position.turn()).map(|id| position.piece(id).label.to_string())
}

/// The legal set, as `continuum analyze` has it, with directions on the plane.
pub fn legal(position: &Position, analysis: &PlaneAnalysis) -> LegalView {
    let spans = analysis.spans.iter().filter_map(|span| view(position, span)).collect();
    LegalView { spans, ..LegalView::default() }
}

fn view(position: &Position, span: &SpanReport) -> Option<SpanView> {
    let piece = position.piece(position.find(span.piece)?);
    let lanes = position.rules().kind(piece.kind).lanes(piece.color());
    let lane = lanes.iter().find(|lane| lane.bearing == span.bearing)?;
    Some(SpanView {
        piece: span.piece.to_string(),
        bearing: span.bearing,
        dir: [lane.dir.x, lane.dir.y],
        from: span.from,
        to: span.to,
        open_from: span.open_from,
        open_to: span.open_to,
        step: lane.step,
        captures: span.captures.iter().map(Label::to_string).collect(),
        promotes: span.promotes,
        turn: false,
    })
}

/// Every place where an enemy's centre could be taken.
pub fn attacks(position: &Position, by: Color) -> Vec<ShapeView> {
    let r = position.rules().radius;
    let place = |p: Point| [p.x, p.y];
    let capsules = Survey::of_side(position, !by).attacked_capsules();
    capsules.into_iter().map(|(a, b)| ShapeView::Capsule { from: place(a), to: place(b), r }).collect()
}
