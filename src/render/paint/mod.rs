//! Boards and marks as filled outlines, in page units (600 wide, y downwards).
//!
//! Start at [`draw_marks`], which determines the order of marks. `area`, `legal`, `paths`, `piece` and `text` draw the kinds of marks,
//! `ground` and `glued` flat boards, and `solid` boards in space. `place` finds room for small texts.

pub(crate) mod area;
pub(crate) mod glued;
pub(crate) mod ground;
pub(crate) mod legal;
pub(crate) mod paths;
pub(crate) mod piece;
mod place;
pub(crate) mod solid;
mod text;

use crate::geom::Interval;
use crate::render::canvas::drawing::Drawing;
use crate::render::scene::{BoardMark, DrawnPiece, DrawnShape, LegalSpan, PieceState, Rectangle};
use glam::DVec2;
use place::OccupiedSpace;

/// The part of the page on which the marks of a board are drawn.
pub(crate) struct BoardFrame<'a> {
    /// The rectangle within which texts stay.
    pub limits: Rectangle,
    /// The rectangle to which attacked areas are clipped, if the board is a rectangle.
    pub edge: Option<Rectangle>,
    /// The boxes of coordinates and names of cells, which the texts of marks do not cover.
    pub coordinates: &'a [Rectangle],
}

/// A piece and the radius of the disc on which its figure is drawn.
struct SizedPiece<'a> {
    piece: &'a DrawnPiece,
    radius: f64,
}

/// Draws all marks, from the lowest to the highest: areas, paths, bodies, legal stops, figures, arrows of rebirth, texts. Turns
/// that were made lie above captured pieces.
pub(crate) fn draw_marks(drawing: &mut Drawing, marks: &[BoardMark], frame: BoardFrame) {
    let pieces = pieces_of(marks);
    draw_areas_and_paths(drawing, marks, &pieces, frame.edge);
    let radii = piece::figure_radii(&pieces);
    let sized = pieces.iter().zip(radii).map(|(piece, radius)| SizedPiece { piece, radius });
    let (gone, standing): (Vec<_>, Vec<_>) = sized.partition(|sized| sized.piece.state.is_gone());
    for SizedPiece { piece, radius } in &gone {
        piece::draw_body(drawing, piece, *radius);
        if *radius > 0.0 {
            piece::draw_figure(drawing, piece, *radius);
        }
    }
    for mark in marks {
        if let BoardMark::MadeTurn(turn) = mark {
            paths::draw_made_turn(drawing, turn);
        }
    }
    for SizedPiece { piece, radius } in &standing {
        piece::draw_body(drawing, piece, *radius);
    }
    for SizedPiece { piece, .. } in &standing {
        piece::draw_wedge(drawing, piece);
    }
    draw_landings(drawing, marks);
    let spans =
        marks.iter().filter_map(|mark| if let BoardMark::LegalSpan(span) = mark { Some(span) } else { None });
    let mut spans: Vec<LegalSpan> = spans.cloned().collect();
    legal::draw_spans(drawing, &spans);
    // Of a captured piece that is too small for a figure, `draw_figure` draws the cross alone. It lies above the legal stops.
    for SizedPiece { piece, radius } in gone.iter().filter(|sized| sized.radius == 0.0) {
        piece::draw_figure(drawing, piece, *radius);
    }
    for SizedPiece { piece, radius } in &standing {
        piece::draw_figure(drawing, piece, *radius);
    }
    // Figures must not hide the ends of legal stops. So a span that ends on a figure disc is drawn again.
    spans.retain(|span| standing.iter().any(|sized| is_drawn_over_end(sized, span)));
    legal::draw_spans(drawing, &spans);
    for mark in marks {
        if let BoardMark::RebirthArrow(arrow) = mark {
            paths::draw_rebirth(drawing, arrow);
        }
    }
    draw_texts(drawing, marks, &pieces, &frame);
}

/// Draws the marks below the pieces.
fn draw_areas_and_paths(
    drawing: &mut Drawing,
    marks: &[BoardMark],
    pieces: &[DrawnPiece],
    edge: Option<Rectangle>,
) {
    for mark in marks {
        match mark {
            BoardMark::Area(area) => area::draw_area(drawing, area, edge),
            BoardMark::TurnSpan(turn) => legal::draw_turn(drawing, turn),
            BoardMark::Ruler(ruler) => paths::draw_ruler(drawing, ruler),
            BoardMark::MovePath(path) => {
                paths::draw_move_path(drawing, path, radius_at(pieces, path.track.end()));
            }
            _ => {}
        }
    }
}

/// Draws legal regions, and above them destinations and the outlines of pieces at stops where they touch another piece.
fn draw_landings(drawing: &mut Drawing, marks: &[BoardMark]) {
    for mark in marks {
        if let BoardMark::LegalRegion(region) = mark {
            legal::draw_region(drawing, region);
        }
    }
    for mark in marks {
        if let BoardMark::TouchingStop(stop) = mark {
            piece::draw_touching_stop(drawing, stop);
        } else if let BoardMark::LegalDestination(target) = mark {
            legal::draw_target(drawing, target);
        }
    }
}

