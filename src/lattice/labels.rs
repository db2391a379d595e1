//! The names of the men as they move, promote and are reborn.

use crate::board::{Cell, MAX_CELLS};
use crate::piece::{Color, Label, Role};

/// The label of the man on each cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Labels([Option<Label>; MAX_CELLS]);

impl Labels {
    pub fn new(men: impl Iterator<Item = (Cell, Label)>) -> Labels {
        let mut labels = [None; MAX_CELLS];
        for (cell, label) in men {
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

    /// The cell of a label.
    pub fn find(&self, label: Label) -> Option<Cell> {
        self.0.iter().position(|&l| l == Some(label)).map(|n| Cell(n as u8))
    }

    /// The name of a man that has become another kind: the new letter with the old suffix, and a number
    /// after it when that name is on the board already.
    pub fn renamed(&self, label: Label, color: Color, role: Role) -> Label {
        let suffix = label.as_str().get(1..).unwrap_or("");
        self.free_name(color, role, suffix).unwrap_or(label)
    }

    /// A name with a suffix, numbered from 2 when it is taken.
    pub fn free_name(&self, color: Color, role: Role, suffix: &str) -> Option<Label> {
        free_name(color, role, suffix, |label| self.find(label).is_some())
    }
}

/// A name with a suffix, numbered from 2 when it is taken. A suffix too long to be numbered is cut.
pub(crate) fn free_name(
    color: Color,
    role: Role,
    suffix: &str,
    taken: impl Fn(Label) -> bool,
) -> Option<Label> {
    let letter = match color {
        Color::White => role.letter(),
        Color::Black => role.letter().to_ascii_lowercase(),
    };
    let stem = suffix.get(..Label::MAX - 4).unwrap_or(suffix);
    let plain = Label::new(&format!("{letter}{suffix}"));
    let numbered = (2..=MAX_CELLS + 1).map(|n| Label::new(&format!("{letter}{stem}{n}")));
    std::iter::once(plain).chain(numbered).flatten().find(|&label| !taken(label))
}
