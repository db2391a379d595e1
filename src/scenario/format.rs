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

/// The first position of a scenario as written.
pub struct WrittenPosition<'a> {
    /// The text.
    pub text: &'a Spanned<String>,
    /// The reader of such a text.
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
    /// The first fault of each step and of the part before the steps, each with its place.
    pub fn read(text: &str) -> Result<Scenario, Vec<TextFault>> {
        let checked = |step: WrittenStep| Step::try_from(step).map_err(KeyFault::from);
        let ValueAndList { value, items } = read_toml_and_list::<Scenario, _, _>(text, "step", checked)?;
        Ok(Scenario { steps: items, ..value })
    }

    /// Returns the name of the variant.
    ///
    /// # Errors
    /// When none is given.
    pub fn variant(&self) -> Result<&Spanned<String>, ByteFault> {
        let message = "`variant` is missing: name a preset or a variant file";
        self.variant.as_ref().ok_or_else(|| ByteFault::new(0, message))
    }

    /// Returns the first position as written, with its reader.
    ///
    /// # Errors
    /// When none is given, or more than one.
    pub fn written(&self) -> Result<WrittenPosition<'_>, ByteFault> {
        match (&self.position, &self.fen) {
            (Some(text), None) => Ok(WrittenPosition { text, read: Position::from_text }),
            (None, Some(text)) => Ok(WrittenPosition { text, read: Position::from_fen }),
            (None, None) => Err(ByteFault::new(0, "`position` is missing: give a position text or `start`")),
            (Some(_), Some(fen)) => {
                Err(ByteFault::new(fen.span().start, "give either `position` or `fen`, not both"))
            }
        }
    }

    /// Returns the first position; a variant file is relative to `folder`.
    ///
    /// # Errors
    /// The faults of the variant, or else of the position.
    pub(crate) fn start(&self, folder: &Path) -> Result<Position, Vec<ByteFault>> {
        let (name, written) = match (self.variant(), self.written()) {
            (Ok(name), Ok(written)) => (name, written),
            (name, written) => return Err([name.err(), written.err()].into_iter().flatten().collect()),
        };
        let prepared = Prepared::load(name.get_ref(), folder, &self.overrides())
            .map_err(|e| self.faults_of_variant(e, name.span().start))?;
        // The text begins after its quotation mark.
        (written.read)(&prepared, written.text.get_ref()).map_err(|e| {
            let start = written.text.span().start;
            e.each().map(|error| ByteFault::new(start + error.column, &error.message)).collect()
        })
    }

    /// Returns the faults of a variant. A fault stands at the parameter if the scenario gives it, else at the byte `name`.
    fn faults_of_variant(&self, error: LoadError, name: usize) -> Vec<ByteFault> {
        let LoadError::Variant(VariantError::Faults(VariantFaults(faults))) = error else {
            return vec![ByteFault::new(name, error.to_string())];
        };
        let placed = |fault: VariantFault| {
            // A fault in a kind names the kind after the parameter.
            let given = fault.parameter.split(' ').next().and_then(|parameter| self.rules.get(parameter));
            let byte = given.map_or(name, |value| value.span().start);
            ByteFault::new(byte, fault.to_string())
        };
        faults.into_iter().map(placed).collect()
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
}
