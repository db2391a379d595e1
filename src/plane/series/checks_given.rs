//! Checks given by a move, direct and discovered. For a way: the distances at which a check begins or ceases. For
//! leaps to any place: the curves. A series that forbids checks needs them.

use super::blocking;
use super::leap_attack::LeapAttack;
use super::moving_attack::MovingAttack;
use super::steady_attack::SteadyAttack;
use super::turning_attack::TurningAttack;
use crate::geom::{Bound, Curve, Extent, Interval, Path, Vec2};
use crate::plane::attack::{Survey, Threats};
use crate::plane::position::{Piece, PieceId, Position};
use crate::plane::rules::{KindId, Way};
use crate::variant::Takes;

/// One side's attacks on the other king while one of its pieces moves.
pub struct ChecksGiven<'s, 'a> {
    survey: &'s Survey<'a>,
    board: &'a Position,
    mover: PieceId,
    kind: KindId,
    king: Option<PieceId>,
}

impl<'s, 'a> ChecksGiven<'s, 'a> {
    /// Looks at a board from the mover's side; where the mover stands on it does not matter. `kind` is the mover's before the
    /// move: a pawn may give check as what it becomes.
    pub fn new(survey: &'s Survey<'a>, mover: PieceId, kind: KindId) -> ChecksGiven<'s, 'a> {
        let board = survey.position;
        ChecksGiven { survey, board, mover, kind, king: board.king(!survey.side) }
    }

    /// The distances at which a check may begin or cease.
    pub fn cuts(&self, path: &Path, part: Interval) -> Vec<f64> {
        let Some(king) = self.king else { return Vec::new() };
        let trace = path.trace();
        let crossings = |curve: Curve| trace.crossings(&curve, part.from, part.to);
        let mut cuts: Vec<f64> = self.curves_of_centre(king).into_iter().flat_map(crossings).collect();
        for attack in self.attacks(path.start().heading, king) {
            cuts.extend(match (path, attack.lane.way) {
                (_, Way::Area) => LeapAttack::new(attack).cuts(path, part),
                (Path::Line { start, dir }, Way::Straight) => {
                    SteadyAttack::new(attack).cuts(start.at, *dir, part)
                }
                (Path::Line { .. }, Way::Arc(_) | Way::Turn(_))
                | (Path::Arc { .. } | Path::Turn { .. }, Way::Straight | Way::Arc(_) | Way::Turn(_)) => {
                    TurningAttack::new(attack).cuts(path, part)
                }
            });
        }
        let elongated: Vec<&Extent> = self.bodies().filter(|body| body.as_disc().is_none()).collect();
        if !elongated.is_empty() {
            let at = self.board.piece(king).at;
            for threat in self.threats_of_others().iter() {
                cuts.extend(elongated.iter().flat_map(|body| blocking::cuts(threat, at, path, part, body)));
            }
        }
        cuts
    }

    /// The curves of the mover's centre at which a check may begin or cease, for a leap to any place.
    pub fn curves(&self) -> Vec<Bound> {
        let Some(king) = self.king else { return Vec::new() };
        let mut curves: Vec<Bound> = self.curves_of_centre(king).into_iter().map(Bound::from).collect();
        let attacks = self.attacks(self.board.piece(self.mover).pose().heading, king);
        curves.extend(attacks.flat_map(|attack| match attack.lane.way {
            Way::Area => LeapAttack::new(attack).curves(),
            Way::Straight | Way::Arc(_) | Way::Turn(_) => SteadyAttack::new(attack).curves(),
        }));
        curves
    }

    /// The kinds that the mover may be after its move: its own, and for a pawn all promotions.
    fn kinds(&self) -> impl Iterator<Item = KindId> + '_ {
        let rules = self.board.rules();
        let is_pawn = rules.kind(self.kind).rule.pawn;
        rules.promotions().filter(move |_| is_pawn).chain([self.kind])
    }

    fn bodies(&self) -> impl Iterator<Item = &'a Extent> + '_ {
        self.kinds().map(|kind| &self.board.rules().kind(kind).rule.extent)
    }

    /// The mover's own attacks on the king when it faces this way.
    fn attacks(&self, heading: Vec2, target: PieceId) -> impl Iterator<Item = MovingAttack<'a>> + '_ {
        let (board, mover) = (self.board, self.mover);
        let (rules, before) = (board.rules(), board.piece(mover));
        let degrees = heading.y.atan2(heading.x).to_degrees();
        self.kinds().flat_map(move |id| {
            let kind = rules.kind(id);
            let heading = kind.rule.has_heading().then_some(degrees);
            let piece = Piece { kind: id, heading, moved: true, ..*before };
            let lanes = kind.lanes(before.color()).iter();
            let taking = lanes.filter(|lane| lane.takes != Takes::Never);
            taking.map(move |lane| MovingAttack { board, mover, piece, lane, target })
        })
    }

    /// The curves of the mover's centre at which it promotes, or blocks a friend's attack.
    fn curves_of_centre(&self, king: PieceId) -> Vec<Curve> {
        let (rules, at) = (self.board.rules(), self.board.piece(king).at);
        let mut curves = Vec::new();
        if rules.kind(self.kind).rule.pawn {
            let before = Piece { kind: self.kind, ..*self.board.piece(self.mover) };
            let path = Path::Line { start: before.pose(), dir: Vec2::X };
            curves.extend(self.board.pawn(&before).iter().flat_map(|pawn| pawn.curves(&path, 0.0)));
        }
        let mut radii: Vec<f64> = self.bodies().filter_map(Extent::as_disc).collect();
        radii.dedup();
        curves.extend(self.threats_of_others().iter().flat_map(|t| blocking::curves(t, at, &radii)));
        curves
    }

    /// The attacks of its friends on the king, the mover off the board.
    fn threats_of_others(&self) -> Threats<'_, 'a> {
        self.survey.opposite().live_threats(self.mover, &[self.mover])
    }
}
