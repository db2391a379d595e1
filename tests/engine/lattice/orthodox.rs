//! The 8 x 8 corner against another library, over random games; FEN and SAN.

use crate::common::{Dice, rules, texts};
use continuum::chess::{Color, Role, Status};
use continuum::lattice::{LatticePosition, MoveKind};

/// A move of the other library, which writes castling as king takes rook.
fn their_text(board: &cozy_chess::Board, m: cozy_chess::Move) -> String {
    let castles = board.color_on(m.to) == board.color_on(m.from);
    if !castles {
        return m.to.to_string().chars().fold(m.from.to_string(), |s, c| s + &c.to_string())
            + &m.promotion.map_or(String::new(), |p| p.to_string());
    }
    let file = if m.to.file() > m.from.file() { 'g' } else { 'c' };
    let rank = m.from.to_string().chars().nth(1).expect("a rank");
    format!("{}{file}{rank}", m.from)
}

#[test]
fn another_library_agrees_over_random_games() {
    let rules = rules("orthodox", "draw_rules = false");
    let games = if cfg!(debug_assertions) { 40 } else { 400 };
    let (mut castlings, mut passings, mut promotions) = (0, 0, 0);
    for game in 0..games {
        let mut dice = Dice(77 + game);
        let mut position = LatticePosition::initial(&rules).expect("valid");
        let mut board = cozy_chess::Board::default();
        for _ in 0..200 {
            let mut theirs = Vec::new();
            board.generate_moves(|moves| {
                theirs.extend(moves.into_iter().map(|m| (their_text(&board, m), m)));
                false
            });
            theirs.sort_by(|a, b| a.0.cmp(&b.0));
            let their_texts: Vec<String> = theirs.iter().map(|t| t.0.clone()).collect();
            assert_eq!(texts(&position), their_texts, "{position}");
            assert_eq!(position.in_check(), !board.checkers().is_empty());
            let fen = position.to_fen().expect("8 x 8");
            let reread = LatticePosition::from_fen(&rules, &fen).expect(&fen);
            assert_eq!((reread.key(), reread.to_fen()), (position.key(), Some(fen)));
            if position.status() != Status::Ongoing || theirs.is_empty() {
                break;
            }
            let moves = position.moves_by_text();
            let rare = |i: &usize| moves[*i].1.kind() != MoveKind::Plain || moves[*i].1.promotion().is_some();
            let special: Vec<usize> = (0..moves.len()).filter(rare).collect();
            let chosen = if dice.below(3) == 0 && !special.is_empty() {
                special[dice.below(special.len())]
            } else {
                dice.below(moves.len())
            };
            let m = moves[chosen].1;
            let san = position.san(m);
            let request = position.read_move(&san).unwrap_or_else(|e| panic!("{san} in {position}: {e}"));
            assert_eq!(position.find_move(&request), Ok(m), "{san} in {position}");
            castlings += u32::from(m.kind() == MoveKind::Castle);
            passings += u32::from(m.kind() == MoveKind::EnPassant);
            promotions += u32::from(m.promotion().is_some());
            position.play_move(m).expect("legal");
            board.play(theirs[chosen].1);
        }
    }
    assert!(castlings > 5 && passings > 5 && promotions > 5, "{castlings} {passings} {promotions}");
}

#[test]
fn fen_rights_follow_the_field() {
    let rules = rules("orthodox", "");
    let board = "r3k2r/8/8/8/8/8/8/R3K2R";
    let rights = |fen: &str| LatticePosition::from_fen(&rules, fen).expect(fen).to_fen().expect("8 x 8");
    assert_eq!(rights(&format!("{board} w")), format!("{board} w KQkq - 0 1"));
    assert_eq!(rights(&format!("{board} w -")), format!("{board} w - - 0 1"));
    assert_eq!(rights(&format!("{board} b Kq - 3 9")), format!("{board} b Kq - 3 9"));
}

/// Files of rooks, operations of an EPD, and counters behind the turn, as other programs write them.
#[test]
fn fen_is_read_as_others_write_it() {
    let rules = rules("orthodox", "");
    let board = "r3k2r/8/8/8/8/8/8/R3K2R";
    let read = |fen: &str| LatticePosition::from_fen_with_notes(&rules, fen).expect(fen);
    let fen = |text: &str| read(text).0.to_fen().expect("8 x 8");
    for (written, rights) in [("HAha", "KQkq"), ("Ah", "Qk"), ("KQkq", "KQkq")] {
        assert_eq!(fen(&format!("{board} w {written} - 3 9")), format!("{board} w {rights} - 3 9"));
    }
    let epd = [" bm O-O; id \"one; two\";", " 0 1 bm O-O; c0 \"x\";", " acd 5;", "\tbm O-O;"];
    // Semicolons without a blank before them, or without one at the end; counts of `perft` as many files have them.
    let close = [
        ";",
        " ;",
        "; id \"one\";",
        " bm O-O;id \"one\"",
        " 0 1;",
        " 0 1;D1 26;D2 568",
        " 0 1 ;D1 26 ;D2 568",
    ];
    for operations in epd.into_iter().chain(close) {
        assert_eq!(fen(&format!("{board} w KQkq -{operations}")), format!("{board} w KQkq - 0 1"));
    }
    assert_eq!(fen(&format!("{board} w 4 7")), format!("{board} w KQkq - 4 7"));
    let (position, notes) = read("r3k3/8/8/8/8/8/8/3RK2R w KQkqB - 0 1");
    assert_eq!(position.to_fen().as_deref(), Some("r3k3/8/8/8/8/8/8/3RK2R w Kq - 0 1"));
    let columns: Vec<usize> = notes.iter().map(|note| note.column).collect();
    assert_eq!(columns, [27, 28, 30], "{notes:?}");
    let own = crate::common::rules("circe", "rebirth = 'own'");
    let promoted = LatticePosition::from_fen(&own, "Q~7/8/7k/8/8/8/8/K2Q4 w - - 0 1").expect("a FEN");
    assert!(promoted.to_string().contains("Q2@a8~ "), "{promoted}");
    assert_eq!(promoted.to_fen().as_deref(), Some("Q~7/8/7k/8/8/8/8/K2Q4 w - - 0 1"));
}

