//! The part of a position that moves change, small enough to be copied at every move.

use super::zobrist::{self, CellFact};
use crate::board::MAX_CELLS;
use crate::chess::{Color, Kind, Role, Series};
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
    /// The pawns, and custom pieces with a frame, that go the second way of `board::pawn_steps`.
    pub(crate) second_way: u128,
    /// On flat boards: the pawns, and custom pieces with a frame, whose left and right are exchanged.
    pub(crate) mirrored: u128,
    /// Promoted pieces.
    pub(crate) promoted: u128,
    /// The pieces with a right that their first move ends: kings and rooks that may still castle, pawns of the ring that may still
    /// make a double step, and custom pieces whose first move differs from later ones. Other pieces are not in this set, even if
    /// they never moved.
    pub(crate) first_move_rights: u128,
    /// The cells passed in double steps, on which the passing pawn may be captured.
    pub(crate) en_passant: u128,
    /// The rebirth cell of the piece on each cell, under own rebirth.
    pub(crate) homes: [u8; MAX_CELLS],
    /// By colour: the cell of the king, or [`NOWHERE`].
    pub(crate) kings: [u8; 2],
    pub(crate) turn: Color,
    /// The number of quiet plies in a row: those since a capture or pawn move.
    pub(crate) halfmove: u32,
    pub(crate) fullmove: u32,
    /// The present series, and the number of quiet series before it. In alternating play its length is 1.
    pub(crate) series: Series,
    pub(crate) key: u64,
}

/// The number of bits of a custom kind's index: a variant has at most 26 custom kinds.
const INDEX_BITS: usize = 5;

impl LatticeState {
    pub(crate) fn empty(turn: Color) -> LatticeState {
        LatticeState {
            colors: [0; 2],
            roles: [0; 6],
            custom_pieces: 0,
            index_bits: [0; INDEX_BITS],
            second_way: 0,
            mirrored: 0,
            promoted: 0,
            first_move_rights: 0,
            en_passant: 0,
            homes: [NOWHERE; MAX_CELLS],
            kings: [NOWHERE; 2],
            turn,
            halfmove: 0,
            fullmove: 1,
            series: Series { length: 1, played: 0, quiet: 0 },
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

    #[inline(always)]
    pub(crate) fn occupied(&self) -> u128 {
        self.colors[0] | self.colors[1]
    }

    #[inline(always)]
    pub(crate) fn pieces(&self, color: Color, role: Role) -> u128 {
        self.colors[color.index()] & self.roles[role as usize]
    }

    pub(crate) fn color_at(&self, cell: usize) -> Option<Color> {
        Color::ALL.iter().copied().find(|color| self.colors[color.index()] & bit(cell) != 0)
    }

    #[inline(always)]
    pub(crate) fn role_at(&self, cell: usize) -> Option<Role> {
        use Role::{Bishop, King, Knight, Pawn, Queen, Rook};
        // A table instead of branches, which the processor would mispredict. A piece has one role, so at most one of the entries
        // that are joined is not 0.
        const ROLES: [Option<Role>; 7] =
            [None, Some(King), Some(Queen), Some(Rook), Some(Bishop), Some(Knight), Some(Pawn)];
        let entry_if_present = |role: usize| if self.roles[role] & bit(cell) != 0 { role + 1 } else { 0 };
        ROLES[(0..6).fold(0, |entry, role| entry | entry_if_present(role))]
    }

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

    /// Returns the frame of a piece in the coordinates of the board, and whether the piece has the right of a first move.
    #[inline(always)]
    pub(crate) fn stance_at(&self, color: Color, cell: usize) -> Stance {
        let x = (self.mirrored & bit(cell) != 0) != (color == Color::Black);
        let flips = Flips { x, y: self.second_way & bit(cell) != 0 };
        Stance { flips, has_first_move_right: self.first_move_rights & bit(cell) != 0 }
    }

    /// Returns the way of the pawn on a cell, 0 or 1.
    pub(crate) fn way_at(&self, cell: usize) -> usize {
        usize::from(self.second_way & bit(cell) != 0)
    }

    /// Returns the cells whose pawn, if one stands there, goes this way.
    #[inline(always)]
    pub(crate) fn of_way(&self, way: usize) -> u128 {
        if way == 0 { !self.second_way } else { self.second_way }
    }

    /// Whether the side to move has made a move of its present series, so that the turn did not just begin.
    #[inline(always)]
    pub(crate) fn is_within_series(&self) -> bool {
        self.series.played > 0
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
    pub(crate) fn own_frame_at(&self, color: Color, cell: usize) -> Flips {
        Flips { x: self.mirrored & bit(cell) != 0, y: self.way_at(cell) != color.index() }
    }

    /// Sets or clears the exchange of left and right for the piece on a cell.
    #[inline(always)]
    pub(crate) fn set_mirrored(&mut self, cell: usize, is_mirrored: bool) {
        set_member(&mut self.mirrored, &mut self.key, cell, is_mirrored, Some(CellFact::Mirrored));
    }

    /// Gives the piece on a cell a way, 0 or 1.
    #[inline(always)]
    pub(crate) fn set_way(&mut self, cell: usize, way: usize) {
        set_member(&mut self.second_way, &mut self.key, cell, way == 1, Some(CellFact::SecondWay));
    }

    /// Gives the piece on a cell the right that its first move ends, or takes it away.
    #[inline(always)]
    pub(crate) fn set_first_move_right(&mut self, cell: usize, has_right: bool) {
        let rights = &mut self.first_move_rights;
        set_member(rights, &mut self.key, cell, has_right, Some(CellFact::FirstMoveRight));
    }

    /// Marks the piece on a cell as promoted or not. The key depends on promotions only under own rebirth.
    #[inline(always)]
    pub(crate) fn set_promoted(&mut self, rebirth: Rebirth, cell: usize, is_promoted: bool) {
        let fact = (rebirth == Rebirth::Own).then_some(CellFact::Promoted);
        set_member(&mut self.promoted, &mut self.key, cell, is_promoted, fact);
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

/// Puts a cell into a set or removes it. If the set changes, the key changes by that of the fact, if any.
#[inline(always)]
fn set_member(cells: &mut u128, key: &mut u64, cell: usize, is_member: bool, fact: Option<CellFact>) {
    if (*cells & bit(cell) != 0) != is_member {
        *cells ^= bit(cell);
        *key ^= fact.map_or(0, |fact| zobrist::fact(fact, cell));
    }
}
