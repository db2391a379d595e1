//! Errors for pieces that are not there, or whose moves cannot be shown.

use crate::chess::{Color, Label};

/// The error for a label that no piece of the position has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no {label} in the position{}{}", self.hint(), self.list_of_alike())]
pub struct NoPiece {
    /// The label.
    pub label: Label,
    /// The label of the other side that may be meant: a piece has it, and none has the label asked for.
    pub meant: Option<Label>,
    /// The labels of the side's pieces of this letter, a few at most.
    pub alike: Vec<Label>,
}

/// The number of labels that an error names.
const MOST_NAMED: usize = 10;

impl NoPiece {
    /// Returns the error for a label, given those on the board.
    pub(crate) fn of(label: Label, labels: impl Iterator<Item = Label> + Clone) -> NoPiece {
        let other = label.of_other_side();
        let exists = |label| labels.clone().any(|known| known == label);
        let meant = (!exists(label) && exists(other)).then_some(other);
        let is_alike = |known: &Label| (known.letter(), known.color()) == (label.letter(), label.color());
        let alike = labels.clone().filter(is_alike);
        NoPiece { label, meant, alike: alike.take(MOST_NAMED).collect() }
    }

    /// Returns the hint after a message: the label that may have been meant.
    pub(crate) fn hint(&self) -> String {
        self.meant.map_or(String::new(), |meant| format!(": did you mean {meant}?"))
    }

    fn list_of_alike(&self) -> String {
        let alike: Vec<_> = self.alike.iter().map(Label::as_str).collect();
        if self.meant.is_some() || alike.is_empty() {
            String::new()
        } else {
            format!(": there is {}", alike.join(", "))
        }
    }
}

/// The reason why the moves of a piece cannot be shown.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoMoves {
    /// There is no such piece.
    #[error(transparent)]
    NoPiece(#[from] NoPiece),
    /// The piece is of the side that waits, and cannot be given the turn, because the side to move is in check.
    #[error("{label} does not move now: it is {turn}'s turn, whose king stands in check")]
    NoTurn {
        /// The piece asked about.
        label: Label,
        /// The side to move.
        turn: Color,
    },
}
