//! What a page relies on.

use crate::server::{Folder, Server};
use crate::visitor::Visitor;
use serde_json::{Value, json};

fn server() -> (Folder, Server) {
    let folder = Folder::new();
    let server = Server::start(&folder.0);
    (folder, server)
}

#[test]
fn a_game_is_made_and_played_by_its_legal_set() {
    let (_folder, server) = server();
    let made = server.make(&json!({}));
    let mut visitor = Visitor::both(&server, &made);
    assert_eq!(visitor.state["position"]["pieces"].as_array().map(Vec::len), Some(32));
    let spans = visitor.state["legal"]["spans"].as_array().cloned().expect("spans");
    let pawn = spans.iter().find(|span| span["piece"] == "Pe").expect("the pawn may move");
    assert_eq!((pawn["from"].as_f64(), pawn["to"].as_f64()), (Some(0.1), Some(2.0)));
    visitor.play("Pe 90 1.5").expect("legal");
    assert_eq!(visitor.state["position"]["turn"], "black");
    assert_eq!(visitor.state["moves"][0]["short"], "Pe 90 1.5");
    let before = visitor.position();
    assert_eq!(visitor.play("pe 90 2.5"), Err("range".to_owned()));
    assert_eq!(visitor.play("pe north"), Err("text".to_owned()));
    assert_eq!(visitor.play("Pe 90 1"), Err("turn".to_owned()));
    assert_eq!(visitor.position(), before);
    let attacks = visitor.ask(json!({ "do": "attacks", "ply": 1, "by": "white" })).expect("shapes");
    assert!(attacks.as_array().is_some_and(|shapes| !shapes.is_empty()));
    let start = visitor.ask(json!({ "do": "view", "ply": 0 })).expect("a position");
    assert_eq!(start["turn"], "white");
    assert_eq!(visitor.ask(json!({ "do": "view", "ply": 9 })), Err("request".to_owned()));
}

#[test]
fn each_link_moves_its_own_side() {
    let (_folder, server) = server();
    let made = server.make(&json!({}));
    let mut white = Visitor::new(&server, &made.game, &[&made.white]);
    let mut black = Visitor::new(&server, &made.game, &[&made.black]);
    let mut guest = Visitor::new(&server, &made.game, &["0123456789abcdef0123456789abcdef"]);
    assert_eq!(black.play("Pe 90 1"), Err("side".to_owned()));
    assert_eq!(guest.play("Pe 90 1"), Err("side".to_owned()));
    white.play("Pe 90 1").expect("White's move");
    for visitor in [&mut black, &mut guest] {
        visitor.wait(|state| state["moves"].as_array().is_some_and(|m| m.len() == 1));
    }
    assert_eq!(white.play("pe 90 1"), Err("side".to_owned()));
    assert_eq!(guest.ask(json!({ "do": "undo" })), Err("side".to_owned()));
    assert_eq!(guest.ask(json!({ "do": "resign" })), Err("side".to_owned()));
    black.play("pe 90 1").expect("Black's move");
    // A message sent twice, as after a lost line, moves once.
    let again = json!({ "do": "move", "text": "pe 90 1", "ply": 1 });
    assert_eq!(black.ask(again), Err("side".to_owned()));
    let late = json!({ "do": "move", "text": "Pe 90 0.5", "ply": 0 });
    assert_eq!(white.ask(late), Err("stale".to_owned()));
}

#[test]
fn a_move_is_taken_back_when_both_agree() {
    let (_folder, server) = server();
    let made = server.make(&json!({}));
    let mut white = Visitor::new(&server, &made.game, &[&made.white]);
    let mut black = Visitor::new(&server, &made.game, &[&made.black]);
    white.play("Pe 90 1").expect("legal");
    white.ask(json!({ "do": "undo" })).expect("asked");
    black.wait(|state| state["offer"] == json!({ "what": "undo", "by": "white" }));
    assert_eq!(black.plies(), 1);
    black.ask(json!({ "do": "decline" })).expect("declined");
    white.wait(|state| state["offer"].is_null() && state["version"].as_u64() >= Some(4));
    assert_eq!(white.ask(json!({ "do": "undo" })), Err("request".to_owned()), "once a move");
    // The other side may still ask for it.
    black.ask(json!({ "do": "undo" })).expect("asked");
    white.wait(|state| state["offer"] == json!({ "what": "undo", "by": "black" }));
    white.ask(json!({ "do": "undo" })).expect("agreed");
    black.wait(|state| state["undone"] == 1);
    white.ask(json!({ "do": "redo" })).expect("White's move again");
    black.wait(|state| state["undone"] == 0 && state["moves"].as_array().is_some_and(|m| m.len() == 1));
    black.ask(json!({ "do": "resign" })).expect("resigns");
    white.wait(|state| state["ended"]["side"] == "black" && state["over"] == true);
    assert_eq!(black.play("pe 90 1"), Err("over".to_owned()));
}

#[test]
fn a_saved_game_opens_again() {
    let (_folder, server) = server();
    let made = server.make(&json!({ "variant": "zeno", "rules": { "min_move": 0.2 } }));
    let mut visitor = Visitor::both(&server, &made);
    visitor.play("Pe 90 1.5").expect("legal");
    visitor.play("pe 90 max").expect("legal");
    let (status, scenario) = server.ask("GET", &format!("/api/games/{}/scenario.toml", made.game), "");
    assert_eq!(status, 200);
    assert!(scenario.contains("min_move = 0.2"), "{scenario}");
    let again = server.make(&json!({ "scenario": scenario }));
    let second = Visitor::both(&server, &again);
    assert_eq!((second.plies(), second.position()), (2, visitor.position()));
    let third = server.make(&json!({ "variant": "zeno", "position": visitor.position() }));
    assert_eq!(Visitor::both(&server, &third).position(), visitor.position());
}

