//! A game as a scenario file, which the page opens again and `continuum run` replays.

use crate::chess::Draws;
use crate::game::Game;
use serde::Serialize;
use toml::Table;

/// The first lines of a scenario, above its steps.
#[derive(Serialize)]
struct ScenarioHead<'a> {
    title: &'a str,
    variant: &'a str,
    position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    draws: Option<Draws>,
    #[serde(skip_serializing_if = "Table::is_empty")]
    rules: Table,
}

/// Returns a whole game as the text of a scenario. The comments become comments of TOML: the first belongs to the first position,
/// and each further one to a move.
pub fn write_scenario(title: &str, game: &Game, comments: &[&str]) -> Result<String, toml::ser::Error> {
    let spec = game.start().variant().spec();
    let head = toml::to_string(&ScenarioHead {
        title: if title.is_empty() { "A game from the browser" } else { title },
        variant: spec.base(),
        position: game.start().to_string(),
        draws: Some(game.draws()).filter(|&draws| draws == Draws::Unclaimed),
        rules: spec.differences(),
    })?;
    let mut out = comment_lines(comments.first().copied()) + &head;
    for (number, ply) in (1..).zip(game.plies()) {
        let comment = comment_lines(comments.get(number).copied());
        let text = toml::Value::String(ply.text.clone());
        out += &format!("\n[[step]]\n{comment}move = {text}\n");
    }
    Ok(out)
}

/// Returns a comment as lines of TOML. Its empty lines are left out. A control character, which TOML has none of, ends a line too.
fn comment_lines(comment: Option<&str>) -> String {
    let lines = comment.unwrap_or_default().split(|c: char| c.is_control() && c != '\t').map(str::trim);
    lines.filter(|line| !line.is_empty()).map(|line| format!("# {line}\n")).collect()
}

/// Returns the comments of a scenario's text: the comment at its beginning, and the comment of each step.
pub fn comments_of(text: &str) -> Vec<String> {
    let (mut comments, mut comment) = (Vec::new(), String::new());
    // Comments between the first other line and the first step are left out.
    let mut is_kept = true;
    for line in text.lines().map(str::trim) {
        if line.starts_with("[[step]]") {
            comments.push(std::mem::take(&mut comment));
            is_kept = true;
        }
        match line.strip_prefix('#') {
            Some(words) if is_kept => {
                comment.push_str(if comment.is_empty() { "" } else { " " });
                comment.push_str(words.trim());
            }
            Some(_) => {}
            None => is_kept = !comments.is_empty(),
        }
    }
    comments.push(comment);
    comments
}
