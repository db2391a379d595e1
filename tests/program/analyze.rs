//! `continuum analyze` as a process: order, bad lines, endless lines, one line at a time.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

fn analyze(options: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_continuum"))
        .arg("analyze")
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs")
}

/// Everything in, then everything out: what was printed, and the exit status.
fn answers(input: impl FnOnce(&mut dyn Write) + Send + 'static) -> (Vec<Value>, i32) {
    answers_with(&[], input)
}

/// The same with options.
fn answers_with(options: &[&str], input: impl FnOnce(&mut dyn Write) + Send + 'static) -> (Vec<Value>, i32) {
    let mut child = analyze(options);
    let mut stdin = child.stdin.take().expect("piped");
    let writer = std::thread::spawn(move || input(&mut stdin));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("written");
    let lines = String::from_utf8(output.stdout).expect("UTF-8");
    let values = lines.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    (values, output.status.code().expect("no signal"))
}

#[test]
fn answers_come_in_order_whatever_they_cost() {
    let lines = if cfg!(debug_assertions) { 2_000 } else { 100_000 };
    let (values, status) = answers(move |stdin| {
        for id in 0..lines {
            let position = if id % 3 == 0 { "start" } else { "Ke@4,1' ke@4,7' pa@2,2' ; w" };
            writeln!(stdin, "{}", json!({ "id": id, "variant": "continuous", "position": position }))
                .expect("taken");
        }
    });
    assert_eq!(status, 0);
    assert_eq!(values.len(), lines);
    for (id, value) in values.iter().enumerate() {
        assert_eq!(value["id"], id);
        assert_eq!(value["spans"].as_array().expect("spans").len(), if id % 3 == 0 { 56 } else { 8 });
    }
}

#[test]
fn a_bad_line_is_answered_in_its_place_and_the_rest_go_on() {
    let (values, status) = answers(|stdin| {
        let good = r#"{"id":"good","position":"start"}"#;
        let bad = [
            r#"{"id":"nan","position":"Ke@NaN,1 ; w"}"#,
            r#"{"id":"both","position":"start","fen":"x"}"#,
            r#"{"id":"rules","position":"start","rules":{"zeno":7}}"#,
            r#"{"id":"variant","variant":"draughts","position":"start"}"#,
            r#"{"id":"type","position":7}"#,
            "not json",
            "[1]",
            r#"{"id":"field","positon":"start"}"#,
        ];
        for line in bad {
            writeln!(stdin, "{line}\n{good}").expect("taken");
        }
        stdin.write_all(b"\xff\xfe\n").expect("taken");
    });
    assert_eq!(status, 2);
    let ids: Vec<&Value> = values.iter().step_by(2).map(|v| &v["id"]).collect();
    assert_eq!(
        ids,
        [
            &json!("nan"),
            &json!("both"),
            &json!("rules"),
            &json!("variant"),
            &json!("type"),
            &Value::Null,
            &Value::Null,
            &json!("field"),
            &Value::Null
        ]
    );
    let told = "there is no `positon` here: did you mean `position`?";
    assert!(values[14]["error"].as_str().expect("an error").contains(told), "{}", values[14]);
    for (i, value) in values.iter().enumerate() {
        assert_eq!(value["error"].is_string(), i % 2 == 0, "{value}");
        assert_eq!(value["status"] == "ongoing", i % 2 == 1);
    }
}

#[test]
fn an_endless_line_is_refused_without_being_kept() {
    let (values, status) = answers(|stdin| {
        let chunk = vec![b'x'; 1 << 20];
        for _ in 0..if cfg!(debug_assertions) { 64 } else { 1024 } {
            stdin.write_all(&chunk).expect("taken");
        }
        stdin.write_all(b"\n{\"id\":2,\"position\":\"start\"}\n").expect("taken");
    });
    assert_eq!(status, 2);
    assert!(values[0]["error"].as_str().expect("an error").contains("longer than"));
    assert_eq!(values[1]["id"], 2);
}

