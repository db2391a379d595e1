//! Checks given by a move, direct and discovered. For a way: the distances at which a check begins or ceases. For
//! leaps to any place: the curves. A series that forbids checks needs them, and the search for a mate in one.

use super::blocking;
use super::joints::joints;
use super::leap_attack::LeapAttack;
use super::moving_attack::MovingAttack;
use super::steady_attack::SteadyAttack;
use super::turning_attack::TurningAttack;
use crate::board::Images;
use crate::geom::{Bound, Curve, Extent, Image, Interval, Path, Point, Vec2};
use crate::plane::attack::{Survey, Target, Threat, Threats, Window};
use crate::plane::position::{Piece, PieceId, Position};
use crate::plane::rules::{KindId, Lane, Way};
use crate::variant::Takes;

/// One side's attacks on the other king while one of its pieces moves.
pub struct ChecksGiven<'s, 'a> {
    survey: &'s Survey<'a>,
    board: &'a Position,
    mover: PieceId,
    kind: KindId,
    king: Option<PieceId>,
    /// The way of the king and its length, if it may be taken anywhere there.
    way: Option<(Path, f64)>,
}

impl<'s, 'a> ChecksGiven<'s, 'a> {
    /// Looks at a board from the mover's side; where the mover stands on it does not matter. `kind` is the mover's before the
    /// move: a pawn may give check as what it becomes.
    pub fn new(survey: &'s Survey<'a>, mover: PieceId, kind: KindId) -> ChecksGiven<'s, 'a> {
        let board = survey.position;
        ChecksGiven { survey, board, mover, kind, king: board.king(!survey.side), way: None }
    }

