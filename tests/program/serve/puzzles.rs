//! Puzzles over HTTP.

use crate::server::{Folder, Server};
use serde_json::{Value, json};

fn asked(server: &Server, method: &str, path: &str, body: &Value) -> (u16, Value) {
    let (status, text) = server.ask(method, path, &body.to_string());
    (status, serde_json::from_str(&text).unwrap_or(Value::Null))
}

#[test]
fn a_puzzle_is_shown_without_answers_and_every_try_is_judged() {
    let folder = Folder::new();
    let server = Server::start(&folder.0);
    let (_, list) = asked(&server, "GET", "/api/puzzles", &Value::Null);
    assert!(list.as_array().is_some_and(|all| all.len() >= 200));
    let path = "/api/puzzles/two-rooks";
    let (status, shown) = asked(&server, "GET", path, &Value::Null);
    assert_eq!((status, &shown["theme"]), (200, &json!("mate")));
    assert!(
        !list.to_string().contains("2.75") && shown.get("answers").is_none(),
        "answers are told on demand"
    );
    let tried = |moves: &[&str]| asked(&server, "POST", path, &json!({ "moves": moves }));
    let (_, right) = tried(&["Rb 270 2.8"]);
    assert_eq!(
        (&right["outcome"], &right["told"]["answers"]),
        (&json!("right"), &json!(["Rb 270 (2.75, 2.9)"]))
    );
    let (_, wrong) = tried(&["Rb 270 2.9"]);
    assert_eq!((&wrong["outcome"], wrong["positions"].as_array().map(Vec::len)), (&json!("wrong"), Some(2)));
    assert!(wrong.get("told").is_none());
    let (_, told) = asked(&server, "GET", &format!("{path}/answers"), &Value::Null);
    assert_eq!(told["answers"], right["told"]["answers"]);
}

#[test]
fn what_makes_no_sense_in_a_puzzle_is_refused() {
    let folder = Folder::new();
    let server = Server::start(&folder.0);
    let post = |id: &str, body: Value| asked(&server, "POST", &format!("/api/puzzles/{id}"), &body);
    for body in [
        json!({}),
        json!([]),
        json!({ "moves": [] }),
        json!({ "moves": vec!["Rb 270 1"; 9] }),
        json!({ "moves": ["x"] }),
    ] {
        let (status, answer) = post("two-rooks", body.clone());
        assert_eq!(status, 400, "{body}: {answer}");
        assert!(answer["error"]["message"].is_string());
    }
    assert_eq!(post("two-rooks", json!({ "moves": ["Rb 270 9"] })).1["error"]["reason"], "edge");
    assert_eq!(post("nothing", json!({ "moves": ["Rb 270 1"] })).0, 404);
    assert_eq!(asked(&server, "GET", "/api/puzzles/nothing/answers", &Value::Null).0, 404);
}
