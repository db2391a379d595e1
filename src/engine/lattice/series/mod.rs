//! Choosing a series, where turns are series of moves.
//!
//! Start at [`SeriesSearch::run`]. Series are built by beam search (`beam`). Then a mate within the present series is
//! searched through every line (`hunt`); a position that leads to none is not entered twice. Without a mate the
//! series of the beam are valued by the enemy's best answer to each, mate included. The beam is widened while there
//! is time. Threads share all this work (`crew`).

mod beam;
mod crew;
mod hunt;

use super::known::MATE;
use super::root::RootMove;
use super::search::Ground;
use crate::budget::NodeMeter;
use crate::lattice::{Move, MoveList, Rules, State};
use beam::{NARROWEST, Way, ways};
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
    pub ground: Ground<'a>,
    pub crew: Crew<'a>,
    /// The greatest number of bytes of positions that are remembered to lead to no mate.
    pub bytes: usize,
}

impl<'a> SeriesSearch<'a> {
    /// Puts the best series first. Calls back after every improvement.
    pub fn run(&self, state: &State, moves: &mut Vec<RootMove>, mut tell: impl FnMut(&[RootMove])) {
        let Self { ground, crew, bytes } = *self;
        let mut meter = crew.meter();
        let firsts: Vec<Move> = moves.iter().map(|root| root.line[0]).collect();
        let quick = ways(ground, crew, &mut meter, state, &firsts, NARROWEST);
        enter(moves, &quick, 1);
        let bounds = hunt::Bounds { until: MATE_SHARE, bytes };
        if let Some(line) = hunt::mate(ground.rules, crew, &mut meter, state, &firsts, bounds) {
            moves.retain(|root| root.line[0] != line[0]);
            moves.insert(0, RootMove::found(line, MATES_NOW, 1));
            return tell(moves);
        }
        tell(moves);
        let mut beam = NARROWEST;
        for depth in 2.. {
            if beam > WIDEST || !crew.budget().may_begin(depth) {
                return;
            }
            let mut found = ways(ground, crew, &mut meter, state, &firsts, beam);
            found.truncate(beam * JUDGED);
            let judged = crew.on_each(&mut meter, &found, |way, meter| self.judged(way, beam, meter));
            let judged: Vec<Way> = judged.into_iter().flatten().collect();
            if meter.is_over() && judged.len() < beam {
                return;
            }
            enter(moves, &judged, depth);
            tell(moves);
            beam *= 4;
        }
    }

    /// Returns a series with its value after the enemy's best answer, which is appended; none if the search must end.
    fn judged(&self, way: &Way, beam: usize, meter: &mut NodeMeter<'a>) -> Option<Way> {
        let Self { ground, crew, bytes } = *self;
        if meter.is_over() {
            return None;
        }
        let mut way = way.clone();
        if way.value.abs() >= MATES_NOW || !can_go_on(ground.rules, &way.state) {
            return Some(way);
        }
        let mut firsts = MoveList::new();
        ground.rules.legal_moves(&way.state, &mut firsts);
        // Each answer may search for a mate with an equal part of what is left, shared with the threads beside it.
        let used = crew.budget().share_used();
        let part = (1.0 - used) * crew.threads() as f64 / (beam * JUDGED) as f64;
        let bounds = hunt::Bounds { until: (used + part).min(0.98), bytes: bytes / crew.threads() };
        let alone = crew.alone();
        if let Some(answer) = hunt::mate(ground.rules, alone, meter, &way.state, &firsts, bounds) {
            way.line.extend(answer);
            return Some(Way { value: MATED_NEXT, ..way });
        }
        let answer = ways(ground, alone, meter, &way.state, &firsts, NARROWEST).into_iter().next()?;
        way.line.extend(answer.line);
        Some(Way { value: -answer.value, ..way })
    }
}

/// Whether the side to move has a move, or the game has ended by itself.
fn can_go_on(rules: &Rules, state: &State) -> bool {
    let mut moves = MoveList::new();
    rules.legal_moves(state, &mut moves);
    !moves.is_empty()
}

/// Enters series at their first moves, the best first.
fn enter(moves: &mut Vec<RootMove>, ways: &[Way], depth: u32) {
    let mut found: Vec<RootMove> = Vec::new();
    let mut sorted: Vec<&Way> = ways.iter().collect();
    sorted.sort_by_key(|way| Reverse(way.value));
    for way in sorted {
        if found.iter().all(|root| root.line[0] != way.line[0]) {
            found.push(RootMove::found(way.line.clone(), way.value, depth));
        }
    }
    moves.retain(|root| found.iter().all(|new| new.line[0] != root.line[0]));
    // Series valued only by the narrow beam follow those valued now.
    found.append(moves);
    *moves = found;
}
