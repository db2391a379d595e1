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
    /// Parameters of a file are wrong, each with its line.
    #[error("{}: {}", path.display(), with_lines(faults))]
    Faults {
        /// The file.
        path: PathBuf,
        /// The lines, from 1, and what is wrong there.
        faults: Vec<(usize, Fault)>,
    },
}

fn with_lines(faults: &[(usize, Fault)]) -> String {
    let one = |(line, fault): &(usize, Fault)| format!("line {line}: {}: {}", fault.parameter, fault.message);
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
        let spec: VariantSpec = toml::from_str(&text).map_err(|e| {
            let (line, column) = line_and_column(&text, e.span().map_or(0, |s| s.start));
            LoadError::Malformed { path: path.clone(), line, column, message: e.message().to_owned() }
        })?;
        let spec = spec.with_overrides(overrides).map_err(VariantError::from)?;
        Variant::new(spec).map_err(|VariantFaults(faults)| {
            let mut faults: Vec<_> = faults.into_iter().map(|f| (line_of(&text, &f), f)).collect();
            faults.sort_by_key(|(line, _)| *line);
            LoadError::Faults { path, faults }
        })
    }
}

/// The line of a variant file, from 1, at which a fault's kind, move or parameter begins; the first when it
/// is none of the file's.
fn line_of(text: &str, fault: &Fault) -> usize {
    let lines = || text.lines().map(str::trim).enumerate();
    let found = match fault.kind {
        None => lines().find(|(_, line)| {
            line.strip_prefix(fault.parameter.as_str()).is_some_and(|rest| rest.trim_start().starts_with('='))
        }),
        Some((kind, in_move)) => {
            let begin = lines().filter(|(_, line)| *line == "[[kind]]").nth(kind);
            let first = begin.map_or(0, |(i, _)| i);
            match in_move {
                None => begin,
                Some(n) => lines().skip(first).filter(|(_, line)| *line == "[[kind.move]]").nth(n).or(begin),
            }
        }
    };
    found.map_or(1, |(i, _)| i + 1)
}

/// The line and column, both from 1, of a byte of a text.
pub fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |l| l.chars().count()) + 1;
    (line, column)
}
