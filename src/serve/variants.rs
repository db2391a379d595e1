//! The variants that can be chosen, with their parameters; and those of one's own.

use super::intake::from_file;
use super::refusal::Refusal;
use crate::game::Prepared;
use crate::variant::{Variant, VariantSpec, preset, preset_names};
use axum::Json;
use serde::Deserialize;
use serde_json::{Value, json};
use toml::Table;

/// Every preset that this program plays.
pub async fn list() -> Json<Value> {
    let playable =
        |name: &&str| Variant::named(name, &Table::new()).is_ok_and(|variant| Prepared::new(variant).is_ok());
    let specs: Vec<Value> = preset_names()
        .filter(playable)
        .filter_map(|name| preset(name).ok().and_then(|spec| serde_json::to_value(spec).ok()))
        .collect();
    Json(json!({ "variants": specs }))
}

/// A variant file as sent.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VariantText {
    file: String,
}

/// The parameters of a variant file that can be played.
///
/// # Errors
/// Every fault with its place in the text.
pub fn check(text: &VariantText) -> Result<VariantSpec, Refusal> {
    let prepared = from_file(&text.file, &Table::new())?;
    Ok(match prepared {
        Prepared::Plane(rules) => rules.variant.spec().clone(),
        Prepared::Lattice(rules) => rules.variant().spec().clone(),
    })
}
