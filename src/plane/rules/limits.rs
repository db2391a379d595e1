//! How far a lane leads, whatever stands in the way, in one place (spec, sections 3 and 8).

use super::kinds::{Lane, Way};
use super::ruleset::Rules;
use crate::geom::{Path, Ray};
use crate::notation::Reason;

/// The limits of one lane of one piece.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// The greatest distance by the kind itself, and the rule that a longer one breaks.
    range: (Reason, f64),
    /// The distance to the edge of the board.
    edge: f64,
    /// The part of it that a move may cover: half under Zeno.
    share: f64,
}

impl Limits {
    /// The greatest distance.
    pub fn most(&self) -> f64 {
        self.range.1.min(self.edge * self.share)
    }

    /// The first limit that a distance exceeds by more than the tolerance, and its figure.
    pub fn exceeded_by(&self, d: f64, epsilon: f64) -> Option<(Reason, f64)> {
        let limits = [self.range, (Reason::Edge, self.edge), (Reason::Zeno, self.edge * self.share)];
        limits.into_iter().find(|(_, limit)| d > limit + epsilon)
    }
}

impl Rules {
    /// The limits of a lane that follows `path`. Once round an arc ends short of its start by the least distance.
    pub fn limits(&self, lane: &Lane, path: &Path, moved: bool) -> Limits {
        match lane.way {
            Way::Turn(_) => Limits {
                range: (Reason::MinTurn, 360.0 - self.min_turn),
                edge: f64::INFINITY,
                share: self.edge_share,
            },
            Way::Straight | Way::Arc(_) | Way::Area => Limits {
                range: (Reason::Range, lane.range_of(moved).min(path.period() - self.min_move)),
                edge: self.board.room(path).whole(),
                share: self.edge_share,
            },
        }
    }

    /// The greatest distance along a straight lane.
    pub fn limit(&self, ray: &Ray, lane: &Lane, moved: bool) -> f64 {
        lane.range_of(moved).min(self.board.distance_to_wall(ray) * self.edge_share)
    }
}
