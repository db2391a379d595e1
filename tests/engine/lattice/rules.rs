//! The rules of rings and discs, sentence by sentence (`docs/rules/ring.md` and `docs/rules/disc.md`), and the
//! faults of positions and moves.

use crate::common::{position, rules, texts};
use continuum::chess::{Color, Status};
use continuum::lattice::LatticePosition;
use continuum::notation::Reason;

fn refusal(position: &LatticePosition, text: &str) -> Reason {
    let request = position.read_move(text).expect(text);
    let mut next = position.clone();
    let refused = next.play(&request).expect_err(text).reason;
    assert_eq!(&next, position);
    refused
}

fn has(position: &LatticePosition, m: &str) -> bool {
    texts(position).iter().any(|text| text == m)
}

fn played(mut position: LatticePosition, moves: &[&str]) -> LatticePosition {
    for text in moves {
        let request = position.read_move(text).expect(text);
        position.play(&request).unwrap_or_else(|e| panic!("{text}: {e} in {position}"));
    }
    position
}

#[test]
fn ring_pawns_go_their_own_way_and_capture_in_or_out() {
    let position = position("byzantine", "Ke@e1' kd@d8' Pf@f3!cw Pc@c3!cw pb@g2!ccw ; w");
    // Clockwise from f3 is f2; it takes one ring in or out, one sector on: e2 and g2.
    assert!(has(&position, "f3f2") && has(&position, "f3g2") && !has(&position, "f3f4"));
    // Clockwise on files a-d goes up the ranks.
    assert!(has(&position, "c3c4"));
}

#[test]
fn a_pawn_pair_comes_off_before_the_move_of_the_opponent() {
    let text = "Ke@e1' Na@b1 kd@d8' nb@g8 pe@e5!ccw pf@e6!cw ; w ; 7 9";
    let position = position("byzantine", text);
    assert_eq!(position.removable_pairs().len(), 1);
    assert!(has(&position, "xx:e5e6 b1c3") && has(&position, "b1c3"));
    let after = played(position.clone(), &["xx:e5e6 b1c3"]);
    // The removal sets the count to 0, then the quiet move is one ply.
    assert_eq!((after.pieces().len(), after.halfmove()), (4, 1));
    // One's own pair stays; back to back is no pair; and none is removed twice.
    assert!(self::position("byzantine", &text.replace("; w", "; b")).removable_pairs().is_empty());
    let turned = text.replace("e5!ccw", "e5!cw").replace("e6!cw", "e6!ccw");
    assert!(self::position("byzantine", &turned).removable_pairs().is_empty());
    assert_eq!(refusal(&position, "xx:e5e6,e5e6 b1c3"), Reason::Move);
    assert_eq!(refusal(&position, "xx:b1c3 e1d1"), Reason::Move);
}

#[test]
fn a_removal_may_open_a_line_upon_the_own_king_or_the_enemy_one() {
    // White's king c1 is shielded from the rook c8 by its enemy's pair on c3 and c4; the other way round
    // the ring a pawn of its own stands.
    let position = position("ring64", "Ke@c1' Pa@a2 Pf@f2 ke@e8' rc@c8' p1@c4!ccw p2@c3!cw ; w");
    assert!(has(&position, "c1b1") && !has(&position, "xx:c3c4 a2a3") && has(&position, "xx:c3c4 c1b1"));
    // A line that opens upon the enemy king gives check; the king is not there to be taken.
    let position = self::position("ring64", "Ke@e1' Ra@c1' Pf@f4!ccw kx@c8' p1@c4!ccw p2@c3!cw ; w");
    assert!(has(&position, "xx:c3c4 e1d1"));
    assert!(!texts(&position).iter().any(|m| m.ends_with("c1c8")));
}

#[test]
fn stalemate_loses_and_a_bare_king_loses_unless_it_bares_back() {
    let stale = position("byzantine", "Ke@h1' Pa@h3!cw' kd@d7' pb@h2!cw' rr@g8' r2@e2' nn@c2' ; w");
    assert_eq!(
        (stale.status(), stale.winner()),
        (Status::Stalemate, Some(Color::Black)),
        "{:?}",
        texts(&stale)
    );
    let status = |text: &str| {
        let position = position("byzantine", text);
        (position.status(), position.winner())
    };
    // Side to move has pieces, the other none.
    assert_eq!(status("Ke@e1' Ra@a1 kd@d8' ; w"), (Status::BareKing, Some(Color::White)));
    // Side to move has none, the other two.
    assert_eq!(status("Ke@e1' Ra@a1 Rh@h1 kd@d8' ; b"), (Status::BareKing, Some(Color::White)));
    // Exactly one: it may be taken now, and then the kings draw.
    let last = position("byzantine", "Ke@e1' Ra@d7' kd@d8' ; b");
    assert_eq!(last.status(), Status::Ongoing);
    let drawn = played(last.clone(), &["d8d7"]);
    assert_eq!((drawn.status(), drawn.winner()), (Status::Draw, None));
    assert_eq!(played(last, &["d8c8"]).status(), Status::BareKing);
}

