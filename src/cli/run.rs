//! `continuum run` plays scenarios and games, and checks what they expect.

use super::games::{PgnText, WrittenGame, is_games, read_games};
#[cfg(feature = "render")]
use super::pictures::draw_all;
use super::printed::{self, complain};
use super::select::JobsArgs;
use super::{Failure, Outcome, progress};
use continuum::scenario::{self, RunOptions, ScenarioError, ScenarioReport, find_files};
use rayon::prelude::*;
use std::io::Write as _;
use std::path::{Path, PathBuf};

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
enum InputPart<'p> {
    Scenario(PathBuf),
    Game(WrittenGame<'p>),
    Unreadable(PathBuf, ScenarioError),
}

/// A part of the input after it was played.
struct PlayedPart<'p> {
    name: PathBuf,
    /// The game of a file of games; `None` for a scenario.
    game: Option<WrittenGame<'p>>,
    report: Result<ScenarioReport, ScenarioError>,
}

impl<'p> InputPart<'p> {
    /// Returns the scenarios or games of a file, or the scenarios of a folder.
    fn all_of(path: &'p PathBuf) -> Result<Vec<InputPart<'p>>, ScenarioError> {
        if !is_games(path) {
            let files = find_files(std::slice::from_ref(path))?;
            return Ok(files.into_iter().map(InputPart::Scenario).collect());
        }
        Ok(match read_games(path) {
            Ok(games) => games.into_iter().map(InputPart::Game).collect(),
            Err(e) => vec![InputPart::Unreadable(path.clone(), e)],
        })
    }

    fn play(self, options: &RunOptions) -> PlayedPart<'p> {
        match self {
            InputPart::Scenario(name) => {
                let report = scenario::run_with(&name, options);
                PlayedPart { name, game: None, report }
            }
            InputPart::Game(game) => {
                PlayedPart { name: game.name(), report: game.replay(), game: Some(game) }
            }
            InputPart::Unreadable(name, e) => PlayedPart { name, game: None, report: Err(e) },
        }
    }
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let mut parts = Vec::new();
    for path in &args.files {
        parts.extend(InputPart::all_of(path)?);
    }
    let pool = args.jobs.pool()?;
    let bar = progress::bar(parts.len() as u64, "scenarios");
    let options = RunOptions { second_opinion: !args.no_second_opinion, ..RunOptions::default() };
    let played: Vec<PlayedPart<'_>> = pool.install(|| {
        let counted = parts.into_par_iter().inspect(|_| bar.inc(1));
        counted.map(|part| part.play(&options)).collect()
    });
    bar.finish_and_clear();
    #[cfg(feature = "render")]
    if let Some(folder) = &args.plots {
        let scenarios = played.iter().filter(|part| part.game.is_none());
        let reports: Vec<&ScenarioReport> = scenarios.filter_map(|part| part.report.as_ref().ok()).collect();
        draw_all(&reports, folder, &args.font.painter()?, &pool)?;
    }
    let outcome = print_results(args, &played)?;
    match &args.pgn {
        Some(path) if played.iter().any(|part| part.report.is_err()) => {
            complain(&format!("{}: not written, because not everything could be played", path.display()));
        }
        Some(path) => write_pgn(path, &played)?,
        None => {}
    }
    Ok(outcome)
}

/// Writes the games to a file.
fn write_pgn(path: &Path, played: &[PlayedPart<'_>]) -> Result<(), Failure> {
    let mut pgn = PgnText::default();
    for PlayedPart { name, game, report } in played {
        if let (Some(game), Ok(report)) = (game, report) {
            pgn.add(game.to_pgn(&report.game), &name.display().to_string())?;
        }
    }
    pgn.write(path)
}

/// Prints the results in the order of the files, and their numbers.
fn print_results(args: &Args, played: &[PlayedPart<'_>]) -> Result<Outcome, Failure> {
    let mut out = printed::stdout();
    // The numbers of scenarios and games that failed, and of those that could not be played.
    let (mut failed, mut bad) = (0, 0);
    for PlayedPart { name, report, .. } in played {
        match report {
            Ok(report) => {
                let has_failed = !report.failures.is_empty();
                failed += usize::from(has_failed);
                if args.json {
                    writeln!(out, "{}", json(report))?;
                } else if has_failed || !args.quiet {
                    print(&mut out, report)?;
                }
            }
            Err(e) => {
                bad += 1;
                if args.json {
                    writeln!(
                        out,
                        "{}",
                        serde_json::json!({ "file": name.to_string_lossy(), "error": e.to_string() })
                    )?;
                }
                complain(&format!("{e:#}"));
            }
        }
    }
    let passed = played.len() - failed - bad;
    let has_all_passed = passed == played.len();
    let omits_numbers = args.json || (args.quiet && has_all_passed);
    if !omits_numbers {
        let bad_number = if bad > 0 { format!(", {bad} bad") } else { String::new() };
        writeln!(out, "{passed} passed, {failed} failed{bad_number}")?;
    }
    Ok(match (bad, failed) {
        (0, 0) => Outcome::Expected,
        (0, _) => Outcome::Unexpected,
        (_, _) => Outcome::BadInput,
    })
}

fn print(out: &mut impl std::io::Write, report: &ScenarioReport) -> std::io::Result<()> {
    let verdict = if report.failures.is_empty() { "ok" } else { "FAILED" };
    let title = if report.title.is_empty() { String::new() } else { format!(": {}", report.title) };
    // A scenario has one line, whatever its name and its title.
    let line = format!("{}{title}", report.path.display()).replace('\n', " ");
    writeln!(out, "{verdict:<7}{line}")?;
    for failure in &report.failures {
        writeln!(out, "       {}:{}: {}", report.path.display(), failure.line, failure.message)?;
    }
    Ok(())
}

fn json(report: &ScenarioReport) -> serde_json::Value {
    serde_json::json!({
        "file": report.path.to_string_lossy(),
        "title": report.title,
        "passed": report.failures.is_empty(),
        "steps": report.steps,
        "plies": report.game.plies().len(),
        "position": report.game.position().to_string(),
        "status": report.game.status(),
        "failures": report.failures,
    })
}