#[test]
fn pictures_are_the_renderers() {
    let (_folder, server) = server();
    let made = server.make(&json!({}));
    let path = |rest: &str| format!("/api/games/{}/{rest}", made.game);
    let (status, _, png) = server.ask_with("GET", &path("picture.png?size=300"), "", "");
    assert_eq!((status, &png[1..4]), (200, &b"PNG"[..]));
    let (status, svg) = server.ask("GET", &path("picture.svg?ply=0"), "");
    assert!(status == 200 && svg.contains("<svg"));
    assert_eq!(server.ask("GET", &path("picture.png?ply=7"), "").0, 400);
    assert_eq!(server.ask("GET", &path("picture.png?size=1"), "").0, 400);
}

#[test]
fn every_variant_on_offer_can_be_played() {
    let (_folder, server) = server();
    let (_, body) = server.ask("GET", "/api/variants", "");
    let listed: Value = serde_json::from_str(&body).expect("JSON");
    let variants = listed["variants"].as_array().expect("a list");
    assert!(variants.len() >= 4);
    for variant in variants {
        let made = server.make(&json!({ "variant": variant["name"] }));
        let mut visitor = Visitor::both(&server, &made);
        let joined = visitor.ask(json!({ "do": "join", "keys": [made.white, made.black] })).expect("joins");
        let board = &joined["board"];
        assert!(
            board["shape"] == "plane" || board["cells"].as_array().is_some_and(|cells| cells.len() >= 64)
        );
        let legal = &visitor.state["legal"];
        let text = match (legal["spans"].get(0), legal["targets"].get(0)) {
            (Some(span), _) => {
                format!("{} {} {}", span["piece"].as_str().unwrap_or(""), span["bearing"], span["to"])
            }
            (None, Some(target)) => target["text"].as_str().unwrap_or("").to_owned(),
            (None, None) => panic!("no move in {variant}"),
        };
        visitor.play(&text).unwrap_or_else(|e| panic!("{text} in {}: {e}", variant["name"]));
        let (status, _, picture) =
            server.ask_with("GET", &format!("/api/games/{}/picture.png?size=200", made.game), "", "");
        assert_eq!((status, picture.get(1..4)), (200, Some(&b"PNG"[..])), "{}", variant["name"]);
    }
}

#[test]
fn the_page_of_a_game_has_its_state() {
    let (_folder, server) = server();
    let title = "</script><script>alert(1)</script>";
    let made = server.make(&json!({ "title": title }));
    let (status, page) = server.ask("GET", &format!("/game/{}", made.game), "");
    let opening = page.split("id=\"opening\">").nth(1).and_then(|rest| rest.split("</script>").next());
    let opening: Value = serde_json::from_str(opening.expect("an opening")).expect("JSON");
    assert_eq!((status, &opening["introduction"]["title"]), (200, &json!(title)));
    assert_eq!(opening["introduction"]["sides"], json!([]), "no secret was shown");
    assert!(opening["state"]["legal"]["spans"].as_array().is_some_and(|spans| spans.len() > 10));
    assert!(!page.contains(&made.white) && !page.contains(&made.black));
    let (status, page) = server.ask("GET", "/game/nosuchgame", "");
    assert!(status == 404 && page.contains("\"reason\":\"unknown\""), "{page}");
}

