//! Glued boards without marks: the flat chart with its seams, and the chart bent to a ring or a disc.

use super::area;
use super::ground::{self, draw_coordinate, draw_files_and_ranks};
use crate::board::Sheet;
use crate::render::canvas::drawing::Drawing;
use crate::render::canvas::outline::Outline;
use crate::render::canvas::palette;
use crate::render::scene::{DrawnShape, GluedBoard, Rectangle, Track};
use crate::render::view::bend::BentMap;
use crate::render::view::board_map::{BoardMap, Similarity};
use crate::render::view::polar::Polar;
use glam::DVec2;

/// The length of the arrow heads on seams, in page units.
const HEAD: f64 = 11.0;
/// The width of the line of a seam, in page units.
const SEAM: f64 = 2.4;
/// The opacity of the veil over the parts of the board that are repeated beyond a seam.
const VEIL: f64 = 0.6;
/// The distance of the coordinates of a round board from its rim, in board units.
pub(crate) const COORDINATE_DISTANCE: f64 = 0.35;

/// Returns the two ends of each line of the unit grid inside a board.
pub(crate) fn unit_lines(board: &GluedBoard) -> Vec<[DVec2; 2]> {
    let DVec2 { x: width, y: height } = board.rectangle().high;
    let inner = |length: f64| (1..100u32).map(f64::from).take_while(move |v| *v < length);
    let upright = inner(width).map(|x| [DVec2::new(x, 0.0), DVec2::new(x, height)]);
    let level = inner(height).map(|y| [DVec2::new(0.0, y), DVec2::new(width, y)]);
    upright.chain(level).collect()
}

/// Returns the dark cells of a board. A board of the plane has none.
pub(crate) fn dark_cells(board: &GluedBoard) -> Vec<Rectangle> {
    let Sheet { width, height, .. } = board.sheet;
    if board.has_cells { ground::dark_cells(width as u32, height as u32) } else { Vec::new() }
}

/// Draws a side of a board that is glued. `heads` is the number of its arrow heads.
pub(crate) fn draw_seam(drawing: &mut Drawing, side: &Track, heads: u32) {
    drawing.stroke(side.points(), SEAM, palette::SEAM);
    draw_arrow_heads(drawing, side, heads);
}

/// Draws arrow heads beside each other about the middle of a glued side.
fn draw_arrow_heads(drawing: &mut Drawing, side: &Track, heads: u32) {
    for i in 0..heads {
        let from_middle = HEAD * 0.8 * (f64::from(i) - f64::from(heads - 1) / 2.0);
        let distance = side.length() / 2.0 + from_middle + HEAD / 2.0;
        let tip = side.at(distance);
        let direction = (tip - side.at(distance - HEAD)).normalize_or_zero();
        drawing.arrow_head(tip, direction, HEAD * 1.25, palette::PAPER);
        drawing.arrow_head(tip, direction, HEAD, palette::SEAM);
    }
}

/// Draws a chart and copies of it, without walls and seams. `to_copies` are the maps of the board to these copies.
pub(crate) fn draw_charts(
    drawing: &mut Drawing,
    board: &GluedBoard,
    to_copies: &[Similarity],
    to_page: &Similarity,
) {
    for to_copy in to_copies {
        let point = |p: DVec2| to_page.point(to_copy.point(p));
        let outline = |rectangle: &Rectangle| Outline::polygon(&rectangle.corners().map(point));
        let ink = if board.has_cells { palette::LIGHT } else { palette::GROUND };
        drawing.fill(outline(&board.rectangle()), ink);
        for cell in dark_cells(board) {
            drawing.fill(outline(&cell), palette::DARK);
        }
        for void in &board.voids {
            area::draw_void(drawing, outline(void));
        }
        for [from, to] in unit_lines(board) {
            drawing.rule(point(from), point(to), 1.0, palette::GRID);
        }
    }
}

/// Draws the walls and seams of a chart, without arrow heads.
pub(crate) fn draw_sides(drawing: &mut Drawing, board: &GluedBoard, to_page: &Similarity) {
    for (from, to) in board.sheet.walls() {
        drawing.rule(to_page.point(from.into()), to_page.point(to.into()), 3.0, palette::BORDER);
    }
    for side in board.sheet.glued_sides() {
        drawing.rule(to_page.point(side.from.into()), to_page.point(side.to.into()), SEAM, palette::SEAM);
    }
}

