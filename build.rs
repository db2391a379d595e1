//! Names the commit for `continuum --version`, in optimized builds from a checkout.

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
