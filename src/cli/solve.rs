//! `continuum solve` solves problems.

mod plane;
mod popeye;
mod print;
#[cfg(feature = "render")]
mod sheet;
mod task;
mod tree;

use super::printed::{self, complain};
use super::select::{GameArgs, JobsArgs, VariantArgs, time, whole};
use super::{Failure, Outcome, interrupt, progress};
use continuum::budget::{Budget, SearchLimits};
use continuum::chess::Status;
use continuum::duration::Unit;
use continuum::game::Position;
use continuum::lattice::LatticePosition;
use continuum::solve::plane::KeyStretch;
use continuum::solve::{Problem, ReportScope, SolveOptions, Stipulation};
use print::{Summary, SummaryWords, print_result};
#[cfg(feature = "render")]
use sheet::SheetFile;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;
use task::SolveTask;

#[derive(Debug, clap::Args)]
#[command(mut_arg("variant", VariantArgs::usually_orthodox))]
pub struct Args {
    /// Problems: TOML with a table `problem` for each, or Popeye's language [default: that of the options]
    #[arg(value_name = "FILE", conflicts_with_all = ["stipulation", "variant", "overrides", "position", "fen", "scenario"])]
    file: Option<PathBuf>,
    /// The stipulation: #2, h#3, h#2.5, s#2, r#2, semi-r#2, hs#3, ser-#5, ser-h#4, ser-s#2, with = for stalemate;
    /// # in a progressive variant
    #[arg(long, value_name = "S", required_unless_present = "file")]
    stipulation: Option<Stipulation>,
    #[command(flatten)]
    game: GameArgs,
    /// Print as JSON
    #[arg(long)]
    json: bool,
    /// Print solutions without variations and set play
    #[arg(long)]
    brief: bool,
    /// Print the set play with --brief too, and on the plane, where it takes long
    #[arg(long)]
    set_play: bool,
    /// Print tries too: first moves that at most N replies refute [without N: 1]
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1", value_parser = whole::<usize>(1, 1000), allow_negative_numbers = true)]
    tries: Option<usize>,
    /// Print only the first of several answers to a reply
    #[arg(long)]
    no_duals: bool,
    /// End after this many solutions
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, u32::MAX.into()), allow_negative_numbers = true)]
    max_solutions: Option<usize>,
    /// The time limit: seconds, or with a unit, as in 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = time(Unit::SECONDS), allow_negative_numbers = true)]
    timeout: Option<Duration>,
    /// The most memory for known positions, in megabytes [default: 256]
    #[arg(long, value_name = "MB", value_parser = whole::<usize>(1, 65536), allow_negative_numbers = true)]
    hash: Option<usize>,
    /// Write the proof of #1 or #2 on the plane, for `continuum verify`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Draw a sheet to print, .png or .svg: diagrams, what is asked, the number of pieces, the solutions
    #[cfg(feature = "render")]
    #[arg(long, value_name = "FILE")]
    sheet: Option<PathBuf>,
    /// Write the problems in Popeye's language
    #[arg(long, value_name = "FILE")]
    popeye: Option<PathBuf>,
    #[command(flatten)]
    jobs: JobsArgs,
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let tasks = task::read_tasks(args)?;
    if args.certificate.is_some() && tasks.len() > 1 {
        return Err("--certificate: a certificate is of one problem: name a file of one".into());
    }
    #[cfg(feature = "render")]
    let sheet = args.sheet.as_deref().map(SheetFile::new).transpose()?;
    if let Some(file) = &args.popeye {
        popeye::write(file, &tasks)?;
    }
    let pool = args.jobs.pool()?;
    let mut solved_problems = Vec::new();
    for (number, task) in (1..).zip(&tasks) {
        if tasks.len() > 1 && !args.json {
            writeln!(printed::stdout(), "{number}. {}", task.title)?;
        }
        let solved = pool.install(|| match &task.position {
            Position::Lattice(position) => solve_on_cells(args, task, position),
            Position::Plane(position) => plane::solve(args, task, position),
        });
        let with_place = |e: Failure| -> Failure {
            match &args.file {
                // An error of standard output does not concern the problem.
                Some(file) if !e.is::<std::io::Error>() => {
                    format!("{}: problem {number}: {e}", file.display()).into()
                }
                Some(_) | None => e,
            }
        };
        solved_problems.push(solved.map_err(with_place)?);
    }
    #[cfg(feature = "render")]
    if let Some(sheet) = sheet {
        sheet.write(&tasks, &solved_problems)?;
    }
    let has_unsolved = solved_problems.iter().any(|solved| solved.found == 0);
    Ok(if has_unsolved { Outcome::Unexpected } else { Outcome::Expected })
}

/// A problem that was solved and printed.
#[cfg_attr(not(feature = "render"), expect(dead_code, reason = "a sheet shows it"))]
struct Solved {
    /// The number of solutions.
    found: usize,
    /// The solution as it was printed, without its last line.
    text: String,
    /// The keys on the plane; empty on cells and for lines of play.
    keys: Vec<KeyStretch>,
}

fn solve_on_cells(args: &Args, task: &SolveTask, position: &LatticePosition) -> Result<Solved, Failure> {
    let stipulation = task.stipulation;
    if args.certificate.is_some() {
        return Err("--certificate: certificates are of positions on the plane".into());
    }
    let problem = Problem::new(position, stipulation)?;
    if task.tries.is_some() && !problem.has_keys() {
        let reason = "is solved by lines of play: tries are of #n, s#n, r#n and semi-r#n, with = too";
        return Err(format!("--tries: {stipulation} {reason}").into());
    }
    let scope = match (args.brief, task.set_play) {
        (false, _) => ReportScope::Full,
        (true, true) => ReportScope::WithoutVariations,
        (true, false) => ReportScope::SolutionsOnly,
    };
    let hash_mb = args.hash.unwrap_or(SolveOptions::default().hash_mb);
    let options = SolveOptions { max_solutions: task.max_solutions, hash_mb, scope, tries: task.tries };
    let budget = budget_of(args);
    let mut report = progress::with_search_bar(&budget, || problem.solve(&options, &budget));
    if args.no_duals {
        report = report.without_duals();
    }
    let summary = Summary {
        stipulation,
        found: report.solutions.len(),
        tries: report.tries.as_ref().map(Vec::len),
        is_complete: report.complete,
        nodes: report.nodes,
        seconds: budget.seconds(),
        words: SummaryWords {
            solution: "solution",
            note_if_incomplete: " found, search not finished",
            node: "positions",
        },
    };
    let solved = print_result(args, &report, summary, tree::play_text(&report, stipulation))?;
    if problem.status() != Status::Ongoing {
        complain(&format!("there is nothing to solve: the game is over already ({})", problem.status()));
    }
    if !report.complete {
        complain("ended before all was searched: there may be more solutions or set play");
    }
    Ok(solved)
}

/// Returns the budget of a search, which ends at `--timeout` or Ctrl-C.
fn budget_of(args: &Args) -> Budget {
    let limits = SearchLimits { time: args.timeout, ..SearchLimits::default() };
    Budget::new(&limits, &interrupt::stop_at_ctrl_c())
}
