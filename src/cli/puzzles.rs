//! `continuum puzzles` proves the puzzles of collections, and makes puzzles.

use super::printed::{self, complain};
use super::select::{JobsArgs, VariantArgs, time, whole};
use super::{Failure, Outcome, interrupt, progress};
use continuum::budget::Budget;
use continuum::diagnostics::{FileFaults, TextFault, read_text};
use continuum::disk::write_whole;
use continuum::duration::Unit;
use continuum::game::{Prepared, VariantCache};
use continuum::puzzle::{
    CollectedPuzzle, NoPuzzle, Puzzle, Recipe, ShippedCollection, Source, Study, Theme, make,
    read_collection, shipped_collections, study,
};
use continuum::variant::{Board, Rebirth, VariantSpec, names_file};
use rayon::prelude::*;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use toml::Table;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: PuzzlesCommand,
}

#[derive(Debug, clap::Subcommand)]
enum PuzzlesCommand {
    /// Prove the answers and grades of puzzles again
    Check(CheckArgs),
    /// Make puzzles, each proven before it is written
    Make(MakeArgs),
}

#[derive(Debug, clap::Args)]
pub struct CheckArgs {
    /// Collections: JSON, one puzzle a line [default: those inside the program]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write the proven answers and grades into the files
    #[arg(long, requires = "files")]
    write: bool,
    /// The most time for one puzzle: seconds, or with a unit, as in 2m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = time(Unit::SECONDS), allow_negative_numbers = true)]
    timeout: Duration,
    #[command(flatten)]
    jobs: JobsArgs,
}

#[derive(Debug, clap::Args)]
#[command(mut_arg("variant", VariantArgs::only_presets))]
pub struct MakeArgs {
    #[command(flatten)]
    variant: VariantArgs,
    /// The task: mate, mate-in-two, captures or escape
    #[arg(long)]
    theme: Theme,
    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole::<usize>(1, 100_000), allow_negative_numbers = true)]
    count: usize,
    /// Where positions come from: random (a few pieces are placed) or games (the program plays)
    #[arg(long, default_value_t = Source::Random)]
    source: Source,
    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// Add new puzzles to this collection [default: print them]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    jobs: JobsArgs,
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    match &args.command {
        PuzzlesCommand::Check(args) => run_check(args),
        PuzzlesCommand::Make(args) => run_make(args),
    }
}

fn puzzles_of_file(path: &Path, text: &str) -> Result<Vec<CollectedPuzzle>, FileFaults> {
    read_collection(text).map_err(|faults| FileFaults::new(path, text, faults))
}

fn run_check(args: &CheckArgs) -> Result<Outcome, Failure> {
    let pool = args.jobs.pool()?;
    let mut out = printed::stdout();
    let (mut has_bad_file, mut has_unproven) = (false, false);
    if args.files.is_empty() {
        for ShippedCollection { path, text } in shipped_collections() {
            has_unproven |= !check_collection(args, &pool, Path::new(path), text, &mut out)?;
        }
    }
    for path in &args.files {
        let text = read_text(path).map_err(Failure::from);
        match text.and_then(|text| check_collection(args, &pool, path, &text, &mut out)) {
            Ok(is_proven) => has_unproven |= !is_proven,
            Err(output_error) if output_error.is::<std::io::Error>() => return Err(output_error),
            Err(e) => {
                complain(&format!("{e:#}"));
                has_bad_file = true;
            }
        }
    }
    if has_bad_file {
        return Ok(Outcome::BadInput);
    }
    Ok(if has_unproven { Outcome::Unexpected } else { Outcome::Expected })
}

/// Proves the puzzles of a collection, and prints how many are proven. Returns whether all are.
fn check_collection(
    args: &CheckArgs,
    pool: &rayon::ThreadPool,
    path: &Path,
    text: &str,
    out: &mut impl Write,
) -> Result<bool, Failure> {
    let begin = Instant::now();
    let mut puzzles = puzzles_of_file(path, text)?;
    let studies = pool.install(|| prove_all(&puzzles, args.timeout));
    let mut faults = Vec::new();
    for (CollectedPuzzle { line, puzzle }, study) in puzzles.iter_mut().zip(studies) {
        let checked = match study {
            Ok(study) if args.write => {
                puzzle.answers = answer_texts(&study);
                puzzle.grade = study.grade;
                Ok(())
            }
            Ok(study) => compare(puzzle, &study),
            Err(message) => Err(message),
        };
        if let Err(message) = checked {
            faults.push(TextFault { line: *line, column: 1, message: format!("{}: {message}", puzzle.id) });
        }
    }
    let (proven, seconds) = (puzzles.len() - faults.len(), begin.elapsed().as_secs_f64());
    writeln!(out, "{}: {proven} of {} puzzles proven in {seconds:.3} s", path.display(), puzzles.len())?;
    if !faults.is_empty() {
        complain(&format!("{:#}", FileFaults::new(path, text, faults)));
        return Ok(false);
    }
    if args.write {
        write_collection(path, puzzles.iter().map(|collected| &collected.puzzle))?;
    }
    Ok(true)
}

