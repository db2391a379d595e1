//! Boards and marks as outlines in colours, measured on the page (600 wide, y downwards).
//!
//! Start at [`marks`], which alone decides which mark covers which. There is one file for each kind of mark, `ground`
//! and `glued` for the boards; `place` finds room for small texts.

pub(crate) mod area;
pub(crate) mod glued;
pub(crate) mod ground;
pub(crate) mod lane;
pub(crate) mod legal;
pub(crate) mod piece;
mod place;
pub(crate) mod solid;
mod text;

use crate::render::canvas::drawing::Drawing;
use crate::render::scene::{BoardMark, DrawnPiece, DrawnShape, LegalSpan, PieceState};
use glam::DVec2;
use place::OccupiedSpace;

/// The frame of the board on the page: where areas end, and where texts may stand.
pub(crate) struct BoardFrame<'a> {
    /// The corners within which texts stay.
    pub limits: (DVec2, DVec2),
    /// The corners at which areas are cut off, if the board is a rectangle.
    pub edge: Option<(DVec2, DVec2)>,
    /// The boxes of coordinates and names, which texts keep clear of.
    pub coordinates: &'a [(DVec2, DVec2)],
}

/// Draws all marks, from the bottom up: areas, paths, bodies, legal stops, figures, texts.
pub(crate) fn marks(drawing: &mut Drawing, marks: &[BoardMark], board: BoardFrame) {
    let pieces: Vec<DrawnPiece> = sorted_pieces(marks);
    let figure_discs = piece::figure_discs(&pieces);
    for mark in marks {
        match mark {
            BoardMark::Area(m) => area::area(drawing, m, board.edge),
            BoardMark::Turn(m) => legal::turn(drawing, m),
            BoardMark::Ruler(m) => lane::ruler(drawing, m),
            BoardMark::MovePath(m) => lane::lane(drawing, m, standing_at(&pieces, m.track.end())),
            BoardMark::Piece(_)
            | BoardMark::Contact(_)
            | BoardMark::Span(_)
            | BoardMark::Region(_)
            | BoardMark::Turned(_) => {}
            BoardMark::Target(_) | BoardMark::Rebirth(_) | BoardMark::Note(_) => {}
        }
    }
    let all = || pieces.iter().zip(&figure_discs).map(|(piece, figure_disc)| (piece, *figure_disc));
    // Captured and departed pieces lie below the others; a captured one without a figure has its cross on top.
    let is_gone = |piece: &DrawnPiece| matches!(piece.state, PieceState::Captured | PieceState::Departed);
    for (p, figure_disc) in all().filter(|(p, _)| is_gone(p)) {
        piece::body(drawing, p, figure_disc);
        if figure_disc.radius > 0.0 {
            piece::figure(drawing, p, figure_disc);
        }
    }
    for mark in marks {
        if let BoardMark::Turned(m) = mark {
            lane::turned(drawing, m);
        }
    }
    for (p, figure_disc) in all().filter(|(p, _)| !is_gone(p)) {
        piece::body(drawing, p, figure_disc);
    }
    for (p, _) in all().filter(|(p, _)| !is_gone(p)) {
        piece::wedge(drawing, p);
    }
    for mark in marks {
        if let BoardMark::Region(m) = mark {
            legal::region(drawing, m);
        }
    }
    for mark in marks {
        if let BoardMark::Contact(m) = mark {
            piece::contact(drawing, m);
        } else if let BoardMark::Target(m) = mark {
            legal::target(drawing, m);
        }
    }
    let spans =
        marks.iter().filter_map(|m| if let BoardMark::Span(span) = m { Some(span.clone()) } else { None });
    let mut spans: Vec<LegalSpan> = spans.collect();
    legal::spans(drawing, &spans);
    for (p, figure_disc) in all().filter(|(p, figure_disc)| !is_gone(p) || figure_disc.radius == 0.0) {
        piece::figure(drawing, p, figure_disc);
    }
    // A span that ends within the figure disc of the subject or of a piece that it may take would be hidden by the figure.
    spans.retain(|span| {
        let end = span.track.at(span.to);
        let over = |(p, figure_disc): (&DrawnPiece, &piece::FigureDisc)| {
            matches!(p.state, PieceState::Subject | PieceState::Capturable)
                && figure_disc.at.distance(end) < figure_disc.radius
        };
        pieces.iter().zip(&figure_discs).any(over)
    });
    legal::spans(drawing, &spans);
    for mark in marks {
        if let BoardMark::Rebirth(m) = mark {
            lane::rebirth(drawing, m);
        }
    }
    let mut taken = OccupiedSpace::within(board.limits.0, board.limits.1);
    board.coordinates.iter().for_each(|(low, high)| taken.area(*low, *high));
    texts(drawing, marks, &pieces, taken);
}

