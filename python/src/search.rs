//! Choosing, counting, solving.

use crate::convert::to_python;
use crate::errors::{ContinuumError, refusal};
use crate::interrupt::with_signals;
use continuum::engine::{self, Answer, Level, Limits, Options, Stop};
use continuum::game::Perft;
use continuum::solve::plane::{self, LinesReport, Plan, PlaneReport, keys_in_one, lines_of};
use continuum::solve::{self, Kind, Problem, ReportScope, Stipulation, Watch};
use continuum::{Game, Position, game};
use pyo3::prelude::*;
use serde::Serialize;
use std::time::{Duration, Instant};

/// The longest time that can be asked for, in seconds: some thirty years.
const LONGEST: f64 = 1e9;

/// What is asked of a search for the best moves.
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

/// The best moves of a game.
pub fn answer(py: Python<'_>, game: &Game, asked: &Asked) -> PyResult<Answer> {
    let usual = Options::default();
    let bounded = asked.nodes.is_some() || asked.depth.is_some();
    let time = match asked.seconds {
        Some(seconds) => Some(duration(seconds)?),
        None => usual.limits.time.filter(|_| !bounded),
    };
    let options = Options {
        limits: Limits { time, nodes: asked.nodes, depth: asked.depth, ..Limits::default() },
        lines: asked.lines.max(1),
        threads: asked.threads.unwrap_or(usual.threads).max(1),
        hash_mb: asked.hash_mb.max(1),
        seed: asked.seed,
        level: asked.level.map(Level::new).transpose().map_err(refusal)?,
        ..usual
    };
    let stop = Stop::new();
    with_signals(py, || stop.stop(), || engine::best(game, &options, &stop))
}

/// The number of move sequences.
pub fn perft(py: Python<'_>, position: &Position, depth: u32) -> PyResult<Perft> {
    py.detach(|| game::perft(position, depth, |_, _| {})).map_err(refusal)
}

/// A report with the time that it took.
#[derive(Serialize)]
struct Timed<R> {
    #[serde(flatten)]
    report: R,
    seconds: f64,
}

/// The lines of help and series play on the plane.
fn lines(
    py: Python<'_>,
    position: &continuum::plane::Position,
    stipulation: Stipulation,
    plan: &Plan,
    limits: &plane::Limits,
) -> PyResult<LinesReport> {
    let position = plan.start(position).ok_or_else(|| {
        refusal(format!("{stipulation}: {} begins, and the other king is in check", plan.begins))
    })?;
    let found = py.detach(|| lines_of(&position, plan, limits)).map_err(refusal)?;
    Ok(LinesReport::new(stipulation, &found))
}

/// The solutions of a problem, as `continuum solve --json` prints them.
pub fn solve<'py>(
    py: Python<'py>,
    position: &Position,
    stipulation: &str,
    max_solutions: Option<usize>,
    seconds: Option<f64>,
    hash_mb: usize,
    brief: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let stipulation: Stipulation = stipulation.parse().map_err(refusal)?;
    let begin = Instant::now();
    match position {
        Position::Plane(position) => {
            let Some(plan) = Plan::of(stipulation, position.turn()) else {
                return Err(ContinuumError::new_err(format!(
                    "{stipulation}: on the plane #1, h#n, h#n.5, ser-#n and ser-h#n are solved, and = for stalemate"
                )));
            };
            let Stipulation { kind: Kind::Direct, goal, .. } = stipulation else {
                let deadline = seconds.map(duration).transpose()?.and_then(|time| begin.checked_add(time));
                let limits = plane::Limits { deadline, most: max_solutions };
                let report = lines(py, position, stipulation, &plan, &limits)?;
                return to_python(py, &Timed { report, seconds: begin.elapsed().as_secs_f64() });
            };
            let report = py.detach(|| {
                let keys = keys_in_one(position, goal)?;
                let mut report = PlaneReport::in_one(position, goal, &keys);
                report.keep(max_solutions.unwrap_or(usize::MAX));
                Ok::<_, plane::Unsolved>(report)
            });
            let report = report.map_err(refusal)?;
            to_python(py, &Timed { report, seconds: begin.elapsed().as_secs_f64() })
        }
        Position::Lattice(position) => {
            let problem = Problem::new(position, stipulation).map_err(refusal)?;
            let options = solve::Options {
                max_solutions,
                timeout: seconds.map(duration).transpose()?,
                hash_mb: hash_mb.max(1),
                scope: if brief { ReportScope::SolutionsOnly } else { ReportScope::Full },
            };
            let watch = Watch::default();
            let report = with_signals(py, || watch.stop(), || problem.solve(&options, &watch))?;
            to_python(py, &Timed { report, seconds: begin.elapsed().as_secs_f64() })
        }
    }
}
