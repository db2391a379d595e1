//! Visitors that ask for more than can be worked out.

use super::hostile::memory;
use crate::server::{Folder, Server};
use crate::visitor::Visitor;
use serde_json::{Value, json};
use std::f64::consts::TAU;
use std::time::{Duration, Instant};
use tungstenite::Message;

fn server() -> (Folder, Server) {
    let folder = Folder::new();
    let server = Server::start(&folder.0);
    (folder, server)
}

/// So many pieces in rows over a box, one of them the king of White.
fn crowd(pieces: usize, width: f64, height: f64) -> String {
    let across = (pieces as f64).sqrt().ceil();
    let piece = |n: usize| {
        let (row, column) = ((n as f64 / across).floor(), n as f64 % across);
        let place = |at: f64, side: f64| (at + 0.5) / across * side * 0.999 + 0.0007 * (n * n % 7) as f64;
        // The king asks of every enemy lane whether it bears on its way.
        let label = if n == 0 {
            "Ke".to_owned()
        } else {
            format!("{}{n}", if n.is_multiple_of(2) { 'X' } else { 'x' })
        };
        format!("{label}@{},{} ", place(column, width), place(row, height))
    };
    (0..pieces).map(piece).collect::<String>() + "; w"
}

/// A game of many pieces of one kind.
fn request(rules: Value, kind: Value, pieces: usize, side: f64) -> Value {
    let mut rules = rules;
    let mut kind = kind;
    (kind["name"], kind["letter"]) = ("slow".into(), "X".into());
    rules["kind"] = json!([kind]);
    json!({ "variant": "continuous", "rules": rules, "position": crowd(pieces, side, side) })
}

fn bearings() -> Vec<f64> {
    (0..64).map(|n| 0.1234 + 5.625 * f64::from(n)).collect()
}

/// The time in which the server answers with a file of the page.
fn answers_in(server: &Server) -> Duration {
    let begun = Instant::now();
    assert_eq!(server.ask("GET", "/web/x/shell.js", "").0, 200);
    begun.elapsed()
}

#[test]
fn what_takes_too_long_to_work_out_is_refused_when_the_game_is_made() {
    let (_folder, server) = server();
    let small = json!({ "board": "torus", "board_width": 2.1, "board_height": 2.1, "piece_radius": 0.001 });
    let longest = json!({ "board": "torus", "board_width": 2.1, "board_height": 2.1, "piece_radius": 0.01, "max_lane": 1000 });
    let rider = json!({ "move": [{ "go": "ride", "bearings": bearings() }] });
    let corners: Vec<[f64; 2]> = (0..32)
        .map(|n| (f64::from(n) * TAU / 32.0).sin_cos())
        .map(|(sin, cos)| [0.2 * cos, 0.2 * sin])
        .collect();
    let headings: Vec<f64> = (0..32).map(|n| 11.25 * f64::from(n)).collect();
    let polygon = json!({
        "extent": { "shape": "polygon", "points": corners },
        "move": [{ "go": "ride", "headings": headings, "arc": 3 }],
    });
    let leaper =
        |step: f64| json!({ "move": [{ "go": "leap", "range": 8, "step": step, "bearings": bearings() }] });
    let area = |range: f64| json!({ "move": [{ "go": "area", "range": range }] });
    let equal = json!({ "move": [{ "go": "ride", "bearings": vec![7; 100_000] }] });
    let too_long = "takes too long to work out";
    let cases = [
        (request(small, rider.clone(), 50, 2.0), "either", too_long),
        (request(longest, rider, 24, 2.0), "variant", "go round the board"),
        (request(json!({}), polygon, 48, 8.0), "either", too_long),
        (request(json!({ "board": "torus" }), area(1e6), 12, 8.0), "heavy", too_long),
        (request(json!({ "board": "torus" }), area(8.0), 12, 8.0), "either", too_long),
        (request(json!({ "board": "torus" }), area(60.0), 12, 8.0), "heavy", too_long),
        (request(json!({}), leaper(0.001), 24, 8.0), "variant", "steps of 0.01"),
        (request(json!({}), leaper(0.01), 24, 8.0), "heavy", ""),
        (request(json!({}), equal, 2, 8.0), "variant", "100000 of them: at most 360"),
    ];
    for (request, reason, said) in cases {
        std::thread::scope(|scope| {
            let begun = Instant::now();
            let asked = scope.spawn(|| server.ask("POST", "/api/games", &request.to_string()));
            while !asked.is_finished() {
                let time = answers_in(&server);
                assert!(time < Duration::from_secs(5), "{said}: a file came after {time:?}");
                std::thread::sleep(Duration::from_millis(50));
            }
            let (status, answer) = asked.join().expect("an answer");
            let time = begun.elapsed();
            let error: Value = serde_json::from_str(&answer).expect("JSON");
            let message = error["error"]["message"].as_str().unwrap_or_default();
            // What can be worked out within the budget is a game.
            let is_made = status == 201 && reason == "either";
            assert!(
                is_made
                    || status == 400
                        && error["error"]["reason"] == reason.replace("either", "heavy")
                        && message.contains(said),
                "{said}: {answer:.300}"
            );
            assert!(
                answer.len() < 20_000 && time < Duration::from_secs(25),
                "{said}: {time:?}, {} bytes",
                answer.len()
            );
        });
        if let Some(memory) = memory(&server) {
            assert!(memory < 700_000, "{said}: {memory} KiB");
        }
    }
}

