//! The king's path among equal discs, in closed form: where a king may pass and end (`docs/rules/continuous.md` 5.1).

use super::lane_attack::LaneAttack;
use super::survey::Survey;
use crate::budget::work;
use crate::geom::{Interval, Ray, Spans};
use crate::plane::lanes::LaneStretch;
use crate::plane::position::PieceId;
use crate::variant::KingPath;

/// The distances of a king's path at which one enemy piece attacks it.
struct AttackedSpans {
    by: PieceId,
    spans: Spans,
    /// The distance up to which the king passes through no check of this piece other than the one in which it starts.
    free: f64,
}

/// One lane of a king, with the distances at which each enemy attacks it.
pub struct DiscKingPath<'s, 'a> {
    survey: &'s Survey<'a>,
    ray: Ray,
    attacked: Vec<AttackedSpans>,
    rides: bool,
}

impl<'s, 'a> DiscKingPath<'s, 'a> {
    /// Computes the attacks on a king along `ray` up to `length`; a king that leaps passes no place.
    pub fn new(survey: &'s Survey<'a>, ray: Ray, length: f64, rides: bool) -> DiscKingPath<'s, 'a> {
        let tie = survey.position.rules().epsilon;
        let mut attacked: Vec<AttackedSpans> = Vec::new();
        for coverage in survey.coverage_near_king() {
            let spans = coverage.covered_along(&ray, length);
            if !touches(&spans, length, tie) {
                continue;
            }
            match attacked.last_mut() {
                Some(last) if last.by == coverage.attacker() => {
                    work(last.spans.parts().len());
                    last.spans = last.spans.union(&spans, tie);
                }
                _ => attacked.push(AttackedSpans { by: coverage.attacker(), spans, free: 0.0 }),
            }
        }
        for entry in &mut attacked {
            let attacks_now =
                survey.coverage_near_king().iter().any(|s| s.attacker() == entry.by && s.covers(ray.origin));
            entry.free = free_length(&entry.spans, attacks_now, tie);
        }
        DiscKingPath { survey, ray, attacked, rides }
    }

    /// Returns the part of a stretch to which a king may go without passing through a check.
    pub fn passed(&self, stretch: &LaneStretch) -> Spans {
        let rules = self.survey.position.rules();
        let counts = |by: PieceId| rules.king_path == KingPath::Strict || !stretch.captures.contains(&by);
        let free = self
            .attacked
            .iter()
            .filter(|entry| self.rides && rules.king_path != KingPath::End && counts(entry.by))
            .map(|entry| entry.free)
            .fold(f64::INFINITY, f64::min);
        let passed =
            Spans::from(Interval { from: f64::NEG_INFINITY, to: free, open_from: true, open_to: false });
        Spans::from(stretch.part).intersection(&passed, rules.epsilon)
    }

    /// Returns the part of a stretch to which a king may go: it passes through no check and does not end in one.
    pub fn safe(&self, stretch: &LaneStretch) -> Spans {
        let rules = self.survey.position.rules();
        // A single distance is tested by itself. At a grazed lane a span may end just beside it.
        if self.attacked.is_empty() && stretch.captures.is_empty() && !stretch.part.is_point() {
            return stretch.part.into();
        }
        let safe = self.passed(stretch);
        if safe.is_empty() {
            return safe;
        }
        // Captured pieces do not block lanes, so the end is tested on the board without them.
        let left;
        let coverages: &[LaneAttack<'_>] = if stretch.captures.is_empty() {
            self.survey.coverage_near_king()
        } else {
            left = self.survey.coverage_near_king_without(&stretch.captures);
            &left
        };
        if stretch.part.is_point() {
            let end = self.ray.at(stretch.part.from);
            return if coverages.iter().any(|coverage| coverage.covers(end)) { Spans::none() } else { safe };
        }
        let safe = if stretch.captures.is_empty() {
            self.attacked.iter().fold(safe, |safe, entry| safe.difference(&entry.spans, rules.epsilon))
        } else {
            let attacked = |coverage: &LaneAttack<'_>| coverage.covered_along(&self.ray, stretch.part.to);
            coverages.iter().fold(safe, |safe, coverage| safe.difference(&attacked(coverage), rules.epsilon))
        };
        self.without_grazed(safe, coverages)
    }

    /// Drops parts that a grazed lane covers. Where the king touches the round end of a lane, the tolerance extends to the
    /// square root of 2 r epsilon on either side. The middle decides about a part shorter than that stretch.
    fn without_grazed(&self, safe: Spans, coverages: &[LaneAttack<'_>]) -> Spans {
        let rules = self.survey.position.rules();
        let grazed = (2.0 * rules.radius * rules.epsilon).sqrt();
        let attacked = |part: &Interval| {
            let middle = self.ray.at(part.from.midpoint(part.to));
            part.to - part.from < 2.0 * grazed && coverages.iter().any(|coverage| coverage.covers(middle))
        };
        if safe.parts().iter().any(attacked) {
            return Spans::from_sorted(safe.parts().iter().filter(|part| !attacked(part)).copied());
        }
        safe
    }
}

/// Whether some span touches a path of this length within the tolerance. A single distance at the end of the path touches
/// it.
fn touches(spans: &Spans, length: f64, tie: f64) -> bool {
    spans.parts().iter().any(|part| part.from <= length + tie && part.to >= -tie)
}

/// Returns how far a king may go before it passes through a check: to the first attacked interval ahead or, if it stands in
/// check, to the second.
pub(in crate::plane) fn free_length(spans: &Spans, attacks_now: bool, tie: f64) -> f64 {
    let mut ahead = spans.parts().iter().filter(|part| part.to > tie).peekable();
    if attacks_now && ahead.peek().is_some_and(|part| part.from <= tie) {
        ahead.next();
    }
    ahead.next().map_or(f64::INFINITY, |part| part.from.max(0.0))
}
