//! What the program prints about itself.

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
