//! A king that replies along a way, and the attacks on the way while the move that it answers varies.

use super::uncharted::{Charts, Royal};
use crate::geom::Path;
use crate::plane::attack::{AttackedWay, Overlap, Survey, gaps_stay_within};
use crate::plane::moves::{Move, Shape};
use crate::plane::position::{PieceId, Position};
use crate::plane::rules::Gait;
use crate::variant::KingPath;

/// The way of a king that may not pass through check.
#[derive(Debug, Clone, PartialEq)]
pub struct Walk {
    /// The path of the king.
    pub path: Path,
    /// So far it is looked at. Of a king that takes the mover it is farther than it goes: then it may go farther.
    pub length: f64,
    /// Places where attacks overlap that nothing else keeps together.
    pub overlaps: Vec<Overlap>,
    /// How far the mover may go at least before the landings of a leap to any place leave another gap on it.
    pub room: f64,
}

impl Walk {
    /// The way of a move that is legal after another by the `mover`, if it is such a way.
    pub fn new(after: &Position, m: Move, captures: &[PieceId], mover: PieceId) -> Option<Walk> {
        let rules = after.rules();
        let Shape::Along { lane, distance } = m.shape else { return None };
        let rule = &after.lanes(m.piece)[lane];
        let walks = after.king(after.turn()) == Some(m.piece)
            && rules.king_path != KingPath::End
            && rule.gait == Gait::Ride;
        if !walks {
            return None;
        }
        let takes_mover = captures.contains(&mover);
        let longest = if takes_mover { rule.range.min(rules.board.longest()) } else { distance };
        let mut walk = Walk {
            path: after.path(m.piece, lane),
            length: longest,
            overlaps: Vec::new(),
            room: f64::INFINITY,
        };
        let survey = Survey::new(after);
        let way = walk.attacked(&survey, captures, mover);
        let free = way.free();
        if free < longest {
            walk.length = distance.midpoint(free.max(distance));
        }
        walk.overlaps = way.up_to(walk.length).overlaps();
        walk.room = walk.gaps_stay_within(after, captures, mover);
        Some(walk)
    }

    /// Whether after another of the moves the king passes through no check but those it stands in, as long as the overlaps remain.
    pub fn is_open(&self, after: &Position, captures: &[PieceId], mover: PieceId) -> bool {
        self.attacked(&Survey::new(after), captures, mover).is_open_by(&self.overlaps)
    }

    /// How far the mover may go from there before the landings of a leap to any place leave another gap on the way.
    pub fn gaps_stay_within(&self, after: &Position, captures: &[PieceId], mover: PieceId) -> f64 {
        let counts = counts(after, captures);
        gaps_stay_within(&Survey::new(after), (&self.path, self.length), mover, counts)
    }

    /// The same in numbers: the least length on which attacks overlap that have to; below 0 that between two.
    pub fn slack(&self, after: &Position, captures: &[PieceId], mover: PieceId) -> Option<f64> {
        self.attacked(&Survey::new(after), captures, mover).slack()
    }

    /// How far the mover may go before no closed form says when attacks on the way change.
    pub fn charted_within(&self, after: &Position, captures: &[PieceId], charts: &Charts<'_>) -> f64 {
        let half = 0.5 * self.length;
        let king = Royal::new(&after.rules().board, self.path.at(half), Some(half));
        let counts = counts(after, captures);
        let beside = after.side(!after.turn()).filter(|id| counts(*id));
        let room = beside.map(|id| charts.room_on_way(&king, id)).fold(f64::INFINITY, f64::min);
        if counts(charts.mover()) { room.min(charts.room_for(&king)) } else { room }
    }

    fn attacked(&self, survey: &Survey<'_>, captures: &[PieceId], mover: PieceId) -> AttackedWay {
        let counts = counts(survey.position, captures);
        AttackedWay::new(survey, &self.path, self.length, mover, counts)
    }
}

/// Which pieces the king may not be attacked by on its way.
fn counts<'c>(after: &Position, captures: &'c [PieceId]) -> impl Fn(PieceId) -> bool + use<'c> {
    let is_strict = after.rules().king_path == KingPath::Strict;
    move |id| is_strict || !captures.contains(&id)
}
