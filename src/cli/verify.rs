//! `continuum verify`

use super::printed::{self, counted};
use super::select::whole;
use super::{Failure, Outcome};
use crate::diagnostics::{FileFaults, TextFault, TextPlace, read_json_file, read_text};
use crate::game::{Position, Prepared};
use crate::solve::plane::{Certificate, CheckOptions, CheckVerdict, Checked, check};
use crate::solve::strategy::{CellFault, Proof, Strategy, StrategyGames, Unproven};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
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
    let fault = |fault: TextFault| FileFaults::one(&args.file, &text, fault);
    let certificate: Certificate = read_json_file(&text).map_err(fault)?;
    let position = position(&text, &certificate).map_err(fault)?;
    let Position::Plane(position) = position else {
        let message = "certificates are of positions on the plane, and this variant is played on cells";
        return Err(fault(at_value(&text, |places| places.variant, 0, message)).into());
    };
    let checked = check(&position, &certificate, args.options())
        .map_err(|unsolved| fault(at_value(&text, |places| places.position, 0, unsolved.to_string())))?;
    let seconds = begin.elapsed().as_secs_f64();
    let mut out = printed::stdout();
    if args.json {
        let mut json = serde_json::to_value(&checked)?;
        json["seconds"] = seconds.into();
        writeln!(out, "{json}")?;
    } else {
        print(&mut out, &checked)?;
        let keys = counted(checked.keys, "key", "keys");
        let samples = counted(checked.samples, "sample", "samples");
        let replies = counted(checked.replies, "span", "spans");
        let cells = counted(checked.cells, "cell", "cells");
        let played = checked.played;
        writeln!(out, "{keys}, {samples}, {replies} of replies, {cells}, {played} played in {seconds:.3} s")?;
    }
    out.flush()?;
    Ok(match checked.verdict {
        CheckVerdict::Proven => Outcome::Fine,
        CheckVerdict::Refuted => Outcome::Unexpected,
        CheckVerdict::Samples | CheckVerdict::Undecided => Outcome::Open,
    })
}

/// Whether a file is a strategy: a certificate with cells instead of keys.
fn is_strategy(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Parts {
        #[serde(rename = "cells")]
        _cells: IgnoredAny,
    }
    read_json_file::<Parts>(text).is_ok()
}

/// The result of a strategy as `--json` prints it.
#[derive(Serialize, Default)]
struct StrategyReport {
    verdict: CheckVerdict,
    proven: bool,
    /// The greatest number of moves, and the numbers of cells and convex parts that were proven.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    proof: Option<Proof>,
    /// The random games.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    played: Option<StrategyGames>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refuted: Option<String>,
    seconds: f64,
}

fn run_strategy(args: &Args, text: &str, begin: Instant) -> Result<Outcome, Failure> {
    let fault = |fault| FileFaults::one(&args.file, text, fault);
    let strategy: Strategy = read_json_file(text).map_err(fault)?;
    let mut report = StrategyReport { verdict: CheckVerdict::Refuted, ..StrategyReport::default() };
    match strategy.prove() {
        Err(Unproven { fault: CellFault::Text(written, why), .. }) => {
            let byte = text.find(&serde_json::to_string(&written)?).map_or(0, |at| at + 1);
            return Err(fault(TextFault::at(text, byte, why.to_string())).into());
        }
        Err(unproven) => report.refuted = Some(unproven.to_string()),
        Ok(proof) => match strategy.play(args.options()) {
            Ok(played) => {
                let (proof, played) = (Some(proof), Some(played));
                report = StrategyReport { verdict: CheckVerdict::Proven, proof, played, ..report }
            }
            Err(mishap) => report.refuted = Some(format!("by plain play: {mishap}")),
        },
    }
    report.proven = report.verdict == CheckVerdict::Proven;
    report.seconds = begin.elapsed().as_secs_f64();
    let mut out = printed::stdout();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        print_strategy(&mut out, &report)?;
    }
    out.flush()?;
    Ok(if report.proven { Outcome::Fine } else { Outcome::Unexpected })
}

fn print_strategy(out: &mut impl Write, report: &StrategyReport) -> std::io::Result<()> {
    if let Some(why) = &report.refuted {
        writeln!(out, "refuted: {why}")?;
    }
    if let Some(Proof { moves, cells, parts }) = report.proof {
        writeln!(out, "proven: White mates within {moves} moves from every position of the cells")?;
        let (cells, parts) = (counted(cells, "cell", "cells"), counted(parts, "convex part", "convex parts"));
        writeln!(out, "{cells}, {parts}")?;
    }
    if let Some(StrategyGames { games, replies, positions, longest }) = report.played {
        let share = 100.0 * f64::from(games) / positions.max(1) as f64;
        writeln!(out, "{games} random games, {replies} replies, the longest {longest} moves")?;
        writeln!(out, "the cells have {share:.1} % of {positions} random legal positions")?;
    }
    writeln!(out, "{:.3} s", report.seconds)
}

fn print(out: &mut impl Write, checked: &Checked) -> std::io::Result<()> {
    let Checked { verdict, keys, whole, refuted, undecided, .. } = checked;
    match (verdict, refuted) {
        (CheckVerdict::Refuted, Some(why)) => writeln!(out, "refuted: {why}")?,
        (CheckVerdict::Refuted, None) | (CheckVerdict::Undecided, _) => writeln!(out, "not proven")?,
        (CheckVerdict::Samples, _) => {
            let (open, keys) = (keys - whole, counted(*keys, "key", "keys"));
            writeln!(out, "proven at samples, and not between them: {open} of {keys}")?;
        }
        (CheckVerdict::Proven, _) => writeln!(out, "proven")?,
    }
    undecided.iter().try_for_each(|cell| writeln!(out, "undecided: {cell}"))
}

/// Returns the position of a certificate.
fn position(text: &str, certificate: &Certificate) -> Result<Position, TextFault> {
    let prepared = Prepared::load(&certificate.variant, Path::new(""), &certificate.rules)
        .map_err(|e| at_value(text, |places| places.variant, 0, e.to_string()))?;
    Position::from_text(&prepared, &certificate.position)
        // The position text begins after the quotation mark.
        .map_err(|e| at_value(text, |places| places.position, e.column, e.message))
}

/// The values of the file as they are written.
#[derive(Deserialize)]
struct Places<'a> {
    #[serde(borrow)]
    variant: &'a RawValue,
    #[serde(borrow)]
    position: &'a RawValue,
}

/// Returns a fault at a number of characters after the beginning of a value.
fn at_value<'a>(
    text: &'a str,
    value: impl Fn(&Places<'a>) -> &'a RawValue,
    behind: usize,
    message: impl Into<String>,
) -> TextFault {
    let places: Option<Places<'a>> = serde_json::from_str(text).ok();
    let byte = places.map_or(0, |places| value(&places).get().as_ptr() as usize - text.as_ptr() as usize);
    let TextPlace { line, column } = TextPlace::of_byte(text, byte);
    TextFault { line, column: column + behind, message: message.into() }
}
