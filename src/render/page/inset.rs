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
/// The room above each inset.
const ABOVE: f64 = 4.0;
/// The room below each inset, for the line that states its magnification.
const BELOW: f64 = 26.0;
/// The distance of the baseline of this line below its inset.
const CAPTION_DROP: f64 = 16.0;
/// The greatest number of insets that are large.
const MOST_LARGE: usize = 2;
/// The side of an inset on the page if there are at most [`MOST_LARGE`].
const LARGE_SIDE: f64 = 250.0;
/// The side of an inset on the page if there are more.
const SMALL_SIDE: f64 = 172.0;

const CAPTION: Style = Style { weight: Weight::Regular, size: 12.0 };
/// The place of an inset's name, measured from the upper left corner of the frame on the board.
const NAME_AT: DVec2 = DVec2::new(5.0, -3.0);
/// The distance that texts in an inset keep from its border.
const TEXT_MARGIN: f64 = 3.0;
/// The least magnification. An inset that enlarges less is left out.
const LEAST_MAGNIFICATION: f64 = 1.5;

/// The rows of all insets of a scene.
#[derive(Clone, Copy)]
pub(crate) struct InsetRows {
    count: usize,
}

impl InsetRows {
    pub fn of(insets: &[Inset]) -> InsetRows {
        InsetRows { count: insets.len() }
    }

    fn side(self) -> f64 {
        if self.count <= MOST_LARGE { LARGE_SIDE } else { SMALL_SIDE }
    }

    fn row_height(self) -> f64 {
        ABOVE + self.side() + BELOW
    }

    pub fn height(self) -> f64 {
        self.count.div_ceil(IN_ROW) as f64 * self.row_height()
    }

    /// Returns the place on the page of one of the insets, which begin at `top`. Each row is centred.
    fn place(self, index: usize, top: f64) -> Rectangle {
        let (row, column) = (index / IN_ROW, index % IN_ROW);
        let side = self.side();
        let in_row = (self.count - row * IN_ROW).min(IN_ROW) as f64;
        let left = (Drawing::WIDTH - in_row * side - (in_row - 1.0) * GAP) / 2.0;
        let low =
            DVec2::new(left + column as f64 * (side + GAP), top + ABOVE + self.row_height() * row as f64);
        Rectangle { low, high: low + side }
    }

    /// Returns the marks of a scene as they are drawn in one of the insets.
    pub fn marks_of(self, scene: &Scene, inset: &Inset) -> Vec<BoardMark> {
        inset_to_page(inset, &Rectangle::to(DVec2::splat(self.side()))).marks(&scene.marks)
    }
}

/// Returns the magnification of an inset that is drawn with this side.
fn magnification(inset: &Inset, layout: &BoardLayout, side: f64) -> f64 {
    side / (2.0 * inset.half_side) / layout.unit()
}

/// Returns the insets of a scene that enlarge enough, each moved so that it shows nothing beyond the board.
pub(crate) fn insets_worth_drawing(scene: &Scene, layout: &BoardLayout) -> Vec<Inset> {
    // A bent board has no square parts.
    if matches!(&scene.ground, Ground::Glued(board) if board.projection != Projection::Chart) {
        return Vec::new();
    }
    let magnified_enough = |side: f64| -> Vec<Inset> {
        let is_enough = |inset: &&Inset| magnification(inset, layout, side) >= LEAST_MAGNIFICATION;
        scene.insets.iter().filter(is_enough).map(|inset| moved_onto_board(*inset, layout)).collect()
    };
    let enough_if_large = magnified_enough(LARGE_SIDE);
    if enough_if_large.len() <= MOST_LARGE { enough_if_large } else { magnified_enough(SMALL_SIDE) }
}

/// Returns an inset moved so that it shows nothing beyond the board. On a board that is smaller, it is moved to the middle.
fn moved_onto_board(inset: Inset, layout: &BoardLayout) -> Inset {
    let Rectangle { low, high } = layout.limits();
    let moved = |centre: f64, low: f64, high: f64| {
        if high - low < 2.0 * inset.half_side {
            f64::midpoint(low, high)
        } else {
            centre.clamp(low + inset.half_side, high - inset.half_side)
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
    let rows = InsetRows::of(insets);
    let side = rows.side();
    for (i, inset) in insets.iter().enumerate() {
        let square = rows.place(i, top);
        draw_contents(drawing, scene, inset, &square);
        // A single inset needs no name.
        let name = (insets.len() > 1).then(|| char::from(b'A' + (i % 26) as u8));
        let limits = layout.limits();
        let [low, high] = [-inset.half_side, inset.half_side]
            .map(|offset| (inset.centre + offset).clamp(limits.low, limits.high));
        let shown_part = to_page.rectangle(&Rectangle { low, high });
        draw_border(drawing, &shown_part, 1.0);
        if let Some(name) = name {
            let at = shown_part.low + NAME_AT;
            drawing.text_with_halo(&name.to_string(), CAPTION, at, palette::TEXT, palette::PAPER);
        }
        let times = format!("enlarged {:.1} times", magnification(inset, layout, side));
        let caption = match name {
            Some(name) => format!("{name} {times}"),
            None => times,
        };
        let at = square.low + DVec2::new(side / 2.0, side + CAPTION_DROP);
        drawing.text(&caption, CAPTION, at, Anchor::Middle, palette::MUTED);
    }
}

/// Returns the map from the board to an inset's square on the page, where y grows downwards.
fn inset_to_page(inset: &Inset, square: &Rectangle) -> Similarity {
    let unit = square.size().x / (2.0 * inset.half_side);
    let shift = DVec2::new(inset.centre.x, -inset.centre.y) * unit;
    Similarity::to_page((square.low + square.high) / 2.0 - shift, unit)
}

fn draw_contents(drawing: &mut Drawing, scene: &Scene, inset: &Inset, square: &Rectangle) {
    let to_page = inset_to_page(inset, square);
    let fill_count_before = drawing.fills.len();
    let limits = square.grown(DVec2::splat(-TEXT_MARGIN));
    PlacedScene { scene, to_page: &to_page, limits }.draw_enlarged(drawing);
    drawing.clip_all_after(fill_count_before, square);
    draw_border(drawing, square, 1.6);
}

fn draw_border(drawing: &mut Drawing, rectangle: &Rectangle, width: f64) {
    let [a, b, c, d] = rectangle.corners();
    drawing.stroke(&[a, b, c, d, a], width, palette::BORDER);
}
