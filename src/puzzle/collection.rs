//! Collections of puzzles: JSON, one puzzle a line.

use crate::choice::choice;
use crate::diagnostics::{TextFault, read_json};
use crate::game::{Position, VariantCache};
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
    /// Whether the task is also offered on cells, where each move captures at most one piece and legal moves are few.
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
    /// The grade of difficulty, from 1; 0 if the puzzle is not proven yet.
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
    /// When the variant, its parameters or the position text is not valid.
    pub fn start(&self, variants: &VariantCache) -> Result<Position, Box<dyn std::error::Error>> {
        let name = &self.variant;
        // A puzzle may name only a preset, so that no other file is read.
        if names_file(name) {
            let advice = "name a preset, and give parameters as `rules`";
            return Err(format!("variant: `{name}` is a file: {advice}").into());
        }
        let prepared = variants.get(name, &self.rules).map_err(|e| format!("variant: {e}"))?;
        Ok(Position::from_text(&prepared, &self.position).map_err(|e| format!("position: {e}"))?)
    }
}

/// A puzzle of a collection.
#[derive(Debug, Clone, PartialEq)]
pub struct CollectedPuzzle {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// The puzzle.
    pub puzzle: Puzzle,
}

/// Returns the puzzles of a collection. Empty lines are ignored.
///
/// # Errors
/// Every line that is not a puzzle, and every name that occurs twice.
pub fn read_collection(text: &str) -> Result<Vec<CollectedPuzzle>, Vec<TextFault>> {
    let (mut found, mut faults, mut names) = (Vec::new(), Vec::new(), HashSet::new());
    for (line, json) in (1..).zip(text.lines()).filter(|(_, json)| !json.trim().is_empty()) {
        match read_json::<Puzzle>(json.as_bytes()) {
            Ok(puzzle) if !names.insert(puzzle.id.clone()) => {
                let message = format!("there is a puzzle `{}` already: give this one another id", puzzle.id);
                faults.push(TextFault { line, column: 1, message });
            }
            Ok(puzzle) => found.push(CollectedPuzzle { line, puzzle }),
            Err(TextFault { column, message, .. }) => {
                faults.push(TextFault { line, column, message: format!("no puzzle: {message}") });
            }
        }
    }
    if faults.is_empty() { Ok(found) } else { Err(faults) }
}

/// A collection inside the program.
#[derive(Debug)]
pub struct ShippedCollection {
    /// The path in the source.
    pub path: &'static str,
    /// The text, one puzzle a line.
    pub text: &'static str,
}

/// Expands to a list of collections.
macro_rules! collections {
    ($($name:literal)+) => {
        &[$(ShippedCollection {
            path: concat!("problems/puzzles/", $name, ".jsonl"),
            text: include_str!(concat!("../../problems/puzzles/", $name, ".jsonl")),
        }),+]
    };
}

/// Returns the collections inside the program.
pub fn shipped_collections() -> &'static [ShippedCollection] {
    collections!("composed" "plane" "escapes" "captures" "seams" "zeno-and-discrete" "squares" "circe" "round"
        "cells-with-seams" "closed" "cells-closed")
}
