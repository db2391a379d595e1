//! Lines of input in batches, none of them kept longer than it may be.

use std::io::{BufRead, Read as _};

/// The longest line that is read, in bytes; the rest of a longer one is skipped.
pub(super) const LONGEST_LINE: usize = 16 << 20;

/// One line of input.
pub(super) struct Line {
    /// From 1.
    pub(super) number: u64,
    /// `None` when it was too long to keep.
    pub(super) bytes: Option<Vec<u8>>,
}

/// Lines in batches: whatever the input has ready, so that one line sent alone is answered at once.
pub(super) struct Lines<R> {
    input: R,
    line: u64,
}

impl<R: BufRead> Lines<R> {
    /// The lines of an input.
    pub(super) fn new(input: R) -> Lines<R> {
        Lines { input, line: 0 }
    }

    /// The next non-empty batch of lines; empty at the end.
    pub(super) fn batch(&mut self) -> std::io::Result<Vec<Line>> {
        let mut batch = Vec::new();
        while batch.is_empty() {
            let ready = self.input.fill_buf()?;
            if ready.is_empty() {
                break;
            }
            let mut left = ready.iter().filter(|&&b| b == b'\n').count().max(1);
            while left > 0 {
                left -= 1;
                self.line += 1;
                let bytes = self.next_line()?;
                if bytes.as_ref().is_none_or(|b| !b.trim_ascii().is_empty()) {
                    batch.push(Line { number: self.line, bytes });
                }
            }
        }
        Ok(batch)
    }

    /// One line without its end, or `None` when it is too long.
    fn next_line(&mut self) -> std::io::Result<Option<Vec<u8>>> {
        let mut bytes = Vec::new();
        self.input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes)?;
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
        } else if bytes.len() > LONGEST_LINE {
            self.input.skip_until(b'\n')?;
            return Ok(None);
        }
        Ok(Some(bytes))
    }
}
