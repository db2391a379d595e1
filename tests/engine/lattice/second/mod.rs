//! The move generator against a second one, over random games; and what must hold in every position:
//! the text reads back, the key does not depend on the way there, a refusal changes nothing.

mod flat;
mod slow;

use crate::common::{Dice, rules, texts};
use continuum::chess::{Kind, Status};
use continuum::lattice::{
    LatticeEffect, LatticeMove, LatticePosition, LatticeRules, MoveKind, MoveRequest, PawnWay,
};
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

fn play_out(rules: &Arc<LatticeRules>, games: u64, mut look: impl FnMut(&LatticePosition)) -> Seen {
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
            let special = |m: &&LatticeMove| {
                m.kind() != MoveKind::Plain || m.promotion().is_some() || m.removed_pairs().next().is_some()
            };
            let rare: Vec<LatticeMove> = moves.iter().filter(special).copied().collect();
            let pawns =
                |m: &&LatticeMove| position.piece_at(m.from()).is_some_and(|piece| piece.kind == Kind::PAWN);
            let pawns: Vec<LatticeMove> = moves.iter().filter(pawns).copied().collect();
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
            let crossed =
                before.way == Some(PawnWay::First) && after.is_some_and(|a| a.way == Some(PawnWay::Second));
            seen.crossings += u32::from(crossed);
            seen.rebirths += u32::from(effects.iter().any(|e| matches!(e, LatticeEffect::Reborn { .. })));
        }
    }
    seen
}

fn agrees(variant: &str, overrides: &str) -> Seen {
    let games = if cfg!(debug_assertions) { 20 } else { 150 };
    agree_with(&rules(variant, overrides), games, |position| Slow::of(position).moves())
}

/// The unwrapped board is the slower generator: builds without optimization play few games with it.
fn agrees_unwrapped(rules: &Arc<LatticeRules>) -> Seen {
    agree_with(rules, if cfg!(debug_assertions) { 3 } else { 150 }, |position| Flat::of(position).moves())
}

