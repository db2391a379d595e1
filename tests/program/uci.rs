//! `continuum uci` as a process, by scripted dialogues, and `continuum best`.

use continuum::variant::preset_names;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// No answer takes so long, on whatever machine.
const PATIENCE: Duration = Duration::from_secs(60);

struct Dialogue {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Dialogue {
    fn begin() -> Dialogue {
        let mut command = Command::new(env!("CARGO_BIN_EXE_continuum"));
        let command = command.arg("uci").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        let (input, output) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
        let (told, lines) = channel();
        std::thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            lines.take_while(|line| told.send(line.clone()).is_ok()).count()
        });
        Dialogue { child, input, lines }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it reads");
    }

    fn next(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("an answer")
    }

    /// What comes up to a line that begins so, which is the last.
    fn until(&self, beginning: &str) -> Vec<String> {
        let mut lines = vec![self.next()];
        while !lines[lines.len() - 1].starts_with(beginning) {
            lines.push(self.next());
        }
        lines
    }

    fn ask(&mut self, line: &str, beginning: &str) -> String {
        self.say(line);
        self.until(beginning).pop().expect("it has a last line")
    }

    fn position(&mut self) -> String {
        self.say("d");
        self.next()
    }

    fn best(&mut self, go: &str) -> String {
        let line = self.ask(go, "bestmove");
        line.strip_prefix("bestmove ").expect("a move").to_owned()
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}

#[test]
fn every_preset_plays_with_itself() {
    let mut talk = Dialogue::begin();
    talk.say("uci");
    let told = talk.until("uciok");
    let variants = told.iter().find(|line| line.contains("name UCI_Variant")).expect("it is an option");
    talk.say("setoption name Hash value 1");
    for variant in preset_names() {
        assert!(variants.contains(&format!(" var {variant}")), "{variant}");
        talk.say(&format!("setoption name UCI_Variant value {variant}"));
        let (start, mut moves) = (talk.position(), Vec::new());
        for _ in 0..3 {
            let played = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
            talk.say(&format!("position fen {start}{played}"));
            moves.push(talk.best("go nodes 40"));
        }
        talk.say(&format!("position startpos moves {}", moves.join(" ")));
        let text = talk.position();
        assert!(text.contains(" ; ") && text != start, "{variant}: {moves:?} leads to {text}");
    }
}

#[test]
fn what_cannot_be_read_changes_nothing() {
    let mut talk = Dialogue::begin();
    talk.say("position startpos moves e2e4");
    let before = talk.position();
    let bad = [
        "position startpos moves e2e5",
        "position fen rubbish",
        "position start",
        "setoption name UCI_Variant value nothing",
        "setoption name Hash value 0",
        "setoption name Level value 9",
        "setoption name Colour value red",
        "go depth many",
        "go searchmoves a1a8",
        "what is this",
    ];
    for line in bad {
        assert!(talk.ask(line, "info string").starts_with("info string error: "), "{line}");
        assert_eq!(talk.position(), before, "{line}");
    }
    assert_eq!(talk.ask("isready", "readyok"), "readyok");
}

#[test]
fn a_search_without_limit_goes_on_until_it_is_stopped() {
    let mut talk = Dialogue::begin();
    talk.say("setoption name UCI_Variant value chess");
    talk.say("position fen 4k3/8/4K3/8/8/8/8/R7 w - - 0 1");
    talk.say("go infinite");
    while !talk.next().contains("score mate 1 ") {}
    // The mate is told, and yet no move before the stop.
    assert!(talk.ask("position startpos", "info string").contains("send stop first"));
    talk.say("isready");
    assert!(talk.until("readyok").iter().all(|line| !line.starts_with("bestmove")));
    assert_eq!(talk.best("stop"), "a1a8");
}

