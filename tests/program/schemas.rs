//! What the program prints as JSON is what the schemas in `docs/schema` say.

use jsonschema::Validator;
use serde_json::{Value, json};
use std::io::Write as _;
use std::process::{Command, Stdio};

/// A schema that is one itself.
fn schema(name: &str) -> Validator {
    let path = format!("{}/docs/schema/{name}.schema.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect(&path);
    let schema: Value = serde_json::from_str(&text).expect(&path);
    assert!(jsonschema::meta::is_valid(&schema), "{path} is no schema");
    jsonschema::validator_for(&schema).expect(&path)
}

/// Each line that a command prints, as JSON.
fn printed(arguments: &[&str], input: &[Value]) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_continuum"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("piped");
    for line in input {
        writeln!(stdin, "{line}").expect("taken");
    }
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let values: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(!values.is_empty(), "{arguments:?} prints something");
    values
}

fn assert_valid(schema: &Validator, value: &Value) {
    let faults: Vec<String> =
        schema.iter_errors(value).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(faults.is_empty(), "{}\n{value}", faults.join("\n"));
}

fn assert_all_valid(name: &str, commands: &[&[&str]]) {
    let schema = schema(name);
    for arguments in commands {
        for value in printed(arguments, &[]) {
            assert_valid(&schema, &value);
        }
    }
}

/// Lines of every kind of answer: plane and lattice, decided, with kinds, arcs, turns, regions with holes, curves; bad ones.
fn lines() -> Vec<Value> {
    vec![
        json!({ "id": 1, "position": "start" }),
        json!({ "id": "zeno", "variant": "zeno", "rules": { "min_move": 0.2 }, "position": "start" }),
        json!({ "id": null, "position": "Ke@4.5,0.5' Ga@6,4' pa@6.4,4' ke@4.5,7.5' ; w", "bearings": { "Ga": [0, 30] } }),
        json!({ "id": [2], "position": "S1@4,1'^90 Pd@2,7.5' pa@4,6' ; w", "piece": ["S1", "Pd"] }),
        json!({ "id": 3, "variant": "scenarios/variants/menagerie.toml", "position": "start" }),
        json!({ "id": 4, "variant": "no-such-variant", "position": "start" }),
        json!({ "id": 4, "rules": { "turns": "scottish" }, "position": "Ke@4,1' Ga@3,2' ke@3,4' ; w" }),
        json!({ "id": 5, "variant": "orthodox", "fen": "7k/5KQ1/8/8/8/8/8/8 b - - 0 1" }),
        json!({ "id": 6, "variant": "byzantine", "position": "start", "piece": "ke" }),
        json!({ "id": 7, "variant": "disc70", "position": "start" }),
        json!({ "position": "Ke@4.5,0.5' ke@0,8' ; b" }),
    ]
}

#[test]
fn lines_for_analyze_fit_their_schema() {
    let schema = schema("analyze-line");
    for line in lines() {
        assert_valid(&schema, &line);
    }
    assert!(!schema.is_valid(&json!({ "positon": "start" })));
    assert!(!schema.is_valid(&json!({ "position": "start", "fen": "x" })));
}

#[test]
fn answers_of_analyze_fit_their_schema() {
    let schema = schema("analysis");
    let mut input = lines();
    input.extend([json!({ "id": 8, "positon": "start" }), json!(9)]);
    for arguments in [&["analyze"][..], &["analyze", "--compact"]] {
        let answers = printed(arguments, &input);
        assert_eq!(answers.len(), input.len());
        answers.iter().for_each(|answer| assert_valid(&schema, answer));
        let holes = |answer: &Value| answer.to_string().contains("\"holes\"");
        assert!(answers.iter().any(holes), "a Guard's region has a hole");
    }
}

#[test]
fn moves_fit_their_schema() {
    assert_all_valid(
        "analysis",
        &[
            &["moves", "--json"],
            &["moves", "--json", "--variant", "reynolds", "--piece", "pa"],
            &["moves", "--json", "--scenario", "scenarios/guard-annulus.toml"],
        ],
    );
}

#[test]
fn scenarios_fit_their_schema() {
    assert_all_valid("run", &[&["run", "--json", "scenarios"], &["run", "--json", "tests/data"]]);
}

#[test]
fn counts_fit_their_schema() {
    assert_all_valid(
        "perft",
        &[
            &["perft", "--json", "--variant", "orthodox", "--depth", "2"],
            &["perft", "--json", "--variant", "discrete", "--set", "step=1", "--depth", "1", "--divide"],
        ],
    );
}

#[test]
fn solutions_fit_their_schema() {
    let solve = |stipulation: &'static str, fen: &'static str| {
        ["solve", "--json", "--jobs", "1", "--stipulation", stipulation, "--fen", fen]
    };
    assert_all_valid(
        "solve",
        &[
            &solve("#2", "7k/8/5K2/8/8/8/8/6R1 w - -"),
            &[&solve("#2", "7k/8/5K2/8/8/8/8/6R1 w - -")[..], &["--tries", "2"]].concat(),
            &solve("r#1", "8/8/8/7P/8/k7/7r/K7 w - -"),
            &solve("ser-#2", "7k/8/8/5K2/8/8/8/R7 w - -"),
            &solve("h#1", "7k/5K2/8/8/8/8/8/6Q1 b - -"),
            &solve("#1", "7k/8/8/8/8/8/8/K7 w - -"),
        ],
    );
}

