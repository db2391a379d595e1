//! The threats to a king by pieces of any kind.

use super::survey::Survey;
use super::threat::{Threat, lane_may_reach};
use super::window::AttackWindow;
use crate::geom::{Curve, Interval, Path, Point, Pose, Ray, Spans, Vec2, spans_where};
use crate::plane::position::{PieceId, PieceIds, PieceLane};
use std::rc::Rc;

/// Threats in order of attacker and lane. Most are shared with the survey, because a threat is expensive to compute and few
/// depend on the pieces that have left the board.
pub(in crate::plane) type Threats<'a> = Vec<Rc<Threat<'a>>>;

/// A threat to the king, computed with the king off the board.
pub(super) struct KingThreat<'a> {
    threat: Rc<Threat<'a>>,
    /// Whether the threat takes the king where it stands.
    takes_king: bool,
}

impl<'a> Survey<'a> {
    /// Returns the enemy lanes that would take the king on an otherwise empty board, and perhaps others.
    fn king_lanes(&self) -> &[PieceLane] {
        self.king_lanes.get_or_init(|| {
            let Some(king) = self.king else { return Vec::new() };
            if self.uses_closed_forms() {
                return self.lines().iter().map(|line| line.lane).collect();
            }
            let at = self.position.piece(king).at;
            let takes_king = |lane: &PieceLane| {
                lane_may_reach(self.position, *lane, at, 0.0)
                    && Threat::new(self.position, *lane, |_| true).is_some_and(|t| t.takes(at, None))
            };
            self.enemy_lanes().filter(takes_king).collect()
        })
    }

    /// Returns the threats of the lanes in [`Survey::king_lanes`], with the king off the board.
    fn king_threats(&self) -> &[KingThreat<'a>] {
        self.king_threats.get_or_init(|| {
            let Some(king) = self.king else { return Vec::new() };
            let at = self.position.piece(king).at;
            let king_threat = |lane: &PieceLane| {
                let threat = Threat::new(self.position, *lane, |id| id == king)?;
                Some(KingThreat { takes_king: threat.takes(at, None), threat: Rc::new(threat) })
            };
            self.king_lanes().iter().filter_map(king_threat).collect()
        })
    }

