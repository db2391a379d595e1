//! What a line of the protocol says.

use std::time::Duration;

/// A line that was understood.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Command {
    /// `uci`
    Introduce,
    /// `isready`
    Ready,
    /// `ucinewgame`
    NewGame,
    /// `setoption name NAME [value VALUE]`
    Set { name: String, value: String },
    /// `position`
    Position { start: Start, moves: Vec<String> },
    /// `go`
    Go(Go),
    /// `stop`
    Stop,
    /// `quit`
    Quit,
    /// `d`
    Display,
    /// An empty line.
    Nothing,
}

/// Where a game begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Start {
    /// `startpos`
    Initial,
    /// `fen TEXT`
    Written(String),
}

/// What `go` asks for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Go {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub movetime: Option<Duration>,
    /// White's and Black's.
    pub time: [Option<Duration>; 2],
    pub increment: [Option<Duration>; 2],
    pub movestogo: Option<u32>,
    pub mate: Option<u32>,
    pub infinite: bool,
    pub searchmoves: Vec<String>,
}

impl Command {
    /// Reads a line; nothing of it may be left over.
    ///
    /// # Errors
    /// What cannot be read, in one line.
    pub fn read(line: &str) -> Result<Command, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => Ok(Command::Nothing),
            "uci" => Ok(Command::Introduce),
            "isready" => Ok(Command::Ready),
            "ucinewgame" => Ok(Command::NewGame),
            "stop" => Ok(Command::Stop),
            "quit" => Ok(Command::Quit),
            "d" => Ok(Command::Display),
            "setoption" => set(rest),
            "position" => position(rest),
            "go" => go(rest).map(Command::Go),
            _ => Err(format!("unknown command `{word}`")),
        }
    }
}

fn set(rest: &str) -> Result<Command, String> {
    let rest = rest.strip_prefix("name").filter(|rest| rest.starts_with(char::is_whitespace));
    let rest = rest.ok_or("write setoption name NAME value VALUE")?.trim();
    let (name, value) = rest.split_once(" value").unwrap_or((rest, ""));
    Ok(Command::Set { name: name.trim().to_owned(), value: value.trim().to_owned() })
}

fn position(rest: &str) -> Result<Command, String> {
    let (start, moves) = match rest.split_once(" moves") {
        Some((start, moves)) if moves.is_empty() || moves.starts_with(char::is_whitespace) => (start, moves),
        _ => (rest, ""),
    };
    let moves = moves.split_whitespace().map(str::to_owned).collect();
    let start = match start.trim().split_once(char::is_whitespace) {
        None if start.trim() == "startpos" => Start::Initial,
        Some(("fen", text)) => Start::Written(text.trim().to_owned()),
        _ => return Err("write position startpos, or position fen TEXT, and moves behind it".to_owned()),
    };
    Ok(Command::Position { start, moves })
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

fn go(rest: &str) -> Result<Go, String> {
    let mut go = Go::default();
    let mut words = rest.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.infinite = true,
            "searchmoves" => {
                while let Some(m) = words.next_if(|word| !PARTS.contains(word)) {
                    go.searchmoves.push(m.to_owned());
                }
                if go.searchmoves.is_empty() {
                    return Err("go searchmoves: a move is missing".to_owned());
                }
            }
            "depth" => go.depth = Some(number(word, words.next())?),
            "nodes" => go.nodes = Some(number(word, words.next())?),
            "movetime" => go.movetime = Some(time(word, words.next())?),
            "wtime" => go.time[0] = Some(time(word, words.next())?),
            "btime" => go.time[1] = Some(time(word, words.next())?),
            "winc" => go.increment[0] = Some(time(word, words.next())?),
            "binc" => go.increment[1] = Some(time(word, words.next())?),
            "movestogo" => go.movestogo = Some(number(word, words.next())?),
            "mate" => go.mate = Some(number(word, words.next())?),
            "ponder" => return Err("go ponder: it thinks in its own time only".to_owned()),
            _ => return Err(format!("go: unknown word `{word}`")),
        }
    }
    Ok(go)
}

fn number<T: std::str::FromStr>(word: &str, text: Option<&str>) -> Result<T, String> {
    let text = text.ok_or_else(|| format!("go {word}: a number is missing"))?;
    text.parse().map_err(|_| format!("go {word}: `{text}` is not a whole number"))
}

/// Milliseconds. Clocks may have run below 0.
fn time(word: &str, text: Option<&str>) -> Result<Duration, String> {
    let milliseconds: i64 = number(word, text)?;
    Ok(Duration::from_millis(milliseconds.max(0).unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_with_all_their_parts() {
        let go = Go {
            time: [Some(Duration::from_secs(60)), Some(Duration::ZERO)],
            increment: [Some(Duration::from_millis(500)), None],
            movestogo: Some(12),
            searchmoves: vec!["e2e4".to_owned(), "Qd@90:x".to_owned()],
            depth: Some(9),
            ..Go::default()
        };
        let line = "go wtime 60000 btime -30 winc 500 movestogo 12 searchmoves e2e4 Qd@90:x depth 9";
        assert_eq!(Command::read(line), Ok(Command::Go(go)));
        let text = "Ke@4,1' ke@4,7' ; w ; 0 1";
        let position =
            Command::Position { start: Start::Written(text.to_owned()), moves: vec!["Ke@90:1".to_owned()] };
        assert_eq!(Command::read(&format!("position fen {text} moves Ke@90:1")), Ok(position));
        let set = Command::Set { name: "VariantPath".to_owned(), value: "my variants/a b.toml".to_owned() };
        assert_eq!(Command::read("setoption name VariantPath value my variants/a b.toml"), Ok(set));
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        for line in
            ["go depth", "go depth x", "go fast", "position", "position fen", "setoption Hash 3", "xyz"]
        {
            assert!(Command::read(line).is_err(), "{line}");
        }
    }
}