/// Whether a mark is drawn among others; a path too short for its arrow is left out.
pub(crate) fn is_drawn(mark: &BoardMark, marks: &[BoardMark]) -> bool {
    match mark {
        BoardMark::MovePath(m) => lane::is_drawn(m, standing_at(&sorted_pieces(marks), m.track.end())),
        BoardMark::Rebirth(m) => lane::rebirth_is_drawn(m),
        BoardMark::Piece(_)
        | BoardMark::Area(_)
        | BoardMark::Region(_)
        | BoardMark::Turn(_)
        | BoardMark::Turned(_)
        | BoardMark::Contact(_)
        | BoardMark::Target(_)
        | BoardMark::Span(_)
        | BoardMark::Note(_)
        | BoardMark::Ruler(_) => true,
    }
}

/// Returns the radius of the piece that stands at a point, 0 if none does.
fn standing_at(pieces: &[DrawnPiece], at: DVec2) -> f64 {
    let standing = pieces.iter().filter(|p| !matches!(p.state, PieceState::Captured | PieceState::Departed));
    let here = standing.filter(|p| p.at.distance(at) < 1.0).map(|p| match &p.extent {
        DrawnShape::Disc { radius, .. } => *radius,
        DrawnShape::Corridor { radius, .. } => *radius,
        DrawnShape::Polygon(_) => 8.0,
    });
    here.fold(0.0, f64::max)
}

/// Returns the pieces, captured and departed ones first, below those that stand.
fn sorted_pieces(marks: &[BoardMark]) -> Vec<DrawnPiece> {
    let all = marks.iter().filter_map(|m| if let BoardMark::Piece(p) = m { Some(p.clone()) } else { None });
    let mut pieces: Vec<DrawnPiece> = all.collect();
    pieces.sort_by_key(|p| match p.state {
        PieceState::Departed => 0,
        PieceState::Captured => 1,
        PieceState::Present | PieceState::Subject | PieceState::InCheck | PieceState::Capturable => 2,
    });
    pieces
}

fn texts(drawing: &mut Drawing, marks: &[BoardMark], pieces: &[DrawnPiece], mut taken: OccupiedSpace) {
    for p in pieces.iter().filter(|p| p.state != PieceState::Departed) {
        if let Some(tip) = piece::wedge_tip(p) {
            taken.disc(tip, 5.0);
        }
        match &p.extent {
            DrawnShape::Disc { centre, radius } => {
                let ring = if p.state == PieceState::InCheck { 7.0 } else { 0.0 };
                taken.disc(*centre, *radius + ring);
            }
            DrawnShape::Corridor { track, radius } => {
                for point in track.points() {
                    taken.disc(*point, *radius);
                }
            }
            DrawnShape::Polygon(corners) => {
                for corner in corners {
                    taken.disc(p.at.lerp(*corner, 0.6), 6.0);
                }
                taken.disc(p.at, 9.0);
            }
        }
    }
    for mark in marks {
        match mark {
            BoardMark::Target(m) => taken.disc(m.at, 7.0),
            BoardMark::Span(m) => {
                for at in [m.from, m.to] {
                    taken.disc(m.track.at(at), 6.0);
                }
                // The line itself is an obstacle, as a row of discs.
                let beads = ((m.to - m.from) / 8.0).clamp(0.0, 200.0) as u32;
                for bead in 0..beads {
                    taken.disc(m.track.at(m.from + 8.0 * f64::from(bead)), 2.5);
                }
            }
            BoardMark::Contact(m) => {
                let reach =
                    m.extent.outline().bounds().map_or(0.0, |(low, high)| (high - low).max_element() / 2.0);
                taken.disc(m.extent.middle(), reach);
            }
            BoardMark::MovePath(m) => taken.disc(m.track.at(m.track.length() - m.radius - 5.0), 5.0),
            BoardMark::Piece(_)
            | BoardMark::Area(_)
            | BoardMark::Region(_)
            | BoardMark::Turn(_)
            | BoardMark::Turned(_) => {}
            BoardMark::Rebirth(_) | BoardMark::Note(_) | BoardMark::Ruler(_) => {}
        }
    }
    for mark in marks {
        if let BoardMark::MovePath(m) = mark {
            text::number(drawing, m, &mut taken);
        } else if let BoardMark::Turned(m) = mark {
            text::number_of_turn(drawing, m, &mut taken);
        }
    }
    for p in pieces {
        text::label(drawing, p, &mut taken);
    }
    for mark in marks {
        if let BoardMark::Note(m) = mark {
            text::note(drawing, m, &mut taken);
        }
    }
}
