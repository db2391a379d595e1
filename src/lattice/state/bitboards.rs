//! The part of a position that play changes, small enough to be copied at every move.

use super::zobrist;
use crate::board::MAX_CELLS;
use crate::chess::{Color, Role};
use crate::geom::Flips;
use crate::lattice::tables::{NOWHERE, bit};

/// A position without labels: what move generation and search work on. Get one from
/// [`Position::state`](crate::lattice::Position::state).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    pub(crate) colors: [u128; 2],
    pub(crate) roles: [u128; 6],
    /// Pawns of the second of the two ways that `board::pawn_ways` lists.
    pub(crate) turned: u128,
    /// Pawns for which left and right are exchanged, on flat boards.
    pub(crate) mirrored: u128,
    /// Promoted pieces.
    pub(crate) promoted: u128,
    /// Kings and rooks that may still castle, ring pawns that may still make a double step.
    pub(crate) unmoved: u128,
    /// Cells passed in double steps, on which the passing pawn may be captured.
    pub(crate) en_passant: u128,
    /// The rebirth cell of the piece on each cell, under own rebirth.
    pub(crate) homes: [u8; MAX_CELLS],
    pub(crate) kings: [u8; 2],
    pub(crate) turn: Color,
    pub(crate) halfmove: u32,
    pub(crate) fullmove: u32,
    pub(crate) series: u32,
    pub(crate) played: u32,
    pub(crate) quiet: u32,
    pub(crate) key: u64,
}

const fn kinds() -> [Option<Role>; 7] {
    let mut kinds = [None; 7];
    let mut n = 0;
    while n < 6 {
        kinds[Role::ALL[n] as usize + 1] = Some(Role::ALL[n]);
        n += 1;
    }
    kinds
}

impl State {
    /// An empty board.
    pub(crate) fn empty(turn: Color) -> State {
        State {
            colors: [0; 2],
            roles: [0; 6],
            turned: 0,
            mirrored: 0,
            promoted: 0,
            unmoved: 0,
            en_passant: 0,
            homes: [NOWHERE; MAX_CELLS],
            kings: [NOWHERE; 2],
            turn,
            halfmove: 0,
            fullmove: 1,
            series: 1,
            played: 0,
            quiet: 0,
            key: 0,
        }
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The incremental key of everything but the series counters.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The occupied cells.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> u128 {
        self.colors[0] | self.colors[1]
    }

    /// The pieces of one side and kind.
    #[inline(always)]
    pub(crate) fn set(&self, color: Color, role: Role) -> u128 {
        self.colors[color.index()] & self.roles[role as usize]
    }

    /// The colour of the piece on a cell.
    pub(crate) fn color_at(&self, cell: usize) -> Option<Color> {
        Color::ALL.iter().copied().find(|c| self.colors[c.index()] & bit(cell) != 0)
    }

    /// The kind of the piece on a cell.
    #[inline(always)]
    pub(crate) fn role_at(&self, cell: usize) -> Option<Role> {
        // No branches: they would be mispredicted.
        const KINDS: [Option<Role>; 7] = kinds();
        let standing = |n: usize| if self.roles[n] & bit(cell) != 0 { n + 1 } else { 0 };
        KINDS[(0..6).fold(0, |number, n| number | standing(n))]
    }

    /// The direction of the pawn on a cell, 0 or 1.
    pub(crate) fn way_at(&self, cell: usize) -> usize {
        usize::from(self.turned & bit(cell) != 0)
    }

    /// Adds or removes a piece: colour, kind and key only.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, color: Color, role: Role, cell: usize) {
        self.colors[color.index()] ^= bit(cell);
        self.roles[role as usize] ^= bit(cell);
        self.key ^= zobrist::piece(color, role, cell);
    }

    /// What is reversed for a pawn of a flat board, seen by its side.
    pub(crate) fn flips_at(&self, color: Color, cell: usize) -> Flips {
        Flips { x: self.mirrored & bit(cell) != 0, y: self.way_at(cell) != color.index() }
    }

    /// Sets or clears the exchange of left and right for the pawn on a cell.
    #[inline(always)]
    pub(crate) fn set_mirrored(&mut self, cell: usize, mirrored: bool) {
        if (self.mirrored & bit(cell) != 0) != mirrored {
            self.mirrored ^= bit(cell);
            self.key ^= zobrist::mirrored(cell);
        }
    }

    /// Sets or clears the second direction of the pawn on a cell.
    #[inline(always)]
    pub(crate) fn set_turned(&mut self, cell: usize, turned: bool) {
        if (self.turned & bit(cell) != 0) != turned {
            self.turned ^= bit(cell);
            self.key ^= zobrist::turned(cell);
        }
    }
}
