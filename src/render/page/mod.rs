//! The page: title above, board, insets, legend and caption below, each as tall as it needs to be.
//!
//! Start at [`Page`], and for several diagrams at [`sheet`]. `frame` has the room that a board takes, `board`
//! draws it, and `inset` enlarges parts of it. `legend` explains the marks by words and by drawings (`sample`).

mod board;
mod frame;
mod inset;
mod legend;
mod sample;
pub(crate) mod sheet;

use self::board::PlacedScene;
use self::frame::{BoardLayout, board_layout};
use self::inset::InsetRows;
use self::legend::LegendEntry;
use crate::chess::Color;
use crate::render::canvas::drawing::{Anchor, Drawing};
use crate::render::canvas::font::{Fonts, Style, Weight};
use crate::render::canvas::outline::Outline;
use crate::render::canvas::palette;
use crate::render::scene::{Inset, Rectangle, Scene, Wording};
use glam::DVec2;

const TITLE: Style = Style { weight: Weight::Bold, size: 17.0 };
const SIDE_TO_MOVE: Style = Style { weight: Weight::Regular, size: 12.5 };
const CAPTION: Style = Style { weight: Weight::Regular, size: 13.0 };
const LEGEND: Style = Style { weight: Weight::Regular, size: 12.0 };
/// The width of the empty edge of the page.
const MARGIN: f64 = 14.0;
/// The height of the empty edge above the title.
const TOP_MARGIN: f64 = MARGIN * 0.7;
/// The distance between neighbouring baselines of a title, in sizes of its letters.
const TITLE_LINE: f64 = 1.3;
/// The distance between neighbouring baselines of a caption, in sizes of its letters.
const CAPTION_LINE: f64 = 1.4;
/// The width of the room for the side to move, at the right of the title.
const SIDE_TO_MOVE_WIDTH: f64 = 122.0;
/// The height of a row of the legend.
const ROW: f64 = 24.0;
/// The left end of each row of the legend.
const ROW_START: f64 = MARGIN + 4.0;
/// The gap between the sample of an entry and its words.
const SAMPLE_GAP: f64 = 7.0;

/// The heights of the parts of a page, its fonts and its legend.
///
/// Each height is the greatest that any of the scenes needs, so the board has the same place in all frames of an animation.
pub(crate) struct Page<'a> {
    fonts: Fonts<'a>,
    header: f64,
    board: f64,
    insets: f64,
    caption: f64,
    /// Whether insets are drawn. They are if every scene has some.
    has_insets: bool,
    legend: Vec<LegendEntry>,
    wording: Wording,
}

impl<'a> Page<'a> {
    pub fn holding(scenes: &[Scene], fonts: Fonts<'a>) -> Page<'a> {
        let has_insets =
            |scene: &Scene| !inset::insets_worth_drawing(scene, &board_layout(&scene.ground)).is_empty();
        let mut page = Page {
            fonts,
            header: 0.0,
            board: 0.0,
            insets: 0.0,
            caption: 0.0,
            has_insets: scenes.iter().all(has_insets),
            legend: Vec::new(),
            wording: Wording::default(),
        };
        for scene in scenes {
            page.wording = scene.legend.unwrap_or_default();
            page.header = page.header.max(header_height(scene, &page.fonts));
            let layout = board_layout(&scene.ground);
            page.board = page.board.max(layout.page_height());
            let insets = page.insets_of(scene, &layout);
            page.insets = page.insets.max(InsetRows::of(&insets).height());
            page.legend.extend(legend::entries(scene, &layout.to_page(0.0), &insets));
            page.caption = page.caption.max(caption_height(scene, &page.fonts));
        }
        legend::sort_and_merge(&mut page.legend, page.wording);
        page
    }

    fn insets_of(&self, scene: &Scene, layout: &BoardLayout) -> Vec<Inset> {
        if self.has_insets { inset::insets_worth_drawing(scene, layout) } else { Vec::new() }
    }

    pub fn height(&self) -> f64 {
        let legend = legend_height(&self.placed_entries());
        (TOP_MARGIN + self.header + self.board + self.insets + legend + self.caption + MARGIN * 0.8).ceil()
    }

    /// Returns the entries of the legend with their places, row by row.
    fn placed_entries(&self) -> Vec<PlacedEntry> {
        let mut at = DVec2::new(ROW_START, ROW * 0.6);
        let mut entries = Vec::new();
        for &entry in &self.legend {
            let width_of_words = self.fonts.width(entry.text(self.wording), LEGEND);
            let width = entry.sample_width() + SAMPLE_GAP + width_of_words;
            if at.x + width > Drawing::WIDTH - MARGIN && at.x > ROW_START {
                at = DVec2::new(ROW_START, at.y + ROW);
            }
            entries.push(PlacedEntry { entry, at });
            at.x += width + 18.0;
        }
        entries
    }

    pub fn draw(&self, scene: &Scene) -> Drawing<'a> {
        let mut drawing = Drawing::new(self.fonts.clone(), self.height());
        fill_paper(&mut drawing);
        draw_header(&mut drawing, scene);
        let layout = board_layout(&scene.ground);
        let board_top = TOP_MARGIN + self.header;
        let board_bottom = board_top + self.board;
        let to_page = layout.to_page(board_top);
        let limits = limits_of_texts(board_top, board_bottom);
        PlacedScene { scene, to_page: &to_page, limits }.draw(&mut drawing);
        let insets = self.insets_of(scene, &layout);
        inset::draw(&mut drawing, scene, &insets, &layout, &to_page, board_bottom);
        let legend_top = board_bottom + self.insets;
        let entries = self.placed_entries();
        for PlacedEntry { entry, at } in &entries {
            let left = at + DVec2::new(0.0, legend_top);
            entry.draw_sample(&mut drawing, left);
            let baseline = left + DVec2::new(entry.sample_width() + SAMPLE_GAP, LEGEND.half_capital());
            drawing.text(entry.text(self.wording), LEGEND, baseline, Anchor::Left, palette::TEXT);
        }
        let caption_top = legend_top + legend_height(&entries);
        for (i, line) in caption_lines(scene, &self.fonts).iter().enumerate() {
            let at = DVec2::new(MARGIN, caption_top + 4.0 + CAPTION.size * (0.95 + CAPTION_LINE * i as f64));
            drawing.text(line, CAPTION, at, Anchor::Left, palette::MUTED);
        }
        drawing
    }
}

