//! Positions from which play begins: the initial array, and validated texts.

use crate::notation::{PositionText, TextError, TurnFault};
use crate::plane::attack::Survey;
use crate::plane::position::PlanePosition;
use crate::plane::rules::{Rules, array_text};
use std::sync::Arc;

impl PlanePosition {
    /// Returns the initial array: the variant's own, or that of its board.
    ///
    /// # Errors
    /// When the array is for a board of another size, the variant's own text has a fault, or pieces overlap because they are too
    /// large.
    pub fn initial(rules: Arc<Rules>) -> Result<PlanePosition, TextError> {
        let text = array_text(rules.variant.spec(), &rules.board)?;
        PlanePosition::from_text(rules, &text)
    }

    /// Reads a position text; `start` stands for the initial array.
    ///
    /// # Errors
    /// All faults, each with its column: grammar, an unknown kind, a place off the board, two kings of a colour, pieces that
    /// overlap. A position without such a fault is refused if the side not to move is in check.
    pub fn from_text(rules: Arc<Rules>, text: &str) -> Result<PlanePosition, TextError> {
        if text.trim() == "start" {
            return PlanePosition::initial(rules);
        }
        let (written, faults) = PositionText::read(text);
        let position = PlanePosition::unvalidated(rules, &written, faults)?;
        position.refuse_check_on_waiting_side(&written)?;
        Ok(position)
    }

    fn refuse_check_on_waiting_side(&self, written: &PositionText<'_>) -> Result<(), TextError> {
        let survey = Survey::of_side(self, !self.turn);
        let (Some(checker), Some(king)) = (survey.checkers().first().copied(), survey.king) else {
            return Ok(());
        };
        let fault = TurnFault {
            turn: self.turn,
            checker: self.piece(checker).label.to_string(),
            checker_place: None,
            both_in_check: Survey::new(self).in_check(),
        };
        Err(fault.add_values_to(written.pieces[king.index()].error(fault.name(), &fault)))
    }
}
