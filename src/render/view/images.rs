//! A glued board seen flat: its marks repeated through the seams.
//!
//! A mark is given on the plane over the board, so a lane may run far beyond the sides. Its images under the gluing, cut off
//! at the board, are the lane as it continues through the seams. What lies beyond the sides is repeated faintly.

use super::board_map::{BoardMap, Similarity};
use crate::board::Sheet;
use crate::geom::Image;
use crate::render::scene::{BoardMark, DrawnPiece, DrawnShape, GluedBoard, Track};
use crate::variant::Seam;
use glam::DVec2;

/// The greatest distance of a mark from the board, in boards.
const FARTHEST: f64 = 12.0;

impl From<Image> for Similarity {
    fn from(image: Image) -> Similarity {
        Similarity { scale: image.flips.vec(DVec2::ONE), shift: image.shift }
    }
}

/// Returns the images that map the board to itself and to its neighbours.
pub(crate) fn copies(board: &GluedBoard) -> Vec<Similarity> {
    images(&board.sheet, [1, 1]).collect()
}

/// Returns the images that map the board to its copies up to so many columns and rows away.
fn images(sheet: &Sheet, [columns, rows]: [i32; 2]) -> impl Iterator<Item = Similarity> {
    let steps = |seam: Seam, far: i32| if seam.is_glued() { -far..=far } else { 0..=0 };
    let (columns, rows) = (steps(sheet.sides, columns), steps(sheet.ends, rows));
    let all = columns.flat_map(move |column| rows.clone().map(move |row| (column, row)));
    all.map(|(column, row)| sheet.image(column.into(), row.into()).into())
}

/// Returns all images of marks that meet a rectangle. Only the marks themselves keep their texts.
pub(crate) fn repeated(
    marks: &[BoardMark],
    board: &GluedBoard,
    (low, high): (DVec2, DVec2),
) -> Vec<BoardMark> {
    let mut found = Vec::new();
    for mark in marks {
        let (from, to) = bounds(mark);
        let far = from.abs().max(to.abs()).max(low.abs()).max(high.abs()) / board.size();
        let far = far.min(DVec2::splat(FARTHEST)).ceil() + 1.0;
        for image in images(&board.sheet, [far.x as i32, far.y as i32]) {
            let (a, b) = image.corners(from, to);
            if a.cmple(high).all() && b.cmpge(low).all() {
                let carried = image.mark(mark).into_iter();
                found
                    .extend(carried.map(|m| if image == Similarity::IDENTITY { m } else { without_text(m) }));
            }
        }
    }
    found
}

fn without_text(mut mark: BoardMark) -> BoardMark {
    match &mut mark {
        BoardMark::Piece(m) => m.label.clear(),
        BoardMark::MovePath(m) => m.number.clear(),
        BoardMark::Turned(m) => m.number.clear(),
        BoardMark::Note(m) => m.text.clear(),
        BoardMark::Contact(_)
        | BoardMark::Span(_)
        | BoardMark::Target(_)
        | BoardMark::Region(_)
        | BoardMark::Turn(_) => {}
        BoardMark::Area(_) | BoardMark::Rebirth(_) | BoardMark::Ruler(_) => {}
    }
    mark
}

/// Returns the corners of a box that holds a mark.
fn bounds(mark: &BoardMark) -> (DVec2, DVec2) {
    let about = |at: DVec2, reach: f64| (at - reach, at + reach);
    let of_line = |points: &[DVec2], reach: f64| {
        let low = points.iter().copied().reduce(DVec2::min).unwrap_or_default();
        let high = points.iter().copied().reduce(DVec2::max).unwrap_or_default();
        (low - reach, high + reach)
    };
    let of_track = |track: &Track, reach: f64| of_line(track.points(), reach);
    let of_shape = |shape: &DrawnShape| match shape {
        DrawnShape::Disc { centre, radius } => about(*centre, *radius),
        DrawnShape::Corridor { track, radius } => of_track(track, *radius),
        DrawnShape::Polygon(points) => of_line(points, 0.0),
    };
    let joined = |boxes: &mut dyn Iterator<Item = (DVec2, DVec2)>| {
        boxes.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or_default()
    };
    match mark {
        BoardMark::Piece(DrawnPiece { extent, .. }) => of_shape(extent),
        BoardMark::MovePath(m) => of_track(&m.track, m.radius),
        BoardMark::Contact(m) => of_shape(&m.extent),
        BoardMark::Span(m) => of_track(&m.track.slice(m.from, m.to), 0.2),
        BoardMark::Target(m) => about(m.at, m.radius),
        BoardMark::Region(m) => joined(&mut m.outlines.iter().map(|points| of_line(points, 0.0))),
        BoardMark::Turn(m) => about(m.at, m.radius),
        BoardMark::Area(m) => joined(&mut m.shapes.iter().map(of_shape)),
        BoardMark::Rebirth(m) => of_track(&m.track, m.radius),
        BoardMark::Turned(m) => about(m.at, m.radius),
        BoardMark::Note(m) => about(m.at, 0.0),
        BoardMark::Ruler(m) => of_track(&m.lane, 0.1),
    }
}
