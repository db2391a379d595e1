//! Kinds of one's own on the square against Fairy-Stockfish, by its Python package pyffish 0.0.90: perft to depth 3 of twelve
//! kinds in Betza's letters, from an array and from a position in which they stand in the middle.

use continuum::lattice::{LatticePosition, LatticeRules};
use continuum::variant::Variant;

const WAZIR: &str = "[1, 0], [0, 1], [-1, 0], [0, -1]";
const FERZ: &str = "[1, 1], [-1, 1], [-1, -1], [1, -1]";
const DABBABA: &str = "[2, 0], [0, 2], [-2, 0], [0, -2]";
const ALFIL: &str = "[2, 2], [-2, 2], [-2, -2], [2, -2]";
const KNIGHT: &str = "[2, 1], [1, 2], [-1, 2], [-2, 1], [-2, -1], [-1, -2], [1, -2], [2, -1]";
const CAMEL: &str = "[3, 1], [1, 3], [-1, 3], [-3, 1], [-3, -1], [-1, -3], [1, -3], [3, -1]";
const ZEBRA: &str = "[3, 2], [2, 3], [-2, 3], [-3, 2], [-3, -2], [-2, -3], [2, -3], [3, -2]";

const START: &str = "rabqkbar/pppppppp/8/8/8/8/PPPPPPPP/RABQKBAR w - - 0 1";
const MIDDLE: &str = "r1bqkb1r/pp2pppp/2a2a2/3p4/3P4/2A2A2/PP2PPPP/R1BQKB1R w - - 0 1";

fn leap(vectors: &[&str]) -> String {
    format!("[[kind.move]]\ngo = 'leap'\ntoward = [{}]\n", vectors.join(", "))
}

fn counts(moves: &str, fen: &str) -> [u64; 3] {
    let text = format!(
        "name = 'betza'\nmotion = 'lattice'\nstart = '{START}'\n[[kind]]\nname = 'a kind'\nletter = 'A'\n{moves}"
    );
    let variant = Variant::read(&text, &toml::Table::new()).expect(moves);
    let rules = LatticeRules::new(&variant).expect("on cells");
    let position = LatticePosition::from_fen(&rules, fen).expect(fen);
    [1, 2, 3].map(|depth| position.perft(depth))
}

#[test]
fn twelve_kinds_count_as_in_another_program() {
    let ride =
        |vectors: &str, more: &str| format!("[[kind.move]]\ngo = 'ride'\n{more}toward = [{vectors}]\n");
    let divergent = leap(&[KNIGHT]) + "takes = 'never'\n" + &ride(FERZ, "takes = 'must'\n");
    let kinds: [(&str, String, [u64; 3], [u64; 3]); 12] = [
        ("W", leap(&[WAZIR]), [16, 256, 4818], [30, 895, 27246]),
        ("F", leap(&[FERZ]), [16, 256, 4882], [27, 727, 20795]),
        ("D", leap(&[DABBABA]), [18, 324, 6572], [29, 834, 25110]),
        ("A", leap(&[ALFIL]), [18, 324, 6572], [27, 724, 21042]),
        ("C", leap(&[CAMEL]), [20, 400, 9020], [30, 889, 27783]),
        ("Z", leap(&[ZEBRA]), [20, 400, 8942], [29, 775, 22197]),
        ("NN", ride(KNIGHT, ""), [24, 576, 15586], [37, 1354, 50577]),
        ("FfW", leap(&[FERZ, "[0, 1]"]), [16, 256, 4946], [29, 839, 25583]),
        ("WfF", leap(&[WAZIR, "[1, 1], [-1, 1]"]), [16, 256, 4946], [33, 1084, 36279]),
        ("mNcB", divergent, [20, 400, 9046], [33, 1078, 36362]),
        ("KAD", leap(&[WAZIR, FERZ, ALFIL, DABBABA]), [20, 400, 9542], [44, 1922, 84657]),
        ("WD", leap(&[WAZIR, DABBABA]), [18, 324, 6752], [36, 1286, 45828]),
    ];
    for (betza, moves, start, middle) in kinds {
        assert_eq!(counts(&moves, START), start, "{betza}");
        assert_eq!(counts(&moves, MIDDLE), middle, "{betza}");
    }
}

/// Two arrays as others play them.
#[test]
fn capablanca_and_knightmate_count_as_in_another_program() {
    for (file, counts) in [("capablanca.toml", [28, 784, 25228]), ("knightmate.toml", [18, 324, 6765])] {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/variants").join(file);
        let text = std::fs::read_to_string(path).expect(file);
        let rules =
            LatticeRules::new(&Variant::read(&text, &toml::Table::new()).expect(file)).expect("on cells");
        let position = LatticePosition::initial(&rules).expect("an array");
        assert_eq!([1, 2, 3].map(|depth| position.perft(depth)), counts, "{file}");
    }
}

fn rules_of(text: &str) -> std::sync::Arc<LatticeRules> {
    let text = format!("name = 'own'\nmotion = 'lattice'\n{text}");
    let variant = Variant::read(&text, &toml::Table::new()).expect("a variant");
    LatticeRules::new(&variant).expect("on cells")
}

