//! Certificates of mates in one, and what the checker says of false ones.

use super::plane::{near_mate, near_mate_with_rebirth, rules};
use continuum::plane;
use continuum::solve::plane::{
    Certificate, CheckOptions, CheckVerdict, Checked, KeyProof, Proven, check, mates_in_one,
};
use continuum::{Game, Position, Prepared};
use proptest::prelude::*;
use toml::Table;

/// Rb mates at the heights between 0.1 and 0.25, but where the pawn reaches it: from 2.75 to 2.8 and from 2.85 to 2.9, ends left out.
const HOLE: &str = "Ka@7,7' Ra@0,0.6' Rb@6,3' ka@4,0' pa@7.248746859276655,1.175' ; w";

fn certificate(position: &plane::PlanePosition) -> Certificate {
    let keys = mates_in_one(position).expect("discs").keys;
    Certificate {
        variant: position.rules().variant.name().to_owned(),
        rules: Table::new(),
        position: position.to_string(),
        stipulation: Proven::MateInOne,
        keys: keys.iter().map(|key| KeyProof::at_once(position, key)).collect(),
    }
}

fn checked(position: &plane::PlanePosition, certificate: &Certificate) -> Checked {
    check(position, certificate, CheckOptions { samples: 0, seed: 1 }).expect("discs")
}

#[test]
fn each_distance_of_a_key_is_proven() {
    let position = plane::PlanePosition::from_text(rules("continuous", ""), HOLE).expect("a position");
    let sound = certificate(&position);
    let found = checked(&position, &sound);
    assert!(found.proven && found.keys == 2 && found.samples == 2, "{found:?}");
    let refuted = |change: &dyn Fn(&mut KeyProof)| {
        let mut damaged = sound.clone();
        change(&mut damaged.keys[0]);
        checked(&position, &damaged).refuted.expect("refuted")
    };
    let why = refuted(&|key| key.key.to += 1e-6);
    assert!(why.contains("pa 45"), "the pawn takes the rook: {why}");
    let why = refuted(&|key| key.key.from -= 1e-6);
    assert!(why.contains("gives no check"), "{why}");
    // The hole is not of the key, though both samples mate.
    let why = refuted(&|key| key.key.to = 2.9);
    assert!(why.contains("does not mate"), "{why}");
    let why = refuted(&|key| key.samples[0].distance = 2.7);
    assert!(why.contains("not of the key"), "{why}");
    let why = refuted(&|key| key.key.bearing = 90.0);
    assert!(!why.is_empty());
    let why = refuted(&|key| (key.key.from, key.key.to) = (2.75, 3.5));
    assert!(why.contains("legal"), "{why}");
    let why = refuted(&|key| key.key.promotes = true);
    assert!(why.contains("the legal set has none"), "{why}");
}

/// In a mate in two such a key needs no replies, and is proven all over too; with the hole in it only at its samples.
#[test]
fn a_key_of_a_mate_in_two_that_mates_at_once_is_proven() {
    let position = plane::PlanePosition::from_text(rules("continuous", ""), HOLE).expect("a position");
    let mut sound = certificate(&position);
    sound.stipulation = Proven::MateInTwo;
    let found = checked(&position, &sound);
    assert_eq!((found.verdict, found.whole), (CheckVerdict::Proven, 2), "{found:?}");
    sound.keys[0].key.to = 2.9;
    let found = checked(&position, &sound);
    assert_eq!((found.verdict, found.whole), (CheckVerdict::Samples, 1), "{found:?}");
}

/// The scenario is played to its last move, and all that mates there is proven.
#[test]
fn the_last_moves_of_the_shortest_games_are_proven() {
    for (file, keys) in [("continuous", 2), ("zeno", 1), ("discrete", 1)] {
        let file = format!("{}/scenarios/shortest-mate-{file}.toml", env!("CARGO_MANIFEST_DIR"));
        let scenario: Table = std::fs::read_to_string(file).expect("a file").parse().expect("toml");
        let text = |name: &str| scenario[name].as_str().expect("a text");
        let prepared = Prepared::preset(text("variant")).expect("a preset");
        let start = Position::from_text(&prepared, text("position")).expect("a position");
        let moves = scenario["step"].as_array().expect("steps");
        let (_, before) = moves.split_last().expect("a mate");
        let mut game = Game::new(start);
        for step in before {
            game.play(step["move"].as_str().expect("a move")).expect("legal");
        }
        let Position::Plane(position) = game.position() else { panic!("on the plane") };
        let found = certificate(position);
        let checked = checked(position, &found);
        assert!(checked.proven && checked.keys == keys, "{checked:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 10 } else { 2_000 }))]

    /// What is found is proven, on every board.
    #[test]
    fn keys_are_proven(position in prop_oneof![near_mate(), near_mate_with_rebirth()]) {
        let found = certificate(&position);
        if !found.keys.is_empty() {
            let checked = checked(&position, &found);
            prop_assert!(checked.proven, "{checked:?}");
        }
    }
}
