//! The opponent on lattices: mates, draws and the ends of each variant.

use crate::common::Dice;
use continuum::budget::Budget;
use continuum::chess::Status;
use continuum::engine::{
    Level, Memory, Options, Score, SearchLimits, SearchResult, StopSignal, best, best_with_progress,
};
use continuum::solve::{Problem, ReportScope, SolveOptions};
use continuum::{Game, Position, Prepared, lattice};
use std::sync::Arc;

fn game(variant: &str, text: &str) -> Game {
    game_with(variant, "", text)
}

fn game_with(variant: &str, overrides: &str, text: &str) -> Game {
    let prepared = Prepared::Lattice(crate::common::rules(variant, overrides));
    let read = if text.contains('@') || text == "start" { Position::from_text } else { Position::from_fen };
    Game::new(read(&prepared, text).unwrap_or_else(|e| panic!("{text}: {e}")))
}

fn to_depth(depth: u32) -> Options {
    let limits = SearchLimits { depth: Some(depth), ..SearchLimits::default() };
    Options { limits, threads: 1, hash_mb: 4, ..Options::default() }
}

fn answer(game: &Game, depth: u32) -> SearchResult {
    best(game, &to_depth(depth), &StopSignal::new())
}

fn first(game: &Game, depth: u32) -> (Score, String) {
    let line = answer(game, depth).lines.into_iter().next().expect("there is a move");
    (line.score, line.moves[0].clone())
}

/// The shortest mate that the solver proves, up to so many moves.
fn shortest_mate(position: &lattice::LatticePosition, most: u32) -> Option<u32> {
    let options =
        SolveOptions { max_solutions: Some(1), scope: ReportScope::SolutionsOnly, ..SolveOptions::default() };
    (1..=most).find(|n| {
        let stipulation = format!("#{n}").parse().expect("a stipulation");
        let problem = Problem::new(position, stipulation).expect("a problem");
        !problem.solve(&options, &Budget::default()).solutions.is_empty()
    })
}

/// Kings, a few pieces of White and a pawn of Black on random cells.
fn few_pieces(rules: &Arc<lattice::LatticeRules>, dice: &mut Dice) -> Option<lattice::LatticePosition> {
    let cells: Vec<_> = rules.grid().cells().collect();
    let labels = ["Ke", "ke", "Qd", "Ra", "Nb", "na"];
    let mut free = cells;
    let mut text = String::new();
    for label in labels {
        let cell = free.swap_remove(dice.below(free.len()));
        text.push_str(&format!("{label}@{}' ", rules.name(cell)));
    }
    lattice::LatticePosition::from_text(rules, &format!("{text}; w"))
        .ok()
        .filter(|p| p.status() == Status::Ongoing)
}

/// The solver is the second opinion: its mates in two and three are found, none shorter is claimed.
#[test]
fn the_solvers_mates_are_found() {
    let wanted = if cfg!(debug_assertions) { 4 } else { 40 };
    for variant in ["orthodox", "circe", "reynolds", "disc70", "ring64"] {
        let rules = crate::common::rules(variant, "draw_rules = false\ncheck_rule = 'strict'");
        let mut dice = Dice(17);
        let mut found = 0;
        while found < wanted {
            let Some(position) = few_pieces(&rules, &mut dice) else { continue };
            let Some(moves) = shortest_mate(&position, 3).filter(|&moves| moves > 1) else { continue };
            found += 1;
            let game = Game::new(Position::Lattice(Box::new(position)));
            // Reductions may hide a mate from the first iterations that are deep enough for it.
            let (score, _) = first(&game, 2 * moves + 6);
            assert_eq!(score, Score::mates_in(2 * moves - 1), "{variant}: {}", game.position());
        }
    }
}

#[test]
fn a_mate_in_one_is_played() {
    let mates = [
        ("orthodox", "6k1/5ppp/8/8/8/8/8/K2R4 w - -", "d1d8"),
        ("shatranj", "k7/7R/1K6/8/8/p7/8/6R1 w - -", "g1g8"),
    ];
    for (variant, text, mate) in mates {
        assert_eq!(first(&game(variant, text), 3), (Score::mates_in(1), mate.to_owned()), "{variant}");
    }
}

