//! The way of a king as the lanes of single enemy pieces attack it, and where two of them overlap.
//!
//! A king that leaves the attack of one lane where another of the same piece begins passes through one check. As long as both
//! attack one place they have not come apart.

use super::disc_king_path::free_length;
use super::survey::Survey;
use super::threat::Threat;
use super::threats::safe_parts;
use super::window::Window;
use crate::geom::{Interval, Path, Spans};
use crate::plane::position::PieceId;

/// Two lanes of one piece that attack the same place of a king's way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Overlap {
    /// Whose lanes.
    pub by: PieceId,
    /// Their numbers.
    pub lanes: [usize; 2],
    /// The distance along the way: the middle of what both attack.
    pub at: f64,
    /// The length of what both attack.
    pub width: f64,
}

/// What one lane, or one stretch of its landings, attacks of the way.
struct Lane {
    by: PieceId,
    number: usize,
    /// Which of its landings.
    stretch: usize,
    parts: Spans,
}

/// The way of a king under the attacks of some lanes.
pub struct AttackedWay {
    lanes: Vec<Lane>,
    length: f64,
    tie: f64,
}

impl AttackedWay {
    /// Looks at the first `length` of a path of the survey's king, under the lanes of the pieces for which `counts` holds. Their
    /// attacks may be others with the `mover` elsewhere.
    pub fn new(
        survey: &Survey<'_>,
        path: &Path,
        length: f64,
        mover: PieceId,
        counts: impl Fn(PieceId) -> bool,
    ) -> AttackedWay {
        let (position, all) = (survey.position, Interval::closed(0.0, length));
        let (tie, window) = (position.rules().epsilon, Window::along(&position.rules().board, path, length));
        let near = survey.threats_near(length, &window, &[]);
        let near: Vec<&Threat<'_>> = near.iter().filter(|threat| counts(threat.attacker)).collect();
        let mut lanes = Vec::new();
        for of_piece in near.chunk_by(|one, other| one.attacker == other.attacker) {
            let (by, minds) = (of_piece[0].attacker, of_piece.iter().any(|threat| threat.minds(mover)));
            for threat in of_piece.iter().filter(|_| by == mover || minds) {
                let curves = threat.target_curves_in(&window);
                for stretch in 0..threat.stretches() {
                    let takes = |k| threat.takes_from(stretch, k);
                    let parts = safe_parts(path, all, curves.iter().copied(), tie, takes);
                    let parts = parts.parts().iter().copied().filter(|part| part.from < length - tie);
                    let parts = Spans::from_sorted(parts);
                    lanes.push(Lane { by, number: threat.lane(), stretch, parts });
                }
            }
        }
        AttackedWay { lanes, length, tie }
    }

    /// The lanes, by piece.
    fn by_piece(&self) -> impl Iterator<Item = &[Lane]> {
        self.lanes.chunk_by(|one, other| one.by == other.by)
    }

    /// How far a king may go that passes through no check but those it stands in.
    pub fn free(&self) -> f64 {
        let free = self.by_piece().map(|lanes| {
            let all = lanes.iter().fold(Spans::none(), |all, lane| all.union(&lane.parts, self.tie));
            let stands_in_check = all.parts().first().is_some_and(|part| part.from <= self.tie);
            free_length(&all, stands_in_check, self.tie)
        });
        free.fold(self.length, f64::min)
    }

    /// The same up to a distance.
    pub fn up_to(mut self, length: f64) -> AttackedWay {
        self.length = length;
        for lane in &mut self.lanes {
            lane.parts = lane.parts.intersection(&Interval::closed(0.0, length).into(), self.tie);
            let parts = lane.parts.parts().iter().copied();
            lane.parts = Spans::from_sorted(parts.filter(|part| part.from < length - self.tie));
        }
        self
    }

