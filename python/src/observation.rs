//! Observations of agents: rows of pieces and slots, with a mask of actions.

use crate::slots::value;
use continuum::chess::{Color, Label};
use continuum::{lattice, plane};
use numpy::{Element, PyArray1};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use rayon::prelude::*;

/// The features of a piece, in the order of its numbers.
pub const PIECE_FEATURES: [&str; 6] = ["x", "y", "side", "letter", "value", "moved"];

/// The features of a slot, in the order of its numbers.
pub const SLOT_FEATURES: [&str; 12] = [
    "piece",
    "from_x",
    "from_y",
    "to_x",
    "to_y",
    "least",
    "greatest",
    "length",
    "taken",
    "gain",
    "promotion",
    "turn",
];

/// The features of a slot, by name.
pub struct Known {
    pub piece: usize,
    pub from: [f64; 2],
    /// The place of the mover after the move; along a lane, at the middle of the slot.
    pub to: [f64; 2],
    /// The least and the greatest distance.
    pub distances: [f64; 2],
    /// The length of all distances together.
    pub length: f64,
    /// The number of captured pieces.
    pub taken: usize,
    /// The value of the captured pieces, in pawns.
    pub gain: f64,
    /// The gain of a promotion, in pawns.
    pub promotion: f64,
    pub turn: bool,
}

impl Known {
    /// The numbers that `SLOT_FEATURES` names.
    pub fn row(&self) -> [f32; SLOT_FEATURES.len()] {
        let [least, greatest] = self.distances;
        [
            self.piece as f64,
            self.from[0],
            self.from[1],
            self.to[0],
            self.to[1],
            least,
            greatest,
            self.length,
            self.taken as f64,
            self.gain,
            self.promotion,
            f64::from(u8::from(self.turn)),
        ]
        .map(|number| number as f32)
    }
}

/// The sizes of an observation and of its mask.
#[derive(Clone, Copy)]
pub struct Sight {
    /// The number of rows of pieces.
    pub pieces: usize,
    /// The number of rows of slots.
    pub slots: usize,
    /// The number of actions of a slot, at evenly spaced numbers from 0 to 1.
    pub shares: usize,
}

impl Sight {
    /// Returns the length of the part of pieces.
    pub fn of_pieces(self) -> usize {
        self.pieces.saturating_mul(PIECE_FEATURES.len())
    }

    /// Returns the lengths of an observation and of its mask.
    fn sizes(self) -> [usize; 2] {
        let of_slots = self.slots.saturating_mul(SLOT_FEATURES.len());
        [self.of_pieces().saturating_add(of_slots), self.slots.saturating_mul(self.shares)]
    }
}

/// The observation of an agent and its mask, to be written in place of zeros.
pub struct Seen<'a> {
    pub rows: &'a mut [f32],
    pub mask: &'a mut [i8],
}

/// Returns a numpy array of a shape.
pub fn matrix<'py, T: Element>(py: Python<'py>, all: Vec<T>, shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    PyArray1::from_vec(py, all).call_method1("reshape", (shape.to_vec(),))
}

fn zeros<T: Clone + Default>(length: usize) -> PyResult<Vec<T>> {
    let message = || format!("there is no memory for observations of {length} numbers");
    Vec::<T>::new().try_reserve_exact(length).map_err(|_| PyMemoryError::new_err(message()))?;
    Ok(vec![T::default(); length])
}

/// The observations of the agents of some games, one after the other.
pub struct Observations {
    sight: Sight,
    rows: Vec<f32>,
    mask: Vec<i8>,
}

impl Observations {
    /// Returns zeros for some games.
    ///
    /// # Errors
    /// When there is no memory for so many.
    pub fn new(sight: Sight, games: usize) -> PyResult<Observations> {
        let [rows, mask] = sight.sizes().map(|size| size.saturating_mul(games));
        Ok(Observations { sight, rows: zeros(rows)?, mask: zeros(mask)? })
    }

    /// Returns the place of the first game.
    pub fn first(&mut self) -> Seen<'_> {
        Seen { rows: &mut self.rows, mask: &mut self.mask }
    }

    /// Returns the places of all games.
    pub fn each(&mut self) -> impl IndexedParallelIterator<Item = Seen<'_>> {
        let [rows, mask] = self.sight.sizes().map(|size| size.max(1));
        let both = self.rows.par_chunks_mut(rows).zip(self.mask.par_chunks_mut(mask));
        both.map(|(rows, mask)| Seen { rows, mask })
    }

    /// Returns observations and masks as numpy arrays; `games` is the first part of their shape.
    pub fn into_numpy<'py>(
        self,
        py: Python<'py>,
        games: &[usize],
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let [rows, mask] = self.sight.sizes();
        let shape = |last: usize| [games, &[last]].concat();
        Ok((matrix(py, self.rows, &shape(rows))?, matrix(py, self.mask, &shape(mask))?))
    }
}

/// Returns 1 for a piece of the side to move, -1 for others.
fn side(color: Color, turn: Color) -> f32 {
    if color == turn { 1.0 } else { -1.0 }
}

/// Returns the position of a label's letter in the alphabet, from 1.
fn letter(label: Label) -> f32 {
    f32::from((label.letter().to_ascii_uppercase() as u8).saturating_sub(b'@'))
}

/// Returns the rows of the pieces of a position of the plane.
pub fn pieces_of_plane(position: &plane::PlanePosition) -> Vec<[f32; PIECE_FEATURES.len()]> {
    let row = |piece: &plane::Piece| {
        [
            piece.at.x as f32,
            piece.at.y as f32,
            side(piece.color(), position.turn()),
            letter(piece.label),
            value(position, piece.kind) as f32,
            f32::from(u8::from(piece.moved)),
        ]
    };
    position.pieces().iter().map(row).collect()
}

/// Returns the rows of the pieces of a position on cells.
pub fn pieces_of_lattice(position: &lattice::LatticePosition) -> Vec<[f32; PIECE_FEATURES.len()]> {
    let (grid, rules) = (position.rules().grid(), position.rules());
    let row = |piece: lattice::PieceAt| {
        let at = grid.point(piece.cell);
        [
            at.x as f32,
            at.y as f32,
            side(piece.color, position.turn()),
            letter(piece.label),
            rules.value(piece.kind) as f32,
            0.0,
        ]
    };
    position.pieces().into_iter().map(row).collect()
}
