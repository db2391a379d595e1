//! Circe and progressive play, case by case (`docs/rules/circe.md`). Each test tells why its answer is right.

use crate::common::{rules, texts};
use continuum::chess::{Color, Series, Status};
use continuum::lattice::{LatticeEffect, LatticePosition};
use continuum::notation::Reason;

fn series(length: u32, played: u32, quiet: u32) -> Series {
    Series { length, played, quiet }
}

fn read(variant: &str, overrides: &str, text: &str) -> LatticePosition {
    LatticePosition::from_text(&rules(variant, overrides), text).expect(text)
}

fn play(position: &mut LatticePosition, text: &str) -> Result<Vec<LatticeEffect>, Reason> {
    let request = position.read_move(text).expect(text);
    position.play(&request).map_err(|illegal| illegal.reason)
}

/// Plays, and tells where the captured piece went: its rebirth cell, or `gone`, or nothing.
fn fate(position: &mut LatticePosition, text: &str) -> String {
    let effects = play(position, text).expect(text);
    let rules = position.rules().clone();
    let fates = effects.iter().filter_map(|effect| match *effect {
        LatticeEffect::Reborn { renamed, to, .. } => Some(format!("{renamed} {}", rules.name(to))),
        LatticeEffect::Removed { .. } => Some("gone".to_owned()),
        LatticeEffect::Moved { .. } | LatticeEffect::Promoted { .. } | LatticeEffect::PairRemoved { .. } => {
            None
        }
    });
    fates.collect::<Vec<_>>().join(",")
}

fn circe_fate(pieces: &str, m: &str) -> String {
    fate(&mut read("circe", "", pieces), m)
}

#[test]
fn pieces_are_reborn_by_the_colour_of_the_capture() {
    // e5 is dark: a white rook goes to a1, a black one to h8; d5 is light: a black knight to g8.
    assert_eq!(circe_fate("Ke@e1' Rh@e5 ke@g8' rh@e8 ; b", "e8e5"), "Rh a1");
    assert_eq!(circe_fate("Ke@e1' Rh@e2 ke@g8' ra@e5 ; w", "e2e5"), "ra h8");
    assert_eq!(circe_fate("Ke@e1' Rh@d1 ke@h7' nb@d5 ; w", "d1d5"), "nb g8");
    // Bishops: f8 is dark, c1 is dark.
    assert_eq!(circe_fate("Ke@e1' Rh@e2 kg@g8' bc@e5 ; w", "e2e5"), "bc f8");
    assert_eq!(circe_fate("Ke@g1' Bf@e5 kg@g8' ra@e8 ; b", "e8e5"), "Bf c1");
    // The queen has one home, a pawn the second row of the file of the capture.
    assert_eq!(circe_fate("Ke@e1' Rh@e2 kg@g8' qd@e5 ; w", "e2e5"), "qd d8");
    assert_eq!(circe_fate("Ke@e1' Rh@e2 kg@g8' pa@e5 ; w", "e2e5"), "pa e7");
}

#[test]
fn an_occupied_rebirth_square_removes_whoever_stands_there() {
    // h8 held by a black piece, then by a white one.
    assert_eq!(circe_fate("Ke@e1' Rh@e2 kg@g8' ra@e5 nb@h8 ; w", "e2e5"), "gone");
    assert_eq!(circe_fate("Ke@e1' Rh@e2 ke@a8' ra@e5 Nb@h8 ; w", "e2e5"), "gone");
    // The capture square itself is occupied by the capturer: a rook taken on its own home is gone.
    assert_eq!(circe_fate("Ke@e1' Bc@b2 ke@a8' rh@h8 ; w", "b2h8"), "gone");
}

#[test]
fn the_square_the_capturer_left_is_free() {
    // Black's rook leaves a1 itself, takes on a5 (dark): the white rook is reborn on a1.
    assert_eq!(circe_fate("Ke@e2' Rh@a5 kg@g8' ra@a1 ; b", "a1a5"), "Rh a1");
}

