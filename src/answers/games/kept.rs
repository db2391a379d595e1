//! A game as it is kept: the texts from which it can be replayed.

use crate::answers::bounds::stored_variant;
use crate::answers::error::ApiError;
use crate::answers::limits;
use crate::answers::work::{Measured, measured};
use crate::arbiter::{Arbiter, Clock, Opponent, Situation, TimeControl};
use crate::game::{Game, Position};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeptGame {
    pub id: String,
    pub title: String,
    /// All parameters of the variant as TOML, so that a change of presets does not change the game.
    pub variant: String,
    pub start: String,
    /// The side and level of the program, if it plays.
    pub opponent: Option<Opponent>,
    /// The state of the game besides its moves.
    pub situation: Situation,
    /// The texts of the moves, and behind them those of the moves that were taken back.
    pub moves: Vec<String>,
}

impl KeptGame {
    /// Returns a new game, in which no move is taken back.
    pub fn new(
        id: String,
        title: String,
        game: &Game,
        opponent: Option<Opponent>,
        clock: Option<TimeControl>,
    ) -> Result<KeptGame, ApiError> {
        let start = game.start();
        let variant = toml::to_string(start.variant().spec()).map_err(ApiError::server)?;
        Ok(KeptGame {
            id,
            title,
            variant,
            start: start.to_string(),
            opponent,
            situation: Situation::new(game.plies().len(), clock),
            moves: game.plies().iter().map(|ply| ply.text.clone()).collect(),
        })
    }

    /// Returns the rematch of a game. It has the same first position and time control, and the program plays the other side.
    pub fn rematch(id: String, title: String, arbiter: &Arbiter) -> Result<KeptGame, ApiError> {
        let game = Game::new(arbiter.game().start().clone());
        let opponent = arbiter.opponent().map(|opponent| Opponent { side: !opponent.side, ..opponent });
        let control = arbiter.situation().clock.as_ref().map(Clock::control);
        KeptGame::new(id, title, &game, opponent, control)
    }

    /// Returns the game with all its moves, and the work on all its positions.
    ///
    /// # Errors
    /// When this program cannot continue the game, because another version with other rules has kept it.
    pub fn replayed(&self) -> Result<Measured<Game>, ApiError> {
        let variant = stored_variant(&self.variant)?;
        let start = Position::from_text(&variant, &self.start)
            .map_err(|e| ApiError::server(format!("the first position of this game: {e}")))?;
        let mut game = Game::new(start);
        // The limit is four times that of a new game, because the version that kept the game may count work differently.
        let played = measured(4 * limits::WORK_OF_A_GAME, || {
            for (number, text) in (1..).zip(&self.moves) {
                game.play(text)
                    .map_err(|e| format!("move {number} of this game, `{text}`, does not play: {e}"))?;
            }
            Ok::<(), String>(())
        })?;
        played.result.map_err(ApiError::server)?;
        Ok(Measured { result: game, work: played.work })
    }
}
