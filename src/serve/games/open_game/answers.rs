//! What a game answers without being changed: earlier positions, lanes, reasons, its line in a list.

use super::{OpenGame, no_ply};
use crate::arbiter::Opponent;
use crate::chess::{Color, Label};
use crate::game::{Game, Position};
use crate::serve::error::ApiError;
use crate::serve::games::resources::worked_out;
use crate::serve::limits;
use crate::serve::view::{self, LegalView, PositionView};
use serde::Serialize;

/// A game in a list of games.
#[derive(Serialize)]
pub struct Brief {
    game: String,
    title: String,
    variant: String,
    turn: Color,
    over: bool,
    plies: usize,
    /// The last move, with numbers cut to three decimals.
    last: Option<String>,
    opponent: Option<Opponent>,
}

impl OpenGame {
    /// Returns the view of the position after `ply` moves.
    ///
    /// # Errors
    /// When fewer moves were made.
    pub fn view(&self, ply: usize) -> Result<PositionView, ApiError> {
        let inner = self.lock();
        let known = (ply == inner.arbiter.game().plies().len()).then_some(inner.seen.check);
        worked_out(limits::WORK, || view::position(inner.arbiter.game(), ply, known))?
            .ok_or_else(|| no_ply(ply))
    }

    /// Returns what a side attacks after `ply` moves.
    ///
    /// # Errors
    /// When fewer moves were made.
    pub fn attacks(&self, ply: usize, by: Color) -> Result<Vec<view::ShapeView>, ApiError> {
        let position = self.position_at(ply)?;
        worked_out(limits::WORK, || view::attacks(&position, by))
    }

    /// Returns the legal set of a piece after this many moves, as if its side had the turn.
    ///
    /// # Errors
    /// When fewer were made, there is no such piece, or its side cannot have the turn.
    pub fn lanes(&self, ply: usize, piece: Label) -> Result<LegalView, ApiError> {
        let position = self.position_at(ply)?;
        let lanes = worked_out(limits::WORK, || view::lanes(&position, piece))?;
        lanes.map_err(|e| ApiError::request(e.to_string()))
    }

    /// Returns why a move is illegal after `ply` moves; `None` if it is legal.
    ///
    /// # Errors
    /// When fewer moves were made.
    pub fn why(&self, ply: usize, text: &str) -> Result<Option<ApiError>, ApiError> {
        let position = self.position_at(ply)?;
        let tried = worked_out(limits::WORK, || Game::new(position).play(text).map(drop))?;
        Ok(tried.err().map(ApiError::from))
    }

    /// Returns the labels of what could be captured after a move from the position after `ply` moves.
    ///
    /// # Errors
    /// When fewer moves were made, or the move is illegal.
    pub fn after(&self, ply: usize, text: &str) -> Result<Vec<Label>, ApiError> {
        let mut game = Game::new(self.position_at(ply)?);
        let work = || game.play(text).map(drop).map(|()| view::capturable(game.position()));
        Ok(worked_out(limits::WORK, work)??)
    }

    /// Returns the line of the game in a list of games.
    pub fn brief(&self) -> Brief {
        let inner = self.lock();
        let game = inner.arbiter.game();
        let plies = game.plies();
        Brief {
            game: self.id.clone(),
            title: self.title.clone(),
            variant: game.start().variant().spec().name.clone(),
            turn: game.position().turn(),
            over: inner.arbiter.is_over(),
            plies: plies.len(),
            last: plies.len().checked_sub(1).and_then(|n| Some(view::listed(game, n, None)?.short)),
            opponent: inner.arbiter.opponent(),
        }
    }

    fn position_at(&self, ply: usize) -> Result<Position, ApiError> {
        self.lock().arbiter.game().position_at(ply).cloned().ok_or_else(|| no_ply(ply))
    }
}
