//! Visitors that are no pages.

use crate::server::{Folder, Made, Server};
use crate::visitor::Visitor;
use serde_json::json;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use tungstenite::Message;

fn server() -> (Folder, Server, Made) {
    let folder = Folder::new();
    let server = Server::start(&folder.0);
    let made = server.make(&json!({}));
    (folder, server, made)
}

#[test]
fn malformed_messages_are_refused_and_the_line_stays() {
    let (_folder, server, made) = server();
    let mut visitor = Visitor::both(&server, &made);
    let messages = [
        "",
        "{",
        "null",
        "[]",
        "{}",
        "{\"do\":\"dance\"}",
        "{\"do\":\"move\"}",
        "{\"do\":\"view\",\"ply\":-1}",
        "{\"do\":\"view\",\"ply\":1e99}",
        "{\"do\":\"join\",\"keys\":[7]}",
        "{\"do\":\"attacks\",\"ply\":0,\"by\":\"red\"}",
    ];
    for text in messages {
        visitor.socket.send(Message::text(text)).expect("sent");
        let answer = visitor.answer().expect("an answer");
        assert_eq!(answer["error"]["reason"], "request", "{text}: {answer}");
    }
    // The answer has the number of its request wherever that can be read.
    let long = format!(r#"{{"do":"move","re":7,"text":"{}","ply":0}}"#, "x".repeat(5000));
    let numbered = [
        (r#"{"do":"move","re":7,"text":5,"ply":0}"#, 7),
        (r#"{"re":8,"do":"dance"}"#, 8),
        (r#"{"do":"view","ply":-1,"re":18446744073709551615}"#, u64::MAX),
        (r#"{"re":9}"#, 9),
        (&long, 7),
        (r#"{"do":"view","ply":0,"re":"x"}"#, 0),
        (r#"{"do":"view","ply":0,"re":-1}"#, 0),
        (r#"{"do":"dance","re":1,"re":2}"#, 0),
        (r#"{"do":"dance","re":7"#, 0),
    ];
    for (text, re) in numbered {
        visitor.socket.send(Message::text(text)).expect("sent");
        let answer = visitor.answer().expect("an answer");
        assert!(answer["error"]["reason"] == "request" && answer["re"] == re, "{text:.60}: {answer}");
    }
    visitor.socket.send(Message::binary(vec![0u8; 100])).expect("sent");
    assert_eq!(visitor.answer().expect("an answer")["error"]["reason"], "request");
    let long = json!({ "do": "move", "text": "x".repeat(5000), "ply": 0 }).to_string();
    visitor.socket.send(Message::text(long)).expect("sent");
    assert_eq!(visitor.answer().expect("an answer")["error"]["reason"], "request");
    let odd = ["Pe 90 NaN", "Pe 90 inf", "Pe 90 1e308", "Pe > 1e400,0", "\u{0}", "♔ 90 1"];
    for text in odd {
        let refused = visitor.ask(json!({ "do": "move", "text": text, "ply": 0 }));
        assert!(refused.is_err(), "{text}: {refused:?}");
    }
    let deep = format!("Pe 90 {}9{}", "sqrt(".repeat(600), ")".repeat(600));
    // Whatever it means, it is answered.
    drop(visitor.ask(json!({ "do": "move", "text": deep, "ply": 0 })));
    visitor.ask(json!({ "do": "view", "ply": 0 })).expect("still answers");
}

#[test]
fn oversized_messages_end_their_own_line_only() {
    let (_folder, server, made) = server();
    let mut other = Visitor::both(&server, &made);
    let mut visitor = Visitor::both(&server, &made);
    // The other end may hang up while this is still on its way.
    let _ = visitor.socket.send(Message::text("x".repeat(1 << 20)));
    let end = visitor.answer().expect_err("the line ends");
    assert!(
        end.contains("Size") || end.contains("reset") || end.contains("Reset") || end.contains("pipe"),
        "{end}"
    );
    let (status, _, _) = server.ask_with("POST", "/api/games", "", &"x".repeat(2 << 20));
    assert_eq!(status, 413);
    other.play("Pe 90 1").expect("undisturbed");
}

/// The head of a frame is enough: the server says why it hangs up.
#[test]
fn a_message_that_is_announced_too_long_is_closed_with_the_code_for_its_size() {
    let (_folder, server, made) = server();
    let mut visitor = Visitor::both(&server, &made);
    // A whole text, masked, whose length follows in eight bytes.
    let masked_text = [0x81, 0xff];
    let length = (1u64 << 20).to_be_bytes();
    let head = [&masked_text[..], &length, &[0; 4]].concat();
    visitor.socket.get_mut().write_all(&head).expect("sent");
    let end = visitor.answer().expect_err("the line ends");
    assert!(end.contains("Size"), "{end}");
}

/// Status and text of a request under a `Host` of one's own choice.
fn ask_as(server: &Server, host: &str, path: &str) -> (u16, String) {
    let mut socket = TcpStream::connect(&server.address).expect("connects");
    socket.set_read_timeout(Some(Duration::from_secs(30))).expect("set");
    write!(socket, "GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").expect("sent");
    let mut answer = String::new();
    socket.read_to_string(&mut answer).expect("an answer");
    (answer.split(' ').nth(1).and_then(|s| s.parse().ok()).expect("a status"), answer)
}

#[test]
fn loopback_only_means_loopback_only() {
    let (folder, mut server, made) = server();
    let game = format!("/api/games/{}", made.game);
    let port = server.port();
    let own = format!("127.0.0.1:{port}");
    for name in [&own, &format!("localhost:{port}"), &format!("[::1]:{port}")] {
        assert_eq!(ask_as(&server, name, &game).0, 200, "{name}");
    }
    for other in [format!("rebound.example:{port}"), "rebound.example".to_owned(), "192.0.2.7".to_owned()] {
        for path in ["/", &game, &format!("{game}/socket")] {
            let (status, answer) = ask_as(&server, &other, path);
            assert!(status == 421 && answer.contains("--allow-host"), "{other} {path}: {answer}");
        }
    }
    for both in [format!("{own}\r\nHost: {own}"), format!("{own}\r\nHost: rebound.example")] {
        let (status, answer) = ask_as(&server, &both, &game);
        assert!(status == 400 && answer.contains("several `Host` headers"), "{both}: {answer}");
    }
    server.kill();
    let server = Server::start_with(&folder.0, 0, &["--allow-host", "Chess.example"]);
    assert_eq!(ask_as(&server, "chess.example", &game).0, 200);
    assert_eq!(ask_as(&server, "rebound.example", &game).0, 421);
}

#[test]
fn an_unknown_games_address_answers_404_with_its_page() {
    let (_folder, server, made) = server();
    for (path, wanted) in [(format!("/game/{}", made.game), 200), ("/game/nosuchgame".to_owned(), 404)] {
        let (status, head, body) = server.ask_with("GET", &path, "", "");
        assert!(status == wanted && head.contains("text/html"), "{path}: {head}");
        assert!(String::from_utf8_lossy(&body).contains("/game.js"), "{path}");
    }
}

#[test]
fn unknown_games_and_addresses_are_refused() {
    let (_folder, server, made) = server();
    let paths = [
        "/api/games/abcdefghij",
        "/api/games/abcdefghij/socket",
        "/api/games/abcdefghij/picture.png",
        "/api/games/..%2f..%2fetc",
        "/web/..%2fstore.rs",
        "/web/x/none.js",
        "/nothing",
    ];
    for path in paths {
        let (status, body) = server.ask("GET", path, "");
        assert!([400, 404, 426].contains(&status), "{path}: {status} {body}");
    }
    assert_eq!(server.ask("GET", "/api/games/abcdefghij", "").0, 404);
    // People get a page with a way on, programs an error as JSON.
    for (path, kind) in
        [("/nothing", "text/html"), ("/game/a/b", "text/html"), ("/api/nothing", "application/json")]
    {
        let (status, head, body) = server.ask_with("GET", path, "", "");
        assert!(status == 404 && head.contains(kind), "{path}: {head}");
        let text = String::from_utf8_lossy(&body);
        assert_eq!(text.contains("href=\"/\""), kind == "text/html", "{path}: {text}");
    }
    let bad = [
        "",
        "{",
        "{\"variant\":7}",
        "{\"variant\":\"none\"}",
        "{\"variant\":\"/etc/passwd.toml\"}",
        "{\"rules\":{\"board_size\":-1}}",
        "{\"rules\":{\"board_size\":1e5}}",
        "{\"position\":\"Ke@1,1\"}",
        "{\"position\":\"Ke@99,1 ; w\"}",
        "{\"scenario\":\"= =\"}",
        "{\"unknown\":1}",
        "{\"rules\":{\"step\":1e-9}}",
        "{\"file\":7}",
        "{\"file\":\"\"}",
        "{\"file\":\"name = 'a'\\nboard_size = 1e5\"}",
    ];
    for body in bad {
        let (status, answer) = server.ask("POST", "/api/games", body);
        assert!(status == 400 && answer.contains("\"message\""), "{body}: {status} {answer}");
    }
    // Another site's page has no business here, whatever it knows.
    let origin = "Origin: https://elsewhere.example\r\n";
    assert_eq!(server.ask_with("POST", "/api/games", origin, "{}").0, 403);
    let upgrade = format!(
        "{origin}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    );
    assert_eq!(server.ask_with("GET", &format!("/api/games/{}/socket", made.game), &upgrade, "").0, 403);
}

/// Resident memory in KiB, where the system tells.
pub fn memory(server: &Server) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{}/status", server.child.id())).ok()?;
    let line = text.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn kinds_that_would_take_for_ever_are_refused() {
    let (_folder, server, made) = server();
    let bearings: Vec<f64> = (0..200).map(|n| f64::from(n) * 1.7).collect();
    let move_ = json!({ "go": "ride", "bearings": bearings });
    let star = json!({ "kind": [{ "name": "star", "letter": "X", "move": [move_] }] });
    let file = format!(
        "name = \"wide\"\n[[kind]]\nname = \"star\"\nletter = \"X\"\n[[kind.move]]\ngo = \"ride\"\nbearings = {bearings:?}\n",
    );
    let rules = format!(
        "[[rules.kind]]\nname = \"star\"\nletter = \"X\"\nmove = [{{ go = \"ride\", bearings = {bearings:?} }}]\n"
    );
    let scenario = format!("title = \"t\"\nvariant = \"continuous\"\nposition = \"start\"\n{rules}");
    let corners: Vec<[f64; 2]> = (0..33)
        .map(|n| (f64::from(n) * std::f64::consts::TAU / 33.0).sin_cos())
        .map(|(sin, cos)| [0.4 * cos, 0.4 * sin])
        .collect();
    let round = format!(
        "name = \"round\"\n[[kind]]\nname = \"coin\"\nletter = \"X\"\nextent = {{ shape = \"polygon\", points = {corners:?} }}\n[[kind.move]]\ngo = \"turn\"\n",
    );
    let mine = "name = \"mine\"";
    let lanes = "at most 64 lanes";
    for (request, said) in [
        (json!({ "file": file }), format!("line 2, column 1: kind `star`: the page plays kinds of {lanes}")),
        (
            json!({ "variant": "continuous", "rules": star }),
            format!("kind `star`: the page plays kinds of {lanes}"),
        ),
        (json!({ "file": mine, "rules": star }), format!("kind `star`: the page plays kinds of {lanes}")),
        (json!({ "scenario": scenario }), lanes.to_owned()),
        (json!({ "file": round }), "at most 64 lanes and 32 corners".to_owned()),
        (json!({ "rules": { "name": "n".repeat(61) } }), "name: a variant has a name".to_owned()),
        (
            json!({ "file": format!("{mine}\nboard_size = 99") }),
            "line 2, column 1: board_size: the page".to_owned(),
        ),
    ] {
        let (status, answer) = server.ask("POST", "/api/games", &request.to_string());
        assert!(status == 400 && answer.contains(&said), "{said}: {status} {answer}");
    }
    Visitor::both(&server, &made).play("Pe 90 1").expect("undisturbed");
}

#[test]
fn crowds_are_refused_by_every_way() {
    let (_folder, server, _) = server();
    let pieces = (0..598).map(|n| format!("P{n}@{}.5,{}.5 ", n % 30 + 2, n / 30 + 5)).collect::<String>();
    let crowd = format!("Ke@1,1 ke@60,60 {pieces}; w");
    let wide = json!({ "board_size": 64 });
    let file = format!("name = \"crowd\"\nboard_size = 64\nstart = \"{crowd}\"");
    let scenario =
        format!("title = \"t\"\nvariant = \"continuous\"\nposition = \"{crowd}\"\nrules.board_size = 64");
    for request in [
        json!({ "rules": wide, "position": crowd }),
        json!({ "rules": { "board_size": 64, "start": crowd } }),
        json!({ "file": file }),
        json!({ "scenario": scenario }),
    ] {
        let (status, answer) = server.ask("POST", "/api/games", &request.to_string());
        assert!(
            status == 400 && answer.contains("600 pieces: a game here has at most 200"),
            "{status} {answer}"
        );
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "optimized builds run it: it takes twenty seconds")]
fn ten_thousand_sockets_come_and_go() {
    let (_folder, server, made) = server();
    let mut player = Visitor::both(&server, &made);
    let before = memory(&server);
    for n in 0..10_000 {
        let mut socket = TcpStream::connect(&server.address).expect("connects");
        match n % 4 {
            0 => {}
            1 => drop(socket.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n")),
            2 => drop(socket.write_all(b"\x16\x03\x01\x02\x00nonsense\r\n\r\n")),
            _ => drop(socket.write_all(
                format!(
                    "GET /api/games/{}/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                     Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                    made.game
                )
                .as_bytes(),
            )),
        }
    }
    player.play("Pe 90 1").expect("undisturbed");
    if let (Some(before), Some(after)) = (before, memory(&server)) {
        assert!(after < before + 150_000, "{before} KiB before, {after} KiB after");
    }
}

#[test]
fn sockets_beyond_the_bound_are_closed_and_room_comes_back() {
    let (_folder, server, made) = server();
    let mut player = Visitor::both(&server, &made);
    let held: Vec<TcpStream> = (0..900).filter_map(|_| TcpStream::connect(&server.address).ok()).collect();
    player.play("Pe 90 1").expect("an open game goes on");
    drop(held);
    let begin = Instant::now();
    while TcpStream::connect(&server.address).map_or(true, |mut socket| {
        let mut answer = [0; 8];
        socket.set_read_timeout(Some(Duration::from_secs(2))).is_err()
            || socket.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").is_err()
            || socket.read_exact(&mut answer).is_err()
    }) {
        assert!(begin.elapsed() < Duration::from_secs(20), "no room again");
    }
}

#[test]
fn slow_readers_hold_nobody_up() {
    let (_folder, server, made) = server();
    // These never read again; their states pile up in the system's buffers and nowhere else.
    let _slow: Vec<Visitor> = (0..20).map(|_| Visitor::new(&server, &made.game, &[])).collect();
    let mut player = Visitor::both(&server, &made);
    let before = memory(&server);
    let begin = Instant::now();
    for _ in 0..60 {
        player.play("Pe 90 1").expect("legal");
        player.ask(json!({ "do": "undo" })).expect("undone");
        player.wait(|state| state["undone"] == 1);
    }
    assert!(begin.elapsed() < Duration::from_secs(30), "{:?}", begin.elapsed());
    if let (Some(before), Some(after)) = (before, memory(&server)) {
        assert!(after < before + 100_000, "{before} KiB before, {after} KiB after");
    }
}

#[test]
fn a_visitor_that_asks_too_fast_waits() {
    let (_folder, server, made) = server();
    let mut visitor = Visitor::both(&server, &made);
    let begin = Instant::now();
    // One request has gone for joining. The last 80 come at 40 a second.
    for _ in 0..199 {
        visitor.ask(json!({ "do": "view", "ply": 0 })).expect("answered");
    }
    assert!(begin.elapsed() >= Duration::from_millis(1900), "{:?}", begin.elapsed());
}

#[test]
#[cfg_attr(debug_assertions, ignore = "optimized builds run it: it waits half a minute")]
fn slow_requests_are_dropped() {
    let (_folder, server, _) = server();
    let send = |text: &str| {
        let mut socket = TcpStream::connect(&server.address).expect("connects");
        socket.set_read_timeout(Some(Duration::from_secs(60))).expect("set");
        socket.write_all(text.as_bytes()).expect("sent");
        socket
    };
    let begin = Instant::now();
    let mut head = send("GET / HTTP/1.1\r\nHost: localhost\r\n");
    let mut body = send("POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{");
    let mut rest = Vec::new();
    // The end may come as a reset.
    let _ = head.read_to_end(&mut rest);
    let after_head = begin.elapsed();
    assert!((9..20).contains(&after_head.as_secs()), "{after_head:?}");
    let _ = body.read_to_end(&mut rest);
    let after_body = begin.elapsed();
    assert!((29..45).contains(&after_body.as_secs()), "{after_body:?}");
}

/// A WebSocket that asks for much and never reads.
#[test]
#[cfg_attr(debug_assertions, ignore = "optimized builds run it: it waits ten seconds")]
fn a_reader_that_never_reads_is_dropped() {
    let (_folder, server, _) = server();
    let crowd: String = (0..190).map(|n| format!("P{n}@{}.5,{}.5 ", n % 20 + 2, n / 20 + 5)).collect();
    let request = json!({ "rules": { "board_size": 64 }, "position": format!("Ke@1,1 ke@60,60 {crowd}; w") });
    let made = server.make(&request);
    let mut visitor = Visitor::both(&server, &made);
    let begin = Instant::now();
    let refused = loop {
        let sent = visitor.socket.send(Message::text(json!({ "do": "view", "ply": 0 }).to_string()));
        if sent.is_err() {
            break true;
        }
        if begin.elapsed() > Duration::from_secs(60) {
            break false;
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    assert!(refused, "the server still listens to it");
    assert!(begin.elapsed() >= Duration::from_secs(9), "{:?}", begin.elapsed());
}

#[test]
#[ignore = "it takes two minutes of waiting"]
fn a_socket_that_answers_no_ping_is_dropped() {
    let (_folder, server, made) = server();
    let visitor = Visitor::both(&server, &made);
    // Read below the WebSocket, which would answer.
    let mut socket = visitor.socket.get_ref();
    socket.set_read_timeout(Some(Duration::from_secs(150))).expect("set");
    let begin = Instant::now();
    let mut bytes = Vec::new();
    socket.read_to_end(&mut bytes).expect("the end, not a timeout");
    assert!(begin.elapsed() >= Duration::from_secs(70), "{:?}", begin.elapsed());
}

#[test]
fn a_game_ends_at_two_thousand_moves() {
    let (_folder, server, _) = server();
    let moves = ["Ke 0 0.5", "ke 0 0.5", "Ke 180 0.5", "ke 180 0.5"];
    let scenario = |count: usize| {
        let head = "title = \"t\"\nvariant = \"continuous\"\nposition = \"Ke@2,2 ke@6,6 Pa@0.5,0.5 ; w\"\nrules.draw_rules = false\n";
        let steps: String =
            moves.iter().cycle().take(count).map(|text| format!("[[step]]\nmove = \"{text}\"\n")).collect();
        json!({ "scenario": format!("{head}{steps}") })
    };
    let (status, answer) = server.ask("POST", "/api/games", &scenario(2001).to_string());
    assert!(status == 400 && answer.contains("more than 2000 moves"), "{answer}");
    let made = server.make(&scenario(2000));
    let mut visitor = Visitor::both(&server, &made);
    assert_eq!(visitor.play(moves[0]), Err("full".to_owned()));
    visitor.ask(json!({ "do": "undo" })).expect("taken back");
    visitor.wait(|state| state["undone"] == 1);
    visitor.play(moves[3]).expect("there is room for one");
}

#[test]
fn a_wide_picture_is_drawn_at_the_limit() {
    let (_folder, server, _) = server();
    let made = server.make(&json!({ "position": "Ke@2,2 ke@6,6 ; w" }));
    let path = format!("/api/games/{}/picture.svg?size=4000000000", made.game);
    let (status, svg) = server.ask("GET", &path, "");
    assert!(status == 200 && svg.contains("width=\"2400\""), "{}", &svg[..200.min(svg.len())]);
    // A tall board is drawn narrower.
    let rules = json!({ "board_width": 2, "board_height": 32 });
    let made = server.make(&json!({ "rules": rules, "position": "Ke@1,2 ke@1,30 ; w" }));
    let (status, svg) = server.ask("GET", &format!("/api/games/{}/picture.svg?size=2400", made.game), "");
    assert!(status == 200 && svg.contains("width=\"150\""), "{}", &svg[..200.min(svg.len())]);
}
