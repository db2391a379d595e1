//! The path of a king: the places that the king may pass, and those at which it may end (`docs/rules/continuous.md` 5.1).

use super::lane_attack::LaneAttack;
use super::survey::Survey;
use super::threat::Threat;
use super::threats::{Threats, parts_where};
use super::window::AttackWindow;
use crate::budget::work;
use crate::geom::{Interval, Path, Point, Ray, Spans};
use crate::plane::position::PieceId;
use crate::plane::rules::{Gait, Lane};
use crate::variant::KingPath;
use std::rc::Rc;

impl Survey<'_> {
    /// Whether the king may go a distance along a lane without passing through a check.
    pub(in crate::plane) fn king_may_pass(&self, lane: &Lane, d: f64, captures: &[PieceId]) -> bool {
        let Some(king) = self.king.map(|id| self.position.piece(id)) else { return true };
        let walk = KingPathWalk::new(self, king.path_along(lane), d, lane.gait);
        !walk.passed(Interval::point(d), captures).is_empty()
    }
}

/// The distances of a king's path at which one enemy piece attacks the king.
struct AttackedSpans {
    attacker: PieceId,
    spans: Spans,
    /// The distance up to which the king passes through no check of this piece, apart from a check in which it starts.
    free: f64,
}

/// The attacks on a king's path.
enum PathAttacks<'a> {
    /// Attacks of equal discs on a straight path, in closed form.
    Discs(Ray),
    /// Threats of pieces of any kind that come into the window of the path.
    Any { window: AttackWindow, threats: Threats<'a> },
}

/// One lane of a king, with the distances at which each enemy attacks it.
pub struct KingPathWalk<'s, 'a> {
    survey: &'s Survey<'a>,
    path: Path,
    length: f64,
    gait: Gait,
    attacks: PathAttacks<'a>,
    attacked: Vec<AttackedSpans>,
}

impl<'s, 'a> KingPathWalk<'s, 'a> {
    /// Computes the attacks on the king along `path` up to `length`, in the path's measure.
    pub fn new(survey: &'s Survey<'a>, path: Path, length: f64, gait: Gait) -> KingPathWalk<'s, 'a> {
        if let (true, Path::Line { start, dir }) = (survey.uses_closed_forms(), path) {
            let ray = Ray::new(start.at, dir);
            let attacked = attacked_by_discs(survey, &ray, length);
            return KingPathWalk { survey, path, length, gait, attacks: PathAttacks::Discs(ray), attacked };
        }
        let window = AttackWindow::along(&survey.position.rules().board, &path, length);
        let threats = survey.threats_near(length, &window, &[]);
        let attacked = match gait {
            Gait::Ride => attacked_by_any(survey, &threats, &window, &path, length),
            Gait::Leap => Vec::new(),
        };
        let attacks = PathAttacks::Any { window, threats };
        KingPathWalk { survey, path, length, gait, attacks, attacked }
    }

    /// Returns the part of a stretch to which the king may go without passing through a check. A leap passes no place.
    pub fn passed(&self, part: Interval, captures: &[PieceId]) -> Spans {
        let rules = self.survey.position.rules();
        let mut free = f64::INFINITY;
        if self.gait == Gait::Ride && rules.king_path != KingPath::End {
            let is_strict = rules.king_path == KingPath::Strict;
            for attacked in self.attacked.iter().filter(|a| is_strict || !captures.contains(&a.attacker)) {
                free = free.min(attacked.free);
            }
        }
        let passed = Interval { from: f64::NEG_INFINITY, to: free, open_from: true, open_to: false };
        Spans::from(part).intersection(&passed.into(), rules.epsilon)
    }

    /// Returns the part of a stretch to which the king may go: the king passes through no check and does not end in check.
    pub fn safe(&self, part: Interval, captures: &[PieceId]) -> Spans {
        match &self.attacks {
            PathAttacks::Discs(ray) => self.safe_from_discs(ray, part, captures),
            PathAttacks::Any { window, threats } if captures.is_empty() => {
                self.safe_from_any(window, threats, part, captures)
            }
            PathAttacks::Any { window, .. } => {
                let threats = self.survey.threats_near(self.length, window, captures);
                self.safe_from_any(window, &threats, part, captures)
            }
        }
    }

