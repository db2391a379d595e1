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
        "setoption name UCI_Variant",
        "setoption name UCI_Variant value nothing",
        "setoption name Hash value 0",
        "setoption name Level value 9",
        "setoption name UCI_LimitStrength value perhaps",
        "setoption name Colour value red",
        "what is this",
    ];
    for line in bad {
        assert!(talk.ask(line, "info string").starts_with("info string error: "), "{line}");
        assert_eq!(talk.position(), before, "{line}");
    }
    assert_eq!(talk.ask("isready", "readyok"), "readyok");
}

#[test]
fn a_position_that_cannot_be_read_leaves_none() {
    let mut talk = Dialogue::begin();
    for line in ["position startpos moves e2e4 e2e5", "position fen rubbish", "position start", "position"] {
        talk.say("position startpos moves e2e4");
        assert!(talk.ask(line, "info string").starts_with("info string error: "), "{line}");
        talk.say("go depth 1");
        let told = talk.until("bestmove");
        assert_eq!(told.last().map(String::as_str), Some("bestmove (none)"), "{line}");
        assert!(told[0].contains("there is no position"), "{told:?}");
        assert!(talk.position().contains("there is no position"), "{line}");
    }
    talk.say("position startpos");
    assert_eq!(talk.best("go depth 1 searchmoves a2a3"), "a2a3");
}

/// The first move of the last line told, and the best move; something is told before every best move.
fn told_and_best(talk: &mut Dialogue, go: &str) -> [String; 2] {
    talk.say(go);
    let told = talk.until("bestmove");
    let infos: Vec<&String> = told.iter().filter(|line| line.starts_with("info depth")).collect();
    let last = infos.last().unwrap_or_else(|| panic!("{go}: nothing is told: {told:?}"));
    assert!(last.contains(" score "), "{last}");
    let pv = last.split_once(" pv ").map_or("(none)", |(_, pv)| pv.split(' ').next().expect("a word"));
    [pv.to_owned(), told[told.len() - 1]["bestmove ".len()..].to_owned()]
}

#[test]
fn every_go_is_told_about_and_answered() {
    let mut talk = Dialogue::begin();
    let faulty = ["depth", "depth many", "searchmoves a1a8", "searchmoves", "fast", "mate x", "nodes -3"];
    let short = ["nodes 1", "depth 0", "movetime 0", "depth 1 fast", "wtime -5 btime -5", "mate 1"];
    for go in faulty.iter().chain(&short) {
        talk.say("position startpos moves e2e4");
        let [told, best] = told_and_best(&mut talk, &format!("go {go}"));
        assert_eq!(told, best, "{go}");
        assert_ne!(best, "(none)", "{go}");
    }
    // A search that goes on is answered when the next begins.
    talk.say("go infinite");
    talk.say("go depth 1");
    assert!(talk.until("bestmove").len() > 1 && talk.until("bestmove").len() > 1);
    for (text, score) in [("k1R5/8/1K6/8/8/8/8/8 b - -", "mate 0"), ("k7/2Q5/1K6/8/8/8/8/8 b - -", "cp 0")] {
        talk.say(&format!("position fen {text}"));
        talk.say("go movetime 5");
        assert_eq!(
            talk.until("bestmove"),
            [format!("info depth 0 score {score}"), "bestmove (none)".to_owned()]
        );
    }
}

/// A defender's move may be the last that was searched: `bestmove` is told again before it.
#[test]
fn the_best_move_begins_the_last_line_told() {
    let mut talk = Dialogue::begin();
    talk.say("position fen B7/3kP3/2p1n2N/8/p4N2/1p3P2/PB4P1/5K2 w - - 0 41");
    for nodes in [1, 900, 5_000, 20_000, 33_000] {
        let [told, best] = told_and_best(&mut talk, &format!("go nodes {nodes}"));
        assert_eq!(told, best, "{nodes}");
    }
    talk.say("setoption name Level value 2");
    for seed in 0..6 {
        talk.say(&format!("setoption name Seed value {seed}"));
        let [told, best] = told_and_best(&mut talk, "go depth 3");
        assert_eq!(told, best, "seed {seed}");
    }
}

