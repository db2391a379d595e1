//! Every scenario of the project, and every problem of the plane, is a test of its own.

use continuum::scenario::{find_files, run};
use libtest_mimic::{Failed, Trial};
use std::path::Path;

pub fn trials() -> Vec<Trial> {
    let folders = ["scenarios", "problems"].map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let files = find_files(&folders).expect("the scenarios are there");
    let trials = files.into_iter().map(|file| {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Trial::test(name, move || {
            let report = run(&file).map_err(|e| Failed::from(e.to_string()))?;
            let lines: Vec<String> =
                report.failures.iter().map(|f| format!("line {}: {}", f.line, f.message)).collect();
            if lines.is_empty() { Ok(()) } else { Err(lines.join("\n").into()) }
        })
    });
    trials.collect()
}
