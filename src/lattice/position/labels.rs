//! Labels of pieces that move, promote and are reborn.

use crate::board::{Cell, MAX_CELLS};
use crate::chess::Label;

/// The label of the piece on each cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Labels([Option<Label>; MAX_CELLS]);

impl Labels {
    pub fn new(pieces: impl Iterator<Item = (Cell, Label)>) -> Labels {
        let mut labels = [None; MAX_CELLS];
        for (cell, label) in pieces {
            labels[cell.index()] = Some(label);
        }
        Labels(labels)
    }

    pub fn at(&self, cell: Cell) -> Option<Label> {
        self.0[cell.index()]
    }

    pub fn take(&mut self, cell: Cell) -> Option<Label> {
        self.0[cell.index()].take()
    }

    pub fn put(&mut self, cell: Cell, label: Label) {
        self.0[cell.index()] = Some(label);
    }

    /// Returns the cell of a label.
    pub fn find(&self, label: Label) -> Option<Cell> {
        self.0.iter().position(|&l| l == Some(label)).map(|n| Cell(n as u8))
    }

    /// Returns the label of a piece that has become another kind.
    pub fn renamed(&self, label: Label, letter: char) -> Label {
        label.renamed(letter, |other| self.find(other).is_some())
    }
}
