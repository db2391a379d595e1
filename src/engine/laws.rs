//! Laws of the choice of moves, on random positions of every variant of the plane and on positions made by hand.

use super::contest::Openings;
use super::plane::{CandidateMove, Chooser, MateLimits, Width, mate_in_one};
use crate::budget::Budget;
use crate::chess::Status;
use crate::game::{Game, Position, Prepared};
use crate::plane::{PlanePosition, Survey};
use crate::variant::preset_names;
use std::path::Path;
use toml::Table;

/// The variant of the repository with the most kinds.
const MOST_KINDS: &str = "scenarios/variants/menagerie.toml";

fn prepared(name: &str, overrides: &str) -> Prepared {
    let overrides: Table = overrides.parse().expect("toml");
    Prepared::load(name, Path::new(env!("CARGO_MANIFEST_DIR")), &overrides).expect(name)
}

fn on_plane(position: &Position) -> &PlanePosition {
    match position {
        Position::Plane(position) => position,
        Position::Lattice(_) => panic!("a position of the plane"),
    }
}

fn continuous(text: &str) -> Position {
    Position::from_text(&prepared("continuous", ""), text).expect(text)
}

fn all_candidates(position: &PlanePosition, width: Width) -> Vec<CandidateMove> {
    let survey = Survey::new(position);
    let chooser = Chooser::new(&survey, width);
    let mut candidates = chooser.of_spans(&survey.legal());
    position.side(position.turn()).for_each(|id| candidates.extend(chooser.of_regions(id)));
    candidates
}

/// Asserts that every candidate is legal with its captures, and that its text plays the same move.
fn assert_candidates(position: &Position, width: Width) {
    let p = on_plane(position);
    let game = Game::new(position.clone());
    for candidate in all_candidates(p, width) {
        let text = p.text_of(candidate.m).to_string();
        let verdict = p.judge(candidate.m).unwrap_or_else(|why| panic!("{text}: {why}: {position}"));
        assert_eq!(verdict.captures, candidate.captures, "{text}: {position}");
        let ply = game.ply(text.as_str()).unwrap_or_else(|why| panic!("{text}: {why}: {position}"));
        let made = p.after_legal(candidate.m, &candidate.captures);
        let played = on_plane(&ply.after);
        for (a, b) in played.pieces().iter().zip(made.pieces()) {
            assert!(a.at.distance(b.at) < 1e-9, "{text}: {position}: {made}");
        }
        assert_eq!((played.turn(), played.halfmove()), (made.turn(), made.halfmove()), "{text}: {position}");
    }
}

#[test]
fn every_candidate_is_legal_and_plays_back() {
    let is_heavy = !cfg!(debug_assertions);
    let pairs = if is_heavy { 8 } else { 1 };
    for name in preset_names().chain([MOST_KINDS]) {
        let rules = prepared(name, "");
        if matches!(rules, Prepared::Lattice(_)) {
            continue;
        }
        let is_slow = name == MOST_KINDS;
        for pair in 0..pairs {
            let plies = if is_slow { 2 } else { 4 + 9 * pair };
            let openings = Openings::Random { plies, seed: 5 };
            let position = openings.position(&rules, pair).expect("an opening");
            let width = if is_slow && !is_heavy { Width::Narrow } else { Width::Full };
            assert_candidates(&position, width);
        }
    }
}

#[test]
fn every_candidate_is_legal_with_rebirth_and_in_series() {
    for overrides in ["rebirth = 'circe'", "turns = 'scottish'"] {
        let rules = prepared("continuous", overrides);
        let position = Openings::Random { plies: 7, seed: 2 }.position(&rules, 0).expect("an opening");
        assert_candidates(&position, Width::Wide);
    }
}

/// Each position has legal distances beside an end that is not legal: that of a capture of several pieces, or of a promotion.
#[test]
fn candidates_keep_off_ends_that_are_left_out() {
    let texts = [
        "Ke@6.5,0.5' Qd@4,1' ke@7.5,7.5' pa@4,5.25' pb@4.21650635094611,5.125' pc@3.78349364905389,5.125' ; w",
        "Ke@6.5,0.5' Pa@1,7' ke@7.5,5.5' rb@1.5,7.75' ; w",
    ];
    for text in texts {
        assert_candidates(&continuous(text), Width::Full);
    }
}

/// Returns the text of a move that mates in a position of Continuous Chess, and asserts that it does; `None` if none is found.
fn mate_text(text: &str) -> Option<String> {
    let game = Game::new(continuous(text));
    let position = on_plane(game.position());
    let limits = MateLimits { budget: &Budget::default(), time: None, trials: 20_000 };
    let text = position.text_of(mate_in_one(position, limits).expect("no limit")?).to_string();
    assert_eq!(game.ply(text.as_str()).expect("legal").status, Status::Checkmate, "{text}");
    Some(text)
}

/// Ra on y = a takes a king nearer to its line than 1/4, so the king keeps to y >= a + 1/4. Rb on y = b mates if it attacks all
/// places from there to the edge at 8: b - 1/4 < a + 1/4 and b + 1/4 > 8, so 7.75 < b < a + 1/2.
#[test]
fn two_rooks_mate_in_a_narrow_interval() {
    for (a, width) in [(7.4, 0.15), (7.26, 0.01), (7.25001, 0.00001)] {
        let text = format!("Ke@4.5,0.5' Ra@0.5,{a}' Rb@1.5,5' ke@4,7.9' ; w");
        let mate = mate_text(&text).expect("a mate");
        let distance: f64 = mate.strip_prefix("Rb 90 ").expect(&mate).parse().expect(&mate);
        // From y = 5 the distances between 2.75 and 2.75 + width mate.
        assert!(distance > 2.75 && distance < 2.75 + width, "{mate}");
    }
}

#[test]
fn there_is_no_mate_where_the_king_walks_away() {
    assert_eq!(mate_text("Ke@4.5,0.5' Rb@0.5,5' kh@4,6' ; w"), None);
}
