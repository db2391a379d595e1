//! Names the commit for `continuum --version`, in optimized builds from a checkout. Lists the rules and scenarios that
//! the server shows, and the scripts of its pages.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

fn git(arguments: &[&str]) -> Option<String> {
    let answer =
        Command::new("git").args(arguments).output().ok().filter(|answer| answer.status.success())?;
    Some(String::from_utf8(answer.stdout).ok()?.trim().to_owned())
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let version = env!("CARGO_PKG_VERSION");
    let commit = commit().map_or(String::new(), |commit| format!(" ({commit})"));
    println!("cargo::rustc-env=CONTINUUM_VERSION={version}{commit}");
    if std::env::var_os("CARGO_FEATURE_SERVE").is_some() {
        list("scenarios.rs", ".toml", &["scenarios", "scenarios/variants"], &[]);
        list("rules.rs", ".md", &["docs/rules"], &[]);
        // Those that are left out are filled in.
        list("scripts.rs", ".js", &["src/serve/web"], &["bundle.js", "keeper.js", "text.js", "worker.js"]);
    }
}

/// Writes a list for `include!`: the name within the first folder, and the text, of each file of some folders that ends so.
fn list(to: &str, end: &str, folders: &[&str], left_out: &[&str]) {
    let root = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let first = Path::new(&root).join(folders[0]);
    let mut list = String::from("&[\n");
    for folder in folders {
        println!("cargo::rerun-if-changed={folder}");
        let entries = std::fs::read_dir(Path::new(&root).join(folder)).into_iter().flatten().flatten();
        let mut files: Vec<_> = entries.map(|entry| entry.path()).collect();
        files.sort();
        for file in files {
            let name = file.strip_prefix(&first).expect("a folder within the first");
            let name = name.to_string_lossy().replace('\\', "/");
            if name.ends_with(end) && !left_out.contains(&name.as_str()) {
                let _ = writeln!(list, "    ({name:?}, include_str!({file:?})),");
            }
        }
    }
    list.push_str("]\n");
    let to = Path::new(&std::env::var("OUT_DIR").unwrap_or_default()).join(to);
    std::fs::write(to, list).expect("the list is written");
}

/// The commit of an optimized build. Who works on the program does not compile it again at each commit.
fn commit() -> Option<String> {
    if std::env::var("PROFILE").as_deref() != Ok("release") {
        return None;
    }
    // A folder within some other checkout has no commit of its own.
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    println!("cargo::rerun-if-changed={}", git(&["rev-parse", "--git-path", "logs/HEAD"])?);
    git(&["rev-parse", "--short", "HEAD"])
}