#[test]
fn the_end_of_the_input_leaves_a_bounded_search_its_answer() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_continuum"));
    let mut child = command.arg("uci").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
    child.stdin.take().expect("piped").write_all(b"position startpos\ngo depth 2").expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(String::from_utf8_lossy(&output.stdout).contains("\nbestmove "));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_series_is_played_move_by_move() {
    let mut talk = Dialogue::begin();
    talk.say("setoption name UCI_Variant value progressive");
    let start = "7k/8/6K1/8/8/8/8/R7 w - - 0 2";
    let mut moves = Vec::new();
    for _ in 0..3 {
        let played = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        talk.say(&format!("position fen {start}{played}"));
        moves.push(talk.best("go depth 1"));
    }
    talk.say(&format!("position fen {start} moves {}", moves.join(" ")));
    assert_eq!(talk.best("go depth 1"), "(none)", "{moves:?} is mate");
}

#[test]
fn clocks_searchmoves_and_several_lines() {
    let mut talk = Dialogue::begin();
    talk.say("setoption name MultiPV value 3");
    talk.say("position startpos");
    talk.say("go depth 2");
    let told = talk.until("bestmove");
    assert!(told.iter().any(|line| line.contains(" multipv 3 ")), "{told:?}");
    assert_eq!(talk.best("go depth 2 searchmoves a2a3"), "a2a3");
    talk.best("go wtime 300 btime 300 winc 10 binc 10");
    talk.say("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
    assert_eq!(talk.best("go mate 1"), "d1d8");
}

fn best(options: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_continuum"))
        .args(["best", "--json"])
        .args(options)
        .output()
        .expect("it runs");
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn best_answers_in_json() {
    let mate = best(&["--variant", "orthodox", "--fen", "6k1/5ppp/8/8/8/8/8/K2R4 w - -", "--depth", "3"]);
    assert_eq!(mate["status"], "ongoing");
    assert_eq!(mate["lines"][0]["score"], serde_json::json!({ "mate": 1 }));
    assert_eq!(mate["lines"][0]["pv"], serde_json::json!(["d1d8"]));
    assert!(mate["nodes"].is_u64() && mate["seconds"].is_f64());
    let over = best(&["--variant", "orthodox", "--fen", "k1R5/8/1K6/8/8/8/8/8 b - -"]);
    assert_eq!((&over["status"], &over["lines"]), (&"checkmate".into(), &serde_json::json!([])));
    let lines = best(&["--variant", "disc70", "--nodes", "2000", "--lines", "4", "--threads", "1"]);
    assert_eq!(lines["lines"].as_array().map(Vec::len), Some(4));
    let scenario = "scenarios/checkmate-two-rooks.toml";
    assert!(best(&["--scenario", scenario, "--ply", "0", "--nodes", "200"])["lines"][0]["pv"].is_array());
}

/// The positions of the depths that a search tells, with the depths.
fn depths(talk: &mut Dialogue, go: &str) -> Vec<(u64, u64)> {
    talk.say(go);
    let number = |line: &str, name: &str| {
        let mut words = line.split_whitespace().skip_while(|word| *word != name);
        words.nth(1).and_then(|word| word.parse().ok()).expect("a number")
    };
    let told = talk.until("bestmove");
    told.iter()
        .filter(|line| line.starts_with("info depth"))
        .map(|line| (number(line, "depth"), number(line, "nodes")))
        .collect()
}

#[test]
fn what_was_searched_is_kept_until_a_new_game() {
    let mut talk = Dialogue::begin();
    for (variant, depth) in [("orthodox", 6), ("continuous", 2)] {
        talk.say(&format!("setoption name UCI_Variant value {variant}"));
        let go = format!("go depth {depth}");
        let first = depths(&mut talk, &go);
        let again = depths(&mut talk, &go);
        assert!(first[0].1 > 0, "{variant}: each line tells what has been searched: {first:?}");
        let effort = |told: &[(u64, u64)]| told.last().expect("a line").1;
        assert!(effort(&again) < effort(&first), "{variant}: {first:?} {again:?}");
        for forgets in ["ucinewgame", &format!("setoption name UCI_Variant value {variant}")] {
            talk.say(forgets);
            assert_eq!(depths(&mut talk, &go), first, "{variant}: {forgets}");
            assert_eq!(depths(&mut talk, &go), again, "{variant}: {forgets}");
        }
        talk.say("setoption name Hash value 7");
        assert_eq!(depths(&mut talk, &go), first, "{variant}");
        talk.say("setoption name Hash value 64");
    }
}
