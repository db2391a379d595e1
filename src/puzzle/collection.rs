//! Collections of puzzles: JSON, one puzzle a line.

use crate::choice::choice;
use crate::diagnostics::{TextFault, read_json};
use crate::game::{Position, Prepared, VariantCache};
use crate::variant::names_file;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use toml::Table;

choice! {
    /// The task of a puzzle.
    pub enum Theme("theme") {
        /// Mate with one move.
        Mate = "mate",
        /// Mate in two moves against every reply.
        MateInTwo = "mate-in-two",
        /// Capture as many pieces with one move as possible, three or more.
        Captures = "captures",
        /// Find the one stretch of distances that gets out of check.
        Escape = "escape",
    }
}

impl Theme {
    /// Whether the task is one for cells, where each move captures one piece and legal moves are few.
    pub fn is_for_cells(self) -> bool {
        match self {
            Theme::Mate | Theme::MateInTwo => true,
            Theme::Captures | Theme::Escape => false,
        }
    }
}

/// A puzzle as written in a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// The name, unique in its file.
    pub id: String,
    /// The task.
    pub theme: Theme,
    /// The name of a preset.
    pub variant: String,
    /// Parameters that override those of the variant.
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    pub rules: Table,
    /// The position text. The side to move is to solve the task.
    pub position: String,
    /// Every answer, as `solve` and `moves` print it.
    #[serde(default)]
    pub answers: Vec<String>,
    /// The grade of difficulty, from 1; 0 before it is proven.
    #[serde(default)]
    pub grade: u8,
    /// A remark that is shown with the answer.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
}

impl Puzzle {
    /// Returns the position.
    ///
    /// # Errors
    /// What is wrong with the variant, its parameters or the position text, for people.
    pub fn start(&self, variants: &VariantCache) -> Result<Position, Box<dyn std::error::Error>> {
        let prepared = self.prepared(variants)?;
        Ok(Position::from_text(&prepared, &self.position).map_err(|e| format!("position: {e}"))?)
    }

    fn prepared(&self, variants: &VariantCache) -> Result<Prepared, Box<dyn std::error::Error>> {
        // A puzzle may name a preset only, so that reading it opens no other file.
        if names_file(&self.variant) {
            let name = &self.variant;
            return Err(format!(
                "variant: `{name}` is a file: name a preset, and give parameters as `rules`"
            )
            .into());
        }
        Ok(variants.get(&self.variant, &self.rules).map_err(|e| format!("variant: {e}"))?)
    }
}

/// The puzzles of a file, each with its line.
pub type Collection = Vec<(usize, Puzzle)>;

/// Returns the puzzles of a collection. Empty lines are ignored.
///
/// # Errors
/// Every line that is not a puzzle, and every name that occurs twice.
pub fn collection(text: &str) -> Result<Collection, Vec<TextFault>> {
    let (mut found, mut faults, mut names) = (Collection::new(), Vec::new(), HashSet::new());
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    for (line, text) in lines.map(|(index, text)| (index + 1, text)) {
        match read_json::<Puzzle>(text.as_bytes()) {
            Ok(puzzle) if !names.insert(puzzle.id.clone()) => {
                let message = format!("there is a puzzle `{}` already: give this one another id", puzzle.id);
                faults.push(TextFault { line, column: 1, message });
            }
            Ok(puzzle) => found.push((line, puzzle)),
            Err(e) => faults.push(TextFault {
                line,
                column: e.column,
                message: format!("no puzzle: {}", e.message),
            }),
        }
    }
    if faults.is_empty() { Ok(found) } else { Err(faults) }
}

/// The collections inside the program, by their paths in its source.
const SHIPPED: &[(&str, &str)] = &[
    ("problems/puzzles/composed.jsonl", include_str!("../../problems/puzzles/composed.jsonl")),
    ("problems/puzzles/plane.jsonl", include_str!("../../problems/puzzles/plane.jsonl")),
    ("problems/puzzles/escapes.jsonl", include_str!("../../problems/puzzles/escapes.jsonl")),
    ("problems/puzzles/captures.jsonl", include_str!("../../problems/puzzles/captures.jsonl")),
    ("problems/puzzles/seams.jsonl", include_str!("../../problems/puzzles/seams.jsonl")),
    (
        "problems/puzzles/zeno-and-discrete.jsonl",
        include_str!("../../problems/puzzles/zeno-and-discrete.jsonl"),
    ),
    ("problems/puzzles/squares.jsonl", include_str!("../../problems/puzzles/squares.jsonl")),
    ("problems/puzzles/circe.jsonl", include_str!("../../problems/puzzles/circe.jsonl")),
    ("problems/puzzles/round.jsonl", include_str!("../../problems/puzzles/round.jsonl")),
    (
        "problems/puzzles/cells-with-seams.jsonl",
        include_str!("../../problems/puzzles/cells-with-seams.jsonl"),
    ),
    ("problems/puzzles/closed.jsonl", include_str!("../../problems/puzzles/closed.jsonl")),
    ("problems/puzzles/cells-closed.jsonl", include_str!("../../problems/puzzles/cells-closed.jsonl")),
];

/// Returns the collections inside the program, each with its path in the source and its text.
pub fn shipped() -> &'static [(&'static str, &'static str)] {
    SHIPPED
}