    fn safe_from_any(
        &self,
        window: &AttackWindow,
        threats: &[Rc<Threat<'_>>],
        part: Interval,
        captures: &[PieceId],
    ) -> Spans {
        let epsilon = self.survey.position.rules().epsilon;
        let is_safe = |place: Point| !threats.iter().any(|t| t.takes(place, None));
        let mut safe = Vec::new();
        for &part in self.passed(part, captures).parts() {
            let curves = threats.iter().flat_map(|t| t.target_curves_in(window));
            safe.extend_from_slice(parts_where(&self.path, part, curves, epsilon, is_safe).parts());
        }
        Spans::from_sorted(safe)
    }

    fn safe_from_discs(&self, ray: &Ray, part: Interval, captures: &[PieceId]) -> Spans {
        let epsilon = self.survey.position.rules().epsilon;
        // A single distance is always tested, because the span of an attack that grazes the king may end just beside that distance.
        if self.attacked.is_empty() && captures.is_empty() && !part.is_point() {
            return part.into();
        }
        let safe = self.passed(part, captures);
        if safe.is_empty() {
            return safe;
        }
        // Captured pieces do not block lanes, so the end of the move is tested on the board without them.
        let attacks_after_capture;
        let attacks: &[LaneAttack<'_>] = if captures.is_empty() {
            self.survey.attacks_near_king()
        } else {
            attacks_after_capture = self.survey.attacks_near_king_without(captures);
            &attacks_after_capture
        };
        let is_attacked = |d: f64| attacks.iter().any(|attack| attack.covers(ray.at(d)));
        if part.is_point() {
            return if is_attacked(part.from) { Spans::none() } else { safe };
        }
        let safe = if captures.is_empty() {
            self.attacked.iter().fold(safe, |safe, attacked| safe.difference(&attacked.spans, epsilon))
        } else {
            let covered = |attack: &LaneAttack<'_>| attack.covered_along(ray, part.to);
            attacks.iter().fold(safe, |safe, attack| safe.difference(&covered(attack), epsilon))
        };
        // Where the king touches the round end of a lane's attack, the tolerance extends to the square root of 2 r epsilon on
        // either side. The middle decides about a part shorter than that stretch.
        let grazed = (2.0 * self.survey.position.rules().radius * epsilon).sqrt();
        let is_left_out =
            |part: &Interval| part.to - part.from < 2.0 * grazed && is_attacked(part.from.midpoint(part.to));
        if safe.parts().iter().any(is_left_out) {
            return Spans::from_sorted(safe.parts().iter().filter(|part| !is_left_out(part)).copied());
        }
        safe
    }
}

/// Returns, for each enemy among equal discs, the distances of a ray up to `length` at which it attacks the king.
fn attacked_by_discs(survey: &Survey<'_>, ray: &Ray, length: f64) -> Vec<AttackedSpans> {
    let tie = survey.position.rules().epsilon;
    let mut attacked: Vec<AttackedSpans> = Vec::new();
    for attack in survey.attacks_near_king() {
        let spans = attack.covered_along(ray, length);
        if !touches(&spans, length, tie) {
            continue;
        }
        match attacked.last_mut() {
            Some(last) if last.attacker == attack.attacker() => {
                work(last.spans.parts().len());
                last.spans = last.spans.union(&spans, tie);
            }
            _ => attacked.push(AttackedSpans { attacker: attack.attacker(), spans, free: 0.0 }),
        }
    }
    for AttackedSpans { attacker, spans, free } in &mut attacked {
        let mut attacks = survey.attacks_near_king().iter();
        let starts_in_check = attacks.any(|a| a.attacker() == *attacker && a.covers(ray.origin));
        *free = free_length(spans, starts_in_check, tie);
    }
    attacked
}

/// Returns, for each attacker of these threats, the distances of a path up to `length` at which it attacks the king.
fn attacked_by_any(
    survey: &Survey<'_>,
    threats: &[Rc<Threat<'_>>],
    window: &AttackWindow,
    path: &Path,
    length: f64,
) -> Vec<AttackedSpans> {
    let tie = survey.position.rules().epsilon;
    let mut attacked = Vec::new();
    for group in threats.chunk_by(|a, b| a.attacker == b.attacker) {
        let takes = |place: Point| group.iter().any(|t| t.takes(place, None));
        let curves = group.iter().flat_map(|t| t.target_curves_in(window));
        let spans = parts_where(path, Interval::closed(0.0, length), curves, tie, takes);
        let free = free_length(&spans, takes(path.at(0.0)), tie);
        attacked.push(AttackedSpans { attacker: group[0].attacker, spans, free });
    }
    attacked
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
