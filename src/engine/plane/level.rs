//! The levels on the plane: their depths, their misjudgements, and the idle moves that beginners avoid.

use crate::chess::Label;
use crate::dice::Dice;
use crate::engine::options::Level;
use crate::engine::score::Score;
use crate::geom::Point;
use crate::plane::{Move, PieceId, PlanePosition};

/// The handicap of a level below full strength.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlaneHandicap {
    /// The greatest depth, plies.
    pub depth: u32,
    /// The greatest number of positions.
    pub nodes: u64,
    /// The unit of misjudgement, hundredths of a pawn. A move is misjudged by at most [`MOST_ERRORS`] units.
    error: i32,
    /// The share of its pieces whose moves a beginner judges at sight, without the enemy's answers; 0 for other levels.
    overlooked: f64,
}

/// The greatest misjudgement in units of the error.
const MOST_ERRORS: f64 = 1.5;

/// The value by which a beginner dislikes an idle move, hundredths of a pawn.
const IDLE_DISLIKE: f64 = 200.0;

/// The length below which a quiet move is idle, board units.
const SHORT_MOVE: f64 = 0.5;

/// The least strength of every level against a lone king.
const HUNTING: PlaneHandicap = PlaneHandicap { depth: 4, nodes: 3_000, error: 10, overlooked: 0.0 };

/// The handicaps of the levels from the weakest; full strength has none. A search with errors has no cut-offs at the root, so with
/// more positions it searches more moves of the first ply. On `continuous` 100 ms suffice for the positions of every level.
const HANDICAPS: [PlaneHandicap; 7] = [
    PlaneHandicap { depth: 1, nodes: 1_000, error: 140, overlooked: 0.16 },
    PlaneHandicap { depth: 1, nodes: 1_000, error: 120, overlooked: 0.06 },
    PlaneHandicap { depth: 1, nodes: 1_000, error: 128, overlooked: 0.0 },
    PlaneHandicap { depth: 1, nodes: 1_150, error: 36, overlooked: 0.0 },
    PlaneHandicap { depth: 2, nodes: 2_000, error: 53, overlooked: 0.0 },
    PlaneHandicap { depth: 2, nodes: 2_400, error: 10, overlooked: 0.0 },
    PlaneHandicap { depth: 3, nodes: 3_200, error: 0, overlooked: 0.0 },
];

/// The facts by which a level judges a move.
#[derive(Debug, Clone, Copy)]
pub(super) struct MoveFacts {
    /// The value without a search.
    pub at_sight: i32,
    /// The value that the search found.
    pub searched: i32,
    pub is_idle: bool,
}

impl PlaneHandicap {
    /// Returns the handicap of a level in a position; `None` at full strength. It is less against a lone king, so that won games are won.
    pub fn of(level: Option<Level>, position: &PlanePosition) -> Option<PlaneHandicap> {
        let handicap = *HANDICAPS.get(usize::from(level?.number()) - 1)?;
        let is_enemy_alone = position.side(!position.turn()).nth(1).is_none();
        Some(if is_enemy_alone { handicap.lessened() } else { handicap })
    }

    /// Returns the lesser handicap that the level has against a lone king.
    fn lessened(self) -> PlaneHandicap {
        let PlaneHandicap { depth, nodes, error, overlooked } = HUNTING;
        PlaneHandicap {
            depth: self.depth.max(depth),
            nodes: self.nodes.max(nodes),
            error: self.error.min(error),
            overlooked: self.overlooked.min(overlooked),
        }
    }

    /// Returns the greatest difference of values at which two misjudged moves may change places, hundredths of a pawn: twice the
    /// greatest misjudgement.
    pub fn swap_margin(&self) -> i32 {
        2 * (MOST_ERRORS * f64::from(self.error)) as i32
    }

    /// Returns the value of a move in the opinion of the level, hundredths of a pawn. All distances of a lane have one error, so the
    /// level chooses among them by their values.
    pub fn opinion(&self, seed: u64, m: Move, facts: MoveFacts) -> f64 {
        let MoveFacts { at_sight, searched, is_idle } = facts;
        if Score::from_raw(searched).plies_to_mate().is_some() {
            return f64::from(searched);
        }
        let piece = u64::from(m.piece.0);
        let is_overlooked = Dice::new(seed ^ piece).unit() < self.overlooked;
        let mut dice = Dice::new(seed ^ ((m.lane as u64 + 1) << 32 | piece));
        // The sum of three uniform numbers is nearly normal.
        let error = (dice.unit() + dice.unit() + dice.unit() - MOST_ERRORS) * f64::from(self.error);
        let is_beginner = self.overlooked > 0.0;
        let dislike = if is_idle && is_beginner { IDLE_DISLIKE } else { 0.0 };
        f64::from(if is_overlooked { at_sight } else { searched }) + error - dislike
    }
}

/// The last move of the side to move.
#[derive(Debug, Clone, Copy)]
pub(super) struct LastMove {
    piece: Label,
    from: Point,
}

impl LastMove {
    /// Returns the last move of the side to move, from the earlier positions of the game.
    pub fn of(position: &PlanePosition, earlier: &[&PlanePosition]) -> Option<LastMove> {
        let before = earlier.iter().rev().find(|before| before.turn() == position.turn())?;
        let mut pieces = position.side(position.turn()).map(|id| position.piece(id));
        pieces.find_map(|piece| {
            let from = before.piece(before.find(piece.label)?).at;
            (from != piece.at).then_some(LastMove { piece: piece.label, from })
        })
    }
}

/// Whether a quiet move is idle: it is short, or leads the piece back towards the place from which its last move came.
pub(super) fn is_idle(
    before: &PlanePosition,
    after: &PlanePosition,
    mover: PieceId,
    last_move: Option<LastMove>,
) -> bool {
    let mover = before.piece(mover);
    let Some(moved) = after.find(mover.label).map(|id| after.piece(id)) else { return false };
    if moved.heading != mover.heading {
        return false;
    }
    let length = |from: Point, to: Point| before.rules().board.shortest_vector(from, to).length();
    let goes_back = |last_move: LastMove| {
        let LastMove { piece, from } = last_move;
        piece == mover.label && length(from, moved.at) < 0.5 * length(from, mover.at)
    };
    length(mover.at, moved.at) < SHORT_MOVE || last_move.is_some_and(goes_back)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Position, Prepared};

    #[test]
    fn every_level_hunts_a_lone_king() {
        let rules = Prepared::preset("continuous").expect("a preset");
        let position = |text: &str| match Position::from_text(&rules, text).expect(text) {
            Position::Plane(position) => position,
            Position::Lattice(_) => panic!("a board of the plane"),
        };
        let hunting = position("Ke@4,1' Qd@2,2' ke@4,7' ; w");
        let playing = position("Ke@4,1' Qd@2,2' ke@4,7' pa@1,6 ; w");
        for number in 1..8 {
            let level = Some(Level::new(number).expect("a level"));
            let [hunter, player] =
                [&hunting, &playing].map(|position| PlaneHandicap::of(level, position).expect("a handicap"));
            assert!(hunter.depth >= HUNTING.depth && hunter.error <= HUNTING.error, "{number}");
            assert!(player.depth <= hunter.depth && player.nodes <= hunter.nodes, "{number}");
        }
        assert!(PlaneHandicap::of(Some(Level::FULL), &hunting).is_none());
    }
}
