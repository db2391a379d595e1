//! The requests of players: to move, to take moves back, to end the game, to draw, to play a rematch.

use super::{HeldSides, Inner, OpenGame};
use crate::answers::ApiError;
use crate::answers::games::KeptGame;
use crate::arbiter::{Ask, Moment};
use crate::serve::games::secret::random_game_id;
use crate::serve::games::store::StoredGame;
use crate::serve::games::time::now;
use std::sync::MutexGuard;

impl OpenGame {
    /// Makes a move of a visitor who has seen `ply` moves. A message that is sent twice makes only one move. After an error nothing
    /// is changed.
    pub fn play(&self, sides: HeldSides, text: &str, ply: usize) -> Result<(), ApiError> {
        let (mut inner, now) = self.lock_for_change()?;
        let by = inner.keys.played(sides);
        self.play_by(&mut inner, by, text.into(), ply, now)
    }

    /// Carries out another request of a visitor. After an error nothing is changed.
    pub fn ask(&self, sides: HeldSides, request: Ask) -> Result<(), ApiError> {
        let (mut inner, now) = self.lock_for_change()?;
        let change = inner.arbiter.ask(inner.keys.played(sides), request, now)?;
        self.carry_out(&mut inner, change)
    }

    /// Requests a rematch with exchanged colours, or accepts the other side's request. The program always accepts.
    ///
    /// The secrets change sides with their owners: White's secret is that of Black in the rematch. `admit_game` counts the rematch as
    /// a new game of the visitor's address and makes room for it, or refuses it.
    pub fn rematch(
        &self,
        sides: HeldSides,
        admit_game: impl FnOnce() -> Result<(), ApiError>,
    ) -> Result<(), ApiError> {
        let (mut inner, now) = self.lock_for_change()?;
        let id = random_game_id()?;
        let change = inner.arbiter.ask(inner.keys.played(sides), Ask::Rematch(id.clone()), now)?;
        let begins_rematch = change.situation().rematch.as_ref() == Some(&id);
        if !begins_rematch {
            return self.carry_out(&mut inner, change);
        }
        let kept = KeptGame::rematch(id, self.title.clone(), &inner.arbiter)?;
        let rematch = StoredGame { kept, keys: inner.keys.swapped() };
        admit_game()?;
        self.commit(&mut inner, change, None, Some(&rematch))
    }

    /// Locks the game for a change at the present moment, and returns that moment too. If a flag has fallen, the game ends first.
    pub(super) fn lock_for_change(&self) -> Result<(MutexGuard<'_, Inner>, Moment), ApiError> {
        let mut inner = self.lock();
        let now = now();
        self.end_on_time(&mut inner, now)?;
        Ok((inner, now))
    }
}
