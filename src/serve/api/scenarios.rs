//! The scenarios of the rules, inside the program: as pages and as pictures.

use super::rules::RulesPage;
use super::text::escaped;
use crate::answers::{ApiError, ApiReason, NewGame, TitledGame};
use crate::depict::{Show, depict};
use crate::render;
use crate::scenario::Scenario;

/// Name and text of each file in `scenarios`.
const SCENARIOS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/scenarios.rs"));

/// The width of a scenario's picture, pixels.
const WIDTH: u32 = 560;

fn unknown() -> ApiError {
    ApiError::new(ApiReason::Unknown, "there is no such scenario")
}

fn text_of(name: &str) -> Option<&'static str> {
    SCENARIOS.iter().find(|(file, _)| file.strip_suffix(".toml") == Some(name)).map(|(_, text)| *text)
}

/// Whether there is a scenario of this name.
pub fn has(name: &str) -> bool {
    text_of(name).is_some()
}

/// Returns the name of every scenario that has a page.
pub fn names() -> impl Iterator<Item = &'static str> {
    SCENARIOS.iter().filter_map(|(file, _)| file.strip_suffix(".toml")).filter(|name| !name.contains('/'))
}

/// A scenario, and the text of the variant file that it names, if any.
struct Found {
    scenario: Scenario,
    text: &'static str,
    file: Option<&'static str>,
}

fn find(name: &str) -> Result<Found, ApiError> {
    let text = text_of(name).ok_or_else(unknown)?;
    let scenario = Scenario::read(text).map_err(|faults| ApiError::of_faults(ApiReason::Scenario, faults))?;
    let variant = scenario.variant().ok().and_then(|name| name.get_ref().strip_suffix(".toml"));
    let file = variant.and_then(text_of);
    Ok(Found { scenario, text, file })
}

impl Found {
    /// Returns the game of the scenario, played to its end.
    fn game(&self) -> Result<TitledGame, ApiError> {
        let file = self.file.map(str::to_owned);
        NewGame { scenario: Some(self.text.to_owned()), file, ..NewGame::default() }.build()
    }
}

/// Returns the game of a scenario, played to its end.
///
/// # Errors
/// When there is no such scenario.
pub fn game(name: &str) -> Result<TitledGame, ApiError> {
    find(name)?.game()
}

/// Returns what the comment at the head of a scenario says.
fn why(text: &str) -> String {
    let comment = text.lines().take_while(|line| line.starts_with('#'));
    comment.map(|line| line.trim_start_matches(['#', ' '])).collect::<Vec<_>>().join(" ")
}

/// Returns the page of a scenario: its title, its picture, why it is so, its file, and a button to play on from there.
///
/// # Errors
/// When there is no such scenario.
pub fn page(name: &str) -> Result<RulesPage, ApiError> {
    let Found { scenario, text, file } = find(name)?;
    let title = escaped(&scenario.title);
    let about = match why(text) {
        about if about.is_empty() => String::new(),
        about => format!("<h2>Why this is so</h2><p>{}</p>", escaped(&about)),
    };
    let variant = file.map_or(String::new(), |file| {
        format!("<h2>Variant file</h2><pre id=\"file\" tabindex=\"0\">{}</pre>", escaped(file))
    });
    let body = format!(
        "<main class=\"prose\" lang=\"en\"><p><a href=\"/rules/README\">All rules</a></p><h1>{title}</h1>\
         <p><img src=\"/web/pictures/scenario-{name}.png\" alt=\"{title}\"></p>\
         <p><button id=\"play-on\" class=\"go\">Play on from here</button></p>\
         {about}<h2>Scenario file</h2><pre id=\"scenario\" tabindex=\"0\">{}</pre>{variant}</main>",
        escaped(text)
    );
    Ok(RulesPage { name: format!("scenario/{name}"), title, body })
}

/// Draws `scenario-NAME` with its moves or the legal set that it asks for.
///
/// # Errors
/// When there is no such scenario.
pub fn draw(name: &str) -> Result<Vec<u8>, ApiError> {
    let name = name.strip_prefix("scenario-").ok_or_else(unknown)?;
    let found = find(name)?;
    let game = found.game()?.game;
    let show = Show::whole(&game, found.scenario.asked());
    let scene = depict(&game, game.plies().len(), show).map_err(|e| ApiError::request(e.to_string()))?;
    render::png(&scene, WIDTH).map_err(|e| ApiError::request(e.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_pages_name_can_be_drawn() {
        for name in
            ["scenario-ride-takes-three", "scenario-graze-passes", "scenario-kinds-gold-over-the-seam"]
        {
            assert!(draw(name).is_ok(), "{name}");
        }
        assert_eq!(draw("scenario-none").expect_err("unknown").reason, ApiReason::Unknown);
    }

    /// A stranger reads of the game, and of no file, other scenario or test.
    #[test]
    fn what_pages_say_is_about_the_game() {
        let others = [
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
            let said = why(text_of(name).expect("it is there"));
            let found: Vec<_> = others.iter().filter(|other| said.contains(**other)).collect();
            assert!(found.is_empty(), "{name}: {found:?}: {said}");
        }
    }
}
