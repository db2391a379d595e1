//! The mate by king and two rooks on the plane: its proof, games by the engine's rules, and what is said of false strategies.

use super::plane::rules;
use continuum::chess::Status;
use continuum::plane::PlanePosition;
use continuum::solve::plane::CheckOptions;
use continuum::solve::strategy::{CellFault, Mishap, Strategy};

const TWO_ROOKS: &str = include_str!("../../../problems/two-rooks-mate.json");

/// The mate by two rooks, with one text in place of another.
fn altered(written: &str, instead: &str) -> Strategy {
    assert!(TWO_ROOKS.contains(written), "{written}");
    serde_json::from_str(&TWO_ROOKS.replacen(written, instead, 1)).expect("a strategy")
}

#[test]
fn two_rooks_mate_within_thirty_five_moves() {
    let strategy = altered("", "");
    let proof = strategy.prove().expect("proven");
    assert_eq!((proof.moves, proof.cells), (35, 19));
    let played = strategy.play(CheckOptions { samples: 60, seed: 1 }).expect("mates");
    assert!(played.games == 60 && played.replies > 300, "{played:?}");
    assert!(u64::from(played.longest) <= proof.moves, "{played:?}");
    let share = f64::from(played.games) / played.positions as f64;
    assert!(share > 0.8, "most legal positions are in the cells: {share}");
}

#[test]
fn a_false_strategy_is_refuted_in_the_cell_that_is_false() {
    let step = ("\"ay - 0.475\"], \"rank\": \"3.4 ay + 3.7", "\"ay - 0.51\"], \"rank\": \"3.4 ay + 3.7");
    let cases = [
        // Strips of half a unit that are 0.51 apart leave a gap between them.
        (step, "cell `one on each side: next wall`: a reply has no answer"),
        (
            ("kx <= 6.24\"],\n     \"move\": \"b\"", "kx <= 6.26\"],\n     \"move\": \"b\""),
            "cell `both right: next wall`: a rook may be taken",
        ),
        (
            ("\"rank\": \"35.5\"", "\"rank\": \"30\""),
            "cell `a rook leaves the king`: a reply has no answer whose rank",
        ),
        (("\"rank\": \"1\"", "\"rank\": \"0.9\""), "cell `mate`: its rank is not always 1 or more"),
        (("\"ay >= 0.49\"", "\"ay >= 0.48\""), "cell `mate`: its answer may leave the board"),
        (("\"files apart\", \"king far", "\"king far"), "cell `mate`: a man may stand in the way"),
        (
            ("\"wy >= ay + 1.01\"", "\"wy >= ay + 0.99\""),
            "cell `both right: the wall goes left`: its answer may uncover",
        ),
        (
            ("\"to\": [\"bx\", \"ay - 0.49\"]", "\"to\": [\"bx - 1\", \"ay - 0.49\"]"),
            "cell `mate`: its answer is no move of a rook",
        ),
        (
            ("\"to\": [\"bx\", \"ay - 0.49\"]", "\"to\": [\"bx\", \"by\"]"),
            "cell `mate`: its answer may be shorter than 0.1",
        ),
        (
            ("\"bx <= 7.4\"", "\"bx <= 7.5\""),
            "cell `the other rook to file 7.5`: its answer may be shorter than 0.1",
        ),
    ];
    for ((written, instead), why) in cases {
        let unproven = altered(written, instead).prove().expect_err(why);
        assert!(unproven.to_string().starts_with(why), "{unproven} instead of {why}");
    }
}

/// A bound of 55 moves says nothing against the draw after 50 moves of each side.
#[test]
fn a_bound_beyond_the_draw_by_quiet_moves_is_refused() {
    let unproven = altered("\"rank\": \"35.5\"", "\"rank\": \"55.5\"").prove().expect_err("too long");
    assert_eq!(unproven.fault, CellFault::Drawn(55));
}

/// With less room below the wall the king may have no move of 0.1, and the engine says so too.
#[test]
fn a_stalemate_that_a_strategy_leads_to_is_one() {
    let unproven = altered("\"ay >= 0.46\"", "\"ay >= 0.44\"").prove().expect_err("stalemate");
    let CellFault::Stalemate(example) = unproven.fault else { panic!("{unproven}") };
    let position =
        PlanePosition::from_text(rules("continuous", ""), &format!("{example} ; b")).expect("a position");
    assert_eq!(position.status(), Status::Stalemate, "{example}");
}

/// Plain play finds faults by itself: here the second rook steps so far that the king escapes between the strips.
#[test]
fn games_refute_a_false_strategy() {
    let leaky =
        altered("\"ay - 0.475\"], \"rank\": \"3.4 ay + 3.7", "\"ay - 0.6\"], \"rank\": \"3.4 ay + 3.7");
    let mishap = leaky.play(CheckOptions { samples: 1000, seed: 1 }).expect_err("the king escapes");
    assert!(matches!(mishap, Mishap::NoCell(_) | Mishap::Rank(_)), "{mishap}");
}

#[test]
fn texts_that_cannot_be_read_are_named() {
    let cases = [
        ("\"ay - 0.475\"", "\"2 ay\"", "2 ay: a target is a number"),
        ("\"ky <= 0.21\"", "\"ky <= ax\"", "ky <= ax: a comparison may have two coordinates of one axis"),
        ("\"ky <= 0.21\"", "\"roof\"", "roof: this is no comparison"),
        ("\"ky <= 0.21\"", "\"ky <= 0,21\"", "ky <= 0,21: `0,21` is neither a number"),
        (
            "\"ky <= 0.21\"",
            "\"ky <= 0.0000000001\"",
            "ky <= 0.0000000001: `0.0000000001` is neither a number",
        ),
        ("\"rank\": \"35.5\"", "\"rank\": \"35.5 +\"", "35.5 +: this is no sum"),
    ];
    for (written, instead, why) in cases {
        let unproven = altered(written, instead).prove().expect_err(why);
        assert!(matches!(&unproven.fault, CellFault::Text(..)), "{unproven}");
        assert!(unproven.fault.to_string().starts_with(why), "{unproven} instead of {why}");
    }
}
