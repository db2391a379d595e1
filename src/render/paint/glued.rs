//! The grounds of glued boards: the flat chart with its seams, and the chart bent to a ring or a disc.

use super::area;
use super::ground::coordinate;
use crate::render::canvas::drawing::Drawing;
use crate::render::canvas::outline::Outline;
use crate::render::canvas::palette;
use crate::render::scene::{DrawnShape, GluedBoard, Rectangle, Track};
use crate::render::view::bend::BentMap;
use crate::render::view::board_map::{BoardMap, Similarity};
use crate::render::view::polar::Polar;
use glam::DVec2;

/// The length of the arrow heads on seams.
const HEAD: f64 = 11.0;

/// The width of the line of a seam.
const SEAM: f64 = 2.4;

/// The opacity of the paper over the parts of the board that are repeated beyond a seam.
const FAINT: f64 = 0.6;

/// Returns the lines of the unit grid inside a board, each by its two ends.
pub(crate) fn unit_lines(board: &GluedBoard) -> Vec<[DVec2; 2]> {
    let DVec2 { x: width, y: height } = board.rectangle().high;
    let inner = |length: f64| (1..100u32).map(f64::from).take_while(move |v| *v < length);
    let upright = inner(width).map(|x| [DVec2::new(x, 0.0), DVec2::new(x, height)]);
    let level = inner(height).map(|y| [DVec2::new(0.0, y), DVec2::new(width, y)]);
    upright.chain(level).collect()
}

