//! Checks given by a move, direct and discovered. For a way: the distances at which a check begins or ceases. For
//! leaps to any place: the curves. A series that forbids checks needs them, and the search for a mate in one.

use super::blocking;
use super::closings::closings;
use super::first_look::may_take_from;
use super::joints::{crossings_of, cuts_across, joints};
use super::leap_attack::LeapAttack;
use super::moving_attack::{MovingAttack, goes};
use super::shut::Ride;
use super::steady_attack::SteadyAttack;
use super::turning_attack::TurningAttack;
use crate::board::Images;
use crate::geom::tolerance::FIRST_LOOK;
use crate::geom::{Bound, Curve, Extent, Image, Interval, Path, Point, Vec2};
use crate::plane::attack::{Overlap, Survey, Target, Threat, Threats, Window};
use crate::plane::position::{Piece, PieceId, Position};
use crate::plane::rules::{KindId, Lane, Way};
use crate::variant::Takes;

/// A lane of the mover, and the copies of the board near it, each with the target there.
struct LaneSeen<'a> {
    piece: Piece,
    lane: &'a Lane,
    images: Images,
    targets: Vec<Target>,
    /// From the target as given to that on the canonical board.
    reduced: Image,
}

impl<'a> LaneSeen<'a> {
    fn new(
        piece: Piece,
        lane: &'a Lane,
        images: Images,
        (target, reduced): &(Target, Image),
    ) -> LaneSeen<'a> {
        let targets = images.iter().map(|image| target.seen(image)).collect();
        LaneSeen { piece, lane, images, targets, reduced: *reduced }
    }
}

/// One side's attacks on the other king while one of its pieces moves.
pub struct ChecksGiven<'s, 'a> {
    survey: &'s Survey<'a>,
    board: &'a Position,
    mover: PieceId,
    kind: KindId,
    king: Option<PieceId>,
    /// The way of the king and its length, if it may be taken anywhere there.
    way: Option<(Path, f64)>,
    /// The one place of the way, and the lanes, that are looked at, if not all.
    overlap: Option<Overlap>,
    /// Whether no friend attacks the king where it stands, with the mover off the board.
    alone: bool,
}

impl<'s, 'a> ChecksGiven<'s, 'a> {
    /// Looks at a board from the mover's side; where the mover stands on it does not matter. `kind` is the mover's before the
    /// move: a pawn may give check as what it becomes.
    pub fn new(survey: &'s Survey<'a>, mover: PieceId, kind: KindId) -> ChecksGiven<'s, 'a> {
        let board = survey.position;
        ChecksGiven {
            survey,
            board,
            mover,
            kind,
            king: board.king(!survey.side),
            way: None,
            overlap: None,
            alone: false,
        }
    }

    /// The same where it is known that with the mover off the board no friend attacks the king.
    pub fn alone(self, alone: bool) -> ChecksGiven<'s, 'a> {
        ChecksGiven { alone, ..self }
    }

    /// The same with the king anywhere on the first `length` of a path from where it stands.
    pub fn on_way(self, path: Path, length: f64) -> ChecksGiven<'s, 'a> {
        ChecksGiven { way: Some((path, length)), ..self }
    }

    /// The same with the king at one place of its way, for the lanes that attack it there.
    pub fn on(&self, overlap: &Overlap) -> ChecksGiven<'s, 'a> {
        ChecksGiven { overlap: Some(*overlap), ..*self }
    }

    /// Whether a lane is looked at.
    fn looks_at(&self, by: PieceId, lane: usize) -> bool {
        self.overlap.is_none_or(|overlap| overlap.by == by && overlap.lanes.contains(&lane))
    }

