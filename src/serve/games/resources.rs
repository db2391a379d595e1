//! The limit on the memory of open games.

use crate::answers::{ApiError, ApiReason};
use crate::game::Game;
use crate::serve::limits;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The memory of all open games, counted in pieces on their positions.
#[derive(Debug, Clone, Default)]
pub struct MemoryPool(Arc<AtomicU64>);

/// The memory that one game uses. It is given back when this is dropped.
#[derive(Debug)]
pub struct MemoryShare {
    pool: MemoryPool,
    pieces: u64,
}

impl MemoryPool {
    pub fn share(&self) -> MemoryShare {
        MemoryShare { pool: self.clone(), pieces: 0 }
    }
}

impl MemoryShare {
    /// Takes memory for a number of further pieces.
    pub fn take(&mut self, pieces: usize) -> Result<(), ApiError> {
        let pieces = pieces as u64;
        let before = self.pool.0.fetch_add(pieces, Ordering::Relaxed);
        self.pieces += pieces;
        if before + pieces <= limits::OPEN_PIECES {
            return Ok(());
        }
        self.give_back(pieces);
        Err(ApiError::new(ApiReason::Full, "too many long games are open on this server: try again later"))
    }

    /// Gives back the memory beyond that of a game's positions.
    pub fn shrink_to(&mut self, game: &Game) {
        self.give_back(self.pieces.saturating_sub(pieces_of(game) as u64));
    }

    fn give_back(&mut self, pieces: u64) {
        self.pool.0.fetch_sub(pieces, Ordering::Relaxed);
        self.pieces -= pieces;
    }
}

/// Returns the number of pieces on all positions of a game.
pub fn pieces_of(game: &Game) -> usize {
    game.start().piece_count() + game.plies().iter().map(|ply| ply.after.piece_count()).sum::<usize>()
}

impl Drop for MemoryShare {
    fn drop(&mut self) {
        self.give_back(self.pieces);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Position, Prepared};

    #[test]
    fn open_games_take_no_more_room_than_there_is() {
        let pool = MemoryPool::default();
        let mut held: Vec<MemoryShare> = (0..4).map(|_| pool.share()).collect();
        for share in &mut held {
            share.take(limits::OPEN_PIECES as usize / 4).expect("there is room");
        }
        assert_eq!(pool.share().take(1).expect_err("full").reason, ApiReason::Full);
        held.pop();
        pool.share().take(1).expect("a game was closed");
    }

    #[test]
    fn moves_that_replace_others_take_no_more_room() {
        let prepared = Prepared::preset("continuous").expect("a preset");
        let mut game = Game::new(Position::from_text(&prepared, "start").expect("a position"));
        let pool = MemoryPool::default();
        let mut held = pool.share();
        held.take(pieces_of(&game)).expect("room");
        for _ in 0..5 {
            let pieces = game.play("Pe 90 1").expect("legal").after.piece_count();
            held.take(pieces).expect("room");
            held.shrink_to(&game);
            assert_eq!(held.pieces, 64);
            game.undo();
        }
    }
}
