//! Perft counts what replies have in common once: the counts are those after each move by itself.

use crate::common::{Dice, rules};
use continuum::lattice::{LatticePosition, LatticeRules, LatticeState, MoveList};
use std::sync::Arc;

/// In how many games at random, and for how many plies of each.
const GAMES: usize = 30;
const PLIES: usize = 80;

fn legal_moves(rules: &LatticeRules, state: &LatticeState) -> MoveList {
    let mut moves = MoveList::new();
    rules.legal_moves(state, &mut moves);
    moves
}

fn holds_in_random_games(name: &str) {
    let rules = rules(name, "");
    let start = *LatticePosition::initial(&rules).expect("sound").state();
    let mut dice = Dice(1);
    for _ in 0..GAMES {
        let mut state = start;
        for _ in 0..PLIES {
            if rules.perft(&state, 1) == 0 {
                break;
            }
            let moves = legal_moves(&rules, &state);
            let apart: u64 = moves.iter().map(|&m| rules.perft(&rules.after(&state, m), 1)).sum();
            assert_eq!(rules.perft(&state, 2), apart, "{name}: {state:?}");
            state = rules.after(&state, moves[dice.below(moves.len())]);
        }
    }
}

#[test]
fn shared_replies_equal_those_counted_after_each_move() {
    for name in ["orthodox", "shatranj", "reynolds", "ring64", "byzantine", "disc70", "disc68", "disc66"] {
        holds_in_random_games(name);
    }
    for name in ["cylinder64", "mobius80", "torus96", "klein96", "spherical64", "pillow64", "projective96"] {
        holds_in_random_games(name);
    }
}

#[test]
fn replies_that_rebirth_and_series_change_are_not_shared() {
    for name in ["circe", "circe-progressive", "progressive"] {
        holds_in_random_games(name);
    }
}

/// What games at random hardly meet.
#[test]
fn replies_to_captures_equal_those_counted_after_each_move() {
    for (name, fen) in [
        // The last piece of a side is taken, and the game is over.
        ("shatranj", "4k3/8/8/8/p7/8/8/R3K3 w - - 0 1"),
        // A pawn may take back and promote.
        ("orthodox", "R2r4/1P6/8/7k/8/8/8/6K1 b - - 0 1"),
        // A rook that could castle is taken.
        ("orthodox", "4k3/1b6/8/8/8/8/6b1/R3K2R b KQ - 0 1"),
    ] {
        let rules = rules(name, "");
        let position = LatticePosition::from_fen(&rules, fen).expect(fen);
        let apart: u64 = position.divide(2).into_iter().map(|(_, count)| count).sum();
        assert_eq!(rules.perft(position.state(), 2), apart, "{name}: {fen}");
    }
}

/// Returns kings and rooks that may castle, each with a chance, among a few other pieces; `None` if the position is not sound.
fn may_castle(rules: &Arc<LatticeRules>, dice: &mut Dice) -> Option<LatticePosition> {
    let mut taken = vec![];
    let mut text = String::new();
    for home in ["Ke@e1", "ke@e8", "Ra@a1", "Rh@h1", "ra@a8", "rh@h8"] {
        if home.starts_with(['K', 'k']) || dice.below(3) > 0 {
            taken.push(home[3..].to_owned());
            text += &format!("{home} ");
        }
    }
    for number in 0..3 + dice.below(6) {
        let letter = ["Q", "q", "R", "r", "B", "b", "N", "n", "P", "p"][dice.below(10)];
        let (file, rank) = (b'a' + dice.below(8) as u8, 2 + dice.below(6));
        let rank = if letter.eq_ignore_ascii_case("p") { rank } else { 1 + dice.below(8) };
        let cell = format!("{}{rank}", char::from(file));
        if !taken.contains(&cell) {
            text += &format!("{letter}{number}@{cell}' ");
            taken.push(cell);
        }
    }
    LatticePosition::from_text(rules, &format!("{text}; {}", ["w", "b"][dice.below(2)])).ok()
}

/// On a cylinder the cell that the rook leaves may open the rank round the back.
#[test]
fn replies_that_may_castle_equal_those_counted_after_each_move() {
    let wanted = if cfg!(debug_assertions) { 500 } else { 20_000 };
    for name in ["orthodox", "cylinder64"] {
        let (rules, mut dice, mut seen) = (rules(name, ""), Dice(7), 0);
        while seen < wanted {
            let Some(position) = may_castle(&rules, &mut dice) else { continue };
            seen += 1;
            let state = position.state();
            let after = |m: &_| legal_moves(&rules, &rules.after(state, *m)).len() as u64;
            let apart: u64 = legal_moves(&rules, state).iter().map(after).sum();
            assert_eq!(rules.perft(state, 2), apart, "{name}: {position}");
        }
    }
}

/// Counts by a program that shares nothing.
#[test]
fn castling_round_the_back_is_counted() {
    let count = |text: &str, depth: u32| {
        let rules = rules("cylinder64", "");
        let position = LatticePosition::from_text(&rules, text).expect(text);
        rules.perft(position.state(), depth)
    };
    assert_eq!(count("r1@e1' K1@g4' Q1@a8' Nz@b8' ke@e8 rh@h8 ; b ; 0 23", 3), 9_252);
    let taken = "q1@a1' Nz@c1' Ke@e1 Rh@h1 p1@h5' B1@a8' k1@c8' ; b";
    assert_eq!(count(taken, 2), 522, "after h7a8");
}
