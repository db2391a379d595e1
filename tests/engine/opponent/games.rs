//! Games in PGN, and counts of move sequences.

use continuum::chess::Draws;
use continuum::game::Prepared;
use continuum::game::{GameResult, Pgn, PgnError, Position, perft};
use std::path::Path;
use std::sync::Mutex;

#[test]
fn games_are_read_with_what_is_passed_over() {
    let text = "% a line of its own\n[Event \"a \\\"b\\\"\"]\n[White \"A\"]\n\n1. e4 {a ) b} e5 $1 2.Nf3! (2. f4 {x} \
                (2. d4)) 2... Nc6 ; to the end\n3. 0-0 e.p. 1-0\n\n[White \"B\"] 1.d4 *\n1. c4 c5";
    let games = Pgn::read_all(text).expect("games");
    let moves = |game: &Pgn| game.moves.iter().map(|m| m.text.clone()).collect::<Vec<_>>().join(" ");
    let found: Vec<_> = games.iter().map(|game| (game.line, moves(game), game.result)).collect();
    let won = Some(GameResult::WhiteWins);
    let read = |line, text: &str, result| (line, text.to_owned(), result);
    assert_eq!(found, [read(2, "e4 e5 Nf3! Nc6 0-0", won), read(8, "d4", None), read(9, "c4 c5", None)]);
    assert_eq!((games[0].tag("Event"), games[1].tag("White")), (Some("a \"b\""), Some("B")));
    assert_eq!(Pgn::read_all("1. e4\n{ on and on"), Err((2, PgnError::Open('{'))));
    assert_eq!(Pgn::read_all("1. e4\n\n(1. d4"), Err((3, PgnError::Open('('))));
    assert_eq!(Pgn::read_all("[Event]\n1. e4"), Err((1, PgnError::Tag)));
}

/// Castling, promotion, en passant, a third repetition that nobody claims, and mate.
#[test]
fn what_is_written_is_read_again() {
    let repeated = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. e4 *";
    let passing = "[FEN \"r3k2r/6P1/8/8/4p3/8/3P4/R3K3 w Qkq - 0 7\"]\n7. d4 exd3 8. O-O-O Rh6 9. g8=Q+ *";
    let mated = "[Variant \"shatranj\"]\n1. e3 *";
    for text in [repeated, passing, mated, "1. f3 e5 2. g4 Qh4# 0-1"] {
        let game = Pgn::read_all(text).expect("PGN").remove(0).play().expect("a game");
        let written = game.to_pgn(["A \"a\"", "B"]).expect("on the 8 x 8 lattice");
        let again = Pgn::read_all(&written).expect("PGN").remove(0);
        assert_eq!(again.play().expect("the same").position(), game.position(), "{written}");
        assert_eq!(again.tag("White"), Some("A \"a\""));
        let moves = text.rsplit('\n').next().expect("a line");
        assert!(written.contains(moves.trim_end_matches(" *")), "{written}");
    }
}

#[test]
fn a_game_that_does_not_fit_is_refused_at_its_line() {
    let refused = |text: &str| {
        let (line, e) = Pgn::read_all(text).expect("PGN").remove(0).play().expect_err(text);
        format!("{line}: {e}")
    };
    assert!(refused("1. e4\ne4 *").starts_with("2: move 2, `e4`: "));
    assert_eq!(refused("1. f3 e5 2. g4 Qh4# 1-0"), "1: `result` is 1-0, and the game on the board ends 0-1");
    assert!(refused("[Variant \"bughouse\"]\n1. e4 *").contains("bughouse"));
    assert!(refused("[FEN \"8/8 w\"]\n1. e4 *").starts_with("1: `start`: "));
}

#[test]
fn progress_is_told_after_each_first_move() {
    for variant in ["orthodox", "discrete"] {
        let variant = Prepared::load(variant, Path::new(""), &toml::Table::new()).expect("a preset");
        let start = Position::from_text(&variant, "start").expect("an array");
        let heard = Mutex::new(Vec::new());
        let tell = |done, all| heard.lock().expect("no panic").push((done, all));
        let count = perft(&start, 1, Draws::Unclaimed, tell).expect("countable");
        let mut heard = heard.into_inner().expect("no panic");
        heard.sort_unstable();
        let all = count.divide.len();
        assert_eq!(heard, (0..=all).map(|done| (done, all)).collect::<Vec<_>>());
    }
}

#[test]
fn counts_are_equal_on_any_number_of_threads() {
    for (variant, depth) in [("orthodox", 4), ("ring64", 4), ("progressive", 4), ("discrete", 2)] {
        let variant = Prepared::load(variant, Path::new(""), &toml::Table::new()).expect("a preset");
        let start = Position::from_text(&variant, "start").expect("an array");
        let counts = [1, 2, 5].map(|jobs| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build().expect("threads");
            pool.install(|| perft(&start, depth, Draws::Claimed, |_, _| {})).expect("countable")
        });
        assert!(counts.iter().all(|count| *count == counts[0]));
        if let Position::Lattice(p) = &start {
            assert_eq!(counts[0].nodes, p.perft(depth));
        }
    }
}
