//! The pictures of `continuum run --plots`: one for each scenario, named after the file of the scenario.

use super::{Failure, plot, progress};
use continuum::diagnostics::Unreadable;
use continuum::disk::write_whole;
use continuum::render::Painter;
use continuum::scenario::ScenarioReport;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The width of a scenario's picture in pixels.
const PLOT_WIDTH: u32 = 600;

pub fn draw_all(
    reports: &[&ScenarioReport],
    folder: &Path,
    painter: &Painter,
    pool: &rayon::ThreadPool,
) -> Result<(), Failure> {
    let files: Vec<&Path> = reports.iter().map(|report| report.path.as_path()).collect();
    let names = picture_names(&files);
    let bar = progress::bar(names.len() as u64, "pictures");
    // Two reports of the same file have the same name. The map keeps one of them.
    let reports_by_name: BTreeMap<PathBuf, &ScenarioReport> =
        names.into_iter().zip(reports.iter().copied()).collect();
    let draw = |(name, report): (&PathBuf, &&ScenarioReport)| -> Result<(), Failure> {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent).map_err(|e| Unreadable::new(parent, &e))?;
        let scene = plot::overview(report)?;
        plot::complain_of_missing(painter.missing(&scene)?, &path);
        Ok(write_whole(&path, &painter.png(&scene, PLOT_WIDTH)?)?)
    };
    let drawn = pool.install(|| reports_by_name.par_iter().inspect(|_| bar.inc(1)).try_for_each(draw));
    bar.finish_and_clear();
    drawn
}

/// Returns the name of the picture of each file: the name of the file with the ending `.png`.
///
/// A name that files in several folders share has its folder in front, relative to the common folder of all files.
fn picture_names(files: &[&Path]) -> Vec<PathBuf> {
    let canonical: Vec<PathBuf> =
        files.iter().map(|file| file.canonicalize().unwrap_or_else(|_| file.to_path_buf())).collect();
    let first_folder = canonical.first().and_then(|file| file.parent());
    let mut common_folder = first_folder.map(Path::to_owned).unwrap_or_default();
    let is_common = |folder: &Path| canonical.iter().all(|file| file.starts_with(folder));
    while !is_common(&common_folder) && common_folder.pop() {}
    let picture_name = |file: &PathBuf| {
        let has_same_name = |namesake: &PathBuf| namesake != file && namesake.file_stem() == file.file_stem();
        let file_name = Path::new(file.file_name().unwrap_or_default());
        let name = if canonical.iter().any(has_same_name) {
            file.strip_prefix(&common_folder).unwrap_or(file_name)
        } else {
            file_name
        };
        name.with_extension("png")
    };
    canonical.iter().map(picture_name).collect()
}
