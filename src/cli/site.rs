//! `continuum site`

use super::printed::note;
use super::{Failure, Outcome};
use crate::diagnostics::Unreadable;
use crate::serve::{SiteFile, site_files};
use std::fs;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder to write; it is made if it is missing, and must be empty
    folder: PathBuf,
    /// The library for WebAssembly, as `site/` builds it
    #[arg(long, value_name = "FILE")]
    library: PathBuf,
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let failed = |path: &PathBuf, e: &std::io::Error| Unreadable::new(path, e);
    let library = fs::read(&args.library).map_err(|e| failed(&args.library, &e))?;
    if !library.starts_with(b"\0asm") {
        let message = "is no library for WebAssembly: build it as CONTRIBUTING.md says";
        return Err(format!("{}: {message}", args.library.display()).into());
    }
    fs::create_dir_all(&args.folder).map_err(|e| failed(&args.folder, &e))?;
    if fs::read_dir(&args.folder).map_err(|e| failed(&args.folder, &e))?.next().is_some() {
        return Err(format!("{}: this folder has files: name an empty one", args.folder.display()).into());
    }
    let files = site_files(&library).map_err(|e| e.message)?;
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
