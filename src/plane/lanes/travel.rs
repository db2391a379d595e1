//! Any lane of any piece: one distance decided straight from the rules, and every distance at which the
//! answer can change (spec, sections 2 to 4, 8 and 10).
//!
//! This is the general way, for extents of all shapes and sizes, arcs and turns. Where all pieces are
//! equal discs on straight lanes, `reach` and `coverage` give the same sets in closed form and faster.

use crate::geom::{Curve, Extent, Interval, Path, Point, Spans, Vec2, contact_along, decide, overlaps_along};
use crate::notation::Reason;
use crate::plane::position::{Few, Piece, PieceId, Position};
use crate::plane::rules::{Gait, Lane, Rules, Way};
use crate::variant::Takes;
use smallvec::SmallVec;

/// Which rule a distance breaks, with what the message tells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Refusal {
    /// The rule.
    pub reason: Reason,
    /// The limit, or the contact distance of what is in the way.
    pub limit: f64,
    /// What is in the way.
    pub by: Option<PieceId>,
}

impl Refusal {
    fn limit(reason: Reason, limit: f64) -> Refusal {
        Refusal { reason, limit, by: None }
    }
}

/// What a move of one distance comes to, the safety of the own king apart.
#[derive(Debug, Clone, PartialEq)]
pub struct Stop {
    /// Where it really ends: the contact, when the distance means it.
    pub distance: f64,
    /// What it takes, in order of id.
    pub captures: Few,
}

/// What a course comes into contact with.
#[derive(Debug, Clone, Copy)]
pub struct Met {
    /// Who is met.
    pub piece: PieceId,
    /// Whether an enemy of the mover.
    pub enemy: bool,
    /// The contact distance.
    pub at: f64,
    /// How near to it counts as equal, in the path's own measure.
    pub tie: f64,
}

/// One lane of one piece among the others.
pub struct Travel<'a> {
    position: &'a Position,
    rules: &'a Rules,
    mover: &'a Piece,
    lane: &'a Lane,
    extent: &'a Extent,
    path: Path,
    limit: f64,
    /// In order of distance.
    met: SmallVec<[Met; 8]>,
    /// Enemies overlapped before the move began.
    overlapped_at_start: Few,
    /// Those near enough that the mover may end in an overlap with them.
    near: Few,
}

