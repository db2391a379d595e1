//! `continuum perft` counts the move sequences of a length.

use super::select::{GameArgs, JobsArgs, ReadGame, whole};
use super::{Failure, Outcome, printed, progress};
use continuum::chess::Draws;
use continuum::game::perft;
use std::io::Write as _;
use std::time::Instant;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The number of plies, at most 200
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0, 200), allow_negative_numbers = true)]
    depth: u32,
    /// Whether a draw by bare kings or a move count ends a sequence: claimed or unclaimed
    #[arg(long, value_name = "DRAWS", default_value_t = Draws::Unclaimed)]
    draws: Draws,
    #[command(flatten)]
    jobs: JobsArgs,
    /// Print the count after each first move
    #[arg(long)]
    divide: bool,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let ReadGame { game, outcome } = args.game.read()?;
    let begin = Instant::now();
    let bar = progress::bar(0, "first moves");
    let pool = args.jobs.pool()?;
    let show_progress = |counted_moves: usize, first_moves: usize| {
        bar.set_length(first_moves as u64);
        bar.set_position(counted_moves as u64);
    };
    let counted = pool.install(|| perft(game.position(), args.depth, args.draws, show_progress));
    bar.finish_and_clear();
    let count = counted?;
    let seconds = begin.elapsed().as_secs_f64();
    let mut out = printed::stdout();
    if args.json {
        let mut report = serde_json::json!({ "nodes": count.nodes });
        if args.divide {
            let divide = count.divide.into_iter().map(|(text, nodes)| (text, nodes.into()));
            report["divide"] = divide.collect::<serde_json::Map<_, _>>().into();
        }
        report["seconds"] = seconds.into();
        writeln!(out, "{report}")?;
    } else {
        if args.divide {
            for (text, nodes) in &count.divide {
                writeln!(out, "{text}: {nodes}")?;
            }
        }
        writeln!(out, "{} nodes in {seconds:.3} s", count.nodes)?;
    }
    Ok(outcome)
}