#[test]
fn reynolds_promotes_on_the_first_enemy_radius() {
    let position = position("reynolds", "Ke@e1' ke@a4' Pe@g7!ccw Pa@b7!cw pd@d2!ccw ; w");
    for m in ["g7g8q", "g7g8n", "b7b8r"] {
        assert!(has(&position, m), "{m}");
    }
    assert!(!has(&position, "g7g8"));
    assert_eq!(refusal(&position, "g7g8"), Reason::Promotion);
    let black = self::position("reynolds", "Kx@h5' ke@a4' pd@d2!ccw pe@f2!cw ; b");
    assert!(has(&black, "d2d1q") && has(&black, "f2f1b"));
    // No castling, no en passant.
    assert!(
        LatticePosition::from_text(&rules("reynolds", ""), "Ke@e1 ke@e8 Pa@a4!cw ; b ; 0 1 ; ep=a3").is_err()
    );
}

#[test]
fn snaffle_lets_a_king_be_left_and_taken() {
    let snaffle = rules("reynolds", "check_rule = 'snaffle'");
    let read = |text: &str| LatticePosition::from_text(&snaffle, text).expect(text);
    // The king may stay on the rook's ring.
    let position = read("Ke@e1' Nb@b1 ke@c8' ra@e5' ; w");
    assert!(position.in_check() && has(&position, "b1a3") && has(&position, "e1e2"));
    let taken = played(position, &["b1a3", "e5e1"]);
    assert_eq!((taken.status(), taken.winner()), (Status::KingTaken, Some(Color::Black)));
    // Mate: no move takes the king and none leaves the own one unattacked.
    let mated = read("Ke@h1' ke@c8' ra@h4' rb@g4' qd@f4' ; w");
    assert_eq!((mated.status(), mated.winner()), (Status::Checkmate, Some(Color::Black)));
    // But if the enemy king can be taken, it is no mate.
    assert_eq!(read("Ke@h1' Ra@c4' ke@c8' ra@h4' rb@g4' qd@f4' ; w").status(), Status::Ongoing);
}

#[test]
fn ring64_castles_on_the_kings_radius_and_takes_in_passing_from_both_sides() {
    let position = position("ring64", "Ke@e1 Rh@h1 Ra@a1 ke@e8 rh@h8 ra@a8 ; w");
    assert!(has(&position, "e1g1"));
    let after = played(position, &["e1g1"]);
    assert!(after.to_string().contains("Rh@f1"), "{after}");
    assert_eq!(refusal(&self::position("ring64", "Ke@e1 Rh@h1 ke@e8 rf@f8' ; w"), "e1g1"), Reason::Check);
    // Rotated: Black's king begins on d8 and castles with the rook a8.
    let rotated = rules("ring64", "array = 'rotated'");
    let position = LatticePosition::from_text(&rotated, "Ke@e1 kd@d8 ra@a8 rh@h8 ; b").expect("valid");
    assert!(has(&position, "d8b8"));
    // White's b2 (clockwise) passes b3; a black pawn against it and one that goes the same way take it.
    let passed = self::position("ring64", "Ke@e1' ke@e8' Pb@b4!cw' p1@a4!ccw' p2@c2!cw' ; b ; 0 3 ; ep=b3");
    assert!(has(&passed, "a4b3") && has(&passed, "c2b3"), "{:?}", texts(&passed));
    // A double step is for pawns that never moved, even back on the start.
    let round = self::position("ring64", "Ke@e1' ke@e8' Pf@f2!ccw' Pg@g2!ccw ; w");
    assert!(!has(&round, "f2f4") && has(&round, "g2g4"));
}

