//! The program as a player and an adviser, by its messages.

use crate::server::{Folder, Server};
use crate::visitor::Visitor;
use serde_json::{Value, json};

fn server() -> (Folder, Server) {
    let folder = Folder::new();
    let server = Server::start(&folder.0);
    (folder, server)
}

fn has_moves(wanted: usize) -> impl Fn(&Value) -> bool {
    move |state| state["moves"].as_array().is_some_and(|moves| moves.len() == wanted)
}

#[test]
fn nobody_moves_for_the_program() {
    let (_folder, server) = server();
    let opponent = json!({ "side": "black", "level": 1 });
    let made = server.make(&json!({ "variant": "orthodox", "opponent": opponent }));
    let mut visitor = Visitor::both(&server, &made);
    assert_eq!(visitor.play("e7e5"), Err("turn".to_owned()));
    visitor.play("e2e4").expect("legal");
    visitor.wait(has_moves(2));
    assert_eq!(visitor.state["thinking"], false);
    assert_eq!(visitor.state["moves"][1]["color"], "black");
    let mut black = Visitor::new(&server, &made.game, &[&made.black]);
    assert_eq!(black.ask(json!({ "do": "undo" })), Err("side".to_owned()));
    visitor.ask(json!({ "do": "undo" })).expect("its own move");
    visitor.wait(has_moves(0));
    assert_eq!(visitor.ask(json!({ "do": "undo" })), Err("request".to_owned()));
}

#[test]
fn every_preset_has_an_opponent() {
    let (_folder, server) = server();
    for variant in continuum::variant::preset_names() {
        let opponent = json!({ "side": "white", "level": 1 });
        let made = server.make(&json!({ "variant": variant, "opponent": opponent }));
        Visitor::new(&server, &made.game, &[&made.black]).wait(has_moves(1));
    }
}

#[test]
fn advice_is_given_to_whom_it_is_due() {
    let (_folder, server) = server();
    let made = server.make(&json!({ "variant": "orthodox", "position": "6k1/5ppp/8/8/8/8/8/K2R4 w - -" }));
    let best = |lines: u64| json!({ "do": "best", "ply": 0, "lines": lines });
    let mut both = Visitor::both(&server, &made);
    let found = both.ask(best(2)).expect("advice");
    assert_eq!((&found["ply"], &found["lines"][0]["value"]), (&json!(0), &json!("#1")));
    assert_eq!(found["lines"][0]["texts"][0], "d1d8");
    assert_eq!(found["lines"].as_array().map(Vec::len), Some(2));
    assert!(found["lines"][0]["first"]["path"].as_array().is_some_and(|path| path.len() > 1));
    assert_eq!(both.ask(json!({ "do": "best", "ply": 7, "lines": 1 })), Err("request".to_owned()));
    let mut white = Visitor::new(&server, &made.game, &[&made.white]);
    assert_eq!(white.ask(best(1)), Err("side".to_owned()));
    assert_eq!(both.ask(best(1)), Err("side".to_owned()), "White is somebody else's now");
    white.play("d1d8").expect("mate");
    white.ask(best(1)).expect("the game is over");
}

#[test]
fn there_are_eight_levels() {
    let (_folder, server) = server();
    for level in [json!(0), json!(9), json!("strong")] {
        let opponent = json!({ "side": "white", "level": level });
        let request = json!({ "variant": "orthodox", "opponent": opponent });
        let (status, body) = server.ask("POST", "/api/games", &request.to_string());
        assert_eq!(status, 400, "{body}");
    }
}
