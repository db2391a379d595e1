//! Receivers of generated moves: counters, lists, and a test for any move.

use crate::chess::Kind;
use crate::lattice::state::{LatticeMove, MoveKind, MoveList};
use crate::lattice::tables::{Topology, each};
use std::marker::PhantomData;

/// A receiver of generated moves, such as [`Counter`] or [`Lister`].
pub(crate) trait Sink {
    /// Whether only the number of moves matters. A sink that only counts may get moves of several pieces in one call of
    /// [`Sink::many`], double steps among them.
    const COUNTS_ONLY: bool = false;
    /// Whether the sink needs no more moves.
    #[inline(always)]
    fn is_full(&self) -> bool {
        false
    }
    /// Takes moves of one piece to each of some cells.
    fn many(&mut self, from: usize, targets: u128);
    /// Takes promotions of one pawn to each of some cells and kinds.
    fn promotions(&mut self, from: usize, targets: u128, kinds: &[Kind]);
    /// Takes one castling, double step or capture en passant.
    fn special(&mut self, m: LatticeMove);
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
    fn many(&mut self, _: usize, targets: u128) {
        self.count += R::count(targets);
    }

    #[inline(always)]
    fn promotions(&mut self, _: usize, targets: u128, kinds: &[Kind]) {
        self.count += R::count(targets) * kinds.len() as u64;
    }

    #[inline(always)]
    fn special(&mut self, _: LatticeMove) {
        self.count += 1;
    }
}

/// Tests whether there is any move.
#[derive(Default)]
pub(crate) struct AnyMove {
    pub found: bool,
}

impl Sink for AnyMove {
    const COUNTS_ONLY: bool = true;

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.found
    }

    #[inline(always)]
    fn many(&mut self, _: usize, targets: u128) {
        self.found |= targets != 0;
    }

    #[inline(always)]
    fn promotions(&mut self, _: usize, targets: u128, _: &[Kind]) {
        self.found |= targets != 0;
    }

    #[inline(always)]
    fn special(&mut self, _: LatticeMove) {
        self.found = true;
    }
}

/// Lists captures and promotions.
pub(crate) struct NoisyLister<'a> {
    pub all: Lister<'a>,
    /// The cells of pieces that may be taken.
    pub enemy: u128,
}

impl Sink for NoisyLister<'_> {
    #[inline(always)]
    fn many(&mut self, from: usize, targets: u128) {
        self.all.many(from, targets & self.enemy);
    }

    fn promotions(&mut self, from: usize, targets: u128, kinds: &[Kind]) {
        self.all.promotions(from, targets, kinds);
    }

    fn special(&mut self, m: LatticeMove) {
        if m.kind == MoveKind::EnPassant {
            self.all.special(m);
        }
    }
}

/// Lists moves.
pub(crate) struct Lister<'a> {
    pub list: &'a mut MoveList,
    /// The pairs removed before each move.
    pub pairs: u64,
}

impl Sink for Lister<'_> {
    #[inline(always)]
    fn many(&mut self, from: usize, targets: u128) {
        for to in each(targets) {
            self.list.push(LatticeMove { pairs: self.pairs, ..LatticeMove::plain(from, to) });
        }
    }

    fn promotions(&mut self, from: usize, targets: u128, kinds: &[Kind]) {
        for to in each(targets) {
            for &kind in kinds {
                self.list
                    .push(LatticeMove { pairs: self.pairs, ..LatticeMove::plain(from, to).promoting(kind) });
            }
        }
    }

    fn special(&mut self, m: LatticeMove) {
        self.list.push(LatticeMove { pairs: self.pairs, ..m });
    }
}
