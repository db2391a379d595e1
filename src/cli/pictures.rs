//! The pictures of `continuum run --plots`: one for each scenario, with the name of its file.

use super::{Failure, plot, progress};
use crate::diagnostics::Unreadable;
use crate::disk::write_whole;
use crate::render::Painter;
use crate::scenario::ScenarioReport;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The width of a scenario's picture in pixels.
const PLOT_WIDTH: u32 = 600;

/// Draws one picture for each scenario into a folder.
pub fn draw_all(
    drawn: &[&ScenarioReport],
    folder: &Path,
    painter: &Painter,
    pool: &rayon::ThreadPool,
) -> Result<(), Failure> {
    let names = picture_names(&drawn.iter().map(|report| report.path.as_path()).collect::<Vec<_>>());
    let bar = progress::bar(names.len() as u64, "pictures");
    // A file that is named twice is drawn once.
    let pictures: BTreeMap<&PathBuf, &ScenarioReport> = names.iter().zip(drawn.iter().copied()).collect();
    let draw = |(name, report): (&&PathBuf, &&ScenarioReport)| -> Result<(), Failure> {
        let path = folder.join(name);
        let inside = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(inside).map_err(|e| Unreadable::new(inside, &e))?;
        let scene = plot::overview(report)?;
        plot::complain_of_missing(painter.missing(&scene)?, &path);
        Ok(write_whole(&path, &painter.png(&scene, PLOT_WIDTH)?)?)
    };
    let done = pool.install(|| pictures.par_iter().inspect(|_| bar.inc(1)).try_for_each(draw));
    bar.finish_and_clear();
    done
}

/// Returns the names of pictures: those of their files. Equal names in several folders are preceded by their folders,
/// below the folder that all share.
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
