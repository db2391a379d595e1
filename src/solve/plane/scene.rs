//! A family of positions on one stretch of its parameter, and everywhere on it where a reply may come or go.
//!
//! The other side's lanes start from places that go straight with the parameter or stand. What bounds an attack is made of
//! whole curves: the two flanks of a lane, the line across its start, the circle about its start, and circles about each of
//! its stops. A reply goes along a ray, on which each curve has crossings ([`Crossing`]). `docs/mates.md` has the proof
//! that a reply's legal set comes or goes only where two crossings meet, where a crossing begins or ends, or where a piece enters
//! or leaves a lane, and why these curves are all.

use super::bounds::{Bounds, Sloped};
use super::term::{Crossing, Drift, Term};
use super::zeros::{TooMany, zeros};
use crate::geom::{Path, Vec2};
use crate::plane::{Gait, Lane, PieceId, Position};
use crate::variant::Takes;

/// Crossings this far beyond either end of a reply's lane are still looked at: far above the tolerance.
const BEYOND: f64 = 1e-6;

/// A family of positions on a stretch. Its parameter is counted from the beginning of the stretch.
pub struct Scene<'a> {
    /// One position of the family, well inside the stretch.
    position: &'a Position,
    drifts: Vec<Drift>,
    stretch: Bounds,
    king: Option<PieceId>,
}

/// A lane of the side that has just moved, by which it may take something.
struct Attack<'a> {
    by: PieceId,
    lane: &'a Lane,
    dir: Vec2,
}

/// A place on a lane where its attack may stop, and what it meets there.
struct Stop {
    at: Term,
    met: Option<PieceId>,
}

/// A piece no farther than this from the line of a ray stands on it, rounding apart.
const ON_RAY: f64 = 1e-13;

impl<'a> Scene<'a> {
    /// The scene of a stretch of this length. The position is of the parameter `sampled` on it; `moving` names who moves,
    /// and how fast.
    pub fn new(position: &'a Position, sampled: f64, moving: &[(PieceId, Vec2)], length: f64) -> Scene<'a> {
        let drift = |id: PieceId| {
            let here = position.piece(id).at;
            let by = moving.iter().find(|(moved, _)| *moved == id).map_or(Vec2::ZERO, |(_, by)| *by);
            Drift { at: Vec2::new(here.x, here.y) - by * sampled, by }
        };
        Scene {
            position,
            drifts: position.ids().map(drift).collect(),
            stretch: Bounds::new(0.0, length),
            king: position.king(position.turn()),
        }
    }

    /// Where the king of the side to move may come into check or out of it.
    ///
    /// # Errors
    /// When there are too many such places to tell apart.
    pub fn changes_of_check(&self) -> Result<Vec<f64>, TooMany> {
        self.changes_near(0.0)
    }

    /// Where an attack may change that bears on the king or on where it may go, whatever the reply.
    ///
    /// # Errors
    /// When there are too many such places to tell apart.
    pub fn changes_of_attacks(&self) -> Result<Vec<f64>, TooMany> {
        let range = self.king.map_or(0.0, |king| {
            let ranges = self.position.lanes(king).iter().map(|lane| lane.range.max(lane.first_range));
            ranges.fold(0.0, f64::max).min(self.position.rules().board.diagonal())
        });
        self.changes_near(range)
    }

    /// Where the legal set of one lane of a reply may come or go, changes of the attacks apart.
    ///
    /// # Errors
    /// When there are too many such places to tell apart.
    pub fn changes_of_reply(&self, piece: PieceId, lane: usize) -> Result<Vec<f64>, TooMany> {
        let crossings = self.crossings(piece, lane);
        let mut out = Vec::new();
        for crossing in &crossings {
            if let Some((aside, radius)) = crossing.grazes() {
                for side in [-radius, radius] {
                    let f = |t: Bounds| Some(aside.on(t)? - Sloped::affine([side, 0.0], t));
                    zeros(&f, self.stretch, &mut out)?;
                }
            }
        }
        let known: Vec<Option<Bounds>> =
            crossings.iter().map(|c| c.on(self.stretch).map(|on| on.value)).collect();
        for (i, one) in crossings.iter().enumerate() {
            for (j, other) in crossings.iter().enumerate().skip(i + 1) {
                let apart = match (known[i], known[j]) {
                    (Some(a), Some(b)) => !a.meets(b),
                    (None, _) | (_, None) => true,
                };
                if apart || (one.is_still() && other.is_still()) {
                    continue;
                }
                zeros(&|t| Some(one.on(t)? - other.on(t)?), self.stretch, &mut out)?;
            }
        }
        Ok(out)
    }

    fn drift(&self, id: PieceId) -> &Drift {
        &self.drifts[id.index()]
    }

    fn radius(&self) -> f64 {
        self.position.rules().radius
    }

    fn dir(&self, piece: PieceId, lane: usize) -> Option<Vec2> {
        match self.position.path(piece, lane) {
            Path::Line { dir, .. } => Some(dir),
            Path::Arc { .. } | Path::Turn { .. } => None,
        }
    }

    /// Every lane by which the side that has just moved may take something.
    fn attacks(&self) -> impl Iterator<Item = Attack<'_>> {
        self.position.side(!self.position.turn()).flat_map(move |by| {
            let lanes = self.position.lanes(by).iter().enumerate();
            lanes
                .filter(|(_, lane)| lane.takes != Takes::Never)
                .filter_map(move |(index, lane)| Some(Attack { by, lane, dir: self.dir(by, index)? }))
        })
    }