#[test]
fn a_pawn_taken_in_passing_is_reborn_behind_the_capturer_and_may_double_step() {
    let mut position = read("circe", "", "Ke@e1' Pe@e5 kg@g8' pd@d5 ; w ; 0 5 ; ep=d6");
    // The victim goes to its own file's second row, d7, right in front of the capturer on d6.
    assert_eq!(fate(&mut position, "e5d6"), "pd d7");
    // Both are now stuck: d7 cannot move onto d6.
    assert!(!texts(&position).iter().any(|m| m.starts_with("d7d")));
    // A reborn pawn with a free way may double-step again.
    let mut position = read("circe", "", "Ke@e1' Rh@h5 kg@g8' pd@d5 ; w");
    assert_eq!(fate(&mut position, "h5d5"), "pd d7");
    play(&mut position, "d7d6").expect("one step");
    let mut position = read("circe", "", "Ke@e1' Rh@h5 kg@g8' pd@d5 ; w");
    fate(&mut position, "h5d5");
    play(&mut position, "g8g7").expect("a waiting move");
    play(&mut position, "d5h5").expect("clears the file");
    play(&mut position, "d7d5").expect("the double step of a reborn pawn");
}

#[test]
fn a_capture_with_promotion_promotes_first_and_a_promoted_man_counts_as_what_it_is() {
    // The rook on a8 (light) is reborn on a8? The capturer stands there: gone.
    assert_eq!(circe_fate("Ke@e1' Pb@b7 kg@g6' ra@a8 ; w", "b7a8q"), "gone");
    // A promoted white queen is reborn as a queen on d1.
    assert_eq!(circe_fate("Ke@g1' Qa@e5~ kg@g8' ra@e8 ; b", "e8e5"), "Qa d1");
}

#[test]
fn a_reborn_rook_may_castle_and_a_rook_lost_at_home_may_not() {
    // Black takes a white rook on d4 (dark): it is reborn on a1, unmoved. White castles long.
    let mut position = read("circe", "", "Ke@e1 Rh@d4' kg@g8' bc@g7' ; b");
    assert!(!texts(&position).contains(&"e1c1".to_owned()));
    assert_eq!(fate(&mut position, "g7d4"), "Rh a1");
    assert!(texts(&position).contains(&"e1c1".to_owned()), "{:?}", texts(&position));
    // With a king that has moved it may not.
    let mut position = read("circe", "", "Ke@e1' Rh@d4' kg@g8' bc@g7' ; b");
    fate(&mut position, "g7d4");
    assert!(!texts(&position).contains(&"e1c1".to_owned()));
}

#[test]
fn a_capture_is_illegal_when_the_reborn_man_checks() {
    // The black rook on b5 (light) would be reborn on a8, on the a-file with White's king on a4.
    let mut position = read("circe", "", "Ke@a4' Nb@d6 kg@g8' rh@b5 ; w");
    assert_eq!(play(&mut position, "d6b5"), Err(Reason::Check));
    // The king itself may take: it leaves the file.
    assert!(play(&mut position, "a4b5").is_ok());
}

#[test]
fn a_check_is_parried_by_a_rebirth_that_shuts_the_line() {
    // The rook h8 checks the king a8. White takes the knight on d5 (light) with the bishop: it is reborn
    // on g8 and shuts the line.
    let mut position = read("circe", "", "Ke@a8' Bf@g2 ke@e6' rh@h8 nb@d5 ; w");
    assert!(position.in_check());
    assert!(texts(&position).contains(&"g2d5".to_owned()), "{:?}", texts(&position));
    assert_eq!(fate(&mut position, "g2d5"), "nb g8");
    // The same without rebirth: d5 is no parry.
    let plain = read("orthodox", "", "Ke@a8' Bf@g2 ke@e6' rh@h8 nb@d5 ; w");
    assert!(!texts(&plain).contains(&"g2d5".to_owned()));
}

#[test]
fn a_pinned_man_may_take_when_the_rebirth_shuts_the_line() {
    // The bishop on b8 is pinned by the rook h8; taking the knight on e5 (dark) sends it to b8,
    // the very cell it leaves.
    let position = read("circe", "", "Ke@a8' Bc@b8 ke@e3' rh@h8 nb@e5 ; w");
    assert!(texts(&position).contains(&"b8e5".to_owned()));
    assert!(!texts(&position).contains(&"b8d6".to_owned()));
}

