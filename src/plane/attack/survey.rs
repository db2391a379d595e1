//! The survey of a position for one side: the centres of all pieces, and the enemy attacks on the side's king.

use super::forms::Attack;
use super::king_lines::{GeneralAttacks, KingLine};
use crate::chess::Color;
use crate::plane::discs::Centres;
use crate::plane::position::{PieceId, PieceIds, PlanePosition};
use std::cell::OnceCell;

/// The generator that computes legal sets and checks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Generator {
    /// Closed forms where the position has them.
    Fast,
    /// The general generator alone.
    General,
}

/// A position with all attacks on one side's king, each computed once and when it is needed.
pub struct Survey<'a> {
    pub(in crate::plane) position: &'a PlanePosition,
    pub(in crate::plane) centres: Centres,
    pub(in crate::plane) king: Option<PieceId>,
    pub(in crate::plane) side: Color,
    generator: Generator,
    /// The enemy lanes that take the king, or would if the pieces between were gone.
    pub(super) king_lines: OnceCell<Vec<KingLine<'a>>>,
    /// The attacks that may take something within the king's range, with the king off the board. Only closed forms need them.
    pub(super) attacks_near_king: OnceCell<Vec<Attack<'a>>>,
    /// The attacks near the king in general form, with the king off the board.
    pub(super) general_near_king: OnceCell<GeneralAttacks<'a>>,
    /// The survey for the other side.
    opposite: OnceCell<Box<Survey<'a>>>,
}

impl<'a> Survey<'a> {
    /// Surveys a position for the side to move.
    pub fn new(position: &'a PlanePosition) -> Survey<'a> {
        Survey::of_side(position, position.turn())
    }

    /// Surveys a position for either side.
    pub fn of_side(position: &'a PlanePosition, side: Color) -> Survey<'a> {
        Survey::with_generator(position, side, Generator::Fast)
    }

    /// Surveys a position for the side to move by the general generator alone, which gives the same answers more slowly. Tests
    /// compare the closed forms with it.
    ///
    /// ```
    /// use continuum::plane::{PlanePosition, Rules, Survey};
    /// let rules = Rules::preset("continuous")?;
    /// let position = PlanePosition::from_text(rules, "Ke@1,1' Qd@4,4' ke@7,7' pa@5.1,5' ; w")?;
    /// assert_eq!(Survey::new(&position).legal().len(), Survey::general(&position).legal().len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn general(position: &'a PlanePosition) -> Survey<'a> {
        Survey::with_generator(position, position.turn(), Generator::General)
    }

    /// Surveys the board after a move for the same side, by the same generator.
    pub(in crate::plane) fn after<'b>(&self, position: &'b PlanePosition) -> Survey<'b> {
        Survey::with_generator(position, self.side, self.generator)
    }

    fn with_generator(position: &'a PlanePosition, side: Color, generator: Generator) -> Survey<'a> {
        Survey {
            position,
            centres: Centres::new(position),
            king: position.king(side),
            side,
            generator,
            king_lines: OnceCell::new(),
            attacks_near_king: OnceCell::new(),
            general_near_king: OnceCell::new(),
            opposite: OnceCell::new(),
        }
    }

    /// Returns the survey for the other side.
    pub(in crate::plane) fn opposite(&self) -> &Survey<'a> {
        self.opposite
            .get_or_init(|| Box::new(Survey::with_generator(self.position, !self.side, self.generator)))
    }

    /// Returns the position.
    pub fn position(&self) -> &'a PlanePosition {
        self.position
    }

    /// Whether legal sets and checks are computed in closed forms.
    pub(in crate::plane) fn uses_closed_forms(&self) -> bool {
        self.generator == Generator::Fast && self.position.has_closed_forms()
    }

    /// Whether the side's king is attacked.
    pub fn in_check(&self) -> bool {
        !self.attacks_on_king(None, &[]).is_empty()
    }

    /// Returns the enemy pieces that attack the side's king, in order of id.
    ///
    /// ```
    /// use continuum::plane::{PlanePosition, Rules, Survey};
    /// let rules = Rules::preset("continuous")?;
    /// let position = PlanePosition::from_text(rules, "Ke@4,1' ke@7,7' ra@4,6' nb@5.6,3' ; w")?;
    /// let survey = Survey::new(&position);
    /// assert!(survey.in_check());
    /// let labels = survey.checkers().iter().map(|id| position.piece(*id).label.to_string()).collect::<Vec<_>>();
    /// assert_eq!(labels, ["ra"], "no bearing of the knight leads to the king");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn checkers(&self) -> PieceIds {
        let mut checkers: PieceIds = self.attacks_on_king(None, &[]).iter().map(Attack::attacker).collect();
        checkers.dedup();
        checkers
    }
}
