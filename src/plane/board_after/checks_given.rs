//! Checks given by a move, direct and discovered, on a board without seams: the distances along a path at which one begins or
//! ceases, and the curves for leaps to any place. An Italian series forbids checks before its last move. All its pieces are
//! discs that go straight or leap: positions with others are refused when they are read.

use super::first_look::may_take_from;
use super::moving_attack::MovingAttack;
use super::shut::Ride;
use super::steady_attack::SteadyAttack;
use super::{blocking, leap_attack};
use crate::geom::tolerance::FIRST_LOOK;
use crate::geom::{Curve, Interval, Path, Point, Vec2};
use crate::plane::attack::{Survey, Threats};
use crate::plane::position::{Piece, PieceId, PlanePosition};
use crate::plane::rules::{KindId, Lane, LaneShape};
use crate::variant::Takes;

/// One side's attacks on the other king while one of its pieces moves.
pub struct ChecksGiven<'s, 'a> {
    survey: &'s Survey<'a>,
    board: &'a PlanePosition,
    mover: PieceId,
    kind: KindId,
    king: Option<(PieceId, Point)>,
    /// Whether no friend attacks the king while the mover is off the board.
    only_mover_checks: bool,
}

impl<'s, 'a> ChecksGiven<'s, 'a> {
    /// Prepares the checks that a mover may give, wherever it stands. `kind` is its kind before the move: a pawn may give check
    /// as what it becomes.
    pub fn new(survey: &'s Survey<'a>, mover: PieceId, kind: KindId) -> ChecksGiven<'s, 'a> {
        let board = survey.position;
        let king = board.king(!survey.side).map(|id| (id, board.piece(id).at));
        ChecksGiven { survey, board, mover, kind, king, only_mover_checks: false }
    }

    /// Sets whether no friend attacks the king while the mover is off the board.
    pub fn with_only_mover(self, only_mover_checks: bool) -> ChecksGiven<'s, 'a> {
        ChecksGiven { only_mover_checks, ..self }
    }

    /// Returns the distances of a path at which a check may begin or cease. The path is straight.
    pub fn cuts(&self, path: &Path, part: Interval) -> Vec<f64> {
        let (Some((_, king_at)), Path::Line { start, dir }) = (self.king, path) else { return Vec::new() };
        let trace = path.trace();
        let crossings = |curve: &Curve| trace.crossings(curve, part.from, part.to);
        let mut cuts: Vec<f64> = self.curves_of_centre(king_at, part.to).iter().flat_map(crossings).collect();
        for attack in self.attacks() {
            if attack.lane.shape == LaneShape::Area {
                cuts.extend(leap_attack::curves(&attack).iter().flat_map(crossings));
            } else if self.may_check(path, part, &attack) {
                cuts.extend(SteadyAttack::new(attack).cuts(start.at, *dir, part));
            }
        }
        cuts
    }

    /// Returns the curves of the mover's centre at which a check may begin or cease, for leaps to any place within `reach`.
    pub fn curves(&self, reach: f64) -> Vec<Curve> {
        let Some((_, king_at)) = self.king else { return Vec::new() };
        let mut curves = self.curves_of_centre(king_at, reach);
        for attack in self.attacks() {
            curves.extend(if attack.lane.shape == LaneShape::Area {
                leap_attack::curves(&attack)
            } else {
                SteadyAttack::new(attack).curves()
            });
        }
        curves
    }

    /// Whether a straight attack from a part of a straight path may take the king: a conservative filter.
    fn may_check(&self, path: &Path, part: Interval, attack: &MovingAttack<'_>) -> bool {
        let Path::Line { start, dir } = *path else { return true };
        let (piece, lane, at) = (&attack.piece, attack.lane, attack.king_at);
        let clear = attack.extent().reach() + FIRST_LOOK + 2.0 * self.board.rules().epsilon;
        let others = self.board.ids().filter(|id| *id != self.mover && *id != attack.king);
        let others = others.map(|id| self.board.piece(id).at);
        may_take_from(path, part, piece, lane, at, clear)
            && !Ride::of(self.board, piece, lane)
                .is_some_and(|ride| ride.is_shut_along((start.at, dir), part, at, others))
    }

    /// Yields the kinds that the mover may have after its move: its own, and for a pawn all promotions.
    fn kinds(&self) -> impl Iterator<Item = KindId> + '_ {
        let rules = self.board.rules();
        let is_pawn = rules.kind(self.kind).rule.pawn;
        rules.promotions().filter(move |_| is_pawn).chain([self.kind])
    }

    /// Yields the mover's attacks: each capturing lane of each kind that it may have.
    fn attacks(&self) -> impl Iterator<Item = MovingAttack<'a>> + '_ {
        let (board, mover) = (self.board, self.mover);
        let (rules, before) = (board.rules(), board.piece(mover));
        let of_kind = move |id: KindId, (king, king_at)| {
            let piece = Piece { kind: id, moved: true, ..*before };
            let lanes = rules.kind(id).lanes(before.color()).iter();
            let taking = lanes.filter(|lane: &&Lane| lane.takes != Takes::Never);
            taking.map(move |lane| MovingAttack { board, mover, piece, lane, king, king_at })
        };
        self.king.into_iter().flat_map(move |king| self.kinds().flat_map(move |id| of_kind(id, king)))
    }

    /// Returns the curves of the mover's centre at which it promotes within `length`, or blocks a friend's attack.
    fn curves_of_centre(&self, king_at: Point, length: f64) -> Vec<Curve> {
        let rules = self.board.rules();
        let mut curves = Vec::new();
        if rules.kind(self.kind).rule.pawn {
            let before = Piece { kind: self.kind, ..*self.board.piece(self.mover) };
            let path = Path::Line { start: before.pose(), dir: Vec2::X };
            curves.extend(self.board.pawn(&before).iter().flat_map(|pawn| pawn.curves(&path, length)));
        }
        let mut radii: Vec<f64> = self.kinds().map(|kind| rules.kind(kind).rule.extent.reach()).collect();
        radii.dedup();
        let threats = self.threats_of_others();
        curves.extend(threats.iter().flat_map(|threat| blocking::curves(threat, king_at, &radii)));
        curves
    }

    /// Returns the attacks of the mover's friends on the king, with the mover off the board.
    fn threats_of_others(&self) -> Threats<'_, 'a> {
        if self.only_mover_checks {
            return Threats::default();
        }
        self.survey.opposite().live_threats(self.mover, &[self.mover])
    }
}
