//! What the solver prints, and that what it prints does not depend on threads.

use crate::common::rules;
use continuum::budget::Budget;
use continuum::lattice::LatticePosition;
use continuum::solve::{
    Problem, ProblemError, ProblemReport, ReportScope, SetPlay, Solutions, SolveOptions, Stipulation,
};

fn solve(variant: &str, fen: &str, stipulation: &str, options: &SolveOptions) -> ProblemReport {
    solve_under(variant, fen, stipulation, options, &Budget::default())
}

fn solve_under(
    variant: &str,
    fen: &str,
    stipulation: &str,
    options: &SolveOptions,
    budget: &Budget,
) -> ProblemReport {
    let position = LatticePosition::from_fen(&rules(variant, ""), fen).expect(fen);
    let puzzle = Problem::new(&position, stipulation.parse().expect(stipulation)).expect("a problem");
    puzzle.solve(options, budget)
}

fn lines(report: &ProblemReport) -> Vec<&str> {
    match &report.solutions {
        Solutions::Lines(lines) => lines.iter().map(|line| line.line.as_str()).collect(),
        Solutions::Keys(keys) => keys.iter().map(|key| key.key.as_str()).collect(),
    }
}

/// A rook taken on a8, a light cell, would be reborn on a8, where the capturer stands: it is removed. A
/// bishop taken on e8, light too, is reborn on c8 and shuts no line between e8 and its king.
#[test]
fn rebirths_stand_in_brackets() {
    let options = SolveOptions::default();
    let removed = solve("circe", "r5k1/8/6K1/8/8/8/8/R7 w - -", "ser-#1", &options);
    assert_eq!(lines(&removed), ["1.Ra1xa8 #"]);
    let reborn = solve("circe", "4b2k/8/6K1/8/8/8/8/4R3 w - -", "ser-#1", &options);
    assert_eq!(lines(&reborn), ["1.Re1xe8 [+bBc8] #"]);
}

#[test]
fn the_first_solutions_are_the_same_with_any_number_of_threads() {
    let fen = "k7/8/2K5/8/8/8/8/7Q b - -";
    let all = solve("orthodox", fen, "h#2", &SolveOptions::default());
    assert!(all.complete);
    for wanted in [1, 5, 20] {
        let options = SolveOptions { max_solutions: Some(wanted), ..SolveOptions::default() };
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let some = pool.install(|| solve("orthodox", fen, "h#2", &options));
            assert_eq!(lines(&some), lines(&all)[..wanted]);
            assert!(!some.complete);
        }
    }
}

#[test]
fn set_play_of_a_helpmate_leaves_the_first_move_out() {
    let report = solve("orthodox", "k7/8/2K5/8/8/8/8/7Q b - -", "h#2", &SolveOptions::default());
    let SetPlay::Lines(set) = &report.set_play else { panic!("lines") };
    assert_eq!(set[0].line, "1...Kc6-b6 + 2.Ka8-b8 Qh1-b7 #");
}

#[test]
fn help_play_begins_with_black_whatever_the_position_says() {
    let options = SolveOptions::default();
    let as_black = solve("orthodox", "k7/8/2K5/8/8/8/8/7Q b - -", "h#2", &options);
    let moved = solve("orthodox", "k7/8/2K5/8/8/8/7Q/8 w - -", "h#1.5", &options);
    assert!(lines(&as_black)[0].starts_with("1.Ka8"));
    assert!(lines(&moved).iter().all(|line| line.starts_with("1...")));
}

#[test]
fn what_makes_no_problem_is_refused() {
    let position =
        LatticePosition::from_fen(&rules("orthodox", ""), "k7/8/2K5/8/8/8/8/R7 b - -").expect("valid");
    let wrong = Problem::new(&position, "h#1.5".parse().expect("a stipulation"));
    let why = wrong.expect_err("White would begin with Black in check").to_string();
    assert_eq!(why, "h#1.5: white begins, and the black king is in check from Ra on a1");
    assert!(matches!(Problem::new(&position, "#".parse().expect("one")), Err(ProblemError::NoMoves(_))));
}

#[test]
fn a_stipulation_of_no_moves_or_of_too_many_makes_no_problem() {
    let position =
        LatticePosition::from_fen(&rules("orthodox", ""), "k7/8/1K6/8/8/8/8/7R w - -").expect("valid");
    let mate: Stipulation = "#1".parse().expect("a stipulation");
    for moves in [0, 100, 300] {
        let refused = Problem::new(&position, Stipulation { moves: Some(moves), ..mate });
        assert!(matches!(refused, Err(ProblemError::Number(_))), "{moves}");
    }
}

#[test]
fn a_timeout_ends_the_search() {
    let budget = Budget::of_time(Some(std::time::Duration::ZERO));
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq -";
    assert!(!solve_under("orthodox", fen, "#5", &SolveOptions::default(), &budget).complete);
}

/// Tried in the order of their answers alone, the replies that refute here take 330,000 positions.
#[test]
fn the_reply_that_takes_the_least_work_is_tried_first() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let options = SolveOptions { scope: ReportScope::SolutionsOnly, ..SolveOptions::default() };
    let fen = "8/5Pb1/5P2/2bk4/2p5/B2r4/2B2R2/n6K w - -";
    let report = pool.install(|| solve("circe", fen, "#6", &options));
    assert!(lines(&report).is_empty());
    assert!(report.nodes < 80_000, "{}", report.nodes);
}
