//! The limit on the memory of open games.

use crate::answers::{ApiError, ApiReason};
use crate::game::Game;
use crate::serve::limits;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The memory that one game uses, counted in pieces on its positions. It is given back when this is dropped.
pub struct MemoryShare(OwnedSemaphorePermit);

/// Returns the memory of all open games.
pub fn memory_of_games() -> Arc<Semaphore> {
    Arc::new(Semaphore::new(limits::OPEN_PIECES))
}

/// Takes memory for a number of pieces. Returns an error if the memory of all open games is used up.
fn permit(memory: &Arc<Semaphore>, pieces: usize) -> Result<OwnedSemaphorePermit, ApiError> {
    // So many pieces that their number does not fit are more than the memory has.
    let permit_count = u32::try_from(pieces).unwrap_or(u32::MAX);
    let message = "too many long games are open on this server: try again later";
    let taken = memory.clone().try_acquire_many_owned(permit_count);
    taken.map_err(|_| ApiError::new(ApiReason::Full, message))
}

impl MemoryShare {
    /// Takes memory for the positions of a game.
    pub fn of(memory: &Arc<Semaphore>, game: &Game) -> Result<MemoryShare, ApiError> {
        Ok(MemoryShare(permit(memory, pieces_of(game))?))
    }

    /// Takes memory for a number of further pieces.
    pub fn take(&mut self, pieces: usize) -> Result<(), ApiError> {
        self.0.merge(permit(self.0.semaphore(), pieces)?);
        Ok(())
    }

    /// Gives back the memory beyond that of a game's positions.
    pub fn shrink_to(&mut self, game: &Game) {
        drop(self.0.split(self.0.num_permits().saturating_sub(pieces_of(game))));
    }
}

/// Returns the number of pieces on all positions of a game.
fn pieces_of(game: &Game) -> usize {
    game.start().piece_count() + game.plies().iter().map(|ply| ply.after.piece_count()).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Position, Prepared};

    #[test]
    fn open_games_take_no_more_room_than_there_is() {
        let memory = memory_of_games();
        let mut held: Vec<_> = (0..4).map(|_| permit(&memory, limits::OPEN_PIECES / 4)).collect();
        assert!(held.iter().all(Result::is_ok));
        assert_eq!(permit(&memory, 1).expect_err("full").reason, ApiReason::Full);
        held.pop();
        assert!(permit(&memory, 1).is_ok(), "a game was closed");
    }

    #[test]
    fn moves_that_replace_others_take_no_more_room() {
        let prepared = Prepared::preset("continuous").expect("a preset");
        let mut game = Game::new(Position::from_text(&prepared, "start").expect("a position"));
        let mut held = MemoryShare::of(&memory_of_games(), &game).expect("room");
        for _ in 0..5 {
            let pieces = game.play("Pe 90 1").expect("legal").after.piece_count();
            held.take(pieces).expect("room");
            held.shrink_to(&game);
            assert_eq!(held.0.num_permits(), 64);
            game.undo();
        }
    }
}
