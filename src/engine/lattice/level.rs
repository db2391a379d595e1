//! The levels on lattices: their depths, and how much worse than the best their moves may be.

use super::root::RootMove;
use crate::budget::SearchLimits;
use crate::dice::Dice;
use crate::engine::options::Level;
use crate::engine::score::is_mate;
use crate::lattice::{LatticeMove, LatticePosition};

/// The limits of a level below full strength.
#[derive(Debug, Clone, Copy)]
pub(super) struct LatticeHandicap {
    /// The greatest depth.
    pub depth: u32,
    /// The greatest number of positions.
    pub nodes: u64,
    /// The greatest loss of value that the level does not notice, in hundredths of a pawn.
    pub blur: i32,
}

/// The handicaps of the levels from the weakest; full strength has none. The seventh only gets fewer positions than fit in 100 ms.
const HANDICAPS: [LatticeHandicap; 7] = [
    LatticeHandicap { depth: 2, nodes: 20_000, blur: 50 },
    LatticeHandicap { depth: 3, nodes: 40_000, blur: 72 },
    LatticeHandicap { depth: 4, nodes: 50_000, blur: 72 },
    LatticeHandicap { depth: 4, nodes: 50_000, blur: 46 },
    LatticeHandicap { depth: 5, nodes: 60_000, blur: 46 },
    LatticeHandicap { depth: 6, nodes: 80_000, blur: 28 },
    LatticeHandicap { depth: 20, nodes: 25_000, blur: 0 },
];

impl LatticeHandicap {
    /// Returns the handicap of a level; none at full strength.
    pub fn of(level: Option<Level>) -> Option<LatticeHandicap> {
        HANDICAPS.get(usize::from(level?.number()) - 1).copied()
    }

    /// Returns limits that respect the handicap.
    pub fn limit(&self, limits: &SearchLimits) -> SearchLimits {
        SearchLimits {
            depth: Some(limits.depth.map_or(self.depth, |depth| depth.min(self.depth))),
            nodes: Some(limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes))),
            ..*limits
        }
    }

    /// Moves to the front, by chance, one of the moves that are nearly as good as the best. A move that takes back the one
    /// before it is chosen only if all do.
    pub fn choose(
        &self,
        moves: &mut [RootMove],
        seed: u64,
        position: &LatticePosition,
        last: Option<&LatticePosition>,
    ) {
        let Some(best) = moves.first().map(|root| root.value) else { return };
        // Every level prefers a nearer mate, or it would not end won games.
        if best > 0 && is_mate(best) {
            return;
        }
        let near = moves.iter().take_while(|root| root.depth > 0 && root.value >= best - self.blur).count();
        let goes_back = |m: LatticeMove| last.is_some_and(|last| takes_back(position, last, m));
        let purposeful: Vec<usize> = (0..near).filter(|&index| !goes_back(moves[index].line[0])).collect();
        let mut dice = Dice::new(seed ^ position.state().key());
        let chosen = match purposeful.len() {
            0 => dice.below(near.max(1)),
            some => purposeful[dice.below(some)],
        };
        moves[..=chosen].rotate_right(1);
    }
}

/// Whether a move brings a piece back to where it stood at the side's last turn, onto an empty cell.
fn takes_back(position: &LatticePosition, last: &LatticePosition, m: LatticeMove) -> bool {
    let mover = position.piece_at(m.from()).map(|piece| piece.label);
    position.piece_at(m.to()).is_none() && last.piece_at(m.to()).map(|piece| piece.label) == mover
}