    /// The distances at which a check may begin or cease.
    pub fn cuts(&self, path: &Path, part: Interval) -> Vec<f64> {
        let Some(king) = self.king else { return Vec::new() };
        let (rules, target) = (self.board.rules(), self.target(king));
        let window = Window::beside(&rules.board, path, part.to, rules.reach);
        let trace = path.trace();
        let crossings = |curve: Curve| trace.crossings(&curve, part.from, part.to);
        let mut cuts: Vec<f64> =
            self.curves_of_centre(&target, &window, part.to).into_iter().flat_map(crossings).collect();
        let middle = (path.at(part.from.midpoint(part.to)), goes(path, part));
        let turns = |lane: &Lane| {
            !matches!(path, Path::Line { .. }) || matches!(lane.way, Way::Arc(_) | Way::Turn(_))
        };
        let reduced = target.canonical(&rules.board);
        let lanes = self.attacks(path.start().heading);
        let lanes = lanes.filter(|(piece, lane)| self.may_check(king, path, part, piece, lane));
        let lanes = lanes.map(|(piece, lane)| {
            LaneSeen::new(piece, lane, self.images(&piece, lane, middle, turns(lane)), &reduced)
        });
        let lanes: Vec<LaneSeen<'_>> = lanes.collect();
        let attacks: Vec<MovingAttack<'_>> =
            lanes.iter().flat_map(|lane| self.attacks_of(lane, king)).collect();
        for &attack in &attacks {
            cuts.extend(match (path, attack.lane.way) {
                (_, Way::Area) => LeapAttack::new(attack).cuts(path, part),
                (Path::Line { start, dir }, Way::Straight)
                    if attack.starts_near_target(path, part).next().is_none() =>
                {
                    SteadyAttack::new(attack).cuts(start.at, *dir, part)
                }
                (_, Way::Straight | Way::Arc(_) | Way::Turn(_)) => {
                    TurningAttack::new(attack).cuts(path, part)
                }
            });
        }
        let one_of_lane = lanes.iter().filter_map(|lane| self.attacks_of(lane, king).next());
        cuts.extend(one_of_lane.flat_map(|attack| closings(&attack, path, part)));
        cuts.extend(self.cuts_of_joints(&attacks, path, part));
        let elongated: Vec<&Extent> = self.bodies().filter(|body| body.as_disc().is_none()).collect();
        if !elongated.is_empty() {
            let threats = self.threats_of_others();
            for threat in self.looked_at(&threats) {
                for seen in threat.targets(&target) {
                    for path in threat.views(&window).iter().map(|view| view.inverse().path(*path)) {
                        let cuts_of = |body: &&Extent| blocking::cuts(threat, &seen, &path, part, body);
                        cuts.extend(elongated.iter().flat_map(cuts_of));
                    }
                }
            }
        }
        cuts
    }

    /// The curves of the mover's centre at which a check may begin or cease, for a leap to any place within `reach`.
    pub fn curves(&self, (centre, reach): (Point, f64)) -> Vec<Bound> {
        let Some(king) = self.king else { return Vec::new() };
        let (rules, target) = (self.board.rules(), self.target(king));
        let window = Window::about(&rules.board, centre, reach + rules.reach);
        let of_centre = self.curves_of_centre(&target, &window, reach);
        let mut curves: Vec<Bound> = of_centre.into_iter().map(Bound::from).collect();
        let reduced = target.canonical(&rules.board);
        for (piece, lane) in self.attacks(self.board.piece(self.mover).pose().heading) {
            let images = self.images(&piece, lane, (centre, reach), false);
            for attack in self.attacks_of(&LaneSeen::new(piece, lane, images, &reduced), king) {
                curves.extend(match lane.way {
                    Way::Area => LeapAttack::new(attack).curves(),
                    Way::Straight | Way::Arc(_) | Way::Turn(_) => SteadyAttack::new(attack).curves(),
                });
                let joints = joints(&attack, &attack.limits());
                let moved = |way: Curve| joints.iter().map(move |joint| Bound::from(way.moved(-*joint)));
                curves.extend(attack.target.way.into_iter().flat_map(moved));
            }
        }
        curves
    }

    /// Whether the king where it stands may be taken by a lane from a part of a way. Only where both are straight more is known
    /// here than the attack itself finds out soon.
    fn may_check(&self, king: PieceId, path: &Path, part: Interval, piece: &Piece, lane: &Lane) -> bool {
        let Path::Line { start, dir } = *path else { return true };
        let rules = self.board.rules();
        if lane.way != Way::Straight || self.way.is_some() || rules.board.has_seams() {
            return true;
        }
        let at = self.board.piece(king).at;
        let clear = rules.kind(piece.kind).rule.extent.reach() + FIRST_LOOK + 2.0 * rules.epsilon;
        let others = self.board.ids().filter(|id| *id != self.mover && *id != king);
        let others = others.map(|id| self.board.piece(id).at);
        may_take_from(path, part, piece, lane, at, clear)
            && !Ride::of(self.board, piece, lane)
                .is_some_and(|ride| ride.is_shut_along((start.at, dir), part, at, others))
    }

    fn target(&self, king: PieceId) -> Target {
        match (self.way, self.overlap) {
            (Some((path, _)), Some(overlap)) => Target::at(path.at(overlap.at)),
            (Some((path, length)), None) => Target::on_way(&path, length),
            (None, _) => Target::at(self.board.piece(king).at),
        }
    }

