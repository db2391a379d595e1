//! The part of a position that moves change, small enough to be copied at every move.

use super::zobrist;
use crate::board::MAX_CELLS;
use crate::chess::{Color, Kind, Role};
use crate::geom::Flips;
use crate::lattice::tables::{NOWHERE, Stance, bit};
use crate::variant::Rebirth;

/// A position without labels, on which move generation and search work;
/// [`LatticePosition::state`](crate::lattice::LatticePosition::state) returns it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LatticeState {
    pub(crate) colors: [u128; 2],
    pub(crate) roles: [u128; 6],
    /// The pieces of the custom kinds. A royal one is in the set of kings too.
    pub(crate) custom_kinds: u128,
    /// The indices of their kinds, one set of cells for each bit of an index.
    pub(crate) numbers: [u128; NUMBER_BITS],
    /// The pawns of the second direction of `board::pawn_steps`, and custom kinds with frames of that direction.
    pub(crate) turned: u128,
    /// The pawns and custom kinds with frames that have left and right exchanged, on flat boards.
    pub(crate) mirrored: u128,
    /// Promoted pieces.
    pub(crate) promoted: u128,
    /// The kings and rooks that may still castle, and ring pawns that may still make a double step.
    pub(crate) unmoved: u128,
    /// The cells passed in double steps, on which the passing pawn may be captured.
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

/// The number of bits of a kind's index: a variant has at most 26 kinds of its own.
const NUMBER_BITS: usize = 5;

impl LatticeState {
    /// Returns an empty board.
    pub(crate) fn empty(turn: Color) -> LatticeState {
        LatticeState {
            colors: [0; 2],
            roles: [0; 6],
            custom_kinds: 0,
            numbers: [0; NUMBER_BITS],
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

    /// Returns the side to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the incremental key of everything but the series counters.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Returns the occupied cells.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> u128 {
        self.colors[0] | self.colors[1]
    }

    /// Returns the pieces of one side and kind.
    #[inline(always)]
    pub(crate) fn set(&self, color: Color, role: Role) -> u128 {
        self.colors[color.index()] & self.roles[role as usize]
    }

    /// Returns the colour of the piece on a cell.
    pub(crate) fn color_at(&self, cell: usize) -> Option<Color> {
        Color::ALL.iter().copied().find(|c| self.colors[c.index()] & bit(cell) != 0)
    }

    /// Returns the role of the piece on a cell.
    #[inline(always)]
    pub(crate) fn role_at(&self, cell: usize) -> Option<Role> {
        use Role::{Bishop, King, Knight, Pawn, Queen, Rook};
        // A table instead of branches, which the processor would mispredict.
        const ROLES: [Option<Role>; 7] =
            [None, Some(King), Some(Queen), Some(Rook), Some(Bishop), Some(Knight), Some(Pawn)];
        let index_if_present = |n: usize| if self.roles[n] & bit(cell) != 0 { n + 1 } else { 0 };
        ROLES[(0..6).fold(0, |index, n| index | index_if_present(n))]
    }

    /// Returns the kind of the piece on a cell.
    #[inline(always)]
    pub(crate) fn kind_at(&self, cell: usize) -> Option<Kind> {
        if self.custom_kinds & bit(cell) != 0 {
            return Some(Kind::Custom(self.number_at(cell)));
        }
        self.role_at(cell).map(Kind::Known)
    }

    /// Returns the index of the custom kind of the piece on a cell.
    pub(crate) fn number_at(&self, cell: usize) -> u8 {
        let bits = self.numbers.iter().enumerate();
        bits.fold(0, |number, (i, cells)| number | u8::from(cells & bit(cell) != 0) << i)
    }

    /// Returns the frame of a piece that has one, and whether the piece never moved.
    pub(crate) fn stance_at(&self, color: Color, cell: usize) -> Stance {
        let x = (self.mirrored & bit(cell) != 0) != (color == Color::Black);
        let flips = Flips { x, y: self.turned & bit(cell) != 0 };
        Stance { flips, unmoved: self.unmoved & bit(cell) != 0 }
    }

    /// Returns the direction of the pawn on a cell, 0 or 1.
    pub(crate) fn way_at(&self, cell: usize) -> usize {
        usize::from(self.turned & bit(cell) != 0)
    }

    /// Adds or removes a piece: only colour, kind and key.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, color: Color, kind: Kind, cell: usize) {
        self.colors[color.index()] ^= bit(cell);
        match kind {
            Kind::Known(role) => {
                self.roles[role as usize] ^= bit(cell);
                self.key ^= zobrist::piece(color, role, cell);
            }
            Kind::Custom(number) => {
                self.custom_kinds ^= bit(cell);
                for (i, cells) in self.numbers.iter_mut().enumerate() {
                    *cells ^= u128::from(number >> i & 1) << cell;
                }
                self.key ^= zobrist::custom_kind(color, number, cell);
            }
        }
    }

    /// Returns the reversed coordinates of a piece with a frame on a flat board, as its side sees them.
    pub(crate) fn flips_at(&self, color: Color, cell: usize) -> Flips {
        Flips { x: self.mirrored & bit(cell) != 0, y: self.way_at(cell) != color.index() }
    }

    /// Sets or clears the exchange of left and right for the piece on a cell.
    #[inline(always)]
    pub(crate) fn set_mirrored(&mut self, cell: usize, mirrored: bool) {
        set(&mut self.mirrored, &mut self.key, cell, mirrored, zobrist::mirrored);
    }

    /// Sets or clears the second direction of the piece on a cell.
    #[inline(always)]
    pub(crate) fn set_turned(&mut self, cell: usize, turned: bool) {
        set(&mut self.turned, &mut self.key, cell, turned, zobrist::turned);
    }

    /// Sets or clears the right of a piece that never moved.
    #[inline(always)]
    pub(crate) fn set_unmoved(&mut self, cell: usize, unmoved: bool) {
        set(&mut self.unmoved, &mut self.key, cell, unmoved, zobrist::unmoved);
    }

    /// Sets or clears the promotion of the piece on a cell. The key depends on promotions only under own rebirth.
    #[inline(always)]
    pub(crate) fn set_promoted(&mut self, rebirth: Rebirth, cell: usize, promoted: bool) {
        let key_of = if rebirth == Rebirth::Own { zobrist::promoted } else { |_| 0 };
        set(&mut self.promoted, &mut self.key, cell, promoted, key_of);
    }

    /// Sets the rebirth cell of the piece on a cell under own rebirth; [`NOWHERE`] removes it.
    pub(crate) fn set_home(&mut self, cell: usize, home: u8) {
        for key_of in [self.homes[cell], home] {
            if key_of != NOWHERE {
                self.key ^= zobrist::home(cell, key_of.into());
            }
        }
        self.homes[cell] = home;
    }
}

/// Puts a cell into a set or takes it out. The key changes if the set does.
#[inline(always)]
fn set(cells: &mut u128, key: &mut u64, cell: usize, contained: bool, key_of: fn(usize) -> u64) {
    if (*cells & bit(cell) != 0) != contained {
        *cells ^= bit(cell);
        *key ^= key_of(cell);
    }
}
