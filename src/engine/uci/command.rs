//! The commands of the protocol, read from lines.

use super::fault::UciFault;
use std::time::Duration;

/// A command of the protocol.
#[derive(Debug)]
pub(super) enum Command {
    Uci,
    IsReady,
    UciNewGame,
    /// The value is empty if it is missing.
    SetOption {
        name: String,
        value: String,
    },
    Position {
        start: Start,
        moves: Vec<String>,
    },
    Go(Box<GoCommand>),
    PonderHit,
    Stop,
    Quit,
    /// `d`
    Display,
    /// An empty line, `debug` or `register`.
    Nothing,
}

/// The first position of a game, as `position` names it.
#[derive(Debug)]
pub(super) enum Start {
    /// `startpos`
    Initial,
    /// `fen TEXT`
    Written(String),
    /// Neither of these.
    Unreadable,
}

/// The request of `go`.
#[derive(Debug, Default)]
pub(super) struct GoCommand {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub movetime: Option<Duration>,
    /// The time left, of White and of Black.
    pub time: [Option<Duration>; 2],
    /// The time added for each move, of White and of Black.
    pub increment: [Option<Duration>; 2],
    pub movestogo: Option<u32>,
    pub mate: Option<u32>,
    pub is_infinite: bool,
    pub is_pondering: bool,
    pub searchmoves: Vec<String>,
    /// The faults of unreadable parts.
    pub faults: Vec<UciFault>,
}

impl Command {
    /// Returns the command of a line. All white space counts as spaces.
    ///
    /// # Errors
    /// The fault of a line that is not a command. Faults in the parts of `go` are in [`GoCommand::faults`] instead.
    pub fn read(line: &str) -> Result<Command, UciFault> {
        let line = line.trim_start_matches('\u{feff}').replace(char::is_whitespace, " ");
        let line = line.trim();
        let (word, arguments) = line.split_once(' ').unwrap_or((line, ""));
        let arguments = arguments.trim();
        Ok(match word {
            "" | "debug" | "register" => Command::Nothing,
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "ucinewgame" => Command::UciNewGame,
            "ponderhit" => Command::PonderHit,
            "stop" => Command::Stop,
            "quit" => Command::Quit,
            "d" => Command::Display,
            "setoption" => read_setoption(arguments)?,
            "position" => read_position(arguments),
            "go" => Command::Go(Box::new(read_go(arguments))),
            _ => return Err(UciFault::Command(word.to_owned())),
        })
    }
}

fn read_setoption(arguments: &str) -> Result<Command, UciFault> {
    let option = arguments.strip_prefix("name ").ok_or(UciFault::SetOption)?.trim();
    let (name, value) = option.split_once(" value").unwrap_or((option, ""));
    // Several spaces in a name count as one. In a value they are kept, because it may be a path.
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(Command::SetOption { name, value: value.trim().to_owned() })
}

fn read_position(arguments: &str) -> Command {
    let (start, moves) = match arguments.split_once(" moves") {
        Some((start, moves)) if moves.is_empty() || moves.starts_with(' ') => (start, moves),
        _ => (arguments, ""),
    };
    let moves = moves.split_whitespace().map(str::to_owned).collect();
    let start = match start.trim().split_once(' ') {
        None if start.trim() == "startpos" => Start::Initial,
        Some(("fen", text)) => Start::Written(text.trim().to_owned()),
        _ => Start::Unreadable,
    };
    Command::Position { start, moves }
}

/// Whether a word begins a part of `go`.
fn begins_part(word: &str) -> bool {
    matches!(word, "infinite" | "ponder" | "searchmoves" | "depth" | "nodes" | "movetime" | "mate")
        || matches!(word, "wtime" | "btime" | "winc" | "binc" | "movestogo")
}

/// Returns the parts of `go`, and the faults of its unreadable parts.
fn read_go(arguments: &str) -> GoCommand {
    let mut go = GoCommand::default();
    let mut words = arguments.split(' ').filter(|word| !word.is_empty()).peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.is_infinite = true,
            "ponder" => go.is_pondering = true,
            "searchmoves" => {
                while let Some(m) = words.next_if(|word| !begins_part(word)) {
                    go.searchmoves.push(m.to_owned());
                }
                if go.searchmoves.is_empty() {
                    go.faults.push(UciFault::GoPart { part: word.to_owned(), missing: "move" });
                }
            }
            _ if begins_part(word) => {
                let value = words.next_if(|next| !begins_part(next));
                let fault = set_number(&mut go, word, value).err();
                go.faults.extend(fault);
            }
            _ => go.faults.push(UciFault::GoWord(word.to_owned())),
        }
    }
    go
}

/// Sets a part of `go` that is a number.
fn set_number(go: &mut GoCommand, part: &str, value: Option<&str>) -> Result<(), UciFault> {
    let missing = || UciFault::GoPart { part: part.to_owned(), missing: "number" };
    let value = value.ok_or_else(missing)?;
    let refused = || UciFault::GoNumber { part: part.to_owned(), value: value.to_owned() };
    let number: i64 = value.parse().map_err(|_| refused())?;
    // Some programs send a clock below 0.
    let time = Some(Duration::from_millis(number.max(0).unsigned_abs()));
    match part {
        "movetime" => go.movetime = time,
        "wtime" => go.time[0] = time,
        "btime" => go.time[1] = time,
        "winc" => go.increment[0] = time,
        "binc" => go.increment[1] = time,
        "nodes" => go.nodes = Some(number.try_into().map_err(|_| refused())?),
        "depth" => go.depth = Some(number.try_into().map_err(|_| refused())?),
        "movestogo" => go.movestogo = Some(number.try_into().map_err(|_| refused())?),
        // `mate` is the only other part that is a number.
        _ => go.mate = Some(number.try_into().map_err(|_| refused())?),
    }
    Ok(())
}