#[test]
fn a_mate_that_stands_only_because_of_circe() {
    // The unguarded queen on b8 may be captured: at home on d1 she does not attack b8.
    let position = read("circe", "", "Ke@c2' Qd@b8 ke@a8' ; b");
    assert_eq!((position.status(), texts(&position)), (Status::Ongoing, vec!["a8b8".to_owned()]));
    // An unguarded rook on a7 (dark) may not: reborn on a1 it attacks the king that took it. Mate.
    let position = read("circe", "", "Ke@c7' Ra@a7 ke@a8' ; b");
    assert_eq!((position.status(), position.winner()), (Status::Checkmate, Some(Color::White)));
    let plain = read("orthodox", "", "Ke@c7' Ra@a7 ke@a8' ; b");
    assert_eq!(texts(&plain), ["a8a7"]);
}

#[test]
fn own_rebirth_is_where_the_man_began() {
    let overrides = "turns = 'alternating'";
    // The rook that began on a1 is taken on e4 (light, Circe would say h1).
    let mut position = read("circe-progressive", overrides, "Ke@g2' Ra@e4 kg@g8' ra@e8 ; b");
    assert_eq!(fate(&mut position, "e8e4"), "Ra a1");
    // A promoted piece is a pawn again, on the pawn's start cell, under a pawn's name.
    let mut position = read("circe-progressive", overrides, "Ke@g2' Qb@e4~=b2 kg@g8' ra@e8 ; b");
    assert_eq!(fate(&mut position, "e8e4"), "Pb b2");
    // A piece of no known home is gone.
    let mut position = read("circe-progressive", overrides, "Ke@g2' Q7@e4 kg@g8' ra@e8 ; b");
    assert_eq!(fate(&mut position, "e8e4"), "gone");
}

#[test]
fn promotion_keeps_the_home_and_takes_a_free_name() {
    let mut position = read("circe-progressive", "turns = 'alternating'", "Ke@g2' Qd@d1 Pd@d7 kg@h6' ; w");
    play(&mut position, "d7d8q").expect("promotes");
    assert!(position.to_string().contains("Qd2@d8~=d2"), "{position}");
}

#[test]
fn rebirth_on_rings_and_discs() {
    // Ring: a black counter-clockwise pawn taken on g5 (ring 2) begins on b7, the start on that ring.
    let mut position = read("ring64", "rebirth = 'circe'", "Ke@e1' Ra@g1' ke@e8' pb@g5!ccw' ; w");
    assert_eq!(fate(&mut position, "g1g5"), "pb b7");
    // Clockwise: g7.
    let mut position = read("ring64", "rebirth = 'circe'", "Ke@e1' Ra@g1' ke@e8' pb@g5!cw' ; w");
    assert_eq!(fate(&mut position, "g1g5"), "pb g7");
    // Disc: a crossed pawn is uncrossed again on the second row of the diameter; on file i it is gone.
    let mut position = read("disc70", "rebirth = 'circe'", "Ke@e1' Ra@c1' ke@e8' pb@c3* ; w");
    assert_eq!(fate(&mut position, "c1c3"), "pb c7");
    assert!(!position.to_string().contains('*'));
    let mut position = read("disc70", "rebirth = 'circe'", "Ke@e1' Ra@h3' ke@e8' pb@i3* ; w");
    assert_eq!(fate(&mut position, "h3i3"), "gone");
    // Two homes of a kind: by the colour of the cell; c3 is dark, so Black's dark rook, h8.
    let mut position = read("disc70", "rebirth = 'circe'", "Ke@e1' Ra@c1' ke@e8' r1@c3' ; w");
    assert_eq!(fate(&mut position, "c1c3"), "r1 h8");
}

#[test]
fn italian_checks_are_for_the_last_move() {
    // Ra1-a8 checks: the third of three moves may, the first of three may not.
    let pieces = "Ke@e1' Ra@a1' kg@g8' pf@f7 pg@g7 ph@h7";
    let last = read("progressive", "", &format!("{pieces} ; w ; 0 2 ; series=3 played=2"));
    assert!(texts(&last).contains(&"a1a8".to_owned()));
    let first = read("progressive", "", &format!("{pieces} ; w ; 0 2 ; series=3"));
    assert!(!texts(&first).contains(&"a1a8".to_owned()));
    assert_eq!(play(&mut first.clone(), "a1a8"), Err(Reason::Check));
    let scottish = read("progressive", "turns = 'scottish'", &format!("{pieces} ; w ; 0 2 ; series=3"));
    assert!(texts(&scottish).contains(&"a1a8".to_owned()));
}

