//! Draws by rule within problems: what the solver claims, a game from the same position plays to the end.

use super::brute::{STIPULATIONS, random_position};
use super::plane::{near_mate, rules};
use crate::common::Dice;
use continuum::budget::Budget;
use continuum::chess::{Color, Status};
use continuum::geom::tolerance;
use continuum::lattice::{LatticePosition, Setup};
use continuum::plane::PlanePosition;
use continuum::solve::plane::{
    Certificate, CheckOptions, CheckVerdict, Checked, KeyProof, PlayPlan, Proven, check, keys_in_two,
    lines_of, mates_in_one,
};
use continuum::solve::{
    Goal, Play, PlayKind, Problem, ReportScope, SolutionLine, Solutions, SolveOptions, Stipulation,
};
use continuum::{Game, Position, Prepared};
use proptest::prelude::*;
use std::fs;
use toml::Table;

fn read(variant: &str, position: &str) -> PlanePosition {
    let prepared = Prepared::preset(variant).expect("a preset");
    match Position::from_text(&prepared, position).expect("a position") {
        Position::Plane(position) => position,
        Position::Lattice(_) => panic!("on the plane"),
    }
}

/// Returns a position with another count of quiet plies.
fn with_count(position: &PlanePosition, halfmove: u32) -> PlanePosition {
    let text = position.to_string();
    let parts: Vec<&str> = text.split(" ; ").collect();
    let text = format!("{} ; {} ; {halfmove} 80", parts[0], parts[1]);
    PlanePosition::from_text(position.rules().clone(), &text).expect("the same pieces")
}

fn checked(position: &PlanePosition, certificate: &Certificate) -> Checked {
    check(position, certificate, CheckOptions { samples: 5, seed: 1 }).expect("discs")
}

fn certificate(position: &PlanePosition, stipulation: Proven, keys: Vec<KeyProof>) -> Certificate {
    let variant = position.rules().variant.name().to_owned();
    Certificate { variant, rules: Table::new(), position: position.to_string(), stipulation, keys }
}

fn play(game: &mut Game, texts: impl IntoIterator<Item = String>) -> Result<(), String> {
    texts.into_iter().try_for_each(|text| match game.play(text.as_str()) {
        Ok(_) => Ok(()),
        Err(why) => Err(format!("{text}: {why}")),
    })
}

/// Plays each key of a certificate, a reply of each cell in it, and the answer, to mate.
fn lines_are_played(position: &PlanePosition, certificate: &Certificate) -> Result<u32, String> {
    let mut lines = 0;
    for proof in &certificate.keys {
        let promotion = proof.promotion.map_or(String::new(), |letter| format!("={letter}"));
        for sample in &proof.samples {
            let mut after_key = Game::new(Position::Plane(position.clone()));
            let key = &proof.key;
            play(&mut after_key, [format!("{} {} {}{promotion}", key.piece, key.bearing, sample.distance)])?;
            if sample.replies.is_empty() {
                lines += 1;
                assert_eq!(after_key.status(), Status::Checkmate);
            }
            for reply in &sample.replies {
                let promotion = reply.promotion.map_or(String::new(), |letter| format!("={letter}"));
                for cell in &reply.cells {
                    let (mut game, s) = (after_key.clone(), cell.from.midpoint(cell.to));
                    let text = format!("{} {} {s}{promotion}", reply.reply.piece, reply.reply.bearing);
                    play(&mut game, [text, cell.answer.to(s).to_string()])?;
                    lines += 1;
                    assert_eq!(game.status(), Status::Checkmate);
                }
            }
        }
    }
    Ok(lines)
}

/// The key, the reply and the mate are three plies without a capture: with 97 before them the mate is the hundredth, with 98 the
/// game is drawn after the reply.
#[test]
fn a_mate_in_two_that_the_count_forestalls_is_none() {
    let written = fs::read_to_string("problems/half-a-step.json").expect("a file");
    let sound: Certificate = serde_json::from_str(&written).expect("a certificate");
    let start = read(&sound.variant, &sound.position);
    for (halfmove, mates) in [(0, true), (97, true), (98, false), (99, false), (100, false)] {
        let position = with_count(&start, halfmove);
        let found = checked(&position, &sound);
        assert_eq!(found.verdict == CheckVerdict::Proven, mates, "{halfmove}: {found:?}");
        let keys = keys_in_two(&position, &Budget::default()).expect("discs").keys;
        assert_eq!(!keys.is_empty(), mates, "{halfmove}");
        let played = lines_are_played(&position, &sound);
        assert_eq!(played.is_ok(), mates, "{halfmove}: {played:?}");
    }
    let undrawn = rules("discrete", "draw_rules = false");
    let text = with_count(&start, 98).to_string();
    let position = PlanePosition::from_text(undrawn, &text).expect("a position");
    assert!(checked(&position, &sound).proven, "without the rule the count means nothing");
}

