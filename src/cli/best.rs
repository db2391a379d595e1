//! `continuum best` prints the best moves of a position.

use super::select::{EndingsArgs, GameArgs, JobsArgs, ReadGame, time, whole};
use super::{Failure, Outcome, printed};
use continuum::duration::Unit;
use continuum::engine::{self, Level, Options, SearchLimits, SearchLine, SearchResult, StopSignal};
use std::io::Write;
use std::time::Duration;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The time to think: milliseconds, or with a unit, as in 10s [default: 1s if nothing else is limited]
    #[arg(long, value_name = "TIME", value_parser = time(Unit::MILLISECONDS), allow_negative_numbers = true)]
    movetime: Option<Duration>,
    /// The number of positions to search
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, u64::MAX), allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// The number of plies to look ahead
    #[arg(long, value_name = "D", value_parser = whole::<u32>(1, 1000), allow_negative_numbers = true)]
    depth: Option<u32>,
    /// The number of best lines to print
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole::<usize>(1, 500), allow_negative_numbers = true)]
    lines: usize,
    #[command(flatten)]
    jobs: JobsArgs,
    /// The most memory for known positions, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = whole::<usize>(1, 65536), allow_negative_numbers = true)]
    hash: usize,
    /// The seed of random choices
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// The level of play, from 1 to 8
    #[arg(long, value_name = "LEVEL")]
    level: Option<Level>,
    #[command(flatten)]
    endings: EndingsArgs,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

/// The time limit of a search for which the options set no limit.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let ReadGame { game, outcome } = args.game.read()?;
    let Args { movetime, nodes, depth, .. } = *args;
    let is_unlimited = movetime.is_none() && nodes.is_none() && depth.is_none();
    let time = if is_unlimited { Some(DEFAULT_TIME) } else { movetime };
    let options = Options {
        limits: SearchLimits { time, nodes, depth, ..SearchLimits::default() },
        lines: args.lines,
        threads: args.jobs.count(),
        hash_mb: args.hash,
        seed: args.seed,
        level: args.level,
        endings: args.endings.read()?,
        ..Options::default()
    };
    let result = engine::best(&game, &options, &StopSignal::new());
    let mut out = printed::stdout();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&result)?)?;
    } else {
        print(&mut out, &result)?;
    }
    Ok(outcome)
}

/// Prints the score, depth and moves of each line, and the cost of the search.
fn print(out: &mut impl Write, result: &SearchResult) -> std::io::Result<()> {
    let SearchResult { status, lines, nodes, seconds } = result;
    if lines.is_empty() {
        return writeln!(out, "no move: {status}");
    }
    for SearchLine { score, depth, moves } in lines {
        writeln!(out, "{:<10} depth {depth:<3} {}", score.to_string(), moves.join(", "))?;
    }
    writeln!(out, "{nodes} positions in {seconds:.3} s")
}
