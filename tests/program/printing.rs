//! What the program prints, whatever stands in the texts that it quotes, and where it cannot be written.
#![cfg(unix)]

use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_continuum");

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("continuum-printing-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn continuum(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).output().expect("the program runs")
}

fn assert_no_control(output: &Output) {
    for bytes in [&output.stdout, &output.stderr] {
        let text = std::str::from_utf8(bytes).expect("UTF-8");
        assert!(!text.contains(|c: char| c.is_control() && c != '\n' && c != '\t'), "{text:?}");
    }
}

#[test]
fn control_characters_never_reach_a_terminal() {
    let folder = folder("control");
    let file = folder.join("named.toml");
    let wild = "\\u001b]0;x\\u0007\\u009b31m";
    let text = format!(
        "title = \"{wild}\"\nvariant = \"continuous\"\nposition = \"start\"\n[[step]]\nmove = \"Pa 90 1{wild}\"\n"
    );
    fs::write(&file, &text).expect("written");
    let file = file.to_str().expect("UTF-8");
    let wild = "\u{1b}[31m\u{9b}x\u{7f}";
    for (arguments, status) in [
        (vec!["run", file], 2),
        (vec!["run", "--json", file], 2),
        (vec!["moves", "--scenario", file], 2),
        (vec!["moves", "--position", &format!("Ke@1,1 {wild}@2,2 ; w")], 2),
        (vec!["moves", "--variant", wild], 2),
        (vec!["moves", "--piece", wild], 2),
        (vec!["moves", "--set", &format!("{wild}=1")], 2),
        (vec!["run", wild], 2),
        (vec![wild], 2),
    ] {
        let output = continuum(&arguments);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
        assert_no_control(&output);
    }
    // The title alone: the scenario goes as expected.
    fs::write(file, text.replace("Pa 90 1\\u001b]0;x\\u0007\\u009b31m", "Pa 90 1")).expect("written");
    let output = continuum(&["run", file]);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains("\\u001b]0;x\\u0007\\u009b31m"));
    assert_no_control(&output);
    fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn a_title_may_begin_with_a_hyphen() {
    let folder = folder("hyphen");
    let picture = folder.join("hyphen.svg");
    let output = continuum(&[
        "plot",
        "scenarios/stalemate.toml",
        "--title",
        "-hello",
        "-o",
        picture.to_str().expect("UTF-8"),
    ]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    fs::remove_dir_all(&folder).expect("removed");
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_a_fault() {
    for arguments in [&["--help"][..], &["--version"], &["moves", "--help"], &["variants"], &["moves"]] {
        let full = OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let output = Command::new(PROGRAM).args(arguments).stdout(full).output().expect("the program runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(told, "continuum: standard output: no space is left\n", "{arguments:?}");
    }
}

/// Runs the program in a shell that allows files of 512 or 1024 bytes.
fn with_small_files(arguments: &str, stdout: File) -> Output {
    let command = format!("ulimit -f 1; exec {PROGRAM} {arguments}");
    Command::new("sh").args(["-c", &command]).stdout(stdout).output().expect("a shell runs")
}

#[test]
fn a_file_that_grows_too_large_is_refused_and_leaves_nothing_behind() {
    let folder = folder("large");
    let inside = |name: &str| folder.join(name);
    let names = |folder: &Path| {
        let names = fs::read_dir(folder).expect("reads").map(|entry| entry.expect("an entry").file_name());
        names.map(|name| name.to_string_lossy().into_owned()).collect::<Vec<_>>()
    };
    let picture = inside("big.svg");
    let arguments = format!("plot scenarios/stalemate.toml -o {}", picture.display());
    let output = with_small_files(&arguments, File::create(inside("out")).expect("made"));
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        told,
        format!("continuum: {}: the file would be larger than the system allows\n", picture.display())
    );
    assert_eq!(names(&folder), ["out"]);
    let output = with_small_files("variants --json", File::create(inside("out")).expect("made"));
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(told, "continuum: standard output: the file would be larger than the system allows\n");
    fs::remove_dir_all(&folder).expect("removed");
}
