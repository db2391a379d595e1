//! A sheet of diagrams: boards with their texts, two in each row, and the solutions below all boards.

use super::board::PlacedScene;
use super::frame::board_layout;
use super::inset::InsetRows;
use super::{MARGIN, fill_paper, inset, limits_of_texts};
use crate::render::canvas::drawing::{Anchor, Drawing, Fill, Ink};
use crate::render::canvas::font::{Fonts, Style, Weight};
use crate::render::canvas::palette;
use crate::render::scene::{Diagram, Scene};
use glam::DVec2;

const TITLE: Style = Style { weight: Weight::Bold, size: 12.0 };
const ASKED: Style = Style { weight: Weight::Bold, size: 13.0 };
const TEXT: Style = Style { weight: Weight::Regular, size: 10.5 };
/// The distance between neighbouring baselines, in sizes of the letters.
const LINE: f64 = 1.35;
/// The gap between neighbouring diagrams, beside each other or below each other, in page units.
const GAP: f64 = 26.0;
/// The width of the only diagram of a sheet.
const ONLY_WIDTH: f64 = 360.0;
/// The indentation of a line of a solution for each blank before the line, in page units.
const BLANK: f64 = 4.0;

/// A column of the sheet, in which text or diagrams stand.
#[derive(Clone, Copy)]
struct Column {
    left: f64,
    width: f64,
}

impl Column {
    const WHOLE: Column = Column { left: MARGIN, width: Drawing::WIDTH - 2.0 * MARGIN };

    /// Returns the columns of a sheet of diagrams: one for a single diagram, else two.
    fn of_diagrams(count: usize) -> Vec<Column> {
        if count == 1 {
            return vec![Column { left: (Drawing::WIDTH - ONLY_WIDTH) / 2.0, width: ONLY_WIDTH }];
        }
        let width = (Column::WHOLE.width - GAP) / 2.0;
        [0.0, width + GAP].map(|shift| Column { left: MARGIN + shift, width }).to_vec()
    }

    /// Returns the column without its leftmost part.
    fn indented(self, indentation: f64) -> Column {
        Column { left: self.left + indentation, width: self.width - indentation }
    }
}

/// Returns a drawing of diagrams on a sheet as tall as they need. Diagrams are numbered if there are several.
pub(crate) fn draw<'a>(diagrams: &[Diagram], fonts: Fonts<'a>) -> Drawing<'a> {
    let mut content = Drawing::new(fonts, 0.0);
    let mut numbered = Vec::new();
    for (i, diagram) in diagrams.iter().enumerate() {
        let number = if diagrams.len() > 1 { format!("{}  ", i + 1) } else { String::new() };
        let (title, asked) = (format!("{number}{}", diagram.title), format!("{number}{}", diagram.asked));
        numbered.push(NumberedDiagram { title, asked, diagram });
    }
    let columns = Column::of_diagrams(diagrams.len());
    let mut top = MARGIN;
    for row in numbered.chunks(columns.len()) {
        top = draw_row(&mut content, row, &columns, top) + GAP;
    }
    for NumberedDiagram { asked, diagram, .. } in &numbered {
        if !diagram.solution.is_empty() {
            top = draw_solution(&mut content, asked, &diagram.solution, top) + TEXT.size;
        }
    }
    content.height = (top + MARGIN).ceil();
    // The paper lies below all diagrams, whose height has to be known first.
    fill_paper(&mut content);
    content.fills.rotate_right(1);
    content
}

/// A diagram, with its number before the title and before the stipulation.
struct NumberedDiagram<'a> {
    title: String,
    asked: String,
    diagram: &'a Diagram,
}

/// Draws diagrams beside each other, and returns the height at which they end.
fn draw_row(content: &mut Drawing, row: &[NumberedDiagram], columns: &[Column], top: f64) -> f64 {
    let mut tallest_title = 0.0f64;
    for (NumberedDiagram { title, .. }, column) in row.iter().zip(columns) {
        tallest_title = tallest_title.max(paragraph_height(&content.fonts, title, TITLE, column.width));
    }
    // All boards of a row begin at the same height.
    let board_top = top + tallest_title + 4.0;
    let mut bottom = board_top;
    for (NumberedDiagram { title, diagram, .. }, &column) in row.iter().zip(columns) {
        draw_paragraph(content, title, TITLE, column, top, palette::TEXT);
        bottom = bottom.max(draw_diagram(content, diagram, column, board_top));
    }
    bottom
}

/// Draws a solution below a heading, and returns the height at which it ends.
fn draw_solution(content: &mut Drawing, heading: &str, solution: &[String], top: f64) -> f64 {
    let mut top = draw_paragraph(content, heading, TITLE, Column::WHOLE, top, palette::TEXT) + 2.0;
    for line in solution {
        let blanks = line.len() - line.trim_start_matches(' ').len();
        let column = Column::WHOLE.indented(BLANK * blanks as f64);
        top = draw_paragraph(content, line, TEXT, column, top, palette::TEXT);
    }
    top
}

/// Draws a board and the texts below it, and returns the height at which they end.
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
    draw_paragraph(content, &diagram.conditions, TEXT, column, baseline + 5.0, palette::MUTED)
}

/// Returns a drawing of a board with its insets, as wide as a page.
fn draw_board<'a>(scene: &Scene, fonts: Fonts<'a>) -> Drawing<'a> {
    let layout = board_layout(&scene.ground);
    let (to_page, board_height) = (layout.to_page(0.0), layout.page_height());
    let insets = inset::insets_worth_drawing(scene, &layout);
    let mut drawing = Drawing::new(fonts, board_height + InsetRows::of(&insets).height());
    PlacedScene { scene, to_page: &to_page, limits: limits_of_texts(0.0, board_height) }.draw(&mut drawing);
    inset::draw(&mut drawing, scene, &insets, &layout, &to_page, board_height);
    drawing
}

fn paragraph_height(fonts: &Fonts, text: &str, style: Style, width: f64) -> f64 {
    fonts.wrap(text, style, width).len() as f64 * style.size * LINE
}

/// Draws a wrapped text from `top` downwards, and returns the height at which it ends.
fn draw_paragraph(
    content: &mut Drawing,
    text: &str,
    style: Style,
    column: Column,
    top: f64,
    ink: Ink,
) -> f64 {
    let lines = content.fonts.wrap(text, style, column.width);
    for (i, line) in lines.iter().enumerate() {
        let at = DVec2::new(column.left, top + style.size * (1.0 + LINE * i as f64));
        content.text(line, style, at, Anchor::Left, ink);
    }
    top + lines.len() as f64 * style.size * LINE
}
