//! Endings: known values, the law that ties each value to those a move later, and a second program.

mod page;
mod slow;

use crate::common::{Dice, position, rules, texts};
use continuum::budget::{Budget, StopSignal};
use continuum::endings::{Counts, Ending, Tables, Unfit, Value};
use continuum::lattice::{LatticePosition, LatticeRules};
use continuum::solve::{Problem, ReportScope, SolveOptions};
use std::sync::Arc;

/// Every preset whose endings are worked out.
const PRESETS: [&str; 8] =
    ["orthodox", "shatranj", "byzantine", "reynolds", "ring64", "disc70", "disc68", "disc66"];

/// Every preset on flat boards of cells with seams.
const SEAMS: [&str; 7] =
    ["cylinder64", "mobius80", "torus96", "klein96", "spherical64", "pillow64", "projective96"];

/// A size on which placements are few. On ends that are glued to themselves it is even.
const SMALL: &str = "board_width = 4\nboard_height = 6\npromotion_line = -1";

/// Tables with some endings worked out.
fn tables(rules: &Arc<LatticeRules>, endings: &[&str]) -> Tables {
    let mut tables = Tables::new(rules).expect("worked out here");
    for ending in endings {
        let plan = tables.plan(&ending.parse().expect("an ending"));
        tables.work_out(plan, &StopSignal::new(), &|_| {}).expect("nobody stops it");
    }
    tables
}

/// The moves of the longest win.
fn longest(tables: &Tables, ending: &str) -> Option<u16> {
    tables.longest(&ending.parse().expect("an ending"))?.value.moves()
}

/// The men of an ending on random cells, either side to move, if that is a position.
fn random(rules: &Arc<LatticeRules>, ending: &str, dice: &mut Dice) -> Option<LatticePosition> {
    let mut free: Vec<_> = rules.grid().cells().collect();
    let round = rules.variant().name() != "orthodox" && rules.variant().name() != "shatranj";
    let mut text = String::new();
    for (n, letter) in ending.chars().enumerate() {
        let cell = rules.name(free.swap_remove(dice.below(free.len())));
        let number = if letter.eq_ignore_ascii_case(&'k') { String::new() } else { n.to_string() };
        let disc = rules.variant().name().starts_with("disc");
        let suffix = match (letter.eq_ignore_ascii_case(&'p') && round, disc, dice.below(2)) {
            (true, true, 0) => "*",
            (true, false, 0) => "!cw",
            (true, false, _) => "!ccw",
            (_, _, _) => "",
        };
        text.push_str(&format!("{letter}{number}@{cell}'{suffix} "));
    }
    let turn = ["w", "b"][dice.below(2)];
    LatticePosition::from_text(rules, &format!("{text}; {turn}")).ok()
}

/// The value of a position by those after its moves, as the program itself plays them.
fn by_moves(tables: &Tables, position: &LatticePosition) -> Value {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return match position.winner() {
            None => Value::Drawn,
            Some(winner) if winner == position.turn() => Value::Won(0),
            Some(_) => Value::Lost(0),
        };
    }
    let values: Vec<Value> = moves
        .iter()
        .map(|&m| {
            let mut next = position.clone();
            next.play_move(m).expect("legal");
            tables.value(next.state()).unwrap_or_else(|| panic!("no table has {next}"))
        })
        .collect();
    let nearest = values.iter().filter_map(|v| if let Value::Lost(n) = v { Some(n + 1) } else { None }).min();
    let farthest = values.iter().map(|v| if let Value::Won(n) = v { Some(n + 1) } else { None });
    match (nearest, farthest.collect::<Option<Vec<u16>>>()) {
        (Some(plies), _) => Value::Won(plies),
        (None, Some(all)) => Value::Lost(all.into_iter().max().expect("a move")),
        (None, None) => Value::Drawn,
    }
}

fn assert_law(tables: &Tables, ending: &str, positions: usize) {
    let mut dice = Dice(41);
    let mut looked = 0;
    while looked < positions {
        let Some(position) = random(tables.rules(), ending, &mut dice) else { continue };
        looked += 1;
        let value = tables.value(position.state());
        assert_eq!(
            value,
            Some(by_moves(tables, &position)),
            "{}: {position}",
            tables.rules().variant().name()
        );
    }
}

