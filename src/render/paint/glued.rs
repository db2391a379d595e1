//! Glued boards: the chart with its seams marked, and the chart bent to a ring or a disc.

use super::area;
use super::ground::coordinate;
use crate::board::Seam;
use crate::render::canvas::drawing::Drawing;
use crate::render::canvas::outline::{Outline, corners};
use crate::render::canvas::palette;
use crate::render::scene::{GluedBoard, Shape, Track};
use crate::render::view::bend::Bend;
use crate::render::view::board_map::{BoardMap, Similarity};
use crate::render::view::polar::Polar;
use glam::DVec2;

/// The length of the arrow heads on seams.
const HEAD: f64 = 11.0;

/// The width of the line of a seam.
const SEAM: f64 = 2.4;

/// The opacity of the paper laid over what is repeated beyond a seam.
const FAINT: f64 = 0.6;

/// Returns the glued sides of a board in the direction of their arrows, each with its number of arrow heads. The two
/// sides of a seam are glued so that their arrows coincide.
pub(crate) fn seams(board: &GluedBoard) -> Vec<(DVec2, DVec2, u32)> {
    let (w, h) = (board.width, board.height);
    let pair = |seam: Seam, heads: u32, first: [(f64, f64); 2], second: [(f64, f64); 2]| {
        let arrow = |[a, b]: [(f64, f64); 2]| (DVec2::from(a), DVec2::from(b), heads);
        match seam {
            Seam::Wall => Vec::new(),
            Seam::Straight => vec![arrow(first), arrow(second)],
            Seam::Flipped => vec![arrow(first), arrow([second[1], second[0]])],
        }
    };
    let sides = pair(board.sides, 1, [(0.0, 0.0), (0.0, h)], [(w, 0.0), (w, h)]);
    let ends = pair(board.ends, 2, [(0.0, 0.0), (w, 0.0)], [(0.0, h), (w, h)]);
    [sides, ends].concat()
}

/// Returns the sides of a board that are walls.
pub(crate) fn walls(board: &GluedBoard) -> Vec<(DVec2, DVec2)> {
    let (w, h) = (board.width, board.height);
    let pair = |seam: Seam, lines: [[(f64, f64); 2]; 2]| {
        let lines = lines.map(|[a, b]| (DVec2::from(a), DVec2::from(b)));
        if seam == Seam::Wall { lines.to_vec() } else { Vec::new() }
    };
    let sides = pair(board.sides, [[(0.0, 0.0), (0.0, h)], [(w, 0.0), (w, h)]]);
    [sides, pair(board.ends, [[(0.0, 0.0), (w, 0.0)], [(0.0, h), (w, h)]])].concat()
}

/// Returns the unit lines within a board, each from end to end.
pub(crate) fn unit_lines(board: &GluedBoard) -> Vec<(DVec2, DVec2)> {
    let whole = |length: f64| (1..100u32).map(f64::from).take_while(move |v| *v < length);
    let upright = whole(board.width).map(|x| (DVec2::new(x, 0.0), DVec2::new(x, board.height)));
    let level = whole(board.height).map(|y| (DVec2::new(0.0, y), DVec2::new(board.width, y)));
    upright.chain(level).collect()
}

/// Returns the corners of the dark cells of a board with cells.
pub(crate) fn dark_cells(board: &GluedBoard) -> Vec<[DVec2; 4]> {
    let (columns, rows) = if board.cells { (board.width as u32, board.height as u32) } else { (0, 0) };
    let low = |(column, row): (u32, u32)| DVec2::new(column.into(), row.into());
    let all = (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)));
    let dark = all.filter(|(column, row)| (column + row) % 2 == 0);
    dark.map(low).map(|low| corners(low, low + DVec2::ONE)).collect()
}

/// Draws a seam with its arrow heads, along a line on the page.
pub(crate) fn seam(drawing: &mut Drawing, line: &Track, heads: u32) {
    drawing.stroke(line.points(), SEAM, palette::SEAM);
    arrow_heads(drawing, line, heads);
}

fn arrow_heads(drawing: &mut Drawing, line: &Track, heads: u32) {
    for i in 0..heads {
        let at = line.length() / 2.0 + HEAD * 0.8 * (f64::from(i) - f64::from(heads - 1) / 2.0) + HEAD / 2.0;
        let direction = (line.at(at) - line.at(at - HEAD)).normalize_or_zero();
        drawing.arrow_head(line.at(at), direction, HEAD * 1.25, palette::PAPER);
        drawing.arrow_head(line.at(at), direction, HEAD, palette::SEAM);
    }
}

/// Draws the ground of a chart and its repetitions, with the unit lines of each copy.
pub(crate) fn chart(drawing: &mut Drawing, board: &GluedBoard, copies: &[Similarity], page: &Similarity) {
    for copy in copies {
        let point = |p: DVec2| page.point(copy.point(p));
        let all = corners(DVec2::ZERO, DVec2::new(board.width, board.height)).map(point);
        drawing.fill(Outline::polygon(&all), if board.cells { palette::LIGHT } else { palette::GROUND });
        for cell in dark_cells(board) {
            drawing.fill(Outline::polygon(&cell.map(point)), palette::DARK);
        }
        for (low, high) in &board.voids {
            area::void(drawing, Outline::polygon(&corners(*low, *high).map(point)));
        }
        for (from, to) in unit_lines(board) {
            drawing.rule(point(from), point(to), 1.0, palette::GRID);
        }
    }
}

