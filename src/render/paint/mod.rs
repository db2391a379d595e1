//! Boards and marks as outlines in colours, measured on the page (600 wide, y downwards).
//!
//! Start at [`marks`], which determines the order of painting. `area`, `lane`, `legal`, `piece` and `text` have the kinds of marks,
//! `ground` and `glued` the boards, and `solid` boards in space. `place` finds room for small texts.

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
use crate::render::scene::{BoardMark, DrawnPiece, DrawnShape, LegalSpan, PieceState, Rectangle};
use glam::DVec2;
use piece::FigureDisc;
use place::OccupiedSpace;

/// The limits of marks on the page.
pub(crate) struct BoardFrame<'a> {
    /// The rectangle within which texts stay.
    pub limits: Rectangle,
    /// The rectangle at which areas are cut off, if the board is one.
    pub edge: Option<Rectangle>,
    /// The boxes of coordinates and names, which other texts do not cover.
    pub coordinates: &'a [Rectangle],
}

/// Draws all marks, from the bottom up: areas, paths, bodies, legal stops, figures, texts.
pub(crate) fn marks(drawing: &mut Drawing, marks: &[BoardMark], board: BoardFrame) {
    let pieces = pieces_of(marks);
    for mark in marks {
        if let BoardMark::Area(m) = mark {
            area::area(drawing, m, board.edge);
        } else if let BoardMark::Turn(m) = mark {
            legal::turn(drawing, m);
        } else if let BoardMark::Ruler(m) = mark {
            lane::ruler(drawing, m);
        } else if let BoardMark::MovePath(m) = mark {
            lane::lane(drawing, m, radius_at(&pieces, m.track.end()));
        }
    }
    let figure_discs = piece::figure_discs(&pieces);
    let with_discs: Vec<(&DrawnPiece, FigureDisc)> = pieces.iter().zip(figure_discs).collect();
    let (gone, standing): (Vec<_>, Vec<_>) = with_discs.iter().partition(|(piece, _)| piece.state.is_gone());
    for (piece, disc) in &gone {
        piece::body(drawing, piece, *disc);
        if disc.radius > 0.0 {
            piece::figure(drawing, piece, *disc);
        }
    }
    for mark in marks {
        if let BoardMark::Turned(m) = mark {
            lane::turned(drawing, m);
        }
    }
    for (piece, disc) in &standing {
        piece::body(drawing, piece, *disc);
    }
    for (piece, _) in &standing {
        piece::wedge(drawing, piece);
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
        marks.iter().filter_map(|mark| if let BoardMark::Span(span) = mark { Some(span) } else { None });
    let mut spans: Vec<LegalSpan> = spans.cloned().collect();
    legal::spans(drawing, &spans);
    for (piece, disc) in
        with_discs.iter().filter(|(piece, disc)| !piece.state.is_gone() || disc.radius == 0.0)
    {
        piece::figure(drawing, piece, *disc);
    }
    // Figures must not hide the ends of legal stops. So a span that ends on a figure disc is drawn again.
    spans.retain(|span| {
        let end = span.track.at(span.to);
        standing.iter().any(|(piece, disc)| {
            let may_hide = matches!(piece.state, PieceState::Subject | PieceState::Capturable);
            may_hide && disc.at.distance(end) < disc.radius
        })
    });
    legal::spans(drawing, &spans);
    for mark in marks {
        if let BoardMark::Rebirth(m) = mark {
            lane::rebirth(drawing, m);
        }
    }
    let mut taken = OccupiedSpace::new(board.limits, board.coordinates);
    for piece in pieces.iter().filter(|piece| piece.state != PieceState::Departed) {
        occupy_piece(piece, &mut taken);
    }
    for mark in marks {
        occupy_mark(mark, &mut taken);
    }
    texts(drawing, marks, &pieces, taken);
}

/// Whether a mark is drawn among others. A path too short for its arrow is left out.
pub(crate) fn is_drawn(mark: &BoardMark, marks: &[BoardMark]) -> bool {
    if let BoardMark::MovePath(m) = mark {
        return lane::is_drawn(m, radius_at(&pieces_of(marks), m.track.end()));
    }
    if let BoardMark::Rebirth(m) = mark { lane::rebirth_is_drawn(m) } else { true }
}

/// Returns the radius of the piece that stands at a point, or 0.
fn radius_at(pieces: &[DrawnPiece], at: DVec2) -> f64 {
    let here = pieces.iter().filter(|piece| !piece.state.is_gone() && piece.at.distance(at) < 1.0);
    let radius = |piece: &DrawnPiece| match &piece.extent {
        DrawnShape::Disc { radius, .. } | DrawnShape::Corridor { radius, .. } => *radius,
        DrawnShape::Polygon(_) => 8.0,
    };
    here.map(radius).fold(0.0, f64::max)
}

/// Returns the pieces from the lowest to the highest: departed ones, captured ones, and those that stand.
fn pieces_of(marks: &[BoardMark]) -> Vec<DrawnPiece> {
    let pieces = marks.iter().filter_map(|mark| if let BoardMark::Piece(m) = mark { Some(m) } else { None });
    let mut pieces: Vec<DrawnPiece> = pieces.cloned().collect();
    pieces.sort_by_key(|piece| match piece.state {
        PieceState::Departed => 0,
        PieceState::Captured => 1,
        PieceState::Present | PieceState::Subject | PieceState::InCheck | PieceState::Capturable => 2,
    });
    pieces
}

/// Keeps texts clear of a piece.
fn occupy_piece(piece: &DrawnPiece, taken: &mut OccupiedSpace) {
    if let Some(tip) = piece::wedge_tip(piece) {
        taken.disc(tip, 5.0);
    }
    match &piece.extent {
        DrawnShape::Disc { centre, radius } => {
            let ring = if piece.state == PieceState::InCheck { 7.0 } else { 0.0 };
            taken.disc(*centre, *radius + ring);
        }
        DrawnShape::Corridor { track, radius } => {
            track.points().iter().for_each(|point| taken.disc(*point, *radius));
        }
        DrawnShape::Polygon(corners) => {
            for corner in corners {
                taken.disc(piece.at.lerp(*corner, 0.6), 6.0);
            }
            taken.disc(piece.at, 9.0);
        }
    }
}

/// Keeps texts clear of legal stops and of the arrows of moves.
fn occupy_mark(mark: &BoardMark, taken: &mut OccupiedSpace) {
    if let BoardMark::Target(m) = mark {
        taken.disc(m.at, 7.0);
    } else if let BoardMark::Span(m) = mark {
        for distance in [m.from, m.to] {
            taken.disc(m.track.at(distance), 6.0);
        }
        // A row of discs stands for the line.
        let count = ((m.to - m.from) / 8.0).clamp(0.0, 200.0) as u32;
        for i in 0..count {
            taken.disc(m.track.at(m.from + 8.0 * f64::from(i)), 2.5);
        }
    } else if let BoardMark::Contact(m) = mark {
        let bounds = m.extent.outline().bounds().unwrap_or_default();
        taken.disc(m.extent.middle(), bounds.size().max_element() / 2.0);
    } else if let BoardMark::MovePath(m) = mark {
        taken.disc(m.track.at(m.track.length() - m.radius - 5.0), 5.0);
    }
}

/// Draws the numbers, labels and notes where there is room.
fn texts(drawing: &mut Drawing, marks: &[BoardMark], pieces: &[DrawnPiece], mut taken: OccupiedSpace) {
    for mark in marks {
        if let BoardMark::MovePath(m) = mark {
            text::number(drawing, m, &mut taken);
        } else if let BoardMark::Turned(m) = mark {
            text::number_of_turn(drawing, m, &mut taken);
        }
    }
    for piece in pieces {
        text::label(drawing, piece, &mut taken);
    }
    for mark in marks {
        if let BoardMark::Note(m) = mark {
            text::note(drawing, m, &mut taken);
        }
    }
}
