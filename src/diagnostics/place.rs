//! The places of faults in texts and files.

use std::fmt;
use std::path::{Path, PathBuf};

/// A fault of a text, with its place.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct TextFault {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// What is wrong and what to do.
    pub message: String,
}

impl TextFault {
    /// Returns a fault at a byte of a text.
    pub fn at(text: &str, byte: usize, message: impl Into<String>) -> TextFault {
        let (line, column) = line_and_column(text, byte);
        TextFault { line, column, message: message.into() }
    }

    /// Returns faults at bytes of a text, in the order of the text. The text is passed through once.
    pub fn all(text: &str, mut faults: Vec<(usize, String)>) -> Vec<TextFault> {
        faults.sort_by_key(|&(byte, _)| byte);
        let (mut line, mut column, mut passed) = (1, 1, 0);
        let placed = faults.into_iter().map(|(byte, message)| {
            for c in text.get(passed..byte).unwrap_or_default().chars() {
                (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
            }
            passed = byte;
            TextFault { line, column, message }
        });
        placed.collect()
    }
}

/// The faults of a file, in order.
///
/// Each is displayed in a line with file name, line and column. The alternate form (`{:#}`) adds the line of the file, with a
/// caret under the column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileFaults {
    path: PathBuf,
    /// The faults, each with its line and caret.
    faults: Vec<(TextFault, String)>,
}

impl FileFaults {
    /// Returns the faults of a file with this text.
    pub fn new(path: &Path, text: &str, faults: Vec<TextFault>) -> FileFaults {
        let shown = |fault: TextFault| {
            let line = text.lines().nth(fault.line - 1).unwrap_or_default();
            let shown = with_caret(line, fault.column);
            (fault, shown)
        };
        FileFaults { path: path.to_owned(), faults: faults.into_iter().map(shown).collect() }
    }

    /// Returns a single fault of a file with this text.
    pub fn one(path: &Path, text: &str, fault: TextFault) -> FileFaults {
        FileFaults::new(path, text, vec![fault])
    }

    /// Returns a single fault of a file in a line with this text.
    pub fn in_line(path: &Path, text: &str, fault: TextFault) -> FileFaults {
        let shown = with_caret(text, fault.column);
        FileFaults { path: path.to_owned(), faults: vec![(fault, shown)] }
    }
}

impl fmt::Display for FileFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (TextFault { line, column, message }, shown)) in self.faults.iter().enumerate() {
            let end = if i == 0 { "" } else { "\n" };
            write!(f, "{end}{}:{line}:{column}: {message}", self.path.display())?;
            if f.alternate() && !shown.is_empty() {
                write!(f, "\n{shown}")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for FileFaults {}

/// The number of characters of a line that are shown with a caret.
const SHOWN: usize = 100;

/// Returns a line and a caret below one of its columns, both indented by two spaces. The result has only the part of a long
/// line about the column, and is empty for an empty line.
pub fn with_caret(line: &str, column: usize) -> String {
    if line.trim().is_empty() {
        return String::new();
    }
    let before = column - 1;
    let skipped = before.saturating_sub(SHOWN * 3 / 4);
    let visible = |c: char| if c.is_control() { ' ' } else { c };
    let shown: String = line.chars().skip(skipped).take(SHOWN).map(visible).collect();
    format!("  {}\n  {:indent$}^", shown.trim_end(), "", indent = before - skipped)
}

/// Returns line and column, both from 1, of a byte of a text.
pub fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |l| l.chars().count()) + 1;
    (line, column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caret_stands_below_its_column() {
        let fault = |line, column| TextFault { line, column, message: "no".to_owned() };
        let faults = FileFaults::new(
            Path::new("f"),
            "a = 1\n\n\tb = \"é\" x\n",
            vec![fault(1, 5), fault(2, 1), fault(3, 10)],
        );
        assert_eq!(faults.to_string(), "f:1:5: no\nf:2:1: no\nf:3:10: no");
        assert_eq!(
            format!("{faults:#}"),
            "f:1:5: no\n  a = 1\n      ^\nf:2:1: no\nf:3:10: no\n   b = \"é\" x\n           ^"
        );
    }

    #[test]
    fn many_places_are_those_of_each() {
        let text = "é = 1\nb = \"x\"\n\n  c";
        let bytes = [0, 3, 4, 7, 8, 14, 16, 19, 19];
        let faults = bytes.iter().rev().map(|&byte| (byte, byte.to_string())).collect();
        let each: Vec<TextFault> =
            bytes.iter().map(|&byte| TextFault::at(text, byte, byte.to_string())).collect();
        assert_eq!(TextFault::all(text, faults), each);
    }

    #[test]
    fn of_a_long_line_the_part_about_the_column_is_shown() {
        let line: String = (0..1000).map(|i| char::from(b'a' + (i % 26) as u8)).collect();
        for column in [1, 75, 76, 77, 500, 1000] {
            let shown = with_caret(&line, column);
            let (text, caret) = shown.split_once('\n').expect("two lines");
            assert!(text.len() <= SHOWN + 2 && caret.ends_with('^'));
            assert_eq!(text.as_bytes()[caret.len() - 1], line.as_bytes()[column - 1], "{column}");
        }
        assert_eq!(with_caret("ab", 3), "  ab\n    ^", "behind the end");
    }
}