/// A helpmate in one is two plies: with 98 before them the mate is the hundredth, with 99 the game is drawn after the first.
#[test]
fn a_helpmate_that_the_count_forestalls_is_none() {
    let start = read("continuous", "Ka@7,7' Ra@0,0.6' Rb@6,3' ka@4,0' ; b");
    let plan = PlayPlan::of("h#1".parse().expect("a stipulation"), start.turn()).expect("help play");
    let has_line = |halfmove| {
        let position = with_count(&start, halfmove);
        !lines_of(&position, &plan, Some(1), &Budget::default()).expect("discs").lines.is_empty()
    };
    assert!(has_line(0) && has_line(98));
    assert!(!has_line(99) && !has_line(100));
}

/// The game is over before the key, after a reply, and the key goes beyond an open end.
#[test]
fn false_certificates_are_refuted() {
    let files = ["certificate-drawn", "certificate-drawn-after-the-reply", "certificate-beyond-an-open-end"];
    for file in files {
        let text = fs::read_to_string(format!("tests/data/{file}.json")).expect("a file");
        let false_claim: Certificate = serde_json::from_str(&text).expect("a certificate");
        let position = read(&false_claim.variant, &false_claim.position);
        assert_eq!(checked(&position, &false_claim).verdict, CheckVerdict::Refuted, "{file}");
    }
}

/// At an end that is open a key may not go a billionth beyond it, and the end itself is not of it.
#[test]
fn open_ends_of_keys_are_open() {
    let position = read("continuous", "Ka@7,7' Ra@0,0.6' Rb@6,3' ka@4,0' ; w");
    let keys = mates_in_one(&position).expect("discs").keys;
    let keys = keys.iter().map(|key| KeyProof::at_once(&position, key)).collect();
    let sound = certificate(&position, Proven::MateInOne, keys);
    assert!(checked(&position, &sound).proven);
    for beyond in [1e-10, 5e-10, 1e-9, 1e-8] {
        for stipulation in [Proven::MateInOne, Proven::MateInTwo] {
            let mut wider = Certificate { stipulation, ..sound.clone() };
            wider.keys[0].key.from -= beyond;
            let found = checked(&position, &wider);
            assert_ne!(found.verdict, CheckVerdict::Proven, "{beyond}: {found:?}");
        }
    }
    let mut closed = sound;
    closed.keys[0].key.open_from = false;
    let mut at_the_end = closed.keys[0].samples[0].clone();
    at_the_end.distance = 2.75;
    closed.keys[0].samples.push(at_the_end);
    assert_eq!(checked(&position, &closed).verdict, CheckVerdict::Refuted);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 20 } else { 2_000 }))]

    /// Whatever the count, keys are proven, each is played to mate, and a game that is over has none.
    #[test]
    fn mates_in_one_are_played_at_any_count(position in near_mate(), halfmove in 0..=102u32) {
        let position = with_count(&position, halfmove);
        let keys = mates_in_one(&position).expect("discs").keys;
        prop_assert!(keys.is_empty() || halfmove < 100, "the game is over");
        if !keys.is_empty() {
            let keys = keys.iter().map(|key| KeyProof::at_once(&position, key)).collect();
            let found = certificate(&position, Proven::MateInOne, keys);
            prop_assert!(checked(&position, &found).proven);
            // Near the ends of a key the judge may see a tie.
            let is_wide = |key: &KeyProof| key.key.to - key.key.from > 2.0 * tolerance::SMOOTH;
            let wide = Certificate { keys: found.keys.into_iter().filter(is_wide).collect(), ..found };
            prop_assert!(lines_are_played(&position, &wide).is_ok());
        }
    }
}

/// Of helpmates in nine plies on a small board some repeat a position twice, after which a game is drawn. They are left out.
#[test]
fn help_lines_are_played_to_mate_by_games() {
    let mut ended_by_repetition = 0;
    for text in ["Ka@a1' Qa@c1' ka@b3' ; w", "Ka@a1' Ra@b1' ka@c3' ; w", "Ka@b1' Qa@a3' ka@d2' ; w"] {
        for overrides in ["", "draw_rules = false"] {
            let rules = |overrides: &str| {
                let board = "board_width = 4\nboard_height = 3\npromotes_to = 'Q'";
                crate::common::rules("orthodox", &format!("{board}\n{overrides}"))
            };
            let position = LatticePosition::from_text(&rules(overrides), text).expect(text);
            let options = SolveOptions {
                max_solutions: Some(20_000),
                scope: ReportScope::SolutionsOnly,
                ..SolveOptions::default()
            };
            let problem =
                Problem::new(&position, "h#4.5".parse().expect("a stipulation")).expect("a problem");
            let Solutions::Lines(lines) = problem.solve(&options, &Budget::default()).solutions else {
                panic!("help play has lines");
            };
            let start = LatticePosition::from_text(&rules(""), text).expect(text);
            let reaches_mate = |line: &&SolutionLine| {
                let mut game = Game::new(Position::Lattice(Box::new(start.clone())));
                play(&mut game, line.moves.iter().cloned()).is_ok() && game.status() == Status::Checkmate
            };
            let refused = lines.iter().filter(|line| !reaches_mate(line)).count();
            if overrides.is_empty() {
                assert!(refused == 0 && !lines.is_empty(), "{text}: {refused} of {}", lines.len());
            } else {
                ended_by_repetition += refused;
            }
        }
    }
    assert!(ended_by_repetition > 0, "without the rule of repetition such lines are solutions");
}

