//! No answer is late: `uci` and `best` answer within 50 ms after their time, on every board.

use crate::uci::Dialogue;
use continuum::variant::preset_names;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The time for an answer.
const TIME: Duration = Duration::from_millis(100);

/// How much later an answer may come. Without optimization one legal set may take seconds.
const SLACK: Duration = Duration::from_millis(if cfg!(debug_assertions) { 2_000 } else { 50 });

/// A machine that does other work gives nobody its time to the millisecond: the quickest of so many attempts counts.
const ATTEMPTS: usize = 5;

const MIDGAME: &str = include_str!("../data/midgame.txt");
const SEAMS_MIDGAME: &str = include_str!("../data/seams-midgame.txt");

/// Variants with positions, first lines for `uci`.
fn positions() -> Vec<(Vec<String>, String)> {
    let preset = |name: &str| vec![format!("setoption name UCI_Variant value {name}")];
    let file = |name: &str| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/variants");
        let path = format!("setoption name VariantPath value {folder}/{name}.toml");
        vec![path, "setoption name UCI_Variant value <file>".to_owned()]
    };
    let start = || "position startpos".to_owned();
    let mut all: Vec<_> = preset_names().map(|name| (preset(name), start())).collect();
    for name in ["menagerie", "lancer", "byzantine-plane", "progressive-continuous", "continuous-circe"] {
        all.push((file(name), start()));
    }
    let at = |text: &str| format!("position fen {}", text.trim());
    for name in ["continuous", "zeno", "discrete"] {
        all.push((preset(name), at(MIDGAME)));
    }
    for name in ["cylinder", "mobius", "klein"] {
        all.push((preset(name), at(SEAMS_MIDGAME)));
    }
    let crowded = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for name in ["orthodox", "circe", "progressive", "circe-progressive"] {
        all.push((preset(name), at(crowded)));
    }
    all
}

/// How much later than its time the quickest of some attempts came.
fn least_delay(mut attempt: impl FnMut()) -> Duration {
    let mut least = Duration::MAX;
    for _ in 0..ATTEMPTS {
        let begin = Instant::now();
        attempt();
        least = least.min(begin.elapsed().saturating_sub(TIME));
        if least <= SLACK {
            break;
        }
    }
    least
}

#[test]
fn uci_is_never_late() {
    let mut dialogue = Dialogue::begin();
    let mut late = Vec::new();
    dialogue.say("setoption name Threads value 1");
    for (lines, position) in positions() {
        lines.iter().for_each(|line| dialogue.say(line));
        dialogue.say(&position);
        dialogue.say("isready");
        assert_eq!(dialogue.until("readyok"), ["readyok"], "{lines:?} {position}");
        let delay = least_delay(|| {
            let answer = dialogue.ask(&format!("go movetime {}", TIME.as_millis()), "bestmove");
            assert_ne!(answer, "bestmove (none)", "{lines:?} {position}");
        });
        if delay > SLACK {
            late.push(format!("{delay:?}: {} {position}", lines.join("; ")));
        }
    }
    assert!(late.is_empty(), "late by\n{}", late.join("\n"));
}

#[test]
fn best_is_never_late() {
    let menagerie = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/variants/menagerie.toml");
    for variant in ["continuous", "klein", "disc", "disc70", "circe-progressive", menagerie] {
        let delay = least_delay(|| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_continuum"));
            let time = TIME.as_millis().to_string();
            let command = command.args(["best", "--variant", variant, "--movetime", &time, "--threads", "1"]);
            let status = command.stdout(Stdio::null()).status().expect("the program runs");
            assert!(status.success(), "{variant}");
        });
        assert!(delay <= SLACK, "{variant}: late by {delay:?}");
    }
}

/// A queen stands where a pawn may take it. Working out all moves of these kinds takes longer than the time.
#[test]
fn there_is_a_choice_where_moves_take_long_to_work_out() {
    let array = "Ra@0.5,0.5 Ob@1.5,0.5 Fc@2.5,0.5 Qd@3.5,0.5 Ke@4.5,0.5 Ff@5.5,0.5 Cg@6.5,0.5 Rh@7.5,0.5 Ga@0.5,1.5 \
                 Pb@1.5,1.5 Pc@2.5,1.5 Pd@3.5,1.5 Pe@4.5,1.5 Pf@5.5,1.5 Pg@6.5,1.5 Gh@7.5,1.5 Sa@2,1^90 Sh@6,1^90 \
                 ra@0.5,7.5 ob@1.5,7.5 fc@2.5,7.5 qd@1.5,2.5' ke@4.5,7.5 ff@5.5,7.5 cg@6.5,7.5 rh@7.5,7.5 ga@0.5,6.5 \
                 pb@1.5,6.5 pc@2.5,6.5 pd@3.5,6.5 pe@4.5,6.5 pf@5.5,6.5 pg@6.5,6.5 gh@7.5,6.5 sa@2,7^270 sh@6,7^270 ; w";
    let mut dialogue = Dialogue::begin();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/variants");
    dialogue.say(&format!("setoption name VariantPath value {folder}/menagerie.toml"));
    dialogue.say("setoption name UCI_Variant value <file>");
    dialogue.say(&format!("position fen {array}"));
    let time = if cfg!(debug_assertions) { 3_000 } else { 100 };
    let answer = dialogue.ask(&format!("go movetime {time}"), "bestmove");
    assert!(answer.starts_with("bestmove Pc@135:"), "{answer}");
}
