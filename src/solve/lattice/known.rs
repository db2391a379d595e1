//! The entries of the table of forced play, and their packed form.

use crate::chess::{Kind, Role};
use crate::lattice::LatticeMove;

/// A move in three bytes: its cells and the kind of a promotion.
pub(super) type PackedMove = [u8; 3];

/// The facts known of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    /// The least number of moves known to suffice.
    pub wins: u8,
    /// The greatest number of moves known not to suffice.
    pub fails: u8,
    /// The move that showed this.
    pub best: PackedMove,
    /// The [`effort`] of finding that `fails` moves do not suffice. It is set only where the forcing side is to move.
    pub effort: u8,
}

pub(super) const NO_MOVE: PackedMove = [0; 3];

/// The facts of a position of which nothing is known.
pub(super) const UNKNOWN: Known = Known { wins: u8::MAX, fails: 0, best: NO_MOVE, effort: 0 };

/// A bit of the packed form, so that no facts are packed as 0.
const PRESENT: u64 = 1 << 55;

impl Known {
    /// Returns whether this many moves suffice; `None` if the facts do not decide it.
    pub fn answer(&self, moves: u32) -> Option<bool> {
        if u32::from(self.wins) <= moves {
            return Some(true);
        }
        (u32::from(self.fails) >= moves).then_some(false)
    }

    /// Returns these facts with others that were shown later.
    pub fn with(self, shown: Known) -> Known {
        let best = if shown.best == NO_MOVE { self.best } else { shown.best };
        let effort = if shown.fails == 0 { self.effort } else { shown.effort };
        Known { wins: self.wins.min(shown.wins), fails: self.fails.max(shown.fails), best, effort }
    }

    pub fn unpack(word: u64) -> Known {
        let byte = |n: u32| (word >> (8 * n)) as u8;
        Known { wins: byte(0), fails: byte(1), best: [byte(2), byte(3), byte(4)], effort: byte(5) }
    }

    pub fn pack(self) -> u64 {
        let [from, to, promotion] = self.best;
        let bytes = [self.wins, self.fails, from, to, promotion, self.effort];
        bytes.into_iter().rev().fold(0, |word, b| word << 8 | u64::from(b)) | PRESENT
    }
}

pub(super) fn pack_move(m: LatticeMove) -> PackedMove {
    [m.from().index() as u8, m.to().index() as u8, m.promotion().map_or(0, packed_kind)]
}

fn packed_kind(kind: Kind) -> u8 {
    match kind {
        Kind::Known(role) => role as u8 + 1,
        Kind::Custom(number) => Role::ALL.len() as u8 + number + 1,
    }
}

/// Returns the plain move or promotion packed by [`pack_move`].
pub(super) fn unpack_move([from, to, promotion]: PackedMove) -> Option<LatticeMove> {
    let known = Role::ALL.len() as u8;
    let kind = match promotion {
        0 => None,
        n if n <= known => Some(Kind::Known(Role::ALL[usize::from(n) - 1])),
        n => Some(Kind::Custom(n - known - 1)),
    };
    (from != to).then(|| LatticeMove { promotion: kind, ..LatticeMove::plain(from.into(), to.into()) })
}

/// The number of steps of an effort that double the number of positions.
pub(super) const EFFORT_STEPS: u32 = 8;

/// Returns the binary logarithm of a number of positions, in eighths and below 256.
pub(super) fn effort(positions: u64) -> u8 {
    let positions = positions.clamp(1, u64::from(u32::MAX) - 1);
    let whole = positions.ilog2();
    let eighths = (positions << 3 >> whole) as u32 & 7;
    (EFFORT_STEPS * whole + eighths) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_back() {
        let known = Known { wins: 7, fails: 3, best: [63, 1, 5], effort: 255 };
        assert_eq!(Known::unpack(known.pack()), known);
        assert_eq!(Known::unpack(UNKNOWN.pack()), UNKNOWN);
        let m = LatticeMove::plain(63, 1).promoting(Role::Rook.into());
        assert_eq!(unpack_move(pack_move(m)), Some(m));
        assert_eq!(unpack_move(NO_MOVE), None);
    }
}
