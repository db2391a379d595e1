//! A game as a scenario file, which opens again on the page and runs under `continuum run`.

use crate::game::Game;
use crate::variant::{Motion, VariantSpec, preset};
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

/// The scenario text of a whole game.
///
/// # Errors
/// When a text cannot be written as TOML.
pub fn write_scenario(title: &str, game: &Game) -> Result<String, toml::ser::Error> {
    let spec = game.start().variant().spec();
    let title = if title.is_empty() { "A game from the browser" } else { title };
    toml::to_string(&Written {
        title,
        variant: base(spec),
        position: game.start().to_string(),
        rules: differences(spec)?,
        step: game.plies().iter().map(|ply| Step { text: &ply.text }).collect(),
    })
}

/// The preset that a variant is described by: its own; for the variant of a file the plainest one.
pub fn base(spec: &VariantSpec) -> &str {
    match (preset(&spec.name), spec.motion) {
        (Ok(_), _) => &spec.name,
        (Err(_), Motion::Plane) => "continuous",
        (Err(_), Motion::Lattice) => "orthodox",
    }
}

/// The parameters in which a variant differs from the preset that describes it, its own kinds included.
///
/// # Errors
/// When they cannot be written as TOML.
pub fn differences(spec: &VariantSpec) -> Result<Table, toml::ser::Error> {
    let mut table = Table::try_from(spec)?;
    let base =
        preset(base(spec)).map_or_else(|_| Table::try_from(VariantSpec::default()), Table::try_from)?;
    table.retain(|key, value| base.get(key) != Some(value));
    Ok(table)
}
