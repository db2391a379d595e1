//! Moves, and lists of them.

use crate::board::Cell;
use crate::chess::Kind;
use crate::lattice::tables::each;
use smallvec::SmallVec;

/// What a move does besides going from one cell to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MoveKind {
    /// An ordinary move or capture.
    Plain,
    /// A pawn's double step.
    Double,
    /// A pawn captures a pawn on the cell that this one passed.
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
    pub(crate) promotion: Option<Kind>,
    /// The counter-clockwise pawns of the enemy pairs that are removed first.
    pub(crate) pairs: u64,
}

impl Move {
    pub(crate) const fn plain(from: usize, to: usize) -> Move {
        Move { from: from as u8, to: to as u8, kind: MoveKind::Plain, promotion: None, pairs: 0 }
    }

    /// A plain move or promotion between two cells.
    pub(crate) const fn from_cells(from: u8, to: u8, promotion: Option<Kind>) -> Move {
        Move { from, to, kind: MoveKind::Plain, promotion, pairs: 0 }
    }

    /// The cell that the piece leaves (the king, in castling).
    pub fn from(self) -> Cell {
        Cell(self.from)
    }

    /// The cell to which it goes.
    pub fn to(self) -> Cell {
        Cell(self.to)
    }

    /// The kind of move.
    pub fn kind(self) -> MoveKind {
        self.kind
    }

    /// The kind that the pawn becomes.
    pub fn promotion(self) -> Option<Kind> {
        self.promotion
    }

    /// The enemy pawn pairs removed before the move, counter-clockwise pawn first.
    pub fn removed_pairs(self) -> impl Iterator<Item = (Cell, Cell)> {
        each(u128::from(self.pairs)).map(|pawn| (Cell(pawn as u8), Cell(super::pairs::partner(pawn) as u8)))
    }
}

/// A list of moves; about a hundred fit without a heap allocation.
pub type MoveList = SmallVec<[Move; 96]>;
