//! Another engine as a player: a process that speaks UCI over its standard input and output.

use super::{Player, PlayerError};
use crate::chess::Status;
use crate::diagnostics::io_message;
use crate::engine::uci::{from_token, to_token};
use crate::game::{Game, MoveInput, MoveMade, Position, Prepared};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// The time of another engine for a move.
pub const TIME_OF_PROCESS: Duration = Duration::from_millis(100);

/// The time within which another engine must introduce itself.
const GREETING: Duration = Duration::from_secs(10);

/// The delay beyond the time for a move that is tolerated.
const LATE: Duration = Duration::from_secs(10);

/// The greatest length of a line that is read, bytes.
const LONGEST_LINE: u64 = 64 << 10;

/// The greatest number of lines that wait to be read. An engine that writes more waits too.
const WAITING_LINES: usize = 1024;

/// A message of the thread that reads the output of an engine.
enum Heard {
    Line(String),
    /// A line was too long, and nothing more is read.
    TooLong,
}

/// Hands over lines until the output ends, a line is too long, or nobody reads them.
fn listen(output: ChildStdout, heard: &SyncSender<Heard>) {
    let mut reader = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let is_whole = match reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => line.ends_with(b"\n") || (line.len() as u64) < LONGEST_LINE,
        };
        // Names of engines and authors may be in any encoding; they are not used.
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        let heard_now = if is_whole { Heard::Line(text) } else { Heard::TooLong };
        if heard.send(heard_now).is_err() || !is_whole {
            return;
        }
    }
}

/// A running engine.
pub struct Process {
    command: String,
    child: Child,
    input: ChildStdin,
    output: Receiver<Heard>,
}

impl Process {
    /// Starts an engine and sets its variant, under `variant` if the engine has a name of its own for it.
    ///
    /// # Errors
    /// When it cannot be started, or does not speak UCI.
    pub fn start(command: &str, variant: Option<&str>, prepared: &Prepared) -> Result<Process, PlayerError> {
        let failed = |why: String| PlayerError::Process { command: command.to_owned(), why };
        let mut words = command.split_whitespace();
        let program = words.next().unwrap_or_default();
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| failed(format!("cannot be started: {}", io_message(&e))))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed("has no standard input and output".to_owned()));
        };
        let (send, receive) = sync_channel(WAITING_LINES);
        std::thread::spawn(move || listen(output, &send));
        let mut process = Process { command: command.to_owned(), child, input, output: receive };
        process.send("uci")?;
        let mut knows_variants = false;
        process.until(GREETING, |line| {
            knows_variants |= line.starts_with("option name UCI_Variant ");
            line == "uciok"
        })?;
        let own = prepared.variant().name();
        match variant {
            Some(name) => process.send(&format!("setoption name UCI_Variant value {name}"))?,
            None if knows_variants => process.send(&format!("setoption name UCI_Variant value {own}"))?,
            None => {}
        }
        process.send("ucinewgame")?;
        process.send("isready")?;
        process.until(GREETING, |line| line == "readyok")?;
        Ok(process)
    }

    fn failed(&self, why: impl Into<String>) -> PlayerError {
        PlayerError::Process { command: self.command.clone(), why: why.into() }
    }

    fn send(&mut self, line: &str) -> Result<(), PlayerError> {
        let written = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        written.map_err(|e| self.failed(format!("does not read `{line}`: {e}")))
    }

    /// Reads up to the first line for which `wanted` holds.
    fn until(
        &mut self,
        within: Duration,
        mut wanted: impl FnMut(&str) -> bool,
    ) -> Result<String, PlayerError> {
        let begun = Instant::now();
        // An engine that never stops writing is late too, so the time is tested before each line.
        while let Some(left) = within.checked_sub(begun.elapsed()) {
            match self.output.recv_timeout(left) {
                Ok(Heard::Line(line)) if wanted(&line) => return Ok(line),
                Ok(Heard::Line(_)) | Err(RecvTimeoutError::Timeout) => {}
                Ok(Heard::TooLong) => {
                    let most = LONGEST_LINE >> 10;
                    return Err(self.failed(format!("writes a line of more than {most} KiB")));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.failed("has ended")),
            }
        }
        Err(self.failed(format!("did not answer within {} s", within.as_secs_f64())))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // A process that does not end by itself is killed; a failure has no one to be reported to.
        let _ = self.send("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Player for Process {
    fn choose(&mut self, game: &Game) -> Result<MoveInput<'static>, PlayerError> {
        if game.status() != Status::Ongoing {
            return Err(PlayerError::no_move(game));
        }
        let moves = moves_of(game);
        let moves = if moves.is_empty() { moves } else { format!(" moves{moves}") };
        self.send(&format!("position fen {}{moves}", start_of(game)))?;
        self.send(&format!("go movetime {}", TIME_OF_PROCESS.as_millis()))?;
        let answer = self.until(TIME_OF_PROCESS + LATE, |line| line.starts_with("bestmove"))?;
        let token = answer.split_whitespace().nth(1).unwrap_or_default();
        if token.is_empty() || token == "(none)" {
            return Err(self.failed(format!("has no move in `{}`", game.position())));
        }
        Ok(MoveInput::Text(from_token(game.position(), token).into()))
    }
}

/// Returns the first position of a game, as FEN if there is one.
fn start_of(game: &Game) -> String {
    game.start().to_fen().unwrap_or_else(|| game.start().to_string())
}

/// Returns the moves of a game, each as one word.
fn moves_of(game: &Game) -> String {
    let words = game.plies().iter().enumerate().filter_map(|(ply, played)| {
        let before = game.position_at(ply)?;
        let text = match (&played.done, before) {
            (MoveMade::Plane(played), _) => played.text.to_string(),
            (MoveMade::Lattice(done), Position::Lattice(position)) => position.rules().move_text(done.chosen),
            (MoveMade::Lattice(_), Position::Plane(_)) => return None,
        };
        Some(format!(" {}", to_token(before, &text)))
    });
    words.collect()
}
