//! Players by their texts, such as `level=4` or `uci:COMMAND`.

use super::process::{Process, TIME_OF_PROCESS};
use super::simple::{Manner, Simple};
use super::{Player, PlayerError};
use crate::budget::{SearchLimits, StopSignal};
use crate::duration::{self, Unit};
use crate::endings::Endings;
use crate::engine::choose::best;
use crate::engine::options::{Level, Options, UnknownLevel};
use crate::game::{Game, MoveInput, Prepared};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A player that a text names.
///
/// ```
/// use continuum::engine::players::PlayerSpec;
/// assert_eq!("level=4".parse::<PlayerSpec>()?.to_string(), "level=4");
/// assert!(matches!("uci:stockfish -q".parse()?, PlayerSpec::Uci { command, .. } if command == "stockfish -q"));
/// assert!("levle=4".parse::<PlayerSpec>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerSpec {
    /// This engine at a level.
    Level(Level),
    /// This engine with a budget of positions for each move, in one thread.
    Nodes(u64),
    /// This engine with a time for each move, in one thread.
    MoveTime(Duration),
    /// A simple player.
    Simple(Manner),
    /// Another engine.
    Uci {
        /// The command, with its arguments.
        command: String,
        /// The engine's name for the variant.
        variant: Option<String>,
    },
}

/// The error for a text that is not a player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnknownPlayer {
    /// The text has none of the forms.
    #[error(
        "`{0}` is no player: use level=1..8, nodes=N, movetime=TIME, random, greedy, sampled2 or uci:COMMAND"
    )]
    Form(String),
    /// The level is unknown.
    #[error(transparent)]
    Level(#[from] UnknownLevel),
    /// The number of positions or the time is wrong.
    #[error("`{text}`: `{found}` is not {expected}")]
    Value {
        /// The player.
        text: String,
        /// The text after the equals sign.
        found: String,
        /// A description of the values that may stand there.
        expected: &'static str,
    },
    /// The command is missing.
    #[error("`{0}`: a command is missing: write uci:COMMAND or uci:COMMAND;UCI_Variant=NAME")]
    NoCommand(String),
    /// An option of another engine that is not passed on.
    #[error("`{text}`: unknown option `{found}`: only UCI_Variant=NAME may follow the command")]
    Option {
        /// The player.
        text: String,
        /// The option.
        found: String,
    },
}

/// The greatest time for a move of a player that is given by its level.
const TIME_OF_LEVEL: Duration = Duration::from_millis(100);

/// The memory of this engine as a player, megabytes. It is small because many players may play at once.
const HASH_MB: usize = 16;

/// The text before the command of another engine.
const UCI_PREFIX: &str = "uci:";
/// The text before the name that another engine has for the variant.
const VARIANT_PREFIX: &str = "UCI_Variant=";

impl FromStr for PlayerSpec {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<PlayerSpec, UnknownPlayer> {
        if let Some(command_and_option) = text.strip_prefix(UCI_PREFIX) {
            return read_uci(text, command_and_option);
        }
        let unknown = || UnknownPlayer::Form(text.to_owned());
        let Some((word, value)) = text.split_once('=') else {
            return text.parse().map(PlayerSpec::Simple).map_err(|_| unknown());
        };
        let not =
            |expected| UnknownPlayer::Value { text: text.to_owned(), found: value.to_owned(), expected };
        match word {
            "level" => Ok(PlayerSpec::Level(value.parse()?)),
            "nodes" => match value.parse() {
                Ok(nodes @ 1..) => Ok(PlayerSpec::Nodes(nodes)),
                _ => Err(not("a whole number from 1")),
            },
            "movetime" => {
                // A text that is not a duration is refused like a time of 0.
                let time = duration::read(value, Unit::MILLISECONDS).unwrap_or_default();
                match time.as_millis() as u64 {
                    0 => Err(not("a time from 1 ms: write milliseconds, or a unit, as in 3s")),
                    milliseconds => Ok(PlayerSpec::MoveTime(Duration::from_millis(milliseconds))),
                }
            }
            _ => Err(unknown()),
        }
    }
}

