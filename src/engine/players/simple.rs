//! Simple players with little look-ahead, against which strength is measured.

use super::{Player, PlayerError, lattice, plane};
use crate::choice::choice;
use crate::dice::Dice;
use crate::game::{Game, MoveInput, Position};
use std::time::Duration;

choice! {
    /// The manner in which a simple player chooses moves.
    pub enum Manner("player") {
        /// A random move: on the plane a random lane and a random distance on it; on cells every move is equally likely.
        Random = "random",
        /// A mate in one, or else the most valuable capture, or else a random move.
        Greedy = "greedy",
        /// A search of two plies: on cells all moves and answers, on the plane samples of them.
        Sampled2 = "sampled2",
    }
}

/// A simple player.
pub struct Simple {
    manner: Manner,
    dice: Dice,
    /// The time for a move; `None` for unlimited time.
    time: Option<Duration>,
}

impl Simple {
    /// Returns a player of a manner, with the random numbers of a seed. Only `Greedy` on the plane keeps to the time. The others are
    /// quick, or their answers must not depend on the clock.
    pub fn new(manner: Manner, seed: u64, time: Option<Duration>) -> Simple {
        Simple { manner, dice: Dice::new(seed), time }
    }
}

impl Player for Simple {
    fn choose(&mut self, game: &Game) -> Result<MoveInput<'static>, PlayerError> {
        let dice = &mut self.dice;
        let chosen = match game.position() {
            Position::Plane(position) => match self.manner {
                Manner::Random => plane::random(position, dice),
                Manner::Greedy => plane::greedy(position, dice, self.time),
                Manner::Sampled2 => plane::sampled(position, dice),
            }
            .map(MoveInput::Plane),
            Position::Lattice(position) => match self.manner {
                Manner::Random => lattice::random(position, dice),
                Manner::Greedy => lattice::greedy(position, dice),
                Manner::Sampled2 => lattice::two_plies(position, dice),
            }
            .map(MoveInput::Lattice),
        };
        chosen.ok_or_else(|| PlayerError::no_move(game))
    }
}

/// The moves with the greatest value of those that were added.
pub struct BestMoves<V, M> {
    /// The greatest value.
    pub most: V,
    moves: Vec<M>,
}

impl<V: PartialOrd + Copy, M: Copy> BestMoves<V, M> {
    /// Returns an empty list, to which only moves of at least this value are added.
    pub fn of_at_least(least: V) -> Self {
        BestMoves { most: least, moves: Vec::new() }
    }

    pub fn add(&mut self, m: M, value: V) {
        if value > self.most {
            *self = Self::of_at_least(value);
        }
        if value == self.most {
            self.moves.push(m);
        }
    }

    /// Returns one of the moves by chance. An empty list draws no random number.
    pub fn choose(&self, dice: &mut Dice) -> Option<M> {
        if self.moves.is_empty() { None } else { Some(self.moves[dice.below(self.moves.len())]) }
    }
}