/// Returns the proven answers and grade of each puzzle, or the reason why it has none.
fn prove_all(puzzles: &[CollectedPuzzle], timeout: Duration) -> Vec<Result<Study, String>> {
    let variants = VariantCache::default();
    let bar = progress::bar(puzzles.len() as u64, "puzzles");
    let prove = |CollectedPuzzle { puzzle, .. }: &CollectedPuzzle| {
        let position = puzzle.start(&variants).map_err(|e| e.to_string())?;
        study(&position, puzzle.theme, &Budget::of_time(Some(timeout))).map_err(|e| e.to_string())
    };
    let studies = puzzles.par_iter().map(prove).inspect(|_| bar.inc(1)).collect();
    bar.finish_and_clear();
    studies
}

/// Returns the proven answers as a puzzle has them.
fn answer_texts(study: &Study) -> Vec<String> {
    study.answers.iter().map(ToString::to_string).collect()
}

/// Returns an error for a puzzle whose answers or grade differ from the proven ones.
fn compare(puzzle: &Puzzle, study: &Study) -> Result<(), String> {
    let answers = answer_texts(study);
    if puzzle.answers != answers {
        let text = serde_json::to_string(&answers).map_err(|e| e.to_string())?;
        return Err(format!("these are the answers: {text}: put them there, or let --write do it"));
    }
    if puzzle.grade != study.grade {
        return Err(format!("the grade is {}: put it there, or let --write do it", study.grade));
    }
    Ok(())
}

/// Writes the file of a collection, which stays as it was if the write fails.
fn write_collection<'p>(path: &Path, puzzles: impl Iterator<Item = &'p Puzzle>) -> Result<(), Failure> {
    let mut text = String::new();
    for puzzle in puzzles {
        text += &serde_json::to_string(puzzle)?;
        text.push('\n');
    }
    Ok(write_whole(path, text.as_bytes())?)
}

/// Returns the variant without seams and rebirth; `None` if the variant itself has neither.
fn without_seams_and_rebirth(name: &str, rules: &Table, prepared: &Prepared) -> Option<Prepared> {
    let spec = prepared.variant().spec();
    if spec.board == Board::Square && spec.rebirth == Rebirth::None {
        return None;
    }
    let mut rules = rules.clone();
    rules.insert("board".to_owned(), Board::Square.as_str().into());
    rules.insert("rebirth".to_owned(), Rebirth::None.as_str().into());
    rules.insert("promotion_line".to_owned(), VariantSpec::default().promotion_line.into());
    Prepared::load(name, Path::new(""), &rules).ok()
}

fn run_make(args: &MakeArgs) -> Result<Outcome, Failure> {
    let prepared = args.variant.prepare()?;
    if names_file(args.variant.name()) {
        return Err("--variant: puzzles are of presets: name one, and give parameters by --set".into());
    }
    if matches!(prepared, Prepared::Lattice(_)) && !args.theme.is_for_cells() {
        return Err(NoPuzzle::OnCells(args.theme).to_string().into());
    }
    let rules = args.variant.overrides_table();
    let old: Vec<Puzzle> = match &args.out {
        Some(path) if path.exists() => {
            puzzles_of_file(path, &read_text(path)?)?.into_iter().map(|collected| collected.puzzle).collect()
        }
        Some(_) | None => Vec::new(),
    };
    let variants = VariantCache::default();
    let mut known_positions = Vec::new();
    for puzzle in &old {
        known_positions.push(puzzle.start(&variants).map_err(|e| format!("{}: {e}", puzzle.id))?);
    }
    let stem = args.out.as_deref().and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned());
    let recipe = Recipe {
        variant: args.variant.name().to_owned(),
        plain: without_seams_and_rebirth(args.variant.name(), &rules, &prepared),
        rules,
        prepared,
        theme: args.theme,
        source: args.source,
        seed: args.seed,
        name: stem.unwrap_or_else(|| format!("{}-{}", args.variant.name(), args.theme)),
    };
    let stop = interrupt::stop_at_ctrl_c();
    let bar = progress::bar(args.count as u64, "puzzles");
    let pool = args.jobs.pool()?;
    let made = pool.install(|| make(&recipe, args.count, &known_positions, &stop, || bar.inc(1)));
    bar.finish_and_clear();
    match &args.out {
        Some(path) => write_collection(path, old.iter().chain(&made))?,
        None => {
            let mut out = printed::stdout();
            for puzzle in &made {
                writeln!(out, "{}", serde_json::to_string(puzzle)?)?;
            }
        }
    }
    if made.len() < args.count {
        let shortage = format!("only {} of {} puzzles were found", made.len(), args.count);
        complain(&format!("{shortage}: try another theme, source or variant"));
    }
    Ok(if made.is_empty() { Outcome::Unexpected } else { Outcome::Expected })
}