#[test]
fn king_and_rook_against_king_take_sixteen_moves() {
    let tables = tables(&rules("orthodox", ""), &["KRk"]);
    assert_eq!(longest(&tables, "KRk"), Some(16));
    let counts = tables.counts(&"KRk".parse().expect("an ending")).expect("worked out");
    // The kings stand apart in 3,612 ways, the rook then on 62 cells: 223,944 with Black to move. With White to move those
    // are left out in which Black is in check.
    assert_eq!(counts[0], Counts { legal: 175_168, won: 175_168, drawn: 0, lost: 0 });
    assert_eq!(counts[1].legal, 223_944);
    assert_eq!(counts[1].legal, counts[1].drawn + counts[1].lost);
    assert_law(&tables, "KRk", 2000);
}

/// The numbers of legal positions that every program of endings gives, and on the torus those of plain loops.
#[test]
fn positions_are_counted_one_by_one() {
    let known = [
        ("orthodox", "KQk", [144_508, 223_944]),
        ("orthodox", "KPk", [163_328, 168_024]),
        ("torus96", "KRk", [636_096, 785_088]),
    ];
    for (preset, ending, legal) in known {
        let counts = tables(&rules(preset, ""), &[ending]).counts(&ending.parse().expect("an ending"));
        assert_eq!(counts.expect("worked out").map(|side| side.legal), legal, "{preset}, {ending}");
    }
}

/// Stroehlein's, Thompson's and all later tables.
#[test]
fn the_known_values_come_out() {
    if cfg!(debug_assertions) {
        return;
    }
    let known = [("KQk", 10), ("KRk", 16), ("KPk", 28), ("KBBk", 19), ("KBNk", 33), ("KQkr", 35)];
    let endings = known.map(|(ending, _)| ending);
    let tables = tables(&rules("orthodox", ""), &endings);
    for (ending, moves) in known {
        assert_eq!(longest(&tables, ending), Some(moves), "{ending}");
        assert_law(&tables, ending, 5000);
    }
}

#[test]
#[ignore = "takes minutes: run it after a change to pawns"]
fn pawns_of_both_sides_may_take_in_passing() {
    let tables = tables(&rules("orthodox", ""), &["KPkp"]);
    assert_eq!(longest(&tables, "KPkp"), Some(33));
    assert_law(&tables, "KPkp", 100_000);
    // Black's pawn has just gone by: White takes it, or else it queens.
    let passed = LatticePosition::from_text(tables.rules(), "Kx@a1' Pa@e5 kx@h8' pa@d5 ; w ; 0 1 ; ep=d6")
        .expect("valid");
    assert_eq!(tables.value(passed.state()), Some(by_moves(&tables, &passed)));
    assert!(texts(&passed).contains(&"e5d6".to_owned()));
}

#[test]
fn values_are_those_of_the_moves_on_every_board() {
    let (presets, endings): (&[&str], &[&str]) = match cfg!(debug_assertions) {
        true => (&["byzantine"], &["KNk", "KPk"]),
        false => (&PRESETS, &["KQk", "KRk", "KBk", "KNk", "KPk"]),
    };
    for preset in presets {
        let tables = tables(&rules(preset, ""), endings);
        endings.iter().for_each(|ending| assert_law(&tables, ending, 1500));
    }
}

/// Pieces without pawns on every board with seams: three men on the boards of the presets, four men on small ones.
#[test]
fn values_are_those_of_the_moves_on_boards_with_seams() {
    for preset in SEAMS {
        let four = ["KRRk", "KBBk", "KBNk"];
        let small = tables(&rules(preset, SMALL), &four);
        four.iter().for_each(|ending| assert_law(&small, ending, 300));
        if !cfg!(debug_assertions) {
            let three = ["KQk", "KRk", "KBk", "KNk"];
            let tables = tables(&rules(preset, ""), &three);
            three.iter().for_each(|ending| assert_law(&tables, ending, 1500));
        }
    }
}

#[test]
fn four_men_of_the_rings_and_pairs_of_pawns() {
    if cfg!(debug_assertions) {
        return;
    }
    for (preset, ending) in
        [("byzantine", "KPPk"), ("byzantine", "KRkb"), ("ring64", "KQkr"), ("ring64", "KRRk")]
    {
        assert_law(&tables(&rules(preset, ""), &[ending]), ending, 5000);
    }
}

