//! Labels of pieces that move, promote and are reborn.

use crate::board::{Cell, MAX_CELLS};
use crate::chess::Label;

/// The label of the piece on each cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Labels {
    by_cell: [Option<Label>; MAX_CELLS],
}

impl Default for Labels {
    fn default() -> Labels {
        Labels { by_cell: [None; MAX_CELLS] }
    }
}

impl Labels {
    pub fn at(&self, cell: Cell) -> Option<Label> {
        self.by_cell[cell.index()]
    }

    /// Removes the label of a cell, and returns it.
    pub fn take(&mut self, cell: Cell) -> Option<Label> {
        self.by_cell[cell.index()].take()
    }

    pub fn put(&mut self, cell: Cell, label: Label) {
        self.by_cell[cell.index()] = Some(label);
    }

    /// Returns the cell of a label.
    pub fn find(&self, label: Label) -> Option<Cell> {
        self.by_cell.iter().position(|&at_cell| at_cell == Some(label)).map(|n| Cell(n as u8))
    }

    /// Returns the label of a piece that has become another kind, whose letter is given.
    pub fn renamed(&self, label: Label, letter: char) -> Label {
        label.renamed(letter, |other| self.find(other).is_some())
    }
}
