//! The bounds of the server on its visitors, with their reasons. The page never reaches them. They stop other programs.
//! The bounds on what one question may cost are those of [`answers`](crate::answers).
//!
//! The table of `docs/server.md` lists all, each with the test that reaches it.

use std::time::Duration;

/// The number of sockets open at once, HTTP and WebSocket together: below the usual limit of 1024 files for a
/// process. The next one is closed as soon as it is accepted.
pub const SOCKETS: usize = 800;

/// The number of sockets open at once from one address (for IPv6 from one network of 64 bits). Further sockets are closed.
/// Loopback is not counted, because it is the person at the machine, or a proxy on it.
pub const SOCKETS_OF_ADDRESS: usize = 120;

/// The number of new games a minute from one address, and of new games at once.
pub const GAMES_A_MINUTE: u32 = 20;

/// The number of addresses without open sockets that are remembered for their new games.
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

/// The number of games without watchers that are held in memory.
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

/// The number of waiting games of one address.
pub const CHALLENGES_OF_ONE: usize = 5;

/// The time for which a game waits for anybody although its maker is gone, milliseconds: the maker's page may be
/// loading, or have lost its line.
pub const CHALLENGE_GRACE: u64 = 60_000;

/// The longest time for which a game waits for anybody, milliseconds: a day.
pub const CHALLENGE_LIFE: u64 = 24 * 60 * 60 * 1000;

/// The number of letters of the code by which a side is taken along: 30 random bits.
pub const CODE_LETTERS: usize = 6;

/// The time for which such a code is good, milliseconds.
pub const CODE_LIFE: u64 = 5 * 60_000;

/// The number of wrong codes after which a code is void. There are a thousand million codes.
pub const CODE_TRIES: u32 = 5;

/// The number of pieces on all positions of all open games together, some 400 MB.
pub const OPEN_PIECES: u64 = 4_000_000;

/// The number of threads that compute rules and write to disk.
pub const WORKERS: usize = 8;

/// The number of threads that work for one address at once. The other threads serve other addresses.
pub const WORKERS_OF_ADDRESS: usize = 2;

/// The number of threads that choose moves for all games and visitors together. Other searches wait.
pub const THINKERS: usize = 2;

/// The shortest time for one move of the program, while many games wait for a thread.
pub const SHORTEST_THOUGHT: Duration = Duration::from_millis(50);
