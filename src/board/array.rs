//! The initial arrays, and the labels of pieces in them.

use super::chart::Chart;
use super::grid::{Cell, Grid};
use super::sheet::Sheet;
use super::zones::usual_way;
use crate::chess::{Color, Kind, Label, Role};
use crate::geom::Flips;
use crate::variant::{Array, Seam};

/// A piece of the initial array and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArrayPiece {
    /// The side.
    pub color: Color,
    /// The kind.
    pub kind: Kind,
    /// The cell at the beginning of a game.
    pub cell: Cell,
    /// The label: the kind's letter and a second letter, usually that of the file.
    pub label: Label,
    /// The coordinates that its frame reverses.
    pub flips: Flips,
    /// The way of a pawn, 0 or 1 as in [`pawn_steps`](super::pawn_steps); 0 for other pieces.
    pub(crate) way: usize,
}

const BACK_ROW: [Role; 8] =
    [Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King, Role::Bishop, Role::Knight, Role::Rook];

/// Returns the initial array of a board; empty on a flat board whose size has no array.
///
/// Each piece stands on the cell with the file and rank of its orthodox square. On the ring [`Array::Rotated`] exchanges Black's
/// king and queen. The side cells of a disc stay empty. On a Moebius strip two more pawns of each side stand beside the officers,
/// at both ends of their rank: across the seam this rank continues as the enemy's. On torus and Klein bottle each side has a
/// second row of pawns, which go the other way. On the projective plane each army stands around a cone point.
pub fn initial_array(grid: &Grid, array: Array) -> Vec<ArrayPiece> {
    let mut builder = ArrayBuilder { grid, pieces: Vec::with_capacity(48) };
    match grid.chart() {
        Chart::Ring | Chart::Disc => builder.add_two_ranks(array, 0, [(1, 2), (8, 7)]),
        Chart::Flat(Sheet { width, height, sides, ends }) => match (sides, ends, width as u8, height as u8) {
            (Seam::Wall | Seam::Straight, Seam::Wall, 8, 8)
            | (Seam::Straight, Seam::Shifted | Seam::Folded, 8, 8) => {
                builder.add_two_ranks(array, 0, [(1, 2), (8, 7)]);
            }
            (Seam::Flipped, Seam::Flipped, 8, 12) => builder.add_round_corners(),
            (Seam::Flipped, Seam::Wall, 10, 8) => {
                builder.add_two_ranks(array, 1, [(1, 2), (8, 7)]);
                for (color, rank) in [(Color::White, 1), (Color::Black, 8)] {
                    builder.add(color, Role::Pawn, 'i', (0, rank), Flips::NONE);
                    builder.add(color, Role::Pawn, 'j', (9, rank), Flips::NONE);
                }
            }
            (Seam::Straight, Seam::Straight | Seam::Flipped, 8, 12) => {
                builder.add_two_ranks(array, 0, [(2, 3), (8, 7)]);
                for (color, rank) in [(Color::White, 1), (Color::Black, 9)] {
                    for (file, letter) in ('i'..='p').enumerate() {
                        builder.add(color, Role::Pawn, letter, (file, rank), BACKWARD);
                    }
                }
            }
            _ => {}
        },
    }
    builder.pieces.sort_by_key(|piece| (piece.color, piece.kind == Kind::PAWN, piece.label));
    builder.pieces
}

/// The frame of a pawn that goes against the usual direction of its side.
const BACKWARD: Flips = Flips { x: false, y: true };

/// White's officers on the projective plane, each with the second letter of its label, its file (from 0) and rank (from 1).
const CORNER_OFFICERS: [(Role, char, (usize, usize)); 8] = [
    (Role::King, 'e', (0, 1)),
    (Role::Queen, 'd', (1, 2)),
    (Role::Rook, 'a', (0, 3)),
    (Role::Rook, 'h', (2, 1)),
    (Role::Bishop, 'c', (0, 2)),
    (Role::Bishop, 'f', (1, 1)),
    (Role::Knight, 'b', (1, 3)),
    (Role::Knight, 'g', (2, 2)),
];

/// The number of pawns of each side on the projective plane that stand in front of the officers.
const CORNER_PAWNS_AHEAD: usize = 5;

/// The files and ranks of White's pawns on the projective plane. The first [`CORNER_PAWNS_AHEAD`] stand in front of the officers
/// and go up. The others stand behind the officers, across the corner, and go down.
const CORNER_PAWNS: [(usize, usize); 10] =
    [(0, 4), (1, 4), (2, 3), (3, 2), (3, 1), (7, 10), (7, 11), (7, 12), (6, 12), (5, 12)];

struct ArrayBuilder<'a> {
    grid: &'a Grid,
    pieces: Vec<ArrayPiece>,
}

impl ArrayBuilder<'_> {
    /// Adds officers and pawns of White and Black on their ranks, the first rook on file `left` (from 0).
    fn add_two_ranks(&mut self, array: Array, left: usize, ranks: [(usize, usize); 2]) {
        let is_rotated = self.grid.chart() == Chart::Ring && array == Array::Rotated;
        for (&color, (rank, pawn_rank)) in Color::ALL.iter().zip(ranks) {
            for ((file, &usual), letter) in BACK_ROW.iter().enumerate().zip('a'..) {
                let role = match usual {
                    Role::Queen if is_rotated && color == Color::Black => Role::King,
                    Role::King if is_rotated && color == Color::Black => Role::Queen,
                    _ => usual,
                };
                self.add(color, role, letter, (left + file, rank), Flips::NONE);
                self.add(color, Role::Pawn, letter, (left + file, pawn_rank), Flips::NONE);
            }
        }
    }

    /// Adds the armies of the projective plane. White's stands around the corner of a1, which is also the corner of h12.
    /// Black's is its mirror image around the corner of a12, which is also the corner of h1.
    fn add_round_corners(&mut self) {
        for &color in Color::ALL {
            let of_side = |(file, rank)| (file, if color == Color::White { rank } else { 13 - rank });
            for (role, letter, place) in CORNER_OFFICERS {
                self.add(color, role, letter, of_side(place), Flips::NONE);
            }
            for ((i, place), letter) in CORNER_PAWNS.into_iter().enumerate().zip('a'..) {
                let flips = if i < CORNER_PAWNS_AHEAD { Flips::NONE } else { BACKWARD };
                self.add(color, Role::Pawn, letter, of_side(place), flips);
            }
        }
    }

    /// Adds a piece on a file (from 0) and rank (from 1) of the board. The second letter of its label is `suffix`.
    fn add(&mut self, color: Color, role: Role, suffix: char, (file, rank): (usize, usize), flips: Flips) {
        let Ok(label) = Label::new(&format!("{}{suffix}", color.cased(role.letter()))) else { return };
        let Some(cell) = self.grid.at_file_and_rank(file, rank) else { return };
        let way = if role == Role::Pawn { usual_way(self.grid, color, flips, cell) } else { Some(0) };
        if let Some(way) = way {
            self.pieces.push(ArrayPiece { color, kind: role.into(), cell, label, flips, way });
        }
    }
}