/// Every preset whose kings can walk to and fro, past a third repetition; and past a hundred quiet plies and bare kings.
#[test]
fn a_history_goes_on_past_a_draw() {
    let mut talk = Dialogue::begin();
    for (variant, text, moves) in [
        ("orthodox", "startpos", "g1f3 g8f6 f3g1 f6g8"),
        ("shatranj", "startpos", "g1f3 g8f6 f3g1 f6g8"),
        ("circe", "startpos", "g1f3 g8f6 f3g1 f6g8"),
        ("orthodox", "fen 4k3/8/8/8/8/8/8/4KR2 w - - 97 80", "e1d1 e8d8 d1e1 d8e8"),
        ("orthodox", "fen 4k3/8/8/8/8/8/8/4K3 w - - 0 80", "e1d1 e8d8 d1e1 d8e8"),
        ("shatranj", "fen 4k3/8/8/8/8/8/8/4K3 w - - 0 80", "e1d1 e8d8 d1e1 d8e8"),
        ("continuous", "fen Ke@4.5,0.5' ke@4.5,7.5' ; w", "Ke@0:0.5 ke@0:0.5 Ke@180:0.5 ke@180:0.5"),
        (
            "continuous",
            "fen Ke@4.5,0.5' Ra@0.5,0.5' ke@4.5,7.5' ; w ; 98 80",
            "Ke@0:0.5 ke@0:0.5 Ke@180:0.5 ke@180:0.5",
        ),
    ] {
        talk.say(&format!("setoption name UCI_Variant value {variant}"));
        let moves = [moves; 3].join(" ");
        talk.say(&format!("position {text} moves {moves}"));
        let turn = format!(" ; {} ", if text.contains(" b ") { "b" } else { "w" });
        let position = talk.position();
        assert!(position.contains(&turn), "{variant} {text}: {position}");
        let [told, best] = told_and_best(&mut talk, "go nodes 200");
        assert_eq!(told, best);
        talk.say(&format!("position {text} moves {moves} {best}"));
        assert!(talk.position().contains(" ; b "), "{variant} {text}: {best}");
    }
}

#[test]
fn words_may_be_written_as_other_programs_write_them() {
    let mut talk = Dialogue::begin();
    talk.say("debug on");
    talk.say("register later");
    talk.say("setoption\tname\tuci_variant\tvalue\tCHESS");
    talk.say("position\tstartpos\tmoves\te2e4");
    assert!(talk.position().contains(" ; b "));
    talk.say("setoption name UCI_Variant value Shatranj");
    talk.say("setoption name Ponder value TRUE");
    talk.say("setoption name Clear Hash");
    talk.say("setoption  name  Clear   Hash ");
    talk.say("setoption name  Hash  value  4");
    assert_eq!(talk.ask("isready", "readyok"), "readyok");
    // The king that takes its own rook castles.
    talk.say("setoption name UCI_Variant value orthodox");
    for (castles, text) in [("e1h1", "Ke@g1"), ("e1a1", "Ke@c1"), ("e1g1", "Ke@g1")] {
        talk.say(&format!("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves {castles}"));
        let position = talk.position();
        assert!(position.starts_with(text), "{castles}: {position}");
    }
}

/// The array of Fairy-Stockfish, XBoard and cutechess.
#[test]
fn shatranj_begins_as_in_other_programs() {
    let mut talk = Dialogue::begin();
    talk.say("setoption name UCI_Variant value shatranj");
    for line in ["position startpos", "ucinewgame"] {
        talk.say(line);
        let position = talk.position();
        for place in ["Ke@d1 ", "Qd@e1 ", "ke@d8 ", "qd@e8 "] {
            assert!(position.contains(place), "{line}: {position}");
        }
    }
}

/// Some programs send the options in the order of the alphabet, others as they please.
#[test]
fn a_variant_file_and_its_path_are_set_in_either_order() {
    let ring = Command::new(env!("CARGO_BIN_EXE_continuum")).args(["variants", "ring64"]).output();
    let path = std::env::temp_dir().join(format!("continuum-uci-{}.toml", std::process::id()));
    std::fs::write(&path, ring.expect("the program runs").stdout).expect("written");
    let marker = "setoption name UCI_Variant value <file>";
    let path_option = format!("setoption name VariantPath value {}", path.display());
    let position_after = |options: &[&str]| {
        let mut talk = Dialogue::begin();
        options.iter().for_each(|option| talk.say(option));
        talk.say("d");
        // A position begins with a man, not with `info`.
        std::iter::repeat_with(|| talk.next()).find(|line| !line.starts_with("info")).expect("a position")
    };
    let of_preset = position_after(&["setoption name UCI_Variant value ring64"]);
    assert_ne!(of_preset, position_after(&[]));
    assert_eq!(position_after(&[marker, &path_option]), of_preset);
    assert_eq!(position_after(&[&path_option, marker]), of_preset);
    // Without a path the game stays, and the program says what it waits for.
    let mut talk = Dialogue::begin();
    assert!(talk.ask(marker, "info string").contains("VariantPath"));
    assert!(talk.position().contains("Ke@e1 "));
    std::fs::remove_file(&path).expect("removed");
}

