//! The page: title above, board, key and caption below, each as tall as it needs to be.

use super::drawing::{Anchor, Drawing};
use super::error::RenderError;
use super::font::{Fonts, Style, Weight};
use super::key::{self, Entry};
use super::mark::Mark;
use super::outline::Outline;
use super::scene::{Ground, Scene};
use super::to_page::ToPage;
use super::{detail, paint, palette};
use crate::chess::Color;
use glam::DVec2;

const TITLE: Style = Style { weight: Weight::Bold, size: 17.0 };
const TURN: Style = Style { weight: Weight::Regular, size: 12.5 };
const CAPTION: Style = Style { weight: Weight::Regular, size: 13.0 };
const KEY: Style = Style { weight: Weight::Regular, size: 12.0 };
/// Between the page's edge and anything on it.
const MARGIN: f64 = 14.0;
/// Kept free at the right of the title for the side to move.
const TURN_WIDTH: f64 = 122.0;
/// The height of one row of the key.
const ROW: f64 = 24.0;

/// Where everything goes: of several scenes the largest of each part, so that all frames of an
/// animation have their board in one place.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Page {
    header: f64,
    board: f64,
    details: f64,
    key: Vec<Entry>,
    caption: f64,
}

impl Page {
    /// The page that holds each of the scenes.
    pub fn holding(scenes: &[Scene], fonts: &Fonts) -> Page {
        let mut page = Page::default();
        for scene in scenes {
            let lines = title_lines(scene, fonts).len();
            let header = if lines == 0 && scene.to_move.is_none() {
                4.0
            } else {
                lines.max(1) as f64 * TITLE.size * 1.3 + 10.0
            };
            page.header = page.header.max(header);
            page.board = page.board.max(board_extent(&scene.ground).page_height());
            page.details = page.details.max(detail::height(scene.details.len()));
            page.key.extend(key::entries(scene));
            let lines = fonts.wrap(&scene.caption, CAPTION, Drawing::WIDTH - 2.0 * MARGIN).len();
            page.caption =
                page.caption.max(if lines == 0 { 0.0 } else { lines as f64 * CAPTION.size * 1.4 + 8.0 });
        }
        page.key.sort_unstable();
        page.key.dedup();
        page
    }

    fn height(&self, fonts: &Fonts) -> f64 {
        let rows = self.key_places(fonts).last().map_or(0.0, |(_, at)| at.y + ROW * 0.6 + 4.0);
        (MARGIN * 0.7 + self.header + self.board + self.details + rows + self.caption + MARGIN * 0.8).ceil()
    }

    /// Each entry and the left end of its sample, below the board.
    fn key_places(&self, fonts: &Fonts) -> Vec<(Entry, DVec2)> {
        let mut at = DVec2::new(MARGIN + 4.0, ROW * 0.6);
        let mut places = Vec::new();
        for entry in &self.key {
            let width = entry.width() + 7.0 + fonts.width(entry.text(), KEY);
            if at.x + width > Drawing::WIDTH - MARGIN && at.x > MARGIN + 4.0 {
                at = DVec2::new(MARGIN + 4.0, at.y + ROW);
            }
            places.push((*entry, at));
            at.x += width + 18.0;
        }
        places
    }
}

