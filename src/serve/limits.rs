//! The limits of the server on its visitors, with their reasons. The page never reaches these limits: they stop other programs.
//! [`answers`](crate::answers) has the limits on the work for one question.
//!
//! The table in `docs/server.md` lists all limits, and names the tests that reach them.

use std::time::Duration;

/// The number of sockets open at once: below the usual limit of 1024 files for a process. Further sockets are closed.
pub const SOCKETS: usize = 800;

/// The number of sockets open at once from one address (for IPv6 from one network of 64 bits). Further sockets are closed.
/// Sockets from loopback are not counted, because they belong to the person at the machine or to a proxy on it.
pub const SOCKETS_OF_ADDRESS: usize = 120;

/// The number of new games a minute from one address. An address that has not made games lately may make as many at once.
pub const GAMES_A_MINUTE: u32 = 20;

/// The number of addresses for which the server remembers how many games they have made lately.
pub const ADDRESSES: usize = 10_000;

/// The time for one whole HTTP exchange. A visitor who takes longer is disconnected.
pub const EXCHANGE_TIME: Duration = Duration::from_secs(30);

/// The time for the head of a request.
pub const HEAD_TIME: Duration = Duration::from_secs(10);

/// The size of the head of a request.
pub const HEAD_BYTES: usize = 64 << 10;

/// The size of the body of a request: enough for a scenario of some thousand moves.
pub const BODY_BYTES: usize = 256 << 10;

/// The size of a WebSocket message. A longer message ends the connection.
pub const MESSAGE_BYTES: usize = 64 << 10;

/// The size of a request in a WebSocket message. A longer request is answered with an error.
pub const REQUEST_BYTES: usize = 4 << 10;

/// The time that one message may wait for room in a slow reader's socket.
pub const SEND_TIME: Duration = Duration::from_secs(10);

/// The time between two pings to a WebSocket. After [`UNANSWERED_PINGS`] pings without an answer the socket is closed.
pub const PING_INTERVAL: Duration = Duration::from_secs(25);

/// The number of pings that may stay unanswered.
pub const UNANSWERED_PINGS: u32 = 3;

/// The number of requests a second that are answered on one WebSocket. Further requests wait.
pub const REQUESTS_A_SECOND: u32 = 40;

/// The number of requests that are answered at once on one WebSocket before [`REQUESTS_A_SECOND`] applies.
pub const REQUESTS_AT_ONCE: u32 = 120;

/// The number of games without watchers that are held in memory.
pub const IDLE_GAMES: usize = 64;

/// The number of games on disk. On a full server each new game replaces a game that nobody has opened for [`UNOPENED_SECONDS`].
pub const STORED_GAMES: i64 = 100_000;

/// The time after which a full server deletes a game that nobody opens: three days.
pub const UNOPENED_SECONDS: i64 = 3 * 24 * 60 * 60;

const _: () = {
    let games_of_address = GAMES_A_MINUTE as i64 * UNOPENED_SECONDS / 60;
    assert!(
        games_of_address < STORED_GAMES,
        "one address alone cannot fill the server with games that must stay"
    );
};

/// The number of games that anybody may join.
pub const CHALLENGES: usize = 100;

/// The number of games of one address that anybody may join.
pub const CHALLENGES_OF_ADDRESS: usize = 5;

/// The time for which anybody may join a game although its maker is gone. The maker's page may be loading or reconnecting.
pub const CHALLENGE_GRACE_MS: u64 = 60_000;

/// The longest time for which anybody may join a game: a day.
pub const CHALLENGE_LIFE_MS: u64 = 24 * 60 * 60 * 1000;

/// The length of the code that moves a side to another device: 30 random bits.
pub const CODE_CHARACTERS: usize = 6;

/// The time for which such a code is valid.
pub const CODE_LIFE_MS: u64 = 5 * 60_000;

/// The number of wrong codes after which a code is void. There are 2^30 codes.
pub const CODE_TRIES: u32 = 5;

/// The number of pieces on all positions of all open games together. Their memory is about 400 MB.
pub const OPEN_PIECES: usize = 4_000_000;

/// The number of threads that compute rules and write to disk.
pub const WORKERS: usize = 8;

/// The number of threads that work for one address at once. The others serve other addresses.
pub const WORKERS_OF_ADDRESS: usize = 2;

/// The number of threads that choose moves for all games and visitors together. Other searches wait.
pub const THINKERS: usize = 2;

/// The least time for one move of the program, however many games wait for a thread.
pub const SHORTEST_THOUGHT: Duration = Duration::from_millis(50);
