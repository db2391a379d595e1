//! This engine as a player.

use super::{Player, PlayerError};
use crate::endings::Endings;
use crate::engine::choose::best;
use crate::engine::options::{Level, Options};
use crate::game::Game;
use crate::watch::{Limits, Stop};
use std::time::Duration;

/// The memory of a player in megabytes: many may play at once.
const HASH_MB: usize = 16;

/// How long full strength thinks where the player is a level alone.
const TIME_OF_LEVEL: Duration = Duration::from_millis(100);

/// This engine, in one thread.
pub struct Searcher {
    options: Options,
}

impl Searcher {
    /// At a level.
    pub fn at_level(level: Level, seed: u64) -> Searcher {
        let time = Some(TIME_OF_LEVEL);
        Searcher::new(Limits { time, ..Limits::default() }, Some(level), seed)
    }

    /// Looking at so many positions a move: it does not depend on the clock.
    pub fn of_nodes(nodes: u64, seed: u64) -> Searcher {
        Searcher::new(Limits { nodes: Some(nodes), ..Limits::default() }, None, seed)
    }

    /// Thinking so long about a move.
    pub fn of_time(time: Duration, seed: u64) -> Searcher {
        Searcher::new(Limits { time: Some(time), ..Limits::default() }, None, seed)
    }

    fn new(limits: Limits, level: Option<Level>, seed: u64) -> Searcher {
        let options = Options { limits, level, seed, threads: 1, hash_mb: HASH_MB, ..Options::default() };
        Searcher { options }
    }

    /// The player with endings that it plays by their tables.
    pub fn with_endings(mut self, endings: &Endings) -> Searcher {
        self.options.endings = endings.clone();
        self
    }
}

impl Player for Searcher {
    fn choose(&mut self, game: &Game) -> Result<String, PlayerError> {
        let answer = best(game, &self.options, &Stop::new());
        answer.best_move().map(str::to_owned).ok_or_else(|| PlayerError::no_move(game))
    }
}