/// Returns the player of a text, from its part after `uci:`.
fn read_uci(text: &str, command_and_option: &str) -> Result<PlayerSpec, UnknownPlayer> {
    let mut parts = command_and_option.splitn(2, ';');
    let command = parts.next().unwrap_or_default().trim().to_owned();
    if command.is_empty() {
        return Err(UnknownPlayer::NoCommand(text.to_owned()));
    }
    let Some(option) = parts.next() else { return Ok(PlayerSpec::Uci { command, variant: None }) };
    let name = option.strip_prefix(VARIANT_PREFIX).unwrap_or_default().trim();
    if name.is_empty() {
        return Err(UnknownPlayer::Option { text: text.to_owned(), found: option.to_owned() });
    }
    Ok(PlayerSpec::Uci { command, variant: Some(name.to_owned()) })
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Level(level) => write!(f, "level={level}"),
            PlayerSpec::Nodes(nodes) => write!(f, "nodes={nodes}"),
            PlayerSpec::MoveTime(time) => write!(f, "movetime={}", time.as_millis()),
            PlayerSpec::Simple(manner) => manner.fmt(f),
            PlayerSpec::Uci { command, variant: None } => write!(f, "{UCI_PREFIX}{command}"),
            PlayerSpec::Uci { command, variant: Some(name) } => {
                write!(f, "{UCI_PREFIX}{command};{VARIANT_PREFIX}{name}")
            }
        }
    }
}

impl PlayerSpec {
    /// Starts the player for games of a variant, with a seed of its random numbers and tables of endings for full strength.
    ///
    /// # Errors
    /// When another engine cannot be started, or does not play the variant.
    pub fn start(
        &self,
        prepared: &Prepared,
        seed: u64,
        endings: &Endings,
    ) -> Result<Box<dyn Player>, PlayerError> {
        self.start_within(prepared, seed, endings, None)
    }

    /// Returns the time that the player takes for a move; `None` if no time limits its moves.
    pub fn time(&self) -> Option<Duration> {
        match self {
            PlayerSpec::Level(_) => Some(TIME_OF_LEVEL),
            PlayerSpec::MoveTime(time) => Some(*time),
            PlayerSpec::Uci { .. } => Some(TIME_OF_PROCESS),
            PlayerSpec::Nodes(_) | PlayerSpec::Simple(_) => None,
        }
    }

    /// Starts the player as [`PlayerSpec::start`] does. The player `greedy` takes at most `greedy_time` for a move.
    ///
    /// # Errors
    /// Those of [`PlayerSpec::start`].
    pub fn start_within(
        &self,
        prepared: &Prepared,
        seed: u64,
        endings: &Endings,
        greedy_time: Option<Duration>,
    ) -> Result<Box<dyn Player>, PlayerError> {
        let searcher = |nodes, time, level| {
            let limits = SearchLimits { nodes, time, ..SearchLimits::default() };
            let endings = endings.clone();
            let options =
                Options { limits, level, seed, threads: 1, hash_mb: HASH_MB, endings, ..Options::default() };
            Box::new(Searcher { options })
        };
        Ok(match self {
            PlayerSpec::Level(level) => searcher(None, Some(TIME_OF_LEVEL), Some(*level)),
            PlayerSpec::Nodes(nodes) => searcher(Some(*nodes), None, None),
            PlayerSpec::MoveTime(time) => searcher(None, Some(*time), None),
            PlayerSpec::Simple(manner) => Box::new(Simple::new(*manner, seed, greedy_time)),
            PlayerSpec::Uci { command, variant: name } => {
                Box::new(Process::start(command, name.as_deref(), prepared)?)
            }
        })
    }
}

/// This engine as a player.
struct Searcher {
    options: Options,
}

impl Player for Searcher {
    fn choose(&mut self, game: &Game) -> Result<MoveInput<'static>, PlayerError> {
        let result = best(game, &self.options, &StopSignal::new());
        let best = result.best_move().ok_or_else(|| PlayerError::no_move(game))?;
        Ok(MoveInput::Text(best.to_owned().into()))
    }
}