    /// Whether a lane may pass within `reach` of a piece somewhere on the stretch.
    fn comes_near(&self, attack: &Attack<'_>, piece: PieceId, reach: f64) -> bool {
        let way = self.drift(piece).from(self.drift(attack.by));
        let on = |term: [f64; 2]| Sloped::affine(term, self.stretch).value;
        let (along, aside) = (on(way.along(attack.dir)), on(way.left_of(attack.dir)));
        let reach = reach + self.radius() + BEYOND;
        let range = attack.lane.range.max(attack.lane.first_range);
        aside.meets(Bounds::new(-reach, reach)) && along.meets(Bounds::new(-reach, range + reach))
    }

    /// Where a lane comes into contact with a piece, or leaves it where `sense` is 1.
    fn contact(&self, attack: &Attack<'_>, piece: PieceId, sense: f64) -> Option<Term> {
        if !self.comes_near(attack, piece, 0.0) {
            return None;
        }
        let way = self.drift(piece).from(self.drift(attack.by));
        Term::touch(way.along(attack.dir), way.left_of(attack.dir), self.radius(), sense)
    }

    /// The limits of a lane: its range, and each wall ahead.
    fn limits(&self, piece: PieceId, lane: &Lane, dir: Vec2) -> Vec<Term> {
        let (rules, start) = (self.position.rules(), self.drift(piece));
        let mut out = Vec::new();
        let range = lane.range_of(self.position.piece(piece).moved);
        if range.is_finite() {
            out.push(Term::even([range, 0.0]));
        }
        let sides = [
            (dir.x, start.at.x, start.by.x, rules.board.width()),
            (dir.y, start.at.y, start.by.y, rules.board.height()),
        ];
        for (dir, at, by, size) in sides {
            if dir != 0.0 {
                let wall = if dir > 0.0 { size } else { 0.0 };
                out.push(Term::even([rules.edge_share * (wall - at) / dir, -rules.edge_share * by / dir]));
            }
        }
        out
    }

    /// The distances at which an attack stops whatever it meets.
    fn own_stops(&self, attack: &Attack<'_>) -> Vec<Term> {
        let mut stops = self.limits(attack.by, attack.lane, attack.dir);
        let least = self.position.rules().min_capture;
        if least > 0.0 {
            stops.push(Term::even([least, 0.0]));
        }
        stops
    }

    /// The distances at which a lane's attack may stop: its own stops, and what it meets.
    fn stops(&self, attack: &Attack<'_>) -> Vec<Stop> {
        let own = self.own_stops(attack).into_iter().map(|at| Stop { at, met: None });
        let others = self.position.ids().filter(|id| *id != attack.by && Some(*id) != self.king);
        own.chain(others.flat_map(|other| self.stops_at(attack, other))).collect()
    }

    fn stops_at(&self, attack: &Attack<'_>, other: PieceId) -> Vec<Stop> {
        let contacts =
            self.senses(attack, other).iter().filter_map(|sense| self.contact(attack, other, *sense));
        contacts.map(|at| Stop { at, met: Some(other) }).collect()
    }

    /// Where the circle about a stop crosses a ray.
    fn circle(&self, attack: &Attack<'_>, stop: &Stop, (start, dir): (&Drift, Vec2)) -> [Crossing; 2] {
        let lane = (self.drift(attack.by), attack.dir, &stop.at);
        let [near, far] = Crossing::of_circle(lane, self.radius(), (start, dir));
        let Some(way) = stop.met.map(|met| self.drift(met).from(start)) else { return [near, far] };
        // The circle about a contact passes through what is met: it may stand on the ray.
        let aside = way.left_of(dir);
        if aside.iter().all(|c| c.abs() < ON_RAY) { near.through(way.along(dir)) } else { [near, far] }
    }

