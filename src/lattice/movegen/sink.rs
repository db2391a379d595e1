//! Receivers of generated moves: a counter, and lists.

use crate::chess::Kind;
use crate::lattice::state::{LatticeMove, MoveKind, MoveList};
use crate::lattice::tables::{Topology, each};
use std::marker::PhantomData;

/// A receiver of generated moves, such as [`Counter`] or [`Lister`].
pub(crate) trait Sink {
    /// Whether only the number of moves matters. Such a sink may get the moves of several pieces, double steps included, in one
    /// call of [`Sink::add_moves`].
    const COUNTS_ONLY: bool = false;
    /// Receives the moves of one piece to each of some cells.
    fn add_moves(&mut self, from: usize, targets: u128);
    /// Receives the promotions of one pawn on each of some cells to each of some kinds.
    fn add_promotions(&mut self, from: usize, targets: u128, kinds: &[Kind]);
    /// Receives one castling, double step or capture en passant.
    fn add_special(&mut self, m: LatticeMove);
}

/// Counts moves without making them.
pub(crate) struct Counter<R> {
    pub count: u64,
    topology: PhantomData<R>,
}

impl<R> Counter<R> {
    pub fn new() -> Counter<R> {
        Counter { count: 0, topology: PhantomData }
    }
}

impl<R: Topology> Sink for Counter<R> {
    const COUNTS_ONLY: bool = true;

    #[inline(always)]
    fn add_moves(&mut self, _: usize, targets: u128) {
        self.count += R::count(targets);
    }

    #[inline(always)]
    fn add_promotions(&mut self, _: usize, targets: u128, kinds: &[Kind]) {
        self.count += R::count(targets) * kinds.len() as u64;
    }

    #[inline(always)]
    fn add_special(&mut self, _: LatticeMove) {
        self.count += 1;
    }
}

/// Lists captures and promotions.
pub(crate) struct NoisyLister<'a> {
    pub lister: Lister<'a>,
    pub enemy: u128,
}

impl Sink for NoisyLister<'_> {
    #[inline(always)]
    fn add_moves(&mut self, from: usize, targets: u128) {
        self.lister.add_moves(from, targets & self.enemy);
    }

    fn add_promotions(&mut self, from: usize, targets: u128, kinds: &[Kind]) {
        self.lister.add_promotions(from, targets, kinds);
    }

    fn add_special(&mut self, m: LatticeMove) {
        if m.kind == MoveKind::EnPassant {
            self.lister.add_special(m);
        }
    }
}

/// Lists all moves.
pub(crate) struct Lister<'a> {
    pub list: &'a mut MoveList,
    /// The pairs of pawns that are removed before each move.
    pub pairs: u64,
}

impl Sink for Lister<'_> {
    #[inline(always)]
    fn add_moves(&mut self, from: usize, targets: u128) {
        for to in each(targets) {
            self.list.push(LatticeMove { pairs: self.pairs, ..LatticeMove::plain(from, to) });
        }
    }

    fn add_promotions(&mut self, from: usize, targets: u128, kinds: &[Kind]) {
        for to in each(targets) {
            for &kind in kinds {
                let m = LatticeMove::plain(from, to).promoting(kind);
                self.list.push(LatticeMove { pairs: self.pairs, ..m });
            }
        }
    }

    fn add_special(&mut self, m: LatticeMove) {
        self.list.push(LatticeMove { pairs: self.pairs, ..m });
    }
}
