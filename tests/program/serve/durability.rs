//! Killed at any moment, nothing that was acknowledged is lost.

use crate::server::{Folder, Server};
use crate::visitor::Visitor;
use serde_json::json;
use std::process::{Command, Stdio};
use std::time::Duration;

#[test]
fn killed_in_mid_game_nothing_is_lost() {
    let folder = Folder::new();
    let mut server = Server::start(&folder.0);
    let made = server.make(&json!({}));
    let mut acknowledged = 0;
    for round in 0..5 {
        let mut visitor = Visitor::both(&server, &made);
        // At most the one move in flight may be there beyond what was acknowledged.
        assert!((acknowledged..=acknowledged + 1).contains(&visitor.plies()), "round {round}");
        acknowledged = visitor.plies();
        let mut killer = None;
        for n in 0..200 {
            if n == 3 {
                let id = server.child.id().to_string();
                killer = Some(std::thread::spawn(move || {
                    std::thread::sleep(Duration::from_millis(7 * round));
                    let killed = Command::new("kill").args(["-9", &id]).stderr(Stdio::null()).status();
                    assert!(killed.is_ok_and(|status| status.success()));
                }));
            }
            // Knights out and home again, so that any number of moves is legal until the draw.
            let side = if acknowledged % 2 == 0 { "Nb" } else { "nb" };
            let back = (acknowledged / 2) % 2 == 1;
            let text = if back {
                format!("{side} 296.56505117707799 0.{}", 2 + round)
            } else {
                format!("{side} 116.56505117707799 0.{}", 2 + round)
            };
            let ask = json!({ "do": "move", "text": text, "ply": acknowledged });
            match visitor.ask(ask) {
                Ok(_) => acknowledged += 1,
                Err(reason) if killer.is_some() && reason != "turn" && reason != "blocked" => break,
                Err(reason) => {
                    // Drawn by repetition or off the board: the killing goes on all the same.
                    assert!(["turn", "edge", "friend"].contains(&reason.as_str()), "{reason}");
                }
            }
        }
        if let Some(killer) = killer {
            killer.join().expect("killed");
        }
        server.kill();
        server = Server::start(&folder.0);
    }
}

#[test]
fn what_was_taken_back_and_resigned_is_kept_too() {
    let folder = Folder::new();
    let mut server = Server::start(&folder.0);
    let made = server.make(&json!({}));
    let mut visitor = Visitor::both(&server, &made);
    for text in ["Pe 90 1", "pe 90 1", "Pd 90 1"] {
        visitor.play(text).expect("legal");
    }
    visitor.ask(json!({ "do": "undo" })).expect("undone");
    visitor.ask(json!({ "do": "resign" })).expect("resigned");
    server.kill();
    let server = Server::start(&folder.0);
    let visitor = Visitor::both(&server, &made);
    assert_eq!((visitor.plies(), visitor.state["undone"].as_u64()), (2, Some(1)));
    assert_eq!(visitor.state["resigned"], "white");
}

#[test]
fn two_servers_do_not_share_a_folder() {
    let folder = Folder::new();
    let _first = Server::start(&folder.0);
    let second = Command::new(env!("CARGO_BIN_EXE_continuum"))
        .args(["serve", "--port", "0", "--data"])
        .arg(&folder.0)
        .output()
        .expect("runs");
    assert_eq!(second.status.code(), Some(2));
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(said.contains("is in use"), "{said}");
}

/// As full as it may be with games of long ago in which nobody has moved.
#[test]
fn a_full_server_keeps_a_game_that_somebody_has_open() {
    let folder = Folder::new();
    let mut server = Server::start(&folder.0);
    let (open, shut) = (server.make(&json!({})), server.make(&json!({})));
    server.kill();
    let games = rusqlite::Connection::open(folder.0.join("games.sqlite")).expect("the file of games");
    let fill = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
        INSERT INTO game SELECT printf('old%d', i), '', '', '', '', '', NULL, 0, 0 FROM n;
        UPDATE game SET made = 0;";
    games.execute_batch(fill).expect("filled");
    drop(games);
    let mut server = Server::start(&folder.0);
    let mut visitor = Visitor::both(&server, &open);
    server.make(&json!({}));
    let (status, _) = server.ask("GET", &format!("/api/games/{}", shut.game), "");
    assert_eq!(status, 404, "one that nobody has open makes room");
    visitor.play("Pe 90 1").expect("it can be played on");
    visitor.ask(json!({ "do": "resign" })).expect("resigned");
    server.kill();
    let server = Server::start(&folder.0);
    let visitor = Visitor::both(&server, &open);
    assert_eq!((visitor.plies(), visitor.state["resigned"].as_str()), (1, Some("black")));
}
