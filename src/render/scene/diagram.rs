//! A board on a sheet, with its texts.

use super::picture::Scene;

/// A board on a sheet, with texts above and below it.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagram {
    /// The board and its marks. Title, caption and legend of the scene are not drawn.
    pub scene: Scene,
    /// The text above the board; empty for no title.
    pub title: String,
    /// The short text below the board at the left, such as a stipulation.
    pub asked: String,
    /// The short text below the board at the right, such as the numbers of pieces.
    pub count: String,
    /// The text below the two short ones, such as the rules of the variant; empty for no such text.
    pub conditions: String,
    /// The lines of the solution, which are drawn below all boards of the sheet. Blanks before a line indent it.
    pub solution: Vec<String>,
}

impl Diagram {
    /// Returns all texts of the diagram.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &String> {
        let short = [&self.title, &self.asked, &self.count, &self.conditions];
        short.into_iter().chain(&self.solution)
    }
}
