//! The scenarios of the rules as pages and pictures. Their files are inside the program.

use super::rules::RulesPage;
use super::text::html_escaped;
use crate::answers::{ApiError, ApiReason, NewGame, TitledGame};
use crate::depict::{Show, depict};
use crate::render;
use crate::scenario::Scenario;

/// Name and text of each file in the folder `scenarios`.
const SCENARIOS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/scenarios.rs"));

/// The width of a scenario's picture, pixels.
const WIDTH: u32 = 560;

fn text_of(name: &str) -> Option<&'static str> {
    let (_, text) = SCENARIOS.iter().find(|(file, _)| file.strip_suffix(".toml") == Some(name))?;
    Some(text)
}

pub fn has(name: &str) -> bool {
    text_of(name).is_some()
}

/// Returns the name of every scenario that has a page.
pub fn names() -> impl Iterator<Item = &'static str> {
    SCENARIOS.iter().filter_map(|(file, _)| file.strip_suffix(".toml")).filter(|name| !name.contains('/'))
}

struct ScenarioFiles {
    scenario: Scenario,
    text: &'static str,
    /// The text of the variant file, if the scenario names a file.
    variant_text: Option<&'static str>,
}

fn find(name: &str) -> Result<ScenarioFiles, ApiError> {
    let unknown = || ApiError::new(ApiReason::Unknown, "there is no such scenario");
    let text = text_of(name).ok_or_else(unknown)?;
    let scenario = Scenario::read(text).map_err(|faults| ApiError::of_faults(ApiReason::Scenario, faults))?;
    let variant_file = scenario.variant().ok().and_then(|name| name.strip_suffix(".toml"));
    let variant_text = variant_file.and_then(text_of);
    Ok(ScenarioFiles { scenario, text, variant_text })
}

impl ScenarioFiles {
    fn game(&self) -> Result<TitledGame, ApiError> {
        let file = self.variant_text.map(str::to_owned);
        NewGame { scenario: Some(self.text.to_owned()), file, ..NewGame::default() }.build()
    }
}

/// Returns the game of a scenario, played to its end.
pub fn game(name: &str) -> Result<TitledGame, ApiError> {
    find(name)?.game()
}

/// Returns the comment at the head of a scenario, which explains the result.
fn explanation(text: &str) -> String {
    let comment = text.lines().take_while(|line| line.starts_with('#'));
    comment.map(|line| line.trim_start_matches(['#', ' '])).collect::<Vec<_>>().join(" ")
}

/// Returns the page of a scenario: title, picture, a button to play on, explanation, and files.
pub fn page(name: &str) -> Result<RulesPage, ApiError> {
    let ScenarioFiles { scenario, text, variant_text } = find(name)?;
    let title = html_escaped(&scenario.title);
    let mut about = html_escaped(&explanation(text));
    if !about.is_empty() {
        about = format!("<h2>Why this is so</h2><p>{about}</p>");
    }
    let variant = variant_text.map_or(String::new(), |text| {
        format!("<h2>Variant file</h2><pre id=\"file\" tabindex=\"0\">{}</pre>", html_escaped(text))
    });
    let body = format!(
        "<main class=\"prose\" lang=\"en\"><p><a href=\"/rules/README\">All rules</a></p><h1>{title}</h1>\
         <p><img src=\"/web/pictures/scenario-{name}.png\" alt=\"{title}\"></p>\
         <p><button id=\"play-on\" class=\"go\">Play on from here</button></p>\
         {about}<h2>Scenario file</h2><pre id=\"scenario\" tabindex=\"0\">{}</pre>{variant}</main>",
        html_escaped(text)
    );
    Ok(RulesPage { name: format!("scenario/{name}"), title, body })
}

/// Returns the picture `scenario-NAME` of a scenario, as PNG. It shows the moves, or the legal set that the scenario asks for.
pub fn draw(name: &str) -> Result<Vec<u8>, ApiError> {
    // There is no scenario without a name.
    let files = find(name.strip_prefix("scenario-").unwrap_or_default())?;
    let game = files.game()?.game;
    let show = Show::whole(&game, files.scenario.asked());
    let scene = depict(&game, game.plies().len(), show).map_err(|e| ApiError::request(e.to_string()))?;
    render::png(&scene, WIDTH).map_err(|e| ApiError::request(e.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An explanation is about the game. It does not mention files, other scenarios or tests.
    #[test]
    fn explanations_are_about_the_game() {
        let foreign_words = [
            "docs/",
            ".md",
            "contrast",
            "another program",
            "Found by",
            "As above",
            "the pair scenario",
            "Counted by",
        ];
        for name in names() {
            let text = explanation(text_of(name).expect("it is there"));
            let found: Vec<_> = foreign_words.iter().filter(|words| text.contains(**words)).collect();
            assert!(found.is_empty(), "{name}: {found:?}: {text}");
        }
    }
}
