//! The door of the renderer: every number of a scene is finite and every extent positive.

use super::error::RenderError;
use super::mark::Mark;
use super::scene::{Ground, Scene};
use super::track::Track;

/// Refuses a scene that cannot be drawn.
pub(crate) fn check(scene: &Scene) -> Result<(), RenderError> {
    let extent = |v: f64| v.is_finite() && v > 0.0;
    let board = match &scene.ground {
        // A board a hundred times as long as wide would make a picture no format holds.
        Ground::Plane { width, height } => extent(*width) && extent(*height) && height / width <= 20.0,
        Ground::Squares { files, ranks } => (1..=100).contains(files) && (1..=100).contains(ranks),
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
    if !scene.details.iter().all(|d| d.centre.is_finite() && extent(d.reach)) {
        return Err(RenderError::Number("a detail"));
    }
    match scene.marks.iter().find(|m| !sound(m)) {
        Some(mark) => Err(RenderError::Number(name(mark))),
        None => Ok(()),
    }
}

fn sound(mark: &Mark) -> bool {
    let reach = |v: f64| v.is_finite() && v >= 0.0;
    let track = |t: &Track| t.points().iter().all(|p| p.is_finite());
    match mark {
        Mark::Piece(m) => m.at.is_finite() && m.extent.sound() && m.heading.is_none_or(f64::is_finite),
        Mark::Lane(m) => track(&m.track) && reach(m.radius),
        Mark::Contact(m) => m.at.is_finite() && reach(m.radius) && m.touched.iter().all(|p| p.is_finite()),
        Mark::Span(m) => track(&m.track) && m.from.is_finite() && m.to.is_finite(),
        Mark::Target(m) => m.at.is_finite() && reach(m.radius),
        Mark::Region(m) => m.borders.iter().all(|b| b.points.iter().all(|p| p.is_finite())),
        Mark::Turn(m) => {
            m.at.is_finite()
                && reach(m.radius)
                && [m.from, m.to].iter().all(|a| a.is_finite() && a.abs() < 1e3)
        }
        Mark::Area(m) => m.shapes.iter().all(super::Shape::sound),
        Mark::Rebirth(m) => track(&m.track) && reach(m.radius),
        Mark::Note(m) => m.at.is_finite(),
    }
}

fn name(mark: &Mark) -> &'static str {
    match mark {
        Mark::Piece(_) => "a piece",
        Mark::Lane(_) => "a lane",
        Mark::Contact(_) => "a contact",
        Mark::Span(_) => "a span of legal stops",
        Mark::Target(_) => "a target",
        Mark::Region(_) => "a region",
        Mark::Turn(_) => "a turn",
        Mark::Area(_) => "an attacked area",
        Mark::Rebirth(_) => "a rebirth",
        Mark::Note(_) => "a note",
    }
}