/// Returns every line of the play after some moves, and whether it is complete: replies that parry no threat are not printed.
fn lines_of_play(before: &[String], play: &Play) -> Vec<(Vec<String>, bool)> {
    let with = |before: &[String], m: &String| [before, std::slice::from_ref(m)].concat();
    if play.variations.is_empty() {
        return vec![(before.to_vec(), play.threats.is_empty())];
    }
    let mut lines = Vec::new();
    for variation in &play.variations {
        let reply = with(before, &variation.chosen);
        if variation.continuations.is_empty() {
            lines.push((reply, true));
            continue;
        }
        for continuation in &variation.continuations {
            lines.extend(lines_of_play(&with(&reply, &continuation.chosen), &continuation.play));
        }
    }
    lines
}

/// What the solver prints for a position at any count of quiet plies is accepted by a game from there, to the end that the
/// stipulation asks for. Series are left out: no game lets one side move alone.
#[test]
fn printed_lines_are_played_by_games_at_any_count() {
    let mut played = 0;
    for variant in ["orthodox", "circe", "disc66", "klein96"] {
        let rules = crate::common::rules(variant, "");
        let mut dice = Dice(0x5eed);
        for (text, _) in STIPULATIONS.iter().filter(|(text, _)| !text.starts_with("ser")) {
            let stipulation: Stipulation = text.parse().expect(text);
            let black = stipulation.kind == PlayKind::Help && !stipulation.half;
            let turn = if black { Color::Black } else { Color::White };
            for _ in 0..if cfg!(debug_assertions) { 40 } else { 300 } {
                let Some(position) = random_position(&rules, turn, None, &mut dice) else { continue };
                let halfmove = 90 + dice.below(12) as u32;
                let setup = Setup { halfmove, ..position.to_setup() };
                let start = LatticePosition::new(&rules, &setup).expect("the same pieces");
                let problem = Problem::new(&start, stipulation).expect("a problem");
                let options = SolveOptions { max_solutions: Some(20), hash_mb: 1, ..SolveOptions::default() };
                let lines: Vec<(Vec<String>, bool)> =
                    match problem.solve(&options, &Budget::default()).solutions {
                        Solutions::Lines(lines) => lines.into_iter().map(|line| (line.moves, true)).collect(),
                        Solutions::Keys(keys) => keys
                            .iter()
                            .flat_map(|key| lines_of_play(std::slice::from_ref(&key.chosen), &key.play))
                            .collect(),
                    };
                for (line, is_complete) in lines {
                    let mut game = Game::new(Position::Lattice(Box::new(start.clone())));
                    if let Err(why) = play(&mut game, line) {
                        panic!("{variant} {stipulation}: {start}: {why}");
                    }
                    let ends = match stipulation.goal {
                        Goal::Mate => Status::Checkmate,
                        Goal::Stalemate => Status::Stalemate,
                    };
                    assert!(!is_complete || game.status() == ends, "{variant} {stipulation}: {start}");
                    played += 1;
                }
            }
        }
    }
    assert!(played > 100, "{played}");
}

/// Repetition compares positions at the start of a turn. White's king goes to and fro eight times, and the pawn mates as queen or
/// as rook.
#[test]
fn a_position_that_recurs_within_a_progressive_series_is_no_repetition() {
    let prepared = Prepared::preset("progressive").expect("a preset");
    let start = Position::from_fen(&prepared, "k7/pp1P4/8/8/8/4b3/7r/K7 w - - 0 5").expect("a position");
    let Position::Lattice(start) = start else { panic!("on cells") };
    let problem = Problem::new(&start, "ser-#9".parse().expect("a stipulation")).expect("a problem");
    let report = problem.solve(&SolveOptions::default(), &Budget::default());
    assert_eq!(report.solutions.len(), 2, "{:?}", report.solutions);
}
