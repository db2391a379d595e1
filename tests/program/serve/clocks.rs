//! Clocks, draws and rematches, by their messages.

use crate::server::{Folder, Made, Server};
use crate::visitor::Visitor;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn server() -> (Folder, Server) {
    let folder = Folder::new();
    let server = Server::start(&folder.0);
    (folder, server)
}

fn by_clock(server: &Server, base: u32, increment: u32, position: &str) -> Made {
    let clock = json!({ "base": base, "increment": increment });
    server.make(&json!({ "variant": "orthodox", "position": position, "clock": clock }))
}

fn left(visitor: &Visitor, side: usize) -> u64 {
    visitor.state["clock"]["left"][side].as_u64().expect("milliseconds")
}

#[test]
fn the_server_lets_the_flag_fall() {
    let (_folder, server) = server();
    let made = by_clock(&server, 1, 0, "start");
    let mut visitor = Visitor::both(&server, &made);
    assert_eq!((left(&visitor, 0), &visitor.state["clock"]["running"]), (1000, &Value::Null));
    visitor.play("e2e4").expect("legal");
    assert_eq!(visitor.state["clock"]["running"], Value::Null);
    visitor.play("e7e5").expect("legal");
    assert_eq!(visitor.state["clock"]["running"], "white");
    let begin = Instant::now();
    visitor.wait(|state| state["over"] == true);
    assert!(begin.elapsed() >= Duration::from_millis(900), "{:?}", begin.elapsed());
    assert_eq!(visitor.state["ended"], json!({ "by": "time", "side": "white", "winner": "black" }));
    assert_eq!(left(&visitor, 0), 0);
    assert_eq!(visitor.play("d2d4"), Err("over".to_owned()));
    assert_eq!(visitor.ask(json!({ "do": "undo" })), Err("over".to_owned()));
}

#[test]
fn against_a_lone_king_the_fall_of_a_flag_is_a_draw() {
    let (_folder, server) = server();
    let made = by_clock(&server, 1, 0, "4k3/8/8/8/8/8/8/R3K3 w - -");
    let mut visitor = Visitor::both(&server, &made);
    visitor.play("a1a2").expect("legal");
    visitor.play("e8e7").expect("legal");
    visitor.wait(|state| state["over"] == true);
    assert_eq!(visitor.state["ended"], json!({ "by": "time", "side": "white", "winner": null }));
}

#[test]
fn a_turn_gains_the_increment_and_a_restart_costs_nothing() {
    let folder = Folder::new();
    let mut server = Server::start(&folder.0);
    let made = by_clock(&server, 60, 7, "start");
    let mut visitor = Visitor::both(&server, &made);
    for text in ["e2e4", "e7e5", "d2d4"] {
        visitor.play(text).expect("legal");
    }
    let white = left(&visitor, 0);
    assert!((62_000..=67_000).contains(&white), "{white}");
    std::thread::sleep(Duration::from_millis(1_000));
    server.kill();
    let mut server = Server::start(&folder.0);
    let visitor = Visitor::both(&server, &made);
    // The second before the server was killed is not counted; the clock runs again once somebody has the game open.
    let black = left(&visitor, 1);
    assert!(left(&visitor, 0) == white && (59_200..=60_000).contains(&black), "{white} {black}");
    assert_eq!(visitor.state["clock"]["running"], "black");
    server.kill();
}

#[test]
fn clocks_out_of_bounds_are_refused() {
    let (_folder, server) = server();
    for clock in [
        json!({ "base": 0 }),
        json!({ "base": 86_401 }),
        json!({ "base": 60, "increment": 3_601 }),
        json!({}),
    ] {
        let (status, body) = server.ask("POST", "/api/games", &json!({ "clock": clock }).to_string());
        assert_eq!(status, 400, "{body}");
    }
    server.make(&json!({ "clock": { "base": 86_400, "increment": 3_600 } }));
}

#[test]
fn a_draw_stands_until_the_other_side_moves() {
    let (_folder, server) = server();
    let made = server.make(&json!({ "variant": "orthodox" }));
    let mut white = Visitor::new(&server, &made.game, &[&made.white]);
    let mut black = Visitor::new(&server, &made.game, &[&made.black]);
    let draw = || json!({ "do": "draw" });
    let offer = json!({ "what": "draw", "by": "white" });
    white.ask(draw()).expect("offered");
    white.play("e2e4").expect("legal");
    assert_eq!(white.state["offer"], offer);
    black.wait(|state| state["offer"] == offer && state["moves"][0].is_object());
    black.play("e7e5").expect("legal");
    assert_eq!(black.state["offer"], Value::Null);
    white.ask(draw()).expect("offered");
    black.ask(json!({ "do": "decline" })).expect("declined");
    assert_eq!(white.ask(draw()), Err("request".to_owned()), "once a move");
    black.ask(draw()).expect("offered");
    white.ask(draw()).expect("taken");
    black.wait(|state| state["over"] == true);
    assert_eq!(black.state["ended"], json!({ "by": "agreement", "side": null, "winner": null }));
    let mut guest = Visitor::new(&server, &made.game, &[]);
    assert_eq!(guest.ask(draw()), Err("side".to_owned()));
    // What both agreed on, both may take back.
    white.ask(json!({ "do": "undo" })).expect("asked");
    black.ask(json!({ "do": "undo" })).expect("agreed");
    white.wait(|state| state["over"] == false);
    assert_eq!(white.plies(), 2);
}

