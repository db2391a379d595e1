//! The cells of a certificate in the form that the proof uses.

use super::linear::{ExpressionFault, Linear, MoveTarget, Summand, clause};
use super::men::{BOARD, CellSymmetry, EPSILON, Men, on_board};
use super::zone::{Clause, UNIT};
use super::{CellFault, CellText, Mover};
use std::collections::BTreeMap;

/// A cell in the form that the proof uses: conditions, answer and rank.
#[derive(Debug)]
pub struct CompiledCell {
    pub name: String,
    /// The conditions of the cell, and those that all men stand on the board.
    pub clauses: Vec<Clause>,
    pub mover: Mover,
    /// The target of the move: x, y.
    pub to: [MoveTarget; 2],
    /// The rank, on the nodes that a certificate names.
    pub rank: Linear,
}

impl CompiledCell {
    /// Compiles a cell, with the conditions that several cells share, by name.
    ///
    /// # Errors
    /// The first text that cannot be read as a condition, a target or a rank.
    pub fn new(text: &CellText, shared: &BTreeMap<String, Vec<String>>) -> Result<CompiledCell, CellFault> {
        let Men { black_king, white_king, rooks: [a, b] } = Men::NAMED;
        let mut clauses: Vec<Clause> = Vec::new();
        // Black's replies may lead beyond the edge by epsilon.
        for (place, margin) in [(black_king, EPSILON), (white_king, 0), (a, 0), (b, 0)] {
            clauses.extend(place.iter().flat_map(|&node| on_board(node, margin)).map(|edge| vec![edge]));
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
        for &Summand { node, factor } in &self.rank.terms {
            let image = symmetry.node(men, node);
            let image_factor = if image.is_reversed { -factor } else { factor };
            rank.terms.push(Summand { node: image.node, factor: image_factor });
            if image.is_reversed {
                rank.constant += factor * (BOARD / UNIT);
            }
        }
        rank
    }

    /// Returns the conditions of the image of the cell, in coordinates of the board.
    pub fn image_clauses(&self, symmetry: CellSymmetry, men: &Men) -> Vec<Clause> {
        let image = |clause: &Clause| clause.iter().map(|&bound| symmetry.bound(men, bound)).collect();
        self.clauses.iter().map(image).collect()
    }
}

/// Reads a text of a cell. A fault names the text.
fn read<T>(text: &str, reader: impl Fn(&str) -> Result<T, ExpressionFault>) -> Result<T, CellFault> {
    reader(text).map_err(|fault| CellFault::Text(text.to_owned(), fault))
}
