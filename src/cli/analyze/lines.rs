//! The lines of the input, in batches with a bounded number of lines.

use std::io::{BufRead, Read as _};
use std::ops::Range;

/// The length of the longest line that is answered, in bytes. The content of a longer line is skipped.
pub(super) const LONGEST_LINE: usize = 16 << 20;

/// The greatest number of lines in a batch. Larger batches cost less per line. Smaller batches let all cores end together.
const BATCH_LINES: usize = 16;

/// The greatest capacity that a batch keeps when it is cleared, in bytes.
const KEPT_CAPACITY: usize = 1 << 20;

/// One line of input.
pub(super) struct Line<'b> {
    /// The number of the line in the input, from 1. Empty lines count.
    pub(super) number: u64,
    /// The bytes without the line end, or `None` for a line that is too long.
    pub(super) bytes: Option<&'b [u8]>,
}

/// A line as the range of its bytes in the text of a batch.
struct LineRange {
    number: u64,
    range: Option<Range<usize>>,
}

/// Successive lines of the input. Empty lines are left out.
#[derive(Default)]
pub(super) struct Batch {
    /// The number of the batch, from 0.
    pub(super) number: u64,
    text: Vec<u8>,
    lines: Vec<LineRange>,
}

impl Batch {
    fn clear(&mut self) {
        self.lines.clear();
        self.text.clear();
        if self.text.capacity() > KEPT_CAPACITY {
            self.text = Vec::new();
        }
    }

    /// Whether the batch has no lines. A batch from [`Lines::read_batch`] is empty only at the end of the input.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns the lines in order.
    pub(super) fn lines(&self) -> impl ExactSizeIterator<Item = Line<'_>> {
        self.lines.iter().map(|LineRange { number, range }| Line {
            number: *number,
            bytes: range.clone().map(|range| &self.text[range]),
        })
    }
}

/// A reader of batches. It does not wait for further lines to fill a batch, so a line that is sent alone is answered at once.
pub(super) struct Lines<R> {
    input: R,
    /// The number of lines that were read.
    lines: u64,
    /// The number of batches that were read.
    batches: u64,
    /// The number of lines that the buffer of the input has, and that can be read without waiting.
    buffered: usize,
    has_ended: bool,
}

impl<R: BufRead> Lines<R> {
    /// Returns the reader of an input.
    pub(super) fn new(input: R) -> Lines<R> {
        Lines { input, lines: 0, batches: 0, buffered: 0, has_ended: false }
    }

    /// Replaces the lines of a batch by the next lines. The batch is empty at the end of the input.
    ///
    /// # Errors
    /// When the input cannot be read. The input has ended after an error.
    pub(super) fn read_batch(&mut self, batch: &mut Batch) -> std::io::Result<()> {
        batch.clear();
        let read = self.read_lines(batch);
        self.has_ended |= batch.is_empty() || read.is_err();
        batch.number = self.batches;
        self.batches += 1;
        read
    }

    /// Adds lines from the buffer of the input to an empty batch. If the buffer is empty, waits until it is filled.
    fn read_lines(&mut self, batch: &mut Batch) -> std::io::Result<()> {
        while batch.is_empty() && !self.has_ended {
            if self.buffered == 0 {
                let buffer = self.input.fill_buf()?;
                if buffer.is_empty() {
                    break;
                }
                // The last line of the input, or a line longer than the buffer, has no line end in the buffer.
                self.buffered = count_line_ends(buffer).max(1);
            }
            for _ in 0..self.buffered.min(BATCH_LINES) {
                self.buffered -= 1;
                self.read_line(batch)?;
            }
        }
        Ok(())
    }

    fn read_line(&mut self, batch: &mut Batch) -> std::io::Result<()> {
        self.lines += 1;
        let number = self.lines;
        let begin = batch.text.len();
        self.input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut batch.text)?;
        let mut end = batch.text.len();
        if batch.text.last() == Some(&b'\n') {
            end -= 1;
        } else if end - begin > LONGEST_LINE {
            batch.text.truncate(begin);
            batch.lines.push(LineRange { number, range: None });
            self.input.skip_until(b'\n')?;
            return Ok(());
        }
        if !batch.text[begin..end].trim_ascii().is_empty() {
            batch.lines.push(LineRange { number, range: Some(begin..end) });
        }
        Ok(())
    }
}

/// Returns the number of line ends in a text.
fn count_line_ends(bytes: &[u8]) -> usize {
    // The compiler vectorizes sums of `u8`. A chunk is short enough that its sum cannot overflow.
    let ends_in = |chunk: &[u8]| chunk.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>();
    bytes.chunks(usize::from(u8::MAX)).map(|chunk| usize::from(ends_in(chunk))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number and length of each line, batch by batch, read through a buffer of some bytes.
    fn batches(input: &[u8], buffer_size: usize) -> Vec<Vec<(u64, Option<usize>)>> {
        let mut lines = Lines::new(std::io::BufReader::with_capacity(buffer_size, input));
        let (mut batch, mut found) = (Batch::default(), Vec::new());
        loop {
            lines.read_batch(&mut batch).expect("memory is read");
            if batch.is_empty() {
                return found;
            }
            assert_eq!(batch.number, found.len() as u64);
            found.push(batch.lines().map(|line| (line.number, line.bytes.map(<[u8]>::len))).collect());
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