#[test]
fn a_king_may_be_left_to_be_taken_where_that_is_the_rule() {
    let tables = tables(&rules("reynolds", "check_rule = 'snaffle'"), &["KQk"]);
    assert_law(&tables, "KQk", if cfg!(debug_assertions) { 200 } else { 5000 });
}

/// Black's pieces as White's: a table serves both, by a map of the board that gives each side's men to the other.
#[test]
fn a_table_serves_both_sides() {
    let light = [("ring64", "KPk")];
    let heavy = [
        ("orthodox", "KPk"),
        ("reynolds", "KPk"),
        ("disc70", "KPk"),
        ("shatranj", "KPk"),
        ("disc66", "KBk"),
        ("ring64", "KQk"),
    ];
    let cases = light.iter().chain(if cfg!(debug_assertions) { &heavy[..0] } else { &heavy });
    for &(preset, ending) in cases {
        let rules = rules(preset, "");
        let exchanged: String =
            ending.chars().rev().map(|c| if c == 'k' { 'K' } else { c.to_ascii_lowercase() }).collect();
        let (one, other) = (tables(&rules, &[ending]), tables(&rules, &[&exchanged]));
        let own: Ending = exchanged.parse().expect("an ending");
        assert!(one.counts(&own).is_none() && other.counts(&own).is_some());
        let mut dice = Dice(7);
        let positions = std::iter::from_fn(|| Some(random(&rules, &exchanged, &mut dice)));
        for position in positions.flatten().take(1000) {
            assert_eq!(one.value(position.state()), other.value(position.state()), "{preset}: {position}");
            assert!(one.value(position.state()).is_some(), "{preset}: {position}");
        }
    }
}

/// The problem solver is another opinion about near mates.
#[test]
fn near_mates_are_those_of_the_solver() {
    let presets: &[&str] =
        if cfg!(debug_assertions) { &["ring64"] } else { &["orthodox", "ring64", "disc70"] };
    let solver =
        SolveOptions { max_solutions: Some(1), scope: ReportScope::SolutionsOnly, ..SolveOptions::default() };
    for preset in presets {
        let tables = tables(&rules(preset, ""), &["KQk"]);
        let mut dice = Dice(3);
        let mut found = 0;
        while found < 12 {
            let Some(position) = random(tables.rules(), "KQk", &mut dice) else { continue };
            let Some(Value::Won(plies @ 1..=5)) = tables.value(position.state()) else { continue };
            found += 1;
            let mates = |moves: u16| {
                let problem = Problem::new(&position, format!("#{moves}").parse().expect("a stipulation"));
                let report = problem.expect("a problem").solve(&solver, &Budget::default());
                !report.solutions.is_empty()
            };
            let moves = plies.div_ceil(2);
            assert!(mates(moves) && (moves == 1 || !mates(moves - 1)), "{preset}: {position}");
            let line = tables.line(position.state()).expect("sound tables");
            assert_eq!(line.len(), usize::from(plies));
        }
    }
}

#[test]
fn tables_have_the_planned_size() {
    let rules = rules("orthodox", "");
    let plan = Tables::new(&rules).expect("worked out here").plan(&"KRk".parse().expect("an ending"));
    assert_eq!(tables(&rules, &["KRk"]).bytes(), plan.bytes());
}

#[test]
fn what_no_table_has_is_not_guessed() {
    let tables = tables(&rules("orthodox", ""), &["KRk"]);
    let value = |text: &str| tables.value(position("orthodox", text).state());
    assert!(value("Ke@e1' Rh@h1 kx@e8' ; w").is_some());
    assert_eq!(value("Ke@e1 Rh@h1 kx@e8' ; w"), None, "it may castle");
    assert_eq!(value("Ke@e1' Qh@h1 kx@e8' ; w"), None);
    assert!(matches!(Tables::new(&rules("circe", "")), Err(Unfit::Rebirth(_))));
    assert!(matches!(Tables::new(&rules("progressive", "")), Err(Unfit::Series(_))));
    let mut stopped = Tables::new(&rules("orthodox", "")).expect("worked out here");
    let stop = StopSignal::new();
    stop.stop();
    let plan = stopped.plan(&"KQk".parse().expect("an ending"));
    assert!(plan.bytes() > 0 && stopped.work_out(plan, &stop, &|_| {}).is_err());
}
