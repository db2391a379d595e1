//! A second program: every placement is set up, every move is played, and values go round until none changes. It knows no
//! symmetry, takes no move back, numbers positions by their keys, and counts them one by one.

use super::{PRESETS, tables};
use crate::common::rules;
use continuum::board::Cell;
use continuum::chess::Color;
use continuum::endings::{Counts, Ending, Value};
use continuum::geom::Flips;
use continuum::lattice::{LatticePosition, PawnDirection, Rules, Setup, SetupPiece, State};
use continuum::notation::SeriesText;
use continuum::variant::Board;
use std::collections::HashMap;
use std::sync::Arc;

/// A place of a man: its cell, and a pawn's direction and frame.
type Place = (Cell, Option<PawnDirection>, Flips);

/// The places to which a man may be put, each frame that a pawn has in a game on its own.
fn places(rules: &Rules, letter: char) -> Vec<Place> {
    let (board, own_start) = (rules.variant().spec().board, !rules.variant().spec().start.is_empty());
    let straight = (None, Flips::NONE);
    let turned = (None, Flips { x: false, y: true });
    let mirrored = (None, Flips { x: true, y: false });
    let both = (None, Flips { x: true, y: true });
    let round = [PawnDirection::First, PawnDirection::Second].map(|way| (Some(way), Flips::NONE));
    let frames: &[_] = match board {
        _ if !letter.eq_ignore_ascii_case(&'p') => &[straight],
        Board::Square | Board::Cylinder => &[straight],
        Board::Mobius => &[straight, turned],
        Board::Ring | Board::Disc => &round,
        // The usual arrays have two fronts, ours have one.
        Board::Torus if own_start => &[straight],
        Board::Torus => &[straight, turned],
        Board::Klein if own_start => &[straight, mirrored],
        Board::Klein => &[straight, turned, mirrored, both],
    };
    rules.grid().cells().flat_map(|cell| frames.iter().map(move |&(way, flips)| (cell, way, flips))).collect()
}

/// Calls back with every position of some men, either side to move; equal men change places once.
fn each_position(rules: &Arc<Rules>, ending: &str, mut call: impl FnMut(LatticePosition)) {
    let letters: Vec<char> = ending.chars().collect();
    let places: Vec<Vec<Place>> = letters.iter().map(|&letter| places(rules, letter)).collect();
    let mut digits = vec![0; letters.len()];
    loop {
        let twice = |n: usize| n > 0 && letters[n] == letters[n - 1] && digits[n] <= digits[n - 1];
        if !(0..digits.len()).any(twice) {
            let piece = |n: usize| {
                let (cell, way, flips) = places[n][digits[n]];
                let label = format!("{}{n}", letters[n]).parse().expect("a label");
                SetupPiece { moved: true, way, flips, ..SetupPiece::new(label, cell) }
            };
            let pieces: Vec<SetupPiece> = (0..letters.len()).map(piece).collect();
            for turn in [Color::White, Color::Black] {
                let (pieces, passed, series) = (pieces.clone(), Vec::new(), SeriesText::default());
                let setup = Setup { pieces, turn, halfmove: 0, fullmove: 1, passed, series };
                LatticePosition::new(rules, &setup).into_iter().for_each(&mut call);
            }
        }
        let Some(n) = (0..digits.len()).rev().find(|&n| digits[n] + 1 < places[n].len()) else { return };
        digits[n] += 1;
        digits[n + 1..].fill(0);
    }
}

/// By key: the values that are settled. Bare kings are drawn in every preset.
type Known = HashMap<u64, Value>;

/// A position still open: what its moves lead to.
struct Open {
    key: u64,
    next: Vec<u64>,
}

