//! The places of faults in texts and files.

use std::fmt;
use std::path::{Path, PathBuf};

/// A place in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextPlace {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
}

impl TextPlace {
    /// Returns the place of a byte of a text.
    pub fn of_byte(text: &str, byte: usize) -> TextPlace {
        let before = text.get(..byte).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        TextPlace { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
    }
}

/// A fault at a byte of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ByteFault {
    /// The byte, from the beginning of the text.
    pub byte: usize,
    /// What is wrong and what to do.
    pub message: String,
}

impl ByteFault {
    /// Returns a fault at a byte.
    pub fn new(byte: usize, message: impl Into<String>) -> ByteFault {
        ByteFault { byte, message: message.into() }
    }
}

/// A fault of a text, with its line and column.
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
        let TextPlace { line, column } = TextPlace::of_byte(text, byte);
        TextFault { line, column, message: message.into() }
    }

    /// Returns faults of a text, in the order of the text. It reads the text once.
    pub fn all(text: &str, mut faults: Vec<ByteFault>) -> Vec<TextFault> {
        faults.sort_by_key(|fault| fault.byte);
        let (mut line, mut column, mut passed) = (1, 1, 0);
        let placed = faults.into_iter().map(|ByteFault { byte, message }| {
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
/// The text of a fault has file name, line and column. The alternate form (`{:#}`) adds the line of the file, with a caret under
/// the column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileFaults {
    path: PathBuf,
    faults: Vec<ShownFault>,
}

/// A fault, and its line with a caret.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ShownFault {
    fault: TextFault,
    line: String,
}

impl ShownFault {
    fn new(line: &str, fault: TextFault) -> ShownFault {
        ShownFault { line: with_caret(line, fault.column), fault }
    }
}

impl FileFaults {
    /// Returns the faults of a file with this text.
    pub fn new(path: &Path, text: &str, faults: Vec<TextFault>) -> FileFaults {
        let shown =
            |fault: TextFault| ShownFault::new(text.lines().nth(fault.line - 1).unwrap_or_default(), fault);
        FileFaults { path: path.to_owned(), faults: faults.into_iter().map(shown).collect() }
    }

    /// Returns a single fault of a file with this text.
    pub fn one(path: &Path, text: &str, fault: TextFault) -> FileFaults {
        FileFaults::new(path, text, vec![fault])
    }

    /// Returns a single fault of a file. `line` is the text of its line.
    pub fn in_line(path: &Path, line: &str, fault: TextFault) -> FileFaults {
        FileFaults { path: path.to_owned(), faults: vec![ShownFault::new(line, fault)] }
    }
}

impl fmt::Display for FileFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, ShownFault { fault, line: shown }) in self.faults.iter().enumerate() {
            let TextFault { line, column, message } = fault;
            let separator = if i == 0 { "" } else { "\n" };
            write!(f, "{separator}{}:{line}:{column}: {message}", self.path.display())?;
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

/// Returns a line and a caret below one of its columns, both indented by two spaces. Of a long line the result has the part
/// about the column. For an empty line the result is empty.
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
        let faults = bytes.iter().rev().map(|&byte| ByteFault::new(byte, byte.to_string())).collect();
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
