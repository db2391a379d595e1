//! Choosing a series, where turns are series of moves.
//!
//! Series are built by a beam: of all positions after each move only the best are kept. Then a mate within the present
//! series is looked for through every line of the series; a position that leads to none is not entered twice. Without a
//! mate the series of the beam are judged by what the enemy's best series makes of them, mate included. The beam grows
//! wider while there is time.

use super::evaluation::evaluate;
use super::known::MATE;
use super::root::RootMove;
use super::search::Ground;
use crate::engine::limits::{Meter, Watch};
use crate::lattice::{Move, MoveList, Rules, State, by_material};
use crate::variant::Stalemate;
use std::cmp::Reverse;
use std::collections::HashSet;

/// The value of a mate in the present series.
const MATES_NOW: i32 = MATE - 1;
/// The value of being mated in the next.
const MATED_NEXT: i32 = 2 - MATE;
/// The narrowest and the widest beam.
const BEAMS: [usize; 2] = [4, 1024];
/// The share of the time after which no mate is looked for any more, so that some is left to choose without one.
const MATE_SHARE: f64 = 0.6;
/// Series judged by their answers, for each place in the beam.
const JUDGED: usize = 2;

/// A series, or its beginning.
#[derive(Debug, Clone)]
struct Way {
    line: Vec<Move>,
    state: State,
    /// For the side that makes it.
    value: i32,
}

/// The search for one answer.
pub(super) struct SeriesSearch<'a> {
    pub ground: Ground<'a>,
    pub watch: &'a Watch,
    pub meter: Meter<'a>,
    /// The most positions that are remembered to lead to no mate.
    pub most_dead: usize,
}

/// About the bytes that one remembered position takes in a set that has just grown.
pub(super) const BYTES_OF_DEAD: usize = 48;

impl SeriesSearch<'_> {
    /// Puts the best series first. Calls back whenever more is known.
    pub fn run(&mut self, state: &State, moves: &mut Vec<RootMove>, mut tell: impl FnMut(&[RootMove])) {
        let firsts: Vec<Move> = moves.iter().map(|root| root.line[0]).collect();
        let quick = self.ways(state, &firsts, BEAMS[0]);
        enter(moves, &quick, 1);
        if let Some(line) = self.mate(state, &firsts, MATE_SHARE) {
            moves.retain(|root| root.line[0] != line[0]);
            moves.insert(0, RootMove::found(line, MATES_NOW, 1));
            return tell(moves);
        }
        tell(moves);
        let mut beam = BEAMS[0];
        for depth in 2.. {
            if beam > BEAMS[1] || !self.watch.may_begin(depth) {
                return;
            }
            let mut ways = self.ways(state, &firsts, beam);
            ways.truncate(beam * JUDGED);
            let judged: Vec<Way> = ways.into_iter().map_while(|way| self.judged(way, beam)).collect();
            if self.meter.is_over() && judged.len() < beam {
                return;
            }
            enter(moves, &judged, depth);
            tell(moves);
            beam *= 4;
        }
    }

    /// The complete series that a beam finds, best first.
    fn ways(&mut self, state: &State, firsts: &[Move], beam: usize) -> Vec<Way> {
        let rules = self.ground.rules;
        let mut open = vec![Way { line: Vec::new(), state: *state, value: 0 }];
        let mut complete = Vec::new();
        let mut seen = HashSet::new();
        while !open.is_empty() {
            let mut next: Vec<Way> = Vec::new();
            for way in &open {
                let mut moves = MoveList::new();
                if way.line.is_empty() {
                    moves.extend_from_slice(firsts);
                } else {
                    rules.legal_moves(&way.state, &mut moves);
                }
                for m in moves {
                    let mut after = way.state;
                    rules.make(&mut after, m);
                    let goes_on = after.turn == state.turn;
                    if !seen.insert((after.key(), way.line.len())) {
                        continue;
                    }
                    // Even without time each beginning is completed, by the narrowest beam.
                    if self.meter.tick() && beam > BEAMS[0] {
                        return complete;
                    }
                    let value = self.value_for(&after, state.turn == after.turn);
                    let line = way.line.iter().copied().chain([m]).collect();
                    let way = Way { line, state: after, value };
                    if goes_on && can_go_on(rules, &after) { next.push(way) } else { complete.push(way) }
                }
            }
            next.sort_by_key(|way| Reverse(way.value));
            next.truncate(beam);
            open = next;
        }
        complete.sort_by_key(|way| Reverse(way.value));
        complete
    }

    /// The static value of a position for the side that made a series, at its end or within it.
    fn value_for(&self, state: &State, is_movers_turn: bool) -> i32 {
        let (rules, worth) = (self.ground.rules, self.ground.worth);
        let own = |value: i32| if is_movers_turn { value } else { -value };
        if let Some((_, winner)) = by_material(rules, state) {
            return winner.map_or(0, |winner| own(if winner == state.turn { MATES_NOW } else { -MATES_NOW }));
        }
        if !can_go_on(rules, state) {
            let loses = rules.variant.spec().stalemate == Stalemate::Loss;
            let lost = loses || rules.in_check(state, state.turn);
            return if lost { own(-MATES_NOW) } else { 0 };
        }
        own(evaluate(rules, worth, state))
    }

    /// A series with its value after the enemy's best answer, and that answer behind it; nothing when the search must end.
    fn judged(&mut self, mut way: Way, beam: usize) -> Option<Way> {
        if self.meter.is_over() {
            return None;
        }
        if way.value.abs() >= MATES_NOW || !can_go_on(self.ground.rules, &way.state) {
            return Some(way);
        }
        let mut firsts = MoveList::new();
        self.ground.rules.legal_moves(&way.state, &mut firsts);
        // Each answer may look for a mate with an equal part of what is left.
        let left = 1.0 - self.watch.share_used();
        let until = self.watch.share_used() + left / (beam * JUDGED) as f64;
        if let Some(answer) = self.mate(&way.state, &firsts, until.min(0.98)) {
            way.line.extend(answer);
            return Some(Way { value: MATED_NEXT, ..way });
        }
        let answer = self.ways(&way.state, &firsts, BEAMS[0]).into_iter().next()?;
        way.line.extend(answer.line);
        Some(Way { value: -answer.value, ..way })
    }

    /// A line of the present series that mates, looked for until a share of the time or of the positions is used.
    fn mate(&mut self, state: &State, firsts: &[Move], until: f64) -> Option<Vec<Move>> {
        let mut hunt =
            Hunt { search: self, until, spent: 0, over: false, dead: HashSet::new(), line: Vec::new() };
        hunt.follow_all(state, firsts).then_some(hunt.line)
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
    // What only the narrow beam has seen stands behind what was judged now.
    found.append(moves);
    *moves = found;
}

