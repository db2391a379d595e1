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
use crate::board::{Images, Seam};
use crate::chess::Color;
use crate::geom::{Curve, Image, Path, Point, Ray, Vec2};
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
    /// The side whose king and replies are looked at: the other attacks.
    side: Color,
    king: Option<PieceId>,
    attacks: Vec<Attack<'a>>,
}

/// A lane of the side that has just moved, by which it may take something.
struct Attack<'a> {
    by: PieceId,
    lane: &'a Lane,
    dir: Vec2,
    /// The copies of the board that it goes over.
    copies: Images,
}

/// A place on a lane where its attack may stop, and where what it meets there is seen.
struct Stop {
    at: Term,
    met: Option<Drift>,
}

/// A piece no farther than this from the line of a ray stands on it, rounding apart.
const ON_RAY: f64 = 1e-13;

impl<'a> Scene<'a> {
    /// The scene of a stretch of this length. The position is of the parameter `sampled` on it; `moving` names who moves,
    /// and how fast. The replies are those of one side, against the attacks of the other.
    pub fn new(
        position: &'a Position,
        side: Color,
        sampled: f64,
        moving: &[(PieceId, Vec2)],
        length: f64,
    ) -> Scene<'a> {
        let drift = |id: PieceId| {
            let here = position.piece(id).at;
            let by = moving.iter().find(|(moved, _)| *moved == id).map_or(Vec2::ZERO, |(_, by)| *by);
            Drift { at: Vec2::new(here.x, here.y) - by * sampled, by }
        };
        let mut scene = Scene {
            position,
            drifts: position.ids().map(drift).collect(),
            stretch: Bounds::new(0.0, length),
            side,
            king: position.king(side),
            attacks: Vec::new(),
        };
        scene.attacks = scene.attacks().collect();
        scene
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
        self.changes_among(piece, lane, self.crossings(piece, lane))
    }

    /// Where one distance of a lane may become legal, cease to be, or take something else, changes of the attacks apart. It is
    /// the first number when the stretch begins, and changes evenly by the second.
    ///
    /// # Errors
    /// When there are too many such places to tell apart.
    pub fn changes_at(&self, piece: PieceId, lane: usize, distance: [f64; 2]) -> Result<Vec<f64>, TooMany> {
        let mut crossings = self.crossings(piece, lane);
        let at = Crossing::at(Term::even(distance));
        if !crossings.iter().any(|known| known.is_near(&at)) {
            crossings.push(at);
        }
        let mut out = self.changes_among(piece, lane, crossings)?;
        let Some(dir) = self.dir(piece, lane) else { return Ok(out) };
        let start = self.drift(piece);
        let greatest = distance[0].max(distance[0] + distance[1] * self.stretch.high);
        for line in self.position.promotion_lines(piece, lane, greatest) {
            let Curve::Line { through, dir: along } = line else { continue };
            let through = Drift { at: Vec2::new(through.x, through.y), by: Vec2::ZERO };
            for [d, more] in [[0.0, 0.0], distance] {
                let [at, by] = start.from(&through).left_of(along);
                let aside = [at + d * along.perp_dot(dir), by + more * along.perp_dot(dir)];
                self.zeros_unless_still(&|t| Some(Sloped::affine(aside, t)), Term::even(aside), &mut out)?;
            }
        }
        Ok(out)
    }

    fn changes_among(
        &self,
        piece: PieceId,
        lane: usize,
        crossings: Vec<Crossing>,
    ) -> Result<Vec<f64>, TooMany> {
        let mut out = Vec::new();
        if let Some(dir) = self.dir(piece, lane) {
            self.changes_of_ends(piece, &self.position.lanes(piece)[lane], dir, &mut out)?;
        }
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

    /// Where a piece is seen on copies of the board.
    fn seen(&self, id: PieceId, copies: &[Image]) -> impl Iterator<Item = Drift> {
        let drift = *self.drift(id);
        copies.iter().map(move |copy| drift.seen(copy))
    }

    /// The copies of the board that come nearer than `clear` to the first `length` of a lane, somewhere on the stretch.
    fn copies(&self, start: &Drift, dir: Vec2, length: f64, clear: f64) -> Images {
        let middle = start.at + start.by * self.stretch.middle();
        let drifted = 0.5 * (self.stretch.high - self.stretch.low) * start.by.length();
        let ray = Ray::new(Point::new(middle.x, middle.y), dir);
        self.position.rules().board.images_along(&ray, length, clear + drifted + BEYOND)
    }

    /// No lane is longer than this anywhere on the stretch, whatever stands in its way.
    fn greatest(&self, limits: &[Term]) -> f64 {
        let ends = limits.iter().filter_map(|limit| Some(limit.on(self.stretch)?.value.high));
        ends.fold(f64::INFINITY, f64::min).max(0.0)
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
    fn attacks(&self) -> impl Iterator<Item = Attack<'a>> {
        let position = self.position;
        position.side(!self.side).flat_map(move |by| {
            let lanes = position.lanes(by).iter().enumerate();
            lanes.filter(|(_, lane)| lane.takes != Takes::Never).filter_map(move |(index, lane)| {
                let (dir, start) = (self.dir(by, index)?, self.drift(by));
                let length = self.greatest(&self.ends(by, lane, dir));
                let copies = self.copies(start, dir, length, 2.0 * self.radius());
                Some(Attack { by, lane, dir, copies })
            })
        })
    }

    /// Whether a lane may pass within `reach` of a place somewhere on the stretch.
    fn comes_near(&self, attack: &Attack<'_>, piece: &Drift, reach: f64) -> bool {
        let way = piece.from(self.drift(attack.by));
        let on = |term: [f64; 2]| Sloped::affine(term, self.stretch).value;
        let (along, aside) = (on(way.along(attack.dir)), on(way.left_of(attack.dir)));
        let reach = reach + self.radius() + BEYOND;
        let range = attack.lane.range.max(attack.lane.first_range);
        aside.meets(Bounds::new(-reach, reach)) && along.meets(Bounds::new(-reach, range + reach))
    }

    /// The king as an attack may see it, from no farther than `reach` beside its lane.
    fn kings(&self, attack: &Attack<'_>, king: PieceId, reach: f64) -> Vec<Drift> {
        let board = &self.position.rules().board;
        let near = |king: &Drift| self.comes_near(attack, king, reach);
        if !board.has_seams() || reach == 0.0 {
            return self.seen(king, &attack.copies).filter(near).collect();
        }
        let length = self.greatest(&self.ends(attack.by, attack.lane, attack.dir));
        let copies = self.copies(self.drift(attack.by), attack.dir, length, reach + 2.0 * self.radius());
        self.seen(king, &copies).filter(near).collect()
    }

    /// Where a lane comes into contact with a piece, or leaves it where `sense` is 1.
    fn contact(&self, attack: &Attack<'_>, piece: &Drift, sense: f64) -> Option<Term> {
        if !self.comes_near(attack, piece, 0.0) {
            return None;
        }
        let way = piece.from(self.drift(attack.by));
        Term::touch(way.along(attack.dir), way.left_of(attack.dir), self.radius(), sense)
    }

    /// The limits of a lane: its range, each wall ahead, and on a board with seams what else ends it.
    fn limits(&self, piece: PieceId, lane: &Lane, dir: Vec2) -> Vec<Term> {
        let mut out = self.ends(piece, lane, dir);
        if self.position.rules().board.has_seams() {
            let length = self.greatest(&out) / self.position.rules().edge_share;
            let share = self.position.rules().edge_share;
            let more = self.rounds(piece, dir, length).into_iter().chain(self.voids(piece, dir, length).0);
            out.extend(more.map(|term| term.scaled(share, [0.0, 0.0])));
        }
        out
    }

    /// The limits that a lane has wherever it leads: its range, the greatest length of any, and the walls.
    fn ends(&self, piece: PieceId, lane: &Lane, dir: Vec2) -> Vec<Term> {
        let (rules, start) = (self.position.rules(), self.drift(piece));
        let board = &rules.board;
        let mut out = Vec::new();
        let range = lane.range_of(self.position.piece(piece).moved);
        out.extend(
            [range, rules.edge_share * board.longest()]
                .into_iter()
                .filter(|most| most.is_finite())
                .map(|most| Term::even([most, 0.0])),
        );
        let sides = [
            (dir.x, start.at.x, start.by.x, board.width(), board.sides()),
            (dir.y, start.at.y, start.by.y, board.height(), board.ends()),
        ];
        for (dir, at, by, size, seam) in sides {
            if dir != 0.0 && seam == Seam::Wall {
                let wall = if dir > 0.0 { size } else { 0.0 };
                out.push(Term::even([rules.edge_share * (wall - at) / dir, -rules.edge_share * by / dir]));
            }
        }
        out
    }

    /// The copies of its own start that a lane may come to.
    fn starts(&self, piece: PieceId, dir: Vec2, length: f64, clear: f64) -> Vec<Drift> {
        let start = self.drift(piece);
        let copies = self.copies(start, dir, length, clear);
        copies.iter().filter(|copy| !copy.is_identity()).map(|copy| start.seen(copy)).collect()
    }

    /// The distances at which a lane may be at its start again.
    fn rounds(&self, piece: PieceId, dir: Vec2, length: f64) -> Vec<Term> {
        let ways =
            self.starts(piece, dir, length, 0.0).into_iter().map(|again| again.from(self.drift(piece)));
        let on_ray = |way: &Drift| {
            Sloped::affine(way.left_of(dir), self.stretch).value.meets(Bounds::new(-BEYOND, BEYOND))
        };
        ways.filter(on_ray).map(|way| Term::even(way.along(dir))).collect()
    }

    /// Where a lane may come to the lines of a void's sides, and the voids' corners as seen from its start.
    fn voids(&self, piece: PieceId, dir: Vec2, length: f64) -> (Vec<Term>, Vec<Drift>) {
        let (board, start) = (&self.position.rules().board, self.drift(piece));
        let (mut lines, mut corners) = (Vec::new(), Vec::new());
        for copy in self.copies(start, dir, length, BEYOND) {
            for (low, high) in board.voids() {
                let (low, high) = (copy.place(low), copy.place(high));
                let all = [(low.x, low.y), (low.x, high.y), (high.x, low.y), (high.x, high.y)];
                let ways = all.map(|(x, y)| Drift { at: Vec2::new(x, y), by: Vec2::ZERO }.from(start));
                let aside = ways.map(|way| Sloped::affine(way.left_of(dir), self.stretch).value);
                if aside.iter().all(|a| a.low > BEYOND) || aside.iter().all(|a| a.high < -BEYOND) {
                    continue;
                }
                for way in [ways[0], ways[3]] {
                    for (to, by, dir) in [(way.at.x, way.by.x, dir.x), (way.at.y, way.by.y, dir.y)] {
                        if dir != 0.0 {
                            lines.push(Term::even([to / dir, by / dir]));
                        }
                    }
                }
                corners.extend(ways);
            }
        }
        (lines, corners)
    }

    /// Where a lane comes upon its own start, or upon the corner of a void.
    fn changes_of_ends(
        &self,
        piece: PieceId,
        lane: &Lane,
        dir: Vec2,
        out: &mut Vec<f64>,
    ) -> Result<(), TooMany> {
        if !self.position.rules().board.has_seams() || self.drift(piece).is_still() {
            return Ok(());
        }
        let length = self.greatest(&self.ends(piece, lane, dir)) / self.position.rules().edge_share;
        let starts =
            self.starts(piece, dir, length, 0.0).into_iter().map(|again| again.from(self.drift(piece)));
        for way in starts.chain(self.voids(piece, dir, length).1) {
            let aside = way.left_of(dir);
            self.zeros_unless_still(&|t| Some(Sloped::affine(aside, t)), Term::even(aside), out)?;
        }
        Ok(())
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
        let contact = |seen: Drift, sense: f64| {
            self.contact(attack, &seen, sense).map(|at| Stop { at, met: Some(seen) })
        };
        let seen = self.seen(other, &attack.copies);
        let contacts = seen.flat_map(|seen| {
            self.senses(attack, other).iter().filter_map(move |sense| contact(seen, *sense))
        });
        contacts.collect()
    }

    /// Where the circle about a stop crosses a ray, on a copy of the board.
    fn circle(
        &self,
        attack: &Attack<'_>,
        stop: &Stop,
        view: &Image,
        (start, dir): (&Drift, Vec2),
    ) -> [Crossing; 2] {
        let origin = self.drift(attack.by).seen(view);
        let lane = (&origin, view.flips.vec(attack.dir), &stop.at);
        let [near, far] = Crossing::of_circle(lane, self.radius(), (start, dir));
        let Some(way) = stop.met.map(|met| met.seen(view).from(start)) else { return [near, far] };
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
        for attack in &self.attacks {
            let kings = self.kings(attack, king, reach);
            if kings.is_empty() {
                continue;
            }
            self.changes_of_ends(attack.by, attack.lane, attack.dir, &mut out)?;
            let own = self.own_stops(attack);
            for (i, one) in own.iter().enumerate() {
                for other in &own[i + 1..] {
                    self.equal(one, other, &mut out)?;
                }
            }
            let senses = |seen: &Drift| [-1.0, 1.0].map(|sense| self.contact(attack, seen, sense));
            let to_king: Vec<Term> = kings.iter().flat_map(senses).flatten().collect();
            for (stop, king) in own.iter().flat_map(|stop| to_king.iter().map(move |king| (stop, king))) {
                self.equal(stop, king, &mut out)?;
            }
            for king in &kings {
                self.entries(attack, king, &mut out)?;
            }
            for other in self.position.ids().filter(|id| *id != attack.by && *id != king) {
                for seen in self.seen(other, &attack.copies) {
                    self.entries(attack, &seen, &mut out)?;
                    let senses = self.senses(attack, other).iter();
                    for contact in senses.filter_map(|sense| self.contact(attack, &seen, *sense)) {
                        for to in own.iter().chain(&to_king) {
                            self.equal(&contact, to, &mut out)?;
                        }
                    }
                }
            }
        }
        Ok(out)
    }

    /// Where a piece enters or leaves a lane: by a flank, abreast of its start, or from under it.
    fn entries(&self, attack: &Attack<'_>, other: &Drift, out: &mut Vec<f64>) -> Result<(), TooMany> {
        let way = other.from(self.drift(attack.by));
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
        // What else may end it on a board with seams, such as the line of a void's side, need not.
        let length = self.greatest(&self.ends(piece, lane, dir));
        out.extend(limits.into_iter().map(Crossing::at));
        let (ray, here) = ((start, dir), Term::even([0.0, 0.0]));
        let copies = self.copies(start, dir, length, rules.radius);
        for other in self.position.ids().filter(|id| *id != piece) {
            let seen = self.seen(other, &copies);
            out.extend(seen.flat_map(|seen| Crossing::of_circle((&seen, dir, &here), rules.radius, ray)));
        }
        if rules.board.has_seams() {
            let again = self.starts(piece, dir, length + rules.min_move, rules.min_move);
            out.extend(again.iter().flat_map(|a| Crossing::of_circle((a, dir, &here), rules.min_move, ray)));
        }
        for attack in &self.attacks {
            let mut stops: Vec<Stop> = match self.king {
                Some(king) if king == piece => {
                    if self.kings(attack, king, length).is_empty() {
                        continue;
                    }
                    self.stops(attack)
                }
                Some(king) => {
                    let kings = self.kings(attack, king, 0.0);
                    if kings.is_empty() {
                        continue;
                    }
                    let contact = |king: Drift| {
                        self.contact(attack, &king, -1.0).map(|at| Stop { at, met: Some(king) })
                    };
                    kings.into_iter().filter_map(contact).collect()
                }
                None => continue,
            };
            stops.push(Stop { at: here, met: None });
            for view in views(&copies, &attack.copies) {
                let (origin, along) = (self.drift(attack.by).seen(&view), view.flips.vec(attack.dir));
                for aside in [-rules.radius, rules.radius] {
                    out.extend(Crossing::of_line(&origin, along, aside, start, dir));
                }
                out.extend(Crossing::of_line(&origin, along.perp(), 0.0, start, dir));
                out.extend(stops.iter().flat_map(|stop| self.circle(attack, stop, &view, ray)));
            }
        }
        self.distinct(out, length)
    }

    /// Crossings on the lane, each once.
    fn distinct(&self, all: Vec<Crossing>, length: f64) -> Vec<Crossing> {
        let lane = Bounds::new(-BEYOND, length + BEYOND);
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

/// The ways in which a lane over some copies of the board is seen by a ray over others.
fn views(here: &[Image], there: &[Image]) -> Vec<Image> {
    let mut out: Vec<Image> = Vec::new();
    for view in here.iter().flat_map(|here| there.iter().map(move |there| there.inverse().then(here))) {
        if !out.contains(&view) {
            out.push(view);
        }
    }
    out
}
