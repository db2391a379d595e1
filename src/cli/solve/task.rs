//! The problems to solve: the problem of the options, or those of a file.

use super::Args;
use crate::cli::Failure;
use crate::cli::select::PositionArgs;
use continuum::diagnostics::{FileFaults, KeyFault, TextFault, ValueAndList, read_text, read_toml_and_list};
use continuum::game::Position;
use continuum::scenario::Scenario;
use continuum::solve::{PopeyeProblem, PopeyeVariant, Stipulation};
use serde::Deserialize;
use std::path::Path;
use toml::{Table, Value};

/// The variant of problems that name none.
const DEFAULT_VARIANT: &str = "orthodox";

pub(super) struct SolveTask {
    pub title: String,
    pub stipulation: Stipulation,
    pub position: Position,
    pub variant: String,
    /// The parameters that differ from the variant.
    pub rules: Table,
    /// The text of `--position`, for error messages; empty if the position has another source.
    pub position_text: String,
    /// Whether the set play is asked for.
    pub set_play: bool,
    /// The greatest number of refutations of a try; `None` if tries are not asked for.
    pub tries: Option<usize>,
    /// The number of solutions after which the search ends.
    pub max_solutions: Option<usize>,
}

impl SolveTask {
    fn new(stipulation: Stipulation, position: Position) -> SolveTask {
        SolveTask {
            title: String::new(),
            stipulation,
            position,
            variant: DEFAULT_VARIANT.to_owned(),
            rules: Table::new(),
            position_text: String::new(),
            set_play: false,
            tries: None,
            max_solutions: None,
        }
    }

    /// Returns the greatest number of solutions that are printed.
    pub fn most_solutions(&self) -> usize {
        self.max_solutions.unwrap_or(usize::MAX)
    }
}

/// Returns the problems to solve, with the options that concern every problem.
pub(super) fn read_tasks(args: &Args) -> Result<Vec<SolveTask>, Failure> {
    let mut tasks = match (&args.file, args.stipulation) {
        (Some(file), _) => tasks_of_file(file)?,
        (None, Some(stipulation)) => vec![task_of_options(args, stipulation)?],
        (None, None) => return Err("--stipulation is missing: say what is asked, as in #2".into()),
    };
    for task in &mut tasks {
        task.set_play |= args.set_play;
        task.tries = args.tries.or(task.tries);
        task.max_solutions = args.max_solutions.or(task.max_solutions);
    }
    Ok(tasks)
}

fn task_of_options(args: &Args, stipulation: Stipulation) -> Result<SolveTask, Failure> {
    let game = args.game.read()?.game;
    let PositionArgs { variant, position, .. } = &args.game.source;
    let mut task = SolveTask::new(stipulation, game.position().clone());
    task.variant = variant.name().to_owned();
    task.rules = variant.overrides_table();
    task.position_text = position.clone().unwrap_or_default();
    Ok(task)
}

/// A problem as it is written in a TOML file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenProblem {
    #[serde(default)]
    title: String,
    stipulation: String,
    variant: Option<String>,
    position: Option<String>,
    fen: Option<String>,
    #[serde(default)]
    rules: Table,
    #[serde(default)]
    set_play: bool,
    tries: Option<u32>,
}

/// A file of problems in TOML. It may have nothing but its problems.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Collection {
    #[serde(default)]
    problem: Vec<Value>,
}

/// Reads a file of problems: TOML with a `[[problem]]` for each, or Popeye's language.
fn tasks_of_file(path: &Path) -> Result<Vec<SolveTask>, Failure> {
    let text = read_text(path)?;
    let in_file = |faults| FileFaults::new(path, &text, faults);
    if PopeyeProblem::is_language_of(&text) {
        let problems = PopeyeProblem::read_all(&text).map_err(|fault| in_file(vec![fault]))?;
        return problems.into_iter().map(task_of_popeye).collect();
    }
    let ValueAndList { value, items } =
        read_toml_and_list::<Collection, WrittenProblem, _>(&text, "problem", Ok).map_err(in_file)?;
    if value.problem.is_empty() && items.is_empty() {
        let message = "no problem is here: write a table [[problem]] for each";
        return Err(in_file(vec![TextFault::at(&text, 0, message)]).into());
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let (mut tasks, mut faults) = (Vec::new(), Vec::new());
    for (number, problem) in items.into_iter().enumerate() {
        match problem.task(folder) {
            Ok(task) => tasks.push(task),
            Err(of_task) => faults.extend(of_task.into_iter().map(|fault| fault.in_item("problem", number))),
        }
    }
    if faults.is_empty() { Ok(tasks) } else { Err(in_file(TextFault::of_keys(&text, faults)).into()) }
}

impl WrittenProblem {
    /// Returns the problem, or all its faults. `folder` is the folder of the file.
    fn task(self, folder: &Path) -> Result<SolveTask, Vec<KeyFault>> {
        let WrittenProblem { title, stipulation, variant, position, fen, rules, set_play, tries } = self;
        let variant = variant.unwrap_or_else(|| DEFAULT_VARIANT.to_owned());
        // A scenario without steps reads the variant and the position.
        let scenario =
            Scenario { variant: Some(variant.clone()), position, fen, rules, ..Scenario::default() };
        let parsed = stipulation.parse().map_err(|e| KeyFault::at_value(&["stipulation"], format!("{e}")));
        let (stipulation, position) = match (parsed, scenario.start(folder)) {
            (Ok(stipulation), Ok(position)) => (stipulation, position),
            (parsed, position) => {
                let mut faults = Vec::from_iter(parsed.err());
                faults.extend(position.err().unwrap_or_default());
                return Err(faults);
            }
        };
        let mut task = SolveTask::new(stipulation, position);
        task.title = title;
        task.variant = variant;
        task.rules = scenario.rules;
        task.set_play = set_play;
        task.tries = tries.map(|refutations| refutations as usize);
        Ok(task)
    }
}

fn task_of_popeye(problem: PopeyeProblem) -> Result<SolveTask, Failure> {
    let PopeyeVariant { preset, overrides } = problem.variant();
    let mut task = SolveTask::new(problem.stipulation, problem.position()?);
    task.title = problem.title;
    task.variant = preset.to_owned();
    task.rules = overrides;
    task.set_play = problem.set_play;
    task.tries = problem.tries;
    task.max_solutions = problem.max_solutions;
    Ok(task)
}
