//! Bounds on the number of moves to the goal, as the table of forced play holds them in packed form.

use crate::chess::{Kind, Role};
use crate::lattice::LatticeMove;

/// A move in three bytes: the cell that it leaves, the cell that it reaches, and the kind of a promotion.
pub(super) type PackedMove = [u8; 3];

/// The bounds on the number of moves with which the forcing side succeeds in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MoveBounds {
    /// The least number of moves known to suffice.
    pub sufficient: u8,
    /// The greatest number of moves known not to suffice.
    pub insufficient: u8,
    /// The last move of the side to move that was proved to succeed or to refute.
    pub best: PackedMove,
    /// The effort of proving that `insufficient` moves do not suffice. It is set only where the forcing side is to move.
    pub effort: u8,
}

pub(super) const NO_MOVE: PackedMove = [0; 3];

/// A bit that every packed form has, so that none is 0.
const PRESENT: u64 = 1 << 55;

impl MoveBounds {
    /// The bounds of a position about which nothing is known.
    pub const UNKNOWN: MoveBounds =
        MoveBounds { sufficient: u8::MAX, insufficient: 0, best: NO_MOVE, effort: 0 };

    /// Returns whether this many moves suffice; `None` if the bounds do not decide it.
    pub fn decide(&self, moves: u32) -> Option<bool> {
        if u32::from(self.sufficient) <= moves {
            return Some(true);
        }
        (u32::from(self.insufficient) >= moves).then_some(false)
    }

    /// Returns these bounds, improved by others that were proved later.
    pub fn improved(self, later: MoveBounds) -> MoveBounds {
        MoveBounds {
            sufficient: self.sufficient.min(later.sufficient),
            insufficient: self.insufficient.max(later.insufficient),
            best: if later.best == NO_MOVE { self.best } else { later.best },
            effort: if later.insufficient == 0 { self.effort } else { later.effort },
        }
    }

    pub fn unpack(word: u64) -> MoveBounds {
        let [sufficient, insufficient, from, to, promotion, effort, ..] = word.to_le_bytes();
        MoveBounds { sufficient, insufficient, best: [from, to, promotion], effort }
    }

    /// Returns a word that holds the bounds in its six low bytes.
    pub fn pack(self) -> u64 {
        let MoveBounds { sufficient, insufficient, best: [from, to, promotion], effort } = self;
        u64::from_le_bytes([sufficient, insufficient, from, to, promotion, effort, 0, 0]) | PRESENT
    }
}

/// Returns the packed form of a move. It does not hold castling and en passant.
pub(super) fn pack_move(m: LatticeMove) -> PackedMove {
    let promotion = match m.promotion() {
        None => 0,
        Some(Kind::Known(role)) => role as u8 + 1,
        Some(Kind::Custom(number)) => Role::ALL.len() as u8 + number + 1,
    };
    [m.from().0, m.to().0, promotion]
}

/// Returns the plain move or promotion that was packed; `None` for [`NO_MOVE`].
pub(super) fn unpack_move([from, to, promotion]: PackedMove) -> Option<LatticeMove> {
    let roles = Role::ALL.len() as u8;
    let kind = match promotion {
        0 => None,
        n if n <= roles => Some(Kind::Known(Role::ALL[usize::from(n) - 1])),
        n => Some(Kind::Custom(n - roles - 1)),
    };
    (from != to).then(|| LatticeMove { promotion: kind, ..LatticeMove::plain(from.into(), to.into()) })
}

/// The number of steps of an effort for each doubling of the number of positions.
pub(super) const EFFORT_STEPS: u32 = 8;

/// Returns the effort of searching this many positions: their binary logarithm, in steps.
pub(super) fn effort_of(positions: u64) -> u8 {
    // The bound keeps the effort within a byte.
    let positions = positions.clamp(1, u32::MAX.into());
    let doublings = positions.ilog2();
    // Between two powers of 2 the logarithm is interpolated linearly.
    let steps = ((positions * u64::from(EFFORT_STEPS)) >> doublings) as u32 - EFFORT_STEPS;
    (EFFORT_STEPS * doublings + steps) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_back() {
        let bounds = MoveBounds { sufficient: 7, insufficient: 3, best: [63, 1, 5], effort: 255 };
        assert_eq!(MoveBounds::unpack(bounds.pack()), bounds);
        assert_eq!(MoveBounds::unpack(MoveBounds::UNKNOWN.pack()), MoveBounds::UNKNOWN);
        let m = LatticeMove::plain(63, 1).promoting(Role::Rook.into());
        assert_eq!(unpack_move(pack_move(m)), Some(m));
        assert_eq!(unpack_move(NO_MOVE), None);
    }
}
