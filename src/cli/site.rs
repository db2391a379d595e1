//! `continuum site` writes the page as a folder that needs no server.

use super::printed::note;
use super::{Failure, Outcome};
use continuum::diagnostics::Unreadable;
use continuum::serve::{Libraries, SiteFile, site_files};
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder to write; it is made if it is missing, and must be empty
    folder: PathBuf,
    /// The library for WebAssembly, as `site/` builds it
    #[arg(long, value_name = "FILE")]
    library: PathBuf,
    /// The library that draws pictures, as `site/` builds it with the feature `pictures`
    #[arg(long, value_name = "FILE")]
    pictures: PathBuf,
}

/// Returns the bytes of a library, or an error if the file is not WebAssembly.
fn read_library(path: &Path) -> Result<Vec<u8>, Failure> {
    let library = fs::read(path).map_err(|e| Unreadable::new(path, &e))?;
    // Every WebAssembly file begins with these bytes.
    if !library.starts_with(b"\0asm") {
        let message = "is no library for WebAssembly: build it as CONTRIBUTING.md says";
        return Err(format!("{}: {message}", path.display()).into());
    }
    Ok(library)
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let libraries =
        Libraries { words: read_library(&args.library)?, pictures: read_library(&args.pictures)? };
    let folder = &args.folder;
    fs::create_dir_all(folder).map_err(|e| Unreadable::new(folder, &e))?;
    if fs::read_dir(folder).map_err(|e| Unreadable::new(folder, &e))?.next().is_some() {
        return Err(format!("{}: this folder has files: name an empty one", folder.display()).into());
    }
    let files = site_files(&libraries).map_err(|e| e.message)?;
    for SiteFile { path, bytes } in &files {
        let target = folder.join(path);
        let parent = target.parent().unwrap_or(folder);
        let written = fs::create_dir_all(parent).and_then(|()| fs::write(&target, bytes));
        written.map_err(|e| Unreadable::new(&target, &e))?;
    }
    note(&format!("{} files in {}; any host of files serves them", files.len(), folder.display()));
    Ok(Outcome::Expected)
}
