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
