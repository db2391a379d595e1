//! The states that the server sends after each change.

use crate::server::{Folder, Server};
use crate::visitor::Visitor;
use serde_json::{Value, json};

/// The next state that a visitor gets, as it is sent.
fn next_state(visitor: &mut Visitor) -> Value {
    loop {
        let message = visitor.read().expect("a message");
        if message["is"] == "state" {
            return message;
        }
    }
}

#[test]
fn only_new_moves_are_sent_and_a_page_that_comes_back_gets_all() {
    let folder = Folder::new();
    let server = Server::start(&folder.0);
    let made = server.make(&json!({ "variant": "orthodox" }));
    let mut white = Visitor::both(&server, &made);
    let mut reader = Visitor::new(&server, &made.game, &[]);
    assert_eq!((reader.state["from"].as_u64(), reader.plies()), (Some(0), 0));
    let texts = ["g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6"];
    let mut shown = Vec::new();
    for (ply, text) in texts.iter().enumerate() {
        white.play(text).expect("legal");
        let state = next_state(&mut reader);
        assert_eq!(
            (&state["from"], state["moves"].as_array().map(Vec::len)),
            (&json!(ply), Some(1)),
            "{state}"
        );
        assert_eq!(state["moves"][0]["text"], *text);
        shown.push(state["moves"][0].clone());
        assert_eq!(reader.state["moves"], json!(shown));
    }
    for (what, from, sent) in [("undo", 5, 0), ("undo", 4, 0), ("redo", 4, 1)] {
        white.ask(json!({ "do": what })).expect("done");
        let state = next_state(&mut reader);
        white.wait(|state| state["version"] == reader.state["version"]);
        assert_eq!(
            (&state["from"], state["moves"].as_array().map(Vec::len)),
            (&json!(from), Some(sent)),
            "{what}"
        );
    }
    white.play("e7e5").expect("another move in the place of the one taken back");
    assert_eq!(next_state(&mut reader)["from"], 5);
    // What changes no move sends none.
    white.ask(json!({ "do": "resign" })).expect("resigned");
    let state = next_state(&mut reader);
    assert_eq!((&state["from"], &state["moves"]), (&json!(6), &json!([])));
    let back = Visitor::new(&server, &made.game, &[]);
    assert_eq!((&back.state["from"], back.plies()), (&json!(0), 6));
    assert_eq!(back.state["moves"], reader.state["moves"]);
}
