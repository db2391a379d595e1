//! A game as a scenario file, which the page opens again and `continuum run` replays.

use crate::chess::Draws;
use crate::game::Game;
use serde::Serialize;
use toml::Table;

/// The first lines of a scenario.
#[derive(Serialize)]
struct Head<'a> {
    title: &'a str,
    variant: &'a str,
    position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    draws: Option<Draws>,
    #[serde(skip_serializing_if = "Table::is_empty")]
    rules: Table,
}

/// Returns a whole game as the text of a scenario. The comments become comments of TOML: the first one is on the first position, and
/// each other one on a move.
///
/// # Errors
/// When a text cannot be written as TOML.
pub fn write_scenario(title: &str, game: &Game, comments: &[&str]) -> Result<String, toml::ser::Error> {
    let spec = game.start().variant().spec();
    let title = if title.is_empty() { "A game from the browser" } else { title };
    let head = toml::to_string(&Head {
        title,
        variant: spec.base(),
        position: game.start().to_string(),
        draws: Some(game.draws()).filter(|&draws| draws == Draws::Unclaimed),
        rules: spec.differences()?,
    })?;
    let mut out = comment_lines(comments.first().copied()) + &head;
    for (n, ply) in (1..).zip(game.plies()) {
        let comment = comment_lines(comments.get(n).copied());
        let text = toml::Value::String(ply.text.clone());
        out += &format!("\n[[step]]\n{comment}move = {text}\n");
    }
    Ok(out)
}

/// Returns the lines of a comment of TOML, none if it is empty.
fn comment_lines(comment: Option<&str>) -> String {
    let lines = comment.unwrap_or_default().split(['\n', '\r']).map(str::trim);
    lines.filter(|line| !line.is_empty()).map(|line| format!("# {line}\n")).collect()
}

/// Returns the comments of a scenario's text: the one before everything else, and one for each step.
pub fn comments_of(text: &str) -> Vec<String> {
    let (mut comments, mut comment) = (Vec::new(), String::new());
    // Between the first comment and the first step a comment belongs to nothing.
    let mut is_kept = true;
    for line in text.lines().map(str::trim) {
        if line.starts_with("[[step]]") {
            comments.push(std::mem::take(&mut comment));
            is_kept = true;
        }
        match line.strip_prefix('#') {
            Some(said) if is_kept => {
                comment.push_str(if comment.is_empty() { "" } else { " " });
                comment.push_str(said.trim());
            }
            Some(_) => {}
            None => is_kept = !comments.is_empty(),
        }
    }
    comments.push(comment);
    comments
}
