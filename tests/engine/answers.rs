//! What the page asks, without a server: games that the page keeps itself, and the bounds on questions.

use continuum::answers::{ApiError, answer};
use serde_json::{Value, json};

/// Returns the reason of an error, as programs read it.
fn code_of(error: &ApiError) -> String {
    let error: Value = serde_json::from_slice(&error.to_json()).expect("JSON");
    error["reason"].as_str().expect("a code").to_owned()
}

/// Asks a question with a body; an error is its reason.
fn ask(what: &str, body: &Value) -> Result<Value, String> {
    let answered = answer(what, Some(body.to_string().as_bytes())).map_err(|e| code_of(&e))?;
    Ok(serde_json::from_slice(&answered.bytes).expect("JSON"))
}

/// A page that keeps a game and plays one side of it.
struct Page {
    game: Value,
    sides: Value,
    now: u64,
}

impl Page {
    fn of(request: Value, sides: Value) -> Page {
        let game = ask("kept/new", &json!({ "id": "first", "game": request })).expect("a game");
        Page { game, sides, now: 1_000_000 }
    }

    /// Asks, and keeps the game as it is after that.
    fn ask(&mut self, sides: &Value, request: Value) -> Value {
        let asked = json!({ "game": self.game, "sides": sides, "now": self.now, "next": "second", "request": request });
        let answered = ask("kept/ask", &asked).expect("a game that goes on");
        self.game = answered["game"].clone();
        answered
    }

    fn own(&mut self, request: Value) -> Value {
        let sides = self.sides.clone();
        self.ask(&sides, request)
    }

    fn plays(&mut self, text: &str) -> Value {
        let ply = self.game["situation"]["ply"].clone();
        self.own(json!({ "do": "move", "text": text, "ply": ply }))
    }

    /// Lets the program do what is asked of it.
    fn program(&mut self) -> Value {
        let thought = ask("kept/think", &json!({ "game": self.game, "now": self.now })).expect("a thought");
        if let Some(text) = thought["move"].as_str() {
            let side = json!([self.game["opponent"]["side"]]);
            let ply = self.game["situation"]["ply"].clone();
            return self.ask(&side, json!({ "do": "move", "text": text, "ply": ply }));
        }
        let accepts = thought["draw"].clone();
        let answered = ask("kept/reply", &json!({ "game": self.game, "now": self.now, "accepts": accepts }));
        let answered = answered.expect("a reply");
        self.game = answered["game"].clone();
        answered
    }
}

#[test]
fn a_kept_game_against_the_program_goes_to_its_end_and_to_a_rematch() {
    let request = json!({
        "variant": "orthodox", "position": "6k1/5ppp/8/8/8/8/8/K2R4 w - -", "opponent": { "side": "black", "level": 1 },
    });
    let mut page = Page::of(request, json!(["white"]));
    let joined = page.own(json!({ "do": "join", "keys": [] }));
    assert_eq!(joined["ok"]["sides"], json!(["white"]));
    assert_eq!(joined["told"]["state"]["position"]["turn"], "white");
    assert_eq!(joined["thinks"], false);
    // The program has its turn, and nobody can move for it.
    let quiet = page.plays("a1a2");
    assert_eq!((&quiet["thinks"], &quiet["told"]["state"]["thinking"]), (&json!(true), &json!(true)));
    assert_eq!(page.plays("g8f8")["error"]["reason"], "side");
    assert_eq!(page.program()["told"]["moves"].as_array().map(Vec::len), Some(2));
    // Its move is taken back with the player's own, and repeated with it.
    assert_eq!(page.own(json!({ "do": "undo" }))["told"]["moves"], json!([]));
    assert_eq!(page.own(json!({ "do": "redo" }))["told"]["moves"].as_array().map(Vec::len), Some(2));
    page.own(json!({ "do": "undo" }));
    let mated = page.plays("d1d8");
    assert_eq!((&mated["told"]["state"]["over"], &mated["thinks"]), (&json!(true), &json!(false)));
    assert_eq!(mated["game"]["moves"], json!(["d1d8"]));
    let again = page.own(json!({ "do": "rematch" }));
    assert_eq!(again["told"]["state"]["next"], "second");
    assert_eq!(again["rematch"]["opponent"], json!({ "side": "white", "level": 1 }));
    assert_eq!(again["rematch"]["moves"], json!([]));
    assert!(page.own(json!({ "do": "rematch" }))["rematch"].is_null(), "it begins once");
}