/// White has a mate in one to fend off. Captured pieces come back, so captures alone could go on for thousands of positions.
#[test]
fn captures_of_what_is_reborn_do_not_use_up_the_search() {
    let white =
        "Ke@e1 Qd@d1 Ra@a1 Rh@h1 Bc@c1 Bf@f1 Nb@b1 Ng@g1 Pa@a2 Pb@b2 Pc@c2 Pd@d2 Pe@e2 Pf@f5 Pg@g5 Ph@h2";
    let black =
        "ke@e8 qd@d8 ra@a8 rh@h8 bc@c8 bf@c3 nb@b8 ng@h6 pa@a7 pb@b5 pc@c7 pd@d7 pe@e5 pf@f7 pg@g7 ph@h7";
    let game = game("circe", &format!("{white} {black} ; w ; 0 6"));
    let limits = SearchLimits { nodes: Some(2_000), ..SearchLimits::default() };
    let answer = best(&game, &Options { limits, ..to_depth(1) }, &StopSignal::new());
    let line = &answer.lines[0];
    assert!(line.depth >= 3, "{line:?}");
    assert_ne!(line.moves[0], "g5h6", "Qh4 mates");
}

#[test]
fn decided_positions_have_no_lines() {
    let decided = [
        ("orthodox", "k1R5/8/1K6/8/8/8/8/8 b - -", Status::Checkmate),
        ("orthodox", "k7/2Q5/1K6/8/8/8/8/8 b - -", Status::Stalemate),
        ("orthodox", "k7/8/1K6/8/8/8/8/8 b - -", Status::Draw),
        ("shatranj", "k7/8/1K6/8/8/8/8/RR6 b - -", Status::BareKing),
    ];
    for (variant, text, status) in decided {
        let answer = answer(&game(variant, text), 4);
        assert_eq!((answer.status, answer.lines.len()), (status, 0), "{variant} {text}");
    }
}

/// The last enemy piece is taken, for a bare king loses; in orthodox chess the same takes more.
#[test]
fn a_king_is_bared_where_that_wins() {
    let text = "7k/8/8/8/n7/1K6/8/R5R1 w - -";
    let (score, _) = first(&game("shatranj", text), 4);
    assert_eq!(score, Score::mates_in(1));
}

#[test]
fn stalemate_is_sought_where_it_wins_and_shunned_where_it_draws() {
    // Of the queen's moves one leaves the king without any.
    let text = "k7/8/1K6/8/8/8/2Q5/8 w - -";
    let lost = game_with("orthodox", "stalemate = 'loss'\ncastling = false", text);
    assert_eq!(first(&lost, 1).0, Score::mates_in(1));
    let mut drawn = game("orthodox", text);
    let (score, m) = first(&drawn, 5);
    assert!(score > Score::DRAW);
    drawn.play(&m).expect("it is legal");
    assert_ne!(drawn.status(), Status::Stalemate);
}

#[test]
fn a_king_is_taken_where_kings_may_be() {
    let text = "Ke@e1' Ra@a5' ke@e5' pa@a7' pb@b7 ; w";
    let snaffle = game_with("orthodox", "check_rule = 'snaffle'", text);
    assert_eq!(first(&snaffle, 2), (Score::mates_in(1), "a5e5".to_owned()));
}

/// A queen down, the only hope is to give check for ever.
#[test]
fn a_repetition_is_known_for_a_draw() {
    let (score, _) = first(&game("orthodox", "6k1/5p1p/5Q2/8/8/1q6/1r4PP/7K w - -"), 10);
    assert_eq!(score, Score::DRAW);
}

