//! Questions about variants: the list of presets, and the check of a variant file.

use super::bounds::from_file;
use super::error::ApiError;
use super::limits;
use super::work::worked_out;
use crate::game::Prepared;
use crate::variant::{Variant, VariantSpec, preset, preset_names};
use serde::Deserialize;
use serde_json::{Value, json};
use toml::Table;

/// Returns the presets that can be played, with their parameters.
pub fn list() -> Value {
    let mut specs = Vec::new();
    for name in preset_names() {
        let variant = Variant::named(name, &Table::new());
        let is_playable = variant.is_ok_and(|variant| Prepared::new(variant).is_ok());
        if is_playable {
            specs.extend(preset(name).ok().and_then(|spec| serde_json::to_value(spec).ok()));
        }
    }
    json!({ "variants": specs })
}

/// A variant file in the JSON form of a request.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VariantText {
    file: String,
}

/// Returns the parameters of a variant file.
///
/// # Errors
/// All faults, with their places in the text.
pub fn check(text: &VariantText) -> Result<VariantSpec, ApiError> {
    let read = worked_out(limits::WORK, || from_file(&text.file, &Table::new()))?;
    Ok(read?.variant().spec().clone())
}