/// Whether the figure of a piece is drawn over the far end of a legal span.
fn is_drawn_over_end(SizedPiece { piece, radius }: &SizedPiece, span: &LegalSpan) -> bool {
    let end = span.track.at(span.stretch.to);
    // Legal stops begin in the subject, and end in the pieces that they capture.
    let may_have_span_inside = matches!(piece.state, PieceState::Subject | PieceState::Capturable);
    may_have_span_inside && piece.at.distance(end) < *radius
}

/// Whether any part of a mark is drawn in a picture of these marks. A path that is too short for its arrow is left out.
pub(crate) fn is_drawn(mark: &BoardMark, marks: &[BoardMark]) -> bool {
    match mark {
        BoardMark::MovePath(path) => {
            paths::is_path_drawn(path, radius_at(&pieces_of(marks), path.track.end()))
        }
        BoardMark::RebirthArrow(arrow) => paths::is_rebirth_drawn(arrow),
        _ => true,
    }
}

/// Returns the radius of the piece that stands at a place, or 0 if none stands there.
fn radius_at(pieces: &[DrawnPiece], place: DVec2) -> f64 {
    let standing = pieces.iter().filter(|piece| !piece.state.is_gone() && piece.at.distance(place) < 1.0);
    let radius = |piece: &DrawnPiece| match &piece.extent {
        DrawnShape::Disc { radius, .. } | DrawnShape::Band { radius, .. } => *radius,
        DrawnShape::Polygon(_) => 8.0,
    };
    standing.map(radius).fold(0.0, f64::max)
}

/// Returns the pieces from the lowest to the highest: departed pieces, captured pieces, and standing pieces.
fn pieces_of(marks: &[BoardMark]) -> Vec<DrawnPiece> {
    let pieces =
        marks.iter().filter_map(|mark| if let BoardMark::DrawnPiece(m) = mark { Some(m) } else { None });
    let mut pieces: Vec<DrawnPiece> = pieces.cloned().collect();
    pieces.sort_by_key(|piece| match piece.state {
        PieceState::Departed => 0,
        PieceState::Captured => 1,
        PieceState::Present | PieceState::Subject | PieceState::InCheck | PieceState::Capturable => 2,
    });
    pieces
}

fn occupy_piece(piece: &DrawnPiece, occupied: &mut OccupiedSpace) {
    if let Some(tip) = piece::wedge_tip(piece) {
        occupied.occupy_disc(tip, 5.0);
    }
    match &piece.extent {
        DrawnShape::Disc { centre, radius } => {
            occupied.occupy_disc(*centre, *radius + piece::width_of_rings(piece));
        }
        DrawnShape::Band { track, radius } => {
            track.points().iter().for_each(|point| occupied.occupy_disc(*point, *radius));
        }
        DrawnShape::Polygon(corners) => {
            // A disc near each corner and one at the centre cover a polygon.
            for corner in corners {
                occupied.occupy_disc(piece.at.lerp(*corner, 0.6), 6.0);
            }
            occupied.occupy_disc(piece.at, 9.0);
        }
    }
}

/// Keeps texts away from legal stops and from the arrow heads of moves.
fn occupy_mark(mark: &BoardMark, occupied: &mut OccupiedSpace) {
    match mark {
        BoardMark::LegalDestination(m) => occupied.occupy_disc(m.at, 7.0),
        BoardMark::LegalSpan(m) => occupy_span(m, occupied),
        BoardMark::TouchingStop(m) => {
            let bounds = m.extent.outline().bounds().unwrap_or_default();
            occupied.occupy_disc(m.extent.middle(), bounds.size().max_element() / 2.0);
        }
        BoardMark::MovePath(m) => {
            occupied.occupy_disc(m.track.at(m.track.length() - m.radius - 5.0), 5.0);
        }
        _ => {}
    }
}

/// Keeps texts away from the ends of a span, and from the line between them.
fn occupy_span(LegalSpan { track, stretch, .. }: &LegalSpan, occupied: &mut OccupiedSpace) {
    let Interval { from, to, .. } = *stretch;
    for end in [from, to] {
        occupied.occupy_disc(track.at(end), 6.0);
    }
    // Discs at equal distances occupy the line. The bound protects against a span of extreme length.
    const STEP: f64 = 8.0;
    let count = ((to - from) / STEP).clamp(0.0, 200.0) as u32;
    for i in 0..count {
        occupied.occupy_disc(track.at(from + STEP * f64::from(i)), 2.5);
    }
}

/// Draws the numbers of moves, the labels of pieces, and the notes, each where there is room.
fn draw_texts(drawing: &mut Drawing, marks: &[BoardMark], pieces: &[DrawnPiece], frame: &BoardFrame) {
    let mut occupied = OccupiedSpace::new(frame.limits, frame.coordinates);
    for piece in pieces.iter().filter(|piece| piece.state != PieceState::Departed) {
        occupy_piece(piece, &mut occupied);
    }
    for mark in marks {
        occupy_mark(mark, &mut occupied);
    }
    for mark in marks {
        if let BoardMark::MovePath(path) = mark {
            text::draw_number_of_move(drawing, path, &mut occupied);
        } else if let BoardMark::MadeTurn(turn) = mark {
            text::draw_number_of_turn(drawing, turn, &mut occupied);
        }
    }
    for piece in pieces {
        text::draw_label(drawing, piece, &mut occupied);
    }
    for mark in marks {
        if let BoardMark::Note(note) = mark {
            text::draw_note(drawing, note, &mut occupied);
        }
    }
}
