//! Lines of input in batches, none of them kept longer than it may be.

use std::io::BufRead;

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
        let mut too_long = false;
        loop {
            let ready = self.input.fill_buf()?;
            let end = ready.iter().position(|&b| b == b'\n');
            let taken = end.unwrap_or(ready.len());
            too_long |= bytes.len() + taken > LONGEST_LINE;
            if !too_long {
                bytes.extend_from_slice(&ready[..taken]);
            }
            let at_end = ready.is_empty();
            self.input.consume(taken + usize::from(end.is_some()));
            if end.is_some() || at_end {
                return Ok((!too_long).then_some(bytes));
            }
        }
    }
}
