//! The options that name a variant, a position or a game.

use super::printed::{complain, counted};
use super::{Failure, Outcome, print_failures};
use crate::diagnostics::with_caret;
use crate::duration::{self, Unit};
use crate::endings::{self, Endings};
use crate::game::{Game, Position, Prepared};
use crate::notation::TextError;
use crate::scenario::{self, RunOptions, ScenarioReport};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::path::{Path, PathBuf};
use std::time::Duration;
use toml::{Table, Value};

/// The options that name a variant.
#[derive(Debug, clap::Args)]
pub struct VariantArgs {
    /// A preset (see `continuum variants`) or a variant file [default: continuous, with --fen orthodox]
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// Override one rules parameter; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = parse_override)]
    pub overrides: Vec<(String, Value)>,
}

impl VariantArgs {
    /// Returns the option `--variant` of a command whose default is the orthodox game.
    pub fn usually_orthodox(option: clap::Arg) -> clap::Arg {
        option.default_value("orthodox").help("A preset (see `continuum variants`) or a variant file")
    }

    /// Returns the option `--variant` of a command that takes no variant files.
    pub fn only_presets(option: clap::Arg) -> clap::Arg {
        option.help("A preset (see `continuum variants`) [default: continuous]")
    }

    /// Returns the name of the variant.
    pub fn name(&self) -> &str {
        self.variant.as_deref().unwrap_or("continuous")
    }

    /// Returns the variant with its tables.
    pub fn prepare(&self) -> Result<Prepared, Failure> {
        self.load(self.name())
    }

    /// Returns the variant of a FEN: the orthodox game unless another is named.
    fn prepare_for_fen(&self) -> Result<Prepared, Failure> {
        self.load(self.variant.as_deref().unwrap_or("orthodox"))
    }

    /// Returns the parameters that are overridden.
    pub fn overrides_table(&self) -> Table {
        self.overrides.iter().cloned().collect()
    }

    fn load(&self, name: &str) -> Result<Prepared, Failure> {
        // A variant file is named from the working directory.
        Ok(Prepared::load(name, Path::new(""), &self.overrides_table())?)
    }
}

/// The options that name a position.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
pub struct PositionArgs {
    /// A position text, or `start`
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// A FEN, for square and cylinder of cells
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
}

impl PositionArgs {
    /// Returns the position that is named, or else the initial one.
    pub fn read(&self, variant: &VariantArgs) -> Result<Position, Failure> {
        match (&self.position, &self.fen) {
            (_, Some(fen)) => {
                let read = Position::from_fen_with_notes(&variant.prepare_for_fen()?, fen);
                let (position, notes) = read.map_err(|e| located_in_option("--fen", fen, &e))?;
                notes.iter().for_each(|note| complain(&located_in_option("--fen", fen, note)));
                Ok(position)
            }
            (Some(text), None) => Ok(Position::from_text(&variant.prepare()?, text)
                .map_err(|e| located_in_option("--position", text, &e))?),
            (None, None) => Position::from_text(&variant.prepare()?, "start").map_err(|e| {
                format!("--position is missing, and the initial array does not fit: {}", e.message).into()
            }),
        }
    }
}

/// Returns the errors of an option's text, each with a caret under its column.
pub(super) fn located_in_option(option: &str, text: &str, error: &TextError) -> String {
    let shown = |TextError { column, message, .. }: &TextError| {
        format!("{option}: column {column}: {message}\n{}", with_caret(text, *column))
    };
    error.each().map(shown).collect::<Vec<_>>().join("\n")
}

/// The options that name a position, by itself or with the moves before it in a scenario.
#[derive(Debug, clap::Args)]
pub struct GameArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Take position, variant and rules from a scenario
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "fen", "variant", "overrides"])]
    scenario: Option<PathBuf>,
    /// The position after this many plies of the scenario [default: all]
    #[arg(long, value_name = "N", requires = "scenario", value_parser = whole::<usize>(0, u32::MAX.into()), allow_negative_numbers = true)]
    ply: Option<usize>,
}

impl GameArgs {
    /// Returns the position text as written; empty if the position was given in another way.
    pub fn position_text(&self) -> &str {
        self.position.position.as_deref().unwrap_or_default()
    }

