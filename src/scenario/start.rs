//! The first position of a scenario.

use super::format::Scenario;
use crate::game::{Position, Prepared};
use crate::variant::{LoadError, VariantError, VariantFault};
use std::path::Path;

impl Scenario {
    /// Returns the first position; a variant file is relative to `folder`.
    ///
    /// # Errors
    /// The faults of the variant, or else of the position, each with its byte in the file.
    pub(crate) fn start(&self, folder: &Path) -> Result<Position, Vec<(usize, String)>> {
        let owned = |(byte, message): (usize, &str)| (byte, message.to_owned());
        let (name, (written, read)) = match (self.variant(), self.written()) {
            (Ok(name), Ok(written)) => (name, written),
            (name, written) => {
                return Err([name.err(), written.err()].into_iter().flatten().map(owned).collect());
            }
        };
        let place = name.span().start;
        let prepared = Prepared::load(name.get_ref(), folder, &self.overrides()).map_err(|e| match e {
            LoadError::Variant(VariantError::Faults(faults)) => {
                let located = |fault: &VariantFault| {
                    let message = format!("{}: {}", fault.parameter, fault.message);
                    (self.place_of(fault).unwrap_or(place), message)
                };
                faults.0.iter().map(located).collect()
            }
            LoadError::Variant(VariantError::UnknownName { .. })
            | LoadError::Unreadable(_)
            | LoadError::Faults(_) => vec![(place, e.to_string())],
        })?;
        // The text begins after its quotation mark.
        read(&prepared, written.get_ref()).map_err(|e| {
            e.each().map(|error| (written.span().start + error.column, error.message.clone())).collect()
        })
    }
}
