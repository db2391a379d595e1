//! Positions with real centres.

use super::{LegalView, PieceView, RegionView, ShapeView, SpanView};
use crate::game::{PlaneAnalysis, SpanReport};
use crate::geom::{Extent, Point, Pose, Side};
use crate::lattice::Status;
use crate::piece::{Color, Label};
use crate::plane::{Cell, Piece, PieceId, Position, Survey, Way};

/// How finely curves are flattened, board units.
const FINE: f64 = 2e-3;

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
        shape: body(&rules.kind(piece.kind).rule.extent, &piece.pose()),
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

/// What a body covers. A long body without corners counts by how far it reaches.
fn body(extent: &Extent, pose: &Pose) -> ShapeView {
    match extent.core() {
        [_] => ShapeView::Disc { r: extent.radius() },
        [_, _] => ShapeView::Disc { r: extent.reach() },
        corners => ShapeView::Polygon { points: corners.iter().map(|&c| place(pose.place(c))).collect() },
    }
}

fn place(p: Point) -> [f64; 2] {
    [p.x, p.y]
}

/// The legal set, as `continuum analyze` has it, with directions and areas on the plane.
pub fn legal(position: &Position, analysis: &PlaneAnalysis) -> LegalView {
    let survey = Survey::new(position);
    let leapers = analysis.regions.iter().filter_map(|region| position.find(region.piece));
    LegalView {
        spans: analysis.spans.iter().filter_map(|span| view(position, span)).collect(),
        regions: leapers
            .flat_map(|id| survey.regions_of(id))
            .flat_map(|region| {
                region.cells.iter().map(|cell| area(position, region.piece, cell)).collect::<Vec<_>>()
            })
            .flatten()
            .collect(),
        ..LegalView::default()
    }
}

/// A cell of landings; one without area cannot be pointed at.
fn area(position: &Position, piece: PieceId, cell: &Cell) -> Option<RegionView> {
    let (captures, promotes) = &cell.key;
    (cell.area > 0.0).then(|| RegionView {
        piece: position.piece(piece).label.to_string(),
        borders: cell.outlines.iter().map(|outline| flat(outline)).collect(),
        captures: captures.iter().map(|&id| position.piece(id).label.to_string()).collect(),
        promotes: *promotes,
    })
}

fn flat(outline: &[Side]) -> Vec<[f64; 2]> {
    outline.iter().flat_map(|side| side.points(FINE)).map(place).collect()
}

/// The page draws straight ways and turns; a way along an arc is left to typed moves elsewhere.
fn view(position: &Position, span: &SpanReport) -> Option<SpanView> {
    let piece = position.piece(position.find(span.piece)?);
    let lanes = position.rules().kind(piece.kind).lanes(piece.color());
    let lane = lanes.iter().find(|lane| match lane.way {
        Way::Turn(_) => span.turn,
        Way::Straight => !span.turn && span.arc.is_none() && lane.bearing_of(piece) == span.bearing,
        Way::Arc(_) | Way::Area => false,
    })?;
    let path = lane.path(piece);
    let dir = if span.turn { path.start().heading } else { path.at(1.0) - path.at(0.0) };
    Some(SpanView {
        piece: span.piece.to_string(),
        bearing: span.bearing,
        dir: [dir.x, dir.y],
        from: span.from,
        to: span.to,
        open_from: span.open_from,
        open_to: span.open_to,
        step: lane.step,
        captures: span.captures.iter().map(Label::to_string).collect(),
        promotes: span.promotes,
        turn: span.turn,
    })
}

/// Every place where an enemy's centre could be taken.
pub fn attacks(position: &Position, by: Color) -> Vec<ShapeView> {
    let survey = Survey::of_side(position, !by);
    if position.is_plain() {
        let r = position.rules().radius;
        let capsules = survey.attacked_capsules();
        return capsules
            .into_iter()
            .map(|(a, b)| ShapeView::Capsule { from: place(a), to: place(b), r })
            .collect();
    }
    let mut shapes = Vec::new();
    for sweep in survey.sweeps() {
        for part in &sweep.parts {
            // Bodies a little apart cover what one on its way sweeps.
            let turned = (sweep.path.turned(part.to) - sweep.path.turned(part.from)).abs();
            let steps = ((part.to - part.from).abs() / 0.1).max(turned / 3.0).ceil().clamp(1.0, 120.0) as u32;
            for i in 0..=steps {
                let d = part.from + (part.to - part.from) * f64::from(i) / f64::from(steps);
                let pose = sweep.path.pose(d);
                shapes.push(match body(sweep.extent, &pose) {
                    ShapeView::Disc { r } => {
                        ShapeView::Capsule { from: place(pose.at), to: place(pose.at), r }
                    }
                    other => other,
                });
            }
        }
        let outer = sweep.cells.iter().filter_map(|cell| cell.outlines.first());
        shapes.extend(outer.map(|outline| ShapeView::Polygon { points: flat(outline) }));
    }
    shapes
}
