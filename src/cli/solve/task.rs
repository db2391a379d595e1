//! The problems of a command: the one in its options, or those of a file.

use super::Args;
use crate::cli::Failure;
use crate::diagnostics::{ByteFault, FileFaults, TextFault, ValueAndList, read_text, read_toml_and_list};
use crate::game::Position;
use crate::scenario::Scenario;
use crate::solve::{PopeyeProblem, Stipulation};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use toml::{Spanned, Table, Value};

/// The variant of problems that name none.
const USUAL_VARIANT: &str = "orthodox";

/// A problem to solve.
pub(super) struct SolveTask {
    pub title: String,
    pub stipulation: Stipulation,
    pub position: Position,
    /// The name of the variant, and the parameters that differ from it.
    pub variant: String,
    pub rules: Table,
    /// The position text of the options, for carets; empty for other positions.
    pub written: String,
    pub set_play: bool,
    pub tries: Option<usize>,
    pub max_solutions: Option<usize>,
}

impl SolveTask {
    fn new(stipulation: Stipulation, position: Position) -> SolveTask {
        SolveTask {
            title: String::new(),
            stipulation,
            position,
            variant: USUAL_VARIANT.to_owned(),
            rules: Table::new(),
            written: String::new(),
            set_play: false,
            tries: None,
            max_solutions: None,
        }
    }

    /// Returns the greatest number of solutions that are wanted.
    pub fn most(&self) -> usize {
        self.max_solutions.unwrap_or(usize::MAX)
    }
}

/// Returns the problems to solve. Options that concern every problem are applied to each.
pub(super) fn all(args: &Args) -> Result<Vec<SolveTask>, Failure> {
    let mut tasks = match (&args.file, args.stipulation) {
        (Some(file), _) => of_file(file)?,
        (None, Some(stipulation)) => vec![of_options(args, stipulation)?],
        (None, None) => return Err("--stipulation is missing: say what is asked, as in #2".into()),
    };
    for task in &mut tasks {
        task.set_play |= args.set_play;
        task.tries = args.tries.map(|n| n as usize).or(task.tries);
        task.max_solutions = args.max_solutions.map(|n| n as usize).or(task.max_solutions);
    }
    Ok(tasks)
}

fn of_options(args: &Args, stipulation: Stipulation) -> Result<SolveTask, Failure> {
    let (game, _) = args.game.read(&args.variant)?;
    let mut task = SolveTask::new(stipulation, game.position().clone());
    task.variant = args.variant.name().to_owned();
    task.rules = args.variant.overrides_table();
    task.written = args.game.position_text().to_owned();
    Ok(task)
}

/// A problem as a TOML file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenProblem {
    #[serde(default)]
    title: String,
    stipulation: Spanned<String>,
    variant: Option<Spanned<String>>,
    position: Option<Spanned<String>>,
    fen: Option<Spanned<String>>,
    #[serde(default)]
    rules: BTreeMap<String, Spanned<Value>>,
    #[serde(default)]
    set_play: bool,
    tries: Option<u32>,
}

/// A file of problems, without the tables of its problems. It has no other content.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Collection {
    #[serde(default)]
    problem: Vec<Value>,
}

/// Reads a file of problems: TOML with a `[[problem]]` for each, or Popeye's language.
fn of_file(path: &Path) -> Result<Vec<SolveTask>, Failure> {
    let text = read_text(path)?;
    let wrong = |faults| FileFaults::new(path, &text, faults);
    if PopeyeProblem::is_language_of(&text) {
        let problems = PopeyeProblem::read_all(&text).map_err(|fault| wrong(vec![fault]))?;
        return problems.into_iter().map(of_popeye).collect();
    }
    let ValueAndList { value, items } =
        read_toml_and_list::<Collection, WrittenProblem, _>(&text, "problem", Ok).map_err(wrong)?;
    if value.problem.is_empty() && items.is_empty() {
        let message = "no problem is here: write a table [[problem]] for each";
        return Err(wrong(vec![TextFault::at(&text, 0, message)]).into());
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let (mut tasks, mut faults) = (Vec::new(), Vec::new());
    for problem in items {
        let start = problem.span().start;
        match problem.into_inner().task(folder) {
            Ok(task) => tasks.push(task),
            // A missing field has no place of its own: the fault is shown at the beginning of the problem.
            Err(found) => {
                let placed = |fault: ByteFault| ByteFault::new(fault.byte.max(start), fault.message);
                faults.extend(found.into_iter().map(placed));
            }
        }
    }
    if faults.is_empty() { Ok(tasks) } else { Err(wrong(TextFault::in_order(&text, faults)).into()) }
}

impl WrittenProblem {
    /// Returns the problem, or all faults, each with its byte in the file.
    fn task(self, folder: &Path) -> Result<SolveTask, Vec<ByteFault>> {
        let WrittenProblem { title, stipulation, variant, position, fen, rules, set_play, tries } = self;
        let variant = variant.unwrap_or_else(|| Spanned::new(0..0, USUAL_VARIANT.to_owned()));
        let name = variant.get_ref().clone();
        let start = Scenario {
            title: String::new(),
            variant: Some(variant),
            position,
            fen,
            draws: None,
            rules,
            steps: Vec::new(),
        };
        let place = stipulation.span().start;
        let asked = stipulation.into_inner().parse().map_err(|e| vec![ByteFault::new(place, format!("{e}"))]);
        let (asked, position) = match (asked, start.start(folder)) {
            (Ok(asked), Ok(position)) => (asked, position),
            (asked, position) => {
                return Err([asked.err(), position.err()].into_iter().flatten().flatten().collect());
            }
        };
        let (rules, tries) = (start.overrides(), tries.map(|n| n as usize));
        Ok(SolveTask { title, variant: name, rules, set_play, tries, ..SolveTask::new(asked, position) })
    }
}

fn of_popeye(problem: PopeyeProblem) -> Result<SolveTask, Failure> {
    let (variant, rules) = problem.variant();
    let position = problem.position()?;
    let PopeyeProblem { title, stipulation, set_play, tries, max_solutions, .. } = problem;
    let variant = variant.to_owned();
    Ok(SolveTask {
        title,
        variant,
        rules,
        set_play,
        tries,
        max_solutions,
        ..SolveTask::new(stipulation, position)
    })
}
