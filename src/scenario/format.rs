//! The contents of a scenario file.

use super::step::{Step, StepTask, WrittenStep};
use crate::chess::{Draws, Label};
use crate::diagnostics::{ByteFault, KeyFault, TextFault, ValueAndList, read_toml_and_list};
use crate::game::{Position, PositionError, Prepared};
use crate::variant::{LoadError, VariantError, VariantFault, VariantFaults};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use toml::{Spanned, Table, Value};

/// A scenario as written.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The title. If it is empty, the name of the file is used.
    #[serde(default)]
    pub title: String,
    /// The name of a preset, or the path of a variant file relative to the folder of the scenario.
    pub variant: Option<Spanned<String>>,
    /// The text of the first position, or `start`.
    pub position: Option<Spanned<String>>,
    /// The FEN of the first position in place of `position`, on square and cylinder of cells.
    pub fen: Option<Spanned<String>>,
    /// Whether draws are claimed; by default they are.
    pub draws: Option<Draws>,
    /// The parameters that replace those of the variant.
    #[serde(default)]
    pub rules: BTreeMap<String, Spanned<Value>>,
    /// The steps, in order.
    #[serde(default, rename = "step")]
    pub steps: Vec<Spanned<Step>>,
}

/// A reader of written positions.
pub type ReadPosition = fn(&Prepared, &str) -> Result<Position, PositionError>;

/// The first position of a scenario as written.
pub struct WrittenPosition<'a> {
    /// The text of the position.
    pub text: &'a Spanned<String>,
    /// The reader of such texts.
    pub read: ReadPosition,
}

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
    /// The first fault of the part before the steps and the first fault of each step, with their places.
    pub fn read(text: &str) -> Result<Scenario, Vec<TextFault>> {
        let checked = |step: WrittenStep| Step::try_from(step).map_err(KeyFault::from);
        let ValueAndList { value, items } = read_toml_and_list::<Scenario, _, _>(text, "step", checked)?;
        Ok(Scenario { steps: items, ..value })
    }

    /// Returns the name of the variant.
    ///
    /// # Errors
    /// When the scenario names none.
    pub fn variant(&self) -> Result<&Spanned<String>, ByteFault> {
        let message = "`variant` is missing: name a preset or a variant file";
        self.variant.as_ref().ok_or_else(|| ByteFault::new(0, message))
    }

    /// Returns the first position as written, with its reader.
    ///
    /// # Errors
    /// When the scenario has none, or two.
    pub fn written_position(&self) -> Result<WrittenPosition<'_>, ByteFault> {
        match (&self.position, &self.fen) {
            (Some(text), None) => Ok(WrittenPosition { text, read: Position::from_text }),
            (None, Some(text)) => Ok(WrittenPosition { text, read: Position::from_fen }),
            (None, None) => Err(ByteFault::new(0, "`position` is missing: give a position text or `start`")),
            (Some(_), Some(fen)) => {
                Err(ByteFault::new(fen.span().start, "give either `position` or `fen`, not both"))
            }
        }
    }

    /// Returns the first position. `folder` is the folder of the scenario.
    ///
    /// # Errors
    /// The faults of the variant or, if it has none, of the position.
    pub(crate) fn start(&self, folder: &Path) -> Result<Position, Vec<ByteFault>> {
        let (name, position) = match (self.variant(), self.written_position()) {
            (Ok(name), Ok(position)) => (name, position),
            (name, position) => return Err([name.err(), position.err()].into_iter().flatten().collect()),
        };
        let prepared = Prepared::load(name.get_ref(), folder, &self.overrides())
            .map_err(|error| self.faults_of_variant(error, name.span().start))?;
        (position.read)(&prepared, position.text.get_ref()).map_err(|error| {
            // The span starts at the quotation mark, and columns count from 1.
            let start = position.text.span().start;
            error.each().map(|error| ByteFault::new(start + error.column, &error.message)).collect()
        })
    }

    /// Returns the faults of a variant. The place of a fault is its parameter in the scenario, or else the byte `name_start`.
    fn faults_of_variant(&self, error: LoadError, name_start: usize) -> Vec<ByteFault> {
        let LoadError::Variant(VariantError::Faults(VariantFaults(faults))) = error else {
            return vec![ByteFault::new(name_start, error.to_string())];
        };
        let fault_with_place = |fault: VariantFault| {
            // In a fault of a kind, the name of the kind follows the parameter.
            let parameter = fault.parameter.split(' ').next();
            let value = parameter.and_then(|parameter| self.rules.get(parameter));
            ByteFault::new(value.map_or(name_start, |value| value.span().start), fault.to_string())
        };
        faults.into_iter().map(fault_with_place).collect()
    }

    /// Returns the parameters that replace those of the variant.
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
}
