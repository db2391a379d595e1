//! Laws of the choice of moves, on random positions of every variant of the plane, and positions made by hand.

use super::contest::Openings;
use super::plane::{Candidate, Chooser, Width, find_mate_in_one};
use super::{Answer, Limits, Options, Stop, best};
use crate::chess::Status;
use crate::game::{Game, Position as AnyPosition, Prepared};
use crate::plane::{Position, Survey};
use std::path::Path;
use std::time::Duration;
use toml::Table;

/// Every preset of the plane, and the variant of the repository with the most kinds.
const VARIANTS: &[&str] = &[
    "continuous",
    "zeno",
    "discrete",
    "zeno-discrete",
    "cylinder",
    "mobius",
    "torus",
    "klein",
    "ring",
    "disc",
    "scenarios/variants/menagerie.toml",
];

fn variant(name: &str, overrides: &str) -> Prepared {
    let overrides: Table = overrides.parse().expect("toml");
    Prepared::load(name, Path::new(env!("CARGO_MANIFEST_DIR")), &overrides).expect(name)
}

fn on_plane(position: &AnyPosition) -> &Position {
    match position {
        AnyPosition::Plane(p) => p,
        AnyPosition::Lattice(_) => panic!("a position of the plane"),
    }
}

fn game(name: &str, text: &str) -> Game {
    Game::new(AnyPosition::from_text(&variant(name, ""), text).expect(text))
}

fn all_candidates(position: &Position, width: Width) -> Vec<Candidate> {
    let survey = Survey::new(position);
    let chooser = Chooser::new(position, &survey, width);
    let mut found = Vec::new();
    chooser.of_spans(&survey.legal(), &mut found);
    position.side(position.turn()).for_each(|id| chooser.of_regions(id, &mut found));
    found
}

/// Every candidate is legal, takes what it says, and its text plays the same move.
fn holds_for_all_candidates(position: &AnyPosition, width: Width) {
    let p = on_plane(position);
    let game = Game::new(position.clone());
    for candidate in all_candidates(p, width) {
        let text = p.text_of(candidate.m).to_string();
        let verdict = p.judge(candidate.m).unwrap_or_else(|why| panic!("{text}: {why}: {position}"));
        assert_eq!(verdict.captures, candidate.captures, "{text}: {position}");
        let ply = game.ply(text.as_str()).unwrap_or_else(|why| panic!("{text}: {why}: {position}"));
        let made = p.after_legal(candidate.m, &candidate.captures);
        let shift = |(a, b): (&crate::plane::Piece, &crate::plane::Piece)| a.at.distance(b.at);
        let played = on_plane(&ply.after);
        let apart = played.pieces().iter().zip(made.pieces()).map(shift).fold(0.0, f64::max);
        assert!(apart < 1e-9, "{text}: {position}: {made}");
        assert_eq!((played.turn(), played.halfmove()), (made.turn(), made.halfmove()), "{text}: {position}");
    }
}

#[test]
fn every_candidate_is_legal_and_plays_back() {
    let heavy = !cfg!(debug_assertions);
    for name in VARIANTS {
        let rules = variant(name, "");
        let slow = name.ends_with(".toml");
        let pairs = if heavy { 8 } else { 1 };
        for pair in 0..pairs {
            let plies = if slow { 2 } else { 4 + 9 * pair };
            let openings = Openings::Random { plies, seed: 5 };
            let position = openings.position(&rules, pair).expect("an opening");
            let width = if slow && !heavy { Width::Narrow } else { Width::Full };
            holds_for_all_candidates(&position, width);
        }
    }
}

#[test]
fn every_candidate_is_legal_with_rebirth_and_in_series() {
    for overrides in ["rebirth = 'circe'", "turns = 'italian'", "turns = 'scottish'"] {
        let rules = variant("continuous", overrides);
        let position = Openings::Random { plies: 7, seed: 2 }.position(&rules, 0).expect("an opening");
        holds_for_all_candidates(&position, Width::Wide);
    }
}

/// Legal distances next to an end that does not belong to them, and a pawn that takes several or promotes.
#[test]
fn candidates_keep_off_ends_that_are_left_out() {
    let texts = [
        "Ke@6.5,0.5' Qd@4,1' ke@7.5,7.5' pa@4,5.25' pb@4.21650635094611,5.125' pc@3.78349364905389,5.125' ; w",
        "Ke@6.5,0.5' Pa@1,7' ke@7.5,5.5' rb@1.5,7.75' ; w",
    ];
    for text in texts {
        holds_for_all_candidates(game("continuous", text).position(), Width::Full);
    }
}

fn answer(game: &Game, nodes: u64) -> Answer {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    best(game, &Options { limits, threads: 1, hash_mb: 4, ..Options::default() }, &Stop::new())
}

#[test]
fn a_piece_that_hangs_is_taken() {
    // The rook at a5 stands alone before the queen.
    let game = game("continuous", "Ke@4.5,0.5' Qa@1,1' ke@6,7.5' ra@1,5' pf@6,6.5' pg@7,6.5' ; w");
    let answer = answer(&game, 300);
    let mut after = game.clone();
    let ply = after.play(answer.best_move().expect("a move")).expect("legal");
    assert_eq!(ply.done.captures(), ["ra".parse().expect("a label")]);
}

#[test]
fn nothing_is_chosen_where_the_game_is_over() {
    let text = "Ka@0.5,0.5' kb@7.5,7.5' ; w";
    let answer = answer(&game("continuous", text), 100);
    assert_eq!((answer.status, answer.lines.len()), (Status::Draw, 0));
}