#[test]
fn disc_pawns_cross_promote_on_any_first_rank_and_take_in_passing_once_across() {
    let after = played(position("disc70", "Ke@e1' ke@e8' Pc@c4 ; w"), &["c4c5"]);
    assert!(after.to_string().contains("Pc@c5*"), "{after}");
    // Capture across the centre: from a4 to i4 or b5... the cells beside a5 on the other side.
    let position = position("disc70", "Ke@e1' ke@e8' Pa@a4 p1@i4 p2@b5 p3@b4 ; w");
    assert!(
        has(&position, "a4i4") && has(&position, "a4b5") && !has(&position, "a4b4"),
        "{:?}",
        texts(&position)
    );
    // Outward on its own side, and promotion on its own first rank.
    let own = self::position("disc70", "Ke@e1' ke@e8' Pc@c2* ; w");
    assert!(has(&own, "c2c1q") && !has(&own, "c2c3"));
    // In passing: crossed on ring 0 beside a pawn that has just come; the side cell counts.
    let text = "Ke@e1' ke@e8' Pi@i4* pa@a5 ; w ; 0 9 ; ep=a6";
    assert!(has(&self::position("disc70", text), "i4a6"), "{:?}", texts(&self::position("disc70", text)));
    assert!(!has(&self::position("disc70", &text.replace('*', "")), "i4a6"));
}

#[test]
fn disc_castling_needs_every_cell_between_safe() {
    let position = position("disc70", "Ke@e1 Ra@a1 Rh@h1 ke@e8' rb@b8' ; w");
    assert!(has(&position, "e1g1"));
    // b1 is attacked through the centre along file b: stricter than orthodox.
    assert_eq!(refusal(&position, "e1c1"), Reason::Check);
    assert!(has(&self::position("orthodox", "Ke@e1 Ra@a1 Rh@h1 ke@e8' rb@b8' ; w"), "e1c1"));
}

#[test]
fn voids_refuse() {
    let position = position("disc70", "Ke@e1' Rh@h1' Nb@i6 ke@e8' ; w");
    for m in ["h1i1", "h1a8", "i6a1"] {
        assert_eq!(refusal(&position, m), Reason::Void, "{m}");
    }
    assert_eq!(refusal(&position, "h1c4"), Reason::Move);
    assert_eq!(refusal(&position, "e8e7"), Reason::Turn);
    assert_eq!(refusal(&position, "c3c4"), Reason::Piece);
}

#[test]
fn counters_draw_after_mate_has_been_looked_for() {
    let draw = position("orthodox", "Ke@e1' Ra@a1' ke@e8' ; w ; 100 80");
    assert_eq!((draw.status(), draw.perft(2)), (Status::Draw, 0));
    let mate = position("orthodox", "Ke@g6' Ra@a8' ke@g8' ; b ; 100 80");
    assert_eq!(mate.status(), Status::Checkmate);
    let on =
        LatticePosition::from_text(&rules("orthodox", "draw_rules = false"), "Ke@e1' ke@e8' ; w ; 100 80");
    assert_eq!(on.expect("valid").status(), Status::Ongoing);
    assert_eq!(position("orthodox", "Ke@e1' ke@e8' ; w").status(), Status::Draw);
}

#[test]
fn repetition_looks_at_rights_and_at_chances_that_can_be_taken() {
    let key = |text: &str| position("orthodox", text).repetition_key();
    // No pawn beside: the passed cell makes no difference.
    let quiet = "Ke@e1' Pa@a4 ke@e8' ; b ; 0 1";
    assert_eq!(key(quiet), key(&format!("{quiet} ; ep=a3")));
    let taken = "Ke@e1' Pa@a4 ke@e8' pb@b4 ; b ; 0 1";
    assert_ne!(key(taken), key(&format!("{taken} ; ep=a3")));
    // The capture would uncover the rook: no chance.
    let pinned = "Ke@a1' Rb@b1 Pa@a4 kb@b8' pb@b4 ; b ; 0 1";
    assert_eq!(key(pinned), key(&format!("{pinned} ; ep=a3")));
    assert_ne!(key("Ke@e1 Rh@h1 ke@e8' ; w"), key("Ke@e1' Rh@h1 ke@e8' ; w"));
    // An unmoved king without rooks has no right left.
    assert_eq!(key("Ke@e1 Rh@h2 ke@e8' ; w"), key("Ke@e1' Rh@h2 ke@e8' ; w"));
}

#[test]
fn lincoln_names_are_read_and_written() {
    let lincoln = rules("ring64", "names = 'lincoln'");
    let position = LatticePosition::initial(&lincoln).expect("valid");
    assert!(texts(&position).contains(&"a15a14".to_owned()), "{:?}", texts(&position));
    let text = position.to_string();
    assert!(text.contains("Ke@d16") && text.contains("Rh@a16"), "{text}");
    assert_eq!(LatticePosition::from_text(&lincoln, &text).as_ref(), Ok(&position));
    assert!(position.read_move("h2h3").is_err());
}

