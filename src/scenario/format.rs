//! The contents of a scenario file.

use super::step::{Step, StepTask, WrittenStep};
use crate::chess::{Draws, Label};
use crate::diagnostics::{KeyFault, TextFault, read_toml_and_list};
use crate::game::{Position, PositionError, Prepared};
use crate::variant::VariantFault;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::{Spanned, Table, Value};

/// A scenario as written.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// One line that says what the scenario shows; by default the name of the file.
    #[serde(default)]
    pub title: String,
    /// A preset or the path of a variant file, relative to the scenario's folder.
    pub variant: Option<Spanned<String>>,
    /// A position text, or `start`.
    pub position: Option<Spanned<String>>,
    /// A FEN in place of `position`, on square and cylinder of cells.
    pub fen: Option<Spanned<String>>,
    /// Whether a draw ends the game; by default it does.
    pub draws: Option<Draws>,
    /// Parameters that differ from the variant's.
    #[serde(default)]
    pub rules: BTreeMap<String, Spanned<Value>>,
    /// The steps, in order.
    #[serde(default, rename = "step")]
    pub steps: Vec<Spanned<Step>>,
}

/// A reader of written positions.
pub type ReadPosition = fn(&Prepared, &str) -> Result<Position, PositionError>;

impl Scenario {
    /// Reads the text of a scenario file.
    ///
    /// ```
    /// use continuum::scenario::Scenario;
    /// let text = "variant = \"continuous\"\nposition = \"start\"\n[[step]]\nmove = \"Pe 90 2\"";
    /// assert_eq!(Scenario::read(text).expect("well formed").steps.len(), 1);
    /// let faults = Scenario::read("variant = \"continuous\"\n[[step]]\nmoev = \"Pe 90 2\"").unwrap_err();
    /// assert_eq!(faults[0].to_string(), "line 3, column 1: unknown field `moev`: did you mean `move`?");
    /// ```
    ///
    /// # Errors
    /// The first fault of each step and of the part before the steps, each with its place.
    pub fn read(text: &str) -> Result<Scenario, Vec<TextFault>> {
        let checked = |step: WrittenStep| Step::try_from(step).map_err(KeyFault::from);
        let (head, steps) = read_toml_and_list::<Scenario, _, _>(text, "step", checked)?;
        Ok(Scenario { steps, ..head })
    }

    /// Returns the name of the variant.
    ///
    /// # Errors
    /// When none is given: the byte in the file, and what to do.
    pub fn variant(&self) -> Result<&Spanned<String>, (usize, &'static str)> {
        self.variant.as_ref().ok_or((0, "`variant` is missing: name a preset or a variant file"))
    }

    /// Returns the first position as written, with its reader.
    ///
    /// # Errors
    /// When there is none or more than one: the byte in the file, and what to do.
    pub fn written(&self) -> Result<(&Spanned<String>, ReadPosition), (usize, &'static str)> {
        match (&self.position, &self.fen) {
            (Some(position), None) => Ok((position, Position::from_text)),
            (None, Some(fen)) => Ok((fen, Position::from_fen)),
            (None, None) => Err((0, "`position` is missing: give a position text or `start`")),
            (Some(_), Some(fen)) => Err((fen.span().start, "give either `position` or `fen`, not both")),
        }
    }

    /// Returns the parameters that differ from the variant's.
    pub fn overrides(&self) -> Table {
        self.rules.iter().map(|(name, value)| (name.clone(), value.get_ref().clone())).collect()
    }

    /// Returns the piece of the first question about a legal set.
    pub fn asked(&self) -> Option<Label> {
        self.steps.iter().find_map(|step| match &step.get_ref().task {
            StepTask::Legal(question) => question.piece,
            StepTask::Move(_) => None,
        })
    }

    /// Returns the byte in the file at which the scenario gives a faulty parameter, if it does.
    pub(super) fn place_of(&self, fault: &VariantFault) -> Option<usize> {
        // A fault in a kind names the kind after the parameter.
        let given = fault.parameter.split(' ').next().and_then(|name| self.rules.get(name));
        given.map(|value| value.span().start)
    }
}