struct PlacedEntry {
    entry: LegendEntry,
    /// The left end of the sample, measured from the upper side of the legend.
    at: DVec2,
}

fn header_height(scene: &Scene, fonts: &Fonts) -> f64 {
    let lines = title_lines(scene, fonts).len();
    if lines == 0 && scene.to_move.is_none() {
        return 4.0;
    }
    lines.max(1) as f64 * TITLE.size * TITLE_LINE + 10.0
}

fn legend_height(entries: &[PlacedEntry]) -> f64 {
    entries.last().map_or(0.0, |last| last.at.y + ROW * 0.6 + 4.0)
}

fn caption_height(scene: &Scene, fonts: &Fonts) -> f64 {
    let lines = caption_lines(scene, fonts).len();
    if lines == 0 { 0.0 } else { lines as f64 * CAPTION.size * CAPTION_LINE + 8.0 }
}

fn fill_paper(drawing: &mut Drawing) {
    let page = Rectangle::to(DVec2::new(Drawing::WIDTH, drawing.height));
    drawing.fill(Outline::polygon(&page.corners()), palette::PAPER);
}

/// Returns the part of the page between two heights within which the texts of a board stay.
fn limits_of_texts(top: f64, bottom: f64) -> Rectangle {
    Rectangle { low: DVec2::new(2.0, top), high: DVec2::new(Drawing::WIDTH - 2.0, bottom) }
}

fn caption_lines(scene: &Scene, fonts: &Fonts) -> Vec<String> {
    fonts.wrap(&scene.caption, CAPTION, Drawing::WIDTH - 2.0 * MARGIN)
}

fn title_lines(scene: &Scene, fonts: &Fonts) -> Vec<String> {
    let beside = if scene.to_move.is_some() { SIDE_TO_MOVE_WIDTH } else { 0.0 };
    fonts.wrap(&scene.title, TITLE, Drawing::WIDTH - 2.0 * MARGIN - beside)
}

/// Draws the title and the side to move.
fn draw_header(drawing: &mut Drawing, scene: &Scene) {
    let first_baseline = TOP_MARGIN + TITLE.size;
    for (i, line) in title_lines(scene, &drawing.fonts).iter().enumerate() {
        let at = DVec2::new(MARGIN, first_baseline + TITLE.size * TITLE_LINE * i as f64);
        drawing.text(line, TITLE, at, Anchor::Left, palette::TEXT);
    }
    if let Some(color) = scene.to_move {
        let text = match color {
            Color::White => "White to move",
            Color::Black => "Black to move",
        };
        let at = DVec2::new(Drawing::WIDTH - MARGIN, first_baseline - 1.0);
        let width = drawing.text(text, SIDE_TO_MOVE, at, Anchor::Right, palette::TEXT);
        let middle = at - DVec2::new(width + 13.0, SIDE_TO_MOVE.half_capital());
        drawing.disc(middle, 7.0, palette::TEXT);
        drawing.disc(middle, 5.6, palette::body(color));
    }
}
