//! The limits of a question, with their reasons. The page itself never reaches them. They stop other programs.
//!
//! Each is the greatest value that is allowed, unless its comment says otherwise.

use std::time::Duration;

// Games and their first positions.

/// The number of moves in a game.
pub const PLIES: usize = 2000;
/// The number of moves in a question about a position that belongs to no game.
pub const TRIED: usize = 64;
/// The length of a game's title, characters. A longer title is cut.
pub const TITLE: usize = 120;
/// The number of pieces in the position from which a game begins.
pub const PIECES: usize = 200;
/// The number of such pieces that are not plain discs on straight lanes. These take the general generator, which is slow.
pub const GENERAL_PIECES: usize = 48;
/// The base time of a clock, seconds: a day.
pub const CLOCK_BASE: u32 = 24 * 60 * 60;
/// The increment of a clock, seconds.
pub const CLOCK_INCREMENT: u32 = 60 * 60;

// Variants of visitors.

/// The length of a variant's name, bytes.
pub const NAME: usize = 60;
/// The number of lanes of one kind in a variant file. For each lane all pieces are searched.
pub const LANES: usize = 64;
/// The number of corners of one kind's extent.
pub const CORNERS: usize = 32;
/// The side of a plane board, board units. A larger board would be too small on the page, and have very many Discrete stops.
pub const BOARD_SIZE: f64 = 64.0;
/// The least step of Discrete play, or of one kind, board units.
pub const STEP: f64 = 0.01;
/// The number of times that all lanes of one kind together may go round a board with seams.
pub const ROUNDS: f64 = 2000.0;
/// The number of faults of a text that are listed. Further faults are counted.
pub const FAULTS: usize = 50;

// Work, in units of about ten nanoseconds (`crate::budget`), and the size of its results.

/// The work on one position. A position that needs more is refused.
pub const WORK: u64 = 30_000_000;
/// The work on one try in a puzzle. It may include the proof of a key, which takes some seconds at most.
pub const PUZZLE_WORK: u64 = 300_000_000;
/// The work on all positions of a game together. It bounds the time to read the game from disk.
pub const WORK_OF_A_GAME: u64 = 2_000_000_000;
/// The number of spans of a legal set, plus the number of sides of its regions.
pub const PARTS: usize = 20_000;
/// The size of a legal set as JSON, bytes.
pub const LEGAL_BYTES: usize = 2 << 20;

// Searches.

/// The time for one move of the program.
pub const THOUGHT: Duration = Duration::from_millis(1500);
/// The time of the search for one piece of advice.
pub const ADVICE: Duration = Duration::from_millis(500);
/// The number of lines in one piece of advice.
pub const LINES: usize = 5;
/// The number of stretches of a lane that one question values.
pub const STRETCHES: usize = 16;
/// The memory of one search, megabytes.
pub const THOUGHT_MB: usize = 16;

// Pictures.

/// The width of a downloaded picture, and the height of the board in it, pixels.
pub const PICTURE: u32 = 2400;
/// The width of an animation, and the height of the board in it, pixels.
pub const FILM: u32 = 400;
/// The number of frames of an animation. A game of more moves has one frame for each position.
pub const FRAMES: usize = 60;
