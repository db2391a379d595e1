//! Cells in the form that the proof uses: conditions, answer and rank.

use super::linear::{Clause, ExpressionFault, Linear, MoveTarget, clause};
use super::men::{CellSymmetry, EPSILON, Men, on_board};
use super::zone::Node;
use super::{CellFault, CellText, Mover};
use std::collections::BTreeMap;

/// A cell in the form that the proof uses.
#[derive(Debug)]
pub struct CompiledCell {
    /// The name of the cell.
    pub name: String,
    /// The conditions of the cell, with the condition that all men stand on the board.
    pub clauses: Vec<Clause>,
    /// The man that moves.
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
        let is_king = |node: Node| node <= 2;
        let edges = (1..=8).flat_map(|node| on_board(node, if is_king(node) { EPSILON } else { 0 }));
        let mut clauses: Vec<Clause> = edges.map(|bound| vec![bound]).collect();
        for condition in &text.conditions {
            let conditions = shared.get(condition).map_or(std::slice::from_ref(condition), Vec::as_slice);
            for text in conditions {
                clauses.push(read(text, clause)?);
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
            let (node, is_reversed) = symmetry.node(men, coordinate);
            rank.terms.push((node, if is_reversed { -factor } else { factor }));
            rank.constant += if is_reversed { 8 * factor } else { 0 };
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

/// Returns the difference of two sums.
pub fn minus(sum: &Linear, other: &Linear) -> Linear {
    let negative = other.terms.iter().map(|&(node, factor)| (node, -factor));
    Linear {
        terms: sum.terms.iter().copied().chain(negative).collect(),
        constant: sum.constant - other.constant,
    }
}
