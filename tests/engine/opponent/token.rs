//! Moves as words of the protocol, there and back.

use continuum::engine::uci::{from_token, to_token};
use continuum::game::Position;
use continuum::game::Prepared;

fn there_and_back(variant: &str, pairs: &[(&str, &str)]) {
    let prepared = Prepared::preset(variant).expect(variant);
    let position = Position::from_text(&prepared, "start").expect("the initial array");
    for &(text, token) in pairs {
        assert_eq!(to_token(&position, text), token);
        assert_eq!(from_token(&position, token), text);
        assert!(!token.contains(' '));
    }
}

#[test]
fn moves_on_a_lattice() {
    there_and_back("byzantine", &[("e2e4", "e2e4"), ("xx:b4b5,h4h5 e1f1", "xx:b4b5,h4h5+e1f1")]);
    there_and_back("orthodox", &[("e7e8q", "e7e8q")]);
}

#[test]
fn moves_on_the_plane() {
    there_and_back(
        "continuous",
        &[
            ("Qd 90 4.25", "Qd@90:4.25"),
            ("Qd 90 x", "Qd@90:x"),
            ("Qd 26.56505117707799 max", "Qd@26.56505117707799:max"),
            ("S1 turn +30", "S1@turn:+30"),
            ("Ga >5.7,4", "Ga@>5.7,4"),
            ("Pa 90 1 =Q", "Pa@90:1=Q"),
            ("Ha 90 left:2 1.5", "Ha@90left:2:1.5"),
            ("Ha 270 right 1.5 =R", "Ha@270right:1.5=R"),
        ],
    );
}

#[test]
fn a_place_is_written_with_a_space_by_the_program() {
    let prepared = Prepared::preset("continuous").expect("a preset");
    let position = Position::from_text(&prepared, "start").expect("the initial array");
    assert_eq!(to_token(&position, "Ga > 5.7,4"), "Ga@>5.7,4");
}