    /// Which contacts of a lane with a piece matter to its attack: a ride is stopped where it meets anything, a leap may not
    /// land on a friend.
    fn senses(&self, attack: &Attack<'_>, other: PieceId) -> &'static [f64] {
        let friend = self.position.piece(other).color() == self.position.piece(attack.by).color();
        match attack.lane.gait {
            Gait::Ride => &[-1.0],
            Gait::Leap if friend => &[-1.0, 1.0],
            Gait::Leap => &[],
        }
    }

    fn changes_near(&self, reach: f64) -> Result<Vec<f64>, TooMany> {
        let mut out = Vec::new();
        let Some(king) = self.king else { return Ok(out) };
        for attack in self.attacks().filter(|attack| self.comes_near(attack, king, reach)) {
            let own = self.own_stops(&attack);
            for (i, one) in own.iter().enumerate() {
                for other in &own[i + 1..] {
                    self.equal(one, other, &mut out)?;
                }
            }
            let to_king: Vec<Term> =
                [-1.0, 1.0].into_iter().filter_map(|sense| self.contact(&attack, king, sense)).collect();
            for (stop, king) in own.iter().flat_map(|stop| to_king.iter().map(move |king| (stop, king))) {
                self.equal(stop, king, &mut out)?;
            }
            for other in self.position.ids().filter(|id| *id != attack.by) {
                self.entries(&attack, other, &mut out)?;
                if other == king {
                    continue;
                }
                for contact in
                    self.senses(&attack, other).iter().filter_map(|s| self.contact(&attack, other, *s))
                {
                    for to in own.iter().chain(&to_king) {
                        self.equal(&contact, to, &mut out)?;
                    }
                }
            }
        }
        Ok(out)
    }

    /// Where a piece enters or leaves a lane: by a flank, abreast of its start, or from under it.
    fn entries(&self, attack: &Attack<'_>, other: PieceId, out: &mut Vec<f64>) -> Result<(), TooMany> {
        let way = self.drift(other).from(self.drift(attack.by));
        if way.is_still() || !self.comes_near(attack, other, 0.0) {
            return Ok(());
        }
        let (along, aside) = (way.along(attack.dir), way.left_of(attack.dir));
        let levels = [(aside, -self.radius()), (aside, self.radius()), (along, 0.0)];
        for (term, level) in levels {
            let f = |t: Bounds| Some(Sloped::affine(term, t) - Sloped::affine([level, 0.0], t));
            self.zeros_unless_still(&f, Term::even(term), out)?;
        }
        for sense in [-1.0, 1.0] {
            if let Some(contact) = self.contact(attack, other, sense) {
                self.equal(&contact, &Term::even([0.0, 0.0]), out)?;
            }
        }
        Ok(())
    }

    fn equal(&self, one: &Term, other: &Term, out: &mut Vec<f64>) -> Result<(), TooMany> {
        if (one.is_still() && other.is_still()) || one.is_near(other) {
            return Ok(());
        }
        zeros(&|t| Some(one.on(t)? - other.on(t)?), self.stretch, out)
    }

    fn zeros_unless_still(
        &self,
        f: &impl Fn(Bounds) -> Option<Sloped>,
        term: Term,
        out: &mut Vec<f64>,
    ) -> Result<(), TooMany> {
        if term.is_still() { Ok(()) } else { zeros(f, self.stretch, out) }
    }

    /// Where on the ray of a reply its legal set may change: its own limits, what it meets, and every curve that bounds an
    /// attack on the king or, when the king itself goes, on its way.
    fn crossings(&self, piece: PieceId, lane_index: usize) -> Vec<Crossing> {
        let Some(dir) = self.dir(piece, lane_index) else { return Vec::new() };
        let (rules, lane, start) =
            (self.position.rules(), &self.position.lanes(piece)[lane_index], self.drift(piece));
        let mut out: Vec<Crossing> =
            [0.0, rules.min_move, rules.min_capture].map(|d| Crossing::at(Term::even([d, 0.0]))).to_vec();
        let limits = self.limits(piece, lane, dir);
        out.extend(limits.iter().copied().map(Crossing::at));
        let (ray, here) = ((start, dir), Term::even([0.0, 0.0]));
        for other in self.position.ids().filter(|id| *id != piece) {
            out.extend(Crossing::of_circle((self.drift(other), dir, &here), rules.radius, ray));
        }
        for attack in self.attacks() {
            let mut stops: Vec<Stop> = match self.king {
                Some(king) if king == piece => {
                    let range = lane.range_of(self.position.piece(piece).moved);
                    if !self.comes_near(&attack, king, range.min(rules.board.diagonal())) {
                        continue;
                    }
                    self.stops(&attack)
                }
                Some(king) if self.comes_near(&attack, king, 0.0) => {
                    let contact = self.contact(&attack, king, -1.0);
                    contact.into_iter().map(|at| Stop { at, met: Some(king) }).collect()
                }
                Some(_) | None => continue,
            };
            let origin = self.drift(attack.by);
            for aside in [-rules.radius, rules.radius] {
                out.extend(Crossing::of_line(origin, attack.dir, aside, start, dir));
            }
            out.extend(Crossing::of_line(origin, attack.dir.perp(), 0.0, start, dir));
            stops.push(Stop { at: here, met: None });
            out.extend(stops.iter().flat_map(|stop| self.circle(&attack, stop, ray)));
        }
        self.distinct(out, &limits)
    }

    /// Crossings on the lane, each once.
    fn distinct(&self, all: Vec<Crossing>, limits: &[Term]) -> Vec<Crossing> {
        let ends = limits.iter().filter_map(|limit| Some(limit.on(self.stretch)?.value.high));
        let lane = Bounds::new(-BEYOND, ends.fold(f64::INFINITY, f64::min) + BEYOND);
        let mut out: Vec<Crossing> = Vec::new();
        for crossing in all {
            let on_lane = crossing.on(self.stretch).is_some_and(|on| on.value.meets(lane));
            if on_lane && !out.iter().any(|known| known.is_near(&crossing)) {
                out.push(crossing);
            }
        }
        out
    }
}
