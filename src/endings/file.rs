//! Tables in files. A file is one gzip stream. Its first line names the format, and a line of JSON has the variant and the endings.
//! The codes of all tables follow, two bytes each, the lower byte first. The SHA-256 of all these bytes ends the file.

use super::ending::Ending;
use super::layout::Layout;
use super::table::EndingTable;
use super::tables::{Tables, Unfit};
use crate::diagnostics::{Unreadable, io_message};
use crate::disk::write_whole;
use crate::lattice::LatticeRules;
use crate::variant::{Variant, VariantSpec};
use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};

/// The extension of file names.
pub const EXTENSION: &str = "endings";

/// The first line of a file.
const FORMAT: &str = "continuum endings 2";

/// The greatest length of a line that is read, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// The reason why a file of endings is not used.
#[derive(Debug, thiserror::Error)]
pub enum BadFile {
    /// The system does not allow reading.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The file is not one of endings, or it is damaged.
    #[error("{path}: {why}: work the endings out again with `continuum endings --save`")]
    Broken {
        /// The file.
        path: String,
        /// What is wrong.
        why: String,
    },
}

impl BadFile {
    fn broken(path: &Path, why: &impl ToString) -> BadFile {
        BadFile::Broken { path: path.display().to_string(), why: why.to_string() }
    }
}

/// The description before the tables, as JSON has it.
#[derive(Serialize, Deserialize)]
struct Head {
    variant: VariantSpec,
    /// Each ending with the count of its codes, in the order of the tables.
    endings: Vec<(String, usize)>,
}

/// Writes all tables of a variant to a file.
///
/// # Errors
/// The message of the system. The file is then unchanged.
pub fn write(path: &Path, tables: &Tables) -> Result<(), Unreadable> {
    write_whole(path, &compressed(tables).map_err(|e| Unreadable::new(path, &e))?)
}

/// Returns the bytes of a file.
fn compressed(tables: &Tables) -> io::Result<Vec<u8>> {
    let named_count = |table: &EndingTable| (table.layout.ending.to_string(), table.codes.len());
    let variant = tables.rules().variant().spec().clone();
    let head = Head { variant, endings: tables.tables().map(named_count).collect() };
    let mut out = GzEncoder::new(Vec::new(), Compression::default());
    let mut hash = Sha256::new();
    let mut put = |bytes: &[u8]| {
        hash.update(bytes);
        out.write_all(bytes)
    };
    put(format!("{FORMAT}\n{}\n", serde_json::to_string(&head)?).as_bytes())?;
    for table in tables.tables() {
        put(&table.codes.iter().flat_map(|code| code.to_le_bytes()).collect::<Vec<u8>>())?;
    }
    out.write_all(&hash.finalize())?;
    out.finish()
}

/// Returns the tables of a file.
///
/// # Errors
/// When the file cannot be read, has another format, is damaged, or has a variant that is not played.
pub fn read(path: &Path) -> Result<Tables, BadFile> {
    let mut file = OpenFile::open(path)?;
    file.read_all().map_err(|why| file.broken(&why))
}

