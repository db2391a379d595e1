//! The page: title above, board, insets, key and caption below, each as tall as it needs to be.
//!
//! Start at [`Page::holding`] and [`draw`], and for several diagrams at [`sheet`]. `frame` has the room that a board takes, `board` draws
//! it, `inset` enlarges parts of it, and `key` explains the marks.

mod board;
mod frame;
mod inset;
mod key;
pub(crate) mod sheet;

use self::board::Placed;
use self::frame::{BoardLayout, board_layout};
use self::key::LegendEntry;
use crate::chess::Color;
use crate::render::canvas::drawing::{Anchor, Drawing};
use crate::render::canvas::font::{Fonts, Style, Weight};
use crate::render::canvas::outline::Outline;
use crate::render::canvas::palette;
use crate::render::scene::{Inset, Legend, Rectangle, Scene};
use glam::DVec2;

const TITLE: Style = Style { weight: Weight::Bold, size: 17.0 };
const TURN: Style = Style { weight: Weight::Regular, size: 12.5 };
const CAPTION: Style = Style { weight: Weight::Regular, size: 13.0 };
const KEY: Style = Style { weight: Weight::Regular, size: 12.0 };
/// The width of the empty edge of the page.
const MARGIN: f64 = 14.0;
/// The width of the room for the side to move, at the right of the title.
const TURN_WIDTH: f64 = 122.0;
/// The height of one row of the key.
const ROW: f64 = 24.0;

/// The heights of the parts of a page. Each is the greatest that any of the scenes needs, so the board has the same place in all frames
/// of an animation.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Page {
    header: f64,
    board: f64,
    insets: f64,
    /// Whether insets are drawn, which holds if every scene has some.
    has_insets: bool,
    key: Vec<LegendEntry>,
    /// The wording of the key.
    wording: Legend,
    caption: f64,
}

impl Page {
    /// Returns the page that holds each of the scenes.
    pub fn holding(scenes: &[Scene], fonts: &Fonts) -> Page {
        let is_enlarged = |scene: &Scene| !inset::worthwhile(scene, &board_layout(&scene.ground)).is_empty();
        let mut page = Page { has_insets: scenes.iter().all(is_enlarged), ..Page::default() };
        for scene in scenes {
            page.wording = scene.key;
            page.header = page.header.max(header_height(scene, fonts));
            let layout = board_layout(&scene.ground);
            page.board = page.board.max(layout.page_height());
            let insets = page.insets_of(scene, &layout);
            page.insets = page.insets.max(inset::height(insets.len()));
            page.key.extend(key::entries(scene, &layout.to_page(0.0), &insets));
            page.caption = page.caption.max(caption_height(scene, fonts));
        }
        key::sort_and_merge(&mut page.key, page.wording);
        page
    }

    /// Returns the insets of a scene that are drawn.
    fn insets_of(&self, scene: &Scene, layout: &BoardLayout) -> Vec<Inset> {
        if self.has_insets { inset::worthwhile(scene, layout) } else { Vec::new() }
    }

    /// Returns the height of the page.
    pub fn height(&self, fonts: &Fonts) -> f64 {
        let key = key_height(&self.key_places(fonts));
        (MARGIN * 0.7 + self.header + self.board + self.insets + key + self.caption + MARGIN * 0.8).ceil()
    }

    /// Returns the entries of the key, row by row.
    fn key_places(&self, fonts: &Fonts) -> Vec<PlacedEntry> {
        let mut at = DVec2::new(MARGIN + 4.0, ROW * 0.6);
        let mut places = Vec::new();
        for entry in &self.key {
            let width = entry.width() + 7.0 + fonts.width(entry.text(self.wording), KEY);
            if at.x + width > Drawing::WIDTH - MARGIN && at.x > MARGIN + 4.0 {
                at = DVec2::new(MARGIN + 4.0, at.y + ROW);
            }
            places.push(PlacedEntry { entry: *entry, at });
            at.x += width + 18.0;
        }
        places
    }
}

/// An entry of the key at its place.
struct PlacedEntry {
    entry: LegendEntry,
    /// The left end of its sample, measured from the upper side of the key.
    at: DVec2,
}

fn header_height(scene: &Scene, fonts: &Fonts) -> f64 {
    let lines = title_lines(scene, fonts).len();
    if lines == 0 && scene.to_move.is_none() {
        return 4.0;
    }
    lines.max(1) as f64 * TITLE.size * 1.3 + 10.0
}

fn key_height(places: &[PlacedEntry]) -> f64 {
    places.last().map_or(0.0, |last| last.at.y + ROW * 0.6 + 4.0)
}

fn caption_height(scene: &Scene, fonts: &Fonts) -> f64 {
    let lines = caption_lines(scene, fonts).len();
    if lines == 0 { 0.0 } else { lines as f64 * CAPTION.size * 1.4 + 8.0 }
}

/// Draws a scene on a page laid out for it.
pub(crate) fn draw<'a>(scene: &Scene, page: &Page, fonts: Fonts<'a>) -> Drawing<'a> {
    let height = page.height(&fonts);
    let mut drawing = Drawing::new(fonts, height);
    fill_paper(&mut drawing);
    header(&mut drawing, scene);
    let layout = board_layout(&scene.ground);
    let top = MARGIN * 0.7 + page.header;
    let to_page = layout.to_page(top);
    let limits = limits_of_texts(top, top + page.board);
    Placed { scene, to_page: &to_page, limits }.draw(&mut drawing);
    let insets = page.insets_of(scene, &layout);
    inset::draw(&mut drawing, scene, &insets, &layout, &to_page, top + page.board);
    let mut below = top + page.board + page.insets;
    let key = page.key_places(&drawing.fonts);
    for PlacedEntry { entry, at } in &key {
        let at = at + DVec2::new(0.0, below);
        entry.sample(&mut drawing, at);
        let baseline = at + DVec2::new(entry.width() + 7.0, KEY.size * 0.36);
        drawing.text(entry.text(page.wording), KEY, baseline, Anchor::Left, palette::TEXT);
    }
    below += key_height(&key);
    for (i, line) in caption_lines(scene, &drawing.fonts).iter().enumerate() {
        let at = DVec2::new(MARGIN, below + 4.0 + CAPTION.size * (0.95 + 1.4 * i as f64));
        drawing.text(line, CAPTION, at, Anchor::Left, palette::QUIET);
    }
    drawing
}

/// Fills the page with its ground.
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
    let turn = if scene.to_move.is_some() { TURN_WIDTH } else { 0.0 };
    fonts.wrap(&scene.title, TITLE, Drawing::WIDTH - 2.0 * MARGIN - turn)
}

/// Draws the title and the side to move.
fn header(drawing: &mut Drawing, scene: &Scene) {
    let first = MARGIN * 0.7 + TITLE.size;
    for (i, line) in title_lines(scene, &drawing.fonts).iter().enumerate() {
        let at = DVec2::new(MARGIN, first + TITLE.size * 1.3 * i as f64);
        drawing.text(line, TITLE, at, Anchor::Left, palette::TEXT);
    }
    if let Some(color) = scene.to_move {
        let text = match color {
            Color::White => "White to move",
            Color::Black => "Black to move",
        };
        let at = DVec2::new(Drawing::WIDTH - MARGIN, first - 1.0);
        let width = drawing.text(text, TURN, at, Anchor::Right, palette::TEXT);
        let middle = at - DVec2::new(width + 13.0, TURN.size * 0.36);
        drawing.disc(middle, 7.0, palette::TEXT);
        drawing.disc(middle, 5.6, palette::body(color));
    }
}
