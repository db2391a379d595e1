//! The contents of a scenario file.

use super::step::{Step, StepError, StepTask, WrittenStep};
use crate::chess::{Draws, Label};
use crate::diagnostics::{KeyFault, TextFault, ValueAndList, read_toml_and_list};
use crate::game::{Position, Prepared};
use crate::notation::TextError;
use crate::variant::{LoadError, VariantError, VariantFault, VariantFaults};
use serde::Deserialize;
use std::path::Path;
use toml::Table;

/// A scenario as written.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The title. If it is empty, the name of the file is used.
    #[serde(default)]
    pub title: String,
    /// The name of a preset, or the path of a variant file relative to the folder of the scenario.
    pub variant: Option<String>,
    /// The text of the first position, or `start`.
    pub position: Option<String>,
    /// The FEN of the first position in place of `position`, on square and cylinder of cells.
    pub fen: Option<String>,
    /// Whether draws are claimed; by default they are.
    pub draws: Option<Draws>,
    /// The parameters that replace those of the variant.
    #[serde(default)]
    pub rules: Table,
    /// The steps, in order.
    #[serde(default, rename = "step")]
    pub steps: Vec<Step>,
}

/// A reader of written positions.
pub type ReadPosition = fn(&Prepared, &str) -> Result<Position, TextError>;

/// The first position of a scenario as written.
pub struct WrittenPosition<'a> {
    /// The key that has the text.
    key: &'static str,
    /// The text of the position.
    pub text: &'a str,
    /// The reader of such texts.
    pub read: ReadPosition,
}

impl WrittenPosition<'_> {
    /// Returns the error of the text as a fault of the scenario.
    pub(crate) fn fault(&self, error: &TextError) -> KeyFault {
        KeyFault::in_value(&[self.key], error.column, &error.message)
    }
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
        let checked = |step: WrittenStep| Step::try_from(step).map_err(|error: StepError| error.fault());
        let ValueAndList { value, items } = read_toml_and_list::<Scenario, _, _>(text, "step", checked)?;
        Ok(Scenario { steps: items, ..value })
    }

    /// Returns the name of the variant.
    ///
    /// # Errors
    /// When the scenario names none.
    pub fn variant(&self) -> Result<&str, KeyFault> {
        let message = "`variant` is missing: name a preset or a variant file";
        self.variant.as_deref().ok_or_else(|| KeyFault::at_key(&[], message))
    }

    /// Returns the first position as written, with its reader.
    ///
    /// # Errors
    /// When the scenario has none, or two.
    pub fn written_position(&self) -> Result<WrittenPosition<'_>, KeyFault> {
        match (&self.position, &self.fen) {
            (Some(text), None) => Ok(WrittenPosition { key: "position", text, read: Position::from_text }),
            (None, Some(text)) => Ok(WrittenPosition { key: "fen", text, read: Position::from_fen }),
            (None, None) => {
                Err(KeyFault::at_key(&[], "`position` is missing: give a position text or `start`"))
            }
            (Some(_), Some(_)) => {
                Err(KeyFault::at_value(&["fen"], "give either `position` or `fen`, not both"))
            }
        }
    }

    /// Returns the first position. `folder` is the folder of the scenario.
    ///
    /// # Errors
    /// The faults of the variant or, if it has none, of the position.
    #[doc(hidden)]
    pub fn start(&self, folder: &Path) -> Result<Position, Vec<KeyFault>> {
        let (name, position) = match (self.variant(), self.written_position()) {
            (Ok(name), Ok(position)) => (name, position),
            (name, position) => return Err([name.err(), position.err()].into_iter().flatten().collect()),
        };
        let prepared = Prepared::load(name, folder, &self.rules).map_err(|e| self.faults_of_variant(e))?;
        (position.read)(&prepared, position.text)
            .map_err(|error| error.each().map(|error| position.fault(error)).collect())
    }

    /// Returns the faults of a variant, each at its parameter in `rules`, or else at the name of the variant.
    fn faults_of_variant(&self, error: LoadError) -> Vec<KeyFault> {
        let LoadError::Variant(VariantError::Faults(VariantFaults(faults))) = error else {
            return vec![KeyFault::at_value(&["variant"], error.to_string())];
        };
        let at_parameter = |fault: VariantFault| {
            let key = fault.key();
            let path: &[&str] = if self.rules.contains_key(key) { &["rules", key] } else { &["variant"] };
            KeyFault::at_value(path, fault.to_string())
        };
        faults.into_iter().map(at_parameter).collect()
    }

    /// Returns the title, or the name of the file if the scenario has no title.
    pub(super) fn title_in(&self, file: &Path) -> String {
        match self.title.trim() {
            "" => file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default(),
            title => title.to_owned(),
        }
    }

    /// Returns the piece of the first question about a legal set.
    pub fn asked(&self) -> Option<Label> {
        self.steps.iter().find_map(|step| match &step.task {
            StepTask::Legal(question) => question.piece,
            StepTask::Move(_) => None,
        })
    }
}