fn work_out(rules: &Arc<Rules>, ending: &str, known: &mut Known) -> Vec<(State, u64)> {
    let plies = |value: &Value| match value {
        Value::Won(plies) | Value::Lost(plies) => *plies,
        Value::Drawn => 0,
    };
    let elsewhere = known.values().map(plies).max().unwrap_or(0);
    let mut all = Vec::new();
    let mut open = Vec::new();
    each_position(rules, ending, |position| {
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
    });
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

/// Compares every position of some endings, each after those to which it leads, and their counts.
fn compare(rules: &Arc<Rules>, endings: &[&str]) {
    let fast = tables(rules, endings);
    let mut known = Known::new();
    let variant = rules.variant().spec();
    for ending in endings {
        let mut counts = [Counts::default(); 2];
        for (state, key) in work_out(rules, ending, &mut known) {
            let value = known[&key];
            assert_eq!(
                fast.value(&state),
                Some(value),
                "{} {}, {ending}: {state:?}",
                variant.name,
                variant.board
            );
            let side = &mut counts[state.turn().index()];
            side.legal += 1;
            *match value {
                Value::Won(_) => &mut side.won,
                Value::Drawn => &mut side.drawn,
                Value::Lost(_) => &mut side.lost,
            } += 1;
        }
        assert_eq!(counted(&fast, ending), counts, "{} {}, {ending}", variant.name, variant.board);
    }
}

fn counted(tables: &continuum::endings::Tables, ending: &str) -> [Counts; 2] {
    let ending: Ending = ending.parse().expect("an ending");
    tables.counts(&ending).expect("worked out")
}

/// Compares the numbers of positions of an ending alone.
fn count(rules: &Arc<Rules>, ending: &str) {
    let mut plain = [0; 2];
    each_position(rules, ending, |position| plain[position.turn().index()] += 1);
    let counts = counted(&tables(rules, &[ending]), ending).map(|side| side.legal);
    assert_eq!(counts, plain, "{}, {ending}", rules.variant().name());
}

/// Small boards with each gluing, and an array of few men on a single front.
fn small_boards() -> Vec<Arc<Rules>> {
    let sizes =
        [("square", [4, 4]), ("cylinder", [4, 5]), ("mobius", [4, 5]), ("torus", [4, 5]), ("klein", [4, 5])];
    let start = |[_, height]: [u8; 2]| format!("Ka@a1 Pb@b2 kc@c{} pd@d{} ; w", height - 1, height - 1);
    sizes
        .into_iter()
        .map(|(board, size)| {
            let [width, height] = size;
            let spec = format!(
                "board = '{board}'\nboard_width = {width}\nboard_height = {height}\nstart = '{}'",
                start(size)
            );
            rules("orthodox", &spec)
        })
        .collect()
}

#[test]
fn a_second_program_finds_the_same_values_and_counts_on_small_boards() {
    let light = ["KQk", "KRk", "KBk", "KNk", "KPk"];
    let heavy = ["Kkr", "KRRk", "KRkr", "KQQk"];
    for rules in small_boards() {
        compare(&rules, &light);
        if !cfg!(debug_assertions) {
            compare(&rules, &[&light[..2], &heavy].concat());
        }
    }
}

#[test]
fn equal_men_are_counted_once() {
    let rules = &small_boards()[3];
    compare(rules, &["KNk", "KNNk"]);
}

/// The classes of a table, each as large as it is, are all positions.
#[test]
fn plain_loops_count_the_same_positions_on_every_board() {
    let endings: &[&str] = match cfg!(debug_assertions) {
        true => &["Kk"],
        false => &["Kk", "KQk", "KNk", "KPk"],
    };
    for preset in PRESETS {
        endings.iter().for_each(|ending| count(&rules(preset, ""), ending));
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "optimized builds run it: it takes minutes")]
fn a_second_program_finds_the_same_values() {
    compare(&rules("disc66", ""), &["KRk"]);
    compare(&rules("byzantine", ""), &["KNk"]);
    compare(&rules("orthodox", ""), &["KQk", "KRk", "KBk", "KNk", "KPk"]);
}

#[test]
#[ignore = "takes many minutes, optimized: run it after a change to endings"]
fn a_second_program_finds_the_same_values_of_three_men() {
    PRESETS.iter().for_each(|preset| {
        compare(&rules(preset, ""), &["KQk", "KRk", "KBk", "KNk", "KPk"]);
    });
}
