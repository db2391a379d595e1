//! `continuum run`

use super::select::threads;
use super::{Failure, Outcome, plot, progress};
use crate::render;
use crate::scenario::{self, Report, ScenarioError, find_files};
use crate::wording::of_io;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The width of a scenario's picture in pixels.
const PLOT_WIDTH: u32 = 600;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Scenario files; a folder means every .toml in it
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Render each scenario's move paths to PNG in this folder; of files with the same name each below its own folder
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,
    /// How many to play at once [default: one a core]
    #[arg(long, value_name = "N", value_parser = threads(), allow_negative_numbers = true)]
    jobs: Option<usize>,
    /// Print as JSON, one line a scenario
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let files = find_files(&args.files)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.jobs.unwrap_or(0)).build()?;
    let bar = progress::bar(files.len() as u64, "scenarios");
    let reports: Vec<Result<Report, ScenarioError>> =
        pool.install(|| files.par_iter().map(|file| scenario::run(file)).inspect(|_| bar.inc(1)).collect());
    bar.finish_and_clear();
    if let Some(folder) = &args.plots {
        draw_all(&reports, folder, &pool)?;
    }
    let mut out = std::io::stdout().lock();
    let (mut failed, mut bad) = (0, 0);
    for (file, report) in files.iter().zip(&reports) {
        match report {
            Ok(report) => {
                failed += usize::from(!report.failures.is_empty());
                if args.json { writeln!(out, "{}", json(report))? } else { print(&mut out, report)? }
            }
            Err(e) => {
                bad += 1;
                if args.json {
                    writeln!(out, "{}", serde_json::json!({ "file": file, "error": e.to_string() }))?;
                }
                eprintln!("continuum: {e}");
            }
        }
    }
    if !args.json {
        let passed = files.len() - failed - bad;
        writeln!(
            out,
            "{passed} passed, {failed} failed{}",
            if bad > 0 { format!(", {bad} bad") } else { String::new() }
        )?;
    }
    if bad > 0 {
        return Ok(Outcome::Bad);
    }
    Ok(if failed > 0 { Outcome::Unexpected } else { Outcome::Fine })
}

/// One picture a scenario.
fn draw_all(
    reports: &[Result<Report, ScenarioError>],
    folder: &Path,
    pool: &rayon::ThreadPool,
) -> Result<(), Failure> {
    let drawn: Vec<&Report> = reports.iter().flatten().collect();
    let names = picture_names(&drawn.iter().map(|report| report.path.as_path()).collect::<Vec<_>>());
    let bar = progress::bar(names.len() as u64, "pictures");
    // A file that is named twice is drawn once.
    let pictures: BTreeMap<&PathBuf, &Report> = names.iter().zip(drawn).collect();
    let draw = |(name, report): (&&PathBuf, &&Report)| -> Result<(), Failure> {
        let path = folder.join(name);
        let inside = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(inside).map_err(|e| format!("{}: {}", inside.display(), of_io(&e)))?;
        plot::write(&path, &render::png(&plot::overview(report)?, PLOT_WIDTH)?)
    };
    let done = pool.install(|| pictures.par_iter().inspect(|_| bar.inc(1)).try_for_each(draw));
    bar.finish_and_clear();
    done
}

/// A picture is named like its file; where files of the same name lie in several folders, each has its folders, below
/// the one that all files share, before it.
fn picture_names(files: &[&Path]) -> Vec<PathBuf> {
    let whole: Vec<PathBuf> =
        files.iter().map(|file| file.canonicalize().unwrap_or_else(|_| file.to_path_buf())).collect();
    let mut shared = whole.first().and_then(|file| file.parent()).map(Path::to_owned).unwrap_or_default();
    while !whole.iter().all(|file| file.starts_with(&shared)) && shared.pop() {}
    let name = |file: &PathBuf| {
        let clash = whole.iter().any(|other| other != file && other.file_stem() == file.file_stem());
        let inside = file.strip_prefix(&shared).ok().filter(|_| clash);
        let name =
            inside.map_or_else(|| file.file_name().map(PathBuf::from), |inside| Some(inside.to_owned()));
        name.unwrap_or_default().with_extension("png")
    };
    whole.iter().map(name).collect()
}

fn print(out: &mut impl std::io::Write, report: &Report) -> std::io::Result<()> {
    let verdict = if report.failures.is_empty() { "ok" } else { "FAILED" };
    writeln!(out, "{verdict:<7}{}: {}", report.path.display(), report.title)?;
    for failure in &report.failures {
        writeln!(out, "       {}:{}: {}", report.path.display(), failure.line, failure.message)?;
    }
    Ok(())
}

fn json(report: &Report) -> serde_json::Value {
    let failures =
        report.failures.iter().map(|f| serde_json::json!({ "line": f.line, "message": f.message }));
    serde_json::json!({
        "file": report.path,
        "title": report.title,
        "passed": report.failures.is_empty(),
        "steps": report.steps,
        "plies": report.game.plies().len(),
        "position": report.game.position().to_string(),
        "status": report.game.status(),
        "failures": failures.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_files_with_the_same_name_keep_their_folders() {
        let names = |files: &[&str]| picture_names(&files.iter().map(Path::new).collect::<Vec<_>>());
        let paths = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        assert_eq!(names(&["/x/a/one.toml", "/x/b/two.toml"]), paths(&["one.png", "two.png"]));
        let clash = ["/x/a/one.toml", "/x/b/c/one.toml", "/x/b/two.toml", "/x/one.toml"];
        assert_eq!(names(&clash), paths(&["a/one.png", "b/c/one.png", "two.png", "one.png"]));
        assert_eq!(names(&["/x/a/one.toml", "/x/a/one.toml"]), paths(&["one.png", "one.png"]));
    }
}
