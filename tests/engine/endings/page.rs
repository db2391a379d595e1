//! The page `docs/measured/endings.md`: every cell of its tables is computed again.

use super::tables;
use crate::common::rules;
use continuum::endings::Ending;
use std::path::Path;

/// A cell of a table: an ending on the board of a preset, and what the page says of it.
struct Cell {
    preset: String,
    ending: String,
    text: String,
}

/// Returns the filled cells of all tables.
fn cells() -> Vec<Cell> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/measured/endings.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let (mut found, mut presets) = (Vec::new(), Vec::new());
    for line in page.lines().filter(|line| line.starts_with('|')) {
        let row: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        if row[0].is_empty() {
            presets = row[1..].to_vec();
        } else if row[0].parse::<Ending>().is_ok() {
            assert_eq!(row.len(), presets.len() + 1, "{line}");
            let filled = presets.iter().zip(&row[1..]).filter(|(_, text)| !text.is_empty());
            found.extend(filled.map(|(preset, text)| Cell {
                preset: (*preset).to_owned(),
                ending: row[0].to_owned(),
                text: (*text).to_owned(),
            }));
        }
    }
    found
}

fn percentage(some: u64, all: u64) -> String {
    let percent = 100.0 * some as f64 / all as f64;
    match percent {
        _ if some == 0 => "0".to_owned(),
        _ if some == all => "100".to_owned(),
        _ if percent < 0.1 => "< 0.1".to_owned(),
        _ => format!("{percent:.1}"),
    }
}

/// Returns what the page should say: how many positions White wins with White to move, and with Black to move; or if both sides
/// have a piece, how many Black wins with Black to move. The third number is the length of the longest win.
fn computed(preset: &str, ending: &str) -> String {
    let tables = tables(&rules(preset, ""), &[ending]);
    let parsed: Ending = ending.parse().expect("an ending");
    let [white, black] = tables.counts(&parsed).expect("worked out");
    let is_bare = ending.ends_with('k');
    let second = percentage(if is_bare { black.lost } else { black.won }, black.legal);
    let longest = super::longest(&tables, ending).map_or("-".to_owned(), |moves| moves.to_string());
    format!("{} · {second} · {longest}", percentage(white.won, white.legal))
}

fn agrees(is_asked: impl Fn(&Cell) -> bool) {
    let mut compared = 0;
    let mut wrong = Vec::new();
    for Cell { preset, ending, text } in cells().into_iter().filter(is_asked) {
        let computed = computed(&preset, &ending);
        if computed != text {
            wrong.push(format!("{preset} {ending}: {computed}, and the page has {text}"));
        }
        compared += 1;
    }
    assert!(compared > 0 && wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_page_has_what_is_computed_of_three_men() {
    let is_sampled = |cell: &Cell| !cfg!(debug_assertions) || cell.preset == "pillow64";
    agrees(|cell| cell.ending.len() == 3 && is_sampled(cell));
}

#[test]
#[ignore = "takes an hour, optimized: run it after a change to endings"]
fn the_page_has_what_is_computed_of_four_men() {
    agrees(|cell| cell.ending.len() == 4);
}
