//! Who may know whom: a module uses only those below it in the picture of DESIGN.md.

use std::fs;
use std::path::{Path, PathBuf};

/// From the ground up, as in the picture of DESIGN.md; modules of one line do not know each other.
const LAYERS: &[&[&str]] = &[
    &["diagnostics"],
    &["choice", "duration", "timer", "disk"],
    &["budget"],
    &["geom", "chess"],
    &["notation"],
    &["variant"],
    &["board"],
    &["plane", "lattice"],
    &["game"],
    &["scenario", "render", "solve", "endings"],
    &["depict"],
    &["engine"],
    &["puzzle", "arbiter"],
    &["answers"],
    &["serve"],
    &["cli"],
];

/// The rooms of a module, from the ground up: each uses only those before it, by `crate::MODULE::ROOM`.
const ROOMS: &[(&str, &[&str])] = &[
    ("lattice", &["tables", "state", "movegen", "position", "text", "pruning"]),
    (
        "engine",
        &[
            "score", "options", "result", "dice", "lattice", "plane", "choose", "mate", "uci", "players",
            "contest",
        ],
    ),
    ("plane", &["rules", "position", "lanes", "discs", "attack", "board_after", "moves", "play"]),
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
        if ["lib", "main", "guide"].contains(&own.as_str()) {
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

/// The first names of the paths below a prefix in a line: one, or those between braces.
fn names_below(prefix: &str, line: &str) -> Vec<String> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let name = |text: &str| text.trim().chars().take_while(|&c| is_name(c)).collect::<String>();
    let below = line.split(prefix).skip(1);
    below
        .flat_map(|rest| match rest.strip_prefix('{') {
            Some(list) => list.split('}').next().unwrap_or("").split(',').map(name).collect(),
            None => vec![name(rest)],
        })
        .filter(|name| !name.is_empty())
        .collect()
}

#[test]
fn every_room_knows_only_those_below_it() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut faults = Vec::new();
    for &(module, rooms) in ROOMS {
        let mut files = Vec::new();
        sources(&src.join(module), &mut files);
        for file in files {
            let inside = file.strip_prefix(src.join(module)).expect("below the module");
            let inside = inside.to_string_lossy().replace('\\', "/");
            let Some((own, _)) = inside.split_once('/') else { continue };
            let mine = rooms.iter().position(|room| *room == own);
            let mine = mine.unwrap_or_else(|| panic!("{module}/{own} has no line among the rooms"));
            let text = fs::read_to_string(&file).expect("text");
            for (number, line) in text.lines().enumerate() {
                // A comment may point upwards.
                let line = line.split("//").next().unwrap_or_default();
                for prefix in [format!("crate::{module}::"), "super::super::".to_owned()] {
                    for used in names_below(&prefix, line) {
                        let theirs = rooms.iter().position(|room| *room == used);
                        if theirs.is_none_or(|theirs| theirs > mine) {
                            faults.push(format!("{module}/{inside}:{}: {own} uses {used}", number + 1));
                        }
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
