//! This engine as a player.

use super::{Player, PlayerError};
use crate::budget::{SearchLimits, StopSignal};
use crate::endings::Endings;
use crate::engine::choose::best;
use crate::engine::options::{Level, Options};
use crate::game::{Game, MoveInput};
use std::time::Duration;

/// The memory of a player, megabytes. It is small because many players may play at once.
const HASH_MB: usize = 16;

/// The greatest time for a move of a player that is given by its level.
pub const TIME_OF_LEVEL: Duration = Duration::from_millis(100);

/// This engine, in one thread.
pub struct Searcher {
    options: Options,
}

impl Searcher {
    /// Returns a player with limits for each move, at full strength or at a level. At full strength it uses the tables of endings.
    pub fn new(limits: SearchLimits, level: Option<Level>, seed: u64, endings: &Endings) -> Searcher {
        let endings = endings.clone();
        let options =
            Options { limits, level, seed, threads: 1, hash_mb: HASH_MB, endings, ..Options::default() };
        Searcher { options }
    }
}

impl Player for Searcher {
    fn choose(&mut self, game: &Game) -> Result<MoveInput<'static>, PlayerError> {
        let result = best(game, &self.options, &StopSignal::new());
        let best = result.best_move().ok_or_else(|| PlayerError::no_move(game))?;
        Ok(MoveInput::Text(best.to_owned().into()))
    }
}