    /// Places at which parts overlap, so many that they keep together all that hangs together with the start of the way.
    pub fn overlaps(&self) -> Vec<Overlap> {
        let mut found = Vec::new();
        for lanes in self.by_piece() {
            let (mut joined, mut apart) = self.parts_of(lanes);
            let widest = |part: &Part<'_>, joined: &[Part<'_>]| {
                let shared =
                    joined.iter().filter_map(|other| Some((part.shared_with(other)?, other.lane.number)));
                shared.max_by(|a, b| (a.0.to - a.0.from).total_cmp(&(b.0.to - b.0.from)))
            };
            while let Some((next, (shared, other))) =
                (0..apart.len()).find_map(|i| Some((i, widest(&apart[i], &joined)?)))
            {
                let part = apart.swap_remove(next);
                let lanes = [part.lane.number, other];
                let (at, width) = (shared.from.midpoint(shared.to), shared.to - shared.from);
                found.push(Overlap { by: part.lane.by, lanes, at, width });
                joined.push(part);
            }
        }
        found
    }

    /// Whether the king passes through no check but those it stands in, and does so as long as these places lie under both lanes.
    pub fn is_open_by(&self, overlaps: &[Overlap]) -> bool {
        self.by_piece().all(|lanes| {
            let (mut joined, mut apart) = self.parts_of(lanes);
            let keep =
                |one: &Part<'_>, other: &Part<'_>| overlaps.iter().any(|overlap| overlap.keeps(one, other));
            while let Some(next) = apart.iter().position(|one| joined.iter().any(|other| keep(one, other))) {
                joined.push(apart.swap_remove(next));
            }
            apart.is_empty()
        })
    }

    /// The least length on which attacks overlap that have to, for the king to pass through no check but those it stands in; below 0
    /// the length between two. None where none have to.
    pub fn slack(&self) -> Option<f64> {
        let of_piece = |lanes| {
            let (mut joined, mut apart) = self.parts_of(lanes);
            let mut least: Option<f64> = None;
            let widest = |one: &Part<'_>, joined: &[Part<'_>]| {
                joined.iter().map(|other| one.overlap(other)).fold(f64::NEG_INFINITY, f64::max)
            };
            while let Some((next, width)) =
                (0..apart.len()).map(|i| (i, widest(&apart[i], &joined))).max_by(|a, b| a.1.total_cmp(&b.1))
            {
                joined.push(apart.swap_remove(next));
                least = Some(least.map_or(width, |least| least.min(width)));
            }
            least
        };
        self.by_piece().filter_map(of_piece).reduce(f64::min)
    }

    /// The parts of the way that these lanes attack: those at its start, and the others.
    fn parts_of<'w>(&self, lanes: &'w [Lane]) -> (Vec<Part<'w>>, Vec<Part<'w>>) {
        let parts =
            lanes.iter().flat_map(|lane| lane.parts.parts().iter().map(move |&part| Part { lane, part }));
        parts.partition(|part| part.part.from <= self.tie)
    }
}

/// A part of the way that a lane attacks.
struct Part<'w> {
    lane: &'w Lane,
    part: Interval,
}

impl Part<'_> {
    /// Whether it is another lane's or stretch's.
    fn is_apart_from(&self, other: &Part<'_>) -> bool {
        (self.lane.number, self.lane.stretch) != (other.lane.number, other.lane.stretch)
    }

    /// The length of what lies under another part as well; below 0 that between the two.
    fn overlap(&self, other: &Part<'_>) -> f64 {
        self.part.to.min(other.part.to) - self.part.from.max(other.part.from)
    }

    /// What lies under another lane as well.
    fn shared_with(&self, other: &Part<'_>) -> Option<Interval> {
        let shared = Interval::closed(self.part.from.max(other.part.from), self.part.to.min(other.part.to));
        (self.is_apart_from(other) && shared.from < shared.to).then_some(shared)
    }
}

impl Overlap {
    /// Whether it keeps two parts together.
    fn keeps(&self, one: &Part<'_>, other: &Part<'_>) -> bool {
        let has = |part: &Part<'_>| {
            self.by == part.lane.by && self.lanes.contains(&part.lane.number) && part.part.contains(self.at)
        };
        one.is_apart_from(other) && has(one) && has(other)
    }
}
