//! The printed form of a solved problem.

use super::Args;
use crate::cli::{Failure, printed};
use crate::solve::Stipulation;
use serde::Serialize;
use std::io::Write;

/// The heading and the last line: the number of solutions, and the cost.
pub(super) struct Summary {
    pub asked: Stipulation,
    pub found: usize,
    /// The number of tries, if they were asked for.
    pub tries: Option<usize>,
    pub complete: bool,
    pub nodes: u64,
    pub seconds: f64,
    pub words: SummaryWords,
}

/// The words of the last line.
pub(super) struct SummaryWords {
    /// The name of a solution.
    pub solution: &'static str,
    /// The note where more may be found.
    pub note_if_incomplete: &'static str,
    /// The name of what is counted as nodes.
    pub node: &'static str,
}

/// Prints a report, as JSON or as text.
pub(super) fn print_result(
    args: &Args,
    report: &impl Serialize,
    summary: &Summary,
    text: &str,
) -> Result<(), Failure> {
    let Summary { asked, found, tries, complete, nodes, seconds, words } = summary;
    let mut out = printed::stdout();
    if args.json {
        let mut json = serde_json::to_value(report)?;
        json["seconds"] = (*seconds).into();
        writeln!(out, "{json}")?;
        return Ok(out.flush()?);
    }
    let s = if *found == 1 { "" } else { "s" };
    let note = if *complete { "" } else { words.note_if_incomplete };
    let tries = match tries {
        Some(1) => ", 1 try".to_owned(),
        Some(number) => format!(", {number} tries"),
        None => String::new(),
    };
    write!(out, "{asked}\n{text}{found} {}{s}{note}{tries}, ", words.solution)?;
    writeln!(out, "{nodes} {} in {seconds:.3} s", words.node)?;
    Ok(out.flush()?)
}
