//! What the program prints about itself.

use std::path::Path;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_continuum")).args(arguments).output().expect("the program starts")
}

fn text(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The names of all commands, as the help lists them.
fn commands() -> Vec<String> {
    let help = text(&["--help"]);
    let (_, list) = help.split_once("Commands:\n").expect("a list of commands");
    let lines = list.lines().take_while(|line| !line.is_empty());
    lines.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn every_command_has_a_manual_page() {
    assert!(text(&["man"]).contains(".TH continuum 1"));
    let commands = commands();
    assert!(commands.len() > 10, "{commands:?}");
    for command in &commands {
        let page = text(&["man", command]);
        assert!(page.contains(&format!(".TH continuum-{command} 1")), "{command}: {page}");
    }
    assert!(text(&["man", "puzzles", "make"]).contains(".TH continuum-puzzles-make 1"));
    assert_eq!(run(&["man", "nothing"]).status.code(), Some(2));
    assert_eq!(run(&["man", "best", "nothing"]).status.code(), Some(2));
}

#[test]
fn the_synopsis_of_a_manual_page_names_the_values_of_options() {
    let page = text(&["man", "match"]).replace("\\-", "-");
    for form in ["--a PLAYER --b PLAYER --games N", "[--set NAME=VALUE]", "[--sprt ELO0,ELO1]", "[--json]"] {
        assert!(page.contains(form), "{form}: {page}");
    }
    assert!(text(&["man", "run"]).contains(" FILE..."));
    assert!(text(&["man", "puzzles"]).replace("\\-", "-").contains(" [-h|--help] COMMAND\n"));
}

#[test]
fn completions_name_the_values_of_options() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = text(&["completions", shell]);
        let known = ["cylinder64", "chart", "mate-in-two"];
        // These two shells have no values in the scripts that clap writes.
        let has_values = !matches!(shell, "elvish" | "powershell");
        assert!(!has_values || known.iter().all(|value| script.contains(value)), "{shell}");
    }
}

#[test]
fn completions_of_every_shell_name_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = text(&["completions", shell]);
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
        }
    }
}

#[test]
fn the_version_begins_with_that_of_the_package() {
    let version = text(&["--version"]);
    assert!(version.starts_with(concat!("continuum ", env!("CARGO_PKG_VERSION"))), "{version}");
}

/// Examples that end within seconds and ask for no file that a user has.
#[cfg(unix)]
#[test]
fn examples_of_the_help_do_what_they_show() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = std::env::temp_dir().join(format!("continuum-examples-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    for name in ["scenarios", "problems"] {
        std::os::unix::fs::symlink(root.join(name), folder.join(name)).expect("linked");
    }
    let program = Path::new(env!("CARGO_BIN_EXE_continuum")).parent().expect("a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").expect("set"));
    for command in ["moves", "analyze", "perft", "plot", "solve", "verify", "variants"] {
        let help = text(&[command, "--help"]);
        let (_, examples) = help.split_once("Examples:\n").expect(command);
        for line in examples.lines().map(str::trim).filter(|line| line.starts_with("continuum ")) {
            let file = line.split(' ').find(|word| word.ends_with(".jsonl") || word.ends_with(".pgn"));
            if file.is_some_and(|file| !folder.join(file).exists()) {
                continue;
            }
            let mut shell = Command::new("sh");
            shell.args(["-c", line]).current_dir(&folder).env("PATH", &path);
            let done = shell.output().expect("a shell");
            // `verify` has a status of its own for keys that are proven at samples only.
            let is_verified = command == "verify" && done.status.code() == Some(3);
            let is_fine = done.status.success() || is_verified;
            assert!(is_fine, "{line}: {}", String::from_utf8_lossy(&done.stderr));
        }
    }
    std::fs::remove_dir_all(&folder).expect("removed");
}
