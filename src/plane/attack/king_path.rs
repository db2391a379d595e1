//! The path of a king: the places that the king may pass, and those at which it may end (`docs/rules/continuous.md` 5.1).

use super::forms::{Attack, taken_along};
use super::survey::Survey;
use crate::geom::{Interval, Path, Spans};
use crate::plane::position::PieceId;
use crate::plane::rules::{Gait, Lane, Rules};
use crate::variant::KingPath;
use std::borrow::Cow;

impl Survey<'_> {
    /// Whether the king may go a distance along a lane without passing through a check.
    pub(in crate::plane) fn king_may_pass(&self, lane: &Lane, d: f64, captures: &[PieceId]) -> bool {
        let Some(king) = self.king.map(|id| self.position.piece(id)) else { return true };
        let walk = KingPathWalk::new(self, king.path_along(lane), d, lane.gait);
        walk.passable_part(Interval::point(d), captures).is_some()
    }
}

/// The distances of a king's path at which one enemy piece attacks the king.
struct AttackedSpans {
    attacker: PieceId,
    spans: Spans,
    /// The distance up to which the king passes through no check of this piece, apart from a check in which it starts.
    free: f64,
}

/// One lane of a king, with the distances at which each enemy attacks it.
pub struct KingPathWalk<'s, 'a> {
    survey: &'s Survey<'a>,
    path: Path,
    length: f64,
    gait: Gait,
    /// The attacks that may take the king on the path.
    attacks: Cow<'s, [Attack<'a>]>,
    attacked: Vec<AttackedSpans>,
}

impl<'s, 'a> KingPathWalk<'s, 'a> {
    /// Computes the attacks on the king along `path` up to `length`, in the path's measure.
    pub fn new(survey: &'s Survey<'a>, path: Path, length: f64, gait: Gait) -> KingPathWalk<'s, 'a> {
        let attacks = survey.attacks_near_path(&path, length, &[]);
        let (whole, rules) = (Interval::closed(0.0, length), survey.position.rules());
        let mut attacked = Vec::new();
        for group in attacks.chunk_by(|a, b| a.attacker() == b.attacker()) {
            let spans = taken_along(group, rules, &path, length, whole);
            if touches(&spans, length, rules.epsilon) {
                let starts_in_check = group.iter().any(|attack| attack.takes(path.at(0.0)));
                let free = free_length(&spans, starts_in_check, rules.epsilon);
                attacked.push(AttackedSpans { attacker: group[0].attacker(), spans, free });
            }
        }
        KingPathWalk { survey, path, length, gait, attacks, attacked }
    }

    /// Returns the part of a stretch to which the king may go without passing through a check. A leap passes through no check.
    pub fn passable_part(&self, part: Interval, captures: &[PieceId]) -> Option<Interval> {
        let rules = self.survey.position.rules();
        let mut free = f64::INFINITY;
        if self.gait == Gait::Ride && rules.king_path != KingPath::End {
            let is_strict = rules.king_path == KingPath::Strict;
            for attacked in self.attacked.iter().filter(|a| is_strict || !captures.contains(&a.attacker)) {
                free = free.min(attacked.free);
            }
        }
        let passable = Interval { from: f64::NEG_INFINITY, to: free, open_from: true, open_to: false };
        Spans::from(part).intersection(&passable.into(), rules.epsilon).parts().first().copied()
    }

    /// Returns the part of a stretch to which the king may go: the king passes through no check and does not end in check.
    pub fn safe(&self, part: Interval, captures: &[PieceId]) -> Spans {
        // A single distance is always tested, because the span of an attack that grazes the king may end just beside that distance.
        if self.attacked.is_empty() && captures.is_empty() && !part.is_point() {
            return part.into();
        }
        let Some(passable) = self.passable_part(part, captures) else { return Spans::none() };
        // Captured pieces do not block lanes, so the end of the move is tested on the board without them.
        let attacks = if captures.is_empty() {
            Cow::Borrowed(&*self.attacks)
        } else {
            self.survey.attacks_near_path(&self.path, self.length, captures)
        };
        let is_attacked = |d: f64| attacks.iter().any(|attack| attack.takes(self.path.at(d)));
        if part.is_point() {
            return if is_attacked(part.from) { Spans::none() } else { passable.into() };
        }
        let (rules, uses_closed_forms) = (self.survey.position.rules(), self.survey.uses_closed_forms());
        let mut safe = Spans::from(passable);
        if uses_closed_forms && captures.is_empty() {
            for attacked in &self.attacked {
                safe = safe.difference(&attacked.spans, rules.epsilon);
            }
        } else {
            let taken = taken_along(&attacks, rules, &self.path, self.length, passable);
            safe = safe.difference(&taken, rules.epsilon);
        }
        if uses_closed_forms { without_grazes(safe, rules, is_attacked) } else { safe }
    }
}

/// Returns safe distances without parts that are safe only by rounding.
///
/// Where the king touches the round end of a lane's attack, the tolerance extends to the square root of 2 r epsilon on either
/// side. The middle decides about a part shorter than that stretch.
fn without_grazes(safe: Spans, rules: &Rules, is_attacked: impl Fn(f64) -> bool) -> Spans {
    let grazed = (2.0 * rules.radius * rules.epsilon).sqrt();
    let is_left_out =
        |part: &Interval| part.to - part.from < 2.0 * grazed && is_attacked(part.from.midpoint(part.to));
    if safe.parts().iter().any(is_left_out) {
        return Spans::from_sorted(safe.parts().iter().filter(|part| !is_left_out(part)).copied());
    }
    safe
}

/// Whether some span comes within the tolerance of a path of this length.
fn touches(spans: &Spans, length: f64, tie: f64) -> bool {
    spans.parts().iter().any(|part| part.from <= length + tie && part.to >= -tie)
}

/// Returns the distance that a king may go before it passes through a check: to the first attacked interval ahead or, if the king
/// starts in check, to the second.
fn free_length(spans: &Spans, starts_in_check: bool, tie: f64) -> f64 {
    let mut ahead = spans.parts().iter().filter(|part| part.to > tie).peekable();
    if starts_in_check {
        ahead.next_if(|part| part.from <= tie);
    }
    ahead.next().map_or(f64::INFINITY, |part| part.from.max(0.0))
}
