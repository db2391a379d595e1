//! Positions with real centres.

use super::{LegalView, PieceView, ShapeView, SpanView, Standing};
use crate::game::{Analysis, SpanReport};
use crate::geom::{Point, Ray, contact};
use crate::piece::{Color, Label};
use crate::plane::{Gait, Piece, Position, Status, Survey, Takes};

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

/// Check and victory.
pub fn standing(position: &Position, status: Status) -> Standing {
    let check = Survey::new(position).in_check();
    let king = position.king(position.turn()).filter(|_| check);
    Standing {
        check,
        king: king.map(|id| position.piece(id).label.to_string()),
        winner: (status == Status::Checkmate).then_some(!position.turn()),
    }
}

/// The legal set, as `continuum analyze` has it, with directions on the plane.
pub fn legal(position: &Position, analysis: &Analysis) -> LegalView {
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

/// Where an enemy centre would be met by a capturing move: the corridor up to the first contact of each
/// ride, the landings of each leap.
pub fn attacks(position: &Position, by: Color) -> Vec<ShapeView> {
    let rules = position.rules();
    let mut shapes = Vec::new();
    for id in position.side(by) {
        let piece = position.piece(id);
        let capturing = |lane: &&crate::plane::Lane| lane.takes != Takes::Never;
        for lane in rules.kind(piece.kind).lanes(by).iter().filter(capturing) {
            let ray = Ray::new(piece.at, lane.dir);
            let limit = rules.limit(&ray, lane, piece.moved);
            let reach = match lane.gait {
                Gait::Leap => limit,
                Gait::Ride => position
                    .ids()
                    .filter_map(|other| contact(&ray, rules.radius, position.piece(other).at, rules.epsilon))
                    .fold(limit, f64::min),
            };
            if lane.step > 0.0 {
                let stops = ((reach + lane.step) / lane.step).floor() as u32;
                let within = |d: &f64| *d <= limit + rules.epsilon;
                let distances = (1..=stops).map(|k| f64::from(k) * lane.step).filter(within);
                shapes.extend(distances.map(|d| capsule(ray.at(d), ray.at(d), rules.radius)));
            } else if reach > 0.0 {
                shapes.push(capsule(piece.at, ray.at(reach), rules.radius));
            }
        }
    }
    shapes
}

fn capsule(from: Point, to: Point, r: f64) -> ShapeView {
    ShapeView::Capsule { from: [from.x, from.y], to: [to.x, to.y], r }
}
