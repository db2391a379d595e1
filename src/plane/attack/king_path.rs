//! The path of a royal piece among pieces of any kind: where it may pass and end (`docs/rules/continuous.md` 5.1).

use super::disc_king_path::{DiscKingPath, free_length};
use super::survey::Survey;
use super::threat::Threat;
use super::threats::{Threats, safe_parts};
use super::window::AttackWindow;
use crate::geom::{Interval, Path, Point, Ray, Spans};
use crate::plane::lanes::LaneStretch;
use crate::plane::position::PieceId;
use crate::plane::rules::{Gait, Lane};
use crate::variant::KingPath;
use smallvec::SmallVec;

impl Survey<'_> {
    /// Whether the king may go a distance along a lane without passing through a check.
    pub(in crate::plane) fn king_may_pass(&self, lane: &Lane, d: f64, captures: &[PieceId]) -> bool {
        let Some(king) = self.king.map(|id| self.position.piece(id)) else { return true };
        let rides = lane.gait == Gait::Ride;
        if self.is_closed() {
            let walk = DiscKingPath::new(self, Ray::new(king.at, lane.dir), d, rides);
            let end = LaneStretch { part: Interval::point(d), captures: captures.iter().copied().collect() };
            return !walk.passed(&end).is_empty();
        }
        self.royal_may_pass(king.path_along(lane), d, rides, captures)
    }

    /// Whether a royal piece of any kind may go a distance along a path without passing through a check.
    fn royal_may_pass(&self, path: Path, d: f64, rides: bool, captures: &[PieceId]) -> bool {
        !KingPathWalk::new(self, path, d, rides).passed(Interval::point(d), captures).is_empty()
    }
}

/// How far along its path a royal piece may go before it passes through an attack of one enemy piece.
struct AttackedSpans {
    by: PieceId,
    free: f64,
}

/// One lane of a royal piece, with the distances at which each enemy attacks it.
pub struct KingPathWalk<'s, 'a> {
    survey: &'s Survey<'a>,
    path: Path,
    length: f64,
    window: AttackWindow,
    near: Threats<'s, 'a>,
    attacked: Vec<AttackedSpans>,
    rides: bool,
}

impl<'s, 'a> KingPathWalk<'s, 'a> {
    /// Computes the attacks on the piece along `path` up to `length`; a piece that leaps passes no place.
    pub fn new(survey: &'s Survey<'a>, path: Path, length: f64, rides: bool) -> KingPathWalk<'s, 'a> {
        let tie = survey.position.rules().epsilon;
        let window = AttackWindow::along(&survey.position.rules().board, &path, length);
        let near = survey.threats_near(length, &window, &[]);
        let mut attacked = Vec::new();
        if rides {
            let all: Vec<&Threat<'_>> = near.iter().collect();
            for group in all.chunk_by(|a, b| a.attacker == b.attacker) {
                let takes = |m: Point| group.iter().any(|t| t.takes(m, None));
                let curves = group.iter().flat_map(|t| t.target_curves_in(&window));
                let parts = safe_parts(&path, Interval::closed(0.0, length), curves, tie, takes);
                let now = takes(path.at(0.0));
                let free = free_length(&parts, now, tie);
                attacked.push(AttackedSpans { by: group[0].attacker, free });
            }
        }
        KingPathWalk { survey, path, length, window, near, attacked, rides }
    }

    /// Returns the part of a stretch to which the piece may go without passing through a check.
    pub fn passed(&self, part: Interval, captures: &[PieceId]) -> Spans {
        let rules = self.survey.position.rules();
        let counts = |by: PieceId| rules.king_path == KingPath::Strict || !captures.contains(&by);
        let paths = self.rides && rules.king_path != KingPath::End;
        let free = self.attacked.iter().filter(|a| paths && counts(a.by)).map(|a| a.free);
        let free = free.fold(f64::INFINITY, f64::min);
        let passed = Interval { from: f64::NEG_INFINITY, to: free, open_from: true, open_to: false };
        Spans::from(part).intersection(&passed.into(), rules.epsilon)
    }

    /// Returns the part of a stretch to which the piece may go: it passes through no check and does not end in one.
    pub fn safe(&self, part: Interval, captures: &[PieceId]) -> Spans {
        let rules = self.survey.position.rules();
        let passed = self.passed(part, captures);
        let left;
        let threats: &Threats<'_, '_> = if captures.is_empty() {
            &self.near
        } else {
            left = self.survey.threats_near(self.length, &self.window, captures);
            &left
        };
        let is_safe = |m: Point| !threats.iter().any(|t| t.takes(m, None));
        let mut safe: SmallVec<[Interval; 2]> = SmallVec::new();
        for &part in passed.parts() {
            let curves = threats.iter().flat_map(|t| t.target_curves_in(&self.window));
            safe.extend_from_slice(safe_parts(&self.path, part, curves, rules.epsilon, is_safe).parts());
        }
        Spans::from_sorted(safe)
    }
}