    /// The copies of the board near an attack whose piece goes so far about a place.
    fn images(&self, piece: &Piece, lane: &Lane, (middle, half): (Point, f64), turns: bool) -> Images {
        let rules = self.board.rules();
        let board = &rules.board;
        if !board.has_seams() {
            return Images::from_slice(&[Image::IDENTITY]);
        }
        let half_way = self.way.map_or(0.0, |(_, length)| 0.5 * length);
        let clear = half + half_way + 2.0 * rules.reach + rules.min_capture + rules.epsilon;
        let range = lane.range.min(board.longest());
        match lane.way {
            Way::Straight if !turns => {
                board.images_near(&Piece { at: middle, ..*piece }.path_along(lane), range, clear)
            }
            Way::Straight | Way::Arc(_) | Way::Area => board.images_about(middle, range + clear),
            Way::Turn(_) => board.images_about(middle, clear),
        }
    }

    /// The attacks of a lane on what is seen on the copies of the board.
    fn attacks_of<'t>(
        &'t self,
        seen: &'t LaneSeen<'a>,
        king: PieceId,
    ) -> impl Iterator<Item = MovingAttack<'t>> {
        let LaneSeen { piece, lane, images, targets, reduced } = seen;
        let seen = images.iter().zip(targets);
        seen.map(move |(image, target)| MovingAttack {
            board: self.board,
            mover: self.mover,
            piece: *piece,
            lane,
            king,
            target,
            image: reduced.then(image),
            images,
        })
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

    /// The lanes by which it takes, each with the mover as what has it: as each kind that it may be, facing this way.
    fn attacks(&self, heading: Vec2) -> impl Iterator<Item = (Piece, &'a Lane)> + '_ {
        let (board, mover) = (self.board, self.mover);
        let (rules, before) = (board.rules(), board.piece(mover));
        let degrees = heading.y.atan2(heading.x).to_degrees();
        self.kinds().flat_map(move |id| {
            let kind = rules.kind(id);
            let heading = kind.rule.has_heading().then_some(degrees);
            let piece = Piece { kind: id, heading, moved: true, ..*before };
            let lanes = kind.lanes(before.color()).iter().enumerate();
            let lanes = lanes.filter(move |(i, lane)| lane.takes != Takes::Never && self.looks_at(mover, *i));
            lanes.map(move |(_, lane)| (piece, lane))
        })
    }

    /// The distances at which an attack begins to overlap itself on the king's way.
    fn cuts_of_joints(&self, attacks: &[MovingAttack<'_>], path: &Path, part: Interval) -> Vec<f64> {
        let Some(way) = self.way.filter(|_| self.overlap.is_none()) else { return Vec::new() };
        let mut cuts = cuts_across(path, part, attacks, way);
        for attack in attacks {
            let joints = joints(attack, &attack.limits_near_target(path, part));
            let crossed = |way| joints.iter().flat_map(move |q| crossings_of(*q, attack, path, part, way));
            cuts.extend(attack.target.way.into_iter().flat_map(crossed));
        }
        cuts
    }

    /// The curves of the mover's centre at which it promotes within `length`, or in a window blocks a friend's attack.
    fn curves_of_centre(&self, target: &Target, window: &Window, length: f64) -> Vec<Curve> {
        let rules = self.board.rules();
        let mut curves = Vec::new();
        if rules.kind(self.kind).rule.pawn {
            let before = Piece { kind: self.kind, ..*self.board.piece(self.mover) };
            let path = Path::Line { start: before.pose(), dir: Vec2::X };
            curves.extend(self.board.pawn(&before).iter().flat_map(|pawn| pawn.curves(&path, length)));
        }
        let mut radii: Vec<f64> = self.bodies().filter_map(Extent::as_disc).collect();
        radii.dedup();
        let threats = self.threats_of_others();
        for threat in self.looked_at(&threats) {
            let seen = threat.targets(target);
            let blocking = seen.iter().flat_map(|target| blocking::curves(threat, target, &radii));
            curves.extend(threat.seen_in(window, blocking.collect()));
        }
        curves
    }

    /// Those of some threats that are looked at.
    fn looked_at<'t>(&'t self, threats: &'t Threats<'_, 'a>) -> impl Iterator<Item = &'t Threat<'a>> {
        threats.iter().filter(|threat| self.looks_at(threat.attacker, threat.lane()))
    }

    /// The attacks of its friends on the king, the mover off the board.
    fn threats_of_others(&self) -> Threats<'_, 'a> {
        let theirs = self.survey.opposite();
        match self.way {
            None if self.alone => Threats::default(),
            None => theirs.live_threats(self.mover, &[self.mover]),
            Some((path, length)) => {
                let window = Window::along(&self.board.rules().board, &path, length);
                theirs.threats_near(length, &window, &[self.mover])
            }
        }
    }
}