/// A search for a mate through all lines of a series.
struct Hunt<'s, 'a> {
    search: &'s mut SeriesSearch<'a>,
    until: f64,
    spent: u32,
    over: bool,
    /// Positions, with the moves left, from which no mate comes.
    dead: HashSet<(u64, u32)>,
    line: Vec<Move>,
}

/// Positions between two looks at what is left.
const LOOK: u32 = 64;

impl Hunt<'_, '_> {
    fn follow_all(&mut self, state: &State, moves: &[Move]) -> bool {
        moves.iter().any(|&m| self.follow(state, m))
    }

    fn follow(&mut self, state: &State, m: Move) -> bool {
        self.spent += 1;
        self.over |= self.search.meter.tick();
        if self.spent.is_multiple_of(LOOK) {
            self.search.meter.look();
            self.over |= self.search.watch.share_used() >= self.until;
        }
        if self.over {
            return false;
        }
        let rules = self.search.ground.rules;
        let mut next = *state;
        rules.make(&mut next, m);
        self.line.push(m);
        let found = if next.turn == state.turn { self.go_on(&next) } else { rules.is_mate(&next) };
        if !found {
            self.line.pop();
        }
        found
    }

    fn go_on(&mut self, state: &State) -> bool {
        let rules = self.search.ground.rules;
        let left = state.series - state.played;
        let stage = (state.key(), left);
        if left > 1 && self.dead.contains(&stage) {
            return false;
        }
        let mut moves = MoveList::new();
        if left == 1 {
            rules.mating_candidates(state, &mut moves);
        } else {
            rules.legal_moves(state, &mut moves);
        }
        let found = self.follow_all(state, &moves);
        if !found && !self.over && left > 1 && self.dead.len() < self.search.most_dead {
            self.dead.insert(stage);
        }
        found
    }
}
