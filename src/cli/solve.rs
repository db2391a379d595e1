//! `continuum solve`

mod plane;
mod tell;

use super::printed::complain;
use super::select::{GameArgs, JobsArgs, VariantArgs, time, whole};
use super::{Failure, Outcome, interrupt, progress};
use crate::budget::{Budget, Limits};
use crate::chess::Status;
use crate::duration::Unit;
use crate::game::Position;
use crate::solve::{Options, Problem, ReportScope, Stipulation};
use indicatif::ProgressBar;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tell::{Summary, print_result};

#[derive(Debug, clap::Args)]
#[command(mut_arg("variant", VariantArgs::usually_orthodox))]
pub struct Args {
    /// The stipulation: #2, h#3, h#2.5, s#2, hs#3, ser-#5, ser-h#4, ser-s#2, with = for stalemate;
    /// # in a progressive variant
    #[arg(long, value_name = "S")]
    stipulation: Stipulation,
    #[command(flatten)]
    variant: VariantArgs,
    #[command(flatten)]
    game: GameArgs,
    /// Print as JSON
    #[arg(long)]
    json: bool,
    /// Print solutions without variations and set play
    #[arg(long)]
    brief: bool,
    /// End after this many solutions
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, u32::MAX.into()), allow_negative_numbers = true)]
    max_solutions: Option<u32>,
    /// The time limit: seconds, or with a unit, as in 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = time(Unit::Seconds), allow_negative_numbers = true)]
    timeout: Option<Duration>,
    /// The most memory for known positions, in megabytes [default: 256]
    #[arg(long, value_name = "MB", value_parser = whole::<u32>(1, 65536), allow_negative_numbers = true)]
    hash: Option<u32>,
    /// Write the proof of #1 or #2 on the plane, for `continuum verify`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    jobs: JobsArgs,
}

/// The memory for known positions if none is given, in megabytes.
const USUAL_HASH: u32 = 256;

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let (game, _) = args.game.read(&args.variant)?;
    let position = match game.position() {
        Position::Lattice(position) => position,
        Position::Plane(position) => return plane::solve(args, position),
    };
    if args.certificate.is_some() {
        return Err("--certificate: certificates are of positions on the plane".into());
    }
    let puzzle = Problem::new(position, args.stipulation)?;
    let options = Options {
        max_solutions: args.max_solutions.map(|n| n as usize),
        hash_mb: args.hash.unwrap_or(USUAL_HASH) as usize,
        scope: if args.brief { ReportScope::SolutionsOnly } else { ReportScope::Full },
    };
    let begin = Instant::now();
    let pool = args.jobs.pool()?;
    let (report, _) = with_budget(args, |budget| pool.install(|| puzzle.solve(&options, budget)));
    let summary = Summary {
        found: report.solutions.len(),
        what: "solution",
        complete: report.complete,
        else_note: " found, search not finished",
        nodes: report.nodes,
        counted: "positions",
    };
    let outcome = print_result(args, begin, &report, &summary, |out| tell::tree(out, &report))?;
    if puzzle.status() != Status::Ongoing {
        complain(&format!("there is nothing to solve: the game is over already ({})", puzzle.status()));
    }
    if !report.complete {
        complain("ended before all was searched: there may be more solutions or set play");
    }
    Ok(outcome)
}

/// Searches until the end, `--timeout` or Ctrl-C, with a bar of the first moves that were searched, of all. Returns the
/// budget too, for what was used of it.
fn with_budget<T>(args: &Args, search: impl FnOnce(&Budget) -> T) -> (T, Budget) {
    let limits = Limits { time: args.timeout, ..Limits::default() };
    let budget = Budget::new(&limits, &interrupt::stop_at_ctrl_c());
    let update = |bar: &ProgressBar| {
        let (done, all) = budget.progress();
        bar.set_length(all as u64);
        bar.set_position(done as u64);
        bar.set_message(format!("first moves, {} positions", budget.nodes()));
    };
    let found = progress::watch(update, || search(&budget));
    (found, budget)
}
