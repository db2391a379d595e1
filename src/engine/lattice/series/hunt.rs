//! The search for a mate within the present series, through every line.

use super::crew::Crew;
use crate::budget::{Budget, NodeMeter};
use crate::lattice::{LatticeMove, LatticeRules, LatticeState, MoveList};
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The approximate bytes of one remembered position in a set that has just grown.
const BYTES_OF_DEAD: usize = 48;

/// The number of positions between two tests of the limits.
const LOOK: u32 = 64;

/// The limits of a search for a mate.
#[derive(Clone, Copy)]
pub(super) struct HuntLimits {
    /// The share of the time or of the positions after which the search ends.
    pub until: f64,
    /// The greatest number of bytes of positions that are remembered to lead to no mate.
    pub bytes: usize,
}

/// Returns a line of the present series that mates. If the search was not cut short, `None` means that there is none.
///
/// Each thread takes the next first move that no other has taken. Positions that lead to no mate are remembered for all.
pub(super) fn mate<'a>(
    rules: &LatticeRules,
    crew: Crew<'a>,
    meter: &mut NodeMeter<'a>,
    state: &LatticeState,
    firsts: &[LatticeMove],
    limits: HuntLimits,
) -> Option<Vec<LatticeMove>> {
    let mateless = MatelessPositions::new(limits.bytes / BYTES_OF_DEAD);
    let (next, is_found, found) = (AtomicUsize::new(0), AtomicBool::new(false), Mutex::new(None));
    crew.on_all(meter, |number, meter| {
        let mut hunt = Hunt {
            rules,
            budget: crew.budget,
            meter,
            until: limits.until,
            mateless: &mateless,
            is_found: &is_found,
            aside: number as f64 / crew.threads as f64,
            spent: 0,
            over: false,
            line: Vec::new(),
        };
        while let Some(&first) = firsts.get(next.fetch_add(1, Ordering::Relaxed)) {
            if hunt.follow(state, first) {
                is_found.store(true, Ordering::Relaxed);
                *found.lock().unwrap_or_else(PoisonError::into_inner) = Some(hunt.line);
                break;
            }
        }
    });
    found.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// The part of one thread.
struct Hunt<'h, 'a> {
    rules: &'h LatticeRules,
    budget: &'a Budget,
    meter: &'h mut NodeMeter<'a>,
    until: f64,
    mateless: &'h MatelessPositions,
    /// Whether any thread has found a mate.
    is_found: &'h AtomicBool,
    /// The share of the moves by which this thread's order is shifted against the first thread's, so that threads enter different
    /// positions.
    aside: f64,
    spent: u32,
    over: bool,
    line: Vec<LatticeMove>,
}

impl Hunt<'_, '_> {
    fn follow(&mut self, state: &LatticeState, m: LatticeMove) -> bool {
        self.spent += 1;
        self.over |= self.meter.tick() || self.is_found.load(Ordering::Relaxed);
        if self.spent.is_multiple_of(LOOK) {
            self.meter.test_limits();
            self.over |= self.budget.share_used() >= self.until;
        }
        if self.over {
            return false;
        }
        let next = self.rules.after(state, m);
        self.line.push(m);
        let found = if next.turn == state.turn { self.go_on(&next) } else { self.rules.is_mate(&next) };
        if !found {
            self.line.pop();
        }
        found
    }

    fn go_on(&mut self, state: &LatticeState) -> bool {
        let left = state.series - state.played;
        let stage = (state.key(), left);
        if left > 1 && self.mateless.contains(stage) {
            return false;
        }
        let mut moves = MoveList::new();
        if left == 1 {
            self.rules.mating_candidates(state, &mut moves);
        } else {
            self.rules.legal_moves(state, &mut moves);
        }
        let aside = (moves.len() as f64 * self.aside) as usize;
        let (later, sooner) = moves.split_at(aside);
        let found = sooner.iter().chain(later).any(|&m| self.follow(state, m));
        if !found && !self.over && left > 1 {
            self.mateless.insert(stage);
        }
        found
    }
}

/// A position, with the number of moves left in the series.
type Stage = (u64, u32);

/// The number of locks among which positions are divided, so threads seldom wait for each other.
const SHARDS: usize = 64;

/// The positions from which no mate comes.
struct MatelessPositions {
    shards: Vec<Mutex<HashSet<Stage>>>,
    count: AtomicUsize,
    most: usize,
}

impl MatelessPositions {
    fn new(most: usize) -> MatelessPositions {
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        MatelessPositions { shards, count: AtomicUsize::new(0), most }
    }

    fn shard(&self, (key, _): Stage) -> MutexGuard<'_, HashSet<Stage>> {
        let index = (key >> 32) as usize % SHARDS;
        self.shards[index].lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn contains(&self, stage: Stage) -> bool {
        self.shard(stage).contains(&stage)
    }

    fn insert(&self, stage: Stage) {
        if self.count.load(Ordering::Relaxed) < self.most && self.shard(stage).insert(stage) {
            self.count.fetch_add(1, Ordering::Relaxed);
        }
    }
}
