//! Detects whether SQLite's journal has lost committed data. SQLite ignores everything after the first damaged
//! frame, which it takes for a write that a crash cut short.

use std::path::Path;

const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;

/// Whether a frame that ends a transaction stands after a damaged one, or the header itself is damaged. A crash may
/// have cut the very last frame short. A missing journal has lost nothing.
pub fn has_lost(path: &Path) -> std::io::Result<bool> {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(false),
        Err(e) => return Err(e),
    };
    let Some((header, frames)) = bytes.split_at_checked(HEADER) else { return Ok(false) };
    let page = word(header, 8) as usize;
    let order = match word(header, 0) {
        0x377f_0682 => u32::from_le_bytes,
        0x377f_0683 => u32::from_be_bytes,
        _ => return Ok(!frames.is_empty()),
    };
    let mut sum = added((0, 0), &header[..24], order);
    if sum != (word(header, 24), word(header, 28)) || !page.is_power_of_two() || page < 512 {
        return Ok(!frames.is_empty());
    }
    let mut is_sound = true;
    for frame in frames.chunks_exact(FRAME_HEADER + page) {
        // Frames with other salts are left over from an earlier round of the journal.
        let is_of_this_round = frame[8..16] == header[16..24];
        let ends_transaction = word(frame, 4) != 0;
        if !is_sound && is_of_this_round && ends_transaction {
            return Ok(true);
        }
        sum = added(added(sum, &frame[..8], order), &frame[FRAME_HEADER..], order);
        is_sound &= is_of_this_round && sum == (word(frame, 16), word(frame, 20));
    }
    Ok(false)
}

fn word(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + 4].iter().fold(0, |word, &byte| word << 8 | u32::from(byte))
}

/// Returns SQLite's running checksum after some more bytes.
fn added((mut a, mut b): (u32, u32), bytes: &[u8], order: fn([u8; 4]) -> u32) -> (u32, u32) {
    for pair in bytes.chunks_exact(8) {
        let [one, two] = [0, 4].map(|at| order([pair[at], pair[at + 1], pair[at + 2], pair[at + 3]]));
        a = a.wrapping_add(one).wrapping_add(b);
        b = b.wrapping_add(two).wrapping_add(a);
    }
    (a, b)
}
