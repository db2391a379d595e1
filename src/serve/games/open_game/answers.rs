//! Questions that leave a game unchanged: earlier positions, lanes, reasons, its line in a list.

use super::OpenGame;
use crate::answers::ApiError;
use crate::answers::games::questions;
use crate::answers::view::{self, LegalView, PositionView, SafetyView, ShapeView};
use crate::arbiter::Opponent;
use crate::chess::{Color, Label};
use crate::game::Position;
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
        questions::view(inner.arbiter.game(), ply, known)
    }

    /// Returns what a side attacks after `ply` moves.
    ///
    /// # Errors
    /// When fewer moves were made.
    pub fn attacks(&self, ply: usize, by: Color) -> Result<Vec<ShapeView>, ApiError> {
        questions::attacks(&self.position_at(ply)?, by)
    }

    /// Returns the legal set of a piece after this many moves, as if its side had the turn.
    ///
    /// # Errors
    /// When fewer were made, there is no such piece, or its side cannot have the turn.
    pub fn lanes(&self, ply: usize, piece: &str) -> Result<LegalView, ApiError> {
        questions::lanes(&self.position_at(ply)?, piece)
    }

    /// Returns where a piece would stand attacked or defended after its moves from the position after `ply` moves.
    ///
    /// # Errors
    /// When fewer were made, there is no such piece, or its side cannot have the turn.
    pub fn safety(&self, ply: usize, piece: &str) -> Result<SafetyView, ApiError> {
        questions::safety(&self.position_at(ply)?, piece)
    }

    /// Returns why a move is illegal after `ply` moves; `None` if it is legal.
    ///
    /// # Errors
    /// When fewer moves were made.
    pub fn why(&self, ply: usize, text: &str) -> Result<Option<ApiError>, ApiError> {
        questions::why(self.position_at(ply)?, text)
    }

    /// Returns the labels of the pieces that could be captured after a move from the position after `ply` moves.
    ///
    /// # Errors
    /// When fewer moves were made, or the move is illegal.
    pub fn after(&self, ply: usize, text: &str) -> Result<Vec<Label>, ApiError> {
        questions::after(self.position_at(ply)?, text)
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
        questions::position_at(self.lock().arbiter.game(), ply).cloned()
    }
}
