//! Who may know whom: a module uses only those above it in the table of DESIGN.md.

use std::fs;
use std::path::{Path, PathBuf};

/// From the ground up; modules of one line do not know each other.
const LAYERS: &[&[&str]] = &[
    &["wording", "disk"],
    &["choice"],
    &["geom", "chess"],
    &["notation"],
    &["variant"],
    &["board"],
    &["plane", "lattice"],
    &["game"],
    &["scenario", "render", "solve"],
    &["depict"],
    &["serve"],
    &["cli"],
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a source folder").map(|e| e.expect("an entry").path()) {
        if entry.is_dir() {
            sources(&entry, found);
        } else if entry.extension().is_some_and(|e| e == "rs") {
            found.push(entry);
        }
    }
}

#[test]
fn every_module_knows_only_those_below_it() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let layer = |module: &str| LAYERS.iter().position(|row| row.contains(&module));
    let mut files = Vec::new();
    sources(&src, &mut files);
    let mut faults = Vec::new();
    for file in files {
        let inside = file.strip_prefix(&src).expect("below src").to_string_lossy().into_owned();
        let own = inside.split(['/', '\\']).next().unwrap_or_default().trim_end_matches(".rs").to_owned();
        if own == "lib" || own == "main" {
            continue;
        }
        let mine = layer(&own).unwrap_or_else(|| panic!("{own} has no line in the table"));
        for (number, line) in fs::read_to_string(&file).expect("text").lines().enumerate() {
            for used in line.split("crate::").skip(1) {
                let used: String = used.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                // What is not a module of the table is an item of the crate's root.
                if used != own && layer(&used).is_some_and(|theirs| theirs >= mine) {
                    faults.push(format!("{inside}:{}: {own} uses {used}", number + 1));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn parry_is_named_in_one_folder() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    let elsewhere = files.iter().filter(|f| !f.starts_with(src.join("geom/parry")));
    let named: Vec<_> =
        elsewhere.filter(|f| fs::read_to_string(f).expect("text").contains("parry2d::")).collect();
    assert!(named.is_empty(), "{named:?}");
}
