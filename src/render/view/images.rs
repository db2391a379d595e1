//! A glued board seen flat: its marks repeated through the seams.
//!
//! A mark is given on the plane over the board, so a lane may run far beyond the sides. Its images under the gluing, cut off
//! at the board, are the lane as it continues through the seams. What lies beyond the sides is repeated faintly.

use super::board_map::{BoardMap, Similarity};
use crate::board::Seam;
use crate::render::scene::{GluedBoard, Mark, Piece, Shape, Track};
use glam::DVec2;

/// The greatest distance of a mark from the board, in boards.
const FARTHEST: f64 = 12.0;

/// Returns the image that maps the board to its copy in a column and a row.
pub(crate) fn image(board: &GluedBoard, column: i32, row: i32) -> Similarity {
    let odd = |n: i32| n.rem_euclid(2) == 1;
    let one = |flipped: bool, steps: i32, length: f64| {
        let (scale, reversed) = if flipped { (-1.0, length) } else { (1.0, 0.0) };
        (scale, f64::from(steps) * length + reversed)
    };
    let (x_scale, x_shift) = one(board.ends == Seam::Flipped && odd(row), column, board.width);
    let (y_scale, y_shift) = one(board.sides == Seam::Flipped && odd(column), row, board.height);
    Similarity { scale: DVec2::new(x_scale, y_scale), shift: DVec2::new(x_shift, y_shift) }
}

/// Returns the images that map the board to itself and to its neighbours.
pub(crate) fn copies(board: &GluedBoard) -> Vec<Similarity> {
    let steps = |seam: Seam| if seam == Seam::Wall { 0..=0 } else { -1..=1 };
    let columns = steps(board.sides).flat_map(|column| steps(board.ends).map(move |row| (column, row)));
    columns.map(|(column, row)| image(board, column, row)).collect()
}

/// Returns all images of marks that meet a rectangle. Only the marks themselves keep their texts.
pub(crate) fn repeated(marks: &[Mark], board: &GluedBoard, (low, high): (DVec2, DVec2)) -> Vec<Mark> {
    let mut found = Vec::new();
    for mark in marks {
        let (from, to) = bounds(mark);
        let size = DVec2::new(board.width, board.height);
        let far =
            (from.abs().max(to.abs()).max(low.abs()).max(high.abs()) / size).min(DVec2::splat(FARTHEST));
        let steps = |seam: Seam, far: f64| if seam == Seam::Wall { 0 } else { far.ceil() as i32 + 1 };
        let (columns, rows) = (steps(board.sides, far.x), steps(board.ends, far.y));
        for (column, row) in (-columns..=columns).flat_map(|c| (-rows..=rows).map(move |r| (c, r))) {
            let image = image(board, column, row);
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

fn without_text(mut mark: Mark) -> Mark {
    match &mut mark {
        Mark::Piece(m) => m.label.clear(),
        Mark::MovePath(m) => m.number.clear(),
        Mark::Turned(m) => m.number.clear(),
        Mark::Note(m) => m.text.clear(),
        Mark::Contact(_) | Mark::Span(_) | Mark::Target(_) | Mark::Region(_) | Mark::Turn(_) => {}
        Mark::Area(_) | Mark::Rebirth(_) => {}
    }
    mark
}

/// Returns the corners of a box that holds a mark.
fn bounds(mark: &Mark) -> (DVec2, DVec2) {
    let about = |at: DVec2, reach: f64| (at - reach, at + reach);
    let of_line = |points: &[DVec2], reach: f64| {
        let low = points.iter().copied().reduce(DVec2::min).unwrap_or_default();
        let high = points.iter().copied().reduce(DVec2::max).unwrap_or_default();
        (low - reach, high + reach)
    };
    let of_track = |track: &Track, reach: f64| of_line(track.points(), reach);
    let of_shape = |shape: &Shape| match shape {
        Shape::Disc { centre, radius } => about(*centre, *radius),
        Shape::Corridor { track, radius } => of_track(track, *radius),
        Shape::Polygon(points) => of_line(points, 0.0),
    };
    let joined = |boxes: &mut dyn Iterator<Item = (DVec2, DVec2)>| {
        boxes.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or_default()
    };
    match mark {
        Mark::Piece(Piece { extent, .. }) => of_shape(extent),
        Mark::MovePath(m) => of_track(&m.track, m.radius),
        Mark::Contact(m) => of_shape(&m.extent),
        Mark::Span(m) => of_track(&m.track.slice(m.from, m.to), 0.2),
        Mark::Target(m) => about(m.at, m.radius),
        Mark::Region(m) => joined(&mut m.outlines.iter().map(|points| of_line(points, 0.0))),
        Mark::Turn(m) => about(m.at, m.radius),
        Mark::Area(m) => joined(&mut m.shapes.iter().map(of_shape)),
        Mark::Rebirth(m) => of_track(&m.track, m.radius),
        Mark::Turned(m) => about(m.at, m.radius),
        Mark::Note(m) => about(m.at, 0.0),
    }
}
