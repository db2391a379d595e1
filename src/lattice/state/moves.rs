//! A move, a list of moves, and what takes moves from the generator.

use crate::board::Cell;
use crate::chess::Role;
use crate::lattice::tables::each;
use smallvec::SmallVec;

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
    pub(crate) const fn from_cells(from: u8, to: u8, promotion: Option<Role>) -> Move {
        Move { from, to, kind: MoveKind::Plain, promotion, pairs: 0 }
    }

    /// Where the piece comes from (the king, in castling).
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
