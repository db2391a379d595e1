//! `continuum verify` proves or refutes a certificate.

use super::printed::{self, counted};
use super::select::whole;
use super::{Failure, Outcome};
use continuum::diagnostics::{FileFaults, TextFault, read_json, read_text};
use continuum::game::{Position, Prepared};
use continuum::solve::plane::{Certificate, CheckOptions, CheckVerdict, Checked, check};
use continuum::solve::strategy::{CellFault, Proof, Strategy, StrategyGames, Unproven};
use serde::de::IgnoredAny;
use serde_json::json;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A certificate, as `solve --certificate` writes it, or a strategy for a whole set of positions
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How much to play as a second opinion: random replies in each span, or random games of a strategy
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole::<u32>(0, u32::MAX.into()), allow_negative_numbers = true)]
    samples: u32,
    /// The seed of the random replies
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    fn options(&self) -> CheckOptions {
        CheckOptions { samples: self.samples, seed: self.seed }
    }
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let begin = Instant::now();
    let text = read_text(&args.file)?;
    if is_strategy(&text) {
        return run_strategy(args, &text, begin);
    }
    let refused = |fault: TextFault| FileFaults::new(&args.file, &text, [fault]);
    let certificate: Certificate = read_json(text.as_bytes()).map_err(refused)?;
    let Position::Plane(position) = position_of(&certificate, &text).map_err(refused)? else {
        let message = "certificates are of positions on the plane, and this variant is played on cells";
        return Err(refused(fault_in_value(&text, "variant", 0, message)).into());
    };
    let checked = check(&position, &certificate, args.options())
        .map_err(|unsupported| refused(fault_in_value(&text, "position", 0, &unsupported.to_string())))?;
    let seconds = begin.elapsed().as_secs_f64();
    let mut out = printed::stdout();
    if args.json {
        let mut json = serde_json::to_value(&checked)?;
        json["seconds"] = seconds.into();
        writeln!(out, "{json}")?;
    } else {
        print(&mut out, &checked, seconds)?;
    }
    Ok(match checked.verdict {
        CheckVerdict::Proven => Outcome::Expected,
        CheckVerdict::Refuted => Outcome::Unexpected,
        CheckVerdict::Samples | CheckVerdict::Undecided => Outcome::Undecided,
    })
}

/// Whether the text of a certificate is that of a strategy, which has cells instead of keys.
fn is_strategy(text: &str) -> bool {
    let members: BTreeMap<String, IgnoredAny> = read_json(text.as_bytes()).unwrap_or_default();
    members.contains_key("cells")
}

/// A strategy that was checked.
enum CheckedStrategy {
    Proven(Proof, StrategyGames),
    Refuted { reason: String },
}

fn run_strategy(args: &Args, text: &str, begin: Instant) -> Result<Outcome, Failure> {
    let refused = |fault| FileFaults::new(&args.file, text, [fault]);
    let strategy: Strategy = read_json(text.as_bytes()).map_err(refused)?;
    let checked = match strategy.prove() {
        Ok(proof) => match strategy.play(args.options()) {
            Ok(played) => CheckedStrategy::Proven(proof, played),
            Err(mishap) => CheckedStrategy::Refuted { reason: format!("by plain play: {mishap}") },
        },
        Err(Unproven { fault: CellFault::Text(expression, reason), .. }) => {
            // The fault is shown behind the quotation mark with which the expression begins.
            let byte = text.find(&serde_json::to_string(&expression)?).map_or(0, |quotation| quotation + 1);
            return Err(refused(TextFault::at(text, byte, reason.to_string())).into());
        }
        Err(unproven) => CheckedStrategy::Refuted { reason: unproven.to_string() },
    };
    let seconds = begin.elapsed().as_secs_f64();
    let mut out = printed::stdout();
    if args.json {
        writeln!(out, "{}", strategy_json(&checked, seconds))?;
    } else {
        print_strategy(&mut out, &checked, seconds)?;
    }
    Ok(match checked {
        CheckedStrategy::Proven(..) => Outcome::Expected,
        CheckedStrategy::Refuted { .. } => Outcome::Unexpected,
    })
}

