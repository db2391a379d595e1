//! Writing files whole or not at all.

use crate::diagnostics::Unreadable;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Writes a file atomically: it has all of these bytes at the end, or its old contents.
///
/// The bytes are written to a hidden file in the same folder, which is renamed at the end. So a full disk, a kill or a
/// loss of power leaves no half-written file. A target that is not a regular file, such as `/dev/stdout`, is written directly.
///
/// # Errors
/// When the operating system refuses. The file is unchanged, and the hidden file is removed.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Unreadable> {
    replace(path, bytes).map_err(|e| Unreadable::new(path, &e))
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays a link; the file to which it leads is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(&target).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return OpenOptions::new().write(true).open(&target)?.write_all(bytes);
    }
    let part = unused_name(&target)?;
    let written = write_part(&part, bytes, old).and_then(|()| fs::rename(&part, &target));
    if written.is_err() {
        // The caller learns of the first failure, and not of one that follows from it.
        let _ = fs::remove_file(&part);
    }
    written
}

/// Writes a new file, with the permissions of the old one if there is one.
fn write_part(part: &Path, bytes: &[u8], old: Option<fs::Metadata>) -> io::Result<()> {
    let mut file = File::create_new(part).map_err(|e| match e.kind() {
        io::ErrorKind::NotFound => io::Error::other("its folder does not exist: make it first"),
        _ => e,
    })?;
    if let Some(old) = old {
        file.set_permissions(old.permissions())?;
    }
    file.write_all(bytes)?;
    file.sync_all()
}

/// Returns an unused path of a hidden file in the folder of the target.
fn unused_name(target: &Path) -> io::Result<PathBuf> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = target.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let hidden = format!(".{}.{}-{number}.part", name.to_string_lossy(), std::process::id());
    Ok(target.with_file_name(hidden))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new_folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("continuum-disk-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    fn sorted_names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .expect("reads")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_that_cannot_be_written_stays_as_it_was() {
        let folder = new_folder("refused");
        assert!(write_whole(&folder, b"x").is_err(), "a folder is not a file");
        assert!(write_whole(&folder.join("none/picture.svg"), b"x").is_err(), "there is no such folder");
        // Systems refuse a name of 300 letters.
        let long = folder.join("x".repeat(300));
        assert!(write_whole(&long, b"x").is_err());
        assert_eq!(sorted_names(&folder), [""; 0]);
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_is_replaced_whole_and_keeps_its_link_and_permissions() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = new_folder("link");
        let (real, link) = (folder.join("real.svg"), folder.join("link.svg"));
        fs::write(&real, b"first").expect("written");
        fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).expect("set");
        std::os::unix::fs::symlink(&real, &link).expect("linked");
        write_whole(&link, b"second").expect("written");
        assert_eq!(fs::read(&real).expect("reads"), b"second");
        assert_eq!(sorted_names(&folder), ["link.svg", "real.svg"]);
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        assert_eq!(fs::metadata(&real).expect("there").permissions().mode() & 0o777, 0o640);
        fs::remove_dir_all(&folder).expect("removed");
    }
}