#[test]
fn a_search_in_the_others_time_is_answered_after_its_move() {
    let mut talk = Dialogue::begin();
    talk.say("setoption name Ponder value true");
    talk.say("position startpos moves e2e4 e7e5");
    for (go, then) in [
        ("go ponder wtime 300 btime 300", "ponderhit"),
        ("go ponder depth 2", "ponderhit"),
        ("go ponder", "stop"),
        ("go ponder movetime 100000", "stop"),
    ] {
        talk.say(go);
        talk.say("isready");
        assert!(talk.until("readyok").iter().all(|line| !line.starts_with("bestmove")), "{go}");
        let best = talk.best(then);
        assert!(then == "stop" || best.contains(" ponder "), "{go}: {best}");
    }
}

#[test]
fn strength_is_limited_by_elo() {
    let mut talk = Dialogue::begin();
    talk.say("uci");
    let told = talk.until("uciok");
    let elo = told.iter().find(|line| line.contains("name UCI_Elo ")).expect("an option");
    assert!(elo.ends_with(" min 730 max 2250"), "{elo}");
    talk.say("setoption name UCI_Elo value 1000");
    for (limited, deepest) in [("true", 3), ("false", 4)] {
        talk.say(&format!("setoption name UCI_LimitStrength value {limited}"));
        let told = depths(&mut talk, "go depth 4");
        assert_eq!(told.iter().map(|(depth, _)| *depth).max(), Some(deepest), "{limited}");
    }
}

/// By the search itself, with and without an end from outside.
#[test]
fn a_mate_that_is_found_is_told_to_its_end() {
    let mut talk = Dialogue::begin();
    for (text, go) in [
        ("8/8/8/8/8/2k5/1q6/K7 w - - 0 1", "go depth 3"),
        ("7k/8/8/8/8/8/5K2/6QR w - - 0 1", "go depth 6"),
        ("4k3/8/8/8/8/8/4Q3/4K2R w - - 0 1", "go nodes 30000"),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "go depth 7"),
        ("8/8/8/8/4k3/8/1Q6/K6R w - - 0 1", "go nodes 60000"),
    ] {
        talk.say("ucinewgame");
        talk.say(&format!("position fen {text}"));
        talk.say(go);
        for line in talk.until("bestmove").iter().filter(|line| line.contains(" score mate ")) {
            let mate = line.split_once(" score mate ").expect("a mate").1;
            let moves: i32 = mate.split(' ').next().expect("a number").parse().expect("a number");
            let pv = line.split_once(" pv ").map_or("", |(_, pv)| pv);
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
            assert_eq!(pv.split_whitespace().count() as i32, plies, "{text}: {line}");
        }
    }
}

/// The second has a quiet key, which the search passed over.
#[test]
fn go_mate_finds_every_mate_and_tells_it_to_the_end() {
    let mut talk = Dialogue::begin();
    for (text, moves, key) in [
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1, "d1d8"),
        ("7R/3r4/8/3pkp1p/5N1P/b3PK2/5P2/8 w - - 1 1", 2, "h8h6"),
    ] {
        talk.say(&format!("position fen {text}"));
        talk.say(&format!("go mate {moves}"));
        let told = talk.until("bestmove");
        let info = &told[told.len() - 2];
        let pv: Vec<&str> = info.split_once(" pv ").expect("a line").1.split(' ').collect();
        assert!(info.contains(&format!(" score mate {moves} ")), "{info}");
        assert_eq!((pv[0], pv.len()), (key, 2 * moves - 1), "{info}");
        talk.say(&format!("position fen {text} moves {}", pv.join(" ")));
        assert_eq!(talk.ask("go depth 1", "info depth"), "info depth 0 score mate 0");
        talk.until("bestmove");
    }
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

/// An error of the input is not told as one of the output.
#[test]
#[cfg(unix)]
fn a_folder_as_standard_input_is_refused() {
    let folder = std::fs::File::open("tests").expect("it is there");
    let output = Command::new(env!("CARGO_BIN_EXE_continuum")).arg("uci").stdin(folder).output();
    let output = output.expect("the program runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("standard input: this is a folder"), "{told}");
    assert_eq!(output.status.code(), Some(2));
}

/// A search without a bound that it reaches is answered and ended some seconds after the input.
#[test]
fn the_end_of_the_input_ends_a_deep_search() {
    let begun = std::time::Instant::now();
    let mut command = Command::new(env!("CARGO_BIN_EXE_continuum"));
    let mut child = command.arg("uci").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
    child.stdin.take().expect("piped").write_all(b"position startpos\ngo depth 40").expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(String::from_utf8_lossy(&output.stdout).contains("\nbestmove "));
    assert!(begun.elapsed().as_secs() < 40, "{:?}", begun.elapsed());
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
    for (variant, depth) in [("orthodox", 6), ("continuous", 3)] {
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
