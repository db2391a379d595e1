//! A second program: every placement is set up, every move is played, and values go round until none changes. It knows no
//! symmetry, takes no move back, and numbers positions by their keys.

use super::{PRESETS, SEAMS, SMALL, tables};
use crate::common::rules;
use continuum::chess::Color;
use continuum::chess::Role;
use continuum::endings::{Counts, Value};
use continuum::lattice::{LatticePosition, LatticeRules, LatticeState, PawnWay, Setup, SetupPiece};
use continuum::notation::SeriesCounters;
use std::collections::HashMap;
use std::sync::Arc;

/// All positions with the kings and one piece of White more.
fn placements(rules: &Arc<LatticeRules>, role: Role) -> Vec<LatticePosition> {
    let cells: Vec<_> = rules.grid().cells().collect();
    let pawn = role == Role::Pawn;
    let ways: &[Option<PawnWay>] = match rules.variant().spec().board.as_str() {
        "square" => &[None],
        _ if !pawn => &[None],
        _ => &[Some(PawnWay::First), Some(PawnWay::Second)],
    };
    let mut found = Vec::new();
    for (&white, &black, &cell) in cells.iter().flat_map(|a| {
        let cells = &cells;
        cells.iter().flat_map(move |b| cells.iter().map(move |c| (a, b, c)))
    }) {
        for (&way, turn) in ways.iter().flat_map(|way| [(way, Color::White), (way, Color::Black)]) {
            let piece = |letter: char, cell| SetupPiece {
                moved: true,
                ..SetupPiece::new(letter.to_string().parse().expect("a label"), cell)
            };
            let man = SetupPiece { way, ..piece(role.letter(), cell) };
            let pieces = vec![piece('K', white), piece('k', black), man];
            let (passed, series) = (Vec::new(), SeriesCounters::default());
            let setup = Setup { pieces, turn, halfmove: 0, fullmove: 1, passed, series };
            found.extend(LatticePosition::new(rules, &setup));
        }
    }
    found
}

/// By key: the values that are settled. Bare kings are drawn in every preset.
type Known = HashMap<u64, Value>;

/// A position still open: what its moves lead to.
struct Open {
    key: u64,
    next: Vec<u64>,
}

fn work_out(rules: &Arc<LatticeRules>, role: Role, known: &mut Known) -> Vec<(LatticeState, u64)> {
    let plies = |value: &Value| match value {
        Value::Won(plies) | Value::Lost(plies) => *plies,
        Value::Drawn => 0,
    };
    let elsewhere = known.values().map(plies).max().unwrap_or(0);
    let mut all = Vec::new();
    let mut open = Vec::new();
    for position in placements(rules, role) {
        let key = position.key();
        all.push((*position.state(), key));
        let moves = position.legal_moves();
        if moves.is_empty() {
            let value = match position.winner() {
                None => Value::Drawn,
                Some(winner) if winner == position.turn() => Value::Won(0),
                Some(_) => Value::Lost(0),
            };
            known.insert(key, value);
        } else {
            let next = moves.iter().map(|&m| rules.after(position.state(), m).key()).collect();
            open.push(Open { key, next });
        }
    }
    for plies in 0..u16::MAX {
        let mut settled = Vec::new();
        open.retain(|position| {
            let after = || position.next.iter().map(|key| known.get(key));
            let lost = |value: Option<&Value>| matches!(value, Some(Value::Lost(n)) if *n <= plies);
            let won = |value: Option<&Value>| matches!(value, Some(Value::Won(n)) if *n <= plies);
            let value = if after().any(lost) {
                Value::Won(plies + 1)
            } else if after().all(won) {
                Value::Lost(plies + 1)
            } else {
                return true;
            };
            settled.push((position.key, value));
            false
        });
        // What leads to another ending may wait as long as that one takes.
        if settled.is_empty() && plies >= elsewhere {
            break;
        }
        known.extend(settled);
    }
    known.extend(open.into_iter().map(|position| (position.key, Value::Drawn)));
    all
}

const PIECES: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// Compares every position of some endings of a king and one piece against a king.
fn compare(preset: &str, overrides: &str, roles: &[Role]) {
    let rules = rules(preset, overrides);
    let endings: Vec<String> = roles.iter().map(|role| format!("K{}k", role.letter())).collect();
    let fast = tables(&rules, &endings.iter().map(String::as_str).collect::<Vec<_>>());
    let mut known = Known::new();
    for (&role, ending) in roles.iter().zip(&endings) {
        let mut counted = [Counts::default(); 2];
        for (state, key) in work_out(&rules, role, &mut known) {
            let value = known[&key];
            assert_eq!(fast.value(&state), Some(value), "{preset}, {role}: {state:?}");
            let side = &mut counted[usize::from(state.turn() == Color::Black)];
            side.legal += 1;
            match value {
                Value::Won(_) => side.won += 1,
                Value::Drawn => side.drawn += 1,
                Value::Lost(_) => side.lost += 1,
            }
        }
        assert_eq!(fast.counts(&ending.parse().expect("an ending")), Some(counted), "{preset}, {ending}");
    }
}

/// On every board the sizes of the classes of equal positions add up to the positions that are set up one by one.
#[test]
fn classes_of_positions_add_up() {
    let odd = "board_width = 4\nboard_height = 5\npromotion_line = -1";
    let mut cases: Vec<(&str, &str, &[Role])> =
        SEAMS.iter().chain(&["orthodox"]).map(|preset| (*preset, odd, &PIECES[..2])).collect();
    if !cfg!(debug_assertions) {
        cases.extend(
            PRESETS.map(|preset| (preset, "", &[Role::Queen, Role::Rook, Role::Bishop, Role::Pawn][..])),
        );
        cases.extend(SEAMS.map(|preset| (preset, "", &PIECES[..])));
    }
    for (preset, overrides, roles) in cases {
        let rules = rules(preset, overrides);
        for &role in roles {
            let placed = placements(&rules, role);
            let of = |turn: Color| placed.iter().filter(|position| position.turn() == turn).count() as u64;
            let ending = format!("K{}k", role.letter());
            let counts = tables(&rules, &[&ending]).counts(&ending.parse().expect("an ending"));
            let legal = counts.expect("worked out").map(|side| side.legal);
            assert_eq!(legal, [of(Color::White), of(Color::Black)], "{preset} {overrides}, {ending}");
        }
    }
}

#[test]
fn a_second_program_finds_the_same_values_on_small_boards_with_seams() {
    SEAMS.iter().for_each(|preset| compare(preset, SMALL, &PIECES));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "optimized builds run it: it takes minutes")]
fn a_second_program_finds_the_same_values() {
    compare("disc66", "", &[Role::Rook]);
    compare("byzantine", "", &[Role::Knight]);
    compare("orthodox", "", &[Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn]);
}

#[test]
#[ignore = "takes many minutes, optimized: run it after a change to endings"]
fn a_second_program_finds_the_same_values_of_three_men() {
    PRESETS.iter().for_each(|preset| {
        compare(preset, "", &[Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn]);
    });
}
