//! Who may know whom: a module uses only those below it in the picture of DESIGN.md.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms of a module, from the ground up: each uses only those before it, by `crate::MODULE::ROOM`.
const ROOMS: &[(&str, &[&str])] = &[
    ("lattice", &["tables", "state", "movegen", "position", "text", "pruning"]),
    (
        "engine",
        &[
            "score", "options", "result", "search", "lattice", "plane", "choose", "mate", "uci", "players",
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

/// The picture of DESIGN.md: which modules each name stands for, and the names to which its arrows lead.
#[derive(Default)]
struct Picture {
    modules: BTreeMap<String, Vec<String>>,
    arrows: Vec<(String, String)>,
}

impl Picture {
    fn read() -> Picture {
        let design = include_str!("../../DESIGN.md");
        let (_, drawn) = design.split_once("```mermaid").expect("a picture");
        let (drawn, _) = drawn.split_once("```").expect("the end of the picture");
        let mut picture = Picture::default();
        for line in drawn.lines().map(str::trim) {
            if let Some((name, label)) = line.split_once("[\"<b>") {
                let (modules, _) = label.split_once("</b>").expect("a name in bold");
                picture.modules.insert(name.to_owned(), modules.split(", ").map(str::to_owned).collect());
            }
            let ranks: Vec<Vec<&str>> =
                line.split("-->").map(|rank| rank.split('&').map(str::trim).collect()).collect();
            for pair in ranks.windows(2) {
                let ends = pair[0].iter().flat_map(|from| pair[1].iter().map(move |to| (from, to)));
                picture.arrows.extend(ends.map(|(from, to)| ((*from).to_owned(), (*to).to_owned())));
            }
        }
        picture
    }

    /// The name that stands for a module.
    fn name_of(&self, module: &str) -> Option<&str> {
        let mut names = self.modules.iter();
        names.find(|(_, modules)| modules.iter().any(|m| m == module)).map(|(name, _)| name.as_str())
    }

    /// The names that a name's arrows lead to, over others too, and itself.
    fn below(&self, name: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::from([name.to_owned()]);
        let mut waiting = vec![name.to_owned()];
        while let Some(name) = waiting.pop() {
            for (_, to) in self.arrows.iter().filter(|(from, _)| *from == name) {
                if found.insert(to.clone()) {
                    waiting.push(to.clone());
                }
            }
        }
        found
    }
}

/// The text of a source file without comments, which may point upwards.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).expect("text");
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The modules whose items the crate's root offers under their own names.
fn origins_of_root_items(src: &Path) -> BTreeMap<String, String> {
    let text = code(&src.join("lib.rs"));
    let offers = text.split("pub use ").skip(1).filter_map(|rest| rest.split_once("::"));
    offers
        .flat_map(|(module, items)| {
            let names = first_names(items).into_iter();
            names.map(|name| (name, module.to_owned())).collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn every_module_knows_only_those_below_it() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (picture, origins) = (Picture::read(), origins_of_root_items(&src));
    let mut files = Vec::new();
    sources(&src, &mut files);
    let mut faults = Vec::new();
    for file in files {
        let inside = file.strip_prefix(&src).expect("below src").to_string_lossy().into_owned();
        let own = inside.split(['/', '\\']).next().unwrap_or_default().trim_end_matches(".rs").to_owned();
        if ["lib", "main", "guide"].contains(&own.as_str()) {
            continue;
        }
        let mine = picture.name_of(&own).unwrap_or_else(|| panic!("{own} is not in the picture"));
        let below = picture.below(mine);
        // The program is a crate of its own, for which the library is `continuum`.
        let library = if own == "cli" { "continuum::" } else { "crate::" };
        for (line, used) in names_below(library, &code(&file)) {
            let used = origins.get(&used).unwrap_or(&used);
            if picture.name_of(used).is_none_or(|theirs| !below.contains(theirs)) {
                faults.push(format!("{inside}:{line}: {own} uses {used}"));
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

/// The type that a line declares to other modules, if it declares one.
fn declared_type(line: &str) -> Option<&str> {
    let mut words = line.trim().strip_prefix("pub")?.split_whitespace();
    let first = words.next()?;
    let keyword = if first.starts_with('(') { words.next()? } else { first };
    let rest = ["struct", "enum", "trait", "type", "union"].contains(&keyword).then(|| words.next())??;
    // A macro declares a type by a name that begins with a `$`.
    rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().filter(|name| !name.is_empty())
}

#[test]
fn a_declared_type_is_found() {
    assert_eq!(declared_type("    pub(crate) struct Move<'a> {"), Some("Move"));
    assert_eq!(declared_type("pub enum Board {"), Some("Board"));
    assert_eq!(declared_type("        pub enum $name {"), None);
    assert_eq!(declared_type("pub fn board() {}"), None);
    assert_eq!(declared_type("struct Private;"), None);
}

/// The arguments of each command are a type of this name.
const ARGUMENTS: &str = "Args";

#[test]
fn a_name_stands_for_one_type() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in files {
        let inside = file.strip_prefix(&src).expect("below src").to_string_lossy().into_owned();
        for name in code(&file).lines().filter_map(declared_type).filter(|name| *name != ARGUMENTS) {
            places.entry(name.to_owned()).or_default().push(inside.clone());
        }
    }
    places.retain(|_, files| files.len() > 1);
    assert!(places.is_empty(), "{places:#?}");
}

/// The first names of a path, or of the paths of a list in braces.
fn first_names(text: &str) -> Vec<String> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let name = |text: &str| text.trim().chars().take_while(|&c| is_name(c)).collect::<String>();
    let Some(list) = text.strip_prefix('{') else { return vec![name(text)] };
    let mut depth = 0;
    let mut names = Vec::new();
    for part in list.split_inclusive(['{', '}', ',']) {
        if depth == 0 {
            names.push(name(part));
        }
        depth += i32::from(part.ends_with('{')) - i32::from(part.ends_with('}'));
        if depth < 0 {
            break;
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// The first names of the paths below a prefix, each with the line of the prefix.
fn names_below(prefix: &str, text: &str) -> Vec<(usize, String)> {
    let below = text.match_indices(prefix).flat_map(|(at, _)| {
        let line = text[..at].matches('\n').count() + 1;
        first_names(&text[at + prefix.len()..]).into_iter().map(move |name| (line, name))
    });
    below.collect()
}

#[test]
fn lists_of_imports_are_read_over_lines() {
    let text = "use crate::{\n    a::{b, c::d},\n    e,\n};\nuse crate::f::g;";
    let names = ["a", "e", "f"].map(str::to_owned);
    assert_eq!(names_below("crate::", text), [1, 1, 5].into_iter().zip(names).collect::<Vec<_>>());
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
            let text = code(&file);
            for prefix in [format!("crate::{module}::"), "super::super::".to_owned()] {
                for (line, used) in names_below(&prefix, &text) {
                    if rooms.iter().position(|room| *room == used).is_none_or(|theirs| theirs > mine) {
                        faults.push(format!("{module}/{inside}:{line}: {own} uses {used}"));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
