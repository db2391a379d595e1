//! `go mate`: a mate within a number of moves, by the problem solver.

use super::options::Options;
use super::result::{SearchLine, SearchResult};
use super::score::Score;
use crate::budget::{Budget, SearchLimits, StopSignal};
use crate::game::{Game, MoveInput, Position};
use crate::solve::{Goal, PlayKind, Problem, ReportScope, SolveOptions, Stipulation};
use crate::timer::Timer;

/// Returns the shortest mate within a number of moves, on cells with alternating turns; `None` if the solver finds none in time.
pub(super) fn mate_within(
    game: &Game,
    most: u32,
    options: &Options,
    stop: &StopSignal,
) -> Option<SearchResult> {
    let Position::Lattice(position) = game.position() else { return None };
    if game.is_over() {
        return None;
    }
    let begun = Timer::start();
    let direct = Stipulation { kind: PlayKind::Direct, goal: Goal::Mate, moves: Some(most), half: false };
    let problem = Problem::new(position, direct).ok()?;
    let solver = SolveOptions {
        max_solutions: Some(1),
        hash_mb: options.hash_mb,
        scope: ReportScope::SolutionsOnly,
        ..SolveOptions::default()
    };
    let budget = Budget::new(&SearchLimits { time: options.limits.time, ..SearchLimits::default() }, stop);
    let texts = problem.main_line(&options.only, &solver, &budget)?;
    let plies = texts.len() as u32;
    let chosen = texts.first().map(|text| MoveInput::Text(text.clone().into()));
    let line = SearchLine { score: Score::mates_in(plies), depth: plies, moves: texts };
    let (nodes, seconds) = (budget.nodes(), begun.seconds());
    Some(SearchResult { status: game.status(), chosen, lines: vec![line], nodes, seconds })
}
