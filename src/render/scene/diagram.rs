//! A board as part of a sheet, with the texts that belong to it.

use super::picture::Scene;

/// A board on a sheet, with texts above and below it.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagram {
    /// The board. Texts and key of the scene are not drawn.
    pub scene: Scene,
    /// The text above the board; empty for none.
    pub title: String,
    /// The short text below the board at its left, such as what is asked.
    pub asked: String,
    /// The short text below the board at its right, such as a count.
    pub count: String,
    /// The further text below the board; empty for none.
    pub conditions: String,
    /// The lines below all boards of the sheet. Blanks before a line indent it.
    pub solution: Vec<String>,
}

impl Diagram {
    /// Returns a board without texts.
    pub fn new(scene: Scene) -> Diagram {
        Diagram {
            scene,
            title: String::new(),
            asked: String::new(),
            count: String::new(),
            conditions: String::new(),
            solution: Vec::new(),
        }
    }

    /// Returns all its texts.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &String> {
        let short = [&self.title, &self.asked, &self.count, &self.conditions];
        short.into_iter().chain(&self.solution)
    }
}