impl<'a> Travel<'a> {
    /// Prepares a lane of a piece, the pieces for which `skip` holds off the board.
    pub fn new(
        position: &'a Position,
        mover: PieceId,
        lane: &'a Lane,
        skip: impl Fn(PieceId) -> bool,
    ) -> Travel<'a> {
        let piece = position.piece(mover);
        let path = piece.path_along(lane);
        Travel::on(position, mover, lane, path, skip)
    }

    /// The same on a path of one's own, such as one bearing of a leap to any place.
    pub fn on(
        position: &'a Position,
        mover: PieceId,
        lane: &'a Lane,
        path: Path,
        skip: impl Fn(PieceId) -> bool,
    ) -> Travel<'a> {
        let rules = position.rules();
        let piece = position.piece(mover);
        let extent = position.extent(mover);
        let limit = limit(rules, piece, lane, &path);
        let mut course = Travel {
            position,
            rules,
            mover: piece,
            lane,
            extent,
            path,
            limit,
            met: SmallVec::new(),
            overlapped_at_start: Few::new(),
            near: Few::new(),
        };
        for id in position.ids().filter(|&id| id != mover && !skip(id)) {
            course.look_at(id);
        }
        course.met.sort_unstable_by(|a, b| a.at.total_cmp(&b.at).then(a.piece.cmp(&b.piece)));
        course
    }

    fn look_at(&mut self, id: PieceId) {
        let other = self.position.piece(id);
        let enemy = other.color() != self.mover.color();
        let (start, epsilon) = (self.path.start(), self.rules.epsilon);
        let theirs = if enemy { 0.0 } else { self.position.extent(id).reach() };
        let clear = self.extent.reach().max(theirs) + epsilon;
        if let Path::Line { dir, .. } = self.path {
            let v = other.at - start.at;
            let along = dir.dot(v);
            if dir.perp_dot(v).abs() > clear || along < -clear || along > self.limit + clear {
                return;
            }
        } else if other.at.distance(start.at) > self.limit.min(2.0 * self.radius_of_path()) + clear {
            return;
        }
        self.near.push(id);
        if enemy && self.extent.overlaps(&start, other.at, epsilon) {
            self.overlapped_at_start.push(id);
        } else if self.lane.gait == Gait::Ride
            && let Some(at) = contact_along(&self.path, self.extent, other.at, epsilon)
        {
            self.met.push(Met { piece: id, enemy, at, tie: self.tie(other.at) });
        }
    }

    fn radius_of_path(&self) -> f64 {
        self.path.rotation().map_or(f64::INFINITY, |(pivot, _)| pivot.distance(self.path.start().at))
    }

    /// The rules' tolerance in the measure of the path: for a turn that of the arc which `q` describes.
    pub fn tie(&self, q: Point) -> f64 {
        match self.path {
            Path::Line { .. } | Path::Arc { .. } => self.rules.epsilon,
            Path::Turn { start, .. } => {
                (self.rules.epsilon / q.distance(start.at).max(self.rules.epsilon)).to_degrees()
            }
        }
    }

    /// The path of the mover.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What moves on it.
    pub fn extent(&self) -> &'a Extent {
        self.extent
    }

    /// The greatest distance, whatever stands in the way.
    pub fn limit(&self) -> f64 {
        self.limit
    }

    /// The rules' tolerance.
    pub fn epsilon(&self) -> f64 {
        self.rules.epsilon
    }

    /// Whether the mover at `d` is over a piece.
    pub fn overlaps_at(&self, d: f64, id: PieceId) -> bool {
        self.overlaps(&self.path.pose(d), id)
    }

    /// The lane.
    pub fn lane(&self) -> &'a Lane {
        self.lane
    }

    /// What it comes into contact with, nearest first.
    pub fn met(&self) -> &[Met] {
        &self.met
    }

    /// The least distance of a quiet move and of a capture.
    pub fn least(&self) -> (f64, f64) {
        match self.lane.way {
            Way::Turn(_) => (self.rules.min_turn, self.rules.min_turn),
            Way::Straight | Way::Arc(_) | Way::Area => (self.rules.min_move, self.rules.min_capture),
        }
    }

    /// Decides one distance.
    ///
    /// # Errors
    /// The first rule it breaks, the safety of the own king apart.
    pub fn stop(&self, d: f64) -> Result<Stop, Refusal> {
        self.judge_limits(d)?;
        let (distance, mut captures) = match self.lane.gait {
            Gait::Ride if self.lane.step > 0.0 => (d, self.ride_by_step(d)?),
            Gait::Ride => self.ride(d)?,
            Gait::Leap => (d, Few::new()),
        };
        if self.lane.takes != Takes::Never {
            captures.extend(self.overlapped_at(distance));
            captures.sort_unstable();
            captures.dedup();
        }
        if let Some(by) = self.friend_in_the_way(distance) {
            return Err(Refusal { reason: Reason::Friend, limit: distance, by: Some(by) });
        }
        if self.lane.gait == Gait::Leap && self.lane.takes == Takes::Never {
            let pose = self.path.pose(distance);
            let over = |id: &&PieceId| self.overlaps(&pose, **id);
            if let Some(&by) = self.near.iter().find(over) {
                return Err(Refusal { reason: Reason::Blocked, limit: distance, by: Some(by) });
            }
        }
        if captures.is_empty() && self.lane.takes == Takes::Must {
            return Err(Refusal::limit(Reason::MustCapture, distance));
        }
        let (quiet, taking) = self.least();
        let least = if captures.is_empty() { quiet } else { taking };
        if distance < least - self.rules.epsilon {
            let turns = matches!(self.lane.way, Way::Turn(_));
            return Err(Refusal::limit(if turns { Reason::MinTurn } else { Reason::MinMove }, least));
        }
        Ok(Stop { distance, captures })
    }

    fn judge_limits(&self, d: f64) -> Result<(), Refusal> {
        let epsilon = self.rules.epsilon;
        if d <= self.limit + epsilon {
            if self.lane.step > 0.0 {
                let k = (d / self.lane.step).round();
                if k < 1.0 || (d - k * self.lane.step).abs() > epsilon {
                    return Err(Refusal::limit(Reason::Step, self.lane.step));
                }
            }
            return Ok(());
        }
        if let Way::Turn(_) = self.lane.way {
            return Err(Refusal::limit(Reason::MinTurn, self.limit));
        }
        let range = range(self.rules, self.mover, self.lane, &self.path);
        let edge = self.rules.board.room(&self.path).whole();
        let broken = [(Reason::Range, range), (Reason::Edge, edge)];
        let found = broken.into_iter().find(|(_, limit)| d > limit + epsilon);
        let (reason, limit) = found.unwrap_or((Reason::Zeno, self.limit));
        Err(Refusal::limit(reason, limit))
    }

    /// The distance at which a ride is stopped for good, and whether by a capture.
    fn stopped(&self) -> Option<(f64, f64, bool)> {
        let first = self.met.first()?;
        let captures = self.lane.takes != Takes::Never;
        let taken = self.met.iter().find(|m| captures && m.enemy && same(m, first));
        Some(taken.map_or((first.at, first.tie, false), |m| (m.at, m.tie, true)))
    }

    fn ride(&self, d: f64) -> Result<(f64, Few), Refusal> {
        let (Some((stop, tie, takes)), Some(first)) = (self.stopped(), self.met.first()) else {
            return Ok((d, Few::new()));
        };
        if d > stop + tie {
            return Err(Refusal { reason: Reason::Blocked, limit: first.at, by: Some(first.piece) });
        }
        if takes && d >= stop - tie {
            let taken = self.met.iter().filter(|m| m.enemy && same(m, first));
            return Ok((stop, taken.map(|m| m.piece).collect()));
        }
        Ok((d, Few::new()))
    }

    fn ride_by_step(&self, d: f64) -> Result<Few, Refusal> {
        let (epsilon, pose) = (self.rules.epsilon, self.path.pose(d));
        let takes = self.lane.takes != Takes::Never;
        let mut captures = Few::new();
        for m in &self.met {
            let passed = m.at < d - epsilon;
            if passed {
                let along = m.at > d - self.lane.step + epsilon && self.overlaps(&pose, m.piece);
                if !(takes && m.enemy && along) {
                    return Err(Refusal { reason: Reason::Blocked, limit: m.at, by: Some(m.piece) });
                }
            }
            if takes && m.enemy && (passed || (m.at - d).abs() <= epsilon) {
                captures.push(m.piece);
            }
        }
        Ok(captures)
    }

    fn overlaps(&self, pose: &crate::geom::Pose, id: PieceId) -> bool {
        self.extent.overlaps(pose, self.position.piece(id).at, self.rules.epsilon)
    }

    /// Enemies that a stop at `d` overlaps without a contact: all for a leap, for a ride those that
    /// it overlapped before it began.
    fn overlapped_at(&self, d: f64) -> Few {
        let pose = self.path.pose(d);
        let enemy = |id: &PieceId| self.position.piece(*id).color() != self.mover.color();
        let among = if self.lane.gait == Gait::Leap { &self.near } else { &self.overlapped_at_start };
        among.iter().copied().filter(|id| enemy(id) && self.overlaps(&pose, *id)).collect()
    }

    /// A friend that overlaps the mover where it stops, or is overlapped by it.
    pub fn friend_in_the_way(&self, d: f64) -> Option<PieceId> {
        let pose = self.path.pose(d);
        self.near.iter().copied().find(|&id| {
            let other = self.position.piece(id);
            other.color() == self.mover.color()
                && (self.overlaps(&pose, id)
                    || self.position.extent(id).overlaps(&other.pose(), pose.at, self.rules.epsilon))
        })
    }

    /// The distances at which a friend forbids the stop.
    pub fn holes(&self) -> Spans {
        let epsilon = self.rules.epsilon;
        let friends = self.near.iter().filter(|id| self.position.piece(**id).color() == self.mover.color());
        friends.fold(Spans::none(), |holes, &id| {
            let other = self.position.piece(id);
            let ours = overlaps_along(&self.path, self.extent, other.at, epsilon);
            let theirs = self.under(id);
            holes.union(&ours, epsilon).union(&theirs, epsilon)
        })
    }

    /// Where the mover's centre is inside another piece.
    fn under(&self, id: PieceId) -> Spans {
        let (other, extent) = (self.position.piece(id), self.position.extent(id));
        let ends = extent.outline_at(&other.pose());
        let cuts = ends.iter().flat_map(|curve| self.path.trace().crossings(curve, 0.0, self.limit));
        let over = |d: f64| extent.overlaps(&other.pose(), self.path.at(d), self.rules.epsilon);
        let part = Interval::closed(0.0, self.limit.max(0.0));
        let found = decide(part, cuts, self.rules.epsilon, |d| over(d).then_some(()));
        Spans::from_sorted(found.into_iter().map(|f| f.0))
    }

    /// The multiples of the step within the limit.
    pub fn steps(&self) -> impl Iterator<Item = f64> + use<> {
        let (step, limit) = (self.lane.step, self.limit + self.rules.epsilon);
        (1u32..).map(move |k| f64::from(k) * step).take_while(move |&d| d <= limit)
    }

    /// Whether the mover promotes at `d`.
    pub fn promotes(&self, d: f64) -> bool {
        self.rules.kind(self.mover.kind).rule.pawn
            && self.rules.promotes_at(self.mover.color(), self.path.at(d))
    }

    /// Every distance at which the answer of [`Travel::stop`] may change.
    fn critical(&self) -> SmallVec<[f64; 16]> {
        let (quiet, taking) = self.least();
        let mut out: SmallVec<[f64; 16]> = SmallVec::from_slice(&[quiet, taking]);
        let among = if self.lane.gait == Gait::Leap { &self.near } else { &self.overlapped_at_start };
        for &id in among {
            let at = self.position.piece(id).at;
            let overlap = overlaps_along(&self.path, self.extent, at, self.rules.epsilon);
            out.extend(overlap.parts().iter().flat_map(|p| [p.from, p.to]));
        }
        out.extend(self.holes().parts().iter().flat_map(|p| [p.from, p.to]));
        if self.rules.kind(self.mover.kind).rule.pawn {
            let line = Point::new(0.0, self.rules.promotion_line(self.mover.color()));
            let line = Curve::Line { through: line, dir: Vec2::X };
            out.extend(self.path.trace().crossings(&line, 0.0, self.limit));
        }
        out
    }

    /// Where the piece may go, the safety of its own king apart: distances with their captures and
    /// whether they promote.
    pub fn stretches(&self) -> Vec<(Interval, (Few, bool))> {
        let epsilon = self.rules.epsilon;
        let key = |d: f64| self.stop(d).ok().map(|stop| (stop.captures, self.promotes(d)));
        if self.lane.step > 0.0 {
            let farthest = self.met.first().map_or(f64::INFINITY, |m| m.at + self.lane.step + epsilon);
            let stops = self.steps().take_while(|&d| d <= farthest);
            return stops.filter_map(|d| Some((Interval::point(d), key(d)?))).collect();
        }
        let (quiet, taking) = self.least();
        let end = match self.stopped() {
            Some((stop, tie, _)) if stop <= self.limit + tie => stop,
            _ => self.limit,
        };
        let low = quiet.min(taking);
        if end < low - epsilon {
            return Vec::new();
        }
        decide(Interval::closed(low.min(end), end), self.critical(), epsilon, key).into_vec()
    }
}

/// Whether a contact counts as equal to the least one.
fn same(m: &Met, first: &Met) -> bool {
    m.at <= first.at + m.tie
}

/// The greatest distance by the kind itself. Once round an arc ends short of its start by the least distance.
fn range(rules: &Rules, piece: &Piece, lane: &Lane, path: &Path) -> f64 {
    let own = if piece.moved { lane.range } else { lane.first_range };
    own.min(path.period() - rules.min_move)
}

/// The greatest distance, whatever stands in the way.
fn limit(rules: &Rules, piece: &Piece, lane: &Lane, path: &Path) -> f64 {
    match lane.way {
        Way::Turn(_) => 360.0 - rules.min_turn,
        Way::Straight | Way::Arc(_) | Way::Area => {
            range(rules, piece, lane, path).min(rules.board.room(path).whole() * rules.edge_share)
        }
    }
}
