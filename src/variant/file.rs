//! Variants from files.

use super::fault::{KindPlace, VariantFault, VariantFaults};
use super::presets::VariantError;
use super::spec::VariantSpec;
use super::validate::Variant;
use crate::diagnostics::{
    ByteFault, FileFaults, KeyPart, TextFault, TextKeys, Unreadable, faults_of_entries, read_toml,
};
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
    /// Returns the error with the path and text of the file.
    pub fn of_file(self, path: &Path, text: &str) -> LoadError {
        match self {
            ReadError::Overrides(faults) => LoadError::Variant(faults.into()),
            ReadError::Faults(faults) => FileFaults::new(path, text, faults).into(),
        }
    }
}

/// Whether a name is that of a file: it ends in `.toml` or has a path separator. Other names are presets.
pub fn names_file(name: &str) -> bool {
    name.ends_with(".toml") || name.contains(['/', '\\'])
}

impl Variant {
    /// Returns the variant of a file's text with overriding parameters.
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
    /// The fault of a text that cannot be read, or all faults of the parameters, each with its place.
    pub fn read(text: &str, overrides: &Table) -> Result<Variant, ReadError> {
        let written: VariantSpec = read_toml(text).map_err(|first| {
            let faults = faults_of_entries::<VariantSpec>(text);
            ReadError::Faults(if faults.is_empty() { vec![first] } else { faults })
        })?;
        let named: Table = text.parse().unwrap_or_default();
        let mut faults = VariantFaults::default();
        let mut spec = written.overridden(overrides, &mut faults);
        if !faults.0.is_empty() {
            return Err(ReadError::Overrides(faults));
        }
        // `overridden` resets `castling` unless an override names it; here the file may name it too.
        if named.contains_key("castling") && !overrides.contains_key("castling") {
            spec.castling = written.castling;
        }
        written.add_faults_of_unused(named.keys(), &mut faults);
        Variant::new_with(spec, faults)
            .map_err(|VariantFaults(faults)| ReadError::Faults(TextFault::locate_all(text, &faults)))
    }
}

impl TextFault {
    /// Returns faults with their places in a variant file, in the order of the text.
    ///
    /// The place of a fault is its parameter. If the text lacks that, it is the move or the kind, or else the beginning of the
    /// file.
    pub fn locate_all(text: &str, faults: &[VariantFault]) -> Vec<TextFault> {
        let keys = TextKeys::of(text);
        let located = |fault: &VariantFault| {
            let mut path = Vec::new();
            if let Some(KindPlace { kind, in_move }) = fault.place {
                path.extend([KeyPart::Key("kind"), KeyPart::Item(kind)]);
                path.extend(in_move.iter().flat_map(|&n| [KeyPart::Key("move"), KeyPart::Item(n)]));
            }
            // The name of a parameter of a kind follows the names of kind and move.
            let name = fault.parameter.rsplit(", ").next().and_then(|name| name.split('.').next());
            path.extend(name.map(KeyPart::Key));
            ByteFault::new(keys.find(&path).map_or(0, |place| place.key), fault.to_string())
        };
        TextFault::all(text, faults.iter().map(located).collect())
    }
}
