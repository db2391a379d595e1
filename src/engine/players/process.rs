//! Another engine as a player: a process that reads UCI from its standard input and writes it to its standard output.

use super::{Player, PlayerError};
use crate::chess::Status;
use crate::diagnostics::io_message;
use crate::engine::uci::{from_token, to_token};
use crate::game::{Game, MoveInput, MoveMade, Prepared};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// The time that another engine has for a move.
pub const TIME_OF_PROCESS: Duration = Duration::from_millis(100);

/// The time within which another engine must introduce itself.
const GREETING: Duration = Duration::from_secs(10);

/// The greatest tolerated delay beyond the time for a move.
const TOLERATED_DELAY: Duration = Duration::from_secs(10);

/// The greatest length of a line that is read, bytes.
const LONGEST_LINE: u64 = 64 << 10;

/// The greatest number of lines that wait to be read. If there are more, the engine has to wait when it writes.
const WAITING_LINES: usize = 1024;

/// A message of the thread that reads the output of an engine.
enum OutputMessage {
    Line(String),
    /// A line is too long, and nothing more is read.
    TooLong,
}

/// Sends the lines of an output until it ends, a line is too long, or the receiver is dropped.
fn send_lines(output: ChildStdout, sender: &SyncSender<OutputMessage>) {
    let mut reader = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let is_whole = match reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => line.ends_with(b"\n") || (line.len() as u64) < LONGEST_LINE,
        };
        // Names of engines and authors may be in any encoding. They are not used.
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        let message = if is_whole { OutputMessage::Line(text) } else { OutputMessage::TooLong };
        if sender.send(message).is_err() || !is_whole {
            return;
        }
    }
}

/// A running engine.
pub struct Process {
    command: String,
    child: Child,
    input: ChildStdin,
    output: Receiver<OutputMessage>,
}

impl Process {
    /// Starts an engine and sets its variant. `own_name` is the name that the engine has for the variant, if it differs from ours.
    ///
    /// # Errors
    /// When the engine cannot be started, or does not speak UCI.
    pub fn start(command: &str, own_name: Option<&str>, prepared: &Prepared) -> Result<Process, PlayerError> {
        let not_started = |why: String| PlayerError::Process { command: command.to_owned(), why };
        let mut words = command.split_whitespace();
        let program = words.next().unwrap_or_default();
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| not_started(format!("cannot be started: {}", io_message(&e))))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(not_started("has no standard input and output".to_owned()));
        };
        let (sender, receiver) = sync_channel(WAITING_LINES);
        std::thread::spawn(move || send_lines(output, &sender));
        let mut process = Process { command: command.to_owned(), child, input, output: receiver };
        process.send("uci")?;
        let mut knows_variants = false;
        process.read_until(GREETING, |line| {
            knows_variants |= line.starts_with("option name UCI_Variant ");
            line == "uciok"
        })?;
        let our_name = knows_variants.then(|| prepared.variant().name());
        if let Some(name) = own_name.or(our_name) {
            process.send(&format!("setoption name UCI_Variant value {name}"))?;
        }
        process.send("ucinewgame")?;
        process.send("isready")?;
        process.read_until(GREETING, |line| line == "readyok")?;
        Ok(process)
    }

    fn failed(&self, why: impl Into<String>) -> PlayerError {
        PlayerError::Process { command: self.command.clone(), why: why.into() }
    }

    fn send(&mut self, line: &str) -> Result<(), PlayerError> {
        let written = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        written.map_err(|e| self.failed(format!("does not read `{line}`: {e}")))
    }

    /// Returns the first line for which `is_wanted` holds. All lines up to it are read.
    fn read_until(
        &mut self,
        within: Duration,
        mut is_wanted: impl FnMut(&str) -> bool,
    ) -> Result<String, PlayerError> {
        let begun = Instant::now();
        // An engine that never stops writing is late too, so the time is tested before each line.
        while let Some(left) = within.checked_sub(begun.elapsed()) {
            match self.output.recv_timeout(left) {
                Ok(OutputMessage::Line(line)) if is_wanted(&line) => return Ok(line),
                Ok(OutputMessage::Line(_)) | Err(RecvTimeoutError::Timeout) => {}
                Ok(OutputMessage::TooLong) => {
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
        // An engine that does not obey `quit` at once is killed. Failures are ignored, because a drop cannot report them.
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
        let tokens = move_tokens(game);
        let moves = if tokens.is_empty() { String::new() } else { format!(" moves {}", tokens.join(" ")) };
        let start = game.start().to_fen().unwrap_or_else(|| game.start().to_string());
        self.send(&format!("position fen {start}{moves}"))?;
        self.send(&format!("go movetime {}", TIME_OF_PROCESS.as_millis()))?;
        let answer =
            self.read_until(TIME_OF_PROCESS + TOLERATED_DELAY, |line| line.starts_with("bestmove"))?;
        let token = answer.split_whitespace().nth(1).unwrap_or_default();
        if token.is_empty() || token == "(none)" {
            return Err(self.failed(format!("has no move in `{}`", game.position())));
        }
        Ok(MoveInput::Text(from_token(game.position(), token).into()))
    }
}

/// Returns the moves of a game, each as one word of UCI.
fn move_tokens(game: &Game) -> Vec<String> {
    let tokens = game.plies().iter().enumerate().filter_map(|(number, ply)| {
        let before = game.position_at(number)?;
        let text = match &ply.made {
            MoveMade::Plane(made) => made.text.to_string(),
            MoveMade::Lattice(made) => before.text_of(&made.chosen.into())?,
        };
        Some(to_token(before, &text))
    });
    tokens.collect()
}
