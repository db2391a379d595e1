//! Choosing a series, where turns are series of moves.
//!
//! Start at [`SeriesSearch::run`]. Series are built by beam search (`beam`). Then a mate within the present series is searched through
//! every line (`hunt`); a position that leads to no mate is not entered twice. Without a mate, each series of the beam is valued by
//! the enemy's best answer, which may be a mate. The beam is widened while there is time. Threads share this work (`crew`).

mod beam;
mod crew;
mod hunt;

use super::root::RootMove;
use super::tree::LatticeTree;
use crate::budget::NodeMeter;
use crate::engine::score::MATE;
use crate::lattice::{LatticeMove, LatticeRules, LatticeState, MoveList};
use beam::{CandidateSeries, NARROWEST, candidates};
use std::cmp::Reverse;

pub(super) use crew::Crew;

/// The value of a mate in the present series.
const MATES_NOW: i32 = MATE - 1;
/// The value of being mated in the next series.
const MATED_NEXT: i32 = 2 - MATE;
/// The width of the widest beam.
const WIDEST: usize = 1024;
/// The share of the time after which no mate is searched for; the rest is left for other choices.
const MATE_SHARE: f64 = 0.6;
/// The number of series valued by their answers, for each place in the beam.
const JUDGED: usize = 2;

/// The search of one turn.
pub(super) struct SeriesSearch<'a> {
    pub tree: LatticeTree<'a>,
    pub crew: Crew<'a>,
    /// The greatest number of bytes of positions that are remembered to lead to no mate.
    pub bytes: usize,
}

impl<'a> SeriesSearch<'a> {
    /// Puts the best series first. `report` is called after every improvement.
    pub fn run(&self, state: &LatticeState, moves: &mut Vec<RootMove>, report: impl Fn(&[RootMove])) {
        let Self { tree, crew, bytes } = *self;
        let mut meter = crew.meter();
        let firsts: Vec<LatticeMove> = moves.iter().map(|root| root.line[0]).collect();
        let quick = candidates(tree, crew, &mut meter, state, &firsts, NARROWEST);
        enter(moves, &quick, 1);
        let bounds = hunt::HuntLimits { until: MATE_SHARE, bytes };
        if let Some(line) = hunt::mate(tree.rules, crew, &mut meter, state, &firsts, bounds) {
            moves.retain(|root| root.line[0] != line[0]);
            moves.insert(0, RootMove::found(line, MATES_NOW, 1));
            return report(moves);
        }
        report(moves);
        let mut beam = NARROWEST;
        for depth in 2.. {
            if beam > WIDEST || !crew.budget.may_begin(depth) {
                return;
            }
            let mut found = candidates(tree, crew, &mut meter, state, &firsts, beam);
            found.truncate(beam * JUDGED);
            let judged = crew.on_each(&mut meter, &found, |series, meter| self.judged(series, beam, meter));
            let judged: Vec<CandidateSeries> = judged.into_iter().flatten().collect();
            if meter.is_over() && judged.len() < beam {
                return;
            }
            enter(moves, &judged, depth);
            report(moves);
            beam *= 4;
        }
    }

    /// Returns a series with the enemy's best answer appended and its value after that answer; `None` if the search must end.
    fn judged(
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
        if series.value.abs() >= MATES_NOW || !can_go_on(tree.rules, &series.state) {
            return Some(series);
        }
        let mut firsts = MoveList::new();
        tree.rules.legal_moves(&series.state, &mut firsts);
        // Each answer may search for a mate within an equal part of the time and positions left. All threads do so side by side.
        let used = crew.budget.share_used();
        let part = (1.0 - used) * crew.threads as f64 / (beam * JUDGED) as f64;
        let bounds = hunt::HuntLimits { until: (used + part).min(0.98), bytes: bytes / crew.threads };
        let alone = crew.alone();
        if let Some(answer) = hunt::mate(tree.rules, alone, meter, &series.state, &firsts, bounds) {
            series.line.extend(answer);
            return Some(CandidateSeries { value: MATED_NEXT, ..series });
        }
        let answer = candidates(tree, alone, meter, &series.state, &firsts, NARROWEST).into_iter().next()?;
        series.line.extend(answer.line);
        Some(CandidateSeries { value: -answer.value, ..series })
    }
}

/// Whether the side to move has a legal move in a game that is not over.
fn can_go_on(rules: &LatticeRules, state: &LatticeState) -> bool {
    let mut moves = MoveList::new();
    rules.legal_moves(state, &mut moves);
    !moves.is_empty()
}

/// Puts the valued series first, one for each first move and the best first; moves without a new value follow.
fn enter(moves: &mut Vec<RootMove>, candidates: &[CandidateSeries], depth: u32) {
    let mut valued: Vec<RootMove> = Vec::new();
    let mut sorted: Vec<&CandidateSeries> = candidates.iter().collect();
    sorted.sort_by_key(|series| Reverse(series.value));
    for series in sorted {
        if valued.iter().all(|better| better.line[0] != series.line[0]) {
            valued.push(RootMove::found(series.line.clone(), series.value, depth));
        }
    }
    moves.retain(|old| valued.iter().all(|new| new.line[0] != old.line[0]));
    valued.append(moves);
    *moves = valued;
}
