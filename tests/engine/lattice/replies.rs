//! Perft counts what replies have in common once: the counts are those after each move by itself.

use crate::common::{Dice, rules};
use continuum::lattice::{LatticePosition, MoveList, Rules, State};

/// In how many games at random, and for how many plies of each.
const GAMES: usize = 30;
const PLIES: usize = 80;

fn legal_moves(rules: &Rules, state: &State) -> MoveList {
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
        let apart: u64 = rules.divide(position.state(), 2).into_iter().map(|(_, count)| count).sum();
        assert_eq!(rules.perft(position.state(), 2), apart, "{name}: {fen}");
    }
}