#[test]
fn faults_of_positions_are_one_clear_error_with_a_column() {
    for (variant, text, column, words) in [
        ("disc70", "Ke@e1 ke@e8 Ra@j3 ; w", 13, "no cell"),
        ("disc70", "Ke@e1 ke@e8 Ra@i8 ; w", 13, "void"),
        ("ring64", "Ke@e1 ke@e8 Pa@e4 ; w", 13, "!cw"),
        ("orthodox", "Ke@e1 Kf@f1 ke@e8 ; w", 7, "second white king"),
        ("orthodox", "Ke@e1 ; w", 1, "black king is missing"),
        ("orthodox", "Ke@e1 ke@e8 Ra@e1 ; w", 13, "same cell"),
        ("orthodox", "Ke@e1 ke@e8 Sa@a1 ; w", 13, "no piece"),
        ("orthodox", "Ke@e1 ke@e8 Pa@a8 ; w", 13, "pawn cannot stand"),
        ("orthodox", "Ke@e1 ke@e8 Pa@a2!cw ; w", 13, "ring"),
        ("orthodox", "Ke@e1 ke@e8 Pa@a2* ; w", 13, "disc"),
        ("orthodox", "Ke@e1 ke@e8 Pa@a2~ ; w", 13, "queens"),
        ("orthodox", "Ke@e1 ke@e8 Ra@a2^90 ; w", 13, "plane"),
        (
            "orthodox",
            "Ke@e1 ke@e8 Ra@a8 ; w",
            7,
            "black king is in check from Ra on a8: give the turn to black",
        ),
        ("orthodox", "Ke@e1 ke@e8 ; w ; 0 1 ; ep=e3", 25, "passed"),
        ("orthodox", "Ke@e1 ke@e8 ; w ; 0 1 ; series=3", 25, "progressive"),
        ("progressive", "Ke@e1 ke@e8 Ra@a1 ; w ; 0 1 ; series=2 played=2", 31, "less than"),
        ("orthodox", "Ke@e1 ke@e8 ; w ; 0 1 ; foo=3", 25, "unknown extra"),
        ("disc70", "Ke@e1 ke@e8 Pa@a1* ; w", 13, "pawn cannot stand"),
    ] {
        let error = LatticePosition::from_text(&rules(variant, ""), text).expect_err(text);
        assert!(error.column == column && error.message.contains(words), "{text}: {error}");
    }
}

#[test]
fn faults_of_moves_name_the_column() {
    let position = position("ring64", "start");
    for (text, column, words) in [
        ("e2e4 e7e5", 6, "one move at a time"),
        ("e2", 1, "not one move"),
        ("e2j4", 3, "no cell"),
        ("e2e4k5", 1, "not one move"),
        ("xx:e4e5", 8, "missing"),
        ("xx:e4 e2e4", 4, "not one move"),
        ("xx: 9Ʃ", 4, "not one move"),
    ] {
        let error = position.read_move(text).expect_err(text);
        assert!(error.column == column && error.message.contains(words), "{text}: {error}");
    }
}

