//! Players that hardly look ahead, against which strength is measured.

use super::{Player, PlayerError, lattice, plane};
use crate::choice::choice;
use crate::engine::dice::Dice;
use crate::game::{Game, Position};

choice! {
    /// How a simple player chooses.
    pub enum Manner("player") {
        /// By chance: on the plane a lane, then a distance, each as likely as any other; on a lattice a move.
        Random = "random",
        /// Mates if it can in one; takes what is worth most; else by chance.
        Greedy = "greedy",
        /// Looks at all moves, on the plane at samples of them, and at all answers.
        Sampled2 = "sampled2",
    }
}

/// A simple player.
pub struct Simple {
    manner: Manner,
    dice: Dice,
}

impl Simple {
    /// A player of this manner with chances of its own.
    pub fn new(manner: Manner, seed: u64) -> Simple {
        Simple { manner, dice: Dice::new(seed) }
    }
}

impl Player for Simple {
    fn choose(&mut self, game: &Game) -> Result<String, PlayerError> {
        let dice = &mut self.dice;
        let chosen = match game.position() {
            Position::Plane(position) => {
                let m = match self.manner {
                    Manner::Random => plane::random(position, dice),
                    Manner::Greedy => plane::greedy(position, dice),
                    Manner::Sampled2 => plane::sampled(position, dice),
                };
                m.map(|m| position.text_of(m).to_string())
            }
            Position::Lattice(position) => {
                let m = match self.manner {
                    Manner::Random => lattice::random(position, dice),
                    Manner::Greedy => lattice::greedy(position, dice),
                    Manner::Sampled2 => lattice::two_plies(position, dice),
                };
                m.map(|m| position.rules().move_text(m))
            }
        };
        chosen.ok_or_else(|| PlayerError::no_move(game))
    }
}