    /// The same with the king anywhere on the first `length` of a path from where it stands.
    pub fn on_way(self, path: Path, length: f64) -> ChecksGiven<'s, 'a> {
        ChecksGiven { way: Some((path, length)), ..self }
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
        let goes = if matches!(path, Path::Turn { .. }) { 0.0 } else { 0.5 * (part.to - part.from) };
        let middle = (path.at(part.from.midpoint(part.to)), goes);
        for (piece, lane) in self.attacks(path.start().heading) {
            let turns = !matches!(path, Path::Line { .. }) || matches!(lane.way, Way::Arc(_) | Way::Turn(_));
            let images = self.images(&piece, lane, middle, turns);
            for target in images.iter().map(|image| target.seen(image)) {
                let attack = self.attack(&piece, lane, king, &target, &images);
                cuts.extend(match (path, lane.way) {
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
        }
        cuts.extend(self.cuts_of_joints(&target, path, part));
        let elongated: Vec<&Extent> = self.bodies().filter(|body| body.as_disc().is_none()).collect();
        if !elongated.is_empty() {
            let threats = self.threats_of_others();
            for threat in threats.iter() {
                for seen in threat.targets(&self.target_of(threat, &threats, &target)) {
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
        let of_joints = self.curves_of_joints(&target);
        let mut curves: Vec<Bound> = of_centre.into_iter().chain(of_joints).map(Bound::from).collect();
        for (piece, lane) in self.attacks(self.board.piece(self.mover).pose().heading) {
            let images = self.images(&piece, lane, (centre, reach), false);
            for target in images.iter().map(|image| target.seen(image)) {
                let attack = self.attack(&piece, lane, king, &target, &images);
                curves.extend(match lane.way {
                    Way::Area => LeapAttack::new(attack).curves(),
                    Way::Straight | Way::Arc(_) | Way::Turn(_) => SteadyAttack::new(attack).curves(),
                });
            }
        }
        curves
    }

    fn target(&self, king: PieceId) -> Target {
        match self.way {
            Some((path, length)) => Target::on_way(&path, length),
            None => Target::at(self.board.piece(king).at),
        }
    }

    /// The copies of the board near an attack whose piece goes so far about a place. Where the attack turns on a board with seams
    /// it is followed once round the board: a longer one comes to a hundred copies and more.
    fn images(&self, piece: &Piece, lane: &Lane, (middle, half): (Point, f64), turns: bool) -> Images {
        let board = &self.board.rules().board;
        if !board.has_seams() {
            return Images::from_slice(&[Image::IDENTITY]);
        }
        let half_way = self.way.map_or(0.0, |(_, length)| 0.5 * length);
        let clear = half + half_way + 2.0 * self.board.rules().reach + self.board.rules().epsilon;
        match lane.way {
            Way::Straight if !turns => {
                let path = Piece { at: middle, ..*piece }.path_along(lane);
                board.images_near(&path, lane.range.min(board.longest()), clear)
            }
            Way::Straight | Way::Arc(_) => {
                board.images_about(middle, lane.range.min(board.shortest_round()) + clear)
            }
            Way::Area => board.images_about(middle, lane.range + clear),
            Way::Turn(_) => board.images_about(middle, clear),
        }
    }

    fn attack<'t>(
        &'t self,
        piece: &Piece,
        lane: &'t Lane,
        king: PieceId,
        target: &'t Target,
        images: &'t [Image],
    ) -> MovingAttack<'t> {
        MovingAttack { board: self.board, mover: self.mover, piece: *piece, lane, king, target, images }
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

    /// The mover as each kind that it may be, facing this way, and the lanes by which it takes.
    fn forms(&self, heading: Vec2) -> impl Iterator<Item = (Piece, Vec<&'a Lane>)> + '_ {
        let (board, mover) = (self.board, self.mover);
        let (rules, before) = (board.rules(), board.piece(mover));
        let degrees = heading.y.atan2(heading.x).to_degrees();
        self.kinds().map(move |id| {
            let kind = rules.kind(id);
            let heading = kind.rule.has_heading().then_some(degrees);
            let lanes = kind.lanes(before.color()).iter().filter(|lane| lane.takes != Takes::Never);
            (Piece { kind: id, heading, moved: true, ..*before }, lanes.collect())
        })
    }

    /// Its lanes that take, each with the mover as what has it.
    fn attacks(&self, heading: Vec2) -> impl Iterator<Item = (Piece, &'a Lane)> + '_ {
        self.forms(heading).flat_map(|(piece, lanes)| lanes.into_iter().map(move |lane| (piece, lane)))
    }

    /// The distances at which the king's way leads where two lanes of the mover begin to overlap.
    fn cuts_of_joints(&self, target: &Target, path: &Path, part: Interval) -> Vec<f64> {
        let (Some(way), start) = (target.way, path.start()) else { return Vec::new() };
        let mut cuts = Vec::new();
        for (piece, lanes) in self.forms(start.heading) {
            for joint in joints(self.board, &Piece { at: start.at, ..piece }, &lanes) {
                let (trace, way) = match piece.heading {
                    Some(_) => (path.trace_of_part(start.local(start.at + joint)), way),
                    None => (path.trace(), way.moved(-joint)),
                };
                cuts.extend(trace.crossings(&way, part.from, part.to));
            }
        }
        cuts
    }

    /// The same for a leap to any place, from which the mover faces as before.
    fn curves_of_joints(&self, target: &Target) -> Vec<Curve> {
        let Some(way) = target.way else { return Vec::new() };
        let forms = self.forms(self.board.piece(self.mover).pose().heading);
        let joints = forms.flat_map(|(piece, lanes)| joints(self.board, &piece, &lanes));
        joints.map(|joint| way.moved(-joint)).collect()
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
        for threat in threats.iter() {
            let seen = threat.targets(&self.target_of(threat, &threats, target));
            let blocking = seen.iter().flat_map(|target| blocking::curves(threat, target, &radii));
            curves.extend(threat.seen_in(window, blocking.collect()));
        }
        curves
    }

    /// The target of a threat. On a way the places matter as well at which another threat of the same piece begins or ends.
    fn target_of(&self, threat: &Threat<'_>, all: &Threats<'_, '_>, target: &Target) -> Target {
        let mut target = target.clone();
        let others = || all.iter().filter(|t| t.attacker == threat.attacker && !std::ptr::eq(*t, threat));
        if let Some(way) = target.way {
            let tie = self.board.rules().epsilon;
            let met = others().flat_map(Threat::target_curves).flat_map(|curve| way.meet(&curve, tie));
            let met: Vec<Point> = met.filter(|k| target.comes_near(*k, 2.0 * tie)).collect();
            target.places.extend(met);
        }
        target
    }

    /// The attacks of its friends on the king, the mover off the board.
    fn threats_of_others(&self) -> Threats<'_, 'a> {
        let theirs = self.survey.opposite();
        match self.way {
            None => theirs.live_threats(self.mover, &[self.mover]),
            Some((path, length)) => {
                let window = Window::along(&self.board.rules().board, &path, length);
                theirs.threats_near(length, &window, &[self.mover])
            }
        }
    }
}
