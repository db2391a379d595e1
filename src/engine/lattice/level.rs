//! The levels on lattices: their depths, and the values that their moves may lose.

use super::root::CellRootMove;
use crate::dice::Dice;
use crate::engine::options::Level;
use crate::engine::score::is_mate;
use crate::lattice::{LatticeMove, LatticePosition};

/// The handicap of a level below full strength.
#[derive(Debug, Clone, Copy)]
pub(super) struct LatticeHandicap {
    /// The greatest depth, plies.
    pub depth: u32,
    /// The greatest number of positions.
    pub nodes: u64,
    /// The greatest loss of value that the level does not notice, in hundredths of a pawn.
    pub blur: i32,
}

/// The handicaps of the levels from the weakest; full strength has none. The positions of the seventh take less than 100 ms.
const HANDICAPS: [LatticeHandicap; 7] = [
    LatticeHandicap { depth: 2, nodes: 20_000, blur: 36 },
    LatticeHandicap { depth: 3, nodes: 40_000, blur: 45 },
    LatticeHandicap { depth: 4, nodes: 50_000, blur: 45 },
    LatticeHandicap { depth: 5, nodes: 60_000, blur: 49 },
    LatticeHandicap { depth: 6, nodes: 80_000, blur: 28 },
    LatticeHandicap { depth: 8, nodes: 60_000, blur: 24 },
    LatticeHandicap { depth: 20, nodes: 60_000, blur: 0 },
];

impl LatticeHandicap {
    /// Returns the handicap of a level; `None` at full strength.
    pub fn of(level: Option<Level>) -> Option<LatticeHandicap> {
        HANDICAPS.get(usize::from(level?.number()) - 1).copied()
    }

    /// Moves to the front, by chance, one of the moves that are nearly as good as the best. `last_turn` is the position of the side's
    /// last turn. A move that takes back the move of that turn is chosen only if all these moves do so.
    pub fn choose(
        &self,
        moves: &mut [CellRootMove],
        seed: u64,
        position: &LatticePosition,
        last_turn: Option<&LatticePosition>,
    ) {
        let Some(best) = moves.first().map(|root| root.value) else { return };
        // Every level plays the nearest mate, or it would not end won games.
        if best > 0 && is_mate(best) {
            return;
        }
        let is_nearly_best = |root: &&CellRootMove| root.depth > 0 && root.value >= best - self.blur;
        let count = moves.iter().take_while(is_nearly_best).count();
        let goes_back = |root: &CellRootMove| {
            last_turn.is_some_and(|last_turn| takes_back(position, last_turn, *root.first_move()))
        };
        let purposeful: Vec<usize> = (0..count).filter(|&index| !goes_back(&moves[index])).collect();
        let mut dice = Dice::new(seed ^ position.state().key());
        let chosen = if purposeful.is_empty() {
            dice.below(count.max(1))
        } else {
            purposeful[dice.below(purposeful.len())]
        };
        moves[..=chosen].rotate_right(1);
    }
}

/// Whether a move brings a piece back to the empty cell on which it stood at the side's last turn.
fn takes_back(position: &LatticePosition, last_turn: &LatticePosition, m: LatticeMove) -> bool {
    let mover = position.piece_at(m.from()).map(|piece| piece.label);
    position.piece_at(m.to()).is_none() && last_turn.piece_at(m.to()).map(|piece| piece.label) == mover
}
