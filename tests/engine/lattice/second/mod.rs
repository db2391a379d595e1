//! The move generator against a second one, over random games; and what must hold in every position:
//! the text reads back, the key does not depend on the way there, a refusal changes nothing.

mod slow;

use crate::common::{Dice, rules, texts};
use continuum::chess::{Role, Status};
use continuum::lattice::{Effect, Move, MoveKind, MoveRequest, PawnDirection, Position};
use slow::Slow;

#[derive(Debug, Default)]
struct Seen {
    positions: u32,
    castlings: u32,
    passings: u32,
    promotions: u32,
    removals: u32,
    crossings: u32,
    rebirths: u32,
}

/// Plays random games, looking at every position; special moves and pawns are preferred so that all of
/// them occur.
fn playouts(variant: &str, overrides: &str, games: u64, mut look: impl FnMut(&Position)) -> Seen {
    let rules = rules(variant, overrides);
    let mut seen = Seen::default();
    for game in 0..games {
        let mut dice = Dice(0x9e37_79b9 ^ (game + 1) << 20);
        let mut position = Position::initial(&rules).expect("valid");
        // Byzantine pawns go one step at a time, so their pairs take long to meet.
        for _ in 0..if variant == "byzantine" { 300 } else { 90 } {
            look(&position);
            seen.positions += 1;
            if position.status() != Status::Ongoing {
                break;
            }
            let moves = position.legal_moves();
            let special = |m: &&Move| {
                m.kind() != MoveKind::Plain || m.promotion().is_some() || m.removed_pairs().next().is_some()
            };
            let rare: Vec<Move> = moves.iter().filter(special).copied().collect();
            let pawns = |m: &&Move| position.piece_at(m.from()).is_some_and(|piece| piece.role == Role::Pawn);
            let pawns: Vec<Move> = moves.iter().filter(pawns).copied().collect();
            let pool = match dice.below(8) {
                0..3 if !rare.is_empty() => &rare[..],
                3..5 if !pawns.is_empty() => &pawns[..],
                _ => &moves[..],
            };
            let m = pool[dice.below(pool.len())];
            let before = position.piece_at(m.from()).expect("a piece");
            let effects = position.play_move(m).expect("legal");
            let after = position.piece_at(m.to());
            seen.castlings += u32::from(m.kind() == MoveKind::Castle);
            seen.passings += u32::from(m.kind() == MoveKind::EnPassant);
            seen.promotions += u32::from(m.promotion().is_some());
            seen.removals += u32::from(m.removed_pairs().next().is_some());
            let crossed = before.way == Some(PawnDirection::First)
                && after.is_some_and(|a| a.way == Some(PawnDirection::Second));
            seen.crossings += u32::from(crossed);
            seen.rebirths += u32::from(effects.iter().any(|e| matches!(e, Effect::Reborn { .. })));
        }
    }
    seen
}

fn agrees(variant: &str, overrides: &str) -> Seen {
    let games = if cfg!(debug_assertions) { 20 } else { 150 };
    let seen = playouts(variant, overrides, games, |position| {
        if matches!(position.status(), Status::Ongoing | Status::Checkmate | Status::Stalemate) {
            assert_eq!(texts(position), Slow::of(position).moves(), "{variant}: {position}");
        }
    });
    assert!(u64::from(seen.positions) > 10 * games, "{variant}: {seen:?}");
    seen
}

#[test]
fn the_moebius_strip_agrees_on_discs() {
    for variant in ["disc70", "disc68", "disc66"] {
        let seen = agrees(variant, "");
        let Seen { castlings, passings, promotions, crossings, .. } = seen;
        assert!(castlings > 0 && passings > 0 && promotions > 0 && crossings > 0, "{variant}: {seen:?}");
    }
}

#[test]
fn the_cut_board_agrees_on_rings() {
    let seen = agrees("ring64", "");
    assert!(seen.castlings > 0 && seen.passings > 0 && seen.removals > 0, "{seen:?}");
    let seen = agrees("ring64", "array = 'rotated'");
    assert!(seen.castlings > 0 && seen.passings > 0 && seen.removals > 0, "{seen:?}");
    let seen = agrees("reynolds", "");
    assert!(seen.promotions > 0, "{seen:?}");
    agrees("reynolds", "array = 'rotated'");
    let seen = agrees("byzantine", "");
    assert!(seen.removals > 0, "{seen:?}");
}

/// Moves are counted by sets of pawns, and listed one by one.
#[test]
fn as_many_moves_are_counted_as_listed() {
    let games = if cfg!(debug_assertions) { 8 } else { 60 };
    for variant in ["orthodox", "circe", "shatranj", "byzantine", "reynolds", "ring64", "disc70"] {
        let seen = playouts(variant, "", games, |position| {
            assert_eq!(position.perft(1), position.legal_moves().len() as u64, "{variant}: {position}");
        });
        assert!(u64::from(seen.positions) > 10 * games, "{variant}: {seen:?}");
    }
}

#[test]
fn texts_read_back_and_keys_are_the_same_from_scratch() {
    let boards = ["orthodox", "shatranj", "byzantine", "reynolds", "ring64", "disc70", "disc66"];
    let games = if cfg!(debug_assertions) { 3 } else { 6 };
    let mut rebirths = 0;
    for board in boards {
        for rebirth in ["none", "circe", "own"] {
            for turns in ["alternating", "italian", "scottish"] {
                let overrides = format!("rebirth = '{rebirth}'\nturns = '{turns}'");
                let seen = playouts(board, &overrides, games, |position| {
                    let text = position.to_string();
                    let read = Position::from_text(position.rules(), &text).expect(&text);
                    assert_eq!(&read, position, "{board} {overrides}: {text}");
                    assert_eq!(
                        (read.key(), read.repetition_key()),
                        (position.key(), position.repetition_key())
                    );
                    assert_eq!(texts(&read), texts(position), "{board} {overrides}: {text}");
                });
                rebirths += seen.rebirths;
            }
        }
    }
    assert!(u64::from(rebirths) > 50 * games, "{rebirths}");
}

#[test]
fn every_legal_move_reads_back_and_every_other_is_refused_at_no_cost() {
    for variant in ["orthodox", "ring64", "disc68", "circe-progressive"] {
        let mut turn = 0;
        playouts(variant, "", 3, |position| {
            turn += 1;
            if turn % 9 != 0 || position.status() != Status::Ongoing {
                return;
            }
            let moves = position.moves_by_text();
            for (text, m) in &moves {
                let request = position.read_move(text).expect(text);
                assert_eq!(position.find_move(&request), Ok(*m), "{variant} {position}: {text}");
            }
            let grid = position.rules().grid().clone();
            for from in grid.cells() {
                for to in grid.places() {
                    let legal = |promotion| {
                        moves.iter().any(|(_, m)| {
                            (m.from(), m.to(), m.promotion()) == (from, to, promotion)
                                && m.removed_pairs().next().is_none()
                        })
                    };
                    let request = MoveRequest { from, to, promotion: None, pairs: Vec::new() };
                    let mut next = position.clone();
                    let played = next.play(&request);
                    assert_eq!(played.is_ok(), legal(None), "{variant} {position}: {request:?}");
                    if played.is_err() {
                        assert_eq!(&next, position);
                    }
                }
            }
        });
    }
}
