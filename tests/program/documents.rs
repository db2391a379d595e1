//! What the documents show is true.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn console_blocks_print_what_they_say() {
    trycmd::TestCases::new().case("README.md").case("docs/*.md").case("problems/*.md").case("tests/cmd/*.md");
}

/// Whether every rule of a page names at least one scenario, and every link of the page leads somewhere.
fn faults_of_rules_page(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).expect("a page");
    let folder = page.parent().expect("a folder");
    let name = page.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut faults = Vec::new();
    for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        if !link.starts_with("http") && !folder.join(link).exists() {
            faults.push(format!("{name}: {link} leads nowhere"));
        }
    }
    for rule in text.split("\n- ").skip(1) {
        let rule = rule.split("\n\n").next().unwrap_or_default();
        if !rule.contains("/scenarios/") {
            faults.push(format!("{name}: no scenario shows: {rule}"));
        }
    }
    faults
}

#[test]
fn every_rule_names_a_scenario_that_shows_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules");
    let entries = fs::read_dir(folder).expect("the pages").map(|entry| entry.expect("an entry").path());
    let faults: Vec<String> = entries.flat_map(|page| faults_of_rules_page(&page)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The first block of JSON lines goes in, the second comes out.
#[test]
fn json_lines_are_answered_as_the_page_says() {
    let page = include_str!("../../docs/testing-geometry.md");
    let mut blocks = page.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next());
    let (questions, answers) = (blocks.next().expect("questions"), blocks.next().expect("answers"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_continuum"))
        .arg("analyze")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    // The pipe is closed at the end of the statement.
    child.stdin.take().expect("piped").write_all(questions.as_bytes()).expect("taken");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8(output.stdout).expect("UTF-8"), answers);
    assert_eq!(output.status.code(), Some(2));
}
