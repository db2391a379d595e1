//! The puzzles of the program: each is proven again, and judged as its answers say.

use continuum::budget::Budget;
use continuum::chess::Status;
use continuum::game::VariantCache;
use continuum::puzzle::{Answer, Outcome, Puzzle, Theme, collection, judge, shipped, study};
use continuum::{Game, Position};
use std::collections::HashSet;

/// Of so many puzzles one is looked at in a build without optimization.
const SAMPLE: usize = if cfg!(debug_assertions) { 12 } else { 1 };

/// Puzzles of the program. Mates in two take too long without optimization.
fn puzzles() -> Vec<Puzzle> {
    let all = shipped()
        .iter()
        .flat_map(|(name, text)| collection(text).unwrap_or_else(|e| panic!("{name}: {e:?}")));
    let quick = |puzzle: &Puzzle| !cfg!(debug_assertions) || puzzle.theme != Theme::MateInTwo;
    all.map(|(_, puzzle)| puzzle).filter(quick).step_by(SAMPLE).collect()
}

fn start(puzzle: &Puzzle, variants: &VariantCache) -> Position {
    puzzle.start(variants).unwrap_or_else(|e| panic!("{}: {e}", puzzle.id))
}

#[test]
fn there_are_two_hundred_of_all_themes_and_each_id_is_there_once() {
    let all: Vec<Puzzle> = shipped()
        .iter()
        .flat_map(|(name, text)| collection(text).unwrap_or_else(|e| panic!("{name}: {e:?}")))
        .map(|(_, puzzle)| puzzle)
        .collect();
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
                Answer::Move(text) => {
                    let outcome = tried(text).expect("legal").outcome;
                    assert_ne!(outcome, Outcome::Wrong, "{}: {text}", puzzle.id);
                    continue;
                }
                Answer::Distances { span, promotion } => (span, promotion),
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
                    Answer::Distances { span: other, .. } => {
                        (other.piece, other.bearing) == (span.piece, span.bearing)
                            && other.interval().contains(d)
                    }
                    Answer::Move(_) => false,
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
        let Some(Answer::Move(key)) = study(&start, puzzle.theme, &Budget::default())
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
