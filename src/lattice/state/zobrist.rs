//! Zobrist keys (1970): one random number for each fact about a position. The facts have different arguments of [`mix`]:
//! table and homes those below 2^15, Black's turn 2^20, series those from 2^40, custom pieces those from 2^41.

use crate::board::MAX_CELLS;
use crate::chess::{Color, Role};
use crate::dice::{GOLDEN, spread};

/// A fact about a cell, or about the piece on it, besides the side and kind of the piece.
#[derive(Clone, Copy)]
pub(crate) enum CellFact {
    /// The piece goes the second way.
    SecondWay,
    /// The piece has a right that its first move ends.
    FirstMoveRight,
    /// A pawn has passed the cell, and may be captured there.
    Passed,
    /// The piece is promoted, so that it becomes a pawn when it is reborn.
    Promoted,
    /// Left and right are exchanged for the piece.
    Mirrored,
}

/// The number of pieces that differ in side or role.
const PIECES: usize = 2 * 6;

/// The number of facts about a cell in the table.
const FACTS: usize = PIECES + CellFact::Mirrored as usize + 1;

/// Returns the number at index `n` of a fixed random stream, so that keys are equal in every run.
const fn mix(n: u64) -> u64 {
    spread(n.wrapping_add(1).wrapping_mul(GOLDEN))
}

static KEYS: [[u64; MAX_CELLS]; FACTS] = {
    let mut keys = [[0; MAX_CELLS]; FACTS];
    let mut i = 0;
    while i < FACTS * MAX_CELLS {
        keys[i / MAX_CELLS][i % MAX_CELLS] = mix(i as u64);
        i += 1;
    }
    keys
};

/// The key of Black's turn, by which the keys of the same pieces with White and with Black to move differ.
pub(crate) const BLACK_TO_MOVE: u64 = mix(1 << 20);

/// Returns the key of a piece on a cell.
#[inline(always)]
pub(crate) fn piece(color: Color, role: Role, cell: usize) -> u64 {
    KEYS[color.index() * 6 + role as usize][cell]
}

/// Returns the key of a custom piece on a cell; `index` is the index of its kind.
pub(crate) fn custom_piece(color: Color, index: u8, cell: usize) -> u64 {
    let fact = (u64::from(index) << 1 | color.index() as u64) << 8 | cell as u64;
    mix((1 << 41) | fact)
}

/// Returns the key of a fact about a cell.
#[inline(always)]
pub(crate) fn fact(fact: CellFact, cell: usize) -> u64 {
    KEYS[PIECES + fact as usize][cell]
}

/// Returns the key of the rebirth cell of the piece on a cell. It is computed, because a table of these keys would be large.
pub(crate) fn home(cell: usize, home: usize) -> u64 {
    mix(((FACTS + home) * MAX_CELLS + cell) as u64)
}

/// Returns the key of a series by its length and the number of its moves already made.
pub(crate) fn series(length: u32, played: u32) -> u64 {
    mix((1 << 40) | (u64::from(length) << 20) | u64::from(played))
}