#[test]
fn a_discovered_check_is_forbidden_too_and_a_rebirth_may_take_it_back() {
    // The knight's every move discovers the rook's check.
    let position = read("progressive", "", "Ke@e1' Ra@a8' Nb@b8' kg@g8' ; w ; 0 2 ; series=3");
    assert!(!texts(&position).iter().any(|m| m.starts_with("b8")));
    // Under Circe, taking the bishop on c6 sends it to c8, which shuts the line again.
    let position =
        read("progressive", "rebirth = 'circe'", "Ke@e1' Ra@a8' Nb@b8' kg@g8' bf@c6 ; w ; 0 2 ; series=3");
    assert_eq!(texts(&position).iter().filter(|m| m.starts_with("b8")).collect::<Vec<_>>(), ["b8c6"]);
}

#[test]
fn a_scottish_check_ends_the_series_and_the_next_is_one_longer() {
    let mut position =
        read("progressive", "turns = 'scottish'", "Ke@e1' Ra@a1' kg@g8' pf@f7 pg@g7 ; w ; 0 2");
    assert_eq!(position.series(), Some(series(3, 0, 0)));
    play(&mut position, "a1a8").expect("a check");
    assert_eq!((position.turn(), position.series()), (Color::Black, Some(series(4, 0, 1))));
}

#[test]
fn progressive_mate_when_every_answer_would_check() {
    // The rook a8 checks the king a1. The bishop's parry on a2 looks along a2-g8 at the king there, so it
    // is forbidden to any but the last move.
    let pieces = "Ke@a1' Bf@b1' Pb@b2 Nb@c2' kg@g8' ra@a8";
    let many = read("progressive", "", &format!("{pieces} ; w ; 0 2 ; series=3"));
    assert!(many.in_check());
    // The knight can shut the a-file on a3 without check: still alive.
    assert_eq!(many.status(), Status::Ongoing);
    let pieces = "Ke@a1' Bf@b1' Pb@b2 kg@g8' ra@a8";
    let many = read("progressive", "", &format!("{pieces} ; w ; 0 2 ; series=3"));
    assert_eq!((many.status(), many.winner()), (Status::Checkmate, Some(Color::Black)));
    let last = read("progressive", "", &format!("{pieces} ; w ; 0 2 ; series=3 played=2"));
    assert_eq!(texts(&last), ["b1a2"]);
}

#[test]
fn stalemate_inside_a_series_is_a_draw() {
    // White's king on a1 has b1, a2, b2 all covered by the queen on b3 without being in check.
    let position = read("progressive", "", "Ke@a1' kg@g8' qd@b3' ; w ; 0 2 ; series=3 played=1");
    assert_eq!((position.status(), position.winner()), (Status::Stalemate, None));
    // Italian: the pawn's capture e7 and its step f7 both remain, one of them a forbidden check.
    let pieces = "Ke@a1' Pf@f6 kg@g8' qd@b3' pe@e7'";
    let first = read("progressive", "", &format!("{pieces} ; w ; 0 2 ; series=3"));
    assert_eq!(texts(&first), ["f6e7"]);
    // With e7 empty only the check is left: no legal move, and no check to the mover.
    let stuck = read("progressive", "", "Ke@a1' Pf@f6 kg@g8' qd@b3' ; w ; 0 2 ; series=3");
    assert_eq!((stuck.status(), stuck.winner()), (Status::Stalemate, None));
}

#[test]
fn several_pawns_may_be_taken_in_passing_and_only_first() {
    // White's series: c2-c4 and e2-e4 and a king move. Then Black's pawn d4 may take on c3 or e3.
    let mut position = read("progressive", "", "Ke@g1' Pc@c2 Pe@e2 kg@g8' pd@d4' ; w ; 0 2");
    for m in ["c2c4", "e2e4", "g1g2"] {
        play(&mut position, m).expect(m);
    }
    assert!(position.to_string().ends_with("; ep=c3,e3"), "{position}");
    let takes =
        |p: &LatticePosition| texts(p).into_iter().filter(|m| m == "d4c3" || m == "d4e3").collect::<Vec<_>>();
    assert_eq!(takes(&position), ["d4c3", "d4e3"]);
    let mut later = position.clone();
    play(&mut later, "g8g7").expect("first of four");
    assert_eq!(takes(&later), Vec::<String>::new());
    // A pawn that goes on cannot be captured so; nor can one whose passed cell is occupied at the end.
    let mut position = read("progressive", "", "Ke@f2' Nx@g2 Pc@c2 Pe@e2 kg@g8' pd@d4' ; w ; 0 3");
    for m in ["c2c4", "c4c5", "e2e4", "f2f1", "g2e3"] {
        play(&mut position, m).expect(m);
    }
    assert!(!position.to_string().contains("ep="), "{position}");
}

