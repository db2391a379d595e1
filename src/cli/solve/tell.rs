//! The printed form of a solved problem.

use super::Args;
use crate::cli::printed::{self, Printed};
use crate::cli::{Failure, Outcome};
use crate::solve::{Continuation, Play, Report, SetPlay, Solutions, Variation};
use serde::Serialize;
use std::io::{StdoutLock, Write};
use std::time::Instant;

/// The last line: the number of solutions, and the cost.
pub(super) struct Summary {
    pub found: usize,
    /// The name of one solution, for the count.
    pub what: &'static str,
    pub complete: bool,
    /// The note about an incomplete search.
    pub else_note: &'static str,
    pub nodes: u64,
    /// The name of what is counted as nodes.
    pub counted: &'static str,
}

/// Prints a report, as JSON or by `body`, with the time since `begin`.
pub(super) fn print_result(
    args: &Args,
    begin: Instant,
    report: &impl Serialize,
    summary: &Summary,
    body: impl FnOnce(&mut Printed<StdoutLock<'static>>) -> std::io::Result<()>,
) -> Result<Outcome, Failure> {
    let seconds = begin.elapsed().as_secs_f64();
    let mut out = printed::stdout();
    let Summary { found, what, complete, else_note, nodes, counted } = *summary;
    if args.json {
        let mut json = serde_json::to_value(report)?;
        json["seconds"] = seconds.into();
        writeln!(out, "{json}")?;
    } else {
        writeln!(out, "{}", args.stipulation)?;
        body(&mut out)?;
        let s = if found == 1 { "" } else { "s" };
        let note = if complete { "" } else { else_note };
        writeln!(out, "{found} {what}{s}{note}, {nodes} {counted} in {seconds:.3} s")?;
    }
    out.flush()?;
    Ok(if found == 0 { Outcome::Unexpected } else { Outcome::Fine })
}

/// Prints set play, keys and their variations.
pub(super) fn tree(out: &mut impl Write, report: &Report) -> std::io::Result<()> {
    match &report.set_play {
        SetPlay::Variations(variations) if !variations.is_empty() => {
            writeln!(out, "set play:")?;
            variations.iter().try_for_each(|v| print_variation(out, v, 1))?;
        }
        SetPlay::Lines(lines) if !lines.is_empty() => {
            writeln!(out, "set play:")?;
            lines.iter().try_for_each(|line| writeln!(out, "   {}", line.line))?;
        }
        SetPlay::Variations(_) | SetPlay::Lines(_) => {}
    }
    match &report.solutions {
        Solutions::Lines(lines) => lines.iter().try_for_each(|line| writeln!(out, "{}", line.line)),
        Solutions::Keys(keys) => keys.iter().try_for_each(|key| {
            print_move(out, &format!("{} !", key.key), &key.play)?;
            print_play(out, &key.play, 1)
        }),
    }
}

fn print_move(out: &mut impl Write, text: &str, play: &Play) -> std::io::Result<()> {
    let remark = match (play.zugzwang, play.threats.is_empty()) {
        (true, _) => " zugzwang",
        (false, false) => " threat:",
        (false, true) => "",
    };
    writeln!(out, "{text}{remark}")
}

fn print_play(out: &mut impl Write, play: &Play, depth: usize) -> std::io::Result<()> {
    print_continuations(out, &play.threats, "", depth + 1)?;
    play.variations.iter().try_for_each(|v| print_variation(out, v, depth))
}

fn print_variation(out: &mut impl Write, variation: &Variation, depth: usize) -> std::io::Result<()> {
    writeln!(out, "{:1$}{2}", "", 3 * depth, variation.reply)?;
    let remark = if variation.dual { " (dual)" } else { "" };
    print_continuations(out, &variation.continuations, remark, depth + 1)
}

fn print_continuations(
    out: &mut impl Write,
    moves: &[Continuation],
    remark: &str,
    depth: usize,
) -> std::io::Result<()> {
    moves.iter().try_for_each(|m| {
        write!(out, "{:1$}", "", 3 * depth)?;
        print_move(out, &format!("{}{remark}", m.text), &m.play)?;
        print_play(out, &m.play, depth + 1)
    })
}
