//! Games that wait for anybody, and whether the players are there, by their messages.

use crate::server::{Folder, Made, Server};
use crate::visitor::Visitor;
use serde_json::{Value, json};

fn server() -> (Folder, Server) {
    let folder = Folder::new();
    let server = Server::start(&folder.0);
    (folder, server)
}

fn listed(server: &Server) -> Vec<Value> {
    let (status, body) = server.ask("GET", "/api/challenges", "");
    assert_eq!(status, 200, "{body}");
    let list: Value = serde_json::from_str(&body).expect("JSON");
    list["challenges"].as_array().expect("a list").clone()
}

fn open_game(server: &Server, side: &str) -> Made {
    let clock = json!({ "base": 300, "increment": 2 });
    server.make(&json!({ "variant": "orthodox", "open": side, "clock": clock }))
}

fn join(server: &Server, made: &Made) -> (u16, Value) {
    let (status, body) = server.ask("POST", &format!("/api/challenges/{}", made.game), "");
    (status, serde_json::from_str(&body).expect("JSON"))
}

#[test]
fn of_two_who_join_one_gets_the_side_and_the_other_is_told() {
    let (_folder, server) = server();
    server.make(&json!({ "variant": "orthodox" }));
    assert!(listed(&server).is_empty(), "only games made for it are listed");
    let made = open_game(&server, "black");
    let list = listed(&server);
    assert_eq!((list.len(), &list[0]["game"], &list[0]["side"]), (1, &json!(made.game), &json!("black")));
    assert_eq!(list[0]["variant"], "orthodox");
    assert_eq!((&list[0]["changed"], &list[0]["clock"]["base"]), (&json!(false), &json!(300)));
    assert!(!list[0].to_string().contains(&made.black), "the secret is not listed");
    let answers: Vec<(u16, Value)> = std::thread::scope(|scope| {
        let asked: Vec<_> = (0..2).map(|_| scope.spawn(|| join(&server, &made))).collect();
        asked.into_iter().map(|one| one.join().expect("answered")).collect()
    });
    let mut statuses: Vec<u16> = answers.iter().map(|(status, _)| *status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let (_, won) = answers.iter().find(|(status, _)| *status == 200).expect("one");
    let (_, lost) = answers.iter().find(|(status, _)| *status == 409).expect("the other");
    assert_eq!(lost["error"]["reason"], "taken");
    assert_eq!(won["side"], "black");
    assert!(listed(&server).is_empty());
    let mut white = Visitor::new(&server, &made.game, &[&made.white]);
    let mut black = Visitor::new(&server, &made.game, &[won["secret"].as_str().expect("a secret")]);
    white.play("e2e4").expect("legal");
    black.wait(|state| state["moves"].as_array().is_some_and(|moves| moves.len() == 1));
    black.play("e7e5").expect("the side is the joiner's");
}

#[test]
fn a_side_that_was_taken_by_its_link_is_not_open() {
    let (_folder, server) = server();
    let made = open_game(&server, "white");
    let _black = Visitor::new(&server, &made.game, &[&made.black]);
    assert_eq!(listed(&server).len(), 1, "the maker waits");
    let _white = Visitor::new(&server, &made.game, &[&made.white]);
    assert!(listed(&server).is_empty());
    assert_eq!(join(&server, &made).0, 409);
    let opponent = json!({ "side": "black", "level": 1 });
    let request = json!({ "variant": "orthodox", "open": "white", "opponent": opponent });
    assert_eq!(server.ask("POST", "/api/games", &request.to_string()).0, 400);
}

/// The number of games on the disk of a server that has ended.
fn stored(folder: &Folder) -> i64 {
    let games = rusqlite::Connection::open(folder.0.join("games.sqlite")).expect("the file of games");
    games.query_row("SELECT count(*) FROM game", [], |row| row.get(0)).expect("a number")
}

/// Of many who ask at once, as many as there is room for get a game, and the others leave nothing on the disk.
#[test]
fn a_challenge_that_is_refused_or_not_accepted_stores_nothing() {
    let (folder, mut server) = server();
    let request = json!({ "variant": "orthodox", "open": "black" }).to_string();
    let ask = || match server.ask("POST", "/api/games", &request) {
        (201, body) => Some(Made::read(&body)),
        (status, body) => {
            assert_eq!(status, 503, "{body}");
            None
        }
    };
    let made: Vec<Made> = std::thread::scope(|scope| {
        let ask_often = || (0..20).filter_map(|_| ask()).collect::<Vec<_>>();
        let asked: Vec<_> = (0..8).map(|_| scope.spawn(ask_often)).collect();
        asked.into_iter().flat_map(|one| one.join().expect("answered")).collect()
    });
    assert_eq!((made.len(), listed(&server).len()), (100, 100));
    let mut maker = Visitor::new(&server, &made[0].game, &[&made[0].white]);
    maker.ask(json!({ "do": "join", "keys": [made[0].white] })).expect("its own side");
    let (status, joined) = join(&server, &made[1]);
    assert_eq!(status, 200);
    let _guest = Visitor::new(&server, &made[2].game, &[&made[2].black]);
    let mut mover = Visitor::both(&server, &made[3]);
    assert!(mover.play("e2e5").is_err(), "what is refused stores nothing");
    let mut both = Visitor::both(&server, &made[4]);
    both.play("e2e4").expect("legal");
    server.kill();
    assert_eq!(stored(&folder), 3, "one was accepted, one taken by its link, one played");
    let server = Server::start(&folder.0);
    let status = |n: usize| server.ask("GET", &format!("/api/games/{}", made[n].game), "").0;
    assert_eq!([0, 1, 2, 3, 4, 5].map(status), [404, 200, 200, 404, 200, 404]);
    let secret = joined["secret"].as_str().expect("a secret");
    let mut white = Visitor::new(&server, &made[1].game, &[&made[1].white]);
    white.play("e2e4").expect("legal");
    Visitor::new(&server, &made[1].game, &[secret]).play("e7e5").expect("the side is the joiner's");
}

/// Reads messages until a side's presence is so.
fn until_there(visitor: &mut Visitor, side: &str, is: &str) -> Value {
    while visitor.presence[side]["is"] != is {
        visitor.read().expect("a message");
    }
    visitor.presence[side].clone()
}

#[test]
fn players_see_whether_the_other_is_there() {
    let (_folder, server) = server();
    let made = server.make(&json!({}));
    let mut white = Visitor::new(&server, &made.game, &[&made.white]);
    assert_eq!(until_there(&mut white, "black", "gone")["since"], Value::Null);
    let mut black = Visitor::new(&server, &made.game, &[&made.black]);
    until_there(&mut white, "black", "here");
    black.ask(json!({ "do": "attention", "is": "away" })).expect("noted");
    until_there(&mut white, "black", "away");
    let another = Visitor::new(&server, &made.game, &[]);
    drop(black);
    assert!(until_there(&mut white, "black", "gone")["since"].is_u64());
    drop(another);
}
