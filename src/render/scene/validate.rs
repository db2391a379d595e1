//! What can be drawn: every number of a scene is finite and every extent positive.

use super::ground::Ground;
use super::mark::Mark;
use super::picture::Scene;
use super::track::Track;
use crate::render::error::RenderError;

/// Refuses a scene that cannot be drawn.
pub(crate) fn check(scene: &Scene) -> Result<(), RenderError> {
    let extent = |v: f64| v.is_finite() && v > 0.0;
    let board = match &scene.ground {
        // A board a hundred times as long as wide would make a picture no format holds.
        Ground::Plane { width, height } => extent(*width) && extent(*height) && height / width <= 20.0,
        Ground::Squares { files, ranks } => (1..=100).contains(files) && (1..=100).contains(ranks),
        Ground::Glued(board) => {
            let sizes = extent(board.width) && extent(board.height) && board.height / board.width <= 20.0;
            sizes
                && board.width / board.height <= 50.0
                && board.voids.iter().all(|(a, b)| a.is_finite() && b.is_finite())
        }
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
    match scene.marks.iter().find(|m| !is_valid(m)) {
        Some(mark) => Err(RenderError::Number(name(mark))),
        None => Ok(()),
    }
}

fn is_valid(mark: &Mark) -> bool {
    let reach = |v: f64| v.is_finite() && v >= 0.0;
    let track = |t: &Track| t.points().iter().all(|p| p.is_finite());
    match mark {
        Mark::Piece(m) => m.at.is_finite() && m.extent.is_valid() && m.heading.is_none_or(f64::is_finite),
        Mark::Lane(m) => track(&m.track) && reach(m.radius),
        Mark::Contact(m) => m.extent.is_valid() && m.touched.iter().all(|p| p.is_finite()),
        Mark::Swath(m) => m.shapes.iter().all(super::shape::Shape::is_valid),
        Mark::Span(m) => track(&m.track) && m.from.is_finite() && m.to.is_finite(),
        Mark::Target(m) => m.at.is_finite() && reach(m.radius),
        Mark::Region(m) => m.borders.iter().all(|b| b.points.iter().all(|p| p.is_finite())),
        Mark::Turn(m) => {
            m.at.is_finite()
                && reach(m.radius)
                && [m.from, m.to].iter().all(|a| a.is_finite() && a.abs() < 1e3)
        }
        Mark::Area(m) => m.shapes.iter().all(super::Shape::is_valid),
        Mark::Rebirth(m) => track(&m.track) && reach(m.radius),
        Mark::Turned(m) => {
            m.at.is_finite()
                && reach(m.radius)
                && [m.from, m.to].iter().all(|a| a.is_finite() && a.abs() < 1e3)
        }
        Mark::Note(m) => m.at.is_finite(),
    }
}

fn name(mark: &Mark) -> &'static str {
    match mark {
        Mark::Piece(_) => "a piece",
        Mark::Lane(_) => "a lane",
        Mark::Contact(_) => "a contact",
        Mark::Swath(_) => "what a move swept",
        Mark::Span(_) => "a span of legal stops",
        Mark::Target(_) => "a target",
        Mark::Region(_) => "a region",
        Mark::Turn(_) => "a turn",
        Mark::Area(_) => "an attacked area",
        Mark::Rebirth(_) => "a rebirth",
        Mark::Turned(_) => "a turn that was made",
        Mark::Note(_) => "a note",
    }
}
