//! The levels on the plane: how far they look, how they misjudge moves, and which moves they find idle.

use crate::budget::SearchLimits;
use crate::chess::Label;
use crate::dice::Dice;
use crate::engine::options::Level;
use crate::engine::score::Score;
use crate::geom::Point;
use crate::plane::{Move, PieceId, PlanePosition};

/// The handicap of a level below full strength.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlaneHandicap {
    /// The greatest depth.
    depth: u32,
    /// The greatest number of positions.
    nodes: u64,
    /// Hundredths of a pawn: a move is misjudged by at most [`MOST_ERRORS`] times this.
    error: i32,
    /// The share of its pieces whose moves a beginner judges at sight, without the enemy's answers; others overlook nothing.
    overlooks: f64,
}

/// The greatest misjudgement in units of the error.
const MOST_ERRORS: f64 = 1.5;

/// Hundredths of a pawn by which a beginner dislikes an idle move.
const IDLE: f64 = 200.0;

/// Board units: a quiet move is idle if it is shorter.
const SHORT: f64 = 0.5;

/// The least strength of every level against a lone king.
const HUNTING: PlaneHandicap = PlaneHandicap { depth: 4, nodes: 3_000, error: 10, overlooks: 0.0 };

/// The handicaps of the levels from the weakest; full strength has none. A search with errors has no cut-offs at the root, so
/// more positions are more moves of the first ply. On `continuous` 100 ms suffice for all of them.
const HANDICAPS: [PlaneHandicap; 7] = [
    PlaneHandicap { depth: 1, nodes: 1_000, error: 140, overlooks: 0.16 },
    PlaneHandicap { depth: 1, nodes: 1_000, error: 120, overlooks: 0.06 },
    PlaneHandicap { depth: 1, nodes: 1_000, error: 148, overlooks: 0.0 },
    PlaneHandicap { depth: 1, nodes: 1_150, error: 62, overlooks: 0.0 },
    PlaneHandicap { depth: 2, nodes: 1_800, error: 55, overlooks: 0.0 },
    PlaneHandicap { depth: 2, nodes: 2_400, error: 22, overlooks: 0.0 },
    PlaneHandicap { depth: 2, nodes: 2_600, error: 0, overlooks: 0.0 },
];

/// What a search says about a move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Judged {
    /// The value of the position after it without a search.
    pub at_sight: i32,
    /// The value that the search found.
    pub searched: i32,
    /// Whether the move is idle.
    pub is_idle: bool,
}

impl PlaneHandicap {
    /// Returns the handicap of a level in a position; `None` at full strength. Against a lone king every level looks farther and
    /// errs less, so that it wins won games.
    pub fn of(level: Option<Level>, position: &PlanePosition) -> Option<PlaneHandicap> {
        let weakness = *HANDICAPS.get(usize::from(level?.number()) - 1)?;
        let is_alone = position.side(!position.turn()).nth(1).is_none();
        Some(if is_alone { weakness.lessened() } else { weakness })
    }

    /// Returns the reduced handicap against a lone king.
    fn lessened(self) -> PlaneHandicap {
        let PlaneHandicap { depth, nodes, error, overlooks } = HUNTING;
        PlaneHandicap {
            depth: self.depth.max(depth),
            nodes: self.nodes.max(nodes),
            error: self.error.min(error),
            overlooks: self.overlooks.min(overlooks),
        }
    }

    /// Returns limits that respect the handicap.
    pub fn limit(&self, limits: &SearchLimits) -> SearchLimits {
        SearchLimits {
            depth: Some(limits.depth.map_or(self.depth, |depth| depth.min(self.depth))),
            nodes: Some(limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes))),
            ..*limits
        }
    }

    /// Returns the difference of values below which two misjudged moves may change places.
    pub fn doubt(&self) -> i32 {
        2 * (MOST_ERRORS * f64::from(self.error)) as i32
    }

    /// Returns what the level thinks of a move. Its error is one for all distances of a lane, so that it chooses among them by
    /// their values.
    pub fn opinion(&self, seed: u64, m: Move, judged: Judged) -> f64 {
        let Judged { at_sight, searched, is_idle } = judged;
        if Score::from_raw(searched).plies_to_mate().is_some() {
            return f64::from(searched);
        }
        let piece = u64::from(m.piece.0);
        let overlooks = Dice::new(seed ^ piece).unit() < self.overlooks;
        let mut dice = Dice::new(seed ^ ((m.lane() as u64 + 1) << 32 | piece));
        // The sum of three uniform numbers is nearly normal.
        let off = (dice.unit() + dice.unit() + dice.unit() - MOST_ERRORS) * f64::from(self.error);
        let dislike = if is_idle && self.overlooks > 0.0 { IDLE } else { 0.0 };
        f64::from(if overlooks { at_sight } else { searched }) + off - dislike
    }
}

/// The last move of the side to move.
#[derive(Debug, Clone, Copy)]
pub(super) struct LastMove {
    piece: Label,
    from: Point,
}

impl LastMove {
    /// Returns the last move that the side to move made in a game whose earlier positions are `earlier`.
    pub fn of(position: &PlanePosition, earlier: &[&PlanePosition]) -> Option<LastMove> {
        let before = earlier.iter().rev().find(|before| before.turn() == position.turn())?;
        let mut own = position.side(position.turn()).map(|id| position.piece(id));
        own.find_map(|piece| {
            let from = before.piece(before.find(piece.label)?).at;
            (from != piece.at).then_some(LastMove { piece: piece.label, from })
        })
    }
}

/// Whether a quiet move leads nearly nowhere: it is short, or brings the piece back towards the place that it came from.
pub(super) fn is_idle(
    before: &PlanePosition,
    after: &PlanePosition,
    mover: PieceId,
    last: Option<LastMove>,
) -> bool {
    let stood = before.piece(mover);
    let Some(arrived) = after.find(stood.label).map(|id| after.piece(id)) else { return false };
    if arrived.heading != stood.heading {
        return false;
    }
    let length = |from: Point, to: Point| before.rules().board.shortest_vector(from, to).length();
    let goes_back = |last: LastMove| {
        last.piece == stood.label && length(last.from, arrived.at) < 0.5 * length(last.from, stood.at)
    };
    length(stood.at, arrived.at) < SHORT || last.is_some_and(goes_back)
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
            let (hunts, plays) = (PlaneHandicap::of(level, &hunting), PlaneHandicap::of(level, &playing));
            let (hunts, plays) = (hunts.expect("a weakness"), plays.expect("a weakness"));
            assert!(hunts.depth >= HUNTING.depth && hunts.error <= HUNTING.error, "{number}");
            assert!(plays.depth <= hunts.depth && plays.nodes <= hunts.nodes, "{number}");
        }
        assert!(PlaneHandicap::of(Some(Level::FULL), &hunting).is_none());
        assert!(PlaneHandicap::of(None, &hunting).is_none());
    }
}
