//! Details: squares of the board drawn again below it, enlarged. Everything is painted once more at
//! the larger scale, so lines and texts keep their size, and is then cut off at the frame.

use super::drawing::{Anchor, Drawing};
use super::font::{Style, Weight};
use super::mark::Mark;
use super::outline::Outline;
use super::scene::{Detail, Scene};
use super::to_page::ToPage;
use super::{page, paint, palette};
use glam::DVec2;

/// Between two of them.
const GAP: f64 = 22.0;
/// How many fit into one row.
const IN_ROW: usize = 3;
/// Below each, for the line that says how much it is enlarged.
const BELOW: f64 = 30.0;

const CAPTION: Style = Style { weight: Weight::Regular, size: 12.0 };

/// The side of an enlarged square on the page: one or two may be larger than more.
fn side(count: usize) -> f64 {
    if count <= 2 { 250.0 } else { 172.0 }
}

/// How much room so many details need below the board.
pub(crate) fn height(count: usize) -> f64 {
    count.div_ceil(IN_ROW) as f64 * (side(count) + BELOW)
}

/// Draws a scene's details from `top` downwards, and frames on the board for what they show.
pub(crate) fn details(drawing: &mut Drawing, scene: &Scene, board: &ToPage, top: f64) {
    let count = scene.details.len();
    let side = side(count);
    for (i, detail) in scene.details.iter().enumerate() {
        let row = i / IN_ROW;
        let beside = (count - row * IN_ROW).min(IN_ROW) as f64;
        let left = (Drawing::WIDTH - beside * side - (beside - 1.0) * GAP) / 2.0;
        let low =
            DVec2::new(left + (i % IN_ROW) as f64 * (side + GAP), top + 4.0 + (side + BELOW) * row as f64);
        enlarged(drawing, scene, *detail, (low, low + side));
        let unit = side / (2.0 * detail.reach);
        // One detail needs no name; of several, each is named by a letter.
        let name = if count > 1 { char::from(b'A' + (i % 26) as u8).to_string() } else { String::new() };
        let (middle, half) = (board.point(detail.centre), DVec2::splat(detail.reach * board.unit));
        frame(drawing, middle - half, middle + half, 1.0);
        if !name.is_empty() {
            let at = middle + DVec2::new(-half.x + 5.0, -half.y - 3.0);
            drawing.text_with_halo(&name, CAPTION, at, palette::TEXT, palette::PAPER);
        }
        let times = format!("{name} enlarged {:.1} times", unit / board.unit);
        let at = low + DVec2::new(side / 2.0, side + 16.0);
        drawing.text(times.trim(), CAPTION, at, Anchor::Middle, palette::QUIET);
    }
}

fn enlarged(drawing: &mut Drawing, scene: &Scene, detail: Detail, (low, high): (DVec2, DVec2)) {
    let unit = (high.x - low.x) / (2.0 * detail.reach);
    let shift = DVec2::new(detail.centre.x, -detail.centre.y) * unit;
    let to_page = ToPage::new((low + high) / 2.0 - shift, unit);
    let before = drawing.fills.len();
    paint::ground::ground(drawing, &scene.ground, &to_page);
    let mut marks: Vec<Mark> = scene.marks.iter().map(|m| to_page.mark(m)).collect();
    // The middle of a way, where its number belongs, need not be within.
    for mark in &mut marks {
        if let Mark::Lane(lane) = mark {
            lane.number.clear();
        }
    }
    let edge = page::edge(&scene.ground, &to_page);
    let limits = (low + 3.0, high - 3.0);
    paint::marks(drawing, &marks, paint::Board { limits, edge, coordinates: &[] });
    let painted = drawing.fills.split_off(before);
    for fill in painted {
        drawing.fill(fill.outline.clipped(low, high), fill.ink);
    }
    frame(drawing, low, high, 1.6);
}

fn frame(drawing: &mut Drawing, low: DVec2, high: DVec2, width: f64) {
    let corners = [low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)];
    drawing.fill(Outline::closed_stroke(&corners, width), palette::BORDER);
}
