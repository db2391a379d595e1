//! The requests of players: moves, moves back, an end of the game, a draw, a rematch.

use super::{HeldSides, Inner, OpenGame};
use crate::answers::ApiError;
use crate::answers::games::KeptGame;
use crate::arbiter::{Ask, Moment, Sides};
use crate::serve::games::secret::random_game_id;
use crate::serve::games::store::StoredGame;
use crate::serve::games::time::now;
use std::sync::MutexGuard;

/// A game that is locked for a request of a visitor.
struct Hearing<'a> {
    inner: MutexGuard<'a, Inner>,
    /// The sides for which the visitor speaks.
    by: Sides,
    now: Moment,
}

impl OpenGame {
    /// Makes a move of a visitor. `ply` is the number of moves that the visitor has seen, so a message that is sent twice makes one
    /// move.
    ///
    /// # Errors
    /// When the side to move is not the visitor's, the game is over or has changed, the move is illegal, or the disk does not
    /// store it. Nothing has changed then.
    pub fn play(&self, sides: HeldSides, text: &str, ply: usize) -> Result<(), ApiError> {
        let Hearing { mut inner, by, now } = self.hear(sides)?;
        self.play_by(&mut inner, by, text.into(), ply, now)
    }

    /// Carries out another request of a visitor.
    ///
    /// # Errors
    /// When the visitor plays no side, the request does not fit the state of the game, or the disk does not store the change.
    /// Nothing has changed then.
    pub fn ask(&self, sides: HeldSides, request: Ask) -> Result<(), ApiError> {
        let Hearing { mut inner, by, now } = self.hear(sides)?;
        let change = inner.arbiter.ask(by, request, now)?;
        self.carry_out(&mut inner, change)
    }

    /// Asks for another game with colours exchanged, or accepts the other side's request. The program always accepts.
    ///
    /// The links change sides with their owners: White's secret is Black's in the rematch. `may_make` counts the rematch as a new
    /// game of the visitor's address, and makes room for it.
    ///
    /// # Errors
    /// When the visitor plays no side, the game is not over, or the server accepts no more games.
    pub fn rematch(
        &self,
        sides: HeldSides,
        may_make: impl FnOnce() -> Result<(), ApiError>,
    ) -> Result<(), ApiError> {
        let Hearing { mut inner, by, now } = self.hear(sides)?;
        let id = random_game_id()?;
        let change = inner.arbiter.ask(by, Ask::Rematch(id.clone()), now)?;
        if change.situation().rematch.as_ref() != Some(&id) {
            return self.carry_out(&mut inner, change);
        }
        let kept = KeptGame::rematch(id, self.title.clone(), &inner.arbiter)?;
        let next = StoredGame { kept, keys: inner.keys.swapped() };
        may_make()?;
        self.commit(&mut inner, change, None, Some(&next))
    }

    /// Returns the locked game for a change by a visitor, who speaks for the sides that nobody else has taken since.
    fn hear(&self, sides: HeldSides) -> Result<Hearing<'_>, ApiError> {
        let (inner, now) = self.lock_for_change()?;
        let by = inner.keys.still_held(sides).played();
        Ok(Hearing { inner, by, now })
    }

    /// Returns the locked game for a change at the present moment. If a flag has fallen, the game is ended first.
    ///
    /// # Errors
    /// When the disk does not store the end of the game.
    pub(super) fn lock_for_change(&self) -> Result<(MutexGuard<'_, Inner>, Moment), ApiError> {
        let mut inner = self.lock();
        let now = now();
        self.settle(&mut inner, now)?;
        Ok((inner, now))
    }
}
