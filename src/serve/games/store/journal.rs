//! Detects whether SQLite's journal (write-ahead log) has lost committed data. SQLite ignores everything after the first damaged
//! frame, because a crash may have cut the last write short. The offsets are those of <https://sqlite.org/fileformat2.html#walformat>.

use std::path::Path;

/// The size of the journal's header, in bytes.
const HEADER: usize = 32;

/// The size of a frame's header, in bytes. A page of the database follows it.
const FRAME_HEADER: usize = 24;

/// Whether a journal has lost data: its header is damaged, or a frame that ends a transaction follows a damaged frame.
pub fn has_lost(path: &Path) -> std::io::Result<bool> {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(false),
        Err(e) => return Err(e),
    };
    let Some((header, frames)) = bytes.split_at_checked(HEADER) else { return Ok(false) };
    let page_size = word(header, 8) as usize;
    let is_page_size = page_size.is_power_of_two() && page_size >= 512;
    // The first word of the header says in which byte order the checksums read their words.
    let read_word = match word(header, 0) {
        0x377f_0682 if is_page_size => u32::from_le_bytes,
        0x377f_0683 if is_page_size => u32::from_be_bytes,
        _ => return Ok(!frames.is_empty()),
    };
    let mut sum = checksum_after([0, 0], &header[..24], read_word);
    if sum != stored_checksum(header, 24) {
        return Ok(!frames.is_empty());
    }
    let mut is_sound = true;
    for frame in frames.chunks_exact(FRAME_HEADER + page_size) {
        // A frame with another salt is left over from an earlier use of the journal.
        let has_salt = frame[8..16] == header[16..24];
        let ends_transaction = word(frame, 4) != 0;
        if !is_sound && has_salt && ends_transaction {
            return Ok(true);
        }
        sum = checksum_after(sum, &frame[..8], read_word);
        sum = checksum_after(sum, &frame[FRAME_HEADER..], read_word);
        is_sound &= has_salt && sum == stored_checksum(frame, 16);
    }
    Ok(false)
}

/// Returns the big-endian word of four bytes that begins at an index.
fn word(bytes: &[u8], index: usize) -> u32 {
    bytes[index..index + 4].iter().fold(0, |word, &byte| word << 8 | u32::from(byte))
}

/// SQLite's running checksum, two words.
type Checksum = [u32; 2];

/// Returns the checksum that is stored at an index.
fn stored_checksum(bytes: &[u8], index: usize) -> Checksum {
    [word(bytes, index), word(bytes, index + 4)]
}

/// Returns the checksum after further bytes, whose words `read_word` reads.
fn checksum_after([mut a, mut b]: Checksum, bytes: &[u8], read_word: fn([u8; 4]) -> u32) -> Checksum {
    for pair in bytes.chunks_exact(8) {
        a = a.wrapping_add(read_word([pair[0], pair[1], pair[2], pair[3]])).wrapping_add(b);
        b = b.wrapping_add(read_word([pair[4], pair[5], pair[6], pair[7]])).wrapping_add(a);
    }
    [a, b]
}
