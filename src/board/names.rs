//! The names of cells: a file letter and a rank, or Lincoln names on the ring (a ring letter and a number).

use super::chart::Chart;
use super::grid::{Cell, Grid};
use crate::variant::Names;

/// The reason why a text is not the name of a cell of this board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// No place has the name.
    #[error("`{found}` is no cell of this board: use {first} to {last}")]
    Unknown {
        /// The text.
        found: String,
        /// An example of a name.
        first: String,
        /// Another example.
        last: String,
    },
    /// The place is void on this board.
    #[error("{0} is void on this board: nothing stands there or passes")]
    Void(String),
}

impl Grid {
    /// Returns the name of a cell or of a void place.
    pub fn name(&self, cell: Cell, names: Names) -> String {
        match (self.chart(), names) {
            (Chart::Ring, Names::Lincoln) => {
                let letter = char::from(b'd' - self.row(cell) as u8);
                format!("{letter}{}", 16 - self.column(cell))
            }
            (Chart::Flat(_) | Chart::Disc, Names::Lincoln) | (_, Names::Orthodox) => {
                format!("{}{}", char::from(b'a' + self.file(cell) as u8), self.rank(cell))
            }
        }
    }

    /// Returns the cell of a name.
    ///
    /// # Errors
    /// When no place has the name, or the place is void.
    pub fn cell(&self, name: &str, names: Names) -> Result<Cell, NameError> {
        let found = split_name(name).and_then(|(letter, number)| match (self.chart(), names) {
            (Chart::Ring, Names::Lincoln) => {
                (letter < 4 && (1..=16).contains(&number)).then(|| self.place(3 - letter, 16 - number))
            }
            (Chart::Flat(_) | Chart::Disc, Names::Lincoln) | (_, Names::Orthodox) => {
                self.at_file_and_rank(letter, number)
            }
        });
        match found {
            None => {
                let every_name = self.places().map(|cell| self.name(cell, names));
                let last = every_name.max_by_key(|name| split_name(name)).unwrap_or_default();
                Err(NameError::Unknown { found: name.to_owned(), first: "a1".into(), last })
            }
            Some(cell) if self.is_void(cell) => Err(NameError::Void(name.to_owned())),
            Some(cell) => Ok(cell),
        }
    }
}

/// Splits a name into the file of its small letter, counted from 0 at `a`, and its number, written without leading zero.
fn split_name(name: &str) -> Option<(usize, usize)> {
    let mut chars = name.chars();
    let letter = chars.next().filter(char::is_ascii_lowercase)?;
    let digits = chars.as_str();
    if digits.is_empty() || digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some((usize::from(letter as u8 - b'a'), digits.parse().ok()?))
}
