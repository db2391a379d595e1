//! `continuum run`

use super::games::{PgnText, WrittenGame, is_games, read_games};
#[cfg(feature = "render")]
use super::pictures::draw_all;
use super::printed::{self, complain};
use super::select::JobsArgs;
use super::{Failure, Outcome, progress};
use crate::scenario::{self, Report, RunOptions, ScenarioError, find_files};
use rayon::prelude::*;
use std::io::Write as _;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Scenario files, folders (every .toml in them), or games: of `match` (.jsonl) or in PGN (.pgn)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Draw each scenario's move paths as a PNG in this folder; files of the same name get folders of their own there
    #[arg(long, value_name = "DIR")]
    #[cfg(feature = "render")]
    plots: Option<PathBuf>,
    #[command(flatten)]
    #[cfg(feature = "render")]
    font: super::plot::FontArgs,
    #[command(flatten)]
    jobs: JobsArgs,
    /// Write the games of .jsonl and .pgn files to this file, in PGN
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Print only what fails, and nothing if all passes
    #[arg(long, short, conflicts_with = "json")]
    quiet: bool,
    /// Leave out the second opinion: parry's shape casting along every sweep, a difference from which fails the step
    #[arg(long)]
    no_second_opinion: bool,
    /// Print as JSON, one line a scenario
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let (games, scenarios): (Vec<PathBuf>, Vec<PathBuf>) =
        args.files.iter().cloned().partition(|file| is_games(file));
    let files = find_files(&scenarios)?;
    let pool = args.jobs.pool()?;
    let bar = progress::bar(files.len() as u64, "scenarios");
    let options = RunOptions { second_opinion: !args.no_second_opinion, ..RunOptions::default() };
    let reports: Vec<Result<Report, ScenarioError>> = pool.install(|| {
        files.par_iter().map(|file| scenario::run_with(file, &options)).inspect(|_| bar.inc(1)).collect()
    });
    bar.finish_and_clear();
    #[cfg(feature = "render")]
    if let Some(folder) = &args.plots {
        draw_all(&reports, folder, &args.font.painter()?, &pool)?;
    }
    let mut files = files;
    let mut reports = reports;
    let mut pgn = PgnText::default();
    for path in &games {
        match read_games(path) {
            Ok(games) => {
                let replayed = pool.install(|| games.par_iter().map(WrittenGame::replay).collect::<Vec<_>>());
                for (written, report) in games.iter().zip(&replayed) {
                    files.push(written.name());
                    if let (Some(_), Ok(report)) = (&args.pgn, report) {
                        pgn.add(written.to_pgn(&report.game), &report.path.display().to_string())?;
                    }
                }
                reports.extend(replayed);
            }
            Err(e) => {
                files.push(path.clone());
                reports.push(Err(e));
            }
        }
    }
    if let Some(path) = &args.pgn {
        pgn.write(path)?;
    }
    let mut out = printed::stdout();
    let (mut failed, mut bad) = (0, 0);
    for (file, report) in files.iter().zip(&reports) {
        match report {
            Ok(report) => {
                failed += usize::from(!report.failures.is_empty());
                if args.json {
                    writeln!(out, "{}", json(report))?;
                } else if !args.quiet || !report.failures.is_empty() {
                    print(&mut out, report)?;
                }
            }
            Err(e) => {
                bad += 1;
                if args.json {
                    writeln!(out, "{}", serde_json::json!({ "file": file, "error": e.to_string() }))?;
                }
                complain(&format!("{e:#}"));
            }
        }
    }
    let silent = args.json || (args.quiet && failed + bad == 0);
    if !silent {
        let passed = files.len() - failed - bad;
        writeln!(
            out,
            "{passed} passed, {failed} failed{}",
            if bad > 0 { format!(", {bad} bad") } else { String::new() }
        )?;
    }
    if bad > 0 {
        return Ok(Outcome::Bad);
    }
    Ok(if failed > 0 { Outcome::Unexpected } else { Outcome::Fine })
}

fn print(out: &mut impl std::io::Write, report: &Report) -> std::io::Result<()> {
    let verdict = if report.failures.is_empty() { "ok" } else { "FAILED" };
    let title = if report.title.is_empty() { String::new() } else { format!(": {}", report.title) };
    writeln!(out, "{verdict:<7}{}{title}", report.path.display())?;
    for failure in &report.failures {
        writeln!(out, "       {}:{}: {}", report.path.display(), failure.line, failure.message)?;
    }
    Ok(())
}

fn json(report: &Report) -> serde_json::Value {
    let failures =
        report.failures.iter().map(|f| serde_json::json!({ "line": f.line, "message": f.message }));
    serde_json::json!({
        "file": report.path,
        "title": report.title,
        "passed": report.failures.is_empty(),
        "steps": report.steps,
        "plies": report.game.plies().len(),
        "position": report.game.position().to_string(),
        "status": report.game.status(),
        "failures": failures.collect::<Vec<_>>(),
    })
}
