//! Glued boards: the chart with its seams marked, and the chart bent to a ring or a disc.

use super::area;
use super::ground::coordinate;
use crate::render::canvas::drawing::Drawing;
use crate::render::canvas::outline::{Outline, corners};
use crate::render::canvas::palette;
use crate::render::scene::{DrawnShape, GluedBoard, Track};
use crate::render::view::bend::BentMap;
use crate::render::view::board_map::{BoardMap, Similarity};
use crate::render::view::polar::Polar;
use glam::DVec2;

/// The length of the arrow heads on seams.
const HEAD: f64 = 11.0;

/// The width of the line of a seam.
const SEAM: f64 = 2.4;

/// The opacity of the paper laid over what is repeated beyond a seam.
const FAINT: f64 = 0.6;

/// Returns the unit lines within a board, each from end to end.
pub(crate) fn unit_lines(board: &GluedBoard) -> Vec<(DVec2, DVec2)> {
    let whole = |length: f64| (1..100u32).map(f64::from).take_while(move |v| *v < length);
    let upright = whole(board.sheet.width).map(|x| (DVec2::new(x, 0.0), DVec2::new(x, board.sheet.height)));
    let level = whole(board.sheet.height).map(|y| (DVec2::new(0.0, y), DVec2::new(board.sheet.width, y)));
    upright.chain(level).collect()
}

/// Returns the corners of the dark cells of a board with cells.
pub(crate) fn dark_cells(board: &GluedBoard) -> Vec<[DVec2; 4]> {
    let (columns, rows) =
        if board.cells { (board.sheet.width as u32, board.sheet.height as u32) } else { (0, 0) };
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
        let all = corners(DVec2::ZERO, board.size()).map(point);
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
    for (from, to) in board.sheet.walls() {
        drawing.rule(page.point(from.into()), page.point(to.into()), 3.0, palette::BORDER);
    }
    for side in board.sheet.glued_sides() {
        drawing.rule(page.point(side.from.into()), page.point(side.to.into()), SEAM, palette::SEAM);
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
    let (from, to) = (-half_line, board.size() + half_line);
    let strips = [
        (low, DVec2::new(from.x, high.y)),
        (DVec2::new(to.x, low.y), high),
        (DVec2::new(from.x, low.y), DVec2::new(to.x, from.y)),
        (DVec2::new(from.x, to.y), DVec2::new(to.x, high.y)),
    ];
    for (a, b) in strips.into_iter().filter(|(a, b)| a.x < b.x && a.y < b.y) {
        drawing.fill(Outline::polygon(&corners(a, b).map(point)), palette::PAPER.alpha(FAINT));
    }
    for side in board.sheet.glued_sides() {
        arrow_heads(drawing, &Track::line(point(side.from.into()), point(side.to.into())), side.pair);
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
    let below = whole(board.sheet.width)
        .map(|x| (file(x), page.point(DVec2::new(x + middle, low.y)) + DVec2::new(0.0, 14.0)));
    let left = whole(board.sheet.height)
        .map(|y| ((y + last).to_string(), page.point(DVec2::new(low.x, y + middle)) - DVec2::new(14.0, 0.0)));
    below.chain(left).map(|(name, at)| coordinate(drawing, &name, at)).collect()
}

/// Draws the ground of a board bent to a ring or a disc.
pub(crate) fn polar(drawing: &mut Drawing, board: &GluedBoard, polar: &Polar, page: &Similarity) {
    let map = |p: DVec2| page.point(polar.point(p));
    let bend = BentMap { map: &map, cut: polar.cut() };
    let centre = page.point(DVec2::ZERO);
    drawing.disc(centre, polar.reach() * page.unit(), palette::GROUND);
    for (low, high) in &board.voids {
        for shape in bend.shapes(&DrawnShape::Polygon(corners(*low, *high).to_vec())) {
            area::void(drawing, shape.outline());
        }
    }
    for (from, to) in
        unit_lines(board).into_iter().chain([(DVec2::ZERO, DVec2::new(0.0, board.sheet.height))])
    {
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
    let columns = (0..100u32).map(f64::from).take_while(|x| *x < board.sheet.width);
    let mut places: Vec<(f64, DVec2)> =
        columns.map(|x| (x, rim * DVec2::from_angle(polar.angle(x)))).collect();
    if polar.is_disc() {
        // On a disc these columns lie on the opposite side too, where y is large.
        let across = places.iter().map(|(x, at)| (*x, -*at)).collect::<Vec<_>>();
        places.extend(across);
    }
    places.into_iter().map(|(x, at)| coordinate(drawing, &x.to_string(), page.point(at))).collect()
}