/// Draws the walls and seams of a chart, on which pieces may stand.
pub(crate) fn sides(drawing: &mut Drawing, board: &GluedBoard, page: &Similarity) {
    for (a, b) in walls(board) {
        drawing.rule(page.point(a), page.point(b), 3.0, palette::BORDER);
    }
    for (a, b, _) in seams(board) {
        drawing.rule(page.point(a), page.point(b), SEAM, palette::SEAM);
    }
}

/// Covers what lies beyond a chart's seams with a veil, and draws the arrow heads of the seams.
pub(crate) fn veil(
    drawing: &mut Drawing,
    board: &GluedBoard,
    (low, high): (DVec2, DVec2),
    page: &Similarity,
) {
    let point = |p: DVec2| page.point(p);
    let half_line = DVec2::splat(SEAM / 2.0 / page.unit());
    let (from, to) = (-half_line, DVec2::new(board.width, board.height) + half_line);
    let strips = [
        (low, DVec2::new(from.x, high.y)),
        (DVec2::new(to.x, low.y), high),
        (DVec2::new(from.x, low.y), DVec2::new(to.x, from.y)),
        (DVec2::new(from.x, to.y), DVec2::new(to.x, high.y)),
    ];
    for (a, b) in strips.into_iter().filter(|(a, b)| a.x < b.x && a.y < b.y) {
        drawing.fill(Outline::polygon(&corners(a, b).map(point)), palette::PAPER.alpha(FAINT));
    }
    for (a, b, heads) in seams(board) {
        arrow_heads(drawing, &Track::line(point(a), point(b)), heads);
    }
}

/// Draws the coordinates below and to the left of the repeated chart, and returns their boxes.
pub(crate) fn coordinates(
    drawing: &mut Drawing,
    board: &GluedBoard,
    (low, _): (DVec2, DVec2),
    page: &Similarity,
) -> Vec<(DVec2, DVec2)> {
    // On cells the names stand at the middles, on other boards the numbers at the lines.
    let (last, middle) = if board.cells { (1.0, 0.5) } else { (0.0, 0.0) };
    let whole = |length: f64| (0..=100u32).map(f64::from).take_while(move |v| *v <= length - last);
    let file = |x: f64| if board.cells { char::from(b'a' + x as u8).to_string() } else { x.to_string() };
    let below = whole(board.width)
        .map(|x| (file(x), page.point(DVec2::new(x + middle, low.y)) + DVec2::new(0.0, 14.0)));
    let left = whole(board.height)
        .map(|y| ((y + last).to_string(), page.point(DVec2::new(low.x, y + middle)) - DVec2::new(14.0, 0.0)));
    below.chain(left).map(|(name, at)| coordinate(drawing, &name, at)).collect()
}

/// Draws the ground of a board bent to a ring or a disc.
pub(crate) fn polar(drawing: &mut Drawing, board: &GluedBoard, polar: &Polar, page: &Similarity) {
    let map = |p: DVec2| page.point(polar.point(p));
    let bend = Bend { map: &map, cut: polar.cut() };
    let centre = page.point(DVec2::ZERO);
    drawing.disc(centre, polar.reach() * page.unit(), palette::GROUND);
    for (low, high) in &board.voids {
        for shape in bend.shapes(&Shape::Polygon(corners(*low, *high).to_vec())) {
            area::void(drawing, shape.outline());
        }
    }
    for (from, to) in unit_lines(board).into_iter().chain([(DVec2::ZERO, DVec2::new(0.0, board.height))]) {
        drawing.stroke(bend.track(&Track::line(from, to)).points(), 1.0, palette::GRID);
    }
    let hole = polar.hole() * page.unit();
    drawing.disc(centre, hole, palette::PAPER);
    drawing.circle(centre, hole, if polar.is_disc() { 1.2 } else { 3.0 }, palette::BORDER);
    drawing.circle(centre, polar.reach() * page.unit(), 3.0, palette::BORDER);
}

/// Draws the numbers of x about a round board and those of y along x = 0, and returns their boxes.
pub(crate) fn polar_coordinates(
    drawing: &mut Drawing,
    board: &GluedBoard,
    polar: &Polar,
    page: &Similarity,
) -> Vec<(DVec2, DVec2)> {
    let rim = polar.reach() + 0.35;
    let columns = (0..100u32).map(f64::from).take_while(|x| *x < board.width);
    let mut places: Vec<(f64, DVec2)> =
        columns.map(|x| (x, rim * DVec2::from_angle(polar.angle(x)))).collect();
    if polar.is_disc() {
        // On a disc these columns lie on the opposite side too, where y is large.
        let across = places.iter().map(|(x, at)| (*x, -*at)).collect::<Vec<_>>();
        places.extend(across);
    }
    places.into_iter().map(|(x, at)| coordinate(drawing, &x.to_string(), page.point(at))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::scene::Projection;
    use crate::render::view::images::image;

    #[test]
    fn seams_carry_arrows_that_meet_where_they_are_glued() {
        for (sides, ends) in [(Seam::Flipped, Seam::Wall), (Seam::Straight, Seam::Flipped)] {
            let (voids, projection) = (Vec::new(), Projection::Chart);
            let (width, height) = (8.0, 12.0);
            let board = GluedBoard { width, height, sides, ends, voids, cells: false, projection };
            for pair in seams(&board).chunks(2) {
                let (column, row) = if pair[0].2 == 1 { (1, 0) } else { (0, 1) };
                let image = image(&board, column, row);
                assert_eq!((image.point(pair[0].0), image.point(pair[0].1)), (pair[1].0, pair[1].1));
            }
        }
    }
}
