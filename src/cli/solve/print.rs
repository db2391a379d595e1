//! The printed form of a solved problem.

use super::Args;
use crate::cli::{Failure, printed};
use crate::solve::Stipulation;
use serde::Serialize;
use std::io::Write;
use std::time::Instant;

/// The last line: the number of solutions, and the cost.
pub(super) struct Summary {
    pub found: usize,
    /// The number of tries, if they were asked for.
    pub tries: Option<usize>,
    pub complete: bool,
    pub nodes: u64,
    pub words: SummaryWords,
}

/// The words of the last line.
pub(super) struct SummaryWords {
    /// The name of a solution.
    pub what: &'static str,
    /// The note where more may be found.
    pub note_if_incomplete: &'static str,
    /// The name of what is counted as nodes.
    pub counted: &'static str,
}

/// Prints a report, as JSON or as text, with the time since `begin`.
pub(super) fn print_result(
    args: &Args,
    asked: Stipulation,
    begin: Instant,
    report: &impl Serialize,
    summary: &Summary,
    text: &str,
) -> Result<(), Failure> {
    let seconds = begin.elapsed().as_secs_f64();
    let mut out = printed::stdout();
    let Summary { found, tries, complete, nodes, words: SummaryWords { what, note_if_incomplete, counted } } =
        *summary;
    if args.json {
        let mut json = serde_json::to_value(report)?;
        json["seconds"] = seconds.into();
        writeln!(out, "{json}")?;
    } else {
        writeln!(out, "{asked}")?;
        write!(out, "{text}")?;
        let s = if found == 1 { "" } else { "s" };
        let note = if complete { "" } else { note_if_incomplete };
        let tries = match tries {
            Some(1) => ", 1 try".to_owned(),
            Some(number) => format!(", {number} tries"),
            None => String::new(),
        };
        writeln!(out, "{found} {what}{s}{note}{tries}, {nodes} {counted} in {seconds:.3} s")?;
    }
    Ok(out.flush()?)
}
