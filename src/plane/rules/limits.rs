//! The limits of a lane on an empty board (`docs/rules/continuous.md` 3, `docs/rules/zeno-and-discrete.md` 1).

use super::kinds::{Lane, LaneShape};
use super::ruleset::Rules;
use crate::board::Room;
use crate::geom::Path;
use crate::notation::Reason;

/// A greatest distance, and the rule that a move beyond it breaks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limit {
    pub rule: Reason,
    /// The greatest distance: board units, or degrees for a turn.
    pub distance: f64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LaneLimits {
    range: Limit,
    /// The room that the board leaves for the path.
    room: Room,
    /// The share of the room that a move may cover: half under Zeno.
    share: f64,
}

impl LaneLimits {
    /// Returns the greatest distance that all limits allow: board units, or degrees for a turn.
    pub fn greatest_distance(&self) -> f64 {
        self.range.distance.min(self.shared_room())
    }

    /// Returns the length of the room's share.
    fn shared_room(&self) -> f64 {
        self.room.least() * self.share
    }

    /// Returns the distance at which the path returns to its start. A capture has to end sooner.
    pub fn return_distance(&self) -> f64 {
        self.room.around
    }

    /// Returns the first limit that a distance exceeds by more than the tolerance.
    pub fn exceeded_by(&self, d: f64, epsilon: f64) -> Option<Limit> {
        let Room { wall, void, around, longest } = self.room;
        let limits = [
            self.range,
            Limit { rule: Reason::Edge, distance: wall },
            Limit { rule: Reason::Void, distance: void },
            Limit { rule: Reason::Range, distance: around.min(longest) },
            Limit { rule: Reason::Zeno, distance: self.shared_room() },
        ];
        limits.into_iter().find(|limit| d > limit.distance + epsilon)
    }
}

impl Rules {
    /// Returns the limits of a lane that follows `path`. On a closed path the range ends `min_move` before the return to the start.
    pub fn limits(&self, lane: &Lane, path: &Path, moved: bool) -> LaneLimits {
        let share = self.edge_share;
        if let LaneShape::Turn(_) = lane.shape {
            let range = Limit { rule: Reason::MinTurn, distance: 360.0 - self.min_turn };
            return LaneLimits { range, room: Room::ENDLESS, share };
        }
        let range = lane.range_of(moved);
        let room = self.board.room_within(path, range / share);
        let range = Limit { rule: Reason::Range, distance: range.min(path.period() - self.min_move) };
        LaneLimits { range, room, share }
    }

    /// Whether a move that ends at distance `d` from its start is long enough. A quiet move must be longer than 0, even if the
    /// least distance is 0.
    #[inline]
    pub fn is_long_enough(&self, d: f64, is_capture: bool) -> bool {
        if is_capture {
            d >= self.min_capture - self.epsilon
        } else {
            d >= self.min_move - self.epsilon && d > self.epsilon
        }
    }

    /// Whether a piece may turn by this angle, in degrees: at least `min_turn`, and neither 0 nor a full turn, even if `min_turn`
    /// is 0.
    pub fn may_turn_by(&self, degrees: f64) -> bool {
        let is_proper_turn = degrees > self.epsilon && degrees < 360.0 - self.epsilon;
        is_proper_turn && degrees >= self.min_turn - self.epsilon
    }
}
