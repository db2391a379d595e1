//! The limits of a lane on an empty board (`docs/rules/continuous.md` 3, `docs/rules/zeno-and-discrete.md` 1).

use super::kinds::{Lane, LaneShape};
use super::ruleset::Rules;
use crate::board::Room;
use crate::geom::{Path, Pose, Ray, Vec2};
use crate::notation::Reason;

/// The limits of one lane of one piece.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LaneLimits {
    /// The rule that a distance beyond the kind's range breaks, and that range.
    range: (Reason, f64),
    /// The room that the board leaves for the path.
    room: Room,
    /// The share of the room that a move may cover: half under Zeno.
    share: f64,
}

impl LaneLimits {
    /// Returns the greatest distance.
    pub fn most(&self) -> f64 {
        self.range.1.min(self.room.least() * self.share)
    }

    /// Returns the distance at which the path is at its start again; a capture has to end before it.
    pub fn full_circle(&self) -> f64 {
        self.room.around
    }

    /// Returns the first limit that a distance exceeds by more than the tolerance: rule and value.
    pub fn exceeded_by(&self, d: f64, epsilon: f64) -> Option<(Reason, f64)> {
        let Room { wall, void, around, longest } = self.room;
        let limits = [
            self.range,
            (Reason::Edge, wall),
            (Reason::Void, void),
            (Reason::Range, around.min(longest)),
            (Reason::Zeno, self.room.least() * self.share),
        ];
        limits.into_iter().find(|(_, limit)| d > limit + epsilon)
    }
}

impl Rules {
    /// Returns the limits of a lane that follows `path`. A full circle ends before its start by the least distance.
    pub fn limits(&self, lane: &Lane, path: &Path, moved: bool) -> LaneLimits {
        match lane.shape {
            LaneShape::Turn(_) => LaneLimits {
                range: (Reason::MinTurn, 360.0 - self.min_turn),
                room: Room::ENDLESS,
                share: self.edge_share,
            },
            LaneShape::Straight | LaneShape::Arc(_) | LaneShape::Area => LaneLimits {
                range: (Reason::Range, lane.range_of(moved).min(path.period() - self.min_move)),
                room: self.board.room_within(path, lane.range_of(moved) / self.edge_share),
                share: self.edge_share,
            },
        }
    }

    /// Whether a move that ends at distance `d` from its start is long enough. A quiet move must be longer than 0, whatever the
    /// least distance is.
    #[inline]
    pub fn is_long_enough(&self, d: f64, takes: bool) -> bool {
        if takes {
            d >= self.min_capture - self.epsilon
        } else {
            d >= self.min_move - self.epsilon && d > self.epsilon
        }
    }

    /// Whether an angle in degrees is a turn: at least the least turn, and neither none nor a full one, whatever the least is.
    pub fn is_turn(&self, degrees: f64) -> bool {
        let (least, most) = (self.epsilon, 360.0 - self.epsilon);
        degrees >= self.min_turn - self.epsilon && degrees > least && degrees < most
    }

    /// Returns an upper bound of [`Rules::limit`]: the range and the wall, but neither a void nor the start seen again.
    #[inline]
    pub fn most(&self, ray: &Ray, lane: &Lane, moved: bool) -> f64 {
        let end = self.board.distance_to_wall(ray).min(self.board.longest());
        lane.range_of(moved).min(end * self.edge_share)
    }

    /// Returns the greatest distance along a straight lane.
    #[inline]
    pub fn limit(&self, ray: &Ray, lane: &Lane, moved: bool) -> f64 {
        self.limit_within(ray, lane, moved, f64::INFINITY)
    }

    /// Returns the greatest distance along a straight lane if it is at most `length`, and otherwise some distance beyond `length`.
    /// Through seams a short length is much faster.
    #[inline]
    pub fn limit_within(&self, ray: &Ray, lane: &Lane, moved: bool, length: f64) -> f64 {
        if !self.board.has_seams() {
            return self.most(ray, lane, moved);
        }
        let path = Path::Line { start: Pose { at: ray.origin, heading: Vec2::X }, dir: ray.dir };
        let room = self.board.room_within(&path, lane.range_of(moved).min(length) / self.edge_share);
        lane.range_of(moved).min(room.least() * self.edge_share)
    }
}