/// The reason why a file is broken.
#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error("this is no file of endings, or it is damaged ({message})", message = io_message(.0))]
    Stream(#[from] io::Error),
    #[error("this is no file of endings of this version of the program")]
    Format,
    #[error("its variant is not played: {0}")]
    Variant(String),
    #[error(transparent)]
    Unfit(#[from] Unfit),
    #[error("`{0}` has not as many positions as it should have")]
    Size(String),
    #[error("its content is not what was written, by its SHA-256")]
    Changed,
    #[error("there is data after its end")]
    Long,
}

struct TableHead {
    ending: Ending,
    /// The count of its codes.
    count: usize,
}

/// A file of which the head has been read.
struct OpenFile {
    path: PathBuf,
    variant: Variant,
    /// The tables, in the order of the file.
    tables: Vec<TableHead>,
    input: HashedInput,
}

impl OpenFile {
    fn open(path: &Path) -> Result<OpenFile, BadFile> {
        let file = File::open(path).map_err(|e| Unreadable::new(path, &e))?;
        let stream = BufReader::new(GzDecoder::new(BufReader::new(file)));
        let input = HashedInput { stream, hash: Sha256::new() };
        OpenFile::read_head(path, input).map_err(|why| BadFile::broken(path, &why))
    }

    fn read_head(path: &Path, mut input: HashedInput) -> Result<OpenFile, Fault> {
        if input.read_line()?.trim_end() != FORMAT {
            return Err(Fault::Format);
        }
        let Head { variant, endings } =
            serde_json::from_str(&input.read_line()?).map_err(|_| Fault::Format)?;
        let variant = Variant::new(variant).map_err(|e| Fault::Variant(e.to_string()))?;
        let mut tables = Vec::new();
        for (name, count) in endings {
            tables.push(TableHead { ending: name.parse().map_err(|_| Fault::Format)?, count });
        }
        Ok(OpenFile { path: path.to_owned(), variant, tables, input })
    }

    fn broken(&self, why: &Fault) -> BadFile {
        BadFile::broken(&self.path, why)
    }

    /// Returns the count of all codes of the file.
    fn size(&self) -> usize {
        self.tables.iter().fold(0, |size, table| size.saturating_add(table.count))
    }

    /// Returns all tables of the file.
    fn read_all(&mut self) -> Result<Tables, Fault> {
        let rules = LatticeRules::new(&self.variant).map_err(|e| Fault::Variant(e.to_string()))?;
        let mut tables = Tables::new(&rules)?;
        self.read_into(&mut tables, &|_| true)?;
        Ok(tables)
    }

    /// Reads the file to its end, and adds its tables of the wanted endings.
    fn read_into(&mut self, tables: &mut Tables, is_wanted: &dyn Fn(&Ending) -> bool) -> Result<(), Fault> {
        let mut added = Vec::new();
        for TableHead { ending, count } in &self.tables {
            if !is_wanted(ending) {
                self.input.read_codes(*count)?;
                continue;
            }
            let layout = Layout::new(tables.rules(), ending);
            if layout.len() != *count {
                return Err(Fault::Size(ending.to_string()));
            }
            let bytes = self.input.read_codes(*count)?;
            let codes = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
            added.push(EndingTable { layout, codes: codes.collect() });
        }
        self.input.check_end()?;
        added.into_iter().for_each(|table| tables.add(table));
        Ok(())
    }
}

/// The bytes of a file, with the hash of those that have been read.
struct HashedInput {
    stream: BufReader<GzDecoder<BufReader<File>>>,
    hash: Sha256,
}

impl HashedInput {
    fn read_line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        self.stream.by_ref().take(LONGEST_LINE).read_line(&mut line)?;
        self.hash.update(&line);
        Ok(line)
    }

    /// Returns the bytes of a number of codes.
    fn read_codes(&mut self, count: usize) -> io::Result<Vec<u8>> {
        let size = (count as u64).saturating_mul(2);
        let mut bytes = Vec::new();
        self.stream.by_ref().take(size).read_to_end(&mut bytes)?;
        self.hash.update(&bytes);
        if (bytes.len() as u64) < size { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(bytes) }
    }

    /// Compares the hash with the bytes that are left, which have to be the written hash and nothing more.
    fn check_end(&mut self) -> Result<(), Fault> {
        let mut written = [0; 32];
        self.stream.read_exact(&mut written)?;
        if self.hash.finalize_reset()[..] != written {
            return Err(Fault::Changed);
        }
        // Reading the end of the stream tests its checksum.
        let is_longer = self.stream.read(&mut [0])? > 0;
        let after_stream = self.stream.get_mut().get_mut();
        if is_longer || !after_stream.fill_buf()?.is_empty() { Err(Fault::Long) } else { Ok(()) }
    }
}

/// Returns the tables of each variant from all files of endings in a folder.
///
/// # Errors
/// Those of [`read`], and when the folder holds no such file.
pub fn read_folder(folder: &Path) -> Result<Vec<Tables>, BadFile> {
    let mut by_variant: Vec<Tables> = Vec::new();
    for path in files_of(folder)? {
        let mut file = OpenFile::open(&path)?;
        let result = match by_variant.iter_mut().find(|tables| tables.is_of(&file.variant)) {
            Some(tables) => file.read_into(tables, &|_| true),
            None => file.read_all().map(|tables| by_variant.push(tables)),
        };
        result.map_err(|why| file.broken(&why))?;
    }
    Ok(by_variant)
}

/// Adds the missing tables that an ending needs, from the files of endings in a folder.
///
/// Only the heads are read of files without such tables.
///
/// # Errors
/// Those of [`read`], and when the folder holds no such file.
pub fn read_needed(folder: &Path, tables: &mut Tables, ending: &Ending) -> Result<(), BadFile> {
    let mut files = Vec::new();
    for path in files_of(folder)? {
        files.push(OpenFile::open(&path)?);
    }
    files.retain(|file| tables.is_of(&file.variant));
    // Larger files may have the same tables as small ones, and take longer to read.
    files.sort_by_key(OpenFile::size);
    for mut file in files {
        let missing = tables.missing(ending);
        if file.tables.iter().any(|table| missing.contains(&table.ending)) {
            let result = file.read_into(tables, &|ending| missing.contains(ending));
            result.map_err(|why| file.broken(&why))?;
        }
    }
    Ok(())
}

/// Returns the files of endings in a folder. An error says that there are none.
fn files_of(folder: &Path) -> Result<Vec<PathBuf>, BadFile> {
    let unreadable = |e: io::Error| Unreadable::new(folder, &e);
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|extension| extension == EXTENSION) {
            paths.push(path);
        }
    }
    paths.sort();
    if paths.is_empty() {
        return Err(BadFile::broken(folder, &format!("no file in this folder ends with .{EXTENSION}")));
    }
    Ok(paths)
}
