//! Validity of scenes: every number is finite and every extent positive.

use super::ground::Ground;
use super::mark::{BoardMark, Cover};
use super::picture::Scene;
use super::shape::DrawnShape;
use super::track::Track;
use crate::render::error::RenderError;
use glam::DVec2;

/// Returns an error for a scene that cannot be drawn.
pub(crate) fn check(scene: &Scene) -> Result<(), RenderError> {
    let extent = |v: f64| v.is_finite() && v > 0.0;
    let board = match &scene.ground {
        Ground::Plane { width, height } => extent(*width) && extent(*height),
        Ground::Squares { files, ranks } => (1..=100).contains(files) && (1..=100).contains(ranks),
        Ground::Glued(board) => {
            let corners = |(a, b): &(DVec2, DVec2)| a.is_finite() && b.is_finite();
            extent(board.sheet.width) && extent(board.sheet.height) && board.voids.iter().all(corners)
        }
        Ground::Graph(graph) => graph.low.is_finite() && extent((graph.high - graph.low).min_element()),
        Ground::Round(board) => {
            let cells = board.cells.iter().all(|c| {
                c.inner.is_finite()
                    && c.inner >= 0.0
                    && extent(c.outer)
                    && c.from.is_finite()
                    && c.to.is_finite()
            });
            cells && board.names.iter().all(|n| n.at.is_finite()) && board.centre_circle.is_finite()
        }
    };
    if !board {
        return Err(RenderError::Number("the board"));
    }
    if !scene.insets.iter().all(|d| d.centre.is_finite() && extent(d.reach)) {
        return Err(RenderError::Number("an inset"));
    }
    scene.marks.iter().try_for_each(check_mark)
}

fn check_mark(mark: &BoardMark) -> Result<(), RenderError> {
    let reach = |v: f64| v.is_finite() && v >= 0.0;
    let line = |points: &[DVec2]| points.iter().all(|p| p.is_finite());
    let track = |t: &Track| line(t.points());
    let turn = |at: DVec2, radius: f64, ends: [f64; 2]| {
        at.is_finite() && reach(radius) && ends.iter().all(|a| a.is_finite() && a.abs() < 1e3)
    };
    let (name, valid) = match mark {
        BoardMark::Piece(m) => (
            "a piece",
            m.at.is_finite()
                && m.extent.is_valid()
                && [m.heading, m.forward].iter().flatten().all(|angle| angle.is_finite()),
        ),
        BoardMark::MovePath(m) => ("a lane", track(&m.track) && reach(m.radius)),
        BoardMark::Contact(m) => ("a contact", m.extent.is_valid() && line(&m.touched)),
        BoardMark::Span(m) => {
            ("a span of legal stops", track(&m.track) && m.from.is_finite() && m.to.is_finite())
        }
        BoardMark::Target(m) => ("a target", m.at.is_finite() && reach(m.radius)),
        BoardMark::Region(m) => {
            let rims = m.rims.iter().map(|rim| &rim.points);
            ("a region", m.outlines.iter().chain(rims).all(|points| line(points)))
        }
        BoardMark::Turn(m) => ("a turn", turn(m.at, m.radius, [m.from, m.to])),
        BoardMark::Area(m) => {
            let name = match m.cover {
                Cover::Attacked => "an attacked area",
                Cover::Swept => "what a move swept",
            };
            (name, m.shapes.iter().all(DrawnShape::is_valid))
        }
        BoardMark::Rebirth(m) => ("a rebirth", track(&m.track) && reach(m.radius)),
        BoardMark::Turned(m) => ("a turn that was made", turn(m.at, m.radius, [m.from, m.to])),
        BoardMark::Note(m) => ("a note", m.at.is_finite()),
        BoardMark::Ruler(m) => ("a ruler", track(&m.lane) && m.ticks.iter().all(track)),
    };
    if valid { Ok(()) } else { Err(RenderError::Number(name)) }
}
