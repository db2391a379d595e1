//! Games in PGN, and counts of move sequences.

use continuum::chess::Draws;
use continuum::game::Prepared;
use continuum::game::{Game, GameResult, Pgn, PgnError, PgnFault, PgnMove, Position, perft};
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
}

#[test]
fn what_cannot_be_read_is_told_with_its_place() {
    let fault = |line, column, error| Err(PgnFault { line, column, error });
    assert_eq!(Pgn::read_all("1. e4\n{ on and on"), fault(2, 1, PgnError::Open('{')));
    assert_eq!(Pgn::read_all("1. e4\n\n 1. d4 (1. c4"), fault(3, 8, PgnError::Open('(')));
    assert_eq!(Pgn::read_all("{é} 1. \"Pe 90 2"), fault(1, 8, PgnError::Open('"')));
    assert_eq!(Pgn::read_all("[White \"A\"] [Event]\n1. e4"), fault(1, 13, PgnError::Tag));
    assert_eq!(Pgn::read_all(&"1. e4 (".repeat(33)), fault(1, 231, PgnError::Deep));
}

/// A comment, a NAG, a sign, a variation and a second result after the result; then a game without tags, and one with.
#[test]
fn what_follows_a_result_belongs_to_the_game_that_ended() {
    let text = "1. e4 e5 1-0 {t} $14 ± (1... c5 2. Nf3) 1-0\n; and on\n1. d4 0-1\n{its end}\n[White \"B\"]\n\n* {empty}";
    let games = Pgn::read_all(text).expect("games");
    let read = |game: &Pgn| (game.line, game.moves.len(), game.result, game.comment.clone());
    let found: Vec<_> = games.iter().map(read).collect();
    let [won, lost] = [GameResult::WhiteWins, GameResult::BlackWins].map(Some);
    let expected = [(1, 2, won, ""), (3, 1, lost, ""), (5, 0, None, "empty")];
    assert_eq!(found, expected.map(|(line, moves, result, text)| (line, moves, result, text.to_owned())));
    let last = &games[0].moves[1];
    assert_eq!((last.comment.as_str(), last.variations.len(), last.variations[0].len()), ("t and on", 1, 2));
    assert_eq!(games[1].moves[0].comment, "its end");
}

