//! Tables in files. A file is one gzip stream. Its first line names the format, and a line of JSON has the variant and the endings.
//! The codes of all tables follow. A code is the value of one position in two bytes, the lower byte first. The SHA-256 of all these
//! bytes ends the file.

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
use std::sync::Arc;

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

/// Returns the content of a file with these tables.
fn compressed(tables: &Tables) -> io::Result<Vec<u8>> {
    let named_code_count = |table: &EndingTable| (table.layout.ending.to_string(), table.codes.len());
    let variant = tables.rules().variant().spec().clone();
    let head = Head { variant, endings: tables.tables().map(named_code_count).collect() };
    let mut out = GzEncoder::new(Vec::new(), Compression::default());
    let mut hash = Sha256::new();
    let mut write_hashed = |bytes: &[u8]| {
        hash.update(bytes);
        out.write_all(bytes)
    };
    write_hashed(format!("{FORMAT}\n{}\n", serde_json::to_string(&head)?).as_bytes())?;
    for table in tables.tables() {
        let bytes: Vec<u8> = table.codes.iter().flat_map(|code| code.to_le_bytes()).collect();
        write_hashed(&bytes)?;
    }
    out.write_all(&hash.finalize())?;
    out.finish()
}

/// Returns the tables of a file.
///
/// # Errors
/// If the file cannot be read, has another format, is damaged, or has a variant that is not played.
pub fn read(path: &Path) -> Result<Tables, BadFile> {
    OpenFile::open(path)?.read_all()
}

/// The reason why a file is broken.
#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error("this is no file of endings, or it is damaged ({message})", message = io_message(.0))]
    Read(#[from] io::Error),
    #[error("this is no file of endings of this version of the program")]
    Format,
    #[error("its variant is not played: {0}")]
    Variant(String),
    #[error(transparent)]
    Unfit(#[from] Unfit),
    #[error("`{0}` has not as many positions as it should have")]
    CodeCount(String),
    #[error("its content is not what was written, by its SHA-256")]
    HashMismatch,
    #[error("there is data after its end")]
    TrailingData,
}

/// A table as the head of its file announces it.
struct TableHead {
    ending: Ending,
    code_count: usize,
    /// Whether the table is kept. The codes of other tables are read too, because the hash covers them.
    is_wanted: bool,
}

/// A file whose head has been read.
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
        for (name, code_count) in endings {
            let ending = name.parse().map_err(|_| Fault::Format)?;
            tables.push(TableHead { ending, code_count, is_wanted: true });
        }
        Ok(OpenFile { path: path.to_owned(), variant, tables, input })
    }

    fn code_count(&self) -> usize {
        self.tables.iter().fold(0, |sum, table| sum.saturating_add(table.code_count))
    }

    /// Returns all tables of the file.
    fn read_all(self) -> Result<Tables, BadFile> {
        let mut tables = self.empty_tables().map_err(|why| BadFile::broken(&self.path, &why))?;
        self.read_into(&mut tables)?;
        Ok(tables)
    }

    fn empty_tables(&self) -> Result<Tables, Fault> {
        let rules = LatticeRules::new(&self.variant).map_err(|e| Fault::Variant(e.to_string()))?;
        Ok(Tables::new(&rules)?)
    }

    /// Wants only the tables of some endings, and returns whether the file has any of them.
    fn want(&mut self, endings: &[Ending]) -> bool {
        for table in &mut self.tables {
            table.is_wanted = endings.contains(&table.ending);
        }
        self.tables.iter().any(|table| table.is_wanted)
    }

    /// Reads the file to its end, and adds its wanted tables.
    fn read_into(mut self, tables: &mut Tables) -> Result<(), BadFile> {
        let wanted = self.read_wanted(tables.rules()).map_err(|why| BadFile::broken(&self.path, &why))?;
        wanted.into_iter().for_each(|table| tables.add(table));
        Ok(())
    }

    /// Returns the wanted tables, after the hash at the end of the file has been tested.
    fn read_wanted(&mut self, rules: &Arc<LatticeRules>) -> Result<Vec<EndingTable>, Fault> {
        let mut wanted = Vec::new();
        for TableHead { ending, code_count, is_wanted } in &self.tables {
            if !is_wanted {
                self.input.read_codes(*code_count)?;
                continue;
            }
            let layout = Layout::new(rules, ending);
            if layout.len() != *code_count {
                return Err(Fault::CodeCount(ending.to_string()));
            }
            let bytes = self.input.read_codes(*code_count)?;
            let codes = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
            wanted.push(EndingTable { layout, codes: codes.collect() });
        }
        self.input.check_end()?;
        Ok(wanted)
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
    fn read_codes(&mut self, code_count: usize) -> io::Result<Vec<u8>> {
        let byte_count = (code_count as u64).saturating_mul(2);
        let mut bytes = Vec::new();
        self.stream.by_ref().take(byte_count).read_to_end(&mut bytes)?;
        self.hash.update(&bytes);
        if (bytes.len() as u64) < byte_count { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(bytes) }
    }

    /// Checks that the file ends with the hash of the bytes that have been read.
    fn check_end(&mut self) -> Result<(), Fault> {
        let mut written = [0; 32];
        self.stream.read_exact(&mut written)?;
        if self.hash.finalize_reset()[..] != written {
            return Err(Fault::HashMismatch);
        }
        // Reading the end of the gzip stream tests its checksum.
        let has_more_content = self.stream.read(&mut [0])? > 0;
        if has_more_content {
            return Err(Fault::TrailingData);
        }
        let has_more_after_gzip = !self.file_below().fill_buf()?.is_empty();
        if has_more_after_gzip { Err(Fault::TrailingData) } else { Ok(()) }
    }

    /// Returns the file below the decoder. After the gzip stream has been read, the file stands at the stream's end.
    fn file_below(&mut self) -> &mut BufReader<File> {
        self.stream.get_mut().get_mut()
    }
}

/// Returns the tables of each variant from all files of endings in a folder.
///
/// # Errors
/// Those of [`read`]; a folder that has no such file.
pub fn read_folder(folder: &Path) -> Result<Vec<Tables>, BadFile> {
    let mut all_tables: Vec<Tables> = Vec::new();
    for path in files_of(folder)? {
        let file = OpenFile::open(&path)?;
        match all_tables.iter_mut().find(|tables| tables.is_of(&file.variant)) {
            Some(tables) => file.read_into(tables)?,
            None => all_tables.push(file.read_all()?),
        }
    }
    Ok(all_tables)
}

/// Adds the missing tables that an ending needs, from the files of endings in a folder.
///
/// Of a file without such tables only the head is read.
///
/// # Errors
/// Those of [`read`]; a folder that has no such file.
pub fn read_needed(folder: &Path, tables: &mut Tables, ending: &Ending) -> Result<(), BadFile> {
    let mut files = Vec::new();
    for path in files_of(folder)? {
        files.push(OpenFile::open(&path)?);
    }
    files.retain(|file| tables.is_of(&file.variant));
    // Larger files may have the same tables as small ones, and take longer to read.
    files.sort_by_key(OpenFile::code_count);
    for mut file in files {
        // Asked again for each file, because the one before may have had some of them.
        if file.want(&tables.missing(ending)) {
            file.read_into(tables)?;
        }
    }
    Ok(())
}

/// Returns the files of endings in a folder.
///
/// # Errors
/// If the folder cannot be read or has no such file.
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
