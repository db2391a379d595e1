//! Variants from files.

use super::fault::{KindPlace, VariantFault, VariantFaults};
use super::presets::VariantError;
use super::spec::VariantSpec;
use super::validate::Variant;
use crate::diagnostics::{FileFaults, KeyFault, TextFault, Unreadable, faults_of_entries, read_toml};
use std::path::Path;
use toml::Table;

/// The reason why a variant cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The name or the parameters are wrong.
    #[error("{0}")]
    Variant(#[from] VariantError),
    /// The file is not a variant file, or its parameters are wrong.
    #[error(transparent)]
    Faults(#[from] FileFaults),
}

/// The reason why a text cannot be read as a variant.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ReadError {
    /// The overriding parameters are wrong.
    #[error("{0}")]
    Overrides(VariantFaults),
    /// The text is not that of a variant, or its parameters are wrong. The faults are in the order of the text.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Faults(Vec<TextFault>),
}

impl ReadError {
    /// Returns the error for faults of the variant of a text. The faults have places unless an overriding parameter has a fault.
    pub fn of_variant(text: &str, overrides: &Table, faults: VariantFaults) -> ReadError {
        if faults.0.iter().any(|fault| overrides.contains_key(fault.key())) {
            return ReadError::Overrides(faults);
        }
        ReadError::Faults(located(text, &faults))
    }

    /// Returns the error with the path and text of the file.
    pub fn of_file(self, path: &Path, text: &str) -> LoadError {
        match self {
            ReadError::Overrides(faults) => LoadError::Variant(faults.into()),
            ReadError::Faults(faults) => FileFaults::new(path, text, faults).into(),
        }
    }
}

/// Whether a name is the path of a variant file: it ends in `.toml` or has a path separator. Other names are those of presets.
pub fn names_file(name: &str) -> bool {
    name.ends_with(".toml") || name.contains(['/', '\\'])
}

impl Variant {
    /// Returns the variant that a text describes, with overriding parameters.
    ///
    /// ```
    /// use continuum::variant::{ReadError, Variant};
    /// let read = |text| Variant::read(text, &toml::Table::new());
    /// assert_eq!(read("name = 'wide'\nboard_width = 10.0")?.spec().board_width, 10.0);
    /// let Err(ReadError::Faults(faults)) = read("name = 'wide'\nboard_wdth = 10.0") else { panic!("a slip") };
    /// assert_eq!((faults[0].line, faults[0].column), (2, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The faults of a text that cannot be read, or all faults of the parameters, each with its place.
    pub fn read(text: &str, overrides: &Table) -> Result<Variant, ReadError> {
        let written: VariantSpec = read_toml(text).map_err(|first_fault| {
            let faults = faults_of_entries::<VariantSpec>(text);
            ReadError::Faults(if faults.is_empty() { vec![first_fault] } else { faults })
        })?;
        let stated: Table = text.parse().unwrap_or_default();
        let mut faults = VariantFaults::default();
        let mut spec = written.overridden(overrides, &mut faults);
        if !faults.0.is_empty() {
            return Err(ReadError::Overrides(faults));
        }
        spec.settle_castling(stated.contains_key("castling") || overrides.contains_key("castling"));
        written.add_faults_of_unused(stated.keys(), &mut faults);
        Variant::new_with(spec, faults).map_err(|faults| ReadError::Faults(located(text, &faults)))
    }
}

/// Returns the faults of a variant with their places in the text of its file, in the order of the text.
///
/// The place of a fault is that of its parameter. If the text lacks the parameter, the place is that of the move, else of the
/// kind, else the beginning of the text.
fn located(text: &str, VariantFaults(faults): &VariantFaults) -> Vec<TextFault> {
    let at_key = |fault: &VariantFault| {
        let at_field = KeyFault::at_key(&[fault.field_key()], fault.to_string());
        match fault.place {
            None => at_field,
            Some(KindPlace { kind, in_move: None }) => at_field.in_item("kind", kind),
            Some(KindPlace { kind, in_move: Some(number) }) => {
                at_field.in_item("move", number).in_item("kind", kind)
            }
        }
    };
    TextFault::of_keys(text, faults.iter().map(at_key))
}
