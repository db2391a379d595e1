//! What the documents show is true.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[test]
fn console_blocks_print_what_they_say() {
    trycmd::TestCases::new().case("README.md").case("docs/*.md").case("problems/*.md").case("tests/cmd/*.md");
}

/// The documents of a folder and of the folders in it.
fn documents(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let mut found: Vec<_> = files.into_iter().filter(|f| f.extension().is_some_and(|e| e == "md")).collect();
    found.extend(folders.iter().flat_map(|folder| documents(folder)));
    found
}

/// The names by which a link may point into a document: its headings in lower case, spaces as hyphens, other signs left out.
fn anchors(text: &str) -> Vec<String> {
    let mut is_code = false;
    let headings = text.lines().filter(|line| {
        is_code ^= line.starts_with("```");
        !is_code && line.starts_with('#')
    });
    let kept = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    let anchor =
        |line: &str| line.trim_start_matches('#').trim().chars().filter(|&c| kept(c)).collect::<String>();
    headings.map(|line| anchor(line).to_lowercase().replace(' ', "-")).collect()
}

/// Whether what a link of a page names is there: an address, or a file and a heading in it.
fn leads_somewhere(page: &Path, link: &str) -> bool {
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = if file.is_empty() { page.to_owned() } else { page.with_file_name(file) };
    link.starts_with("http")
        || anchor.is_empty() && target.exists()
        || fs::read_to_string(target).is_ok_and(|text| anchors(&text).iter().any(|known| known == anchor))
}

#[test]
fn every_link_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let single =
        ["README.md", "DESIGN.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "python/README.md"];
    let mut pages: Vec<_> = single.map(|page| root.join(page)).into();
    pages.extend(["docs", "problems", "python/examples"].iter().flat_map(|f| documents(&root.join(f))));
    let mut faults = Vec::new();
    for page in pages {
        let text = fs::read_to_string(&page).expect("a page");
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let stray = links.filter(|link| !leads_somewhere(&page, link));
        faults.extend(stray.map(|link| format!("{}: {link} leads nowhere", page.display())));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_document_is_a_page_of_the_guide() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let guide = include_str!("../../src/guide.rs");
    let pages = documents(&folder);
    let names = pages
        .iter()
        .map(|page| page.strip_prefix(&folder).expect("below docs").to_string_lossy().into_owned());
    let missing: Vec<_> = names.filter(|name| !guide.contains(&format!("{name}\""))).collect();
    assert!(missing.is_empty(), "add to src/guide.rs: {}", missing.join(", "));
}

/// The citations of rules in a text, `docs/rules/PAGE.md` with the number behind it, that no heading of the page has.
fn stray_citations(text: &str) -> Vec<String> {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules");
    let cited = text.split("docs/rules/").skip(1).filter_map(|rest| rest.split_once(".md` "));
    let numbered = cited.filter_map(|(page, rest)| {
        let number: String = rest.chars().take_while(|&c| c.is_ascii_digit() || c == '.').collect();
        let number = number.trim_end_matches('.').to_owned();
        (!number.is_empty()).then_some((page, number))
    });
    let has = |page: &str, number: &str| {
        fs::read_to_string(rules.join(format!("{page}.md"))).is_ok_and(|text| {
            text.lines().any(|line| {
                let heading = line.trim_start_matches('#').trim().split(' ').next().unwrap_or_default();
                line.starts_with('#') && heading.trim_end_matches('.') == number
            })
        })
    };
    let stray = numbered.filter(|(page, number)| !has(page, number));
    stray.map(|(page, number)| format!("{page}.md has no heading {number}")).collect()
}

#[test]
fn every_rule_that_code_cites_is_there() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let (mut cited, mut faults) = (0, Vec::new());
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("text");
                cited += text.matches("docs/rules/").count();
                faults.extend(
                    stray_citations(&text).iter().map(|fault| format!("{}: {fault}", path.display())),
                );
            }
        }
    }
    assert!(cited > 10, "citations are found");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The rules of a page that name no scenario.
fn faults_of_rules_page(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).expect("a page");
    let name = page.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut faults = Vec::new();
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

/// The text of every file of Rust in a folder and in the folders in it.
fn sources(folder: &Path) -> String {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let texts = entries.map(|path| match path.extension() {
        _ if path.is_dir() => sources(&path),
        Some(extension) if extension == "rs" => fs::read_to_string(&path).expect("a source"),
        _ => String::new(),
    });
    texts.collect()
}

/// The last column of the limits of the server names tests.
#[test]
fn tests_that_the_limits_name_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let code = sources(&root.join("tests")) + &sources(&root.join("src"));
    let page = fs::read_to_string(root.join("docs/server.md")).expect("a page");
    let (_, limits) = page.split_once("\n## Limits\n").expect("the limits");
    let rows = limits.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let mut count = 0;
    for row in rows.take_while(|line| line.starts_with('|')) {
        let column = row.trim_end_matches([' ', '|']).rsplit('|').next().expect("a column");
        for name in column.split('`').skip(1).step_by(2).filter(|name| !name.starts_with("--")) {
            assert!(code.contains(&format!("fn {name}(")), "{row}");
            count += 1;
        }
    }
    assert!(count > 30, "{count}");
}