    /// Returns the threats that may take something within the king's range, with the king off the board.
    fn threats_near_king(&self) -> &Threats<'a> {
        self.threats_near_king.get_or_init(|| {
            let Some(king) = self.king else { return Vec::new() };
            let (at, range) = (self.position.piece(king).at, self.king_range(king));
            let near = self.enemy_lanes().filter(|lane| lane_may_reach(self.position, *lane, at, range));
            near.filter_map(|lane| Threat::new(self.position, lane, |id| id == king)).map(Rc::new).collect()
        })
    }

    /// Whether no enemy takes the king where it stands with `mover` and `captured` off the board.
    pub(in crate::plane) fn is_king_safe_without(&self, mover: PieceId, captured: &[PieceId]) -> bool {
        if self.uses_closed_forms() {
            return self.attacks_on_king(Some(mover), captured).next().is_none();
        }
        self.live_threats(mover, captured).is_empty()
    }

    /// Returns the place of the king if some enemy lane could reach it on an empty board.
    pub(in crate::plane) fn reachable_king(&self) -> Option<Point> {
        let king = self.king.filter(|_| !self.king_lanes().is_empty())?;
        Some(self.position.piece(king).at)
    }

    /// Yields all lanes of the other side, in order of attacker and lane.
    pub(super) fn enemy_lanes(&self) -> impl Iterator<Item = PieceLane> + '_ {
        self.position.side(!self.side).flat_map(|id| self.position.lanes_of(id))
    }

    /// Returns the threats that take the king where it stands with `mover` and `captured` off the board.
    pub(in crate::plane) fn live_threats(&self, mover: PieceId, captured: &[PieceId]) -> Threats<'a> {
        let mut out = Threats::new();
        let Some(king) = self.king else { return out };
        // Most often there are none, which closed forms find sooner.
        if self.uses_closed_forms() && self.is_king_safe_without(mover, captured) {
            return out;
        }
        let at = self.position.piece(king).at;
        for KingThreat { threat, takes_king } in self.king_threats() {
            if captured.contains(&threat.attacker) {
                continue;
            }
            if captured.iter().chain([&mover]).any(|id| threat.depends_on(*id)) {
                let is_gone = |id: PieceId| id == king || id == mover || captured.contains(&id);
                out.extend(threat.again(is_gone).filter(|t| t.takes(at, None)).map(Rc::new));
            } else if *takes_king {
                out.push(threat.clone());
            }
        }
        out
    }

    /// Returns the enemy pieces that attack the king, in order of id.
    pub(in crate::plane) fn general_checkers(&self) -> PieceIds {
        let Some(king) = self.king else { return PieceIds::new() };
        let mut found: PieceIds = self.live_threats(king, &[]).iter().map(|t| t.attacker).collect();
        found.dedup();
        found
    }

    /// Returns the part of a stretch after which the mover's own king, which does not move, is not in check.
    pub(in crate::plane) fn general_safe(
        &self,
        mover: PieceId,
        path: &Path,
        part: Interval,
        captures: &[PieceId],
    ) -> Spans {
        let Some(king) = self.reachable_king() else {
            return part.into();
        };
        let live = self.live_threats(mover, captures);
        if live.is_empty() {
            return part.into();
        }
        let window = AttackWindow::along(&self.position.rules().board, path, part.to);
        let curves = live.iter().flat_map(|t| t.block_curves_in(&window, king));
        let is_safe = |place: Point| !live.iter().any(|threat| threat.takes(king, Some(place)));
        parts_where(path, part, curves, self.position.rules().epsilon, is_safe)
    }

    /// Returns the threats that may take something on a path of the king, with king and `captured` off the board. The path lies
    /// in the window, and within `length` of the king.
    pub(in crate::plane) fn threats_near(
        &self,
        length: f64,
        window: &AttackWindow,
        captured: &[PieceId],
    ) -> Threats<'a> {
        let Some(king) = self.king else { return Threats::new() };
        let at = self.position.piece(king).at;
        let has_seams = self.position.rules().board.has_seams();
        let is_near = |t: &Threat<'_>| if has_seams { t.comes_to(window) } else { t.may_reach(at, length) };
        let mut out = Threats::new();
        for threat in self.threats_near_king().iter().filter(|threat| !captured.contains(&threat.attacker)) {
            if captured.iter().any(|id| threat.depends_on(*id)) {
                let is_gone = |id: PieceId| id == king || captured.contains(&id);
                out.extend(threat.again(is_gone).filter(is_near).map(Rc::new));
            } else if is_near(threat) {
                out.push(threat.clone());
            }
        }
        out
    }
}

impl Threat<'_> {
    /// Returns the distances on a ray, up to `length`, at which the threat takes a target.
    pub fn taken_along(&self, ray: &Ray, length: f64) -> Spans {
        let path = Path::Line { start: Pose { at: ray.origin, heading: Vec2::X }, dir: ray.dir };
        let rules = self.travel.position.rules();
        let window = AttackWindow::along(&rules.board, &path, length);
        let curves = self.target_curves_in(&window).into_iter();
        let takes = |place: Point| self.takes(place, None);
        parts_where(&path, Interval::closed(0.0, length), curves, rules.epsilon, takes)
    }
}

/// Returns the distances of a part of a path at whose places `holds` is true. The answer of `holds` changes only where the path
/// crosses one of the curves.
pub(super) fn parts_where(
    path: &Path,
    part: Interval,
    curves: impl Iterator<Item = Curve>,
    tie: f64,
    holds: impl Fn(Point) -> bool,
) -> Spans {
    let trace = path.trace();
    let cuts = curves.flat_map(|curve| trace.crossings(&curve, part.from, part.to));
    spans_where(part, cuts, tie, |d| holds(path.at(d)))
}