/// Draws a scene on a page made for it.
pub(crate) fn draw(scene: &Scene, page: &Page) -> Result<Drawing, RenderError> {
    let fonts = Fonts::load()?;
    let height = page.height(&fonts);
    let mut drawing = Drawing::new(fonts, height);
    drawing.fill(
        Outline::polygon(
            &[(0.0, 0.0), (Drawing::WIDTH, 0.0), (Drawing::WIDTH, height), (0.0, height)].map(DVec2::from),
        ),
        palette::PAPER,
    );
    header(&mut drawing, scene);
    let extent = board_extent(&scene.ground);
    let top = MARGIN * 0.7 + page.header;
    let to_page = extent.to_page(top);
    paint::ground::ground(&mut drawing, &scene.ground, &to_page);
    let coordinates = paint::ground::coordinates(&mut drawing, &scene.ground, &to_page);
    let marks: Vec<Mark> = scene.marks.iter().map(|m| to_page.mark(m)).collect();
    let limits = (DVec2::new(2.0, top), DVec2::new(Drawing::WIDTH - 2.0, top + page.board));
    let edge = edge(&scene.ground, &to_page);
    paint::marks(&mut drawing, &marks, paint::Board { limits, edge, coordinates: &coordinates });
    detail::details(&mut drawing, scene, &to_page, top + page.board);
    let mut below = top + page.board + page.details;
    for (entry, at) in page.key_places(&drawing.fonts) {
        let at = at + DVec2::new(0.0, below);
        entry.sample(&mut drawing, at);
        let baseline = at + DVec2::new(entry.width() + 7.0, KEY.size * 0.36);
        drawing.text(entry.text(), KEY, baseline, Anchor::Left, palette::TEXT);
    }
    below += page.key_places(&drawing.fonts).last().map_or(0.0, |(_, at)| at.y + ROW * 0.6 + 4.0);
    let lines = drawing.fonts.wrap(&scene.caption, CAPTION, Drawing::WIDTH - 2.0 * MARGIN);
    for (i, line) in lines.iter().enumerate() {
        let at = DVec2::new(MARGIN, below + 4.0 + CAPTION.size * (0.95 + 1.4 * i as f64));
        drawing.text(line, CAPTION, at, Anchor::Left, palette::QUIET);
    }
    Ok(drawing)
}

/// Where a scene without title has its board on the page.
#[cfg(test)]
pub(crate) fn to_page_of(scene: &Scene) -> ToPage {
    board_extent(&scene.ground).to_page(MARGIN * 0.7 + 4.0)
}

/// The corners at which areas end.
pub(crate) fn edge(ground: &Ground, to_page: &ToPage) -> Option<(DVec2, DVec2)> {
    match ground {
        Ground::Plane { width, height } => {
            Some((to_page.point(DVec2::new(0.0, *height)), to_page.point(DVec2::new(*width, 0.0))))
        }
        // Their areas are cells.
        Ground::Squares { .. } | Ground::Round(_) => None,
    }
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

/// A board's box in board units, and the room it needs about it on the page.
struct Extent {
    low: DVec2,
    high: DVec2,
    /// Kept free about the box, in board units: what stands on an edge reaches beyond it.
    overhang: f64,
    /// Kept free beyond that, on the page, for coordinates: at each side, and below.
    rim: DVec2,
    /// The same above.
    above: f64,
}

impl Extent {
    fn unit(&self) -> f64 {
        (Drawing::WIDTH - 2.0 * self.rim.x) / (self.high.x - self.low.x + 2.0 * self.overhang)
    }

    fn page_height(&self) -> f64 {
        self.unit() * (self.high.y - self.low.y + 2.0 * self.overhang) + self.above + self.rim.y
    }

    fn to_page(&self, top: f64) -> ToPage {
        let unit = self.unit();
        let origin = DVec2::new(
            self.rim.x + (self.overhang - self.low.x) * unit,
            top + self.above + (self.overhang + self.high.y) * unit,
        );
        ToPage::new(origin, unit)
    }
}

fn board_extent(ground: &Ground) -> Extent {
    match ground {
        Ground::Plane { width, height } => Extent {
            low: DVec2::ZERO,
            high: DVec2::new(*width, *height),
            overhang: 0.25,
            rim: DVec2::new(26.0, 22.0),
            above: 22.0,
        },
        Ground::Squares { files, ranks } => Extent {
            low: DVec2::ZERO,
            high: DVec2::new(f64::from(*files), f64::from(*ranks)),
            overhang: 0.0,
            rim: DVec2::new(30.0, 26.0),
            above: 4.0,
        },
        Ground::Round(board) => {
            let cells = board.cells.iter().map(|c| c.outer);
            let names = board.names.iter().map(|n| n.at.abs().max_element());
            let reach = cells.chain(names).fold(0.1, f64::max);
            Extent {
                low: DVec2::splat(-reach),
                high: DVec2::splat(reach),
                overhang: 0.0,
                rim: DVec2::new(20.0, 14.0),
                above: 14.0,
            }
        }
    }
}