#[test]
fn one_line_sent_alone_is_answered_at_once() {
    let mut child = analyze(&[]);
    let mut stdin = child.stdin.take().expect("piped");
    let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
    for id in 0..3 {
        writeln!(stdin, "{}", json!({ "id": id, "position": "start" })).expect("taken");
        stdin.flush().expect("sent");
        let mut line = String::new();
        stdout.read_line(&mut line).expect("an answer");
        let value: Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(value["id"], id);
    }
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
}

/// The spans of a position, read back, are those that `moves --json` prints.
#[test]
fn analyze_and_moves_agree() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_continuum")).args(["moves", "--json"]).output().expect("runs");
    let moves: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let (values, _) = answers(|stdin| writeln!(stdin, r#"{{"id":1,"position":"start"}}"#).expect("taken"));
    let mut analyzed = values[0].clone();
    analyzed.as_object_mut().expect("an object").remove("id");
    assert_eq!(analyzed, moves);
}

#[test]
fn what_else_a_line_says_is_an_error_unless_asked_to_pass_over_it() {
    let line = b"{\"position\":\"start\",\"source\":\"Howe\",\"expected\":{}}\n";
    let (values, status) = answers(|stdin| stdin.write_all(line).expect("taken"));
    assert_eq!((status, values.len()), (2, 1));
    assert!(
        values[0]["error"].as_str().expect("an error").starts_with("there is no `source` here"),
        "{values:?}"
    );
    let (values, status) = answers_with(&["--lenient"], |stdin| stdin.write_all(line).expect("taken"));
    assert_eq!((status, values.len()), (0, 1));
    assert_eq!(values[0]["status"], "ongoing");
}

#[test]
fn a_line_asks_for_some_pieces() {
    let (values, status) = answers(|stdin| {
        for piece in
            [json!("Pa"), json!(["Pa", "Pb"]), json!("pa"), json!(["Pa", "pa"]), json!("pA"), json!([])]
        {
            writeln!(stdin, "{}", json!({ "position": "start", "piece": piece })).expect("taken");
        }
        stdin
            .write_all(b"{\"variant\":\"orthodox\",\"position\":\"start\",\"piece\":[\"Pa\",\"Nb\"]}\n")
            .expect("taken");
    });
    assert_eq!((status, values.len()), (2, 7));
    let spans = |i: usize| values[i]["spans"].as_array().map(Vec::len);
    assert_eq!((spans(0), spans(1), spans(2)), (Some(1), Some(2), Some(1)));
    // A piece of the side not to move is shown as if that side had the turn, as by `moves --piece`.
    assert_eq!(values[2]["turn"], "black");
    assert!(values[3..6].iter().all(|value| value["error"].is_string()), "{values:?}");
    assert_eq!(values[6]["moves"], json!(["a2a3", "a2a4", "b1a3", "b1c3"]));
}

#[test]
fn a_file_from_windows_is_read() {
    let (values, status) = answers(|stdin| {
        stdin
            .write_all(
                b"\xef\xbb\xbf{\"id\":1,\"position\":\"start\"}\r\n\r\n{\"id\":2,\"position\":\"start\"}\r\n",
            )
            .expect("taken");
    });
    assert_eq!((status, values.len()), (0, 2));
    assert!(values.iter().all(|value| value["status"] == "ongoing"));
}

#[test]
fn an_id_comes_back_as_written() {
    let mut child = analyze(&[]);
    let line = r#"{"id":12345678901234567890123,"position":"start","set":{"zeno":true}}"#;
    let mut stdin = child.stdin.take().expect("piped");
    writeln!(stdin, "{line}").expect("taken");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let answer = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(
        answer.trim_end(),
        r#"{"id":12345678901234567890123,"error":"there is no `set` here: did you mean `rules`?"}"#
    );
}
