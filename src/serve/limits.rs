//! All bounds of the server, with their reasons. The page never reaches one of them; they stop other programs.
//!
//! The table of `docs/server.md` lists them, each with the test that reaches it.

use std::time::Duration;

/// The number of sockets open at once, HTTP and WebSocket together: below the usual limit of 1024 files for a
/// process. The next one is closed as soon as it is accepted.
pub const SOCKETS: usize = 800;

/// The number of sockets open at once from one address (for IPv6 from one network of 64 bits); more are closed.
/// Loopback is not counted: it is the person at the machine, or a proxy on it.
pub const SOCKETS_OF_ADDRESS: usize = 120;

/// The number of new games a minute from one address, and of new games at once.
pub const GAMES_A_MINUTE: u32 = 20;

/// The number of addresses remembered for their new games, besides those with open sockets.
pub const ADDRESSES: usize = 10_000;

/// The time for one whole HTTP exchange. A slower reader is disconnected.
pub const EXCHANGE: Duration = Duration::from_secs(30);

/// The time for the head of a request.
pub const HEAD: Duration = Duration::from_secs(10);

/// The size of the body of a request, bytes: a scenario of some thousand moves.
pub const BODY: usize = 256 << 10;

/// The size of a WebSocket message that is read at all, bytes; a longer one ends the connection.
pub const FRAME: usize = 64 << 10;

/// The size of a WebSocket message that is answered, bytes; a longer one is refused.
pub const MESSAGE: usize = 4 << 10;

/// The time that one message may wait for room in a slow reader's socket.
pub const SEND: Duration = Duration::from_secs(10);

/// The time between two pings to a silent socket; after [`UNANSWERED`] pings without an answer it is closed.
pub const PING: Duration = Duration::from_secs(25);

/// The number of pings that may stay unanswered.
pub const UNANSWERED: u32 = 3;

/// The number of requests a second that one WebSocket is served; others wait.
pub const PACE: u32 = 40;

/// The number of requests that one WebSocket may have served at once before [`PACE`] applies.
pub const BURST: u32 = 120;

/// The number of games held in memory besides those that somebody watches.
pub const IDLE_GAMES: usize = 64;

/// The number of games on disk. Beyond it, each new game takes the place of one that nobody has opened for [`UNOPENED`].
pub const STORED_GAMES: i64 = 100_000;

/// The time after which a full server deletes a game that nobody opens, seconds: three days.
pub const UNOPENED: i64 = 3 * 24 * 60 * 60;

const _: () = {
    let made = GAMES_A_MINUTE as i64 * UNOPENED / 60;
    assert!(made < STORED_GAMES, "within that time one address alone does not fill the server");
};

/// The number of games that wait for anybody to join.
pub const CHALLENGES: usize = 100;

/// The number of them that one address has made.
pub const CHALLENGES_OF_ONE: usize = 5;

/// The time for which a game waits for anybody although its maker is gone, milliseconds: the maker's page may be
/// loading, or have lost its line.
pub const CHALLENGE_GRACE: u64 = 60_000;

/// The longest time for which a game waits for anybody, milliseconds: a day.
pub const CHALLENGE_LIFE: u64 = 24 * 60 * 60 * 1000;

/// The number of moves in a game.
pub const PLIES: usize = 2000;

/// The number of moves in a request for a position that belongs to no game.
pub const TRIED: usize = 64;

/// The length of a game's title, characters; the rest is cut off.
pub const TITLE: usize = 120;

/// The number of pieces in the position from which a game begins.
pub const PIECES: usize = 200;

/// The number of pieces among them that are no plain discs on straight lanes: they take the general generator, which is slow.
pub const GENERAL_PIECES: usize = 48;

/// The length of a variant's name, bytes.
pub const NAME: usize = 60;

/// The number of lanes of one kind in a variant file: each is a search among all pieces.
pub const LANES: usize = 64;

/// The number of corners of one kind's extent.
pub const CORNERS: usize = 32;

/// The side of a plane board, units: larger ones cannot be shown usefully, and Discrete play counts its steps across it.
pub const BOARD_SIZE: f64 = 64.0;

/// The least step of Discrete play, or of one kind, units.
pub const STEP: f64 = 0.01;

/// The work on one position, in units of some ten nanoseconds (`crate::budget`): a position that needs more is refused.
pub const WORK: u64 = 30_000_000;

/// The work on one try in a puzzle, which may need the proof of a key: some seconds at most.
pub const PUZZLE_WORK: u64 = 300_000_000;

/// The work on all positions of a game together, which bounds the time to read the game from disk.
pub const WORK_OF_A_GAME: u64 = 2_000_000_000;

/// The number of spans of a legal set, together with sides of its regions.
pub const PARTS: usize = 20_000;

/// The size of a legal set as it is sent, bytes.
pub const LEGAL_BYTES: usize = 2 << 20;

/// The number of pieces on all positions of all open games together, some 400 MB.
pub const OPEN_PIECES: u64 = 4_000_000;

/// The number of times that all lanes of one kind together may go round a board with seams.
pub const ROUNDS: f64 = 2000.0;

/// The number of faults of a text that are listed; the rest are counted.
pub const FAULTS: usize = 50;

/// The number of threads that compute rules and write to disk.
pub const WORKERS: usize = 8;

/// The number of threads that work for one address at once; the rest are there for others.
pub const WORKERS_OF_ADDRESS: usize = 2;

/// The number of threads that choose moves, for all games and visitors together; other searches wait.
pub const THINKERS: usize = 2;

/// The longest time for one move of the program.
pub const THOUGHT: Duration = Duration::from_millis(1500);

/// The shortest time for one move of the program, while many games wait for a thread.
pub const SHORTEST_THOUGHT: Duration = Duration::from_millis(50);

/// The time for one answer to a visitor who asks for advice.
pub const ADVICE: Duration = Duration::from_millis(500);

/// The greatest number of lines of one advice.
pub const LINES: usize = 5;

/// The memory of one search, megabytes.
pub const THOUGHT_MB: usize = 16;

/// The greatest width of a downloaded picture, and the greatest height of the board in it, pixels.
pub const PICTURE: u32 = 2400;

/// The greatest width of an animation, and the greatest height of the board in it, pixels.
pub const FILM: u32 = 400;

/// The number of frames of an animation, unless it has more moves.
pub const FRAMES: usize = 60;

/// The longest time of a clock, seconds: a day.
pub const CLOCK_BASE: u32 = 24 * 60 * 60;

/// The greatest increment of a clock, seconds.
pub const CLOCK_INCREMENT: u32 = 60 * 60;
