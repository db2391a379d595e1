//! Cells in the form that the proof uses: conditions, answer and rank.

use super::linear::{ExpressionFault, Linear, MoveTarget, clause};
use super::men::{BOARD, CellSymmetry, EPSILON, Men, NodeImage, on_board};
use super::zone::{Clause, UNIT};
use super::{CellFault, CellText, Mover};
use std::collections::BTreeMap;

/// A cell in the form that the proof uses.
#[derive(Debug)]
pub struct CompiledCell {
    pub name: String,
    /// The conditions of the cell, with the condition that all men stand on the board.
    pub clauses: Vec<Clause>,
    pub mover: Mover,
    /// The target of the move: x, y.
    pub to: [MoveTarget; 2],
    /// The rank, in the coordinates of the certificate.
    pub rank: Linear,
}

impl CompiledCell {
    /// Reads a cell.
    ///
    /// # Errors
    /// The first text that cannot be read as a condition, a target or a rank.
    pub fn new(text: &CellText, shared: &BTreeMap<String, Vec<String>>) -> Result<CompiledCell, CellFault> {
        let Men { black_king, white_king, rooks: [a, b] } = Men::NAMED;
        let mut clauses: Vec<Clause> = Vec::new();
        for (place, room) in [(black_king, EPSILON), (white_king, 0), (a, 0), (b, 0)] {
            clauses.extend(place.iter().flat_map(|&node| on_board(node, room)).map(|edge| vec![edge]));
        }
        for condition in &text.conditions {
            let conditions = shared.get(condition).map_or(std::slice::from_ref(condition), Vec::as_slice);
            for comparisons in conditions {
                clauses.push(read(comparisons, clause)?);
            }
        }
        // Clauses of one bound are the quickest to use.
        clauses.sort_by_key(Vec::len);
        let [x, y] = &text.to;
        Ok(CompiledCell {
            name: text.name.clone(),
            clauses,
            mover: text.mover,
            to: [read(x, str::parse)?, read(y, str::parse)?],
            rank: read(&text.rank, str::parse)?,
        })
    }

    /// Returns the rank of the image of the cell, in coordinates of the board.
    pub fn image_rank(&self, symmetry: CellSymmetry, men: &Men) -> Linear {
        let mut rank = Linear { terms: Vec::new(), constant: self.rank.constant };
        for &(coordinate, factor) in &self.rank.terms {
            let NodeImage { node, is_reversed } = symmetry.node(men, coordinate);
            rank.terms.push((node, if is_reversed { -factor } else { factor }));
            if is_reversed {
                rank.constant += factor * (BOARD / UNIT);
            }
        }
        rank
    }

    /// Returns the conditions of the image of the cell, in coordinates of the board.
    pub fn image(&self, symmetry: CellSymmetry, men: &Men) -> Vec<Clause> {
        let mirrored = |clause: &Clause| clause.iter().map(|&bound| symmetry.bound(men, bound)).collect();
        self.clauses.iter().map(mirrored).collect()
    }
}

/// Reads a text of a cell.
fn read<T>(text: &str, reader: impl Fn(&str) -> Result<T, ExpressionFault>) -> Result<T, CellFault> {
    reader(text).map_err(|fault| CellFault::Text(text.to_owned(), fault))
}
