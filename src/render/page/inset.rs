//! Insets: square parts of the board that are drawn again below it, enlarged.
//!
//! The marks are drawn again at the larger scale and clipped to the inset, so lines and texts keep their size.

use super::board::PlacedScene;
use super::frame::BoardLayout;
use crate::render::canvas::drawing::{Anchor, Drawing};
use crate::render::canvas::font::{Style, Weight};
use crate::render::canvas::palette;
use crate::render::scene::{BoardMark, Ground, Inset, Projection, Rectangle, Scene};
use crate::render::view::board_map::{BoardMap, Similarity};
use glam::DVec2;

/// The gap between insets beside each other, in page units.
const GAP: f64 = 22.0;
/// The greatest number of insets in a row.
const IN_ROW: usize = 3;
/// The room below each inset, for the line that states its magnification.
const BELOW: f64 = 30.0;

const CAPTION: Style = Style { weight: Weight::Regular, size: 12.0 };

/// The least magnification. An inset that enlarges less is left out.
const LEAST_MAGNIFICATION: f64 = 1.5;

/// Returns the side of an inset on the page. One or two insets are larger than three or more.
fn side(count: usize) -> f64 {
    if count <= 2 { 250.0 } else { 172.0 }
}

/// Returns the height that a number of insets needs below the board.
pub(crate) fn height(count: usize) -> f64 {
    count.div_ceil(IN_ROW) as f64 * (side(count) + BELOW)
}

/// Returns the magnification of an inset if there are `count` insets.
fn magnification(inset: &Inset, layout: &BoardLayout, count: usize) -> f64 {
    side(count) / (2.0 * inset.reach) / layout.unit()
}

/// Returns the insets of a scene that enlarge enough, each moved so that it shows nothing beyond the board.
pub(crate) fn enlarging(scene: &Scene, layout: &BoardLayout) -> Vec<Inset> {
    // A bent board has no square parts.
    if matches!(&scene.ground, Ground::Glued(board) if board.projection != Projection::Chart) {
        return Vec::new();
    }
    let enlarging_among = |count: usize| -> Vec<Inset> {
        let is_enough = |inset: &&Inset| magnification(inset, layout, count) >= LEAST_MAGNIFICATION;
        scene.insets.iter().filter(is_enough).map(|inset| moved_onto_board(*inset, layout)).collect()
    };
    let large = enlarging_among(1);
    // If there are three or more, all insets are smaller, and some may enlarge too little.
    if side(large.len()) == side(1) { large } else { enlarging_among(large.len()) }
}

/// Returns an inset moved so that it shows nothing beyond the board. On a board that is smaller, it is moved to the middle.
fn moved_onto_board(inset: Inset, layout: &BoardLayout) -> Inset {
    let Rectangle { low, high } = layout.limits();
    let moved = |centre: f64, low: f64, high: f64| {
        if high - low < 2.0 * inset.reach {
            f64::midpoint(low, high)
        } else {
            centre.clamp(low + inset.reach, high - inset.reach)
        }
    };
    let (x, y) = (moved(inset.centre.x, low.x, high.x), moved(inset.centre.y, low.y, high.y));
    Inset { centre: DVec2::new(x, y), ..inset }
}

/// Draws a scene's insets from `top` downwards, and on the board a frame about the part that each shows.
pub(crate) fn draw(
    drawing: &mut Drawing,
    scene: &Scene,
    insets: &[Inset],
    layout: &BoardLayout,
    to_page: &Similarity,
    top: f64,
) {
    let count = insets.len();
    for (i, inset) in insets.iter().enumerate() {
        let square = place(i, count, top);
        draw_enlarged(drawing, scene, inset, &square);
        // A single inset needs no name.
        let name = if count > 1 { char::from(b'A' + (i % 26) as u8).to_string() } else { String::new() };
        let limits = layout.limits();
        let [low, high] =
            [-inset.reach, inset.reach].map(|reach| (inset.centre + reach).clamp(limits.low, limits.high));
        let shown_part = to_page.rectangle(&Rectangle { low, high });
        draw_border(drawing, &shown_part, 1.0);
        if !name.is_empty() {
            let at = shown_part.low + DVec2::new(5.0, -3.0);
            drawing.text_with_halo(&name, CAPTION, at, palette::TEXT, palette::PAPER);
        }
        let caption = format!("{name} enlarged {:.1} times", magnification(inset, layout, count));
        let at = square.low + DVec2::new(side(count) / 2.0, side(count) + 16.0);
        drawing.text(caption.trim(), CAPTION, at, Anchor::Middle, palette::QUIET);
    }
}

/// Returns the place on the page of one of `count` insets, which begin at `top`. Each row is centred.
fn place(index: usize, count: usize, top: f64) -> Rectangle {
    let (row, column) = (index / IN_ROW, index % IN_ROW);
    let side = side(count);
    let in_row = (count - row * IN_ROW).min(IN_ROW) as f64;
    let left = (Drawing::WIDTH - in_row * side - (in_row - 1.0) * GAP) / 2.0;
    let low = DVec2::new(left + column as f64 * (side + GAP), top + 4.0 + (side + BELOW) * row as f64);
    Rectangle { low, high: low + side }
}

/// Returns the map from the board to an inset's square on the page.
fn to_square(inset: &Inset, square: &Rectangle) -> Similarity {
    let unit = square.size().x / (2.0 * inset.reach);
    let shift = DVec2::new(inset.centre.x, -inset.centre.y) * unit;
    Similarity::to_page((square.low + square.high) / 2.0 - shift, unit)
}

/// Returns the marks of a scene as they are drawn in one of `count` insets.
pub(crate) fn marks_of(scene: &Scene, inset: &Inset, count: usize) -> Vec<BoardMark> {
    to_square(inset, &Rectangle::to(DVec2::splat(side(count)))).marks(&scene.marks)
}

/// Draws the part of the board that an inset shows into a square of the page.
fn draw_enlarged(drawing: &mut Drawing, scene: &Scene, inset: &Inset, square: &Rectangle) {
    let to_page = to_square(inset, square);
    let earlier_fills = drawing.fills.len();
    let limits = square.grown(DVec2::splat(-3.0));
    PlacedScene { scene, to_page: &to_page, limits }.draw_enlarged(drawing);
    drawing.clip_all_after(earlier_fills, square);
    draw_border(drawing, square, 1.6);
}

fn draw_border(drawing: &mut Drawing, rectangle: &Rectangle, width: f64) {
    let [a, b, c, d] = rectangle.corners();
    drawing.stroke(&[a, b, c, d, a], width, palette::BORDER);
}