/// A queen went over the passed cell in the same series, and the capture was forgotten and such a text refused.
#[test]
fn a_piece_that_stood_on_the_passed_cell_for_a_while_does_not_end_en_passant() {
    let text = "Kh@h1' Pd@d5' ka@a8' pe@e5' qd@e6' ; b ; 0 2 ; ep=e6 series=4 played=2";
    let mut position = read("progressive", "", text);
    assert!(position.to_string().contains("ep=e6"), "{position}");
    assert_eq!(texts(&position).iter().filter(|m| m.ends_with("e6")).count(), 0);
    let mut other = position.clone();
    for m in ["e6f6", "a8b8"] {
        play(&mut position, m).expect(m);
    }
    assert!(position.to_string().ends_with("; ep=e6"), "{position}");
    assert!(texts(&position).contains(&"d5e6".to_owned()));
    // Still occupied at the end of the series, the cell allows no capture.
    for m in ["a8b8", "b8a8"] {
        play(&mut other, m).expect(m);
    }
    assert!(!other.to_string().contains("ep="), "{other}");
    let rules = rules("progressive", "");
    let again = LatticePosition::from_text(&rules, "Kh@h1' Pd@d5' ka@a8' pe@e5' qd@e6' ; w ; 0 3 ; ep=e6");
    assert!(again.is_err(), "occupied before the first move");
}

/// The removal of a pair may empty the passed cell: then the capture is possible in the same turn.
#[test]
fn a_removed_pair_may_empty_the_passed_cell() {
    let text = "Ke@e1' Pd@d4!cw Px@d3!ccw Py@d2!cw ke@e8' pa@c4!ccw ; b ; 0 2 ; ep=d3";
    let position = read("ring64", "turns = 'italian'", text);
    let takes: Vec<String> = texts(&position).into_iter().filter(|m| m.ends_with("c4d3")).collect();
    assert_eq!(takes, ["c4d3", "xx:d2d3 c4d3"]);
    let mut removed = position.clone();
    let effects = play(&mut removed, "xx:d2d3 c4d3").expect("en passant");
    assert_eq!(
        effects.iter().filter_map(LatticeEffect::captured).map(|l| l.to_string()).collect::<Vec<_>>(),
        ["Pd"]
    );
}

#[test]
fn ten_quiet_series_draw() {
    let pieces = "Ke@e1' Ra@a1' ke@e8' ra@a8'";
    let mut position =
        read("progressive", "turns = 'scottish'", &format!("{pieces} ; w ; 40 1 ; series=1 quiet=9"));
    assert_eq!(position.status(), Status::Ongoing);
    play(&mut position, "e1e2").expect("quiet");
    assert_eq!((position.series(), position.status()), (Some(series(2, 0, 10)), Status::Draw));
    assert!(texts(&position).is_empty());
    // A capture within the series starts the count again. HALFMOVE alone draws nothing.
    let mut position =
        read("progressive", "turns = 'scottish'", &format!("{pieces} ; w ; 140 1 ; series=1 quiet=9"));
    play(&mut position, "a1a8").expect("takes");
    assert_eq!(position.series(), Some(series(2, 0, 0)));
}

#[test]
fn a_check_that_stands_already_is_forbidden_to_go_on_under_snaffle() {
    // The kings stand side by side. Any Italian move but the last leaves that check standing, so only
    // taking the king is left.
    let position = read(
        "byzantine",
        "turns = 'italian'\ncheck_rule = 'snaffle'",
        "Ke@a7' P1@a1!ccw' kd@b7' n1@d1' pb@c4!cw' ; w ; 7 3",
    );
    assert_eq!(texts(&position), ["a7b7"]);
}
