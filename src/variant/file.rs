//! Variants by name or from a file.

use super::presets::VariantError;
use super::spec::VariantSpec;
use super::validate::{Fault, Variant, VariantFaults};
use std::path::{Path, PathBuf};
use toml::Table;

/// A variant that cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error("{path}: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is not TOML, or not a variant's.
    #[error("{path}:{line}:{column}: {message}")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// The parameters are wrong.
    #[error("{0}")]
    Variant(#[from] VariantError),
    /// Parameters of a file are wrong, each with its place.
    #[error("{}: {}", path.display(), with_places(faults))]
    Faults {
        /// The file.
        path: PathBuf,
        /// What is wrong where, in the order of the file.
        faults: Vec<TextFault>,
    },
}

/// One thing wrong with the text of a variant file.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct TextFault {
    /// From 1.
    pub line: usize,
    /// From 1.
    pub column: usize,
    /// What is wrong and what to do.
    pub message: String,
}

/// A text that is no variant.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ReadError {
    /// It is not TOML, or not a variant's.
    #[error("line {}, column {}: {}", .0.line, .0.column, .0.message)]
    Malformed(TextFault),
    /// The parameters laid over it are wrong.
    #[error("{0}")]
    Overrides(VariantFaults),
    /// Its parameters are wrong, in the order of the text.
    #[error("{}", with_places(.0))]
    Faults(Vec<TextFault>),
}

fn with_places(faults: &[TextFault]) -> String {
    let one = |f: &TextFault| format!("line {}, column {}: {}", f.line, f.column, f.message);
    faults.iter().map(one).collect::<Vec<_>>().join("; ")
}

impl Variant {
    /// A preset, or the variant of a file (a name that ends in `.toml` or holds a path separator; relative
    /// to `folder`), with parameters laid over it.
    ///
    /// # Errors
    /// An unknown name, a file that cannot be read or understood, or every fault in the parameters.
    pub fn load(name: &str, folder: &Path, overrides: &Table) -> Result<Variant, LoadError> {
        let is_file = name.ends_with(".toml") || name.contains(['/', '\\']);
        if !is_file {
            return Ok(Variant::named(name, overrides)?);
        }
        let path = folder.join(name);
        let text = std::fs::read_to_string(&path)
            .map_err(|source| LoadError::Unreadable { path: path.clone(), source })?;
        Variant::read(&text, overrides).map_err(|e| match e {
            ReadError::Malformed(TextFault { line, column, message }) => {
                LoadError::Malformed { path, line, column, message }
            }
            ReadError::Overrides(faults) => LoadError::Variant(faults.into()),
            ReadError::Faults(faults) => LoadError::Faults { path, faults },
        })
    }

    /// The variant of a file's text, with parameters laid over it.
    ///
    /// # Errors
    /// A text that cannot be understood, or every fault in the parameters, each with its place.
    pub fn read(text: &str, overrides: &Table) -> Result<Variant, ReadError> {
        let spec: VariantSpec = toml::from_str(text).map_err(|e| {
            let (line, column) = line_and_column(text, e.span().map_or(0, |s| s.start));
            ReadError::Malformed(TextFault { line, column, message: e.message().to_owned() })
        })?;
        let spec = spec.with_overrides(overrides).map_err(ReadError::Overrides)?;
        Variant::new(spec).map_err(|VariantFaults(faults)| {
            let mut faults: Vec<TextFault> =
                faults.iter().map(|fault| TextFault::locate(text, fault)).collect();
            faults.sort_by_key(|fault| (fault.line, fault.column));
            ReadError::Faults(faults)
        })
    }
}

impl TextFault {
    /// A fault with the place in a variant file at which its parameter stands, or else its kind or move begins;
    /// the first when it is none of the file's.
    pub fn locate(text: &str, fault: &Fault) -> TextFault {
        let lines: Vec<&str> = text.lines().collect();
        let header = |line: &str, name: &str| line.trim() == format!("[[{name}]]");
        let begin = fault.kind.and_then(|(kind, in_move)| {
            let mut heads = (0..lines.len()).filter(|&i| header(lines[i], "kind"));
            let first = heads.nth(kind)?;
            let Some(n) = in_move else { return Some(first) };
            (first..lines.len()).filter(|&i| header(lines[i], "kind.move")).nth(n).or(Some(first))
        });
        // A parameter of a kind is named behind the kind's and the move's names.
        let name = fault.parameter.rsplit(", ").next().unwrap_or_default();
        let key = name.split('.').next().unwrap_or_default();
        let is_key = |line: &&str| {
            line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='))
        };
        let from = begin.map_or(0, |i| i + 1);
        let block = lines[from..].iter().take_while(|line| !line.trim_start().starts_with('['));
        let line = block.into_iter().position(is_key).map(|i| from + i).or(begin).unwrap_or(0);
        let indent = lines.get(line).map_or(0, |l| l.chars().take_while(|c| c.is_whitespace()).count());
        let message = format!("{}: {}", fault.parameter, fault.message);
        TextFault { line: line + 1, column: indent + 1, message }
    }
}

/// The line and column, both from 1, of a byte of a text.
pub fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |l| l.chars().count()) + 1;
    (line, column)
}
