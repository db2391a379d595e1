//! The variants that can be chosen, with their parameters.

use crate::game::Prepared;
use crate::variant::{Variant, preset, preset_names};
use axum::Json;
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
