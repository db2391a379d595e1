//! Whoever chooses moves finds every mate in one that the exact sets know.

use super::plane::{near_mate, near_mate_with_rebirth};
use continuum::chess::Status;
use continuum::engine::{Options, SearchLimits, StopSignal, best};
use continuum::plane;
use continuum::solve::plane::mates_in_one;
use continuum::{Game, Position, Prepared};
use proptest::prelude::*;
use std::path::Path;

/// Whether the best move of a search of one ply mates.
fn is_found(position: Position) -> bool {
    let game = Game::new(position);
    let limits = SearchLimits { depth: Some(1), ..SearchLimits::default() };
    let options = Options { limits, threads: 1, hash_mb: 1, ..Options::default() };
    let answer = best(&game, &options, &StopSignal::new());
    answer.best_move().is_some_and(|text| {
        let mut after = game.clone();
        after.play(text).is_ok_and(|ply| ply.status == Status::Checkmate)
    })
}

fn has_key(position: &plane::PlanePosition) -> bool {
    mates_in_one(position).is_ok_and(|keys| !keys.keys.is_empty())
}

proptest! {
    #![proptest_config(crate::plane::cases(40, 3000))]

    #[test]
    fn every_mate_in_one_is_chosen(position in prop_oneof![near_mate(), near_mate_with_rebirth()]) {
        if has_key(&position) {
            let text = position.to_string();
            prop_assert!(is_found(Position::Plane(position)), "{}", text);
        }
    }
}

/// The position of a problem file.
fn posed(file: &Path) -> Position {
    let text = std::fs::read_to_string(file).expect("a file");
    let problem: toml::Table = text.parse().expect("toml");
    let value = |name: &str| problem[name].as_str().expect(name);
    let prepared = Prepared::preset(value("variant")).expect("a preset");
    Position::from_text(&prepared, value("position")).expect("a position")
}

#[test]
fn every_problem_with_a_mate_in_one_is_solved() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems");
    let mut solved = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let file = entry.expect("an entry").path();
        if file.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let position = posed(&file);
        if matches!(&position, Position::Plane(on_plane) if has_key(on_plane)) {
            assert!(is_found(position), "{}", file.display());
            solved += 1;
        }
    }
    assert!(solved >= 14, "{solved}");
}
