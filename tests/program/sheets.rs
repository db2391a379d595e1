//! Sheets to print, and problems from files, by the program.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const CONTINUOUS: &str = "Ka@7,7' Ra@0,0.6' Rb@6,3' ka@4,0' ; w";
const FEN: &str = "7k/8/5K2/8/8/8/8/6R1 w - -";

fn solve(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_continuum"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .arg("solve")
        .args(arguments)
        .output()
        .expect("the program runs")
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn complaint(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Solves into a sheet, and returns it.
fn sheet(name: &str, arguments: &[&str]) -> Vec<u8> {
    let path = scratch(name);
    let solved = solve(&[arguments, &["--sheet", path.to_str().expect("a path")]].concat());
    assert!(solved.status.success(), "{}", complaint(&solved));
    std::fs::read(path).expect("a sheet")
}

/// Returns the height of an SVG.
fn height(svg: &[u8]) -> u32 {
    let text = String::from_utf8_lossy(svg);
    let after = text.split_once("height=\"").expect("a height").1;
    after.split('"').next().expect("a number").parse().expect("a number")
}

#[test]
fn a_sheet_has_room_for_the_whole_solution() {
    let problem = ["--stipulation", "#2", "--fen", FEN];
    let long = sheet("long.svg", &[&problem[..], &["--tries", "2"]].concat());
    let brief = sheet("brief.svg", &[&problem[..], &["--brief"]].concat());
    assert!(height(&long) > height(&brief) + 200, "{} {}", height(&long), height(&brief));
    assert!(sheet("one.png", &problem).starts_with(b"\x89PNG"));
}

#[test]
fn the_problems_of_a_file_are_drawn_on_one_page() {
    let page = sheet("page.svg", &["problems/sheets/popeye.txt", "--brief"]);
    assert!(String::from_utf8_lossy(&page).contains("<title>The bishop waits in vain, Circe</title>"));
    let keys =
        sheet("plane.svg", &["--variant", "continuous", "--stipulation", "#1", "--position", CONTINUOUS]);
    assert!(height(&keys) > 600);
}

#[test]
fn a_sheet_has_a_known_ending() {
    let refused = solve(&["--stipulation", "#2", "--fen", FEN, "--sheet", "x.pdf"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(complaint(&refused).contains("--sheet x.pdf: the name must end in .png or .svg"));
}

#[test]
fn popeye_text_goes_out_and_comes_back() {
    let path = scratch("out.inp");
    let file = path.to_str().expect("a path");
    let first = solve(&["--stipulation", "#2", "--fen", FEN, "--popeye", file]);
    assert!(first.status.success(), "{}", complaint(&first));
    let written = std::fs::read_to_string(&path).expect("written");
    assert_eq!(
        written,
        "BeginProblem\nPieces\n  White Kf6 Rg1\n  Black Kh8\nStipulation #2\nOption Variation\nEndProblem\n"
    );
    let again = solve(&[file]);
    let solution = |output: &Output| {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.lines()
            .take_while(|line| !line.contains(" positions in "))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(solution(&again), solution(&first));
    let plane = solve(&[
        "--variant",
        "continuous",
        "--stipulation",
        "#1",
        "--position",
        CONTINUOUS,
        "--popeye",
        file,
    ]);
    assert!(complaint(&plane).contains("Popeye does not know `continuous`"), "{}", complaint(&plane));
}

#[test]
fn faults_of_a_file_of_problems_have_their_places() {
    for (text, told) in [
        ("[[problem]]\nfen = \"8/8\"\nstipulation = \"#2\"\n", ":2:8: "),
        ("[[problem]]\nfen = \"7k/8/8/8/8/8/8/K7 w - -\"\nstipulation = \"#0\"\n", ":3:15: "),
        ("[[problem]]\nstipulation = \"#2\"\n", ":1:1: `position` is missing"),
        ("[[problem]]\nfin = \"x\"\n", ":2:1: unknown field `fin`: did you mean `fen`?"),
        ("title = \"x\"\n", ":1:1: unknown field `title`"),
        ("BeginProblem\nStipulation #2 Madrasi\nEndProblem\n", ":2:16: unknown command `Madrasi`"),
    ] {
        let path = scratch("faulty.toml");
        std::fs::write(&path, text).expect("a file");
        let refused = solve(&[path.to_str().expect("a path")]);
        assert_eq!(refused.status.code(), Some(2), "{text}");
        assert!(
            complaint(&refused).contains(&format!("faulty.toml{told}")),
            "{text}: {}",
            complaint(&refused)
        );
    }
}
