//! `continuum perft`

use super::select::{PositionArgs, VariantArgs, threads, whole};
use super::{Failure, Outcome, printed, progress};
use crate::chess::Draws;
use crate::game::perft;
use std::io::Write as _;
use std::time::Instant;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    variant: VariantArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// The number of plies
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0, u32::MAX.into()), allow_negative_numbers = true)]
    depth: u32,
    /// Whether a draw by bare kings or a move count ends a sequence: claimed or unclaimed
    #[arg(long, value_name = "DRAWS", default_value_t = Draws::Unclaimed)]
    draws: Draws,
    /// The number of threads [default: one a core]
    #[arg(long, value_name = "N", value_parser = threads(), allow_negative_numbers = true)]
    jobs: Option<usize>,
    /// Print the count after each first move
    #[arg(long)]
    divide: bool,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let position = args.position.read(&args.variant.prepare()?)?;
    let begin = Instant::now();
    let bar = progress::bar(0, "first moves");
    // This thread is one of them: one job needs no other thread.
    let jobs = args.jobs.unwrap_or(0);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).use_current_thread().build()?;
    let tell = |done: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    };
    let count = pool.install(|| perft(&position, args.depth, args.draws, tell))?;
    bar.finish_and_clear();
    let seconds = begin.elapsed().as_secs_f64();
    let mut out = printed::stdout();
    if args.json {
        let mut report = serde_json::json!({ "nodes": count.nodes });
        if args.divide {
            let divide: serde_json::Map<_, _> =
                count.divide.into_iter().map(|(m, n)| (m, n.into())).collect();
            report["divide"] = divide.into();
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
    Ok(Outcome::Fine)
}
