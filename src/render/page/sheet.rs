//! A sheet of diagrams: boards beside each other with their texts, and the solutions below them.

use super::board::Placed;
use super::frame::board_layout;
use super::{MARGIN, fill_paper, inset, limits_of_texts};
use crate::render::canvas::drawing::{Anchor, Drawing, Fill, Ink};
use crate::render::canvas::font::{Fonts, Style, Weight};
use crate::render::canvas::palette;
use crate::render::scene::{Diagram, Scene};
use glam::DVec2;

const TITLE: Style = Style { weight: Weight::Bold, size: 12.0 };
const ASKED: Style = Style { weight: Weight::Bold, size: 13.0 };
const TEXT: Style = Style { weight: Weight::Regular, size: 10.5 };
/// The height of a line, in sizes of its letters.
const LINE: f64 = 1.35;
/// The gap between neighbouring diagrams, and above each row but the first.
const GAP: f64 = 26.0;
/// The width of a diagram that stands alone.
const ALONE: f64 = 360.0;
/// The indentation of a line of a solution for each blank before it.
const BLANK: f64 = 4.0;

/// A column of text or diagrams.
#[derive(Clone, Copy)]
struct Column {
    left: f64,
    width: f64,
}

impl Column {
    const WHOLE: Column = Column { left: MARGIN, width: Drawing::WIDTH - 2.0 * MARGIN };

    /// Returns the columns of a sheet: one for a single diagram, else two.
    fn of_diagrams(count: usize) -> Vec<Column> {
        if count == 1 {
            return vec![Column { left: (Drawing::WIDTH - ALONE) / 2.0, width: ALONE }];
        }
        let width = (Column::WHOLE.width - GAP) / 2.0;
        [0.0, width + GAP].map(|shift| Column { left: MARGIN + shift, width }).to_vec()
    }

    /// Returns the column without its leftmost part.
    fn indented(self, by: f64) -> Column {
        Column { left: self.left + by, width: self.width - by }
    }
}

/// Draws diagrams on a sheet as tall as they need. Several are numbered.
pub(crate) fn draw<'a>(diagrams: &[Diagram], fonts: Fonts<'a>) -> Drawing<'a> {
    let mut content = Drawing::new(fonts, 0.0);
    let number = |i: usize| if diagrams.len() > 1 { format!("{}  ", i + 1) } else { String::new() };
    let columns = Column::of_diagrams(diagrams.len());
    let mut top = MARGIN;
    for (row, beside) in diagrams.chunks(columns.len()).enumerate() {
        let title =
            |i: usize, diagram: &Diagram| format!("{}{}", number(row * columns.len() + i), diagram.title);
        let titles: Vec<String> = beside.iter().enumerate().map(|(i, diagram)| title(i, diagram)).collect();
        // Boards of a row begin at one height.
        let heights = titles
            .iter()
            .zip(&columns)
            .map(|(title, column)| paragraph_height(&content.fonts, title, TITLE, column.width));
        let board_top = top + heights.fold(0.0, f64::max) + 4.0;
        let mut bottom = board_top;
        for ((diagram, title), &column) in beside.iter().zip(&titles).zip(&columns) {
            paragraph(&mut content, title, TITLE, column, top, palette::TEXT);
            bottom = bottom.max(draw_diagram(&mut content, diagram, column, board_top));
        }
        top = bottom + GAP;
    }
    for (i, diagram) in diagrams.iter().enumerate().filter(|(_, diagram)| !diagram.solution.is_empty()) {
        let heading = format!("{}{}", number(i), diagram.asked);
        top = paragraph(&mut content, &heading, TITLE, Column::WHOLE, top, palette::TEXT) + 2.0;
        for line in &diagram.solution {
            let blanks = line.len() - line.trim_start_matches(' ').len();
            let column = Column::WHOLE.indented(BLANK * blanks as f64);
            top = paragraph(&mut content, line, TEXT, column, top, palette::TEXT);
        }
        top += TEXT.size;
    }
    on_paper(content, top + MARGIN)
}

/// Returns a drawing on a white page of this height.
fn on_paper(content: Drawing<'_>, height: f64) -> Drawing<'_> {
    let Drawing { fonts, fills, .. } = content;
    let mut page = Drawing::new(fonts, height.ceil());
    fill_paper(&mut page);
    page.fills.extend(fills);
    page
}

/// Draws a board and the texts below it, and returns where they end.
fn draw_diagram(content: &mut Drawing, diagram: &Diagram, column: Column, top: f64) -> f64 {
    let scale = column.width / Drawing::WIDTH;
    let board = draw_board(&diagram.scene, content.fonts.clone());
    let at = DVec2::new(column.left, top);
    for Fill { outline, ink } in board.fills {
        content.fills.push(Fill { outline: outline.map(|point| at + point * scale), ink });
    }
    let baseline = top + board.height * scale + ASKED.size * 1.1;
    let (left, right) = (column.left, column.left + column.width);
    content.text(&diagram.asked, ASKED, DVec2::new(left, baseline), Anchor::Left, palette::TEXT);
    content.text(&diagram.count, ASKED, DVec2::new(right, baseline), Anchor::Right, palette::TEXT);
    paragraph(content, &diagram.conditions, TEXT, column, baseline + 5.0, palette::QUIET)
}

/// Returns a board with its insets, drawn as wide as a page.
fn draw_board<'a>(scene: &Scene, fonts: Fonts<'a>) -> Drawing<'a> {
    let layout = board_layout(&scene.ground);
    let (to_page, tall) = (layout.to_page(0.0), layout.page_height());
    let insets = inset::worthwhile(scene, &layout);
    let mut drawing = Drawing::new(fonts, tall + inset::height(insets.len()));
    Placed { scene, to_page: &to_page, limits: limits_of_texts(0.0, tall) }.draw(&mut drawing);
    inset::draw(&mut drawing, scene, &insets, &layout, &to_page, tall);
    drawing
}

/// Returns the height of a wrapped text.
fn paragraph_height(fonts: &Fonts, text: &str, style: Style, width: f64) -> f64 {
    fonts.wrap(text, style, width).len() as f64 * style.size * LINE
}

/// Draws a wrapped text below a height, and returns where it ends.
fn paragraph(content: &mut Drawing, text: &str, style: Style, column: Column, top: f64, ink: Ink) -> f64 {
    let lines = content.fonts.wrap(text, style, column.width);
    for (i, line) in lines.iter().enumerate() {
        let at = DVec2::new(column.left, top + style.size * (1.0 + LINE * i as f64));
        content.text(line, style, at, Anchor::Left, ink);
    }
    top + lines.len() as f64 * style.size * LINE
}
