//! The puzzles of the program: each is proven again, and judged as its answers say.

use crate::common::Dice;
use continuum::budget::Budget;
use continuum::chess::{Color, Status};
use continuum::game::VariantCache;
use continuum::plane::PlanePosition;
use continuum::puzzle::{
    Outcome, Puzzle, PuzzleAnswer, ShippedCollection, Theme, judge, read_collection, shipped_collections,
    study,
};
use continuum::{Game, Position};
use std::collections::HashSet;

/// Of so many puzzles one is looked at in a build without optimization.
const SAMPLE: usize = if cfg!(debug_assertions) { 12 } else { 1 };

/// All puzzles of the program.
fn all_puzzles() -> impl Iterator<Item = Puzzle> {
    let read = |shipped: &ShippedCollection| {
        read_collection(shipped.text).unwrap_or_else(|e| panic!("{}: {e:?}", shipped.path))
    };
    shipped_collections().iter().flat_map(read).map(|collected| collected.puzzle)
}

/// Puzzles of the program. Mates in two take too long without optimization.
fn puzzles() -> Vec<Puzzle> {
    let quick = |puzzle: &Puzzle| !cfg!(debug_assertions) || puzzle.theme != Theme::MateInTwo;
    all_puzzles().filter(quick).step_by(SAMPLE).collect()
}

fn start(puzzle: &Puzzle, variants: &VariantCache) -> Position {
    puzzle.start(variants).unwrap_or_else(|e| panic!("{}: {e}", puzzle.id))
}

#[test]
fn there_are_two_hundred_of_all_themes_and_each_id_is_there_once() {
    let all: Vec<Puzzle> = all_puzzles().collect();
    assert!(all.len() >= 200, "{}", all.len());
    let ids: HashSet<&str> = all.iter().map(|puzzle| puzzle.id.as_str()).collect();
    assert_eq!(ids.len(), all.len());
    for theme in Theme::ALL {
        assert!(all.iter().filter(|puzzle| puzzle.theme == *theme).count() >= 20, "{theme}");
    }
}

#[test]
fn every_puzzle_is_proven_again() {
    let variants = VariantCache::default();
    for puzzle in puzzles() {
        let study = study(&start(&puzzle, &variants), puzzle.theme, &Budget::default())
            .unwrap_or_else(|e| panic!("{}: {e}", puzzle.id));
        let answers: Vec<String> = study.answers.iter().map(ToString::to_string).collect();
        assert_eq!((&puzzle.answers, puzzle.grade), (&answers, study.grade), "{}", puzzle.id);
    }
}

/// The judge looks at the position after a move. Its answers agree with the exact sets of the study: inside, and beside the ends.
#[test]
fn the_judge_agrees_with_the_exact_answers() {
    let variants = VariantCache::default();
    let mut beside = 0;
    for puzzle in puzzles() {
        let start = start(&puzzle, &variants);
        let tried = |text: &str| judge(&mut Game::new(start.clone()), puzzle.theme, text, &Budget::default());
        let study =
            study(&start, puzzle.theme, &Budget::default()).unwrap_or_else(|e| panic!("{}: {e}", puzzle.id));
        for answer in &study.answers {
            let (span, promotion) = match answer {
                PuzzleAnswer::Move(text) => {
                    let outcome = tried(text).expect("legal").outcome;
                    assert_ne!(outcome, Outcome::Wrong, "{}: {text}", puzzle.id);
                    continue;
                }
                PuzzleAnswer::Distances { span, promotion } => (span, promotion),
            };
            let text = |d: f64| {
                let becomes = promotion.map_or(String::new(), |letter| format!(" ={letter}"));
                format!("{} {} {d}{becomes}", span.piece, span.bearing)
            };
            let inside = tried(&text(span.from.midpoint(span.to))).expect("legal").outcome;
            assert_ne!(inside, Outcome::Wrong, "{}: {answer}", puzzle.id);
            // The ends of the keys of mates in two are known by halving.
            if puzzle.theme == Theme::MateInTwo || span.from == span.to {
                continue;
            }
            for (d, is_open) in [
                (span.from - 1e-6, true),
                (span.from, span.open_from),
                (span.to, span.open_to),
                (span.to + 1e-6, true),
            ] {
                // Beside an answer there may be no legal move, or another answer.
                let is_other = study.answers.iter().any(|other| match other {
                    PuzzleAnswer::Distances { span: other, .. } => {
                        (other.piece, other.bearing) == (span.piece, span.bearing)
                            && other.interval().contains(d)
                    }
                    PuzzleAnswer::Move(_) => false,
                });
                if let Ok(judged) = tried(&text(d)) {
                    let expected = if is_open && !is_other { Outcome::Wrong } else { Outcome::Right };
                    assert_eq!(judged.outcome, expected, "{}: {answer} at {d}: {}", puzzle.id, judged.why);
                    beside += usize::from(is_open);
                }
            }
        }
    }
    assert!(beside > 0);
}

