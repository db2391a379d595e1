//! Pictures of many scenarios at once, by the program.

use std::path::{Path, PathBuf};
use std::process::Command;

fn run(folder: &Path, scenarios: &[&str]) -> Vec<PathBuf> {
    let done = Command::new(env!("CARGO_BIN_EXE_continuum"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .arg("run")
        .args(scenarios)
        .arg("--plots")
        .arg(folder)
        .output()
        .expect("the program runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let mut found = Vec::new();
    list(folder, &mut found);
    found.iter().map(|file| file.strip_prefix(folder).expect("inside").to_owned()).collect()
}

fn list(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path()).collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() { list(&entry, found) } else { found.push(entry) }
    }
}

#[test]
fn scenarios_of_the_same_name_get_a_picture_each() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("twins");
    // Nothing is there on the first run.
    let _ = std::fs::remove_dir_all(&folder);
    let twins = ["tests/data/twins/a", "tests/data/twins/b", "./tests/data/twins/a/twin.toml"];
    let paths = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
    assert_eq!(run(&folder, &twins), paths(&["a/twin.png", "b/twin.png"]));
    std::fs::remove_dir_all(&folder).expect("it was made");
    assert_eq!(run(&folder, &["tests/data/twins/a"]), paths(&["twin.png"]));
}