/// Makes the part of a window beyond the seams faint, and draws the arrow heads of the seams.
pub(crate) fn draw_veil(drawing: &mut Drawing, board: &GluedBoard, window: &Rectangle, to_page: &Similarity) {
    let point = |p: DVec2| to_page.point(p);
    let half_seam = DVec2::splat(SEAM / 2.0 / to_page.unit());
    let Rectangle { low, high } = *window;
    let Rectangle { low: inner_low, high: inner_high } = board.rectangle().grown(half_seam);
    let strips = [
        Rectangle { low, high: DVec2::new(inner_low.x, high.y) },
        Rectangle { low: DVec2::new(inner_high.x, low.y), high },
        Rectangle { low: DVec2::new(inner_low.x, low.y), high: DVec2::new(inner_high.x, inner_low.y) },
        Rectangle { low: DVec2::new(inner_low.x, inner_high.y), high: DVec2::new(inner_high.x, high.y) },
    ];
    for strip in strips.iter().filter(|strip| strip.size().min_element() > 0.0) {
        drawing.fill(Outline::polygon(&strip.corners().map(point)), palette::PAPER.with_alpha(VEIL));
    }
    for side in board.sheet.glued_sides() {
        draw_arrow_heads(drawing, &Track::line(point(side.from.into()), point(side.to.into())), side.pair);
    }
}

/// Draws the coordinates below a chart and to its left, and returns the boxes of the texts.
///
/// `corner` is the lowest corner of the window in which the chart is repeated.
pub(crate) fn draw_coordinates(
    drawing: &mut Drawing,
    board: &GluedBoard,
    corner: DVec2,
    to_page: &Similarity,
) -> Vec<Rectangle> {
    let (away, Sheet { width, height, .. }) = (14.0, board.sheet);
    if board.has_cells {
        return draw_files_and_ranks(drawing, [width as u32, height as u32], corner, away, to_page);
    }
    let whole_numbers = |length: f64| (0..=100u32).map(f64::from).take_while(move |v| *v <= length);
    let mut boxes = Vec::new();
    for x in whole_numbers(width) {
        let at = to_page.point(DVec2::new(x, corner.y)) + DVec2::new(0.0, away);
        boxes.push(draw_coordinate(drawing, &x.to_string(), at));
    }
    for y in whole_numbers(height) {
        let at = to_page.point(DVec2::new(corner.x, y)) - DVec2::new(away, 0.0);
        boxes.push(draw_coordinate(drawing, &y.to_string(), at));
    }
    boxes
}

/// Draws a board bent to a ring or a disc, without marks.
pub(crate) fn draw_polar(drawing: &mut Drawing, board: &GluedBoard, polar: &Polar, to_page: &Similarity) {
    let map = |p: DVec2| to_page.point(polar.point(p));
    let bend = BentMap { map: &map, cut: polar.cut() };
    let centre = to_page.point(DVec2::ZERO);
    let [inner_radius, outer_radius] =
        [polar.inner_radius(), polar.outer_radius()].map(|radius| radius * to_page.unit());
    drawing.disc(centre, outer_radius, palette::GROUND);
    for void in &board.voids {
        for shape in bend.shapes(&DrawnShape::Polygon(void.corners().to_vec())) {
            area::draw_void(drawing, shape.outline());
        }
    }
    let seam = [DVec2::ZERO, DVec2::new(0.0, board.sheet.height)];
    for line in unit_lines(board).into_iter().chain([seam]) {
        drawing.stroke(&bend.line(&line), 1.0, palette::GRID);
    }
    drawing.disc(centre, inner_radius, palette::PAPER);
    // The inner circle of a ring is a wall.
    drawing.circle(centre, inner_radius, if polar.is_disc { 1.2 } else { 3.0 }, palette::BORDER);
    drawing.circle(centre, outer_radius, 3.0, palette::BORDER);
}

/// Draws the x coordinates about a round board, and returns the boxes of the texts.
pub(crate) fn draw_polar_coordinates(
    drawing: &mut Drawing,
    board: &GluedBoard,
    polar: &Polar,
    to_page: &Similarity,
) -> Vec<Rectangle> {
    let radius = polar.outer_radius() + COORDINATE_DISTANCE;
    // On a disc a column continues on the opposite side, where y is large.
    let senses: &[f64] = if polar.is_disc { &[1.0, -1.0] } else { &[1.0] };
    let mut boxes = Vec::new();
    for sense in senses {
        for x in (0..100u32).map(f64::from).take_while(|x| *x < board.sheet.width) {
            let at = to_page.point(sense * (radius * DVec2::from_angle(polar.angle(x))));
            boxes.push(draw_coordinate(drawing, &x.to_string(), at));
        }
    }
    boxes
}
