//! Insets: squares of the board drawn again below it, enlarged.
//!
//! The marks are painted again at the larger scale and cut off at the border of the inset. So lines and texts keep their size.

use super::board::Placed;
use super::frame::BoardLayout;
use crate::render::canvas::drawing::{Anchor, Drawing};
use crate::render::canvas::font::{Style, Weight};
use crate::render::canvas::outline::Outline;
use crate::render::canvas::palette;
use crate::render::scene::{BoardMark, Ground, Inset, Projection, Rectangle, Scene};
use crate::render::view::board_map::{BoardMap, Similarity};
use glam::DVec2;

/// The gap between two insets.
const GAP: f64 = 22.0;
/// The number of insets in one row.
const IN_ROW: usize = 3;
/// The room below each inset, for the line that names its magnification.
const BELOW: f64 = 30.0;

const CAPTION: Style = Style { weight: Weight::Regular, size: 12.0 };

/// The least magnification: an inset that enlarges less is left out.
const LEAST: f64 = 1.5;

/// Returns the side of an inset on the page. One or two insets are larger than three or more.
fn side(count: usize) -> f64 {
    if count <= 2 { 250.0 } else { 172.0 }
}

/// Returns the height that a number of insets needs below the board.
pub(crate) fn height(count: usize) -> f64 {
    count.div_ceil(IN_ROW) as f64 * (side(count) + BELOW)
}

/// Returns the magnification of an inset, when there are `count` of them.
fn magnification(inset: &Inset, board: &BoardLayout, count: usize) -> f64 {
    side(count) / (2.0 * inset.reach) / board.unit()
}

/// Returns the insets of a scene that enlarge enough, each moved so that it shows nothing beyond the board.
pub(crate) fn worthwhile(scene: &Scene, board: &BoardLayout) -> Vec<Inset> {
    // Bent boards have no squares to enlarge.
    if matches!(&scene.ground, Ground::Glued(glued) if glued.projection != Projection::Chart) {
        return Vec::new();
    }
    let enlarging = |count: usize| {
        let enough = scene.insets.iter().filter(|inset| magnification(inset, board, count) >= LEAST);
        enough.map(|inset| moved_in(*inset, board)).collect::<Vec<_>>()
    };
    let few = enlarging(1);
    // More insets have to be smaller.
    if side(few.len()) == side(1) { few } else { enlarging(few.len()) }
}

/// Returns an inset moved so that it shows only the board, or about the middle of a board that is smaller.
fn moved_in(inset: Inset, board: &BoardLayout) -> Inset {
    let Rectangle { low, high } = board.limits();
    let moved = |c: f64, low: f64, high: f64| {
        if high - low < 2.0 * inset.reach {
            f64::midpoint(low, high)
        } else {
            c.clamp(low + inset.reach, high - inset.reach)
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
    let side = side(count);
    for (i, inset) in insets.iter().enumerate() {
        let row = i / IN_ROW;
        let beside = (count - row * IN_ROW).min(IN_ROW) as f64;
        let left = (Drawing::WIDTH - beside * side - (beside - 1.0) * GAP) / 2.0;
        let low =
            DVec2::new(left + (i % IN_ROW) as f64 * (side + GAP), top + 4.0 + (side + BELOW) * row as f64);
        enlarged(drawing, scene, inset, &Rectangle { low, high: low + side });
        // A single inset needs no name; several are named by letters.
        let name = if count > 1 { char::from(b'A' + (i % 26) as u8).to_string() } else { String::new() };
        let limits = layout.limits();
        let [low_corner, high_corner] =
            [-inset.reach, inset.reach].map(|reach| (inset.centre + reach).clamp(limits.low, limits.high));
        let shown = to_page.rectangle(&Rectangle { low: low_corner, high: high_corner });
        border(drawing, &shown, 1.0);
        if !name.is_empty() {
            let at = shown.low + DVec2::new(5.0, -3.0);
            drawing.text_with_halo(&name, CAPTION, at, palette::TEXT, palette::PAPER);
        }
        let times = format!("{name} enlarged {:.1} times", magnification(inset, layout, count));
        let at = low + DVec2::new(side / 2.0, side + 16.0);
        drawing.text(times.trim(), CAPTION, at, Anchor::Middle, palette::QUIET);
    }
}

/// Returns the map from the board to an inset's square on the page.
fn magnified(inset: &Inset, square: &Rectangle) -> Similarity {
    let unit = square.size().x / (2.0 * inset.reach);
    let shift = DVec2::new(inset.centre.x, -inset.centre.y) * unit;
    Similarity::to_page((square.low + square.high) / 2.0 - shift, unit)
}

/// Returns the marks of a scene as they are drawn in one of `count` insets.
pub(crate) fn marks_of(scene: &Scene, inset: &Inset, count: usize) -> Vec<BoardMark> {
    magnified(inset, &Rectangle::to(DVec2::splat(side(count)))).marks(&scene.marks)
}

/// Draws an inset into a square of the page.
fn enlarged(drawing: &mut Drawing, scene: &Scene, inset: &Inset, square: &Rectangle) {
    let to_page = magnified(inset, square);
    let before = drawing.fills.len();
    let limits = square.grown(DVec2::splat(-3.0));
    Placed { scene, to_page: &to_page, limits }.draw_enlarged(drawing);
    drawing.clip_all_after(before, square);
    border(drawing, square, 1.6);
}

fn border(drawing: &mut Drawing, rectangle: &Rectangle, width: f64) {
    drawing.fill(Outline::closed_stroke(&rectangle.corners(), width), palette::BORDER);
}
