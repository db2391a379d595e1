//! This engine as a player.

use super::{Player, PlayerError};
use crate::budget::{Limits, Stop};
use crate::endings::Endings;
use crate::engine::choose::best;
use crate::engine::options::{Level, Options};
use crate::game::{Game, MoveInput};
use std::time::Duration;

/// The memory of a player in megabytes, small because many may play at once.
const HASH_MB: usize = 16;

/// The time of full strength for a move of a player given by its level.
pub const TIME_OF_LEVEL: Duration = Duration::from_millis(100);

/// This engine, in one thread.
pub struct Searcher {
    options: Options,
}

impl Searcher {
    /// Returns a player at a level.
    pub fn at_level(level: Level, seed: u64) -> Searcher {
        let time = Some(TIME_OF_LEVEL);
        Searcher::new(Limits { time, ..Limits::default() }, Some(level), seed)
    }

    /// Returns a player with a budget of positions for each move, independent of the clock.
    pub fn of_nodes(nodes: u64, seed: u64) -> Searcher {
        Searcher::new(Limits { nodes: Some(nodes), ..Limits::default() }, None, seed)
    }

    /// Returns a player with a time for each move.
    pub fn of_time(time: Duration, seed: u64) -> Searcher {
        Searcher::new(Limits { time: Some(time), ..Limits::default() }, None, seed)
    }

    fn new(limits: Limits, level: Option<Level>, seed: u64) -> Searcher {
        let options = Options { limits, level, seed, threads: 1, hash_mb: HASH_MB, ..Options::default() };
        Searcher { options }
    }

    /// Returns the player with endings that it plays by their tables.
    pub fn with_endings(mut self, endings: &Endings) -> Searcher {
        self.options.endings = endings.clone();
        self
    }
}

impl Player for Searcher {
    fn choose(&mut self, game: &Game) -> Result<MoveInput<'static>, PlayerError> {
        let answer = best(game, &self.options, &Stop::new());
        let text = answer.best_move().map(|text| MoveInput::Text(text.to_owned().into()));
        text.ok_or_else(|| PlayerError::no_move(game))
    }
}