#[test]
fn signs_of_other_programs_are_no_moves() {
    let text = "1. e4 ± e5 ∓ 2. Nf3 ⩲ +- Nc6 ! ?! 3. Bb5 □ = a6 -/+ 4. Ba4 ∞ *";
    let game = Pgn::read_all(text).expect("a game").remove(0);
    let moves: Vec<&str> = game.moves.iter().map(|m| m.text.as_str()).collect();
    assert_eq!(moves, ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4"]);
    assert_eq!(game.play().expect("legal").plies().len(), 7);
    // A side that passes is not passed over: its move would be taken for the other side's.
    let passed = Pgn::read_all("1. e4 -- 2. d4 *").expect("a game").remove(0).play();
    assert_eq!(passed.expect_err("no legal move").column, 7);
}

/// A quoted move ends at its second mark: a sign right behind it is no part of it, nor is the move after the sign.
#[test]
fn a_sign_right_behind_a_quoted_move_does_not_swallow_the_next_move() {
    let apart = "1. \"Pe 90 2\" !  \"pe 90 2\" ?!";
    for text in [apart, "1. \"Pe 90 2\"!   \"pe 90 2\"?!", "1. \"Pe 90 2\"$1  \"pe 90 2\"$6"] {
        assert_eq!(Pgn::read_all(text), Pgn::read_all(apart), "{text}");
        let game = Pgn::read_all(text).expect(text).remove(0);
        let moves: Vec<&str> = game.moves.iter().map(|m| m.text.as_str()).collect();
        assert_eq!(moves, ["Pe 90 2", "pe 90 2"], "{text}");
    }
}

#[test]
fn a_quoted_move_may_follow_its_number_without_a_blank() {
    let game = Pgn::read_all("1.\"Pe 90 2\" (1.\"Pd 90 2\") 1...\"pe 90 2\" *").expect("a game").remove(0);
    let read = |m: &PgnMove| (m.number.clone(), m.text.clone(), m.column);
    let found: Vec<_> = game.moves.iter().chain(&game.moves[0].variations[0]).map(read).collect();
    let expected = [("1.", "Pe 90 2", 3), ("1...", "pe 90 2", 31), ("1.", "Pd 90 2", 16)];
    assert_eq!(found, expected.map(|(number, text, column)| (number.to_owned(), text.to_owned(), column)));
}

#[test]
fn a_missing_result_is_that_of_the_tag() {
    let result = |text: &str| Pgn::read_all(text).expect("a game").remove(0).result;
    assert_eq!(result("[Result \"0-1\"]\n\n1. e4"), Some(GameResult::BlackWins));
    assert_eq!(result("[Result \"0-1\"]\n\n1. e4\n\n[Result \"1-0\"]"), Some(GameResult::BlackWins));
    assert_eq!(result("[Result \"0-1\"]\n\n1. e4 *"), None, "one that is written counts");
    assert_eq!(result("[Result \"?\"]\n\n1. e4"), None);
    let contradicts =
        Pgn::read_all("[Result \"1-0\"]\n1. f3 e5 2. g4 Qh4#").expect("a game").remove(0).play();
    assert!(contradicts.expect_err("Black has mated").to_string().contains("ends 0-1"));
}

/// Signs that need no blanks, comments of both forms, and escaped lines, which are none inside a comment.
#[test]
fn signs_end_words_and_comments_are_kept() {
    let text = "1.e4$1 e5$2{of\n% all}2.Nf3(2.f4;the king's\n)Nc6 ; rest $3 *\n% 3. a3\n3.Bb5*";
    let games = Pgn::read_all(text).expect("a game");
    let read: Vec<_> = games[0].moves.iter().map(|m| (m.text.as_str(), m.comment.as_str())).collect();
    assert_eq!(read, [("e4", ""), ("e5", "of % all"), ("Nf3", ""), ("Nc6", "rest $3 *"), ("Bb5", "")]);
    let king = &games[0].moves[2].variations[0][0];
    assert_eq!((king.text.as_str(), king.comment.as_str(), games.len()), ("f4", "the king's", 1));
}

#[test]
fn games_are_told_apart_without_a_result() {
    let text = "\u{feff}[White \"A\"]\n\n{not played}\n\n\u{feff}[White \"B\"]\n\n1. e4";
    let games = Pgn::read_all(text).expect("two games");
    let read: Vec<_> = games.iter().map(|game| (game.line, game.tag("White"), game.moves.len())).collect();
    assert_eq!(read, [(1, Some("A"), 0), (5, Some("B"), 1)]);
}

/// A brace inside a comment would end it, so round brackets are written.
#[test]
fn braces_in_a_comment_do_not_end_it() {
    for (comment, kept) in [("a {b} c", "a (b) c"), ("} e5", ") e5"), ("{", "("), ("}{", ")("), ("{}", "()")]
    {
        let moves = vec![PgnMove { comment: comment.to_owned(), ..PgnMove::new("e4") }];
        let written = Pgn { moves, ..Pgn::default() }.to_string();
        let read = Pgn::read_all(&written).expect(&written);
        let moves: Vec<_> = read[0].moves.iter().map(|m| (m.text.as_str(), m.comment.as_str())).collect();
        assert_eq!((read.len(), moves), (1, vec![("e4", kept)]), "{written}");
    }
}

/// A comment with a percent sign at each place of a line, a variation without moves, and a tag over several lines.
#[test]
fn what_would_be_read_otherwise_is_not_written() {
    let start =
        Position::from_text(&Prepared::preset("orthodox").expect("a preset"), "start").expect("an array");
    let tags = vec![("Event".to_owned(), "a\nb".to_owned())];
    for words in 1..40 {
        let comment = format!("{} % of it {}", "word ".repeat(words).trim(), "% ".repeat(60).trim());
        let variations = vec![Vec::new(), vec![PgnMove::new("d4")]];
        let moves =
            vec![PgnMove { comment: comment.clone(), variations, ..PgnMove::new("e4") }, PgnMove::new("e5")];
        let game = Pgn { tags: tags.clone(), moves, ..Pgn::default() };
        let written = game.spelled(&start).expect("legal").to_string();
        assert!(written.lines().all(|line| !line.starts_with('%')), "{written}");
        let read = Pgn::read_all(&written).expect("PGN").remove(0);
        assert_eq!((read.tag("Event"), read.moves[0].comment.as_str()), (Some("a b"), comment.as_str()));
        assert_eq!((read.moves[0].variations.len(), read.moves.len()), (1, 2), "{written}");
    }
}

/// Homes, a series, its counters, a promoted piece that is reborn as a pawn, and frames: FEN has none of them.
#[test]
fn what_a_fen_loses_is_kept() {
    let games: [(&str, &str, &[&str]); 5] = [
        ("circe-progressive", "Ke@e1' Bx@b7 ke@h8 qd@a8~=a7 ; w ; 0 1", &["b7a8"]),
        ("progressive", "Ke@e1' Ph@h2 kh@h8 ; w ; 60 2 ; quiet=9", &["e1e2"]),
        ("progressive", "Ke@e1' Pe@e5 kh@h8 pd@d7 pf@f7 ; b ; 0 1 ; played=1", &["d7d5", "e5d6"]),
        ("orthodox", "Ke@e1 Pd@d5/y Pc@d3 ke@e8 ; w", &["d5d4", "e8e7", "d3d4"]),
        ("orthodox", "Ke@e1 Pe@e6/y Pf@e4 Pc@c4 ke@a8 pd@d5 ; w", &["e4d5", "a8a7"]),
    ];
    for (variant, text, moves) in games {
        let start = Position::from_text(&Prepared::preset(variant).expect("a preset"), text).expect(text);
        let mut game = Game::new(start);
        // A move that is illegal after all is left out.
        moves.iter().for_each(|text| drop(game.play(*text).map(drop)));
        assert!(!game.plies().is_empty(), "{text}");
        let written = game.to_pgn(["A", "B"]).expect("written");
        let again = Pgn::read_all(&written).expect("PGN").remove(0).play();
        assert_eq!(
            again.map(|again| again.position().to_string()),
            Ok(game.position().to_string()),
            "{written}"
        );
    }
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
fn a_game_that_does_not_fit_is_refused_at_its_place() {
    let refused = |text: &str| {
        let fault = Pgn::read_all(text).expect("PGN").remove(0).play().expect_err(text);
        format!("{}:{}: {}", fault.line, fault.column, fault.error)
    };
    assert!(refused("1. e4\n{é}e4 *").starts_with("2:4: move 2, `e4`: "));
    assert!(refused("1.e4 1...e4 *").starts_with("1:10: move 2, `e4`: "));
    assert!(refused("[Variant \"continuous\"]\n1. \"Pe 90 9\" *").starts_with("2:4: move 1, `Pe 90 9`: "));
    assert_eq!(
        refused("1. f3 e5 2. g4 Qh4# 1-0"),
        "1:1: `result` is 1-0, and the game on the board ends 0-1"
    );
    assert!(refused("[Variant \"bughouse\"]\n1. e4 *").contains("bughouse"));
    assert!(refused("[FEN \"8/8 w\"]\n1. e4 *").starts_with("1:1: `start`: "));
}

#[test]
fn progress_is_told_after_each_first_move() {
    for variant in ["orthodox", "discrete"] {
        let prepared = Prepared::load(variant, Path::new(""), &toml::Table::new()).expect("a preset");
        let start = Position::from_text(&prepared, "start").expect("an array");
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
        let prepared = Prepared::load(variant, Path::new(""), &toml::Table::new()).expect("a preset");
        let start = Position::from_text(&prepared, "start").expect("an array");
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
