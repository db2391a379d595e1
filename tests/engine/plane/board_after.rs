//! Rebirth with kinds of one's own: cases that were once decided wrongly.

use super::random::rules;
use continuum::game::{Game, Position};
use continuum::plane::{PlanePosition, Rules};
use continuum::variant::{Variant, VariantSpec};
use std::sync::Arc;

fn own_rules(text: &str) -> Arc<Rules> {
    let spec: VariantSpec = toml::from_str(text).expect("a variant");
    Rules::new(Variant::new(spec).expect("sound")).expect("on the plane")
}

/// The first way of a piece: its ends, closed or open.
fn first_span(position: &PlanePosition, label: &str) -> Option<(f64, f64)> {
    let id = position.find(label.parse().expect("a label")).expect("a piece");
    position.legal().into_iter().find(|span| span.piece == id).map(|span| (span.part.from, span.part.to))
}

/// The small pawn takes the Flea at its contact, (2,7.4), and is a queen then: its disc of 0.25 covers the Flea's home (2.15,7.4), that of
/// a pawn of 0.1 would not. Back at home the Flea would check the king, sqrt 2 times 1 away.
#[test]
fn a_capture_that_promotes_promotes_before_the_rebirth() {
    let rules = own_rules(
        r#"
        name = "small pawns"
        rebirth = "own"
        [[kind]]
        name = "small pawn"
        letter = "Z"
        pawn = true
        extent = { shape = "disc", radius = 0.1 }
        [[kind.move]]
        go = "ride"
        toward = [[0, 1]]
        takes = "must"
        range = 1
        "#,
    );
    let text = "Ke@3.564213562373095,5.985786437626905' Za@2,7.2' fa@2,7.5'=2.15,7.4 kh@7.5,0.5' ; w";
    let position = PlanePosition::from_text(rules, text).expect("sound");
    assert!(first_span(&position, "Za").is_some());
    let mut game = Game::new(Position::Plane(position));
    let ply = game.play("Za 90 x =Q").expect("legal");
    assert!(ply.made.reborn().is_empty());
}

/// The array has no pawn `Pa`, so this one has no home; promoted it must not be named `Ra`, whose home the text would mean.
#[test]
fn a_piece_without_a_home_takes_no_name_that_has_one() {
    let rules = rules("continuous", "rebirth = 'own'\nstart = 'Ke@4.5,0.5 Ra@0.5,0.5 ke@4.5,7.5 ; w'");
    let text = "Ke@4.5,0.5' Pa@2,7.2' ke@7.5,4' re@2,3' ; w";
    let start = PlanePosition::from_text(rules.clone(), text).expect("sound");
    let mut game = Game::new(Position::Plane(start));
    game.play("Pa 90 0.3 =R").expect("legal");
    let told = PlanePosition::from_text(rules, &game.position().to_string()).expect("sound");
    let mut again = Game::new(Position::Plane(told));
    for game in [&mut game, &mut again] {
        assert!(game.play("re 270 x").expect("legal").made.reborn().is_empty());
    }
    assert_eq!(game.position().to_string(), again.position().to_string());
}