/// A refusal said only "no piece moves so here": it names the piece, the cell and the cause.
#[test]
fn a_refusal_says_why() {
    let why = |variant: &str, text: &str, m: &str| {
        let position = position(variant, text);
        let request = position.read_move(m).expect(m);
        position.find_move(&request).expect_err(m).to_string()
    };
    for (pieces, m, told) in [
        ("Ke@e1 ke@e8 ; w", "e3e4", "no piece stands on e3"),
        ("Ke@e1 ke@e8 pa@a7 ; w", "a7a6", "pa on a7 is black's, and white is to move"),
        ("Ke@e1 Ra@a1 Pa@a2 ke@e8 ; w", "a1a3", "Pa on a2 is in the way"),
        ("Ke@e1 Ra@a1 Pa@a2 ke@e8 ; w", "a1a2", "Pa on a2, of its own side, stands there"),
        ("Ke@e1 Ra@a1 ke@e8 ; w", "a1b3", "Ra does not go from a1 to b3"),
        ("Ke@e1 Pe@e2 pe@e3 ke@e8 ; w", "e2e4", "pe on e3 is in the way"),
        ("Ke@e1 Pe@e2 ke@e8 ; w", "e2d3", "there is nothing on d3 to capture"),
        ("Ke@e1 Pe@e3 ke@e8 ; w", "e3e5", "Pe on e3 may not go two steps"),
        ("Ke@e1 Nd@e2 re@e6 kb@b8 ; w", "e2c3", "Nd on e2 is pinned by re on e6"),
        ("Ke@e1 Na@a3 re@e6 kb@b8 ; w", "a3b5", "the white king stays in check from re on e6"),
        ("Ke@e1 Nd@d2 bb@b4 re@e8 kh@h8 ; w", "d2e4", "Nd on d2 is pinned by bb on b4"),
        ("Ke@e1 rd@d6 kb@b8 ; w", "e1d1", "rd on d6 attacks d1"),
        ("Ke@e1 Rh@h1 rf@f6 kb@b8 ; w", "e1g1", "no castling while rf on f6 attacks f1"),
        ("Ke@e1 Rh@h1 re@e6 kb@b8 ; w", "e1g1", "no castling while re on e6 gives check"),
        ("Ke@e1' Rh@h1 kb@b8 ; w", "e1g1", "no castling: the king has moved"),
        ("Ke@e1 Rh@h1 Ng@g1 kb@b8 ; w", "e1g1", "no castling: Ng on g1 is in the way"),
        ("Ke@e1 Pe@e7 kb@b8 ; w", "e7e8", "Pe on e7 promotes on e8: add q or r or b or n"),
        ("Ke@e1 Pe@e6 kb@b8 ; w", "e6e7q", "Pe on e6 does not promote on e7"),
    ] {
        assert_eq!(why("orthodox", pieces, m), told, "{m}");
    }
    assert_eq!(why("disc70", "Ke@e1 Rh@h1 ke@e8 ; w", "h1i1"), "i1 is a void");
    let series = "Ke@e1' Qd@d1 ke@e8' ; w ; 0 2 ; series=3";
    assert_eq!(why("progressive", series, "d1e2"), "only the last move of a series may give check");
}

#[test]
fn a_refused_san_move_says_why() {
    let start = position("orthodox", "start");
    for (m, told) in [
        ("exd5", "Pe does not go from e2 to d5"),
        ("Nd4", "no knight goes there"),
        ("Ne4", "no knight goes there"),
        ("Qd3", "Pd on d2 is in the way"),
        ("N5c3", "white has no knight on rank 5"),
        ("O-O", "no castling: Bf on f1 is in the way"),
    ] {
        assert_eq!(start.why_illegal_san(m).expect(m).to_string(), told, "{m}");
    }
    let castling = position("orthodox", "Ke@e1 Rh@h1 ke@e8' ; w");
    assert_eq!([castling.why_illegal_san("O-O"), start.why_illegal_san("Nf3")], [None, None]);
    let narrow = rules("orthodox", "board_width = 4\nboard_height = 6");
    let kings = LatticePosition::from_text(&narrow, "Ka@a1 ka@a6 ; w").expect("two kings");
    let refusal = kings.why_illegal_san("O-O").expect("no castling");
    assert_eq!(refusal.to_string(), "the board has no castling on that side");
}

/// `e2-e4` was no move, `1.e4` and `Sf3` were answered with the general advice.
#[test]
fn other_ways_to_write_a_move_are_read_or_hinted_at() {
    let start = position("orthodox", "start");
    let read = |m: &str| start.find_move(&start.read_move(m).expect(m)).expect(m);
    assert_eq!(read("e2-e4"), read("e2e4"));
    assert_eq!(read("Ng1-f3"), read("g1f3"));
    let ring = position("ring64", "start");
    assert_eq!(ring.read_move("e2-e4"), ring.read_move("e2e4"));
    for (m, column, told) in [
        ("1.e4", 1, "leave the move number `1.` out: write `e4`"),
        (" 1...Nf6", 2, "leave the move number `1...` out: write `Nf6`"),
        ("Sf3", 1, "`S` is no piece letter: a knight is `N`, as in `Nf3`"),
        ("e2e9", 3, "`e9` is no cell of this board"),
    ] {
        let error = start.read_move(m).expect_err(m);
        assert!(error.column == column && error.message.contains(told), "{m}: {error}");
    }
    let fen = LatticePosition::from_fen(&rules("orthodox", ""), "rsbqkbnr/8/8/8/8/8/8/RNBQKBNR w - -");
    let error = fen.expect_err("s is no piece");
    assert_eq!(
        (error.column, error.message.as_str()),
        (2, "`s` is neither a piece nor a gap of 1 to 8: a knight is `n`")
    );
}
