//! The page: title above, board, insets, key and caption below, each as tall as it needs to be.
//!
//! Start at [`Page::holding`] and [`draw`], and for several diagrams at [`sheet`]. `frame` says how much room a board takes, `board` draws it, `inset`
//! enlarges parts of it, `key` explains the marks.

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
use crate::render::canvas::outline::{Outline, corners};
use crate::render::canvas::palette;
use crate::render::scene::{Inset, Legend, Scene};
use glam::DVec2;

const TITLE: Style = Style { weight: Weight::Bold, size: 17.0 };
const TURN: Style = Style { weight: Weight::Regular, size: 12.5 };
const CAPTION: Style = Style { weight: Weight::Regular, size: 13.0 };
const KEY: Style = Style { weight: Weight::Regular, size: 12.0 };
/// The room between the page's edge and everything on it.
const MARGIN: f64 = 14.0;
/// The room at the right of the title for the side to move.
const TURN_WIDTH: f64 = 122.0;
/// The height of one row of the key.
const ROW: f64 = 24.0;

/// The layout: each part has the greatest size that any of the scenes needs, so the board keeps its place in all
/// frames of an animation.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Page {
    header: f64,
    board: f64,
    insets: f64,
    /// Whether insets are drawn: only if every scene has some.
    enlarges: bool,
    key: Vec<LegendEntry>,
    /// The kind of key of the scenes.
    wording: Legend,
    caption: f64,
}

impl Page {
    /// Returns the page that holds each of the scenes.
    pub fn holding(scenes: &[Scene], fonts: &Fonts) -> Page {
        let enlarges = |scene: &Scene| !inset::worthwhile(scene, &board_layout(&scene.ground)).is_empty();
        let mut page = Page { enlarges: scenes.iter().all(enlarges), ..Page::default() };
        for scene in scenes {
            page.wording = scene.key;
            let lines = title_lines(scene, fonts).len();
            let header = if lines == 0 && scene.to_move.is_none() {
                4.0
            } else {
                lines.max(1) as f64 * TITLE.size * 1.3 + 10.0
            };
            page.header = page.header.max(header);
            let extent = board_layout(&scene.ground);
            page.board = page.board.max(extent.page_height());
            let insets = page.insets_of(scene, &extent);
            page.insets = page.insets.max(inset::height(insets.len()));
            page.key.extend(key::entries(scene, &extent.to_page(0.0), &insets));
            let lines = fonts.wrap(&scene.caption, CAPTION, Drawing::WIDTH - 2.0 * MARGIN).len();
            page.caption =
                page.caption.max(if lines == 0 { 0.0 } else { lines as f64 * CAPTION.size * 1.4 + 8.0 });
        }
        key::sort_and_merge(&mut page.key, page.wording);
        page
    }

    fn insets_of(&self, scene: &Scene, extent: &BoardLayout) -> Vec<Inset> {
        if self.enlarges { inset::worthwhile(scene, extent) } else { Vec::new() }
    }

    pub fn height(&self, fonts: &Fonts) -> f64 {
        let rows = self.key_places(fonts).last().map_or(0.0, |(_, at)| at.y + ROW * 0.6 + 4.0);
        (MARGIN * 0.7 + self.header + self.board + self.insets + rows + self.caption + MARGIN * 0.8).ceil()
    }

    /// Returns each entry and the left end of its sample, below the board.
    fn key_places(&self, fonts: &Fonts) -> Vec<(LegendEntry, DVec2)> {
        let mut at = DVec2::new(MARGIN + 4.0, ROW * 0.6);
        let mut places = Vec::new();
        for entry in &self.key {
            let width = entry.width() + 7.0 + fonts.width(entry.text(self.wording), KEY);
            if at.x + width > Drawing::WIDTH - MARGIN && at.x > MARGIN + 4.0 {
                at = DVec2::new(MARGIN + 4.0, at.y + ROW);
            }
            places.push((*entry, at));
            at.x += width + 18.0;
        }
        places
    }
}

/// Draws a scene on a page laid out for it.
pub(crate) fn draw<'a>(scene: &Scene, page: &Page, fonts: Fonts<'a>) -> Drawing<'a> {
    let height = page.height(&fonts);
    let mut drawing = Drawing::new(fonts, height);
    let page_corners = corners(DVec2::ZERO, DVec2::new(Drawing::WIDTH, height));
    drawing.fill(Outline::polygon(&page_corners), palette::PAPER);
    header(&mut drawing, scene);
    let extent = board_layout(&scene.ground);
    let top = MARGIN * 0.7 + page.header;
    let to_page = extent.to_page(top);
    let limits = (DVec2::new(2.0, top), DVec2::new(Drawing::WIDTH - 2.0, top + page.board));
    Placed { scene, to_page: &to_page, limits }.draw(&mut drawing);
    let insets = page.insets_of(scene, &extent);
    inset::draw(&mut drawing, scene, &insets, &extent, (&to_page, top + page.board));
    let mut below = top + page.board + page.insets;
    for (entry, at) in page.key_places(&drawing.fonts) {
        let at = at + DVec2::new(0.0, below);
        entry.sample(&mut drawing, at);
        let baseline = at + DVec2::new(entry.width() + 7.0, KEY.size * 0.36);
        drawing.text(entry.text(page.wording), KEY, baseline, Anchor::Left, palette::TEXT);
    }
    below += page.key_places(&drawing.fonts).last().map_or(0.0, |(_, at)| at.y + ROW * 0.6 + 4.0);
    let lines = drawing.fonts.wrap(&scene.caption, CAPTION, Drawing::WIDTH - 2.0 * MARGIN);
    for (i, line) in lines.iter().enumerate() {
        let at = DVec2::new(MARGIN, below + 4.0 + CAPTION.size * (0.95 + 1.4 * i as f64));
        drawing.text(line, CAPTION, at, Anchor::Left, palette::QUIET);
    }
    drawing
}

fn title_lines(scene: &Scene, fonts: &Fonts) -> Vec<String> {
    let turn = if scene.to_move.is_some() { TURN_WIDTH } else { 0.0 };
    fonts.wrap(&scene.title, TITLE, Drawing::WIDTH - 2.0 * MARGIN - turn)
}

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
