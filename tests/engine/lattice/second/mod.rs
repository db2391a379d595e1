//! The move generator against a second one, over random games; and what must hold in every position:
//! the text reads back, the key does not depend on the way there, a refusal changes nothing.

mod flat;
mod slow;

use crate::common::{Dice, rules, texts};
use continuum::chess::{Kind, Status};
use continuum::lattice::{Effect, LatticePosition, Move, MoveKind, MoveRequest, PawnDirection, Rules};
use continuum::variant::Variant;
use flat::Flat;
use slow::Slow;
use std::sync::Arc;

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
fn playouts(variant: &str, overrides: &str, games: u64, look: impl FnMut(&LatticePosition)) -> Seen {
    play_out(&rules(variant, overrides), games, look)
}

fn play_out(rules: &Arc<Rules>, games: u64, mut look: impl FnMut(&LatticePosition)) -> Seen {
    let variant = rules.variant().name();
    let mut seen = Seen::default();
    for game in 0..games {
        let mut dice = Dice(0x9e37_79b9 ^ (game + 1) << 20);
        let mut position = LatticePosition::initial(rules).expect("valid");
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
            let pawns = |m: &&Move| position.piece_at(m.from()).is_some_and(|piece| piece.kind == Kind::PAWN);
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
    agree_with(&rules(variant, overrides), games, |position| Slow::of(position).moves())
}

/// The unwrapped board is the slower generator: builds without optimization play few games with it.
fn agrees_unwrapped(rules: &Arc<Rules>) -> Seen {
    agree_with(rules, if cfg!(debug_assertions) { 3 } else { 150 }, |position| Flat::of(position).moves())
}

fn agree_with(rules: &Arc<Rules>, games: u64, moves: impl Fn(&LatticePosition) -> Vec<String>) -> Seen {
    let variant = rules.variant().name();
    let seen = play_out(rules, games, |position| {
        if matches!(position.status(), Status::Ongoing | Status::Checkmate | Status::Stalemate) {
            assert_eq!(texts(position), moves(position), "{variant}: {position}");
        }
        // Moves are counted by sets of pawns, and listed one by one.
        assert_eq!(position.perft(1), position.legal_moves().len() as u64, "{variant}: {position}");
        let text = position.to_string();
        let read = LatticePosition::from_text(position.rules(), &text).expect(&text);
        assert_eq!((&read, read.key()), (position, position.key()), "{variant}: {text}");
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

/// The boards of the presets with seams, with and without double steps, and boards of other sizes.
#[test]
fn unwrapped_cells_agree_on_boards_with_seams() {
    let mut all = Seen::default();
    let mut agree = |rules: &Arc<Rules>| {
        let seen = agrees_unwrapped(rules);
        all.castlings += seen.castlings;
        all.passings += seen.passings;
        all.promotions += seen.promotions;
    };
    for variant in ["orthodox", "cylinder64", "mobius80", "torus96", "klein96"] {
        agree(&rules(variant, ""));
    }
    for line in [7, 5, 12] {
        agree(&rules("torus96", &format!("promotion_line = {line}")));
        agree(&rules("klein96", &format!("promotion_line = {line}")));
    }
    let small = "start = 'rnkb/pppp/4/4/4/PPPP/RNKB w - - 0 1'\nboard_width = 4\nboard_height = 7";
    for board in ["square", "cylinder"] {
        agree(&rules("orthodox", &format!("board = '{board}'\n{small}")));
    }
    let pieces =
        "Ra@a1 Nb@b1 Kc@c1 Nd@d1 Pa@a2 Pb@b2 Pc@c2 Pd@d2 ra@a7 nb@b7 kc@c7 nd@d7 pa@a6 pb@b6 pc@c6 pd@d6";
    for (board, height) in [("mobius", 7), ("torus", 9), ("klein", 9), ("mobius", 8)] {
        let start =
            format!("board = '{board}'\nboard_width = 4\nboard_height = {height}\nstart = '{pieces} ; w'");
        agree(&rules("orthodox", &start));
    }
    assert!(all.castlings > 0 && all.passings > 0 && all.promotions > 0, "{all:?}");
}

/// The variants with own kinds under `scenarios/variants`, on their boards and on others, and kinds made at random.
#[test]
fn lists_of_vectors_agree_on_own_kinds() {
    let file = |name: &str, more: &str| {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/variants").join(name);
        let text = std::fs::read_to_string(path).expect(name);
        let variant = Variant::read(&text, &more.parse().expect("TOML")).expect(name);
        Rules::new(&variant).expect("on cells")
    };
    for name in ["capablanca.toml", "knightmate.toml", "riders.toml", "torus-promotion.toml"] {
        agrees_unwrapped(&file(name, ""));
    }
    for name in ["capablanca.toml", "knightmate.toml", "riders.toml"] {
        agrees_unwrapped(&file(name, "board = 'cylinder'"));
    }
    let (mut dice, mut agreed) = (Dice(0xce11_5eed), 0);
    for board in ["square", "cylinder", "mobius", "torus", "klein"] {
        for _ in 0..if cfg!(debug_assertions) { 2 } else { 12 } {
            // Some arrays begin with a check on the side that waits.
            let rules = (0..100).find_map(|_| {
                let text = random_kinds(board, &mut dice);
                let variant = Variant::read(&text, &toml::Table::new()).expect(&text);
                let rules = Rules::new(&variant).expect("on cells");
                LatticePosition::initial(&rules).is_ok().then_some(rules)
            });
            let Some(rules) = rules else { continue };
            agrees_unwrapped(&rules);
            agreed += 1;
        }
    }
    assert!(agreed > 4, "{agreed}");
}

/// A variant with three own kinds, of which one may be royal and one a pawn, each with a few moves of any sort.
fn random_kinds(board: &str, dice: &mut Dice) -> String {
    let mut text =
        format!("name = 'random-{board}'\nboard = '{board}'\nmotion = 'lattice'\nboard_height = 9\n");
    let royal = dice.below(3) == 0;
    let king = if royal { 'X' } else { 'K' };
    let place = |letter: char, file: u8, more: &str, rank: usize| {
        format!("{letter}{0}{more}@{0}{rank} ", char::from(file))
    };
    let mut pieces = String::new();
    for (file, letter) in (b'a'..).zip(['R', 'Y', 'Z', 'Q', king, 'Y', 'N', 'R']) {
        let pawn = if dice.below(2) == 0 { 'P' } else { 'Z' };
        for (letter, more, ranks) in [(letter, "", [2, 7]), (pawn, "2", [3, 6])] {
            pieces += &place(letter, file, more, ranks[0]);
            pieces += &place(letter.to_ascii_lowercase(), file, more, ranks[1]);
        }
    }
    text += &format!("start = '{pieces}; w'\n");
    for letter in ['X', 'Y', 'Z'] {
        let is_royal = letter == 'X';
        text += &format!("[[kind]]\nname = 'kind {letter}'\nletter = '{letter}'\nroyal = {is_royal}\n");
        text += &format!("pawn = {}\n", letter == 'Z');
        for n in 0..=dice.below(3) {
            // A royal rider would be in check from everywhere.
            let go = if dice.below(2) == 0 || is_royal { "leap" } else { "ride" };
            let takes = if n == 0 { "may" } else { ["may", "never", "must"][dice.below(3)] };
            let mut vectors: Vec<[i32; 2]> = Vec::new();
            for _ in 0..=dice.below(4) {
                let vector = [dice.below(5) as i32 - 2, dice.below(5) as i32 - 2];
                if vector != [0, 0] && !vectors.contains(&vector) {
                    vectors.push(vector);
                }
            }
            if vectors.is_empty() {
                vectors.push([1, 1]);
            }
            text += &format!("[[kind.move]]\ngo = '{go}'\ntakes = '{takes}'\ntoward = {vectors:?}\n");
            if go == "ride" && dice.below(2) == 0 {
                text += &format!("range = {}\n", 1 + dice.below(3));
            }
            if dice.below(4) == 0 {
                text += &format!("first_range = {}\n", 1 + dice.below(4));
            }
        }
    }
    text
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
                    let read = LatticePosition::from_text(position.rules(), &text).expect(&text);
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
