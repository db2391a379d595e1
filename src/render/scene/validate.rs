//! The test of a scene: every number is finite, and every extent is positive.

use super::ground::{Ground, RoundCell};
use super::mark::{BoardMark, Cover};
use super::picture::Scene;
use super::rectangle::Rectangle;
use super::shape::DrawnShape;
use super::track::Track;
use crate::render::error::RenderError;
use glam::DVec2;

/// Returns an error for a scene that cannot be drawn.
pub(crate) fn check(scene: &Scene) -> Result<(), RenderError> {
    let is_extent = |v: f64| v.is_finite() && v > 0.0;
    let is_valid = match &scene.ground {
        Ground::Plane { width, height } => is_extent(*width) && is_extent(*height),
        Ground::Squares { files, ranks } => (1..=100).contains(files) && (1..=100).contains(ranks),
        Ground::Glued(board) => {
            let is_finite = |void: &Rectangle| void.low.is_finite() && void.high.is_finite();
            is_extent(board.sheet.width) && is_extent(board.sheet.height) && board.voids.iter().all(is_finite)
        }
        Ground::Graph(graph) => graph.low.is_finite() && is_extent((graph.high - graph.low).min_element()),
        Ground::Round(board) => {
            let are_cells_valid = board.cells.iter().all(|RoundCell { sector, .. }| {
                let is_finite = [sector.inner, sector.from, sector.to].iter().all(|v| v.is_finite());
                is_finite && sector.inner >= 0.0 && is_extent(sector.outer)
            });
            let are_names_valid = board.names.iter().all(|name| name.at.is_finite());
            are_cells_valid && are_names_valid && board.centre_circle.is_finite()
        }
    };
    if !is_valid {
        return Err(RenderError::Number("the board"));
    }
    if !scene.insets.iter().all(|inset| inset.centre.is_finite() && is_extent(inset.reach)) {
        return Err(RenderError::Number("an inset"));
    }
    scene.marks.iter().try_for_each(check_mark)
}

fn check_mark(mark: &BoardMark) -> Result<(), RenderError> {
    let is_reach = |v: f64| v.is_finite() && v >= 0.0;
    let is_line = |points: &[DVec2]| points.iter().all(|p| p.is_finite());
    let is_track = |track: &Track| is_line(track.points());
    // A thousand radians are far beyond any turn, and an arc through them is still drawn quickly.
    let is_turn = |at: DVec2, radius: f64, ends: [f64; 2]| {
        at.is_finite() && is_reach(radius) && ends.iter().all(|angle| angle.abs() < 1e3)
    };
    let (name, is_valid) = match mark {
        BoardMark::Piece(m) => {
            let are_angles_finite = [m.heading, m.forward].iter().flatten().all(|angle| angle.is_finite());
            ("a piece", m.at.is_finite() && m.extent.is_valid() && are_angles_finite)
        }
        BoardMark::MovePath(m) => ("a lane", is_track(&m.track) && is_reach(m.radius)),
        BoardMark::Contact(m) => ("a contact", m.extent.is_valid() && is_line(&m.touched)),
        BoardMark::Span(m) => {
            ("a span of legal stops", is_track(&m.track) && m.from.is_finite() && m.to.is_finite())
        }
        BoardMark::Target(m) => ("a target", m.at.is_finite() && is_reach(m.radius)),
        BoardMark::Region(m) => {
            let rims = m.rims.iter().map(|rim| &rim.points);
            ("a region", m.outlines.iter().chain(rims).all(|points| is_line(points)))
        }
        BoardMark::Turn(m) => ("a turn", is_turn(m.at, m.radius, [m.from, m.to])),
        BoardMark::Area(m) => {
            let name = match m.cover {
                Cover::Attacked => "an attacked area",
                Cover::Swept => "what a move swept",
            };
            (name, m.shapes.iter().all(DrawnShape::is_valid))
        }
        BoardMark::Rebirth(m) => ("a rebirth", is_track(&m.track) && is_reach(m.radius)),
        BoardMark::Turned(m) => ("a turn that was made", is_turn(m.at, m.radius, [m.from, m.to])),
        BoardMark::Note(m) => ("a note", m.at.is_finite()),
        BoardMark::Ruler(m) => ("a ruler", is_track(&m.lane) && m.ticks.iter().all(is_track)),
    };
    if is_valid { Ok(()) } else { Err(RenderError::Number(name)) }
}