fn after(rules: &std::sync::Arc<LatticeRules>, text: &str, moves: &[&str]) -> LatticePosition {
    let mut position = LatticePosition::from_text(rules, text).expect(text);
    for text in moves {
        let m = position
            .moves_by_text()
            .into_iter()
            .find_map(|(found, m)| (found == *text).then_some(m))
            .expect(text);
        position.play(&m.into()).expect("legal");
    }
    position
}

const LANCE: &str = "promotes_to = 'G'\n[[kind]]\nname = 'lance'\nletter = 'G'\n[[kind.move]]\ngo = 'ride'\ntoward = [[0, 1]]\n";

/// A pawn that is its own mirror image hands on the frame of its side: Black's lance goes down the board.
#[test]
fn a_pawn_without_a_frame_promotes_to_the_frame_of_its_side() {
    let sergeant = "[[kind]]\nname = 'sergeant'\nletter = 'H'\npawn = true\n[[kind.move]]\ngo = 'ride'\nrange = 1\n\
                    toward = [[0, 1], [0, -1], [1, 0], [-1, 0]]\n";
    let start = "start = 'Ke@e1 Ha@a7 ke@e8 hh@h2 ; w'\ncastling = false\n";
    let rules = rules_of(&format!("{start}{LANCE}{sergeant}"));
    let black = after(&rules, "Ke@e1' Ha@a6' ke@e8' hh@h2' ; b", &["h2h1g"]);
    assert_eq!(black.to_string(), "Ha@a6 Ke@e1 gh@h1~ ke@e8 ; w ; 0 2");
}

/// Over the end of the pillow both coordinates are reversed, and the new piece goes on from there.
#[test]
fn a_double_step_that_promotes_over_a_seam_keeps_its_frame() {
    let start = "board = 'pillow'\nstart = 'Ke@a5 Pd@d7 ke@e5 ; w'\npromotion_line = 8\n";
    let rules = rules_of(&format!("{start}{LANCE}"));
    let promoted = after(&rules, "start", &["d7e8g"]);
    assert!(promoted.to_string().contains("Gd@e8/xy~"), "{promoted}");
}

/// A kind with the letter of a usual piece stands for it in the board's own array too.
#[test]
fn a_kind_that_replaces_a_usual_one_is_that_of_the_array() {
    let leaper = "[[kind]]\nname = 'leaper'\nletter = 'B'\n[[kind.move]]\ngo = 'leap'\ntoward = [[0, 2]]\nrange = 1\nfirst_range = 2\n";
    let start = LatticePosition::from_text(&rules_of(leaper), "start").expect("the array");
    let of_bishop: Vec<String> = start.moves_by_text().into_iter().map(|(text, _)| text).collect();
    let of_bishop: Vec<&String> = of_bishop.iter().filter(|text| text.starts_with("c1")).collect();
    assert_eq!(of_bishop, ["c1c3", "c1c5"]);
    let berolina = "rebirth = 'own'\n[[kind]]\nname = 'berolina'\nletter = 'P'\npawn = true\n[[kind.move]]\ngo = 'ride'\n\
                    toward = [[1, 1], [-1, 1]]\nrange = 1\ntakes = 'never'\n[[kind.move]]\ngo = 'ride'\n\
                    toward = [[0, 1]]\nrange = 1\ntakes = 'must'\n";
    let reborn = after(&rules_of(berolina), "Ke@e1' ke@d7' qd@d8 Qa@a8~=a2 ; b", &["d8a8"]);
    let moves = reborn.moves_by_text().into_iter().map(|(text, _)| text);
    assert_eq!(moves.filter(|text| text.starts_with("a2")).collect::<Vec<_>>(), ["a2b3"]);
}

#[test]
fn circe_is_refused_where_a_kind_replaces_one_of_the_array() {
    let text = "name = 'own'\nmotion = 'lattice'\nrebirth = 'circe'\n[[kind]]\nname = 'mine'\nletter = 'N'\n\
                [[kind.move]]\ngo = 'leap'\ntoward = [[1, 2]]\n";
    let refused = Variant::read(text, &toml::Table::new()).expect_err("circe");
    assert!(refused.to_string().contains("replaces one"), "{refused}");
}

/// Own rebirth gives a pawn the frame of its home: here the array has it beyond the centre of the disc.
#[test]
fn a_pawn_that_the_array_has_crossed_is_reborn_crossed() {
    let start = "start = 'Ke@e1 Pa@d6* ke@h8 rb@a7 ; w'\n";
    let rules =
        rules_of(&format!("board = 'disc'\nrebirth = 'own'\npromotes_to = 'Q'\ncastling = false\n{start}"));
    let reborn = after(&rules, "Ke@e1' Pa@d7* ke@h8' rb@a7' ; b", &["a7d7"]);
    assert!(reborn.to_string().contains("Pa@d6*"), "{reborn}");
}