#[test]
fn the_same_positions_searched_give_the_same_moves() {
    for name in ["continuous", "zeno-discrete", "cylinder"] {
        let rules = variant(name, "");
        let position = Openings::default().position(&rules, 1).expect("an opening");
        let lines = || answer(&Game::new(position.clone()), 300).lines;
        assert_eq!(lines(), lines(), "{name}");
    }
}

#[test]
fn there_is_an_answer_even_without_time() {
    for name in VARIANTS {
        let rules = variant(name, "");
        let position = Openings::Random { plies: 2, seed: 1 }.position(&rules, 0).expect("an opening");
        let mut game = Game::new(position);
        let limits = Limits { time: Some(Duration::from_millis(1)), ..Limits::default() };
        let answer =
            best(&game, &Options { limits, threads: 1, hash_mb: 1, ..Options::default() }, &Stop::new());
        let text = answer.best_move().expect("a move").to_owned();
        assert!(game.play(&text).is_ok(), "{name}: {text}");
    }
}

/// A mating move of White's, as a text.
fn mate(name: &str, text: &str) -> Option<String> {
    let game = game(name, text);
    let position = on_plane(game.position());
    let text = position.text_of(find_mate_in_one(position)?).to_string();
    assert_eq!(game.ply(text.as_str()).expect("legal").status, Status::Checkmate, "{text}");
    Some(text)
}

/// Ra on y = a takes what is nearer to its line than 1/4, so the king keeps to y >= a + 1/4. Rb on y = b has to reach the
/// whole room from there to the edge at 8: b - 1/4 < a + 1/4 and b + 1/4 > 8, so 7.75 < b < a + 1/2.
#[test]
fn two_rooks_mate_in_a_narrow_interval() {
    for (a, width) in [(7.4, 0.15), (7.26, 0.01), (7.25001, 0.00001)] {
        let text = format!("Ke@4.5,0.5' Ra@0.5,{a}' Rb@1.5,5' ke@4,7.9' ; w");
        let mate = mate("continuous", &text).expect("a mate");
        let distance: f64 = mate.strip_prefix("Rb 90 ").expect(&mate).parse().expect(&mate);
        // From y = 5 the distances between 2.75 and 2.75 + width mate.
        assert!(distance > 2.75 && distance < 2.75 + width, "{mate}");
    }
}

/// The same beside a Guard far away: the exact sets are not worked out, and replies are taken away one by one.
#[test]
fn two_rooks_mate_in_a_narrow_interval_beside_a_guard() {
    for (a, width) in [(7.4, 0.15), (7.26, 0.01), (7.2505, 0.0005), (7.25001, 0.00001)] {
        let text = format!("Ke@4.5,0.5' Ra@0.5,{a}' Rb@1.5,5' Ga@7.5,0.5' ke@4,7.9' ; w");
        let mate = mate("continuous", &text).expect("a mate");
        let distance: f64 = mate.strip_prefix("Rb 90 ").expect(&mate).parse().expect(&mate);
        assert!(distance > 2.75 && distance < 2.75 + width, "{mate}");
    }
}

/// Mates in stretches of a hundredth or two, found by sampling random positions closely, with pieces of every kind. In the last
/// but two the king may not walk away because its way, but not the end of it, is attacked. In the last two a Guard mates from
/// a small area.
#[test]
fn mates_of_every_kind_are_found() {
    for text in [
        "ka@5.99,0.45 Ka@4.94,4.63' Oa@3.43,1.42' Ob@7.37,1.66' Sc@6.79,2.39^45 Sd@1.27,3.61^200 ; w",
        "ka@5.49,0.04 Ka@0.82,1.87' Qa@7.26,7.86' Cb@6.06,0.76' pa@1.63,6.76' ; w",
        "ka@1.16,0.48 Ka@4.15,5.94' Ra@6.66,0.75' Qb@7.53,1.36' Gc@7.14,0.38' Rd@6.03,2.55' pa@4.12,2.12' pb@0.71,0.97' ; w",
        "ka@3.58,0.07 Ka@0.3,4.51' Sa@2.85,1.33^315 Cb@4.67,0.83' Sc@2.46,5.41^225 Sd@0.29,0.66^0 ; w",
        "ka@5.45,0.39 Ka@5.66,7.64' Ra@5.13,2.04' Qb@2.76,2.49' Oc@3.42,1.92' Fd@0.45,2.19' pa@4.44,0.96' pb@5.47,1.16' rc@6.38,1.41' ; w",
        "ka@3.93,0.36 Ka@4.82,7.4' Ca@3.94,1.81' Qb@6.53,0.67' pa@2.29,0.52' ob@5.71,3.73' ; w",
        "ka@4.69,0.5 Ka@5.67,2.92' Sa@2.06,2.68^200 Ob@5.28,1.72' Fc@1.57,1.32' Od@7.4,1.14' ; w",
        "ka@6.77,0.11 Ka@3.86,3.26' Gy@7.5,0.35' Gz@5.99,0.35' Ra@4.8,1.12' Qb@5.98,7.24' Cc@5.6,1.51' Od@4.42,5.74' fa@5.23,3.73' fb@5.66,0.9' bc@6.3,0.86' ; w",
        "ka@0.27,0.09 Ka@7.07,2.32' Gy@0.05,0.97' Gz@1.33,0.22' Qa@7.57,0.87' Qb@2.68,1.96' pa@2.77,5.29' rb@5.73,0.99' fc@0.79,0.52' ; w",
    ] {
        assert!(mate("scenarios/variants/menagerie.toml", text).is_some(), "{text}");
    }
}

#[test]
fn there_is_no_mate_where_the_king_walks_away() {
    assert_eq!(mate("continuous", "Ke@4.5,0.5' Rb@0.5,5' kh@4,6' ; w"), None);
}
