//! The marks of a glued board that is drawn flat, repeated through the seams.
//!
//! Marks lie on the unrolled board, so a track may run far beyond the sides. Its images, clipped to the board, show how it continues
//! through the seams.

use super::board_map::{BoardMap, Similarity};
use crate::board::Sheet;
use crate::geom::Image;
use crate::render::scene::{
    BoardMark, DrawnPiece, DrawnShape, GluedBoard, MadeTurn, MovePath, Note, Rectangle, Track, TurnSpan,
};
use crate::variant::Seam;
use glam::DVec2;

/// The greatest distance of the copies of a board that are searched for images, in widths or heights of the board.
const FARTHEST_COPY: f64 = 12.0;

impl From<Image> for Similarity {
    fn from(image: Image) -> Similarity {
        Similarity { scale: image.flips.vec(DVec2::ONE), shift: image.shift }
    }
}

/// Returns the maps of a board to its copies that are at most `columns` and `rows` away.
pub(crate) fn copies(sheet: &Sheet, columns: i32, rows: i32) -> Vec<Similarity> {
    let steps = |seam: Seam, most: i32| if seam.is_glued() { -most..=most } else { 0..=0 };
    let mut copies = Vec::new();
    for column in steps(sheet.sides, columns) {
        for row in steps(sheet.ends, rows) {
            copies.push(sheet.image(column.into(), row.into()).into());
        }
    }
    copies
}

/// Returns all images of marks that meet a window. The images beyond a seam have no texts.
pub(crate) fn repeated(marks: &[BoardMark], board: &GluedBoard, window: &Rectangle) -> Vec<BoardMark> {
    let mut images = Vec::new();
    for mark in marks {
        let bounds = bounds_of(mark);
        // The copies that meet both the mark and the window lie within this number of columns and rows.
        let both = bounds.joined(*window);
        let boards_away = both.low.abs().max(both.high.abs()) / board.rectangle().size();
        let farthest = boards_away.min(DVec2::splat(FARTHEST_COPY)).ceil() + 1.0;
        for to_copy in copies(&board.sheet, farthest.x as i32, farthest.y as i32) {
            if !to_copy.rectangle(&bounds).meets(window) {
                continue;
            }
            for mut image in to_copy.mark(mark) {
                if to_copy != Similarity::IDENTITY {
                    clear_text(&mut image);
                }
                images.push(image);
            }
        }
    }
    images
}

fn clear_text(mark: &mut BoardMark) {
    clear_number(mark);
    if let BoardMark::DrawnPiece(DrawnPiece { label: text, .. }) | BoardMark::Note(Note { text, .. }) = mark {
        text.clear();
    }
}

pub(crate) fn clear_number(mark: &mut BoardMark) {
    if let BoardMark::MovePath(MovePath { number, .. }) | BoardMark::MadeTurn(MadeTurn { number, .. }) = mark
    {
        number.clear();
    }
}

/// Returns a rectangle that holds a mark on the board.
fn bounds_of(mark: &BoardMark) -> Rectangle {
    let about = |at: DVec2, margin: f64| Rectangle::about(at, DVec2::splat(margin));
    let of_line = |points: &[DVec2], margin: f64| {
        Rectangle::holding(points.iter().copied()).unwrap_or_default().grown(DVec2::splat(margin))
    };
    let of_track = |track: &Track, margin: f64| of_line(track.points(), margin);
    let of_shape = |shape: &DrawnShape| match shape {
        DrawnShape::Disc { centre, radius } => about(*centre, *radius),
        DrawnShape::Band { track, radius } => of_track(track, *radius),
        DrawnShape::Polygon(corners) => of_line(corners, 0.0),
    };
    match mark {
        BoardMark::DrawnPiece(DrawnPiece { extent, .. }) => of_shape(extent),
        BoardMark::MovePath(m) => of_track(&m.track, m.radius),
        BoardMark::TouchingStop(m) => of_shape(&m.extent),
        BoardMark::LegalSpan(m) => of_track(&m.track.slice(m.stretch.from, m.stretch.to), 0.2),
        BoardMark::LegalDestination(m) => about(m.at, m.radius),
        BoardMark::LegalRegion(m) => of_line(&m.outlines.concat(), 0.0),
        BoardMark::TurnSpan(TurnSpan { sector, .. }) | BoardMark::MadeTurn(MadeTurn { sector, .. }) => {
            about(sector.centre, sector.outer)
        }
        BoardMark::Area(m) => m.shapes.iter().map(of_shape).reduce(Rectangle::joined).unwrap_or_default(),
        BoardMark::RebirthArrow(m) => of_track(&m.track, m.radius),
        BoardMark::Note(m) => about(m.at, 0.0),
        BoardMark::Ruler(m) => of_track(&m.lane, 0.1),
    }
}
