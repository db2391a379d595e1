//! What players ask for besides moves: to take moves back, to end the game, a draw, a rematch.

use super::{Inner, OpenGame, Sides, no_ply, summary_of};
use crate::game::Game;
use crate::serve::error::ApiError;
use crate::serve::games::clock::{Clock, now};
use crate::serve::games::ending::Ending;
use crate::serve::games::offer::{Offer, OfferKind};
use crate::serve::games::opponent::Opponent;
use crate::serve::games::store::{StoredGame, StoredState};

impl OpenGame {
    /// Takes back a move, a resignation or an agreed draw. Between two visitors both have to ask for it; against the
    /// program, its moves since the visitor's last one are taken back too.
    ///
    /// # Errors
    /// When the visitor plays no side, there is nothing to take back, the game ended by time, or a rematch has begun.
    pub fn undo(&self, sides: Sides) -> Result<(), ApiError> {
        let (mut inner, sides) = self.lock_for_change_by(sides)?;
        let asker = sides.player()?;
        if inner.ended.is_none() && inner.game.plies().is_empty() {
            return Err(ApiError::request("there is no move to take back"));
        }
        if inner.ended.is_some_and(Ending::is_by_time) {
            return Err(ApiError::new(
                "over",
                "the time was up, and no move brings it back: ask for a rematch",
            ));
        }
        if inner.rematch.is_some() {
            return Err(ApiError::new("over", "a rematch has begun: this game stays as it ended"));
        }
        let asked = Offer { what: OfferKind::Undo, by: asker };
        if self.opponent.is_none() && !sides.both() && inner.offer != Some(Offer { by: !asker, ..asked }) {
            return self.ask(&mut inner, asked);
        }
        let ply = inner.game.plies().len();
        let moves = match (inner.ended, self.opponent) {
            (Some(_), _) => 0,
            (None, Some(_)) => inner.moves_back_to(asker)?,
            (None, None) => 1,
        };
        let back = inner.game.position_at(ply - moves).ok_or_else(|| no_ply(ply - moves))?;
        let (seen, _) = summary_of(back)?;
        let turn = inner.game.position().turn();
        let clock = inner.clock.as_ref().map(|clock| clock.after_change(turn, now()));
        self.store
            .set_state(&self.id, &StoredState { ply: ply - moves, ended: None, clock: clock.as_ref() })?;
        for _ in 0..moves {
            inner.game.undo();
            inner.undone += 1;
        }
        inner.ended = None;
        inner.seen = seen;
        inner.clock = clock;
        self.changed(&mut inner, None);
        Ok(())
    }

    /// Repeats the move that was taken back last.
    ///
    /// # Errors
    /// When the visitor may not move now, or nothing was taken back.
    pub fn redo(&self, sides: Sides) -> Result<(), ApiError> {
        let (mut inner, sides) = self.lock_for_change_by(sides)?;
        let turn = inner.game.position().turn();
        sides.may_move(turn)?;
        if inner.undone == 0 || inner.ended.is_some() {
            return Err(ApiError::request("no move was taken back"));
        }
        let ply = inner.game.plies().len();
        let mut again = 0;
        while inner.undone > 0 && (again == 0 || self.is_programs_turn(&inner)) {
            inner.game.redo();
            inner.undone -= 1;
            again += 1;
        }
        let clock = inner.clock.as_ref().map(|clock| match inner.is_over() {
            true => clock.stopped(turn, now()),
            false => clock.after_change(turn, now()),
        });
        let standing = StoredState { ply: ply + again, ended: None, clock: clock.as_ref() };
        let stored = summary_of(inner.game.position())
            .and_then(|(seen, _)| Ok(self.store.set_state(&self.id, &standing).map(|()| seen)?));
        let seen = match stored {
            Ok(seen) => seen,
            Err(e) => {
                for _ in 0..again {
                    inner.game.undo();
                    inner.undone += 1;
                }
                return Err(e);
            }
        };
        inner.seen = seen;
        inner.clock = clock;
        self.changed(&mut inner, None);
        Ok(())
    }

