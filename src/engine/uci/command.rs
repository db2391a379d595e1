//! Reading the lines of the protocol.

use super::fault::UciFault;
use std::time::Duration;

/// A command of the protocol.
#[derive(Debug)]
pub(super) enum Command {
    /// `uci`
    Introduce,
    /// `isready`
    Ready,
    /// `ucinewgame`
    NewGame,
    /// `setoption name NAME [value VALUE]`; the value is empty if it is missing.
    Set { name: String, value: String },
    /// `position`
    Position { start: Start, moves: Vec<String> },
    /// `go`
    Go(Box<GoCommand>),
    /// `ponderhit`
    PonderHit,
    /// `stop`
    Stop,
    /// `quit`
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
    pub infinite: bool,
    pub ponder: bool,
    pub searchmoves: Vec<String>,
    /// The faults of the unreadable parts.
    pub faults: Vec<UciFault>,
}

impl Command {
    /// Reads a whole line. Tabs count as spaces.
    ///
    /// # Errors
    /// The unreadable part.
    pub fn read(line: &str) -> Result<Command, UciFault> {
        let line = line.trim_start_matches('\u{feff}').replace(char::is_whitespace, " ");
        let line = line.trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        Ok(match word {
            "" | "debug" | "register" => Command::Nothing,
            "uci" => Command::Introduce,
            "isready" => Command::Ready,
            "ucinewgame" => Command::NewGame,
            "ponderhit" => Command::PonderHit,
            "stop" => Command::Stop,
            "quit" => Command::Quit,
            "d" => Command::Display,
            "setoption" => read_setoption(rest)?,
            "position" => read_position(rest),
            "go" => Command::Go(Box::new(read_go(rest))),
            _ => return Err(UciFault::Command(word.to_owned())),
        })
    }
}

fn read_setoption(rest: &str) -> Result<Command, UciFault> {
    let rest = rest.strip_prefix("name ").ok_or(UciFault::SetOption)?.trim();
    let (name, value) = rest.split_once(" value").unwrap_or((rest, ""));
    // Several blanks in a name count as one; in a path each counts.
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(Command::Set { name, value: value.trim().to_owned() })
}

fn read_position(rest: &str) -> Command {
    let (start, moves) = match rest.split_once(" moves") {
        Some((start, moves)) if moves.is_empty() || moves.starts_with(' ') => (start, moves),
        _ => (rest, ""),
    };
    let moves = moves.split_whitespace().map(str::to_owned).collect();
    let start = match start.trim().split_once(' ') {
        None if start.trim() == "startpos" => Start::Initial,
        Some(("fen", text)) => Start::Written(text.trim().to_owned()),
        _ => Start::Unreadable,
    };
    Command::Position { start, moves }
}

/// The words that begin a part of `go`.
const PARTS: [&str; 12] = [
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "mate",
    "infinite",
    "searchmoves",
    "ponder",
];

/// Reads the parts of `go` in order, and collects the faults of unreadable ones.
fn read_go(rest: &str) -> GoCommand {
    let mut go = GoCommand::default();
    let mut words = rest.split(' ').filter(|word| !word.is_empty()).peekable();
    while let Some(word) = words.next() {
        let Some(&part) = PARTS.iter().find(|part| **part == word) else {
            go.faults.push(UciFault::GoWord(word.to_owned()));
            continue;
        };
        match part {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(m) = words.next_if(|word| !PARTS.contains(word)) {
                    go.searchmoves.push(m.to_owned());
                }
                if go.searchmoves.is_empty() {
                    go.faults.push(UciFault::GoPart(part, "move"));
                }
            }
            _ => {
                let text = words.next_if(|word| !PARTS.contains(word));
                let set = set_number(&mut go, part, text);
                go.faults.extend(set.err());
            }
        }
    }
    go
}

/// Sets a part of `go` that is a number.
fn set_number(go: &mut GoCommand, part: &'static str, text: Option<&str>) -> Result<(), UciFault> {
    let text = text.ok_or(UciFault::GoPart(part, "number"))?;
    let number: i64 = text.parse().map_err(|_| UciFault::GoNumber(part, text.to_owned()))?;
    let refused = |_| UciFault::GoNumber(part, text.to_owned());
    // Clocks may be below 0.
    let time = Some(Duration::from_millis(number.max(0).unsigned_abs()));
    match part {
        "movetime" => go.movetime = time,
        "wtime" => go.time[0] = time,
        "btime" => go.time[1] = time,
        "winc" => go.increment[0] = time,
        "binc" => go.increment[1] = time,
        "nodes" => go.nodes = Some(number.try_into().map_err(refused)?),
        "depth" => go.depth = Some(number.try_into().map_err(refused)?),
        "movestogo" => go.movestogo = Some(number.try_into().map_err(refused)?),
        _ => go.mate = Some(number.try_into().map_err(refused)?),
    }
    Ok(())
}
