//! Choosing a series in progressive games, where turns are series of moves.
//!
//! Start at [`SeriesSearch::run`]. A beam search finds series (`beam`). Then `hunt` tries every line of the present series for a mate;
//! it searches no position again from which it found none. Without a mate, each series of the beam is valued by the enemy's best
//! answer, which may be a mate. The beam is widened while there is time. Threads share this work (`crew`).

mod beam;
mod crew;
mod hunt;

use super::root::CellRootMove;
use super::tree::LatticeTree;
use crate::budget::NodeMeter;
use crate::engine::score::MATE;
use crate::lattice::{LatticeMove, LatticeRules, LatticeState};
use beam::{CandidateSeries, NARROWEST, best_series};
use std::cmp::Reverse;

pub(super) use crew::Crew;

/// The value of a mate in the present series.
const MATES_NOW: i32 = MATE - 1;
/// The value of being mated in the next series.
const MATED_NEXT: i32 = 2 - MATE;
/// The width of the widest beam.
const WIDEST: usize = 1024;
/// The used share of the time or of the positions at which the search for a mate in the present series ends.
const OWN_MATE_SHARE: f64 = 0.6;
/// The number of series that are valued by their answers, for each place in the beam.
const ANSWERED_PER_PLACE: usize = 2;
/// The used share of the time or of the positions at which every search for an answering mate ends.
const ANSWER_SHARE: f64 = 0.98;

/// The beginning of a series: the position, the first moves to try, and the threads that search.
#[derive(Clone, Copy)]
struct SeriesStart<'s, 'a> {
    tree: LatticeTree<'a>,
    crew: Crew<'a>,
    state: &'s LatticeState,
    first_moves: &'s [LatticeMove],
}

/// The search of one turn.
pub(super) struct SeriesSearch<'a> {
    pub tree: LatticeTree<'a>,
    pub crew: Crew<'a>,
    /// The greatest number of bytes of the positions that are remembered because no mate follows from them.
    pub bytes: usize,
}

impl<'a> SeriesSearch<'a> {
    /// Puts the best series first. `report` is called after the search for a mate and after each widening of the beam.
    pub fn run(&self, state: &LatticeState, moves: &mut Vec<CellRootMove>, report: impl Fn(&[CellRootMove])) {
        let Self { tree, crew, bytes } = *self;
        let mut meter = crew.meter();
        let first_moves: Vec<LatticeMove> = moves.iter().map(|root| *root.first_move()).collect();
        let start = SeriesStart { tree, crew, state, first_moves: &first_moves };
        let narrowest = best_series(start, &mut meter, NARROWEST);
        put_first(moves, &narrowest, 1);
        let limits = hunt::HuntLimits { until_share: OWN_MATE_SHARE, bytes };
        if let Some(line) = hunt::mate(start, &mut meter, limits) {
            moves.retain(|root| *root.first_move() != line[0]);
            moves.insert(0, CellRootMove::with_line(line, MATES_NOW, 1));
            return report(moves);
        }
        report(moves);
        let mut beam = NARROWEST;
        // The narrowest beam without answers was iteration 1. Each iteration from 2 on is reported as a depth, and widens the beam.
        for iteration in 2.. {
            if beam > WIDEST || !crew.budget.may_begin(iteration) {
                return;
            }
            let mut found = best_series(start, &mut meter, beam);
            found.truncate(beam * ANSWERED_PER_PLACE);
            let answered =
                crew.on_each(&mut meter, &found, |series, meter| self.with_answer(series, beam, meter));
            let answered: Vec<CandidateSeries> = answered.into_iter().flatten().collect();
            // An iteration that is cut short counts if it valued at least one series for each place of the beam.
            if meter.is_over() && answered.len() < beam {
                return;
            }
            put_first(moves, &answered, iteration);
            report(moves);
            beam *= 4;
        }
    }

    /// Returns a series with the enemy's best answer appended, valued after that answer; `None` if the search must end.
    fn with_answer(
        &self,
        series: &CandidateSeries,
        beam: usize,
        meter: &mut NodeMeter<'a>,
    ) -> Option<CandidateSeries> {
        let Self { tree, crew, bytes } = *self;
        if meter.is_over() {
            return None;
        }
        let mut series = series.clone();
        if series.value.abs() >= MATES_NOW {
            return Some(series);
        }
        let first_moves = tree.rules().all_legal_moves(&series.state);
        if first_moves.is_empty() {
            return Some(series);
        }
        // Each answer gets the same share of the time and positions that are left when it begins. Threads work side by side.
        let used = crew.budget.share_used();
        let share_of_answer = (1.0 - used) * crew.threads as f64 / (beam * ANSWERED_PER_PLACE) as f64;
        let until_share = (used + share_of_answer).min(ANSWER_SHARE);
        let limits = hunt::HuntLimits { until_share, bytes: bytes / crew.threads };
        let start = SeriesStart { tree, crew: crew.alone(), state: &series.state, first_moves: &first_moves };
        if let Some(answer) = hunt::mate(start, meter, limits) {
            series.line.extend(answer);
            return Some(CandidateSeries { value: MATED_NEXT, ..series });
        }
        let answers = best_series(start, meter, NARROWEST);
        let answer = answers.into_iter().next().expect("the narrowest beam completes a series");
        series.line.extend(answer.line);
        Some(CandidateSeries { value: -answer.value, ..series })
    }
}

/// Whether the side to move has a legal move in a game that is not over.
fn has_legal_move(rules: &LatticeRules, state: &LatticeState) -> bool {
    !rules.all_legal_moves(state).is_empty()
}

/// Whether one of these series begins with a move.
fn has_first_move(series: &[CellRootMove], first: &LatticeMove) -> bool {
    series.iter().any(|root| root.first_move() == first)
}

/// Puts the best series of each first move in front, the best series first. Moves without a new series follow.
fn put_first(moves: &mut Vec<CellRootMove>, candidates: &[CandidateSeries], iteration: u32) {
    let mut valued: Vec<CellRootMove> = Vec::new();
    let mut sorted: Vec<&CandidateSeries> = candidates.iter().collect();
    sorted.sort_by_key(|series| Reverse(series.value));
    for series in sorted {
        if !has_first_move(&valued, &series.line[0]) {
            valued.push(CellRootMove::with_line(series.line.clone(), series.value, iteration));
        }
    }
    moves.retain(|old| !has_first_move(&valued, old.first_move()));
    valued.append(moves);
    *moves = valued;
}
