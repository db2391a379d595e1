//! `continuum run`

use super::games::{PgnText, WrittenGame, is_games, read_games};
#[cfg(feature = "render")]
use super::pictures::draw_all;
use super::printed::{self, complain};
use super::select::JobsArgs;
use super::{Failure, Outcome, progress};
use crate::scenario::{self, RunOptions, ScenarioError, ScenarioReport, find_files};
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

/// A part of the input that is played and reported.
enum Item<'p> {
    Scenario(PathBuf),
    Game(WrittenGame<'p>),
    Unreadable(PathBuf, ScenarioError),
}

/// A scenario or a game that has been played.
struct Played<'p> {
    name: PathBuf,
    game: Option<WrittenGame<'p>>,
    report: Result<ScenarioReport, ScenarioError>,
}

impl<'p> Item<'p> {
    /// Returns the items of a file or folder.
    fn all_of(file: &'p PathBuf) -> Result<Vec<Item<'p>>, ScenarioError> {
        if !is_games(file) {
            return Ok(find_files(std::slice::from_ref(file))?.into_iter().map(Item::Scenario).collect());
        }
        Ok(match read_games(file) {
            Ok(games) => games.into_iter().map(Item::Game).collect(),
            Err(e) => vec![Item::Unreadable(file.clone(), e)],
        })
    }

    fn play(self, options: &RunOptions) -> Played<'p> {
        match self {
            Item::Scenario(name) => {
                let report = scenario::run_with(&name, options);
                Played { name, game: None, report }
            }
            Item::Game(game) => Played { name: game.name(), report: game.replay(), game: Some(game) },
            Item::Unreadable(name, e) => Played { name, game: None, report: Err(e) },
        }
    }
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let items: Result<Vec<_>, _> = args.files.iter().map(Item::all_of).collect();
    let items: Vec<Item<'_>> = items?.into_iter().flatten().collect();
    let pool = args.jobs.pool()?;
    let bar = progress::bar(items.len() as u64, "scenarios");
    let options = RunOptions { second_opinion: !args.no_second_opinion, ..RunOptions::default() };
    let played: Vec<Played<'_>> = pool
        .install(|| items.into_par_iter().inspect(|_| bar.inc(1)).map(|item| item.play(&options)).collect());
    bar.finish_and_clear();
    #[cfg(feature = "render")]
    if let Some(folder) = &args.plots {
        let scenarios = played.iter().filter(|played| played.game.is_none());
        let reports: Vec<&ScenarioReport> =
            scenarios.filter_map(|played| played.report.as_ref().ok()).collect();
        draw_all(&reports, folder, &args.font.painter()?, &pool)?;
    }
    if let Some(path) = &args.pgn {
        let mut pgn = PgnText::default();
        for Played { name, game, report } in &played {
            if let (Some(game), Ok(report)) = (game, report) {
                pgn.add(game.to_pgn(&report.game), &name.display().to_string())?;
            }
        }
        pgn.write(path)?;
    }
    print_results(args, &played)
}

/// Prints the results in the order of the files.
fn print_results(args: &Args, played: &[Played<'_>]) -> Result<Outcome, Failure> {
    let mut out = printed::stdout();
    let (mut failed, mut bad) = (0, 0);
    for Played { name, report, .. } in played {
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
                    writeln!(out, "{}", serde_json::json!({ "file": name, "error": e.to_string() }))?;
                }
                complain(&format!("{e:#}"));
            }
        }
    }
    let silent = args.json || (args.quiet && failed + bad == 0);
    if !silent {
        let passed = played.len() - failed - bad;
        let others = if bad > 0 { format!(", {bad} bad") } else { String::new() };
        writeln!(out, "{passed} passed, {failed} failed{others}")?;
    }
    if bad > 0 {
        return Ok(Outcome::Bad);
    }
    Ok(if failed > 0 { Outcome::Unexpected } else { Outcome::Fine })
}

fn print(out: &mut impl std::io::Write, report: &ScenarioReport) -> std::io::Result<()> {
    let verdict = if report.failures.is_empty() { "ok" } else { "FAILED" };
    let title = if report.title.is_empty() { String::new() } else { format!(": {}", report.title) };
    writeln!(out, "{verdict:<7}{}{title}", report.path.display())?;
    for failure in &report.failures {
        writeln!(out, "       {}:{}: {}", report.path.display(), failure.line, failure.message)?;
    }
    Ok(())
}

fn json(report: &ScenarioReport) -> serde_json::Value {
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
