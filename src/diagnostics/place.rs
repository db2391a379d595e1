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

impl Default for TextPlace {
    /// Returns the beginning of a text.
    fn default() -> TextPlace {
        TextPlace { line: 1, column: 1 }
    }
}

impl TextPlace {
    /// Returns the place of a byte of a text. A byte beyond the end has the place of the end.
    pub fn of_byte(text: &str, byte: usize) -> TextPlace {
        TextPlace::default().after(text.get(..byte).unwrap_or(text))
    }

    /// Returns the place where a text ends that begins at this place.
    pub fn after(self, text: &str) -> TextPlace {
        text.chars().fold(self, |TextPlace { line, column }, c| match c {
            '\n' => TextPlace { line: line + 1, column: 1 },
            _ => TextPlace { line, column: column + 1 },
        })
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

    /// Returns the faults of a text with their lines and columns, sorted by place. The text is read once.
    pub fn in_order(text: &str, mut faults: Vec<ByteFault>) -> Vec<TextFault> {
        faults.sort_by_key(|fault| fault.byte);
        let (mut place, mut counted) = (TextPlace::default(), 0);
        let mut placed = Vec::with_capacity(faults.len());
        for ByteFault { byte, message } in faults {
            place = place.after(text.get(counted..byte).unwrap_or_default());
            counted = byte;
            placed.push(TextFault { line: place.line, column: place.column, message });
        }
        placed
    }
}

/// The faults of a file, in order.
///
/// Each fault is written with file name, line and column. The alternate form (`{:#}`) adds the line of the file, and a caret
/// below the column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileFaults {
    path: PathBuf,
    faults: Vec<ShownFault>,
}

/// A fault of a file, and the line of the file with a caret below the fault.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ShownFault {
    fault: TextFault,
    shown_line: String,
}

impl ShownFault {
    fn new(line: &str, fault: TextFault) -> ShownFault {
        ShownFault { shown_line: with_caret(line, fault.column), fault }
    }
}

impl FileFaults {
    /// Returns the faults of a file with this text.
    pub fn new(path: &Path, text: &str, faults: impl IntoIterator<Item = TextFault>) -> FileFaults {
        let shown = |fault: TextFault| {
            let line = text.lines().nth(fault.line - 1).unwrap_or_default();
            ShownFault::new(line, fault)
        };
        FileFaults { path: path.to_owned(), faults: faults.into_iter().map(shown).collect() }
    }

    /// Returns a single fault of a file. `line` is the text of the line that has the fault.
    pub fn in_line(path: &Path, line: &str, fault: TextFault) -> FileFaults {
        FileFaults { path: path.to_owned(), faults: vec![ShownFault::new(line, fault)] }
    }
}

impl fmt::Display for FileFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, ShownFault { fault, shown_line }) in self.faults.iter().enumerate() {
            let TextFault { line, column, message } = fault;
            let separator = if i == 0 { "" } else { "\n" };
            write!(f, "{separator}{}:{line}:{column}: {message}", self.path.display())?;
            if f.alternate() && !shown_line.is_empty() {
                write!(f, "\n{shown_line}")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for FileFaults {}

/// The greatest number of characters that are shown of a line.
const MAX_SHOWN: usize = 100;

/// Returns a line and a caret below one of its columns, both indented by two spaces. A long line is cut to a part around the
/// column. The result for an empty line is empty.
pub fn with_caret(line: &str, column: usize) -> String {
    if line.trim().is_empty() {
        return String::new();
    }
    let caret = column - 1;
    // At most three quarters of the shown characters stand before the caret.
    let skipped = caret.saturating_sub(MAX_SHOWN * 3 / 4);
    let visible = |c: char| if c.is_control() { ' ' } else { c };
    let shown: String = line.chars().skip(skipped).take(MAX_SHOWN).map(visible).collect();
    format!("  {}\n  {:indent$}^", shown.trim_end(), "", indent = caret - skipped)
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
    fn faults_in_order_have_the_places_of_single_faults() {
        let text = "é = 1\nb = \"x\"\n\n  c";
        let bytes = [0, 3, 4, 7, 8, 14, 16, 19, 19];
        let faults = bytes.iter().rev().map(|&byte| ByteFault { byte, message: byte.to_string() }).collect();
        let single: Vec<TextFault> =
            bytes.iter().map(|&byte| TextFault::at(text, byte, byte.to_string())).collect();
        assert_eq!(TextFault::in_order(text, faults), single);
    }

    #[test]
    fn a_long_line_is_cut_to_a_part_around_the_column() {
        let line: String = (0..1000).map(|i| char::from(b'a' + (i % 26) as u8)).collect();
        for column in [1, 75, 76, 77, 500, 1000] {
            let shown = with_caret(&line, column);
            let (text, caret) = shown.split_once('\n').expect("two lines");
            assert!(text.len() <= MAX_SHOWN + 2 && caret.ends_with('^'));
            assert_eq!(text.as_bytes()[caret.len() - 1], line.as_bytes()[column - 1], "{column}");
        }
        assert_eq!(with_caret("ab", 3), "  ab\n    ^", "behind the end");
    }
}
