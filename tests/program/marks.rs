//! A byte order mark is passed over, and a list is no object, wherever a text comes in.

use serde_json::Value;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const MARK: &str = "\u{feff}";

fn run(folder: &Path, args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_continuum"));
    let command = command.args(args).current_dir(folder).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

/// A folder that is gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn of(name: &str, files: &[(&str, &str)]) -> Folder {
        let folder = std::env::temp_dir().join(format!("continuum-marks-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        files.iter().for_each(|(file, text)| std::fs::write(folder.join(file), text).expect("written"));
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const GAME: &str = r#"{"game":1,"variant":"orthodox","start":"start","white":"a","black":"b","moves":["e4"],"result":"1-0","reason":"x"}"#;

#[test]
fn a_byte_order_mark_is_passed_over() {
    let marked = |text: &str| format!("{MARK}{text}");
    let files = [
        ("a.toml", marked("variant = 'orthodox'\nposition = 'start'\n[[step]]\nmove = 'e4'\n")),
        ("a.jsonl", marked(GAME)),
        ("a.pgn", marked("1. e4 *\n")),
        ("openings.epd", marked("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n")),
        ("rules.toml", marked("name = 'own'\nboard = 'square'\nmotion = 'lattice'\n")),
    ];
    let folder = Folder::of("marks", &files.each_ref().map(|(name, text)| (*name, text.as_str())));
    let of_match = ["match", "--variant", "rules.toml", "--a", "random", "--b", "random", "--games", "2"];
    let of_match = [&of_match[..], &["--max-plies", "4", "--openings", "openings.epd"]].concat();
    for (args, input) in [
        (&["run", "a.toml", "a.jsonl", "a.pgn"][..], ""),
        (&of_match, ""),
        (&["analyze"], "\u{feff}{\"position\": \"start\"}\n"),
        (&["uci"], "\u{feff}setoption name Hash value 2\ngo depth 1\n"),
    ] {
        let output = run(&folder.0, args, input);
        let told = String::from_utf8_lossy(&output.stdout);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{args:?}: {complaint}");
        assert!(!told.contains("error"), "{args:?}: {told}");
    }
}

#[test]
fn a_list_is_no_object() {
    let expect = "variant = 'orthodox'\nposition = 'start'\n[[step]]\nmove = 'e4'\nexpect = [[]]\n";
    let legal = "variant = 'continuous'\nposition = 'start'\n[[step]]\nlegal = ['Qd', 90, 'straight']\n";
    let folder = Folder::of(
        "lists",
        &[
            ("expect.toml", expect),
            ("legal.toml", legal),
            ("a.jsonl", r#"[1,"orthodox",{},"start","a","b",["e4"],"1-0","x"]"#),
        ],
    );
    for (file, fault) in [
        ("expect.toml", "expected a table, found a list"),
        ("legal.toml", "expected a table, found a list"),
        ("a.jsonl", "sequence"),
    ] {
        let output = run(&folder.0, &["run", file], "");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{file}: {complaint}");
        assert!(complaint.contains(fault), "{file}: {complaint}");
    }
}

/// A coordinate that is written so, and a move to one.
#[test]
fn zero_has_no_sign() {
    let folder = Folder::of("zero", &[]);
    let text = "Ka@-0,4' Ga@0.3,0' ka@7,7' ; w";
    let best = ["best", "--position", text, "--nodes", "50", "--threads", "1", "--json"];
    let output = run(&folder.0, &best, "");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && !told.contains("-0,") && !told.contains("-0\""), "{told}");
    let line = serde_json::json!({ "position": text, "variant": "continuous" }).to_string();
    let told = run(&folder.0, &["analyze"], &line).stdout;
    let answer: Value = serde_json::from_slice(&told).expect("JSON");
    assert!(answer["regions"].as_array().is_some_and(|regions| !regions.is_empty()));
    assert!(!answer.to_string().contains("-0.0"), "{answer}");
    let uci = "setoption name UCI_Variant value continuous\nposition fen Ka@-0,4' ka@7,7' ; w\nd\n";
    let told = run(&folder.0, &["uci"], uci).stdout;
    assert_eq!(String::from_utf8_lossy(&told).trim_end(), "Ka@0,4' ka@7,7' ; w ; 0 1");
}
