//! Output without control characters: a text that a message quotes cannot control the terminal.

use std::io::{StdoutLock, Write};

/// A writer that escapes control characters as JSON does: `\u001b`.
pub(super) struct Printed<W>(W);

pub(super) fn stdout() -> Printed<StdoutLock<'static>> {
    Printed(std::io::stdout().lock())
}

/// Writes a message to standard error, each line after the name of the program.
///
/// Indented lines stay as they are, because they show the text of a user with a caret below the fault.
pub(super) fn complain(message: &str) {
    for line in message.lines() {
        if line.starts_with("  ") { note(line) } else { note(&format!("continuum: {line}")) }
    }
}

pub(super) fn note(line: &str) {
    // An error of standard error is ignored: no stream is left that could show it.
    let _ = writeln!(Printed(std::io::stderr().lock()), "{line}");
}

/// Returns a number with its noun in the singular or plural.
pub(super) fn counted(number: usize, singular: &str, plural: &str) -> String {
    format!("{number} {}", if number == 1 { singular } else { plural })
}

impl<W: Write> Write for Printed<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let is_control = |c: char| c.is_control() && c != '\n' && c != '\t';
        match std::str::from_utf8(bytes) {
            Ok(text) if text.contains(is_control) => {
                for c in text.chars() {
                    if is_control(c) {
                        write!(self.0, "\\u{:04x}", u32::from(c))?;
                    } else {
                        write!(self.0, "{c}")?;
                    }
                }
            }
            // `writeln!` passes whole characters. Bytes that are not UTF-8 are not text, and stay as they are.
            Ok(_) | Err(_) => self.0.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}
