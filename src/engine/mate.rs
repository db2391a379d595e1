//! Mates within a number of moves, which the problem solver finds for `go mate` of UCI.

use super::options::Options;
use super::result::{SearchLine, SearchResult};
use super::score::Score;
use crate::budget::{Budget, SearchLimits, StopSignal};
use crate::game::{Game, Position};
use crate::solve::{Problem, ReportScope, SolveOptions, Stipulation};
use crate::timer::Timer;

/// Returns the shortest mate within a number of moves on cells with alternating turns; `None` if none is found in time.
pub(super) fn mate_within(
    game: &Game,
    most_moves: u32,
    options: &Options,
    stop: &StopSignal,
) -> Option<SearchResult> {
    let Position::Lattice(position) = game.position() else { return None };
    if game.is_over() {
        return None;
    }
    let timer = Timer::start();
    let problem = Problem::new(position, Stipulation::mate_in(most_moves)).ok()?;
    let solve_options = SolveOptions {
        max_solutions: Some(1),
        hash_mb: options.hash_mb,
        scope: ReportScope::SolutionsOnly,
        ..SolveOptions::default()
    };
    let budget = Budget::new(&SearchLimits { time: options.limits.time, ..SearchLimits::default() }, stop);
    let moves = problem.main_line(&options.only, &solve_options, &budget)?;
    let plies = moves.len() as u32;
    Some(SearchResult {
        status: game.status(),
        lines: vec![SearchLine { score: Score::mates_in(plies), depth: plies, moves }],
        nodes: budget.nodes(),
        seconds: timer.seconds(),
    })
}
