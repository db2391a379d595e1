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
    let presets = preset_names().filter_map(|name| preset(name).ok());
    let is_playable = |spec: &&VariantSpec| {
        Variant::new((*spec).clone()).is_ok_and(|variant| Prepared::new(variant).is_ok())
    };
    json!({ "variants": presets.filter(is_playable).collect::<Vec<&VariantSpec>>() })
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
    let prepared = worked_out(limits::WORK, || from_file(&text.file, &Table::new()))?;
    Ok(prepared.variant().spec().clone())
}
