//! Lines of the input, in batches of bounded size.

use std::io::{BufRead, Read as _};
use std::ops::Range;

/// The length of the longest line that is answered, in bytes. A longer line is skipped.
pub(super) const LONGEST_LINE: usize = 16 << 20;

/// The greatest number of lines in a batch. With many lines a batch costs little, and with few all cores end together.
const AT_ONCE: usize = 16;

/// The greatest capacity of a batch that is kept after a long line, in bytes.
const USUAL: usize = 1 << 20;

/// One line of input.
pub(super) struct Line<'b> {
    /// The number, from 1.
    pub(super) number: u64,
    /// The bytes, or `None` for a line that is too long.
    pub(super) bytes: Option<&'b [u8]>,
}

/// Consecutive lines without empty ones.
#[derive(Default)]
pub(super) struct Batch {
    /// The number of the batch, from 0.
    pub(super) turn: u64,
    text: Vec<u8>,
    /// The number of each line, and its range in the text.
    lines: Vec<(u64, Option<Range<usize>>)>,
}

impl Batch {
    fn clear(&mut self) {
        self.lines.clear();
        self.text.clear();
        if self.text.capacity() > USUAL {
            self.text = Vec::new();
        }
    }

    /// Whether the batch has no lines: the input has ended.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns the lines in order.
    pub(super) fn lines(&self) -> impl ExactSizeIterator<Item = Line<'_>> {
        let line = |(number, range): &(u64, Option<Range<usize>>)| Line {
            number: *number,
            bytes: range.clone().map(|range| &self.text[range]),
        };
        self.lines.iter().map(line)
    }
}

/// A reader of batches. A batch takes the lines that are ready, so a line sent alone is answered at once.
pub(super) struct Lines<R> {
    input: R,
    line: u64,
    turn: u64,
    /// The number of lines that can be read without waiting.
    ready: usize,
    has_ended: bool,
}

impl<R: BufRead> Lines<R> {
    /// Returns the reader of an input.
    pub(super) fn new(input: R) -> Lines<R> {
        Lines { input, line: 0, turn: 0, ready: 0, has_ended: false }
    }

    /// Fills a batch with the next lines. It stays empty at the end of the input.
    ///
    /// # Errors
    /// When the input cannot be read. It has then ended.
    pub(super) fn take(&mut self, batch: &mut Batch) -> std::io::Result<()> {
        batch.clear();
        let taken = self.take_ready(batch);
        self.has_ended |= batch.is_empty() || taken.is_err();
        batch.turn = self.turn;
        self.turn += 1;
        taken
    }

    /// Adds the lines that can be read without waiting, or waits for one.
    fn take_ready(&mut self, batch: &mut Batch) -> std::io::Result<()> {
        while batch.is_empty() && !self.has_ended {
            if self.ready == 0 {
                let ready = self.input.fill_buf()?;
                if ready.is_empty() {
                    break;
                }
                self.ready = count_ends(ready).max(1);
            }
            for _ in 0..self.ready.min(AT_ONCE) {
                self.ready -= 1;
                self.next_line(batch)?;
            }
        }
        Ok(())
    }

    fn next_line(&mut self, batch: &mut Batch) -> std::io::Result<()> {
        self.line += 1;
        let begin = batch.text.len();
        self.input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut batch.text)?;
        let mut end = batch.text.len();
        if batch.text.last() == Some(&b'\n') {
            end -= 1;
        } else if end - begin > LONGEST_LINE {
            batch.text.truncate(begin);
            batch.lines.push((self.line, None));
            self.input.skip_until(b'\n')?;
            return Ok(());
        }
        if !batch.text[begin..end].trim_ascii().is_empty() {
            batch.lines.push((self.line, Some(begin..end)));
        }
        Ok(())
    }
}

/// Returns the number of line ends. The compiler vectorizes sums of bytes.
fn count_ends(bytes: &[u8]) -> usize {
    let ends = |few: &[u8]| few.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>();
    bytes.chunks(usize::from(u8::MAX)).map(|few| usize::from(ends(few))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the numbers and lengths of all lines, batch by batch.
    fn batches(input: &[u8], chunk: usize) -> Vec<Vec<(u64, Option<usize>)>> {
        let mut lines = Lines::new(std::io::BufReader::with_capacity(chunk, input));
        let (mut batch, mut found) = (Batch::default(), Vec::new());
        loop {
            lines.take(&mut batch).expect("memory is read");
            if batch.is_empty() {
                return found;
            }
            assert_eq!(batch.turn, found.len() as u64);
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
    fn where_chunks_end_makes_no_difference() {
        let input: String = (0..100).map(|n| "x".repeat(n % 23) + "\n").collect();
        let lines = |chunk| batches(input.as_bytes(), chunk).concat();
        for chunk in [1, 7, 64, 4096] {
            assert_eq!(lines(chunk), lines(1 << 20), "{chunk}");
        }
    }
}