#[test]
fn fen_faults_name_their_column() {
    let rules = rules("orthodox", "");
    for (fen, column, words) in [
        ("8/8/8/8/8/8/8 w - -", 1, "7 ranks"),
        ("k7/8/8/8/8/8/8/K6X w - -", 18, "neither a piece"),
        ("k7/8/8/8/8/8/8/K7 x - -", 19, "side to move"),
        ("k7/8/8/8/8/8/8/K7 w X -", 21, "castling right `X`"),
        ("k7/8/8/8/8/8/8/K~7 w - -", 16, "`~` is for"),
        ("k7/8/8/8/8/8/8/~K7 w - -", 16, "neither a piece"),
        ("k7/8/8/8/8/8/8/K7 w - - 0 1 5", 29, "after the six fields"),
        ("k7/8/8/8/8/8/8/K7 w - - bm Ka2", 25, "halfmove `bm`"),
        ("k7/8/8/8/8/8/8/K7 ; b", 19, "side to move `;`"),
        ("k7/8/8/8/8/8/8/K7 w - e6", 23, "passed"),
        ("k7/8/8/8/8/8/8/KK6 w - -", 17, "b1: a second white king"),
        ("k7/8/8/8/8/8/8/8 w - -", 1, "white king is missing"),
        ("k7/8/8/8/8/8/8/K6P w - -", 18, "h1: a pawn cannot stand here"),
        ("k6R/8/8/8/8/8/8/K7 w - -", 1, "the black king is in check from Rh on h8: give the turn to black"),
        ("k6R/8/8/8/8/8/8/K6r b - -", 17, "the black king is in check too, so no turn is legal"),
    ] {
        let error = LatticePosition::from_fen(&rules, fen).expect_err(fen);
        assert!(error.column == column && error.message.contains(words), "{fen}: {error}");
    }
    let error = LatticePosition::from_fen(&crate::common::rules("disc70", ""), "8/8/8/8/8/8/8/8 w - -")
        .expect_err("a disc");
    assert!(error.message.contains("square and cylinder"), "{error}");
}

#[test]
fn san_is_read() {
    let rules = rules("orthodox", "");
    let play = |fen: &str, san: &str| {
        let position = LatticePosition::from_fen(&rules, fen).expect(fen);
        let request = position.read_move(san).map_err(|e| e.message)?;
        position.find_move(&request).map(|m| rules.move_text(m)).map_err(|e| e.to_string())
    };
    let rooks = "4k3/8/8/8/8/8/4K3/R6R w - -";
    assert_eq!(play(rooks, "Rad1"), Ok("a1d1".to_owned()));
    assert!(play(rooks, "Rd1").is_err_and(|e| e.contains("several")));
    assert_eq!(play("4k3/P7/8/8/8/8/8/4K3 w - -", "a8=N+"), Ok("a7a8n".to_owned()));
    assert_eq!(play("4k3/8/8/8/8/8/8/4K2R w K -", "O-O"), Ok("e1g1".to_owned()));
    assert_eq!(play("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "exd6"), Ok("e5d6".to_owned()));
    for (fen, san, text) in [
        ("4k3/P7/8/8/8/8/8/4K3 w - -", "a8=q", "a7a8q"),
        ("4k3/P7/8/8/8/8/8/4K3 w - -", "a8q+", "a7a8q"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "exd6 e.p.", "e5d6"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "exd6ep!", "e5d6"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6 ep", "e5d6"),
        ("4k3/8/8/8/8/8/8/4K2R w K -", "Kg1", "e1g1"),
        ("4k3/8/8/8/8/8/8/R3K3 w Q -", "Kc1+", "e1c1"),
    ] {
        assert_eq!(play(fen, san), Ok(text.to_owned()), "{san}");
    }
    assert!(play(rooks, "Nf3").is_err_and(|e| e.contains("no legal move")));
    assert!(play(rooks, "a1a2 h1h2").is_err_and(|e| e.contains("one move at a time")));
    assert!(play(rooks, "a1a2h1h2").is_err_and(|e| e.contains("not one move")));
}

#[test]
fn labels_of_a_fen_are_those_of_the_array_where_pieces_stand_there() {
    let rules = rules("orthodox", "");
    let position = LatticePosition::from_fen(&rules, "4k3/8/8/8/1Q5Q/8/P7/R3K3 w - -").expect("valid");
    let white: Vec<String> =
        position.pieces().iter().filter(|m| m.color == Color::White).map(|m| m.label.to_string()).collect();
    assert_eq!(white, ["Ke", "Pa", "Q2", "Qd", "Ra"]);
    assert_eq!(position.pieces().iter().filter(|m| m.kind == Role::Queen.into()).count(), 2);
}
