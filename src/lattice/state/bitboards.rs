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
    /// The pieces of custom kinds. A royal piece of a custom kind is in the set of kings too.
    pub(crate) custom_pieces: u128,
    /// For each bit of an index: the cells of the custom pieces whose kind has an index with this bit.
    pub(crate) index_bits: [u128; INDEX_BITS],
    /// The pawns, and custom pieces with a frame, that go in the second direction of `board::pawn_steps`.
    pub(crate) turned: u128,
    /// On flat boards: the pawns, and custom pieces with a frame, whose left and right are exchanged.
    pub(crate) mirrored: u128,
    /// Promoted pieces.
    pub(crate) promoted: u128,
    /// The kings and rooks that may still castle, the pawns of the ring that may still make a double step, and the custom
    /// pieces that may still make a first move.
    pub(crate) unmoved: u128,
    /// The cells passed in double steps, on which the passing pawn may be captured.
    pub(crate) en_passant: u128,
    /// The rebirth cell of the piece on each cell, under own rebirth.
    pub(crate) homes: [u8; MAX_CELLS],
    /// By colour: the cell of the king, or [`NOWHERE`].
    pub(crate) kings: [u8; 2],
    pub(crate) turn: Color,
    /// The number of quiet plies in a row.
    pub(crate) halfmove: u32,
    pub(crate) fullmove: u32,
    /// The number of moves in the present series.
    pub(crate) series: u32,
    /// The number of moves of the present series already made.
    pub(crate) played: u32,
    /// The number of quiet series in a row.
    pub(crate) quiet: u32,
    pub(crate) key: u64,
}

/// The number of bits of a custom kind's index: a variant has at most 26 custom kinds.
const INDEX_BITS: usize = 5;

impl LatticeState {
    /// Returns an empty board.
    pub(crate) fn empty(turn: Color) -> LatticeState {
        LatticeState {
            colors: [0; 2],
            roles: [0; 6],
            custom_pieces: 0,
            index_bits: [0; INDEX_BITS],
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

    /// Returns the Zobrist key of the position without its counters.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Returns the occupied cells.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> u128 {
        self.colors[0] | self.colors[1]
    }

    /// Returns the pieces of one side and role.
    #[inline(always)]
    pub(crate) fn pieces(&self, color: Color, role: Role) -> u128 {
        self.colors[color.index()] & self.roles[role as usize]
    }

    /// Returns the colour of the piece on a cell.
    pub(crate) fn color_at(&self, cell: usize) -> Option<Color> {
        Color::ALL.iter().copied().find(|color| self.colors[color.index()] & bit(cell) != 0)
    }

    /// Returns the role of the piece on a cell.
    #[inline(always)]
    pub(crate) fn role_at(&self, cell: usize) -> Option<Role> {
        use Role::{Bishop, King, Knight, Pawn, Queen, Rook};
        // A table instead of branches, which the processor would mispredict. A piece has one role.
        const ROLES: [Option<Role>; 7] =
            [None, Some(King), Some(Queen), Some(Rook), Some(Bishop), Some(Knight), Some(Pawn)];
        let entry_if_present = |role: usize| if self.roles[role] & bit(cell) != 0 { role + 1 } else { 0 };
        ROLES[(0..6).fold(0, |entry, role| entry | entry_if_present(role))]
    }

    /// Returns the kind of the piece on a cell.
    #[inline(always)]
    pub(crate) fn kind_at(&self, cell: usize) -> Option<Kind> {
        if self.custom_pieces & bit(cell) != 0 {
            return Some(Kind::Custom(self.custom_index_at(cell)));
        }
        self.role_at(cell).map(Kind::Known)
    }

    /// Returns the index of the custom kind of the piece on a cell.
    pub(crate) fn custom_index_at(&self, cell: usize) -> u8 {
        let bits = self.index_bits.iter().enumerate();
        bits.fold(0, |index, (i, cells)| index | u8::from(cells & bit(cell) != 0) << i)
    }

    /// Returns the frame of a piece in the coordinates of the board, and whether the piece never moved.
    #[inline(always)]
    pub(crate) fn stance_at(&self, color: Color, cell: usize) -> Stance {
        let x = (self.mirrored & bit(cell) != 0) != (color == Color::Black);
        let flips = Flips { x, y: self.turned & bit(cell) != 0 };
        Stance { flips, is_unmoved: self.unmoved & bit(cell) != 0 }
    }

    /// Returns the way of the pawn on a cell, 0 or 1.
    pub(crate) fn way_at(&self, cell: usize) -> usize {
        usize::from(self.turned & bit(cell) != 0)
    }

    /// Adds a piece to the sets of its colour and kind, or removes it from them, and updates the key.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, color: Color, kind: Kind, cell: usize) {
        self.colors[color.index()] ^= bit(cell);
        match kind {
            Kind::Known(role) => {
                self.roles[role as usize] ^= bit(cell);
                self.key ^= zobrist::piece(color, role, cell);
            }
            Kind::Custom(index) => {
                self.custom_pieces ^= bit(cell);
                for (i, cells) in self.index_bits.iter_mut().enumerate() {
                    *cells ^= u128::from(index >> i & 1) << cell;
                }
                self.key ^= zobrist::custom_piece(color, index, cell);
            }
        }
    }

    /// Returns the frame of a piece on a flat board, relative to the usual frame of its side.
    pub(crate) fn flips_at(&self, color: Color, cell: usize) -> Flips {
        Flips { x: self.mirrored & bit(cell) != 0, y: self.way_at(cell) != color.index() }
    }

    /// Sets or clears the exchange of left and right for the piece on a cell.
    #[inline(always)]
    pub(crate) fn set_mirrored(&mut self, cell: usize, mirrored: bool) {
        set_member(&mut self.mirrored, &mut self.key, cell, mirrored, zobrist::mirrored);
    }

    /// Gives the piece on a cell the second direction or the first.
    #[inline(always)]
    pub(crate) fn set_turned(&mut self, cell: usize, turned: bool) {
        set_member(&mut self.turned, &mut self.key, cell, turned, zobrist::turned);
    }

    /// Sets or clears the right of a piece that never moved.
    #[inline(always)]
    pub(crate) fn set_unmoved(&mut self, cell: usize, unmoved: bool) {
        set_member(&mut self.unmoved, &mut self.key, cell, unmoved, zobrist::unmoved);
    }

    /// Marks the piece on a cell as promoted or not. The key depends on promotions only under own rebirth.
    #[inline(always)]
    pub(crate) fn set_promoted(&mut self, rebirth: Rebirth, cell: usize, promoted: bool) {
        let key_of = if rebirth == Rebirth::Own { zobrist::promoted } else { |_| 0 };
        set_member(&mut self.promoted, &mut self.key, cell, promoted, key_of);
    }

    /// Sets the rebirth cell of the piece on a cell under own rebirth; [`NOWHERE`] removes it.
    pub(crate) fn set_home(&mut self, cell: usize, home: u8) {
        let former_home = std::mem::replace(&mut self.homes[cell], home);
        for home in [former_home, home] {
            if home != NOWHERE {
                self.key ^= zobrist::home(cell, home.into());
            }
        }
    }
}

/// Puts a cell into a set or removes it. If the set changes, the key changes by `key_of` the cell.
#[inline(always)]
fn set_member(cells: &mut u128, key: &mut u64, cell: usize, is_member: bool, key_of: fn(usize) -> u64) {
    if (*cells & bit(cell) != 0) != is_member {
        *cells ^= bit(cell);
        *key ^= key_of(cell);
    }
}
