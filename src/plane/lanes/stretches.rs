//! The exact set of stops of a lane: one predicate, asked at every critical distance and between each two.

use super::travel::Travel;
use crate::geom::{Curve, Interval, Point, Spans, Vec2, decide, overlaps_along};
use crate::plane::position::{Few, PieceId};
use crate::plane::rules::Gait;
use smallvec::SmallVec;

impl Travel<'_> {
    /// The distances at which a friend forbids the stop.
    pub fn holes(&self) -> Spans {
        let epsilon = self.rules.epsilon;
        let friends = self.near.iter().filter(|id| self.position.piece(**id).color() == self.mover.color());
        friends.fold(Spans::none(), |holes, &id| {
            let other = self.position.piece(id);
            let ours = overlaps_along(&self.path, self.extent, other.at, epsilon);
            let theirs = self.under(id);
            holes.union(&ours, epsilon).union(&theirs, epsilon)
        })
    }

    /// Where the mover's centre is inside another piece.
    fn under(&self, id: PieceId) -> Spans {
        let (other, extent) = (self.position.piece(id), self.position.extent(id));
        let ends = extent.outline_at(&other.pose());
        let cuts = ends.iter().flat_map(|curve| self.path.trace().crossings(curve, 0.0, self.limit));
        let over = |d: f64| extent.overlaps(&other.pose(), self.path.at(d), self.rules.epsilon);
        let part = Interval::closed(0.0, self.limit.max(0.0));
        let found = decide(part, cuts, self.rules.epsilon, |d| over(d).then_some(()));
        Spans::from_sorted(found.into_iter().map(|f| f.0))
    }

    /// Every distance at which the answer of [`Travel::stop`] may change.
    fn critical(&self) -> SmallVec<[f64; 16]> {
        let (quiet, taking) = self.least();
        let mut out: SmallVec<[f64; 16]> = SmallVec::from_slice(&[quiet, taking]);
        let among = if self.lane.gait == Gait::Leap { &self.near } else { &self.overlapped_at_start };
        for &id in among {
            let at = self.position.piece(id).at;
            let overlap = overlaps_along(&self.path, self.extent, at, self.rules.epsilon);
            out.extend(overlap.parts().iter().flat_map(|p| [p.from, p.to]));
        }
        out.extend(self.holes().parts().iter().flat_map(|p| [p.from, p.to]));
        if self.rules.kind(self.mover.kind).rule.pawn {
            let line = Point::new(0.0, self.rules.promotion_line(self.mover.color()));
            let line = Curve::Line { through: line, dir: Vec2::X };
            out.extend(self.path.trace().crossings(&line, 0.0, self.limit));
        }
        out
    }

    /// Where the piece may go, the safety of its own king apart: distances with their captures and
    /// whether they promote.
    pub fn stretches(&self) -> Vec<(Interval, (Few, bool))> {
        let epsilon = self.rules.epsilon;
        let key = |d: f64| self.stop(d).ok().map(|stop| (stop.captures, self.promotes(d)));
        if let Some(steps) = self.steps {
            let farthest = self.contacts.first().map_or(f64::INFINITY, |c| c.at + steps.step);
            let stops = steps.within(self.limit.min(farthest));
            return stops.filter_map(|d| Some((Interval::point(d), key(d)?))).collect();
        }
        let (quiet, taking) = self.least();
        let end = match self.stopped() {
            Some((stop, tie, _)) if stop <= self.limit + tie => stop,
            _ => self.limit,
        };
        let low = quiet.min(taking);
        if end < low - epsilon {
            return Vec::new();
        }
        decide(Interval::closed(low.min(end), end), self.critical(), epsilon, key).into_vec()
    }
}