#[test]
fn the_service_worker_and_the_manifest_name_files_that_are_there() {
    let (_folder, server) = server();
    for path in ["/worker.js", "/manifest.webmanifest", "/offline"] {
        let (status, text) = server.ask("GET", path, "");
        assert_eq!(status, 200, "{path}");
        assert!(!text.contains("{{"), "{path}: {text}");
        let named: Vec<&str> =
            text.split("\"/web/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(named.len() > 1, "{path}");
        for name in named {
            let (status, head, _) = server.ask_with("GET", &format!("/web/{name}"), "", "");
            assert!(status == 200 && head.contains("immutable"), "{name}: {head}");
        }
    }
    let (_, german, _) = server.ask_with("GET", "/manifest.webmanifest", "Accept-Language: de\r\n", "");
    assert!(german.to_lowercase().contains("application/manifest+json"), "{german}");
}

#[test]
fn the_page_loads_nothing_from_elsewhere() {
    let (_folder, server) = server();
    let (status, head, body) = server.ask_with("GET", "/", "", "");
    let html = String::from_utf8_lossy(&body).into_owned();
    assert_eq!(status, 200);
    assert!(head.to_lowercase().contains("content-security-policy: default-src 'none'"));
    let mut files: Vec<String> =
        html.split("/web/").skip(1).map(|rest| rest.split('"').next().unwrap_or("").to_owned()).collect();
    let folder = files[0].split('/').next().expect("a folder").to_owned();
    let beside = |name: &str| format!("{folder}/{name}");
    let mut seen = Vec::new();
    while let Some(name) = files.pop() {
        if seen.contains(&name) {
            continue;
        }
        let (status, text) = server.ask("GET", &format!("/web/{name}"), "");
        assert_eq!(status, 200, "{name}");
        for (at, _) in text.match_indices("://") {
            let near = &text[at.saturating_sub(8)..(at + 20).min(text.len())];
            assert!(near.contains("www.w3.org") || near.contains("${"), "{name}: {near}");
        }
        let named = text.split("from './").skip(1).chain(text.split("import('./").skip(1));
        files.extend(named.filter_map(|rest| rest.split('\'').next()).map(beside));
        seen.push(name);
    }
    assert!(seen.len() >= 9, "{seen:?}");
}

#[test]
fn the_front_page_is_small() {
    let (_folder, server) = server();
    let (_, _, page) = server.ask_with("GET", "/", "Accept-Encoding: gzip\r\n", "");
    let folder = {
        let (_, html) = server.ask("GET", "/", "");
        html.split("/web/").nth(1).and_then(|rest| rest.split('/').next()).expect("a folder").to_owned()
    };
    let mut total = page.len();
    let mut files =
        vec!["style.css".to_owned(), "icon.svg".to_owned(), "show.json".to_owned(), "front.js".to_owned()];
    let mut seen = Vec::new();
    while let Some(name) = files.pop() {
        if seen.contains(&name) {
            continue;
        }
        let path = format!("/web/{folder}/{name}");
        let (status, _, zipped) = server.ask_with("GET", &path, "Accept-Encoding: gzip\r\n", "");
        assert_eq!(status, 200, "{name}");
        total += zipped.len();
        let (_, text) = server.ask("GET", &path, "");
        files.extend(
            text.split("from './").skip(1).filter_map(|rest| rest.split('\'').next()).map(str::to_owned),
        );
        seen.push(name);
    }
    assert!(seen.len() > 9 && total < 61_000, "{total} bytes: {seen:?}");
}

#[test]
fn rules_are_pages_with_pictures_and_scenarios() {
    let (_folder, server) = server();
    let (status, page) = server.ask("GET", "/rules/continuous", "");
    assert_eq!(status, 200);
    assert!(page.contains("<h1 id=\"continuous-chess\">Continuous Chess</h1>"));
    assert!(page.contains("href=\"/rules/scenario/ride-takes-three\""));
    let picture = page.match_indices("/web/").find_map(|(at, _)| {
        let path = page[at..].split('"').next()?;
        path.contains("/pictures/scenario-").then(|| path.to_owned())
    });
    let (status, head, body) = server.ask_with("GET", &picture.expect("a picture"), "", "");
    assert!(status == 200 && body.starts_with(b"\x89PNG") && head.contains("immutable"), "{head}");
    let (status, page) = server.ask("GET", "/rules/scenario/graze-passes", "");
    assert!(status == 200 && page.contains("A graze at exactly r passes") && page.contains("play-on"));
    for path in ["/rules/nothing", "/rules/scenario/nothing", "/rules/scenario/..%2fsecret"] {
        let (status, page) = server.ask("GET", path, "");
        assert!(status == 404 && page.contains("There is nothing at this address"), "{path}");
    }
    assert_eq!(server.ask("GET", "/web/x/pictures/scenario-nothing.png", "").0, 404);
    assert_eq!(server.ask("GET", "/web/x/pictures/scenario-kinds-gold-over-the-seam.png", "").0, 200);
}

#[test]
fn a_position_of_no_game_is_looked_at_and_bounded() {
    let (_folder, server) = server();
    let look = |body: Value| server.ask("POST", "/api/positions", &body.to_string());
    let (status, text) = look(json!({ "game": { "variant": "zeno" }, "moves": ["Pe 90 1"] }));
    let looked: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(status, 200, "{text}");
    assert_eq!((&looked["position"]["turn"], &looked["position"]["ply"]), (&json!("black"), &json!(1)));
    assert!(looked["legal"]["spans"].as_array().is_some_and(|spans| !spans.is_empty()));
    let refused = [
        (json!({ "game": {}, "moves": ["Pe 90 3"] }), "range"),
        (json!({ "game": { "variant": "none" } }), "variant"),
        (json!({ "game": {}, "moves": vec!["Pe 90 0.1"; 65] }), "at most 64 moves"),
    ];
    for (body, wanted) in refused {
        let (status, text) = look(body);
        assert!(status == 400 && text.contains(wanted), "{wanted}: {status} {text}");
    }
}

#[test]
fn a_position_of_no_game_has_lines_and_pictures() {
    let (_folder, server) = server();
    let mated = json!({ "game": { "variant": "orthodox", "position": "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1" } });
    let (status, text) =
        server.ask("POST", "/api/positions/lines", &json!({ "at": mated, "lines": 2 }).to_string());
    let found: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((status, &found["lines"][0]["value"]), (200, &json!("#1")), "{text}");
    assert_eq!(found["lines"][0]["texts"], json!(["d1d8"]));
    let moves = vec!["Pe 90 0.2"; 1];
    for (format, begins) in [("png", &b"\x89PNG"[..]), ("svg", b"<svg"), ("gif", b"GIF89a")] {
        let wanted = json!({ "at": { "game": {}, "moves": moves }, "format": format, "size": 1_000_000 });
        let (status, _, body) = server.ask_with("POST", "/api/positions/picture", "", &wanted.to_string());
        assert!(status == 200 && body.starts_with(begins), "{format}: {status}");
        if format == "gif" {
            assert_eq!(u16::from_le_bytes([body[6], body[7]]), 400, "cut to the bound");
        }
    }
    let none = json!({ "at": { "game": { "variant": "none" } }, "lines": 1 });
    assert_eq!(server.ask("POST", "/api/positions/lines", &none.to_string()).0, 400);
}

/// The rook takes a pawn and could be taken, or stays out of reach.
#[test]
fn landings_are_told_by_the_rules_and_by_their_value() {
    let (_folder, server) = server();
    let game = json!({ "variant": "orthodox", "position": "k6r/8/8/7p/8/8/8/K6R w - - 0 1" });
    let ask = |text: &str, of: &str| {
        let body = json!({ "at": { "game": game }, "move": text, "of": of }).to_string();
        let (status, text) = server.ask("POST", "/api/positions/landing", &body);
        (status, serde_json::from_str::<Value>(&text).expect("JSON"))
    };
    let (status, takes) = ask("h1h5", "value");
    assert_eq!((status, &takes["loose"]), (200, &json!(["Rh", "rh"])), "{takes}");
    assert!(takes["value"].is_string() && takes["share"].is_number(), "{takes}");
    let (status, stays) = ask("h1h2", "rules");
    assert_eq!((status, stays.get("value")), (200, None), "{stays}");
    assert!(stays["loose"].as_array().is_some_and(|all| all.len() == 1), "the pawn: {stays}");
    assert!(stays["legal"]["targets"].as_array().is_some_and(|all| all.len() == 11), "{stays}");
    assert_eq!(ask("h1h8", "value").0, 400, "a pawn is in the way");
}

#[test]
fn analyses_are_written_read_and_bounded() {
    let (_folder, server) = server();
    let send = |path: &str, body: &Value| {
        let (status, text) = server.ask("POST", path, &body.to_string());
        (status, serde_json::from_str::<Value>(&text).expect("JSON"))
    };
    let line = json!([
        { "move": "Pe 90 2", "comment": "one {two}", "variations": [[{ "move": "Pd 90 2" }]] },
        { "move": "pe 90 2", "variations": [[{ "move": "pd 90 1" }, { "move": "Pd 90 1", "comment": "here" }]] },
    ]);
    let game = json!({ "rules": { "min_move": 0.2 }, "title": "Mine" });
    for (form, moves) in [("pgn", 2), ("scenario", 0)] {
        let wanted = json!({ "game": game, "form": form, "comment": "first of all", "line": line });
        let (status, written) = send("/api/analyses/write", &wanted);
        assert_eq!(status, 200, "{written}");
        let (status, read) = send("/api/analyses/read", &json!({ "text": written["text"] }));
        assert_eq!(status, 200, "{written} {read}");
        assert_eq!((&read["title"], &read["comment"]), (&json!("Mine"), &json!("first of all")), "{written}");
        assert_eq!(read["game"]["rules"], json!({ "min_move": 0.2 }));
        let said = if form == "pgn" { "one (two)" } else { "one {two}" };
        assert_eq!(read["line"][0]["comment"], said);
        assert_eq!(read["line"][1]["move"]["text"], "pe 90 2");
        let other = read["line"][1]["variations"].as_array().expect("a list");
        assert_eq!(other.first().map_or(0, |line| line.as_array().map_or(0, Vec::len)), moves);
    }
    let sicilian =
        "[White \"A\"]\n[Black \"B\"]\n\n1. e4 c5 (1... e5 2. Nf3 (2. f4) 2... Nc6) 2. Nf3 *\n\n1. d4 *";
    let (_, read) = send("/api/analyses/read", &json!({ "text": sicilian }));
    assert_eq!((&read["title"], &read["games"]), (&json!("A – B"), &json!(2)), "{read}");
    assert_eq!(read["line"][1]["variations"][0][1]["variations"][0][0]["move"]["text"], "f4");
    let (_, read) = send("/api/analyses/read", &json!({ "text": "{first} 1. e4 *" }));
    assert_eq!(
        (&read["comment"], &read["line"][0]["move"]["san"]),
        (&json!("first"), &json!("e4")),
        "{read}"
    );
    // Moves may follow a draw that nobody claims: in a scenario that was saved, in PGN, and in a game of a match.
    let repeated: Vec<&str> = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4".split(' ').collect();
    let line: Vec<Value> = repeated.iter().map(|text| json!({ "move": text })).collect();
    let record = json!({
        "game": 1, "variant": "orthodox", "start": "start", "white": "A", "black": "B", "moves": repeated,
        "result": "1-0", "reason": "adjudicated"
    });
    let saved = ["scenario", "pgn"].map(|form| {
        let wanted = json!({ "game": { "variant": "orthodox" }, "form": form, "line": line });
        send("/api/analyses/write", &wanted).1["text"].as_str().expect("a text").to_owned()
    });
    for text in [&saved[0], &saved[1], &record.to_string()] {
        let (status, read) = send("/api/analyses/read", &json!({ "text": text }));
        assert_eq!((status, &read["line"][8]["move"]["san"]), (200, &json!("e4")), "{text} {read}");
    }
    let many = format!("1. {} *", "Nf3 Nf6 Ng1 Ng8 ".repeat(600));
    let deep = "1. e4 (".repeat(40);
    let crowd: String = (0..201).map(|n| format!("R{n}@{},{} ", n % 20, n / 20)).collect();
    let crowd =
        format!("[Variant \"continuous\"]\n[Rules \"{{ start = '{crowd}; w', board_size = 20 }}\"]\n\n*");
    for (text, wanted) in [
        ("", "no game"),
        ("1. e4 e4", "line 1"),
        (&deep, "within each other"),
        (&many, "at most 2000 moves"),
        (&crowd, "201 pieces: a game here has at most 200"),
        ("[Rules \"1\"]\n1. e4", "inline table"),
        ("[Variant \"/etc/passwd\"]\n1. e4", "variant"),
        ("variant = \"mine.toml\"\nposition = \"start\"", "open both files together"),
    ] {
        let (status, said) = send("/api/analyses/read", &json!({ "text": text }));
        assert!(status != 200 && said.to_string().contains(wanted), "{wanted}: {status} {said}");
    }
}

#[test]
fn boards_are_offered_with_what_may_stand_on_them() {
    let (_folder, server) = server();
    let offered = |variant: &str| {
        let (status, text) = server.ask("POST", "/api/boards", &json!({ "variant": variant }).to_string());
        assert_eq!(status, 200, "{text}");
        serde_json::from_str::<Value>(&text).expect("JSON")
    };
    let suffixes = |offer: &Value, letter: &str| {
        let kinds = offer["kinds"].as_array().expect("a list").clone();
        kinds.into_iter().find(|kind| kind["letter"] == letter).expect("known")["suffixes"].clone()
    };
    let plane = offered("continuous");
    assert_eq!(suffixes(&plane, "S"), json!(["moved", "heading"]));
    assert_eq!(suffixes(&offered("disc70"), "P"), json!(["crossed"]));
    assert_eq!(suffixes(&offered("circe"), "R"), json!(["moved", "promoted", "home"]));
    assert_eq!(offered("orthodox")["extras"], json!(["ep"]));
    let wrong = json!({ "game": { "position": "Ke@9,9 Qd@4,4 qd@4,4^9 ; w" } });
    let (status, text) = server.ask("POST", "/api/positions", &wrong.to_string());
    let told: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((status, &told["error"]["faults"][0]["column"]), (400, &json!(1)), "{text}");
    assert_eq!(told["error"]["faults"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_visitor_asks_for_lanes_reasons_and_what_follows() {
    let (_folder, server) = server();
    let made = server.make(&json!({ "position": "Ke@4.5,0.5' Ra@1,1' ke@4.5,7.5' qd@4,6 ; w" }));
    let mut visitor = Visitor::both(&server, &made);
    let lanes = visitor.ask(json!({ "do": "lanes", "ply": 0, "piece": "qd" })).expect("lanes");
    let spans = lanes["spans"].as_array().expect("spans");
    assert!(spans.len() >= 8 && spans.iter().all(|span| span["piece"] == "qd"), "{lanes}");
    // The rook on the queen's diagonal could be taken, and takes nothing.
    let after = visitor.ask(json!({ "do": "after", "ply": 0, "text": "Ra 90 2" })).expect("legal");
    assert_eq!(after, json!(["Ra"]));
    let why = visitor.ask(json!({ "do": "why", "ply": 0, "text": "Ra 90 9" })).expect("an answer");
    assert!(why["reason"] == "edge" || why["reason"] == "range", "{why}");
    assert_eq!(visitor.ask(json!({ "do": "why", "ply": 0, "text": "Ra 90 2" })), Ok(Value::Null));
    for wrong in [
        json!({ "do": "lanes", "ply": 1, "piece": "qd" }),
        json!({ "do": "lanes", "ply": 0, "piece": "qx" }),
        json!({ "do": "after", "ply": 0, "text": "Ra 90 9" }),
    ] {
        assert!(visitor.ask(wrong.clone()).is_err(), "{wrong}");
    }
    assert_eq!(visitor.plies(), 0, "nothing was moved");
}

#[test]
fn browsers_keep_the_page_and_take_it_compressed() {
    let (_folder, server) = server();
    let header = |head: &str, name: &str| {
        let lines = head.lines().filter_map(|line| line.split_once(": "));
        lines.filter(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.to_owned()).next()
    };
    let (_, head, body) = server.ask_with("GET", "/", "", "");
    let html = String::from_utf8_lossy(&body).into_owned();
    let tag = header(&head, "etag").expect("a tag");
    assert_eq!(header(&head, "cache-control").as_deref(), Some("no-cache"), "{head}");
    let (status, _, body) = server.ask_with("GET", "/", &format!("If-None-Match: {tag}\r\n"), "");
    assert_eq!((status, body.len()), (304, 0));
    let script = html.split("src=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a script");
    let (status, head, plain) = server.ask_with("GET", script, "Accept-Encoding: identity\r\n", "");
    assert_eq!(status, 200);
    assert!(header(&head, "cache-control").expect("kept").contains("immutable"), "{head}");
    let (_, head, zipped) = server.ask_with("GET", script, "Accept-Encoding: br, gzip;q=0.8\r\n", "");
    assert_eq!(header(&head, "content-encoding").as_deref(), Some("gzip"));
    let mut text = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(zipped.as_slice()), &mut text)
        .expect("gzip");
    assert!(text == plain && zipped.len() * 2 < plain.len());
    let (_, head, _) = server.ask_with("GET", script, "Accept-Encoding: gzip;q=0\r\n", "");
    assert_eq!(header(&head, "content-encoding"), None);
    // Of another version the name says nothing.
    let (_, head, _) = server.ask_with("GET", "/web/0/shell.js", "", "");
    assert_eq!(header(&head, "cache-control").as_deref(), Some("no-cache"));
}

#[test]
fn areas_and_turns_are_offered_and_played() {
    let (_folder, server) = server();
    let position = "Ke@4.5,0.5 Ga@4,4 S1@2,2^90 ke@4.5,7.5 ra@4.2,4.4' ; w";
    let made = server.make(&json!({ "position": position }));
    let mut visitor = Visitor::both(&server, &made);
    let legal = &visitor.state["legal"];
    let regions = legal["regions"].as_array().cloned().unwrap_or_default();
    assert!(regions.iter().any(|region| region["captures"][0] == "ra"), "{regions:?}");
    assert!(regions.iter().any(|region| region["captures"] == json!([])), "{regions:?}");
    assert!(legal["spans"].as_array().is_some_and(|spans| spans.iter().any(|span| span["turn"] == true)));
    let sword = visitor.state["position"]["pieces"][2].clone();
    assert_eq!(sword["shape"]["points"].as_array().map(Vec::len), Some(3), "{sword}");
    let attacks = visitor.ask(json!({ "do": "attacks", "ply": 0, "by": "white" })).expect("shapes");
    assert!(attacks.as_array().is_some_and(|shapes| shapes.len() > 3));
    visitor.play("Ga > 4.1,3.8").expect("within reach");
    visitor.play("ra 270 0.5").expect("legal");
    visitor.play("S1 turn +30").expect("a turn");
}

const OWN: &str = r#"name = "mine"
about = "one rider on circles"
start = "Ke@4.5,0.5 Oa@2,2 ke@4.5,7.5 ; w"
guard_reach = 0.75

[[kind]]
name = "orbiter"
letter = "O"
value = 4
[[kind.move]]
go = "ride"
toward = [[1, 0]]
arc = 1
bend = "left"
"#;

#[test]
fn a_variant_file_is_checked_played_and_kept() {
    let folder = Folder::new();
    let mut server = Server::start(&folder.0);
    let ask = |server: &Server, file: &str| {
        let (status, body) = server.ask("POST", "/api/variants", &json!({ "file": file }).to_string());
        (status, serde_json::from_str::<Value>(&body).expect("JSON"))
    };
    let (status, answer) = ask(&server, OWN);
    assert_eq!((status, answer["spec"]["guard_reach"].as_f64()), (200, Some(0.75)), "{answer}");
    let (status, answer) =
        ask(&server, &OWN.replace("letter = \"O\"", "letter = \"Q\"").replace("arc = 1", "arc = -1"));
    let faults = answer["error"]["faults"].as_array().cloned().unwrap_or_default();
    let places: Vec<_> = faults.iter().map(|f| (f["line"].as_u64(), f["column"].as_u64())).collect();
    assert_eq!((status, places), (400, vec![(Some(8), Some(1)), (Some(13), Some(1))]), "{answer}");
    let (status, answer) = ask(&server, "name = \"mine\"\nstep = = 3");
    assert_eq!((status, &answer["error"]["faults"][0]["line"]), (400, &json!(2)), "{answer}");
    assert_eq!(ask(&server, "about = \"no name\"").0, 400);
    let (_, answer) = ask(&server, &OWN.replace("ke@4.5,7.5", "Kd@4.5,7.5"));
    assert_eq!(answer["error"]["faults"][0]["line"], 3, "{answer}");
    assert_eq!(ask(&server, &OWN.replace("Oa@2,2", "Oa@4.5,0.6")).0, 400, "its array has to be one");

    let made = server.make(&json!({ "file": OWN, "rules": { "min_move": 0.2 } }));
    let mut visitor = Visitor::both(&server, &made);
    let span = visitor.state["legal"]["spans"]
        .as_array()
        .and_then(|s| s.iter().find(|s| s["piece"] == "Oa").cloned());
    assert_eq!(span.map(|s| (s["arc"].as_f64(), s["from"].as_f64())), Some((Some(1.0), Some(0.2))));
    visitor.play("Oa 0 left:1 1.5").expect("along its circle");
    assert_eq!(visitor.state["moves"][0]["short"], "Oa 0 left 1.5");
    let position = visitor.position();
    server.kill();
    let server = Server::start(&folder.0);
    assert_eq!(Visitor::both(&server, &made).position(), position);
    // Saved, it opens again by itself: the file is inside.
    let (_, scenario) = server.ask("GET", &format!("/api/games/{}/scenario.toml", made.game), "");
    let again = server.make(&json!({ "scenario": scenario }));
    let again = Visitor::both(&server, &again);
    assert_eq!((again.plies(), again.position()), (1, position));
}

#[test]
fn whoever_takes_a_side_has_it_alone() {
    let (_folder, server) = server();
    let made = server.make(&json!({ "variant": "orthodox" }));
    let best = || json!({ "do": "best", "ply": 0, "lines": 1 });
    let mut maker = Visitor::both(&server, &made);
    maker.ask(best()).expect("both sides are the maker's");
    let mut black = Visitor::new(&server, &made.game, &[&made.black]);
    maker.wait(|state| state["taken"] == json!(["black"]));
    assert_eq!(maker.ask(best()), Err("side".to_owned()), "there is somebody else now");
    maker.play("e2e4").expect("White is the maker's");
    assert_eq!(maker.play("e7e5"), Err("side".to_owned()), "Black is not");
    // The one who took it shows the new secret: from then on the old one is worth nothing.
    let sides = |visitor: &mut Visitor, keys: &[&str]| {
        visitor.ask(json!({ "do": "join", "keys": keys })).expect("an introduction")
    };
    let secret = sides(&mut black, &[&made.black])["secret"].as_str().expect("a new secret").to_owned();
    assert_eq!(sides(&mut black, &[&secret, &made.black])["sides"], json!(["black"]));
    assert_eq!(sides(&mut maker, &[&made.black])["sides"], json!([]));
    assert_eq!(sides(&mut maker, &[&made.white, &made.black])["sides"], json!(["white"]));
    black.play("e7e5").expect("Black's own");
}

#[test]
fn a_code_takes_a_side_along_and_guesses_void_it() {
    let (_folder, server) = server();
    let made = server.make(&json!({ "variant": "orthodox" }));
    let give = || json!({ "do": "givecode" });
    let take = |code: &str| json!({ "do": "takecode", "code": code });
    assert_eq!(Visitor::both(&server, &made).ask(give()), Err("side".to_owned()));
    let mut black = Visitor::new(&server, &made.game, &[&made.black]);
    let mut phone = Visitor::new(&server, &made.game, &[]);
    assert_eq!(phone.ask(give()), Err("side".to_owned()));
    let code_of = |given: Value| given["code"].as_str().expect("a code").to_owned();
    let code = code_of(black.ask(give()).expect("a code"));
    for _ in 0..5 {
        assert_eq!(phone.ask(take("aaaaaa")), Err("code".to_owned()));
    }
    assert_eq!(phone.ask(take(&code)), Err("code".to_owned()), "guessed too often");
    let given = black.ask(give()).expect("a code");
    assert_eq!((&given["side"], &given["minutes"]), (&json!("black"), &json!(5)));
    let code = code_of(given);
    let taken = phone.ask(take(&code.to_uppercase())).expect("the side");
    assert_eq!(taken["side"], "black");
    assert_eq!(phone.ask(take(&code)), Err("code".to_owned()), "once");
    let joined = phone.ask(json!({ "do": "join", "keys": [taken["secret"]] })).expect("an introduction");
    assert_eq!(joined["sides"], json!(["black"]));
    let mut white = Visitor::new(&server, &made.game, &[&made.white]);
    white.play("e2e4").expect("White's own");
    assert_eq!(black.ask(give()), Err("side".to_owned()), "the side is at the phone");
    phone.wait(|state| state["moves"].as_array().is_some_and(|moves| moves.len() == 1));
    phone.play("e7e5").expect("Black's own");
}

/// The maker asks for a code of Black, and then a guest takes Black by its link.
#[test]
fn a_code_is_void_once_somebody_else_has_the_side() {
    let (_folder, server) = server();
    let made = server.make(&json!({ "variant": "orthodox" }));
    let mut maker = Visitor::new(&server, &made.game, &[&made.black]);
    let given = maker.ask(json!({ "do": "givecode" })).expect("a code");
    let mut guest = Visitor::new(&server, &made.game, &[]);
    let mut join = |key: &str| guest.ask(json!({ "do": "join", "keys": [key] })).expect("an introduction");
    let secret = join(&made.black)["secret"].as_str().expect("a new secret").to_owned();
    assert_eq!(join(&secret)["sides"], json!(["black"]));
    let take = json!({ "do": "takecode", "code": given["code"] });
    assert_eq!(maker.ask(take), Err("code".to_owned()), "the code was the maker's");
}

#[test]
fn a_taken_side_stays_taken_over_a_restart() {
    let folder = Folder::new();
    let mut server = Server::start(&folder.0);
    let made = server.make(&json!({ "variant": "orthodox" }));
    let mut black = Visitor::new(&server, &made.game, &[&made.black]);
    let again = black.ask(json!({ "do": "join", "keys": [made.black] })).expect("an introduction");
    let secret = again["secret"].as_str().expect("a new secret").to_owned();
    black.ask(json!({ "do": "join", "keys": [secret] })).expect("shown");
    server.kill();
    let server = Server::start(&folder.0);
    let sides = |keys: &[&str]| {
        let mut visitor = Visitor::new(&server, &made.game, &[]);
        visitor.ask(json!({ "do": "join", "keys": keys })).expect("an introduction")["sides"].clone()
    };
    assert_eq!(sides(&[&made.black]), json!([]));
    assert_eq!(sides(&[&secret]), json!(["black"]));
    assert_eq!(sides(&[&made.white, &made.black]), json!(["white"]));
}

#[test]
fn no_other_site_may_load_anything() {
    let (_folder, server) = server();
    let made = server.make(&json!({}));
    for path in [
        "/",
        "/web/x/shell.js",
        "/nothing",
        "/api/variants",
        &format!("/api/games/{}/picture.png?size=99", made.game),
    ] {
        let (_, head, _) = server.ask_with("GET", path, "", "");
        assert!(
            head.to_ascii_lowercase().contains("cross-origin-resource-policy: same-origin"),
            "{path}: {head}"
        );
    }
}

/// The message with which a game is refused.
fn refused(server: &Server, request: Value) -> String {
    let (status, answer) = server.ask("POST", "/api/games", &request.to_string());
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    assert_eq!(status, 400, "{answer}");
    answer["error"]["message"].as_str().expect("a message").to_owned()
}

#[test]
fn a_name_from_outside_never_opens_a_file() {
    let (_folder, server) = server();
    assert!(refused(&server, json!({ "variant": "/etc/passwd.toml" })).contains("no variant is called"));
    let scenario = "title = \"t\"\nvariant = \"../secret.toml\"";
    assert!(refused(&server, json!({ "scenario": scenario })).contains("open both files together"));
}

#[test]
fn a_scenario_is_played_to_its_end() {
    let (_folder, server) = server();
    let scenario = "title = \"t\"\nvariant = \"continuous\"\nposition = \"start\"\n[[step]]\nmove = \"Pe 90 2\"\n[[step]]\n\
                    move = \"pe 90 3\"\nexpect = { illegal = \"range\" }\n[[step]]\nlegal = { piece = \"pe\" }";
    let made = server.make(&json!({ "scenario": scenario }));
    assert_eq!(Visitor::both(&server, &made).plies(), 1);
}

#[test]
fn a_game_of_a_match_is_opened() {
    let (_folder, server) = server();
    let line = r#"{"game": 1, "variant": "continuous", "rules": {}, "start": "start", "white": "greedy", "black": "random",
        "moves": ["Pe 90 2", "pe 90 1.5"], "result": "1/2-1/2", "reason": "max-plies"}"#;
    let made = server.make(&json!({ "scenario": line }));
    assert_eq!(Visitor::both(&server, &made).plies(), 2);
    let (_, about) = server.ask("GET", &format!("/api/games/{}", made.game), "");
    assert!(about.contains("greedy against random"), "{about}");
    let refused = |line: String| refused(&server, json!({ "scenario": line }));
    assert!(refused(line.replace("1.5", "3")).contains("move 2, `pe 90 3`"));
    assert!(refused(line.replace("continuous", "../x.toml")).contains("open both files together"));
}

#[test]
fn a_scenario_is_held_to_what_continuum_run_asks_of_it() {
    let (_folder, server) = server();
    let message = |rest: &str| {
        let scenario = format!("title = \"t\"\nvariant = \"continuous\"\n{rest}");
        refused(&server, json!({ "scenario": scenario }))
    };
    assert!(message("").contains("`position` is missing"));
    assert!(message("position = \"start\"\nfen = \"8/8 w\"").contains("line 4, column 7: give either"));
    let played = |step: &str| message(&format!("position = \"start\"\n[[step]]\n{step}"));
    let unreadable = played("move = \"Pe north\"\nexpect = { illegal = \"range\" }");
    assert!(unreadable.contains("line 5, column 12: move `Pe north`"), "{unreadable}");
    let other = played("move = \"Pe 90 3\"\nexpect = { illegal = \"turn\" }");
    assert!(other.contains("illegal: expected \"turn\", found \"range\""), "{other}");
    assert!(played("move = \"Pe 90 2\"\nexpect = { illegal = \"range\" }").contains("is legal"));
    assert!(played("move = \"Pe 90 3\"").contains("is illegal"));
    assert!(played("move = \"Pe 90 2\"\nlegal = {}").contains("either a `move` or"));
}

#[test]
fn a_long_title_is_cut() {
    let (_folder, server) = server();
    let made = server.make(&json!({ "title": "é\n".repeat(500) }));
    let (_, about) = server.ask("GET", &format!("/api/games/{}", made.game), "");
    let about: Value = serde_json::from_str(&about).expect("JSON");
    assert_eq!(about["title"], "é".repeat(120));
}

#[test]
fn more_pieces_and_room_than_the_page_shows_are_refused() {
    let (_folder, server) = server();
    let refused = |request| refused(&server, request);
    assert!(refused(json!({ "rules": { "board_size": 1e6, "step": 0.001 } })).contains("up to 64"));
    assert!(refused(json!({ "position": "Qa@1,1 ".repeat(201) + "; w" })).contains("at most 200"));
    let place = |n: u32| format!("G{n}@{},{} ", f64::from(n % 8) + 0.5, f64::from(n / 8) + 0.5);
    let pieces = (0..64).map(place).collect::<String>() + "; w";
    assert!(refused(json!({ "position": pieces })).contains("no plain discs"));
}

#[test]
fn the_server_answers_as_the_library_does() {
    let folder = Folder::new();
    let server = Server::start(&folder.0);
    let position = r#"{"game": {"variant": "ring"}, "moves": []}"#;
    for (what, body) in [
        ("positions", Some(position)),
        ("positions", Some(r#"{"game": {"position": "Ke@1,1"}}"#)),
        ("positions/picture", Some(r#"{"at": {"game": {}}, "format": "svg", "size": 300}"#)),
        ("boards", Some(r#"{"variant": "disc70"}"#)),
        ("analyses/read", Some(r#"{"text": "[Event \"?\"]\n\n1. e4 e5 *"}"#)),
        ("variants", None),
        ("variants", Some(r#"{"file": "name = \"mine\"\nsize = 3"}"#)),
        ("puzzles", None),
        ("puzzles/two-rooks", None),
        ("puzzles/two-rooks/answers", None),
        ("puzzles/two-rooks", Some(r#"{"moves": ["Rb 270 2.8"]}"#)),
        ("puzzles/nothing", None),
    ] {
        let method = if body.is_some() { "POST" } else { "GET" };
        let (_, told) = server.ask(method, &format!("/api/{what}"), body.unwrap_or_default());
        let answered = match continuum::answers::answer(what, body.map(str::as_bytes)) {
            Ok(answer) => String::from_utf8(answer.bytes).expect("a text"),
            Err(error) => json!({ "error": error }).to_string(),
        };
        assert_eq!(told, answered, "{what} {body:?}");
    }
}
