//! A glued board seen flat: its marks repeated through the seams.
//!
//! A mark has a place on the plane over the board, so a lane may run far beyond the sides. The images of the lane, cut off at the
//! board, show how it continues through the seams.

use super::board_map::{BoardMap, Similarity};
use crate::board::Sheet;
use crate::geom::Image;
use crate::render::scene::{
    BoardMark, DrawnPiece, DrawnShape, GluedBoard, MovePath, Note, Rectangle, Track, Turned,
};
use crate::variant::Seam;
use glam::DVec2;

/// The greatest distance at which images are looked for, in boards.
const FARTHEST: f64 = 12.0;

impl From<Image> for Similarity {
    fn from(image: Image) -> Similarity {
        Similarity { scale: image.flips.vec(DVec2::ONE), shift: image.shift }
    }
}

/// Returns the images that map the board to itself and to its neighbours.
pub(crate) fn copies(board: &GluedBoard) -> Vec<Similarity> {
    images(&board.sheet, 1, 1)
}

/// Returns the images that map the board to its copies up to so many columns and rows away.
fn images(sheet: &Sheet, columns: i32, rows: i32) -> Vec<Similarity> {
    let steps = |seam: Seam, far: i32| if seam.is_glued() { -far..=far } else { 0..=0 };
    let mut found = Vec::new();
    for column in steps(sheet.sides, columns) {
        for row in steps(sheet.ends, rows) {
            found.push(sheet.image(column.into(), row.into()).into());
        }
    }
    found
}

/// Returns all images of marks that meet a rectangle. Only the marks themselves keep their texts.
pub(crate) fn repeated(marks: &[BoardMark], board: &GluedBoard, window: &Rectangle) -> Vec<BoardMark> {
    let mut found = Vec::new();
    for mark in marks {
        let bounds = bounds_of(mark);
        let all = bounds.joined(*window);
        let far = all.low.abs().max(all.high.abs()) / board.rectangle().size();
        let far = far.min(DVec2::splat(FARTHEST)).ceil() + 1.0;
        for image in images(&board.sheet, far.x as i32, far.y as i32) {
            if !image.rectangle(&bounds).meets(window) {
                continue;
            }
            for mut copy in image.mark(mark) {
                if image != Similarity::IDENTITY {
                    clear_text(&mut copy);
                }
                found.push(copy);
            }
        }
    }
    found
}

/// Removes the label, number or text of a mark.
fn clear_text(mark: &mut BoardMark) {
    clear_number(mark);
    if let BoardMark::Piece(DrawnPiece { label: text, .. }) | BoardMark::Note(Note { text, .. }) = mark {
        text.clear();
    }
}

/// Removes the number of a move or of a turn.
pub(crate) fn clear_number(mark: &mut BoardMark) {
    if let BoardMark::MovePath(MovePath { number, .. }) | BoardMark::Turned(Turned { number, .. }) = mark {
        number.clear();
    }
}

/// Returns a rectangle that holds a mark.
fn bounds_of(mark: &BoardMark) -> Rectangle {
    let about = |at: DVec2, reach: f64| Rectangle::about(at, DVec2::splat(reach));
    let of_line = |points: &[DVec2], reach: f64| {
        Rectangle::holding(points.iter().copied()).unwrap_or_default().grown(DVec2::splat(reach))
    };
    let of_track = |track: &Track, reach: f64| of_line(track.points(), reach);
    let of_shape = |shape: &DrawnShape| match shape {
        DrawnShape::Disc { centre, radius } => about(*centre, *radius),
        DrawnShape::Corridor { track, radius } => of_track(track, *radius),
        DrawnShape::Polygon(points) => of_line(points, 0.0),
    };
    match mark {
        BoardMark::Piece(DrawnPiece { extent, .. }) => of_shape(extent),
        BoardMark::MovePath(m) => of_track(&m.track, m.radius),
        BoardMark::Contact(m) => of_shape(&m.extent),
        BoardMark::Span(m) => of_track(&m.track.slice(m.from, m.to), 0.2),
        BoardMark::Target(m) => about(m.at, m.radius),
        BoardMark::Region(m) => of_line(&m.outlines.concat(), 0.0),
        BoardMark::Turn(m) => about(m.at, m.radius),
        BoardMark::Area(m) => m.shapes.iter().map(of_shape).reduce(Rectangle::joined).unwrap_or_default(),
        BoardMark::Rebirth(m) => of_track(&m.track, m.radius),
        BoardMark::Turned(m) => about(m.at, m.radius),
        BoardMark::Note(m) => about(m.at, 0.0),
        BoardMark::Ruler(m) => of_track(&m.lane, 0.1),
    }
}
