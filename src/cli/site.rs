//! `continuum site`

use super::printed::note;
use super::{Failure, Outcome};
use crate::diagnostics::Unreadable;
use crate::serve::{Libraries, SiteFile, site_files};
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

fn failed(path: &Path, e: &std::io::Error) -> Unreadable {
    Unreadable::new(path, e)
}

fn library(path: &Path) -> Result<Vec<u8>, Failure> {
    let library = fs::read(path).map_err(|e| failed(path, &e))?;
    if library.starts_with(b"\0asm") {
        return Ok(library);
    }
    let message = "is no library for WebAssembly: build it as CONTRIBUTING.md says";
    Err(format!("{}: {message}", path.display()).into())
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let libraries = Libraries { words: library(&args.library)?, pictures: library(&args.pictures)? };
    fs::create_dir_all(&args.folder).map_err(|e| failed(&args.folder, &e))?;
    if fs::read_dir(&args.folder).map_err(|e| failed(&args.folder, &e))?.next().is_some() {
        return Err(format!("{}: this folder has files: name an empty one", args.folder.display()).into());
    }
    let files = site_files(&libraries).map_err(|e| e.message)?;
    for SiteFile { path, bytes } in &files {
        let to = args.folder.join(path);
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder).map_err(|e| failed(&to, &e))?;
        }
        fs::write(&to, bytes).map_err(|e| failed(&to, &e))?;
    }
    note(&format!("{} files in {}; any host of files serves them", files.len(), args.folder.display()));
    Ok(Outcome::Fine)
}
