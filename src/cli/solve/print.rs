//! The printed form of a solved problem.

use super::{Args, Solved};
use crate::cli::{Failure, printed};
use continuum::solve::Stipulation;
use serde::Serialize;
use std::io::Write;

/// The content of the heading and of the last line: the number of solutions, and the cost of the search.
pub(super) struct Summary {
    pub stipulation: Stipulation,
    pub found: usize,
    /// The number of tries; `None` without the option `--tries`.
    pub tries: Option<usize>,
    /// Whether all solutions were found.
    pub is_complete: bool,
    /// The number of positions or stretches that were searched.
    pub nodes: u64,
    pub seconds: f64,
    pub words: SummaryWords,
}

/// The words of the last line.
pub(super) struct SummaryWords {
    /// The noun of a solution, in the singular.
    pub solution: &'static str,
    /// The note if there may be more solutions.
    pub note_if_incomplete: &'static str,
    /// The noun of nodes, in the plural.
    pub node: &'static str,
}

/// Prints a report as JSON, or prints its text between the heading and the last line. Returns the printed problem, without keys.
pub(super) fn print_result(
    args: &Args,
    report: &impl Serialize,
    summary: Summary,
    text: String,
) -> Result<Solved, Failure> {
    let Summary { stipulation, found, tries, is_complete, nodes, seconds, words } = summary;
    let mut out = printed::stdout();
    if args.json {
        let mut json = serde_json::to_value(report)?;
        json["seconds"] = seconds.into();
        writeln!(out, "{json}")?;
    } else {
        let plural_s = if found == 1 { "" } else { "s" };
        let note = if is_complete { "" } else { words.note_if_incomplete };
        let tries = match tries {
            Some(1) => ", 1 try".to_owned(),
            Some(number) => format!(", {number} tries"),
            None => String::new(),
        };
        write!(out, "{stipulation}\n{text}{found} {}{plural_s}{note}{tries}, ", words.solution)?;
        writeln!(out, "{nodes} {} in {seconds:.3} s", words.node)?;
    }
    Ok(Solved { found, text, keys: Vec::new() })
}
