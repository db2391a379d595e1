//! The bound on the memory of games.

use crate::answers::{ApiError, ApiReason};
use crate::game::{Game, Position};
use crate::serve::limits;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The memory of all open games, counted in pieces on their positions.
#[derive(Debug, Clone, Default)]
pub struct MemoryPool(Arc<AtomicU64>);

/// The memory that one game uses, returned when the game is closed.
#[derive(Debug)]
pub struct MemoryShare {
    pool: MemoryPool,
    pieces: u64,
}

impl MemoryPool {
    /// Returns a share for a game of which nothing is in memory yet.
    pub fn share(&self) -> MemoryShare {
        MemoryShare { pool: self.clone(), pieces: 0 }
    }
}

impl MemoryShare {
    /// Counts another position.
    ///
    /// # Errors
    /// When the open games together have no more memory.
    pub fn take(&mut self, position: &Position) -> Result<(), ApiError> {
        let pieces = position.piece_count() as u64;
        let before = self.pool.0.fetch_add(pieces, Ordering::Relaxed);
        self.pieces += pieces;
        if before + pieces <= limits::OPEN_PIECES {
            return Ok(());
        }
        self.give_back(pieces);
        Err(ApiError::new(ApiReason::Full, "too many long games are open on this server: try again later"))
    }

    /// Counts all positions of a game.
    ///
    /// # Errors
    /// When the open games together have no more memory.
    pub fn take_all(&mut self, game: &Game) -> Result<(), ApiError> {
        positions(game).try_for_each(|position| self.take(position))
    }

    /// Gives back the memory that the positions of a game do not use.
    pub fn count(&mut self, game: &Game) {
        let held: u64 = positions(game).map(|position| position.piece_count() as u64).sum();
        self.give_back(self.pieces.saturating_sub(held));
    }

    fn give_back(&mut self, pieces: u64) {
        self.pool.0.fetch_sub(pieces, Ordering::Relaxed);
        self.pieces -= pieces;
    }
}

/// Returns all positions of a game, first to last.
fn positions(game: &Game) -> impl Iterator<Item = &Position> {
    (0..=game.plies().len()).filter_map(|ply| game.position_at(ply))
}

impl Drop for MemoryShare {
    fn drop(&mut self) {
        self.give_back(self.pieces);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Prepared;

    #[test]
    fn open_games_take_no_more_room_than_there_is() {
        let prepared = Prepared::preset("continuous").expect("a preset");
        let start = Position::from_text(&prepared, "start").expect("a position");
        let pool = MemoryPool::default();
        let mut held: Vec<MemoryShare> = (0..4).map(|_| pool.share()).collect();
        let most = limits::OPEN_PIECES / 32;
        for n in 0..most {
            held[n as usize % 4].take(&start).expect("there is room");
        }
        assert_eq!(pool.share().take(&start).expect_err("full").reason, ApiReason::Full);
        held.pop();
        pool.share().take(&start).expect("a game was closed");
    }

    #[test]
    fn moves_that_replace_others_take_no_more_room() {
        let prepared = Prepared::preset("continuous").expect("a preset");
        let mut game = Game::new(Position::from_text(&prepared, "start").expect("a position"));
        let pool = MemoryPool::default();
        let mut held = pool.share();
        held.take_all(&game).expect("room");
        for _ in 0..5 {
            let after = game.play("Pe 90 1").expect("legal").after.clone();
            held.take(&after).expect("room");
            held.count(&game);
            assert_eq!(held.pieces, 64);
            game.undo();
        }
    }
}