#[test]
fn a_kept_game_answers_what_changes_nothing() {
    let mut page = Page::of(json!({}), json!(["white", "black"]));
    page.plays("Pe 90 1.5");
    for (request, part) in [
        (json!({ "do": "view", "ply": 0 }), "\"ply\":0"),
        (json!({ "do": "lanes", "ply": 1, "piece": "Qd" }), "\"Qd\""),
        (json!({ "do": "attacks", "ply": 1, "by": "white" }), "["),
        (json!({ "do": "why", "ply": 1, "text": "pe 90 9" }), "\"reason\":\"range\""),
        (json!({ "do": "after", "ply": 1, "text": "pe 90 1" }), "[]"),
    ] {
        let answered = page.own(request.clone());
        assert!(answered["ok"].to_string().contains(part), "{request}: {answered}");
        assert!(answered["told"].is_null(), "{request}");
    }
    let refused = page.own(json!({ "do": "view", "ply": 2 }));
    assert_eq!(refused["error"]["reason"], "request");
    assert_eq!(page.game["moves"], json!(["Pe 90 1.5"]));
}

#[test]
fn a_clock_of_a_kept_game_runs_and_its_flag_falls() {
    let request = json!({
        "variant": "orthodox", "opponent": { "side": "black", "level": 1 }, "clock": { "base": 60, "increment": 2 },
    });
    let mut page = Page::of(request, json!(["white"]));
    page.plays("e2e4");
    page.program();
    // Each side's first turn is free.
    let flag = page.own(json!({ "do": "view", "ply": 0 }))["flag"].clone();
    assert_eq!(flag, json!(page.now + 60_000));
    page.now += 50_000;
    // The page is left and opened again: the turn begins anew.
    let joined = page.own(json!({ "do": "join", "keys": [] }));
    assert_eq!(joined["flag"], json!(page.now + 60_000));
    page.now += 60_000;
    let late = page.plays("g1f3");
    assert_eq!(late["error"]["reason"], "over");
    assert_eq!(late["told"]["state"]["ended"], json!({ "by": "time", "side": "white", "winner": "black" }));
    assert_eq!(page.own(json!({ "do": "undo" }))["error"]["reason"], "over");
}

#[test]
fn the_program_answers_the_offer_of_a_draw_in_a_kept_game() {
    for (position, ending) in [
        // The program is behind by two rooks, and takes the draw.
        ("k7/8/8/8/8/8/8/KRR5 w - -", json!({ "by": "agreement", "side": null, "winner": null })),
        ("krr5/8/8/8/8/8/7P/K7 w - -", Value::Null),
    ] {
        let request = json!({
            "variant": "orthodox", "position": position, "opponent": { "side": "black", "level": 1 },
        });
        let mut page = Page::of(request, json!(["white"]));
        assert_eq!(page.own(json!({ "do": "draw" }))["thinks"], true);
        assert_eq!(page.program()["told"]["state"]["ended"], ending, "{position}");
        let again = page.own(json!({ "do": "draw" }));
        assert!(!again["error"].is_null(), "{position}: over, or declined");
    }
}

#[test]
fn a_kept_game_is_written_as_a_scenario_that_reads_back() {
    let mut page = Page::of(json!({ "variant": "ring64" }), json!(["white", "black"]));
    let lines = page.own(json!({ "do": "best", "ply": 0, "lines": 1 }));
    let text = lines["ok"]["lines"][0]["texts"][0].as_str().expect("a move").to_owned();
    page.plays(&text);
    let written = ask("kept/scenario", &page.game).expect("a text");
    let read = ask("analyses/read", &written).expect("an analysis");
    assert_eq!(read["line"][0]["move"]["text"], json!(text));
    assert_eq!(read["game"]["variant"], "ring64");
}

#[test]
fn a_kept_game_may_be_asked_by_turns_with_another() {
    let mut pages = ["Pe 90 1", "Pd 90 2"].map(|text| (Page::of(json!({}), json!(["white", "black"])), text));
    for _ in 0..3 {
        for (page, text) in &mut pages {
            page.plays(text);
            assert_eq!(page.game["moves"], json!([*text]));
            page.own(json!({ "do": "undo" }));
        }
    }
}

#[test]
fn questions_that_nobody_answers_are_refused() {
    assert_eq!(answer("positions", None).map_err(|e| code_of(&e)), Err("unknown".to_owned()));
    assert_eq!(ask("nothing", &json!({})), Err("unknown".to_owned()));
    assert_eq!(ask("positions", &json!({ "game": {}, "wrong": 1 })), Err("request".to_owned()));
    assert_eq!(answer("positions", Some(b"{")).map_err(|e| code_of(&e)), Err("request".to_owned()));
    assert_eq!(answer("puzzles/none", None).map_err(|e| code_of(&e)), Err("unknown".to_owned()));
    let spoiled = json!({ "id": "a", "game": { "position": "Ke@9,9 ke@1,1 ; w" } });
    assert_eq!(ask("kept/new", &spoiled), Err("position".to_owned()));
}