    /// Declines what the other side asks for, or withdraws the visitor's own request.
    ///
    /// # Errors
    /// When the visitor plays no side.
    pub fn decline(&self, sides: Sides) -> Result<(), ApiError> {
        let (mut inner, sides) = self.lock_for_change_by(sides)?;
        sides.player()?;
        if inner.offer.is_some() {
            self.store.set_offer(&self.id, None)?;
        }
        if let Some(Offer { what: OfferKind::Draw, by }) = inner.offer {
            inner.declined = Some((by, inner.game.plies().len()));
        }
        self.publish(&mut inner, None);
        Ok(())
    }

    /// Resigns. A visitor who plays both sides resigns for the side to move.
    ///
    /// # Errors
    /// When the visitor plays no side, or the game is over.
    pub fn resign(&self, sides: Sides) -> Result<(), ApiError> {
        let (mut inner, sides) = self.lock_for_change_by(sides)?;
        let side = if sides.both() { inner.game.position().turn() } else { sides.player()? };
        if inner.is_over() {
            return Err(over());
        }
        self.end(&mut inner, Ending::Resigned(side))
    }

    /// Offers a draw, or accepts the one that the other side offers. An offer stands until the other side moves. The
    /// program answers after a search; a visitor who plays both sides agrees at once.
    ///
    /// # Errors
    /// When the visitor plays no side, the game is over, or the same side's offer was declined at this move.
    pub fn draw(&self, sides: Sides) -> Result<(), ApiError> {
        let (mut inner, sides) = self.lock_for_change_by(sides)?;
        let asker = sides.player()?;
        if inner.is_over() {
            return Err(over());
        }
        let asked = Offer { what: OfferKind::Draw, by: asker };
        if sides.both() || inner.offer == Some(Offer { by: !asker, ..asked }) {
            return self.end(&mut inner, Ending::Agreed);
        }
        if inner.offer == Some(asked) {
            return Ok(());
        }
        if inner.declined == Some((asker, inner.game.plies().len())) {
            let message = "the draw was declined: offer it again after a move";
            return Err(ApiError::request(message));
        }
        self.ask(&mut inner, asked)?;
        self.consider_draw(&mut inner);
        Ok(())
    }

    /// Asks for another game with colours exchanged, or accepts the other side's request. The program always accepts.
    ///
    /// The links change sides with their owners: the secret of White is Black's in the rematch. `may_make` counts the
    /// rematch as a new game of the visitor's address, and makes room for it.
    ///
    /// # Errors
    /// When the visitor plays no side, the game is not over, or the server accepts no more games.
    pub fn rematch(
        &self,
        sides: Sides,
        may_make: impl FnOnce() -> Result<(), ApiError>,
    ) -> Result<(), ApiError> {
        let (mut inner, sides) = self.lock_for_change_by(sides)?;
        let asker = sides.player()?;
        if !inner.is_over() {
            return Err(ApiError::request("the game goes on: a rematch comes after its end"));
        }
        if inner.rematch.is_some() {
            return Ok(());
        }
        let asked = Offer { what: OfferKind::Rematch, by: asker };
        let agreed = inner.offer == Some(Offer { by: !asker, ..asked });
        if self.opponent.is_none() && !sides.both() && !agreed {
            return self.ask(&mut inner, asked);
        }
        may_make()?;
        let begun = Game::new(inner.game.start().clone());
        let opponent = self.opponent.map(|opponent| Opponent { side: !opponent.side, ..opponent });
        let control = inner.clock.as_ref().map(Clock::control);
        let stored = StoredGame::new(self.title.clone(), &begun, inner.keys.swapped(), opponent, control)?;
        self.store.create_rematch(&stored, &self.id)?;
        inner.rematch = Some(stored.id);
        self.publish(&mut inner, None);
        Ok(())
    }

    /// Stores and publishes a request to the other side. The request survives a restart.
    fn ask(&self, inner: &mut Inner, offer: Offer) -> Result<(), ApiError> {
        self.store.set_offer(&self.id, Some(offer))?;
        self.publish(inner, Some(offer));
        Ok(())
    }
}

fn over() -> ApiError {
    ApiError::new("over", "the game is over")
}