fn agree_with(
    rules: &Arc<LatticeRules>,
    games: u64,
    moves: impl Fn(&LatticePosition) -> Vec<String>,
) -> Seen {
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

/// Boards that close upon themselves.
const CLOSED: [&str; 3] = ["spherical64", "pillow64", "projective96"];

/// The boards of the presets with seams, with and without double steps, and boards of other sizes.
#[test]
fn unwrapped_cells_agree_on_boards_with_seams() {
    let mut all = Seen::default();
    let mut agree = |rules: &Arc<LatticeRules>| {
        let seen = agrees_unwrapped(rules);
        all.castlings += seen.castlings;
        all.passings += seen.passings;
        all.promotions += seen.promotions;
    };
    for variant in ["orthodox", "cylinder64", "mobius80", "torus96", "klein96"] {
        agree(&rules(variant, ""));
    }
    for variant in CLOSED {
        agree(&rules(variant, ""));
    }
    for line in [7, 5, 12] {
        agree(&rules("torus96", &format!("promotion_line = {line}")));
        agree(&rules("klein96", &format!("promotion_line = {line}")));
    }
    agree(&rules("projective96", "promotion_line = 7"));
    for variant in ["spherical64", "pillow64"] {
        agree(&rules(variant, "promotion_line = 5"));
        agree(&rules(variant, "promotion_line = -1"));
    }
    let small = "start = 'rnkb/pppp/4/4/4/PPPP/RNKB w - - 0 1'\nboard_width = 4\nboard_height = 7";
    for board in ["square", "cylinder"] {
        agree(&rules("orthodox", &format!("board = '{board}'\n{small}")));
    }
    let pieces =
        "Ra@a1 Nb@b1 Kc@c1 Nd@d1 Pa@a2 Pb@b2 Pc@c2 Pd@d2 ra@a7 nb@b7 kc@c7 nd@d7 pa@a6 pb@b6 pc@c6 pd@d6";
    let closed = [("spherical", 7), ("pillow", 7), ("spherical", 9), ("pillow", 8), ("projective", 9)];
    for (board, height) in
        [("mobius", 7), ("torus", 9), ("klein", 9), ("mobius", 8)].into_iter().chain(closed)
    {
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
        LatticeRules::new(&variant).expect("on cells")
    };
    for name in ["capablanca.toml", "knightmate.toml", "riders.toml", "torus-promotion.toml"] {
        agrees_unwrapped(&file(name, ""));
    }
    for name in ["capablanca.toml", "knightmate.toml", "riders.toml"] {
        agrees_unwrapped(&file(name, "board = 'cylinder'"));
    }
    let (mut dice, mut agreed) = (Dice(0xce11_5eed), 0);
    for board in ["square", "cylinder", "mobius", "torus", "klein", "spherical", "pillow", "projective"] {
        for _ in 0..if cfg!(debug_assertions) { 2 } else { 12 } {
            // Some arrays begin with a check on the side that waits.
            let rules = (0..100).find_map(|_| {
                let text = random_kinds(board, &mut dice);
                let variant = Variant::read(&text, &toml::Table::new()).expect(&text);
                let rules = LatticeRules::new(&variant).expect("on cells");
                LatticePosition::initial(&rules).is_ok().then_some(rules)
            });
            let Some(rules) = rules else { continue };
            agrees_unwrapped(&rules);
            agreed += 1;
        }
    }
    assert!(agreed > 4, "{agreed}");
}

/// Returns the text of a variant with the lists of each kind in reverse: kinds, moves, vectors.
fn lists_reversed(text: &str) -> String {
    fn reverse(list: &mut toml::Value) -> &mut Vec<toml::Value> {
        let list = list.as_array_mut().expect("a list");
        list.reverse();
        list
    }
    let mut variant: toml::Table = text.parse().expect(text);
    for kind in reverse(&mut variant["kind"]) {
        for part in reverse(&mut kind["move"]) {
            reverse(&mut part["toward"]);
        }
    }
    variant.to_string()
}

/// On boards with flipped seams two ways to one cell may leave different frames.
#[test]
fn the_order_of_a_kinds_lists_changes_nothing() {
    let (mut dice, mut compared) = (Dice(0x0de4), 0);
    for board in ["cylinder", "mobius", "torus", "klein", "spherical", "pillow", "projective"] {
        for _ in 0..if cfg!(debug_assertions) { 15 } else { 150 } {
            let text = random_kinds(board, &mut dice);
            let [written, reversed] = [text.clone(), lists_reversed(&text)].map(|text| {
                let rules =
                    LatticeRules::new(&Variant::read(&text, &toml::Table::new()).expect(&text)).expect(&text);
                LatticePosition::initial(&rules).ok()
            });
            let (Some(mut written), Some(mut reversed)) = (written, reversed) else { continue };
            for _ in 0..60 {
                assert_eq!(written.to_string(), reversed.to_string(), "{text}");
                let moves = texts(&written);
                assert_eq!(moves, texts(&reversed), "{written}: {text}");
                if written.status() != Status::Ongoing {
                    break;
                }
                let choice = &moves[dice.below(moves.len())];
                for position in [&mut written, &mut reversed] {
                    let request = position.read_move(choice).expect(choice);
                    position.play(&request).expect("legal");
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 1_000, "{compared}");
}

/// Two ways of five steps lead from c2 to h2 and from h2 to c7 on this strip of ten files. One of each crosses the seam, which
/// reverses the ranks; the other counts, in whichever order the vectors are written.
#[test]
fn the_way_with_fewer_reversals_counts() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/variants/striders.toml");
    let written = std::fs::read_to_string(file).expect("striders.toml");
    for text in [&written, &lists_reversed(&written)] {
        let rules = LatticeRules::new(&Variant::read(text, &toml::Table::new()).expect(text)).expect(text);
        for (start, played, arrived) in [("c2", "c2h2", "S@h2"), ("h2", "h2c7", "S@c7")] {
            let position = format!("S@{start}' Ka@a1 kb@e8 ; w");
            let mut position = LatticePosition::from_text(&rules, &position).expect("sound");
            let request = position.read_move(played).expect(played);
            position.play(&request).expect("legal");
            assert!(position.to_string().contains(&format!("{arrived} ")), "{position}: {text}");
        }
    }
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
    for variant in ["ring64", "byzantine"] {
        for who in ["owner", "either"] {
            let seen = agrees(variant, &format!("pawn_pairs = '{who}'"));
            assert!(seen.removals > 0, "{variant} {who}: {seen:?}");
        }
    }
}

/// Pawns that stay where they might promote on discs.
#[test]
fn pawns_that_may_stay_agree() {
    agrees("disc70", "promotion = 'optional'");
    agrees("disc66", "promotion = 'optional'");
}

/// Arrays of one's own on round boards: the counts of moves and replies are those of the moves one by one.
#[test]
fn round_boards_with_arrays_at_random_count_as_they_list() {
    let mut dice = Dice(0x0a77_a2e5);
    for variant in ["ring64", "byzantine", "reynolds", "disc70", "disc66"] {
        let usual = rules(variant, "");
        let cells: Vec<String> = usual.grid().cells().map(|cell| usual.name(cell)).collect();
        for _ in 0..if cfg!(debug_assertions) { 6 } else { 60 } {
            let start = array_at_random(variant, &cells, &mut dice);
            let rules = rules(variant, &format!("start = '{start}'"));
            let Ok(mut position) = LatticePosition::initial(&rules) else { continue };
            for _ in 0..40 {
                let moves = position.legal_moves();
                assert_eq!(position.perft(1), moves.len() as u64, "{position}");
                let apart: u64 = moves.iter().map(|&m| after(&position, m).perft(1)).sum();
                assert_eq!(position.perft(2), apart, "{variant} {start}: {position}");
                if position.status() != Status::Ongoing {
                    break;
                }
                position = after(&position, moves[dice.below(moves.len())]);
            }
        }
    }
}

fn after(position: &LatticePosition, m: LatticeMove) -> LatticePosition {
    let mut after = position.clone();
    after.play_move(m).expect("legal");
    after
}

/// Kings, officers and pawns on cells at random; on the ring each pawn has a direction.
fn array_at_random(variant: &str, cells: &[String], dice: &mut Dice) -> String {
    let mut free = cells.to_vec();
    let mut text = String::new();
    let ring = !variant.starts_with("disc");
    for label in ["K", "k", "Ra", "Rb", "Qa", "Na", "ra", "rb", "qa", "nb"] {
        text += &format!("{label}@{} ", free.swap_remove(dice.below(free.len())));
    }
    for color in ["P", "p"] {
        for letter in 'a'..='f' {
            let cell = free.swap_remove(dice.below(free.len()));
            let way = match (ring, dice.below(2)) {
                (true, 0) => "!cw",
                (true, _) => "!ccw",
                (false, _) => "",
            };
            text += &format!("{color}{letter}@{cell}{way} ");
        }
    }
    text + "; w"
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
    let all = boards.map(|board| (board, &["none", "circe", "own"][..]));
    // Circe's homes are those of the orthodox array.
    let closed = CLOSED.map(|board| (board, &["none", "own"][..]));
    let games = if cfg!(debug_assertions) { 3 } else { 6 };
    let mut rebirths = 0;
    for (board, ways) in all.into_iter().chain(closed) {
        for rebirth in ways {
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
