//! `continuum play` by what is typed.

use continuum::game::Pgn;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("continuum-play-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// What the program prints when these lines are typed and the input then ends.
fn played(arguments: &[&str], lines: &[&str]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_continuum"))
        .arg("play")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let typed: String = lines.iter().map(|line| format!("{line}\n")).collect();
    child.stdin.take().expect("piped").write_all(typed.as_bytes()).expect("taken");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_game_is_played_saved_and_resumed() {
    let folder = folder("resumed");
    let file = folder.join("game.pgn");
    let file = file.to_str().expect("UTF-8");
    let save = format!("save {file}");
    let told = played(
        &["--variant", "orthodox", "--level", "1"],
        &["e5", "moves Pe", "e4", &save, "undo", "d2d4", "quit"],
    );
    let board = "  8   r   n   b   q   k   b   n   r\n\n  7   p   p   p   p   p   p   p   p\n\n  6   .";
    assert!(told.contains(board), "{told}");
    assert!(told.contains("white to move: ongoing\ne2e3\ne2e4\n"), "{told}");
    assert!(told.contains("pawn"), "the refusal of e5: {told}");
    assert_eq!(told.matches("\nblack: ").count(), 2, "{told}");
    assert!(
        told.contains("4   .   .   .   .   P   .   .   .")
            && told.contains("4   .   .   .   P   .   .   .   .")
    );
    let saved = Pgn::read_all(&fs::read_to_string(file).expect("written")).expect("PGN").remove(0);
    assert_eq!((saved.tag("Black"), saved.moves.len(), saved.result), (Some("continuum, level 1"), 2, None));
    let resumed = played(&[file], &["resign", "e4", &save]);
    assert!(resumed.contains("0-1: resigned\n"), "{resumed}");
    let saved = Pgn::read_all(&fs::read_to_string(file).expect("written")).expect("PGN").remove(0);
    assert_eq!((saved.tag("Result"), saved.tag("Termination")), (Some("0-1"), Some("resigned")));
    assert_eq!(saved.moves.len(), 2, "nothing is played after the end");
    fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn the_plane_and_round_boards_are_shown_and_the_program_may_begin() {
    let told =
        played(&["--variant", "continuous", "--side", "black", "--level", "1"], &["hint", "pe 90 9", "draw"]);
    assert!(told.contains("\nwhite: ") && told.contains("\n    0   1   2   3"), "{told}");
    assert!(told.contains("9 is farther than the range 2\n"), "{told}");
    for variant in ["disc70", "ring64", "torus96", "projective96", "torus", "spherical", "zeno"] {
        let told = played(&["--variant", variant], &["board", "help"]);
        assert!(told.contains("K") && told.contains("Any other line is a move."), "{told}");
    }
}
