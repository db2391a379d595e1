//! The lines of the input, in batches with a bounded number of lines.

use std::io::{BufRead, Read as _};

/// The length of the longest line that is answered, in bytes. The content of a longer line is skipped.
pub(super) const LONGEST_LINE: usize = 16 << 20;

/// The greatest number of lines in a batch. Larger batches cost less per line. Smaller batches let all cores end together.
const BATCH_LINES: usize = 16;

pub(super) struct Line {
    /// The number of the line in the input, from 1. Blank lines count.
    pub(super) number: u64,
    /// The bytes without the line end, or `None` for a line that is too long.
    pub(super) bytes: Option<Vec<u8>>,
}

/// Successive lines of the input. Blank lines are left out.
pub(super) struct Batch {
    /// The number of the batch, from 0.
    pub(super) number: u64,
    /// The lines; none at the end of the input.
    pub(super) lines: Vec<Line>,
}

/// A reader of batches. It does not wait for further lines to fill a batch, so a line that is sent alone is answered at once.
pub(super) struct Lines<R> {
    input: R,
    line_count: u64,
    batch_count: u64,
    /// The number of lines that the buffer of the input has, and that can be read without waiting.
    buffered: usize,
    has_ended: bool,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Lines<R> {
        Lines { input, line_count: 0, batch_count: 0, buffered: 0, has_ended: false }
    }

    /// Reads the next batch. The input has ended after an error.
    pub(super) fn read_batch(&mut self) -> std::io::Result<Batch> {
        let lines = self.read_lines().inspect_err(|_| self.has_ended = true)?;
        self.has_ended |= lines.is_empty();
        let number = self.batch_count;
        self.batch_count += 1;
        Ok(Batch { number, lines })
    }

    /// Reads lines from the buffer of the input. If the buffer is empty, waits until it is filled.
    fn read_lines(&mut self) -> std::io::Result<Vec<Line>> {
        let mut lines = Vec::new();
        while lines.is_empty() && !self.has_ended {
            if self.buffered == 0 {
                let buffer = self.input.fill_buf()?;
                if buffer.is_empty() {
                    break;
                }
                // The last line of the input, or a line longer than the buffer, has no line end in the buffer.
                self.buffered = buffer.iter().filter(|&&byte| byte == b'\n').count().max(1);
            }
            for _ in 0..self.buffered.min(BATCH_LINES) {
                self.buffered -= 1;
                lines.extend(self.read_line()?);
            }
        }
        Ok(lines)
    }

    /// Reads a line; `None` if it is blank.
    fn read_line(&mut self) -> std::io::Result<Option<Line>> {
        self.line_count += 1;
        let number = self.line_count;
        let mut bytes = Vec::new();
        self.input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes)?;
        let has_end = bytes.pop_if(|last| *last == b'\n').is_some();
        if !has_end && bytes.len() > LONGEST_LINE {
            self.input.skip_until(b'\n')?;
            return Ok(Some(Line { number, bytes: None }));
        }
        let is_blank = bytes.trim_ascii().is_empty();
        Ok(if is_blank { None } else { Some(Line { number, bytes: Some(bytes) }) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number and length of each line, batch by batch, read through a buffer of some bytes.
    fn batches(input: &[u8], buffer_size: usize) -> Vec<Vec<(u64, Option<usize>)>> {
        let mut lines = Lines::new(std::io::BufReader::with_capacity(buffer_size, input));
        let summary = |line: &Line| (line.number, line.bytes.as_ref().map(Vec::len));
        let mut summaries: Vec<Vec<_>> = Vec::new();
        loop {
            let batch = lines.read_batch().expect("memory is read");
            if batch.lines.is_empty() {
                return summaries;
            }
            assert_eq!(batch.number, summaries.len() as u64);
            summaries.push(batch.lines.iter().map(summary).collect());
        }
    }

    #[test]
    fn lines_are_numbered_and_empty_ones_left_out() {
        let found = batches(b"ab\n\n  \ncdef\nlast", 1 << 10);
        assert_eq!(found, [vec![(1, Some(2)), (4, Some(4))], vec![(5, Some(4))]]);
        assert_eq!(batches(b"\n\n", 4), Vec::<Vec<_>>::new());
    }

    #[test]
    fn lines_do_not_depend_on_the_size_of_the_buffer() {
        let input: String = (0..100).map(|n| "x".repeat(n % 23) + "\n").collect();
        let lines = |buffer_size| batches(input.as_bytes(), buffer_size).concat();
        for buffer_size in [1, 7, 64, 4096] {
            assert_eq!(lines(buffer_size), lines(1 << 20), "{buffer_size}");
        }
    }
}
