//! The options that name a variant, a position or a game.

use super::printed::{complain, counted};
use super::{Failure, Outcome};
use continuum::diagnostics::with_caret;
use continuum::duration::{self, Unit};
use continuum::endings::{self, Endings};
use continuum::game::{Game, Position, Prepared};
use continuum::notation::TextError;
use continuum::scenario::{self, RunOptions, ScenarioReport};
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
    /// Returns the option `--variant` for a command whose default is the orthodox game.
    pub fn usually_orthodox(option: clap::Arg) -> clap::Arg {
        option.default_value("orthodox").help("A preset (see `continuum variants`) or a variant file")
    }

    /// Returns the option `--variant` for a command that accepts only presets.
    pub fn only_presets(option: clap::Arg) -> clap::Arg {
        option.help("A preset (see `continuum variants`) [default: continuous]")
    }

    /// Returns the name of the variant; the default is `continuous`.
    pub fn name(&self) -> &str {
        self.name_or("continuous")
    }

    fn name_or<'a>(&'a self, default: &'a str) -> &'a str {
        self.variant.as_deref().unwrap_or(default)
    }

    pub fn prepare(&self) -> Result<Prepared, Failure> {
        self.load(self.name())
    }

    pub fn overrides_table(&self) -> Table {
        self.overrides.iter().cloned().collect()
    }

    fn load(&self, name: &str) -> Result<Prepared, Failure> {
        let working_directory = Path::new("");
        Ok(Prepared::load(name, working_directory, &self.overrides_table())?)
    }
}

/// The options that name a position of a variant.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
pub struct PositionArgs {
    #[command(flatten)]
    pub variant: VariantArgs,
    /// A position text, or `start`
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// A FEN, for square and cylinder of cells
    #[arg(long, value_name = "FEN", conflicts_with = "position")]
    pub fen: Option<String>,
}

impl PositionArgs {
    /// Returns the position of the options; the default is the initial position. Prints the notes about a FEN.
    pub fn read(&self) -> Result<Position, Failure> {
        if let Some(fen) = &self.fen {
            let prepared = self.variant.load(self.variant.name_or("orthodox"))?;
            let read = Position::from_fen_with_notes(&prepared, fen);
            let (position, notes) = read.map_err(|e| located_in_option("--fen", fen, &e))?;
            for note in &notes {
                complain(&located_in_option("--fen", fen, note));
            }
            return Ok(position);
        }
        let prepared = self.variant.prepare()?;
        match &self.position {
            Some(text) => Position::from_text(&prepared, text)
                .map_err(|e| located_in_option("--position", text, &e).into()),
            None => Position::from_text(&prepared, "start").map_err(|e| {
                format!("--position is missing, and the initial array does not fit: {}", e.message).into()
            }),
        }
    }
}

/// Returns the message of each error in the text of an option, with a caret under its column.
pub(super) fn located_in_option(option: &str, text: &str, error: &TextError) -> String {
    let located = |TextError { column, message, .. }: &TextError| {
        format!("{option}: column {column}: {message}\n{}", with_caret(text, *column))
    };
    error.each().map(located).collect::<Vec<_>>().join("\n")
}

/// The options that name a position, or a position after some plies of a scenario.
#[derive(Debug, clap::Args)]
pub struct GameArgs {
    #[command(flatten)]
    pub source: PositionArgs,
    /// Take position, variant and rules from a scenario
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "fen", "variant", "overrides"])]
    scenario: Option<PathBuf>,
    /// The position after this many plies of the scenario [default: all]
    #[arg(long, value_name = "N", requires = "scenario", value_parser = whole::<usize>(0, u32::MAX.into()), allow_negative_numbers = true)]
    ply: Option<usize>,
}

