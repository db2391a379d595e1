//! The lanes of any kind that bear on a king.

use super::survey::Survey;
use super::threat::Threat;
use super::window::Window;
use crate::geom::{self, Curve, Interval, Path, Point};
use crate::plane::position::{Few, LaneOf, PieceId};

impl<'a> Survey<'a> {
    /// The enemy lanes that would take the king if nothing else stood on the board.
    pub(in crate::plane) fn candidates(&self) -> &[LaneOf] {
        self.candidates.get_or_init(|| {
            let Some(king) = self.king else { return Vec::new() };
            let at = self.position.piece(king).at;
            self.enemy_lanes()
                .filter(|&(id, lane)| {
                    Threat::new(self.position, id, lane, |_| true).is_some_and(|t| t.takes(at, None))
                })
                .collect()
        })
    }

    pub(super) fn enemy_lanes(&self) -> impl Iterator<Item = LaneOf> + '_ {
        self.position.side(!self.side).flat_map(|id| {
            let piece = self.position.piece(id);
            let lanes = self.position.rules().kind(piece.kind).lanes(piece.color()).len();
            (0..lanes).map(move |lane| (id, lane))
        })
    }

    /// The threats that take the king where it stands with the `mover` and the `captured` off the board.
    pub(in crate::plane) fn live_threats(&self, mover: PieceId, captured: &[PieceId]) -> Vec<Threat<'a>> {
        let Some(king) = self.king else { return Vec::new() };
        let at = self.position.piece(king).at;
        let gone = |id: PieceId| id == king || id == mover || captured.contains(&id);
        let standing = self.candidates().iter().filter(|(id, _)| !captured.contains(id));
        standing
            .filter_map(|&(id, lane)| Threat::new(self.position, id, lane, gone))
            .filter(|t| t.takes(at, None))
            .collect()
    }

    /// The curves at which the mover, wherever it stands, opens or shuts a line to the king.
    pub(in crate::plane) fn curves_of_shields(&self, mover: PieceId, window: &Window) -> Vec<Curve> {
        let Some(king) = self.king else { return Vec::new() };
        let at = self.position.piece(king).at;
        self.live_threats(mover, &[]).iter().flat_map(|t| t.block_curves_in(window, at)).collect()
    }

    /// The curves at which a king that goes no farther than `length` walks into a check or out of it.
    pub(in crate::plane) fn curves_near(&self, length: f64, window: &Window) -> Vec<Curve> {
        let threats = self.threats_near(length, window, &[]);
        threats.iter().flat_map(|t| t.target_curves_in(window)).collect()
    }

    /// The enemy pieces that attack the king, in order of id.
    pub(in crate::plane) fn general_checkers(&self) -> Few {
        let Some(king) = self.king else { return Few::new() };
        let mut found: Few = self.live_threats(king, &[]).iter().map(|t| t.attacker).collect();
        found.dedup();
        found
    }

    /// The part of a stretch that leaves the own king, which stays where it is, out of check.
    pub(in crate::plane) fn general_safe(
        &self,
        mover: PieceId,
        path: &Path,
        part: Interval,
        captures: &[PieceId],
    ) -> Vec<Interval> {
        let Some(king) = self.king.filter(|_| !self.candidates().is_empty()) else {
            return vec![part];
        };
        let king = self.position.piece(king).at;
        let live = self.live_threats(mover, captures);
        if live.is_empty() {
            return vec![part];
        }
        let window = Window::along(&self.position.rules().board, path, part.to);
        let curves = live.iter().flat_map(|t| t.block_curves_in(&window, king));
        safe_parts(path, part, curves, self.position.rules().epsilon, |m| {
            !live.iter().any(|t| t.takes(king, Some(m)))
        })
    }

    /// Every enemy lane that may take something within `length` of the king, the king and the `captured`
    /// off the board.
    pub(super) fn threats_near(&self, length: f64, window: &Window, captured: &[PieceId]) -> Vec<Threat<'a>> {
        let Some(king) = self.king else { return Vec::new() };
        let at = self.position.piece(king).at;
        let gone = |id: PieceId| id == king || captured.contains(&id);
        // A contact at the very limit of both must not be lost to rounding.
        let has_seams = self.position.rules().board.has_seams();
        let near = |t: &Threat<'_>| {
            if has_seams {
                return t.comes_to(window);
            }
            let apart = self.position.piece(t.attacker).at.distance(at);
            apart <= t.reach() + length + 2.0 * self.position.rules().epsilon
        };
        self.enemy_lanes()
            .filter(|(id, _)| !captured.contains(id))
            .filter_map(|(id, lane)| Threat::new(self.position, id, lane, gone))
            .filter(near)
            .collect()
    }
}

/// The parts of a stretch at whose ends `safe` holds, cut at what the path crosses.
pub(super) fn safe_parts(
    path: &Path,
    part: Interval,
    curves: impl Iterator<Item = Curve>,
    tie: f64,
    safe: impl Fn(Point) -> bool,
) -> Vec<Interval> {
    let trace = path.trace();
    let cuts = curves.flat_map(|curve| trace.crossings(&curve, part.from, part.to));
    let found = geom::decide(part, cuts, tie, |d| safe(path.at(d)).then_some(()));
    found.into_iter().map(|f| f.0).collect()
}