#[test]
fn solutions_on_the_plane_fit_their_schema() {
    let solve = |goal: &'static str, position: &'static str| {
        ["solve", "--json", "--variant", "continuous", "--stipulation", goal, "--position", position]
    };
    assert_all_valid(
        "solve-plane",
        &[
            &solve("#1", "Ka@7,7' Ra@0,0.6' Rb@6,3' ka@4,0' pa@6.15,0' pb@5.85,0' ; w"),
            &solve("#1", "Ka@7,7' Ra@0,6.9' Pb@6,7' ka@4,8' ; w"),
            &solve("=1", "Ka@7,7' Qa@1,3' ka@0,0' ; w"),
            &solve("h#1", "Ka@7,7' Ra@0,0.6' Rb@6,3' ka@4,0.2' ; b"),
            &solve("ser-#2", "Ka@7,7' Ra@0,1.6' Rb@6,3' ka@4,0' ; w"),
        ],
    );
}

#[test]
fn mates_in_two_and_their_certificates_fit_their_schemas() {
    let text = "Ka@4,7' Ra@0,3' Rb@8,4' ka@4,0' ; w";
    let solve = ["solve", "--json", "--variant", "discrete", "--stipulation", "#2", "--position", text];
    assert_all_valid("solve-plane", &[&solve, &[&solve[..], &["--tries", "2", "--set-play"]].concat()]);
    let file = format!("{}/problems/waiting-rook.json", env!("CARGO_MANIFEST_DIR"));
    let certificate = std::fs::read_to_string(&file).expect("a certificate");
    assert_valid(&schema("certificate"), &serde_json::from_str(&certificate).expect("JSON"));
    assert_all_valid("verify", &[&["verify", "--json", "--samples", "2", &file]]);
    let false_one = certificate.replacen("\"answer\": \"Rb 270", "\"answer\": \"Rb 90", 1);
    let path = std::env::temp_dir().join(format!("continuum-false-{}.json", std::process::id()));
    std::fs::write(&path, false_one).expect("written");
    assert_all_valid("verify", &[&["verify", "--json", &path.to_string_lossy()]]);
    std::fs::remove_file(&path).expect("removed");
}

#[test]
fn strategies_and_their_verdicts_fit_their_schemas() {
    let file = format!("{}/problems/two-rooks-mate.json", env!("CARGO_MANIFEST_DIR"));
    let strategy = std::fs::read_to_string(&file).expect("a strategy");
    assert_valid(&schema("strategy"), &serde_json::from_str(&strategy).expect("JSON"));
    let false_one = strategy.replacen("\"ay - 0.475\"", "\"ay - 0.6\"", 1);
    let path = std::env::temp_dir().join(format!("continuum-false-strategy-{}.json", std::process::id()));
    std::fs::write(&path, false_one).expect("written");
    let verify = |file| ["verify", "--json", "--samples", "2", file];
    assert_all_valid("verify", &[&verify(&file), &verify(&path.to_string_lossy())]);
    std::fs::remove_file(&path).expect("removed");
}

#[test]
fn best_moves_fit_their_schema() {
    let best = |variant: &'static str, position: &'static str| {
        ["best", "--json", "--depth", "2", "--lines", "3", "--variant", variant, "--position", position]
    };
    assert_all_valid(
        "best",
        &[
            &best("continuous", "start"),
            &best("disc70", "start"),
            &best("orthodox", "K@c6 Q@c7 k@a8 ; w"),
            &best("orthodox", "K@b6 R@c8 k@a8 ; b"),
        ],
    );
}

#[test]
fn variants_fit_their_schema() {
    assert_all_valid("variants", &[&["variants", "--json"], &["variants", "zeno", "--json"]]);
}

#[test]
fn matches_and_their_games_fit_their_schemas() {
    let file = std::env::temp_dir().join(format!("continuum-schema-match-{}.jsonl", std::process::id()));
    let contests =
        [("orthodox", "random", "0,30"), ("continuous", "greedy", "-5,5"), ("shatranj", "random", "0,1")];
    for (variant, b, sprt) in contests {
        let players = ["match", "--json", "--variant", variant, "--a", "greedy", "--b", b, "--games", "4"];
        let path = file.to_str().expect("UTF-8");
        let more = ["--max-plies", "30", "--jobs", "1", "--sprt", sprt, "--out", path];
        for summary in printed(&[&players[..], &more].concat(), &[]) {
            assert_valid(&schema("match"), &summary);
        }
        let games = std::fs::read_to_string(&file).expect("written");
        assert!(!games.is_empty());
        for line in games.lines() {
            assert_valid(&schema("game"), &serde_json::from_str(line).expect("JSON"));
        }
        std::fs::remove_file(&file).expect("removed");
    }
    let example = include_str!("../../docs/json.md").split("```json\n").skip(1);
    let blocks: Vec<&str> = example.filter_map(|rest| rest.split("```").next()).collect();
    for (name, member) in [("match", "\"elo\""), ("game", "\"reason\"")] {
        let block = blocks.iter().find(|block| block.contains(member)).expect("an example");
        assert_valid(&schema(name), &serde_json::from_str(block).expect("JSON"));
    }
}

#[test]
fn endings_fit_their_schema() {
    let ring = ["endings", "--json", "--variant", "ring64"];
    let of = |arguments: &[&'static str]| [&ring[..], arguments].concat();
    let drawn = of(&["KNk", "--position", "K@e1' N@h8 k@d7 ; w"]);
    let won = of(&["KQk", "--position", "K@e1' Q@h8 k@d7 ; w"]);
    assert_all_valid("endings", &[&of(&["KQk"]), &of(&["Kk"]), &drawn, &won]);
}
