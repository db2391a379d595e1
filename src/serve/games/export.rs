//! A game as a scenario file, which the page opens again and `continuum run` replays.

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

/// Returns a whole game as the text of a scenario.
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

/// Returns the preset on which the description of a variant is based: its own, or for a variant file the plainest one.
pub fn base(spec: &VariantSpec) -> &str {
    match (preset(&spec.name), spec.motion) {
        (Ok(_), _) => &spec.name,
        (Err(_), Motion::Plane) => "continuous",
        (Err(_), Motion::Lattice) => "orthodox",
    }
}

/// Returns the parameters in which a variant differs from its base preset, its own kinds included.
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