#[test]
fn faults_beyond_those_that_are_told_are_counted() {
    let (_folder, server) = server();
    let kind = "[[kind]]\nname = \"\"\nletter = \"\"\n";
    let file = format!("name = \"many\"\n{}", kind.repeat(5000));
    let (status, answer) = server.ask("POST", "/api/variants", &json!({ "file": file }).to_string());
    assert!(status == 400 && answer.contains("5000 kinds: a variant has at most 26"), "{answer:.300}");
    assert!(answer.contains("more faults") && answer.len() < 20_000, "{}", answer.len());
}

/// A game of two hundred plies with as many pieces as there may be.
fn long_game(server: &Server, opponent: Value) -> crate::server::Made {
    let pawns: String = (0..190).map(|n| format!("P{n}@{}.5,{}.5 ", n % 20 + 2, n / 20 + 5)).collect();
    let head = format!(
        "title = \"t\"\nvariant = \"continuous\"\nposition = \"Ke@1,1 ke@60,60 {pawns}; w\"\nrules.board_size = 64\nrules.draw_rules = false\n"
    );
    let moves = ["Ke 0 0.5", "ke 0 0.5", "Ke 180 0.5", "ke 180 0.5"];
    let steps: String =
        moves.iter().cycle().take(200).map(|text| format!("[[step]]\nmove = \"{text}\"\n")).collect();
    server.make(&json!({ "scenario": format!("{head}{steps}"), "opponent": opponent }))
}

#[test]
fn hints_for_many_sockets_take_bounded_memory_and_hold_nobody_up() {
    let (_folder, server) = server();
    let made = long_game(&server, Value::Null);
    let mut visitors: Vec<Visitor> = (0..60).map(|_| Visitor::both(&server, &made)).collect();
    let before = memory(&server);
    for visitor in &mut visitors {
        for re in 1000..1120 {
            let ask = json!({ "do": "best", "re": re, "ply": 200, "lines": 5 });
            visitor.socket.send(Message::text(ask.to_string())).expect("sent");
        }
    }
    for _ in 0..10 {
        let time = answers_in(&server);
        assert!(time < Duration::from_secs(5), "a file came after {time:?}");
        std::thread::sleep(Duration::from_millis(100));
    }
    if let (Some(before), Some(after)) = (before, memory(&server)) {
        assert!(after < before + 200_000, "{before} KiB before, {after} KiB after");
    }
}

#[test]
fn the_programs_move_comes_before_advice() {
    let (_folder, server) = server();
    let advised = server.make(&json!({ "variant": "orthodox" }));
    let mut visitors: Vec<Visitor> = (0..40).map(|_| Visitor::both(&server, &advised)).collect();
    let clock = json!({ "base": 20, "increment": 0 });
    let opponent = json!({ "side": "black", "level": 8 });
    let made = server.make(&json!({ "variant": "orthodox", "opponent": opponent, "clock": clock }));
    let mut player = Visitor::both(&server, &made);
    for (n, text) in ["a2a3", "b2b3", "c2c3", "d2d3", "e2e3"].iter().enumerate() {
        for visitor in &mut visitors {
            let ask = json!({ "do": "best", "re": 1000 + n, "ply": 0, "lines": 1 });
            visitor.socket.send(Message::text(ask.to_string())).expect("sent");
        }
        let begun = Instant::now();
        if player.play(text).is_err() {
            // It stands in check.
            break;
        }
        player.wait(|state| state["moves"].as_array().is_some_and(|moves| moves.len() == 2 * n + 2));
        assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
    }
    assert_eq!(player.state["ended"], Value::Null, "nobody lost on time");
}