fn strategy_json(checked: &CheckedStrategy, seconds: f64) -> serde_json::Value {
    match checked {
        CheckedStrategy::Proven(Proof { moves, cells, parts }, played) => {
            let StrategyGames { games, replies, positions, longest } = played;
            json!({
                "verdict": "proven", "proven": true, "moves": moves, "cells": cells, "parts": parts, "games": games,
                "replies": replies, "positions": positions, "longest": longest, "seconds": seconds,
            })
        }
        CheckedStrategy::Refuted { reason } => {
            json!({ "verdict": "refuted", "proven": false, "refuted": reason, "seconds": seconds })
        }
    }
}

fn print_strategy(out: &mut impl Write, checked: &CheckedStrategy, seconds: f64) -> std::io::Result<()> {
    match checked {
        CheckedStrategy::Proven(Proof { moves, cells, parts }, played) => {
            writeln!(out, "proven: White mates within {moves} moves from every position of the cells")?;
            let parts = counted(*parts, "convex part", "convex parts");
            writeln!(out, "{}, {parts}", counted(*cells, "cell", "cells"))?;
            let StrategyGames { games, replies, positions, longest } = *played;
            let percentage = 100.0 * f64::from(games) / positions.max(1) as f64;
            writeln!(out, "{games} random games, {replies} replies, the longest {longest} moves")?;
            writeln!(out, "the cells have {percentage:.1} % of {positions} random legal positions")?;
        }
        CheckedStrategy::Refuted { reason } => writeln!(out, "refuted: {reason}")?,
    }
    writeln!(out, "{seconds:.3} s")
}

fn print(out: &mut impl Write, checked: &Checked, seconds: f64) -> std::io::Result<()> {
    let keys = counted(checked.keys, "key", "keys");
    match (checked.verdict, &checked.refuted) {
        (CheckVerdict::Refuted, Some(reason)) => writeln!(out, "refuted: {reason}")?,
        (CheckVerdict::Refuted, None) | (CheckVerdict::Undecided, _) => writeln!(out, "not proven")?,
        (CheckVerdict::Samples, _) => {
            let open_keys = checked.keys - checked.whole;
            writeln!(out, "proven at samples, and not between them: {open_keys} of {keys}")?;
        }
        (CheckVerdict::Proven, _) => writeln!(out, "proven")?,
    }
    for cell in &checked.undecided {
        writeln!(out, "undecided: {cell}")?;
    }
    let samples = counted(checked.samples, "sample", "samples");
    let replies = counted(checked.replies, "span", "spans");
    let cells = counted(checked.cells, "cell", "cells");
    let played = checked.played;
    writeln!(out, "{keys}, {samples}, {replies} of replies, {cells}, {played} played in {seconds:.3} s")
}

fn position_of(certificate: &Certificate, text: &str) -> Result<Position, TextFault> {
    let prepared = Prepared::load(&certificate.variant, Path::new(""), &certificate.rules)
        .map_err(|e| fault_in_value(text, "variant", 0, &e.to_string()))?;
    // Columns of the position text count from 1, so the column is also the offset from the quotation mark.
    Position::from_text(&prepared, &certificate.position)
        .map_err(|e| fault_in_value(text, "position", e.column, &e.message))
}

/// Returns a fault in the value of a member of a JSON object, `offset` characters after the beginning of the value.
fn fault_in_value(text: &str, member: &str, offset: usize, message: &str) -> TextFault {
    let values: BTreeMap<String, &RawValue> = serde_json::from_str(text).unwrap_or_default();
    let byte = values.get(member).map_or(0, |value| value.get().as_ptr() as usize - text.as_ptr() as usize);
    let mut fault = TextFault::at(text, byte, message);
    fault.column += offset;
    fault
}