impl GameArgs {
    /// Returns the game up to the position. Prints the failures of its scenario.
    pub fn read(&self) -> Result<ReadGame, Failure> {
        let Some(file) = &self.scenario else {
            let game = Game::new(self.source.read()?);
            return Ok(ReadGame { game, outcome: Outcome::Expected });
        };
        let report = play_scenario(file, self.ply)?;
        Ok(ReadGame { outcome: print_failures(&report), game: report.game })
    }
}

/// A game that the options name.
pub struct ReadGame {
    pub game: Game,
    /// The outcome of its scenario; as expected without a scenario.
    pub outcome: Outcome,
}

/// Plays a scenario up to the ply that `--ply` names, or to its end.
pub(super) fn play_scenario(file: &Path, ply: Option<usize>) -> Result<ScenarioReport, Failure> {
    let report = scenario::run_with(file, &RunOptions { until: ply, ..RunOptions::default() })?;
    match ply {
        Some(ply) if ply > report.game.plies().len() => {
            let mut message = format!("--ply {ply}: the scenario has {}", counted_plies(&report));
            if let Some(failure) = report.failures.last() {
                message += &format!("; line {}: {}", failure.line, failure.message);
            }
            Err(message.into())
        }
        Some(_) | None => Ok(report),
    }
}

/// Prints the failed expectations of a scenario, and the number of plies if it broke off. Returns the outcome.
pub(super) fn print_failures(report: &ScenarioReport) -> Outcome {
    let path = report.path.display();
    for failure in &report.failures {
        complain(&format!("{path}:{}: {}", failure.line, failure.message));
    }
    if report.broke_off {
        complain(&format!("{path}: the answer is for the position after {}", counted_plies(report)));
    }
    if report.failures.is_empty() { Outcome::Expected } else { Outcome::Unexpected }
}

fn counted_plies(report: &ScenarioReport) -> String {
    counted(report.game.plies().len(), "ply", "plies")
}

/// The option for the number of threads.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct JobsArgs {
    /// The number of threads [default: one a core]
    #[arg(long, visible_alias = "threads", value_name = "N", value_parser = whole::<usize>(1, 1024), allow_negative_numbers = true)]
    jobs: Option<usize>,
}

impl JobsArgs {
    pub fn count(self) -> usize {
        self.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
    }

    /// Returns a pool of this many threads. The calling thread is one of them, so a pool of one thread starts none.
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
    /// Returns the tables of the folder; none if no folder is named.
    pub fn read(&self) -> Result<Endings, Failure> {
        Ok(match &self.endings {
            Some(folder) => Endings::new(endings::read_folder(folder)?),
            None => Endings::default(),
        })
    }
}

/// Returns the name and value of `NAME=VALUE`. The value is a string if it is not TOML.
fn parse_override(text: &str) -> Result<(String, Value), String> {
    let advice = "write NAME=VALUE, such as min_move=0.2";
    let (name, written) = text.split_once('=').ok_or(advice)?;
    let (name, written) = (name.trim(), written.trim());
    if name.is_empty() {
        return Err(advice.to_owned());
    }
    let table: Table = format!("value = {written}").parse().unwrap_or_default();
    let value = table.get("value").cloned().unwrap_or_else(|| written.into());
    Ok((name.to_owned(), value))
}

/// Returns a parser of whole numbers from `least` to `most`.
pub(super) fn whole<T>(
    least: u64,
    most: u64,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: TryFrom<u64> + 'static,
{
    move |text: &str| {
        if let Ok(number) = text.parse()
            && (least..=most).contains(&number)
            && let Ok(converted) = T::try_from(number)
        {
            return Ok(converted);
        }
        Err(format!("`{text}` is not a whole number from {least} to {most}"))
    }
}

/// Returns a parser of times. A number without a unit is in `unit`.
pub(super) fn time(unit: Unit) -> impl Fn(&str) -> Result<Duration, String> + Clone + Send + Sync + 'static {
    move |text: &str| {
        let fault = || format!("`{text}` is not a time: write it with its unit, as in 500ms, 30s, 2m");
        duration::read(text, unit).ok_or_else(fault)
    }
}
