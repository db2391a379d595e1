//! Choosing moves, counting, solving.

use crate::convert::{threads, to_python};
use crate::errors::{ContinuumError, refusal};
use crate::interrupt::with_signals;
use continuum::budget::Budget;
use continuum::chess::Draws;
use continuum::engine::{self, Level, Options, SearchLimits, SearchResult, StopSignal};
use continuum::game::Perft;
use continuum::solve::plane::{OFFERED, PlaneReport, PlayPlan, keys_in_one, keys_in_two, lines_of};
use continuum::solve::{self, Goal, PlayKind, Problem, ReportScope, Stipulation};
use continuum::{Game, Position, game};
use pyo3::prelude::*;
use std::time::{Duration, Instant};

/// The longest time limit, in seconds: some thirty years.
const LONGEST: f64 = 1e9;

/// The options of a search for the best moves.
pub struct Asked {
    pub seconds: Option<f64>,
    pub nodes: Option<u64>,
    pub depth: Option<u32>,
    pub level: Option<u8>,
    pub lines: usize,
    pub threads: Option<usize>,
    pub hash_mb: usize,
    pub seed: u64,
}

fn duration(seconds: f64) -> PyResult<Duration> {
    if !(0.0..=LONGEST).contains(&seconds) {
        return Err(ContinuumError::new_err(format!(
            "{seconds} is not a number of seconds from 0 to {LONGEST}"
        )));
    }
    Ok(Duration::from_secs_f64(seconds))
}

/// Returns the best moves of a game.
pub fn answer(py: Python<'_>, game: &Game, asked: &Asked) -> PyResult<SearchResult> {
    let usual = Options::default();
    let bounded = asked.nodes.is_some() || asked.depth.is_some();
    let time = match asked.seconds {
        Some(seconds) => Some(duration(seconds)?),
        None => usual.limits.time.filter(|_| !bounded),
    };
    let options = Options {
        limits: SearchLimits { time, nodes: asked.nodes, depth: asked.depth, ..SearchLimits::default() },
        lines: asked.lines.max(1),
        threads: threads(asked.threads.unwrap_or(usual.threads).max(1))?,
        hash_mb: asked.hash_mb.max(1),
        seed: asked.seed,
        level: asked.level.map(Level::new).transpose().map_err(refusal)?,
        ..usual
    };
    let stop = StopSignal::new();
    with_signals(py, || stop.stop(), || engine::best(game, &options, &stop))
}

/// Returns the number of move sequences, with draws claimed or not.
pub fn perft(py: Python<'_>, position: &Position, depth: u32, draws: &str) -> PyResult<Perft> {
    let draws: Draws = draws.parse().map_err(refusal)?;
    py.detach(|| game::perft(position, depth, draws, |_, _| {})).map_err(refusal)
}

/// The options of the solver.
pub struct Wanted {
    pub stipulation: Stipulation,
    pub max_solutions: Option<usize>,
    pub time: Option<Duration>,
    pub hash_mb: usize,
    pub brief: bool,
}

impl Wanted {
    pub fn new(
        stipulation: &str,
        max_solutions: Option<usize>,
        seconds: Option<f64>,
        hash_mb: usize,
        brief: bool,
    ) -> PyResult<Wanted> {
        let stipulation = stipulation.parse().map_err(refusal)?;
        let time = seconds.map(duration).transpose()?;
        Ok(Wanted { stipulation, max_solutions, time, hash_mb, brief })
    }
}

/// Returns the solutions of a problem, in the form of `continuum solve --json`.
pub fn solve<'py>(py: Python<'py>, position: &Position, wanted: &Wanted) -> PyResult<Bound<'py, PyAny>> {
    let begin = Instant::now();
    let answer = match position {
        Position::Plane(position) => solve_plane(py, position, wanted)?,
        Position::Lattice(position) => {
            let problem = Problem::new(position, wanted.stipulation).map_err(refusal)?;
            let options = solve::SolveOptions {
                max_solutions: wanted.max_solutions,
                hash_mb: wanted.hash_mb.max(1),
                scope: if wanted.brief { ReportScope::SolutionsOnly } else { ReportScope::Full },
                ..solve::SolveOptions::default()
            };
            let budget = Budget::of_time(wanted.time);
            let report = with_signals(py, || budget.end(), || problem.solve(&options, &budget))?;
            to_python(py, &report)?
        }
    };
    answer.set_item("seconds", begin.elapsed().as_secs_f64())?;
    Ok(answer)
}

/// The same on the plane, where a key is a stretch of distances.
fn solve_plane<'py>(
    py: Python<'py>,
    position: &continuum::plane::PlanePosition,
    wanted: &Wanted,
) -> PyResult<Bound<'py, PyAny>> {
    let budget = Budget::of_time(wanted.time);
    let most = wanted.max_solutions.unwrap_or(usize::MAX);
    match wanted.stipulation {
        Stipulation { kind: PlayKind::Direct, moves: Some(1), goal, .. } => {
            let keys = with_signals(py, || budget.end(), || keys_in_one(position, goal, &budget))?;
            let mut report = PlaneReport::in_one(position, goal, &keys.map_err(refusal)?);
            report.truncate(most);
            to_python(py, &report)
        }
        Stipulation { kind: PlayKind::Direct, moves: Some(2), goal: Goal::Mate, .. } => {
            let keys = with_signals(py, || budget.end(), || keys_in_two(position, &budget))?;
            let scope = if wanted.brief { ReportScope::SolutionsOnly } else { ReportScope::Full };
            let keys = keys.map_err(refusal)?;
            let mut report = PlaneReport::in_two(&keys, budget.nodes(), scope);
            report.truncate(most);
            to_python(py, &report)
        }
        stipulation => {
            let plan = PlayPlan::of(stipulation, position.turn())
                .ok_or_else(|| refusal(format!("{stipulation}: {OFFERED}")))?;
            let position = plan.start(position).ok_or_else(|| {
                refusal(format!("{stipulation}: {} begins, and the other king is in check", plan.begins))
            })?;
            let most = wanted.max_solutions;
            let lines = with_signals(py, || budget.end(), || lines_of(&position, &plan, most, &budget))?;
            to_python(py, &PlaneReport::of_lines(stipulation, lines.map_err(refusal)?))
        }
    }
}