#[test]
fn an_offer_outlasts_a_restart_until_it_is_answered() {
    let folder = Folder::new();
    let mut server = Server::start(&folder.0);
    let made = server.make(&json!({ "variant": "orthodox" }));
    let draw = || json!({ "do": "draw" });
    let offer = json!({ "what": "draw", "by": "white" });
    let mut white = Visitor::new(&server, &made.game, &[&made.white]);
    white.ask(draw()).expect("offered");
    white.play("e2e4").expect("legal");
    server.kill();
    let mut server = Server::start(&folder.0);
    let mut black = Visitor::new(&server, &made.game, &[&made.black]);
    assert_eq!(black.state["offer"], offer);
    black.ask(json!({ "do": "decline" })).expect("declined");
    server.kill();
    let mut server = Server::start(&folder.0);
    let mut black = Visitor::new(&server, &made.game, &[&made.black]);
    assert_eq!(black.state["offer"], Value::Null, "what was declined does not come back");
    black.ask(draw()).expect("offered");
    black.play("e7e5").expect("legal");
    server.kill();
    let mut server = Server::start(&folder.0);
    let mut white = Visitor::new(&server, &made.game, &[&made.white]);
    white.play("g1f3").expect("legal");
    server.kill();
    let server = Server::start(&folder.0);
    let mut white = Visitor::new(&server, &made.game, &[&made.white]);
    assert_eq!(white.state["offer"], Value::Null, "who moves declines");
    white.ask(draw()).expect("offered");
    let mut black = Visitor::new(&server, &made.game, &[&made.black]);
    black.ask(draw()).expect("taken");
    black.wait(|state| state["ended"]["by"] == "agreement");
}

#[test]
fn a_rematch_changes_the_links_too_and_is_found_after_a_restart() {
    let folder = Folder::new();
    let mut server = Server::start(&folder.0);
    let made = by_clock(&server, 60, 1, "4k3/4p3/8/8/8/8/4P3/4K3 w - -");
    let mut white = Visitor::new(&server, &made.game, &[&made.white]);
    let mut black = Visitor::new(&server, &made.game, &[&made.black]);
    let rematch = || json!({ "do": "rematch" });
    assert_eq!(white.ask(rematch()), Err("request".to_owned()), "the game goes on");
    white.play("e2e4").expect("legal");
    black.ask(json!({ "do": "resign" })).expect("resigned");
    black.ask(rematch()).expect("asked");
    white.wait(|state| state["offer"] == json!({ "what": "rematch", "by": "black" }));
    white.ask(rematch()).expect("agreed");
    black.wait(|state| state["next"].is_string());
    let next = black.state["next"].as_str().expect("a name").to_owned();
    assert_eq!(white.ask(json!({ "do": "undo" })), Err("over".to_owned()));
    server.kill();
    let server = Server::start(&folder.0);
    let old = Visitor::new(&server, &made.game, &[]);
    assert_eq!(old.state["next"], next.as_str());
    let mut first = Visitor::new(&server, &next, &[&made.black]);
    assert_eq!(first.position(), "Ke@e1' Pe@e2 ke@e8' pe@e7 ; w ; 0 1", "from the same position");
    assert_eq!(left(&first, 0), 60_000);
    first.play("e2e3").expect("who was Black has White");
    let mut second = Visitor::new(&server, &next, &[&made.white]);
    second.play("e7e6").expect("who was White has Black");
}

#[test]
fn the_program_changes_sides_in_a_rematch() {
    let (_folder, server) = server();
    let opponent = json!({ "side": "black", "level": 1 });
    let made = server.make(&json!({ "variant": "orthodox", "opponent": opponent }));
    let mut white = Visitor::new(&server, &made.game, &[&made.white]);
    white.ask(json!({ "do": "resign" })).expect("resigned");
    white.ask(json!({ "do": "rematch" })).expect("the program plays again");
    white.wait(|state| state["next"].is_string());
    let next = white.state["next"].as_str().expect("a name").to_owned();
    let mut black = Visitor::new(&server, &next, &[&made.white]);
    black.wait(|state| state["moves"].as_array().is_some_and(|moves| moves.len() == 1));
    assert_eq!(black.state["position"]["turn"], "black");
}