#[test]
fn a_mate_on_the_hundredth_ply_goes_before_the_count() {
    let (score, m) = first(&game("orthodox", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 99 80"), 3);
    assert_eq!((score, m.as_str()), (Score::mates_in(1), "d1d8"));
    let (score, _) = first(&game("orthodox", "6k1/5p1p/8/8/8/8/8/K2R4 w - - 99 80"), 5);
    assert_eq!(score, Score::DRAW);
}

/// A rook is worth nothing where it is reborn at once.
#[test]
fn what_is_reborn_is_not_won() {
    let text = "8/1k6/8/3r4/8/8/3Q4/K7 w - -";
    let orthodox = first(&game("orthodox", text), 1).0;
    let circe = first(&game("circe", text), 1).0;
    assert!(orthodox.as_centipawns() > circe.as_centipawns().map(|value| value + 300), "{orthodox} {circe}");
}

#[test]
fn a_mate_within_the_series_is_found() {
    let mates = [
        // Of docs: three moves, check by the last alone.
        ("progressive", "7k/8/6K1/8/8/8/8/R7 w - - 0 2"),
        ("progressive", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3"),
    ];
    for (variant, text) in mates {
        for threads in 1..=3 {
            let mut game = game(variant, text);
            let answer = best(&game, &Options { threads, ..to_depth(2) }, &StopSignal::new());
            let line = answer.lines.into_iter().next().expect("there is a move");
            assert_eq!(line.score, Score::mates_in(1), "{text}: {threads} threads");
            for m in &line.moves {
                game.play(m).expect("it is legal");
            }
            assert_eq!(game.status(), Status::Checkmate, "{text}: {threads} threads");
        }
    }
}

/// Threads that share a beam judge the same series as one: where nothing ends the search early, the answers are equal.
#[test]
fn threads_that_share_a_beam_find_what_one_finds() {
    for variant in ["progressive", "circe-progressive"] {
        for text in ["start", "Ke@e1' Ra@a1 Pc@c2 Pe@e2 kg@g8' pd@d5 nb@b8 pg@g7 ; b ; 0 1"] {
            let game = game(variant, text);
            let found =
                |threads| best(&game, &Options { threads, lines: 3, ..to_depth(2) }, &StopSignal::new());
            let alone = found(1);
            for threads in 2..=3 {
                let together = found(threads);
                assert_eq!(together.lines, alone.lines, "{variant}: {text}: {threads} threads");
            }
        }
    }
}

/// A level below full strength varies with the seed and stays near the best move.
#[test]
fn weaker_levels_choose_by_chance_but_take_a_queen() {
    let opening = game("orthodox", "start");
    let level = Some(Level::WEAKEST);
    let chosen = |game: &Game, seed| {
        let options = Options { level, seed, ..to_depth(20) };
        best(game, &options, &StopSignal::new()).best_move().expect("there is a move").to_owned()
    };
    let moves: std::collections::BTreeSet<String> = (0..20).map(|seed| chosen(&opening, seed)).collect();
    assert!(moves.len() > 2, "{moves:?}");
    let hanging = game("orthodox", "k7/8/8/3q4/4P3/8/8/K6N w - -");
    assert!((0..20).all(|seed| chosen(&hanging, seed) == "e4d5"));
}

/// A weak level that knows two mates plays the nearer one, or it would put the mate off for ever.
#[test]
fn no_level_puts_a_mate_off() {
    let game = game("orthodox", "k7/8/1K6/8/8/8/8/6Q1 w - -");
    for level in 1..=7 {
        for seed in 0..8 {
            let level = Some(Level::new(level).expect("a level"));
            let answer = best(&game, &Options { level, seed, ..to_depth(4) }, &StopSignal::new());
            assert_eq!(answer.lines[0].score, Score::mates_in(1), "level {level:?}, seed {seed}");
        }
    }
}

/// A ladder of two rooks mates in five plies. With 95 quiet plies before them the mate is the hundredth; with 96 the game is drawn
/// first, whatever the table knows from a search of the same position without the count.
#[test]
fn a_mate_that_the_count_forestalls_is_not_promised() {
    let mut memory = Memory::default();
    for (halfmove, mates) in [(0, true), (95, true), (96, false), (98, false)] {
        let game = game("orthodox", &format!("8/8/6k1/R7/8/8/8/1R5K w - - {halfmove} 80"));
        let found = best_with_progress(&game, &to_depth(12), &StopSignal::new(), &mut memory, &|_| {});
        let score = found.lines[0].score;
        assert_eq!(score == Score::mates_in(5), mates, "{halfmove}: {score:?}");
        assert_eq!(score.plies_to_mate().is_some(), mates, "{halfmove}: {score:?}");
    }
}
