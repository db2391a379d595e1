//! Inputs as long as people make them by program: many lines, many steps, many pieces.

use crate::server::Folder;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};

/// So many in a release build, and fewer in a debug build.
fn sized(release: usize) -> usize {
    if cfg!(debug_assertions) { release / 40 } else { release }
}

fn start_analyze() -> (Child, ChildStdin) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_continuum"))
        .arg("analyze")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let stdin = child.stdin.take().expect("piped");
    (child, stdin)
}

#[test]
#[cfg(target_os = "linux")]
fn analyze_answers_any_number_of_lines_in_constant_memory() {
    let lines = sized(1_000_000);
    let (mut child, mut stdin) = start_analyze();
    let line = json!({ "variant": "continuous", "position": "Ke@4.5,0.5 ke@4.5,7.5 ; w", "piece": "Ke" });
    let line = format!("{line}\n").repeat(100);
    let (half, asked) = std::sync::mpsc::channel::<()>();
    let writer = std::thread::spawn(move || {
        for hundred in 0..lines / 100 {
            if hundred == lines / 200 {
                asked.recv().expect("half of the answers");
            }
            stdin.write_all(line.as_bytes()).expect("taken");
        }
        stdin
    });
    let status = format!("/proc/{}/status", child.id());
    let peak = || {
        let status = std::fs::read_to_string(&status).expect("it runs");
        let line = status.lines().find(|line| line.starts_with("VmHWM")).expect("the peak");
        line.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse::<u64>().ok()).expect("a number")
    };
    let mut answers = BufReader::new(child.stdout.take().expect("piped")).lines();
    answers.by_ref().take(lines / 2).for_each(|answer| drop(answer.expect("an answer")));
    let before = peak();
    half.send(()).expect("it waits");
    answers.by_ref().take(lines / 2).for_each(|answer| drop(answer.expect("an answer")));
    let after = peak();
    drop(writer.join().expect("written"));
    assert_eq!(answers.count(), 0);
    assert!(child.wait().expect("it ends").success());
    assert!(after < before + before / 4, "{before} kB after half of the lines, {after} kB after all");
}

#[test]
fn a_scenario_may_have_a_hundred_thousand_steps() {
    let folder = Folder::new();
    let file = folder.0.join("long.toml");
    let mut text =
        "title = \"long\"\nvariant = \"continuous\"\nposition = \"Ke@4.5,0.5 ke@4.5,7.5 Qa@1,1 ; w\"\n\
                    [rules]\ndraw_rules = false\n"
            .to_owned();
    for step in 0..sized(100_000) {
        let moves = ["Ke 90 0.5", "ke 90 0.5", "Ke 270 0.5", "ke 270 0.5"];
        text += &format!("[[step]]\nmove = \"{}\"\n", moves[step % 4]);
    }
    std::fs::write(&file, text).expect("a file");
    let output =
        Command::new(env!("CARGO_BIN_EXE_continuum")).arg("run").arg(&file).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_position_may_have_thirty_thousand_pieces() {
    let rows = sized(200).max(20);
    let size = rows + 8;
    let mut position = format!("Ke@1.5,1.5' ke@158.5,{}'", size as f64 - 1.5);
    for (number, (row, column)) in
        (0..rows).flat_map(|row| (0..150).map(move |column| (row, column))).enumerate()
    {
        let letter = if number % 2 == 0 { 'P' } else { 'p' };
        position += &format!(" {letter}{number}@{},{}'", f64::from(column) + 2.5, row as f64 + 4.5);
    }
    let rules = json!({ "board_width": 160, "board_height": size });
    let line = json!({ "variant": "continuous", "rules": rules, "position": position + " ; w" });
    let (child, mut stdin) = start_analyze();
    let writer = std::thread::spawn(move || writeln!(stdin, "{line}").expect("taken"));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("written");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["status"], "ongoing", "{}", answer["error"]);
    assert!(answer["spans"].as_array().is_some_and(|spans| spans.len() > rows));
}
