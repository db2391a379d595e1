//! A game written as a scenario, which opens again here and runs under `continuum run`.

use crate::game::Game;
use crate::variant::{VariantSpec, preset};
use serde::Serialize;
use toml::Table;

#[derive(Serialize)]
struct Written<'a> {
    title: &'a str,
    variant: &'a str,
    position: String,
    #[serde(skip_serializing_if = "Table::is_empty")]
    rules: Table,
    step: Vec<Step<'a>>,
}

#[derive(Serialize)]
struct Step<'a> {
    #[serde(rename = "move")]
    text: &'a str,
}

/// The whole game.
///
/// # Errors
/// When a text cannot be written as TOML.
pub fn write(title: &str, game: &Game) -> Result<String, toml::ser::Error> {
    let spec = game.start().variant().spec();
    let title = if title.is_empty() { "A game from the browser" } else { title };
    toml::to_string(&Written {
        title,
        variant: &spec.name,
        position: game.start().to_string(),
        rules: differences(spec)?,
        step: game.plies().iter().map(|ply| Step { text: &ply.text }).collect(),
    })
}

/// The parameters in which a variant differs from the preset whose name it has.
pub fn differences(spec: &VariantSpec) -> Result<Table, toml::ser::Error> {
    let mut table = Table::try_from(spec)?;
    let base =
        preset(&spec.name).map_or_else(|_| Table::try_from(VariantSpec::default()), Table::try_from)?;
    table.retain(|key, value| base.get(key) != Some(value));
    table.remove("name");
    Ok(table)
}
