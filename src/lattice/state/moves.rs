//! Moves, and lists of them.

use super::pairs::cells_of_pairs;
use crate::board::Cell;
use crate::chess::Kind;
use smallvec::SmallVec;

/// The special effect of a move, if any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MoveKind {
    /// An ordinary move or capture.
    Plain,
    /// A pawn's double step.
    Double,
    /// A capture en passant: a pawn takes another on the cell that the other has passed.
    EnPassant,
    /// The king's part of a castling.
    Castle,
}

/// One move of a position. Only the move generator creates moves, so each fits the position for which it was generated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LatticeMove {
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) kind: MoveKind,
    pub(crate) promotion: Option<Kind>,
    /// The pairs of pawns that are removed before the move, as the cells of those pawns that go counter-clockwise.
    pub(crate) pairs: u64,
}

impl LatticeMove {
    /// Returns a plain move without promotion.
    pub(crate) const fn plain(from: usize, to: usize) -> LatticeMove {
        LatticeMove { from: from as u8, to: to as u8, kind: MoveKind::Plain, promotion: None, pairs: 0 }
    }

    /// Returns the move with a promotion; [`Kind::PAWN`] stands for a pawn that stays a pawn.
    pub(crate) fn promoting(self, kind: Kind) -> LatticeMove {
        LatticeMove { promotion: Some(kind).filter(|kind| *kind != Kind::PAWN), ..self }
    }

    /// Returns the cell that the piece leaves; in castling, the king's.
    pub fn from(self) -> Cell {
        Cell(self.from)
    }

    /// Returns the cell to which the piece goes.
    pub fn to(self) -> Cell {
        Cell(self.to)
    }

    /// Returns the kind of move.
    pub fn kind(self) -> MoveKind {
        self.kind
    }

    /// Returns the kind to which the pawn promotes.
    pub fn promotion(self) -> Option<Kind> {
        self.promotion
    }

    /// Returns the pairs of pawns that are removed before the move. The pawn that goes counter-clockwise comes first in each pair.
    pub fn removed_pairs(self) -> impl Iterator<Item = [Cell; 2]> {
        cells_of_pairs(self.pairs)
    }

    /// Whether the move is an ordinary move, a capture or a promotion, and removes no pair.
    pub(crate) fn is_plain(self) -> bool {
        self.kind == MoveKind::Plain && self.pairs == 0
    }
}

/// A list of moves; about a hundred fit without a heap allocation.
pub type MoveList = SmallVec<[LatticeMove; 96]>;
