//! A move, a list of moves, and what takes moves from the generator.

use super::bits::each;
use super::reach::Reach;
use crate::board::Cell;
use crate::chess::Role;
use smallvec::SmallVec;
use std::marker::PhantomData;

/// What a move does besides going from one cell to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MoveKind {
    /// Nothing, or it takes what stands on its end.
    Plain,
    /// A pawn's double step.
    Double,
    /// A pawn takes another on the cell that this one passed.
    EnPassant,
    /// The king's part of a castling.
    Castle,
}

/// One move of a position. Made by the generator only, so it fits the position it came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) kind: MoveKind,
    pub(crate) promotion: Option<Role>,
    /// The counter-clockwise pawns of the enemy pairs that come off first.
    pub(crate) pairs: u64,
}

impl Move {
    pub(crate) const fn plain(from: usize, to: usize) -> Move {
        Move { from: from as u8, to: to as u8, kind: MoveKind::Plain, promotion: None, pairs: 0 }
    }

    /// A plain move or promotion told by its cells.
    pub(crate) const fn told(from: u8, to: u8, promotion: Option<Role>) -> Move {
        Move { from, to, kind: MoveKind::Plain, promotion, pairs: 0 }
    }

    /// Where the man comes from (the king, in castling).
    pub fn from(self) -> Cell {
        Cell(self.from)
    }

    /// Where it goes.
    pub fn to(self) -> Cell {
        Cell(self.to)
    }

    /// What else it does.
    pub fn kind(self) -> MoveKind {
        self.kind
    }

    /// What the pawn becomes.
    pub fn promotion(self) -> Option<Role> {
        self.promotion
    }

    /// The enemy pawn pairs taken off before the move, counter-clockwise pawn first.
    pub fn removed_pairs(self) -> impl Iterator<Item = (Cell, Cell)> {
        each(u128::from(self.pairs)).map(|pawn| (Cell(pawn as u8), Cell(super::pairs::partner(pawn) as u8)))
    }
}

/// Moves; the first hundred or so without a trip to the heap.
pub type MoveList = SmallVec<[Move; 96]>;

/// Takes moves from the generator. Implemented by [`Counter`], [`Lister`] and more.
pub(crate) trait Sink {
    /// Whether it needs no more.
    #[inline(always)]
    fn is_full(&self) -> bool {
        false
    }
    /// Moves of one man to each of some cells.
    fn many(&mut self, from: usize, targets: u128);
    /// Moves of one pawn to each of some cells, becoming each of some kinds there.
    fn promotions(&mut self, from: usize, targets: u128, roles: &[Role]);
    /// One special move.
    fn special(&mut self, from: usize, to: usize, kind: MoveKind);
}

/// Counts moves without making them.
pub(crate) struct Counter<R> {
    pub count: u64,
    reach: PhantomData<R>,
}

impl<R> Counter<R> {
    pub fn new() -> Counter<R> {
        Counter { count: 0, reach: PhantomData }
    }
}

impl<R: Reach> Sink for Counter<R> {
    #[inline(always)]
    fn many(&mut self, _: usize, targets: u128) {
        self.count += R::count(targets);
    }

    #[inline(always)]
    fn promotions(&mut self, _: usize, targets: u128, roles: &[Role]) {
        self.count += R::count(targets) * roles.len() as u64;
    }

    #[inline(always)]
    fn special(&mut self, _: usize, _: usize, _: MoveKind) {
        self.count += 1;
    }
}

/// Finds out whether there is a move at all.
#[derive(Default)]
pub(crate) struct Finder {
    pub found: bool,
}

impl Sink for Finder {
    #[inline(always)]
    fn is_full(&self) -> bool {
        self.found
    }

    #[inline(always)]
    fn many(&mut self, _: usize, targets: u128) {
        self.found |= targets != 0;
    }

    #[inline(always)]
    fn promotions(&mut self, _: usize, targets: u128, _: &[Role]) {
        self.found |= targets != 0;
    }

    #[inline(always)]
    fn special(&mut self, _: usize, _: usize, _: MoveKind) {
        self.found = true;
    }
}

/// Lists moves.
pub(crate) struct Lister<'a> {
    pub list: &'a mut MoveList,
    /// The removals that go before each.
    pub pairs: u64,
}

impl Sink for Lister<'_> {
    #[inline(always)]
    fn many(&mut self, from: usize, mut targets: u128) {
        while targets != 0 {
            let to = targets.trailing_zeros() as usize;
            targets &= targets - 1;
            self.list.push(Move { pairs: self.pairs, ..Move::plain(from, to) });
        }
    }

    fn promotions(&mut self, from: usize, targets: u128, roles: &[Role]) {
        for to in each(targets) {
            for &role in roles {
                self.list.push(Move { promotion: Some(role), pairs: self.pairs, ..Move::plain(from, to) });
            }
        }
    }

    fn special(&mut self, from: usize, to: usize, kind: MoveKind) {
        self.list.push(Move { kind, pairs: self.pairs, ..Move::plain(from, to) });
    }
}
