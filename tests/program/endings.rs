//! `continuum endings` as a process, its files, and the commands that play by them.

mod damage;

use serde_json::Value;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// White mates in seven moves, by the table.
const WON: &str = "K@e1' Q@h8 k@d7 ; w";

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("continuum-endings-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn continuum(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_continuum")).args(arguments).output().expect("the program runs")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// King and queen against king on the ring, saved.
fn saved(folder: &Path) -> PathBuf {
    let file = folder.join("KQk.endings");
    let output = continuum(&["endings", "KQk", "--variant", "ring64", "--save", text(&file), "--json"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(told["longest"], 10);
    file
}

fn assert_refused(arguments: &[&str], why: &str) {
    let output = continuum(arguments);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(said.contains(why), "{said}");
}

#[test]
fn the_commands_play_by_saved_tables() {
    let folder = folder("plays");
    saved(&folder);
    let best = ["best", "--variant", "ring64", "--depth", "1", "--json", "--position", WON];
    let lines = |more: &[&str]| {
        let output = continuum(&[&best[..], more].concat());
        serde_json::from_slice::<Value>(&output.stdout).expect("JSON")["lines"].clone()
    };
    assert!(lines(&[])[0]["score"]["mate"].is_null(), "so near a look sees no mate");
    let known = lines(&["--endings", text(&folder), "--lines", "3"]);
    assert_eq!(known[0]["score"]["mate"], 7);
    assert_eq!(known[0]["pv"].as_array().map(Vec::len), Some(13));
    assert!(known[2]["score"]["mate"].as_i64() >= Some(7));
    assert!(lines(&["--endings", text(&folder), "--level", "3"])[0]["score"]["mate"].is_null());

    let mut uci = Command::new(env!("CARGO_BIN_EXE_continuum"))
        .args(["uci", "--endings", text(&folder)])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let said = format!("setoption name UCI_Variant value ring64\nposition fen {WON}\ngo depth 1\n");
    uci.stdin.take().expect("piped").write_all(said.as_bytes()).expect("taken");
    let output = uci.wait_with_output().expect("it ends");
    assert!(String::from_utf8_lossy(&output.stdout).contains("score mate 7 "), "{output:?}");

    let openings = folder.join("openings.txt");
    fs::write(&openings, format!("{WON}\n")).expect("written");
    let games = folder.join("games.jsonl");
    let players =
        ["match", "--variant", "ring64", "--a", "nodes=1", "--b", "nodes=1", "--games", "2", "--json"];
    let files = ["--openings", text(&openings), "--out", text(&games), "--endings", text(&folder)];
    assert!(continuum(&[&players[..], &files[..]].concat()).status.success());
    for line in fs::read_to_string(&games).expect("written").lines() {
        let game: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(
            (&game["result"], game["moves"].as_array().map(Vec::len)),
            (&Value::from("1-0"), Some(13))
        );
    }
    fs::remove_dir_all(&folder).expect("removed");
}

/// The tables of another ending are damaged, which shows only if they are read.
#[test]
fn only_the_tables_that_are_needed_are_read() {
    let folder = folder("needed");
    saved(&folder);
    let other = folder.join("KRk.endings");
    let made = continuum(&["endings", "KRk", "--variant", "ring64", "--save", text(&other)]);
    assert!(made.status.success());
    let mut bytes = fs::read(&other).expect("written");
    let end = bytes.len() - 6;
    bytes[end] ^= 1;
    fs::write(&other, bytes).expect("written");
    let ask = |ending: &'static str| {
        ["endings", ending, "--variant", "ring64", "--endings", text(&folder), "--position", WON]
    };
    let answer = continuum(&ask("KQk"));
    assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
    assert!(String::from_utf8_lossy(&answer.stdout).starts_with("white to move: won in 7 moves\n"));
    assert!(answer.stderr.is_empty(), "nothing is worked out anew");
    assert_refused(&ask("KRk"), "KRk.endings: ");
    // A larger file has both tables; those that are not needed are passed over.
    fs::remove_file(&other).expect("removed");
    let more = folder.join("KPk.endings");
    let pair = ["endings", "KPk", "--variant", "orthodox", "--save", text(&more), "--json"];
    let told: Value = serde_json::from_slice(&continuum(&pair).stdout).expect("JSON");
    let alone = |ending: &str, more: &[&str]| {
        let output = continuum(&[&["endings", ending, "--json"], more].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let mut told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        told["seconds"] = Value::Null;
        (told, output.stderr.is_empty())
    };
    let kept = ["--endings", text(&folder)];
    assert_eq!(alone("KRk", &kept), (alone("KRk", &[]).0, true));
    assert_eq!(alone("KPk", &kept).0["longest"], told["longest"]);
    fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn what_is_not_worked_out_is_told_in_one_line() {
    assert_refused(&["endings", "KQQPk"], "at most four men");
    assert_refused(&["endings", "KQQkk"], "at most four men");
    assert_refused(&["endings", "KXk"], "`X` is no man");
    assert_refused(&["endings", "KQk", "--variant", "continuous"], "played on the plane");
    assert_refused(&["endings", "KQk", "--variant", "circe"], "reborn");
    assert_refused(&["endings", "KQk", "--variant", "progressive"], "series");
    let own_kinds = ["endings", "KQk", "--variant", "scenarios/variants/riders.toml"];
    assert_refused(&own_kinds, "endings are worked out for K Q R B N P alone");
    assert_refused(&["endings", "KQkr", "--memory", "1"], "raise --memory");
    assert_refused(&["endings", "KQk", "--save", "KQk.bin"], "does not end with .endings");
    assert_refused(&["endings", "KQk", "--endings", "no/such/folder"], "no/such/folder");
    let castles = "Ke@e1 Rh@h1 kx@e8' ; w";
    assert_refused(&["endings", "KRk", "--position", castles], "may still castle or make a double step");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_work() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_continuum"))
        .args(["endings", "KPkp"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // What it tells of the work is told once the signal is heard.
    let mut told = std::io::BufReader::new(child.stderr.take().expect("piped"));
    let mut line = String::new();
    std::io::BufRead::read_line(&mut told, &mut line).expect("told");
    assert!(line.contains(" MB, about "), "{line}");
    let signalled = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(signalled.expect("there is kill").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
}
