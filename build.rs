//! Names the commit for `continuum --version`, in optimized builds from a checkout, and lists the scenarios that the server
//! shows beside the rules.

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
        list_scenarios();
    }
}

/// Writes `scenarios.rs`: the name and the text of each file in `scenarios`.
fn list_scenarios() {
    let root = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let mut list = String::from("&[\n");
    for (folder, before) in [("scenarios", ""), ("scenarios/variants", "variants/")] {
        println!("cargo::rerun-if-changed={folder}");
        let mut files: Vec<_> = std::fs::read_dir(Path::new(&root).join(folder))
            .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
            .unwrap_or_default();
        files.retain(|file| file.extension().is_some_and(|end| end == "toml"));
        files.sort();
        for file in files {
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            let name = format!("{before}{name}");
            let _ = writeln!(list, "    ({name:?}, include_str!({file:?})),");
        }
    }
    list.push_str("]\n");
    let to = Path::new(&std::env::var("OUT_DIR").unwrap_or_default()).join("scenarios.rs");
    std::fs::write(to, list).expect("the list of scenarios is written");
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
