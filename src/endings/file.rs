//! Tables in files. A file is one gzip stream: a line that names the format, a line of JSON with the variant and the endings,
//! two bytes for each number, the lower first, and the SHA-256 of all before it.

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

/// The file name extension.
pub const EXTENSION: &str = "endings";

/// The first line.
const FORMAT: &str = "continuum endings 2";

/// The greatest length of a line of text in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// The reason why a file of endings is not used.
#[derive(Debug, thiserror::Error)]
pub enum BadFile {
    /// The system does not allow reading.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The file holds no endings, or is damaged.
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

/// The description before the tables, as it is written.
#[derive(Serialize, Deserialize)]
struct WrittenHead {
    variant: VariantSpec,
    /// The endings with the counts of their numbers, in the order of the tables.
    endings: Vec<(String, usize)>,
}

/// Writes all tables of a variant to a file.
///
/// # Errors
/// The message of the system; the file is then unchanged.
pub fn write(path: &Path, tables: &Tables) -> Result<(), Unreadable> {
    write_whole(path, &compressed(tables).map_err(|e| Unreadable::new(path, &e))?)
}

fn compressed(tables: &Tables) -> io::Result<Vec<u8>> {
    let named = |table: &EndingTable| (table.layout.ending.to_string(), table.codes.len());
    let variant = tables.rules().variant().spec().clone();
    let head = WrittenHead { variant, endings: tables.tables().map(named).collect() };
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
/// When the file cannot be read, has another format, is damaged, or its variant is not played.
pub fn read(path: &Path) -> Result<Tables, BadFile> {
    let (content, head) = Content::open(path)?;
    content.tables(&head).map_err(|why| BadFile::broken(path, &why))
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

/// The description before the tables.
struct Head {
    variant: Variant,
    /// The tables, in the order of the file.
    tables: Vec<TableHead>,
}

/// The description of one table.
struct TableHead {
    ending: Ending,
    /// The count of its numbers.
    len: usize,
}

/// A file that is being read.
struct Content {
    input: BufReader<GzDecoder<BufReader<File>>>,
    /// The hash of the bytes that have been read.
    hash: Sha256,
}

impl Content {
    /// Opens a file and reads its head.
    fn open(path: &Path) -> Result<(Self, Head), BadFile> {
        let file = File::open(path).map_err(|e| Unreadable::new(path, &e))?;
        let input = BufReader::new(GzDecoder::new(BufReader::new(file)));
        let mut content = Content { input, hash: Sha256::new() };
        let head = content.head().map_err(|why| BadFile::broken(path, &why))?;
        Ok((content, head))
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        self.input.by_ref().take(LONGEST_LINE).read_line(&mut line)?;
        self.hash.update(&line);
        Ok(line)
    }

    fn head(&mut self) -> Result<Head, Fault> {
        if self.line()?.trim_end() != FORMAT {
            return Err(Fault::Format);
        }
        let WrittenHead { variant, endings } =
            serde_json::from_str(&self.line()?).map_err(|_| Fault::Format)?;
        let variant = Variant::new(variant).map_err(|e| Fault::Variant(e.to_string()))?;
        let head = |(name, len): (String, usize)| Some(TableHead { ending: name.parse().ok()?, len });
        let tables = endings.into_iter().map(head).collect::<Option<_>>().ok_or(Fault::Format)?;
        Ok(Head { variant, tables })
    }

    /// Returns all tables of the file.
    fn tables(self, head: &Head) -> Result<Tables, Fault> {
        let rules = LatticeRules::new(&head.variant).map_err(|e| Fault::Variant(e.to_string()))?;
        let mut tables = Tables::new(&rules)?;
        self.read_into(&mut tables, head, &|_| true)?;
        Ok(tables)
    }

    /// Reads the tables to the end of the file, and adds those that are wanted.
    fn read_into(
        mut self,
        tables: &mut Tables,
        head: &Head,
        is_wanted: &dyn Fn(&Ending) -> bool,
    ) -> Result<(), Fault> {
        let mut read = Vec::new();
        for TableHead { ending, len } in &head.tables {
            if !is_wanted(ending) {
                self.bytes(*len)?;
                continue;
            }
            let layout = Layout::new(tables.rules(), ending);
            if layout.len() != *len {
                return Err(Fault::Size(ending.to_string()));
            }
            let bytes = self.bytes(*len)?;
            let codes = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
            read.push(EndingTable { layout, codes: codes.collect() });
        }
        self.end()?;
        read.into_iter().for_each(|table| tables.add(table));
        Ok(())
    }

    /// Returns the bytes of a table with a count of numbers.
    fn bytes(&mut self, len: usize) -> io::Result<Vec<u8>> {
        let size = (len as u64).saturating_mul(2);
        let mut bytes = Vec::new();
        self.input.by_ref().take(size).read_to_end(&mut bytes)?;
        self.hash.update(&bytes);
        if (bytes.len() as u64) < size { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(bytes) }
    }

    /// Compares the hash with the one at the end of the file.
    fn end(mut self) -> Result<(), Fault> {
        let mut written = [0; 32];
        self.input.read_exact(&mut written)?;
        if self.hash.finalize()[..] != written {
            return Err(Fault::Changed);
        }
        // Reading the end of the stream tests its checksum.
        let is_longer = self.input.read(&mut [0])? > 0;
        let mut behind = self.input.into_inner().into_inner();
        if is_longer || !behind.fill_buf()?.is_empty() { Err(Fault::Long) } else { Ok(()) }
    }
}

/// Returns the tables of each variant from all files of endings in a folder.
///
/// # Errors
/// Those of [`read`], and when the folder holds no such file.
pub fn read_folder(folder: &Path) -> Result<Vec<Tables>, BadFile> {
    let mut all: Vec<Tables> = Vec::new();
    for path in files_of(folder)? {
        let read = read(&path)?;
        match all.iter_mut().find(|tables| tables.is_of(read.rules().variant())) {
            Some(tables) => tables.merge(read),
            None => all.push(read),
        }
    }
    Ok(all)
}

/// Adds the tables that an ending needs from the files of endings in a folder. Of other files only the heads are read.
///
/// # Errors
/// Those of [`read`], and when the folder holds no such file.
pub fn read_needed(folder: &Path, tables: &mut Tables, ending: &Ending) -> Result<(), BadFile> {
    let mut files = Vec::new();
    for path in files_of(folder)? {
        let (_, head) = Content::open(&path)?;
        if tables.is_of(&head.variant) {
            let size = head.tables.iter().fold(0, |size: usize, table| size.saturating_add(table.len));
            files.push((size, path));
        }
    }
    // Small files come first: larger ones may hold the same tables.
    files.sort();
    for (_, path) in files {
        let missing = tables.missing(ending);
        let (content, head) = Content::open(&path)?;
        if head.tables.iter().any(|table| missing.contains(&table.ending)) {
            let read = content.read_into(tables, &head, &|ending| missing.contains(ending));
            read.map_err(|why| BadFile::broken(&path, &why))?;
        }
    }
    Ok(())
}

/// Returns the files of endings in a folder, of which there is at least one.
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