    /// Whether the position was given as FEN.
    pub fn is_fen(&self) -> bool {
        self.position.fen.is_some()
    }

    /// Returns the game up to the position, and whether its scenario went as expected. Prints the failures of the scenario.
    pub fn read(&self, variant: &VariantArgs) -> Result<(Game, Outcome), Failure> {
        let Some(file) = &self.scenario else {
            return Ok((Game::new(self.position.read(variant)?), Outcome::Fine));
        };
        let report = scenario::run_with(file, &RunOptions { until: self.ply, ..RunOptions::default() })?;
        let game = match self.ply {
            Some(ply) => up_to(&report, ply)?,
            None => report.game.clone(),
        };
        let outcome = print_failures(&report);
        Ok((game, outcome))
    }
}

/// Returns the game of a scenario up to the ply that `--ply` names.
pub(super) fn up_to(report: &ScenarioReport, ply: usize) -> Result<Game, Failure> {
    report.game.up_to(ply).ok_or_else(|| {
        let last_failure =
            report.failures.last().map(|failure| format!("; line {}: {}", failure.line, failure.message));
        let (played, reason) = (plies_of(report), last_failure.unwrap_or_default());
        format!("--ply {ply}: the scenario has {played}{reason}").into()
    })
}

/// Returns the number of plies of a scenario in words.
pub(super) fn plies_of(report: &ScenarioReport) -> String {
    counted(report.game.plies().len(), "ply", "plies")
}

/// The option that says how many threads work.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct JobsArgs {
    /// The number of threads [default: one a core]
    #[arg(long, visible_alias = "threads", value_name = "N", value_parser = whole::<usize>(1, 1024), allow_negative_numbers = true)]
    jobs: Option<usize>,
}

impl JobsArgs {
    /// Returns the number of threads.
    pub fn count(self) -> usize {
        self.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
    }

    /// Returns a pool of this many threads. The calling thread is one of them, so a pool of one starts no other.
    pub fn pool(self) -> Result<ThreadPool, ThreadPoolBuildError> {
        ThreadPoolBuilder::new().num_threads(self.count()).use_current_thread().build()
    }
}

/// The option that names tables of endings.
#[derive(Debug, clap::Args)]
pub struct EndingsArgs {
    /// Play endings by the tables in this folder, which `continuum endings --save` has written
    #[arg(long, value_name = "DIR")]
    endings: Option<PathBuf>,
}

impl EndingsArgs {
    /// Returns the tables, which are empty if no folder is named.
    pub fn read(&self) -> Result<Endings, Failure> {
        Ok(match &self.endings {
            Some(folder) => Endings::new(endings::read_folder(folder)?),
            None => Endings::default(),
        })
    }
}

/// Returns the name and value of `NAME=VALUE`. A value that is not TOML is plain text.
fn parse_override(text: &str) -> Result<(String, Value), String> {
    let example = "write NAME=VALUE, such as min_move=0.2";
    let (name, value) = text.split_once('=').filter(|(name, _)| !name.trim().is_empty()).ok_or(example)?;
    let parsed = format!("v = {value}").parse::<Table>().ok().and_then(|mut t| t.remove("v"));
    Ok((name.trim().to_owned(), parsed.unwrap_or_else(|| Value::String(value.trim().to_owned()))))
}

/// Returns a parser of whole numbers within bounds.
pub(super) fn whole<T>(
    least: u64,
    most: u64,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: TryFrom<u64> + 'static,
{
    move |text: &str| {
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        let converted = number.and_then(|number| T::try_from(number).ok());
        converted.ok_or_else(|| format!("`{text}` is not a whole number from {least} to {most}"))
    }
}

/// Returns a parser of times: numbers of `unit`, or of the unit written behind them.
pub(super) fn time(unit: Unit) -> impl Fn(&str) -> Result<Duration, String> + Clone + Send + Sync + 'static {
    move |text: &str| {
        let fault = || format!("`{text}` is not a time: write it with its unit, as in 500ms, 30s, 2m");
        duration::read(text, unit).ok_or_else(fault)
    }
}
