//! Errors about labels that no piece has, and about pieces whose moves cannot be shown.

use crate::chess::{Color, Label};

/// The error for a label that no piece of the position has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no {label} in the position{}{}", self.hint(), self.list_of_alike())]
pub struct NoPiece {
    /// The label.
    pub label: Label,
    /// The corresponding label of the other side, if a piece has it and no piece has `label`.
    pub meant: Option<Label>,
    /// The labels of pieces of the same side and letter; at most ten.
    pub alike: Vec<Label>,
}

/// The greatest number of labels of the same letter that an error lists.
const MAX_ALIKE: usize = 10;

impl NoPiece {
    /// Returns the error for a label, given the labels of all pieces of the position.
    pub(crate) fn of(label: Label, labels: &[Label]) -> NoPiece {
        let other_side = label.of_other_side();
        let meant = (!labels.contains(&label) && labels.contains(&other_side)).then_some(other_side);
        let is_alike = |known: &&Label| (known.letter(), known.color()) == (label.letter(), label.color());
        let alike = labels.iter().filter(is_alike).take(MAX_ALIKE).copied().collect();
        NoPiece { label, meant, alike }
    }

    /// Returns the end of the message: a question that suggests `meant`, or nothing.
    pub(crate) fn hint(&self) -> String {
        self.meant.map_or(String::new(), |meant| format!(": did you mean {meant}?"))
    }

    /// Returns the end of the message if there is no hint: the list of `alike`, or nothing.
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
    /// The piece belongs to the side that is not to move. That side cannot get the turn, because the side to move is in check.
    #[error("{label} does not move now: it is {turn}'s turn, whose king stands in check")]
    NoTurn {
        /// The label of the piece.
        label: Label,
        /// The side to move.
        turn: Color,
    },
}