#[test]
fn a_mate_in_two_goes_on_after_its_key() {
    let variants = VariantCache::default();
    let mut goes_on = 0;
    for puzzle in puzzles().iter().filter(|puzzle| puzzle.theme == Theme::MateInTwo).take(40) {
        let start = start(puzzle, &variants);
        let Some(PuzzleAnswer::Move(key)) = study(&start, puzzle.theme, &Budget::default())
            .ok()
            .and_then(|study| study.answers.into_iter().next())
        else {
            continue;
        };
        let mut game = Game::new(start);
        let judged = judge(&mut game, puzzle.theme, &key, &Budget::default()).expect("legal");
        assert_eq!(judged.outcome, Outcome::Continue, "{}", puzzle.id);
        let mates = study(game.position(), Theme::Mate, &Budget::default()).expect("a mate after the reply");
        let mate = mates.answers[0].to_string();
        assert_eq!(
            judge(&mut game, puzzle.theme, &mate, &Budget::default()).expect("legal").outcome,
            Outcome::Right
        );
        assert_eq!(game.status(), Status::Checkmate);
        goes_on += 1;
    }
    assert!(goes_on > 0 || cfg!(debug_assertions));
}

/// The presets of boards that close upon themselves.
const CLOSED: [&str; 6] = ["spherical", "pillow", "projective", "spherical64", "pillow64", "projective96"];

/// Puzzles of all themes on boards that close upon themselves.
fn closed() -> impl Iterator<Item = Puzzle> {
    all_puzzles().filter(|puzzle| CLOSED.contains(&puzzle.variant.as_str()))
}

#[test]
fn each_board_that_closes_upon_itself_has_twenty() {
    for preset in CLOSED {
        assert_eq!(closed().filter(|puzzle| puzzle.variant == preset).count(), 20, "{preset}");
    }
}

/// Returns the position with each piece moved by at most two millionths of a unit.
fn nudged(position: &PlanePosition, dice: &mut Dice) -> PlanePosition {
    let mut off = || (dice.below(4001) as f64 - 2000.0) * 1e-9;
    let written = position.pieces().iter().map(|piece| {
        let moved = if piece.moved { "'" } else { "" };
        format!("{}@{},{}{moved} ", piece.label, piece.at.x + off(), piece.at.y + off())
    });
    let text: String = written.collect();
    let turn = if position.turn() == Color::White { "w" } else { "b" };
    PlanePosition::from_text(position.rules().clone(), &format!("{text}; {turn}")).expect("as sound")
}

/// Nothing that only an exact tie decides makes or spoils an answer.
#[test]
fn the_answers_on_boards_that_close_upon_themselves_hang_on_no_tie() {
    let (variants, mut dice) = (VariantCache::default(), Dice(0x7_1ed));
    for puzzle in closed().step_by(SAMPLE) {
        let Position::Plane(p) = start(&puzzle, &variants) else { continue };
        let studied = |position: &PlanePosition| {
            let study = study(&Position::Plane(position.clone()), puzzle.theme, &Budget::default());
            study.unwrap_or_else(|e| panic!("{}: {e}", puzzle.id)).answers
        };
        let answers = studied(&p);
        for _ in 0..2 {
            let near = studied(&nudged(&p, &mut dice));
            assert_eq!(near.len(), answers.len(), "{}", puzzle.id);
            for (a, b) in near.iter().zip(&answers) {
                let (PuzzleAnswer::Distances { span: a, .. }, PuzzleAnswer::Distances { span: b, .. }) =
                    (a, b)
                else {
                    panic!("{}: distances", puzzle.id);
                };
                assert_eq!(
                    (a.piece, a.bearing, &a.captures),
                    (b.piece, b.bearing, &b.captures),
                    "{}",
                    puzzle.id
                );
                assert!((a.from - b.from).abs() < 1e-3 && (a.to - b.to).abs() < 1e-3, "{}", puzzle.id);
            }
        }
    }
}
