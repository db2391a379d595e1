//! The search for a mate within the present series, which tries every line.

use super::SeriesStart;
use crate::budget::{Budget, NodeMeter};
use crate::lattice::{LatticeMove, LatticeRules, LatticeState, MoveList};
use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// The approximate bytes of one position in a set that has just grown.
const BYTES_PER_STAGE: usize = 48;

/// The number of positions between two tests of the limits.
const TEST_INTERVAL: u32 = 64;

#[derive(Clone, Copy)]
pub(super) struct HuntLimits {
    /// The used share of the time or of the positions at which the search ends.
    pub until_share: f64,
    /// The greatest number of bytes of the positions that are remembered because no mate follows from them.
    pub bytes: usize,
}

/// Returns a line of the present series that mates; `None` if there is none, or none is found within the limits.
///
/// Each thread takes the next first move that no thread has taken. All threads share the positions from which no mate follows.
pub(super) fn mate<'a>(
    start: SeriesStart<'_, 'a>,
    meter: &mut NodeMeter<'a>,
    limits: HuntLimits,
) -> Option<Vec<LatticeMove>> {
    let SeriesStart { tree, crew, state, first_moves } = start;
    let rules = tree.rules();
    let mateless = MatelessPositions::new(limits.bytes / BYTES_PER_STAGE);
    let (next_index, found) = (AtomicUsize::new(0), OnceLock::new());
    crew.on_all(meter, |number, meter| {
        let mut hunt = Hunt {
            rules,
            budget: crew.budget,
            meter,
            until_share: limits.until_share,
            mateless: &mateless,
            found: &found,
            shift: number as f64 / crew.threads as f64,
            positions: 0,
            is_over: false,
            line: Vec::new(),
        };
        while let Some(&first) = first_moves.get(next_index.fetch_add(1, Ordering::Relaxed)) {
            if hunt.finds_mate_after(state, first) {
                found.get_or_init(|| hunt.line);
                break;
            }
        }
    });
    found.into_inner()
}

/// The search of one thread.
struct Hunt<'h, 'a> {
    rules: &'h LatticeRules,
    budget: &'a Budget,
    meter: &'h mut NodeMeter<'a>,
    until_share: f64,
    mateless: &'h MatelessPositions,
    /// The mating line that a thread has found.
    found: &'h OnceLock<Vec<LatticeMove>>,
    /// The share of the moves by which the order of this thread is shifted, so that threads enter different positions.
    shift: f64,
    /// The number of positions that this thread has searched.
    positions: u32,
    is_over: bool,
    /// The moves from the root; the mating line if a mate is found.
    line: Vec<LatticeMove>,
}

impl Hunt<'_, '_> {
    /// Searches the position after a move, and returns whether a mate is found.
    fn finds_mate_after(&mut self, state: &LatticeState, m: LatticeMove) -> bool {
        self.positions += 1;
        self.is_over |= self.meter.tick() || self.found.get().is_some();
        if self.positions.is_multiple_of(TEST_INTERVAL) {
            self.meter.refresh();
            self.is_over |= self.budget.share_used() >= self.until_share;
        }
        if self.is_over {
            return false;
        }
        let next = self.rules.after(state, m);
        self.line.push(m);
        let is_mate =
            if next.turn == state.turn { self.finds_mate_from(&next) } else { self.rules.is_mate(&next) };
        if !is_mate {
            self.line.pop();
        }
        is_mate
    }

    /// Searches the moves of a position within the series, and returns whether a mate is found.
    fn finds_mate_from(&mut self, state: &LatticeState) -> bool {
        let moves_left = state.series.length - state.series.played;
        let stage = Stage { key: state.key(), moves_left };
        if moves_left > 1 && self.mateless.contains(stage) {
            return false;
        }
        let mut moves = MoveList::new();
        if moves_left == 1 {
            self.rules.mating_candidates(state, &mut moves);
        } else {
            self.rules.legal_moves(state, &mut moves);
        }
        let first = (moves.len() as f64 * self.shift) as usize;
        moves.rotate_left(first);
        for &m in &moves {
            if self.finds_mate_after(state, m) {
                return true;
            }
        }
        if moves_left > 1 && !self.is_over {
            self.mateless.insert(stage);
        }
        false
    }
}

/// A position within a series.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Stage {
    key: u64,
    /// The number of moves left in the series.
    moves_left: u32,
}

/// The number of locks among which positions are divided, so that threads seldom wait for each other.
const SHARDS: usize = 64;

/// The positions from which no mate follows within the series.
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

    fn shard(&self, stage: Stage) -> MutexGuard<'_, HashSet<Stage>> {
        let index = (stage.key >> 32) as usize % SHARDS;
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
