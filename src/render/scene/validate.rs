//! The test of a scene: every number is finite, and every size is positive.

use super::ground::{Ground, RoundCell};
use super::mark::{AreaMeaning, BoardMark, DrawnPiece};
use super::picture::Scene;
use super::rectangle::Rectangle;
use super::shape::{DrawnShape, Sector};
use super::track::Track;
use crate::render::error::RenderError;
use glam::DVec2;

/// Returns an error for a scene that cannot be drawn.
pub(crate) fn check(scene: &Scene) -> Result<(), RenderError> {
    if !is_valid_ground(&scene.ground) {
        return Err(RenderError::Number("the board"));
    }
    if !scene.insets.iter().all(|inset| inset.centre.is_finite() && is_size(inset.half_side)) {
        return Err(RenderError::Number("an inset"));
    }
    scene.marks.iter().try_for_each(check_mark)
}

fn is_valid_ground(ground: &Ground) -> bool {
    match ground {
        Ground::Plane { width, height } => is_size(*width) && is_size(*height),
        Ground::Squares { files, ranks } => (1..=100).contains(files) && (1..=100).contains(ranks),
        Ground::Glued(board) => {
            let is_finite = |void: &Rectangle| void.low.is_finite() && void.high.is_finite();
            is_size(board.sheet.width) && is_size(board.sheet.height) && board.voids.iter().all(is_finite)
        }
        Ground::Graph(graph) => graph.low.is_finite() && is_size((graph.high - graph.low).min_element()),
        Ground::Round(board) => {
            let is_valid_cell = |RoundCell { sector, .. }: &RoundCell| {
                let are_angles_finite = sector.from.is_finite() && sector.to.is_finite();
                sector.centre.is_finite()
                    && are_angles_finite
                    && is_radius(sector.inner)
                    && is_size(sector.outer)
            };
            let are_names_finite = board.names.iter().all(|name| name.at.is_finite());
            board.centre_circle.is_finite() && are_names_finite && board.cells.iter().all(is_valid_cell)
        }
    }
}

fn check_mark(mark: &BoardMark) -> Result<(), RenderError> {
    let (name, is_valid) = match mark {
        BoardMark::DrawnPiece(m) => ("a piece", is_valid_piece(m)),
        BoardMark::MovePath(m) => ("a lane", is_track(&m.track) && is_radius(m.radius)),
        BoardMark::TouchingStop(m) => ("a contact", is_shape(&m.extent) && are_finite(&m.touched)),
        BoardMark::LegalSpan(m) => {
            let are_ends_finite = m.stretch.from.is_finite() && m.stretch.to.is_finite();
            ("a span of legal stops", is_track(&m.track) && are_ends_finite)
        }
        BoardMark::LegalDestination(m) => ("a target", m.at.is_finite() && is_radius(m.radius)),
        BoardMark::LegalRegion(m) => {
            let are_borders_finite = m.borders.iter().all(|border| are_finite(&border.points));
            ("a region", are_borders_finite && m.outlines.iter().all(|outline| are_finite(outline)))
        }
        BoardMark::TurnSpan(m) => ("a turn", is_turn(&m.sector)),
        BoardMark::Area(m) => {
            let name = match m.meaning {
                AreaMeaning::Attacked => "an attacked area",
                AreaMeaning::Swept => "what a move swept",
            };
            (name, m.shapes.iter().all(is_shape))
        }
        BoardMark::RebirthArrow(m) => ("a rebirth", is_track(&m.track) && is_radius(m.radius)),
        BoardMark::MadeTurn(m) => ("a turn that was made", is_turn(&m.sector)),
        BoardMark::Note(m) => ("a note", m.at.is_finite()),
        BoardMark::Ruler(m) => ("a ruler", is_track(&m.lane) && m.ticks.iter().all(is_track)),
    };
    if is_valid { Ok(()) } else { Err(RenderError::Number(name)) }
}

fn is_valid_piece(piece: &DrawnPiece) -> bool {
    let mut angles = piece.heading.into_iter().chain(piece.forward);
    piece.at.is_finite() && is_shape(&piece.extent) && angles.all(f64::is_finite)
}

/// Whether a shape has a positive size, and only finite numbers.
fn is_shape(shape: &DrawnShape) -> bool {
    match shape {
        DrawnShape::Disc { centre, radius } => centre.is_finite() && is_size(*radius),
        DrawnShape::Band { track, radius } => is_track(track) && is_size(*radius),
        DrawnShape::Polygon(corners) => corners.len() > 2 && are_finite(corners),
    }
}

/// Whether the sector of a turn has only finite numbers.
fn is_turn(sector: &Sector) -> bool {
    // A thousand radians are far beyond any turn, and an arc through them is still drawn quickly.
    let are_headings_small = [sector.from, sector.to].iter().all(|angle| angle.abs() < 1e3);
    sector.centre.is_finite() && is_radius(sector.outer) && are_headings_small
}

fn is_track(track: &Track) -> bool {
    are_finite(track.points())
}

fn are_finite(points: &[DVec2]) -> bool {
    points.iter().all(|point| point.is_finite())
}

fn is_size(length: f64) -> bool {
    length.is_finite() && length > 0.0
}

fn is_radius(length: f64) -> bool {
    length.is_finite() && length >= 0.0
}