/// Returns the dark cells of a board, none if it does not consist of cells.
pub(crate) fn dark_cells(board: &GluedBoard) -> Vec<Rectangle> {
    if !board.cells {
        return Vec::new();
    }
    let mut found = Vec::new();
    for column in 0..board.sheet.width as u32 {
        for row in (0..board.sheet.height as u32).filter(|row| (column + row) % 2 == 0) {
            let low = DVec2::new(column.into(), row.into());
            found.push(Rectangle { low, high: low + 1.0 });
        }
    }
    found
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

/// Draws the grounds of some copies of a chart.
pub(crate) fn chart(drawing: &mut Drawing, board: &GluedBoard, copies: &[Similarity], page: &Similarity) {
    for copy in copies {
        let point = |p: DVec2| page.point(copy.point(p));
        let outline = |rectangle: &Rectangle| Outline::polygon(&rectangle.corners().map(point));
        let ground = if board.cells { palette::LIGHT } else { palette::GROUND };
        drawing.fill(outline(&board.rectangle()), ground);
        for cell in dark_cells(board) {
            drawing.fill(outline(&cell), palette::DARK);
        }
        for void in &board.voids {
            area::void(drawing, outline(void));
        }
        for [from, to] in unit_lines(board) {
            drawing.rule(point(from), point(to), 1.0, palette::GRID);
        }
    }
}

/// Draws the walls and seams of a chart. Pieces are drawn over them.
pub(crate) fn sides(drawing: &mut Drawing, board: &GluedBoard, page: &Similarity) {
    for (from, to) in board.sheet.walls() {
        drawing.rule(page.point(from.into()), page.point(to.into()), 3.0, palette::BORDER);
    }
    for side in board.sheet.glued_sides() {
        drawing.rule(page.point(side.from.into()), page.point(side.to.into()), SEAM, palette::SEAM);
    }
}

/// Makes the part of a chart beyond its seams faint, and draws the arrow heads of the seams.
pub(crate) fn veil(drawing: &mut Drawing, board: &GluedBoard, window: &Rectangle, page: &Similarity) {
    let point = |p: DVec2| page.point(p);
    let half_line = DVec2::splat(SEAM / 2.0 / page.unit());
    let Rectangle { low, high } = *window;
    let board_with_seams = board.rectangle().grown(half_line);
    let (from, to) = (board_with_seams.low, board_with_seams.high);
    let strips = [
        Rectangle { low, high: DVec2::new(from.x, high.y) },
        Rectangle { low: DVec2::new(to.x, low.y), high },
        Rectangle { low: DVec2::new(from.x, low.y), high: DVec2::new(to.x, from.y) },
        Rectangle { low: DVec2::new(from.x, to.y), high: DVec2::new(to.x, high.y) },
    ];
    for strip in strips.iter().filter(|strip| strip.size().min_element() > 0.0) {
        drawing.fill(Outline::polygon(&strip.corners().map(point)), palette::PAPER.alpha(FAINT));
    }
    for side in board.sheet.glued_sides() {
        arrow_heads(drawing, &Track::line(point(side.from.into()), point(side.to.into())), side.pair);
    }
}

/// Draws the coordinates below a chart and to its left, and returns the boxes of the texts. `corner` is the lowest corner of the
/// chart with its repetitions.
pub(crate) fn coordinates(
    drawing: &mut Drawing,
    board: &GluedBoard,
    corner: DVec2,
    page: &Similarity,
) -> Vec<Rectangle> {
    // On cells the names stand at the middles, on other boards the numbers stand at the lines.
    let (last, middle) = if board.cells { (1.0, 0.5) } else { (0.0, 0.0) };
    let whole = |length: f64| (0..=100u32).map(f64::from).take_while(move |v| *v <= length - last);
    let mut boxes = Vec::new();
    for x in whole(board.sheet.width) {
        let name = if board.cells { char::from(b'a' + x as u8).to_string() } else { x.to_string() };
        let at = page.point(DVec2::new(x + middle, corner.y)) + DVec2::new(0.0, 14.0);
        boxes.push(coordinate(drawing, &name, at));
    }
    for y in whole(board.sheet.height) {
        let at = page.point(DVec2::new(corner.x, y + middle)) - DVec2::new(14.0, 0.0);
        boxes.push(coordinate(drawing, &(y + last).to_string(), at));
    }
    boxes
}

/// Draws the ground of a board bent to a ring or a disc.
pub(crate) fn polar(drawing: &mut Drawing, board: &GluedBoard, polar: &Polar, page: &Similarity) {
    let map = |p: DVec2| page.point(polar.point(p));
    let bend = BentMap { map: &map, cut: polar.cut() };
    let centre = page.point(DVec2::ZERO);
    drawing.disc(centre, polar.reach() * page.unit(), palette::GROUND);
    for void in &board.voids {
        for shape in bend.shapes(&DrawnShape::Polygon(void.corners().to_vec())) {
            area::void(drawing, shape.outline());
        }
    }
    let seam = [DVec2::ZERO, DVec2::new(0.0, board.sheet.height)];
    for line in unit_lines(board).into_iter().chain([seam]) {
        drawing.stroke(&bend.line(&line), 1.0, palette::GRID);
    }
    let hole = polar.hole() * page.unit();
    drawing.disc(centre, hole, palette::PAPER);
    drawing.circle(centre, hole, if polar.is_disc { 1.2 } else { 3.0 }, palette::BORDER);
    drawing.circle(centre, polar.reach() * page.unit(), 3.0, palette::BORDER);
}

/// Draws the numbers of x about a round board, and returns the boxes of the texts.
pub(crate) fn polar_coordinates(
    drawing: &mut Drawing,
    board: &GluedBoard,
    polar: &Polar,
    page: &Similarity,
) -> Vec<Rectangle> {
    let rim = polar.reach() + 0.35;
    // On a disc a column continues on the opposite side, where y is large.
    let sides: &[f64] = if polar.is_disc { &[1.0, -1.0] } else { &[1.0] };
    let mut boxes = Vec::new();
    for side in sides {
        for x in (0..100u32).map(f64::from).take_while(|x| *x < board.sheet.width) {
            let at = page.point(side * (rim * DVec2::from_angle(polar.angle(x))));
            boxes.push(coordinate(drawing, &x.to_string(), at));
        }
    }
    boxes
}
