//! A family of positions on one stretch of its parameter, and the parameters at which a reply may appear or vanish.
//!
//! Belongs here: curves and their crossings, no search. Start at [`ReplyScene::changes_of_reply`]. `attacks` has the bounds of
//! attacks, `lanes` the limits of lanes.
//!
//! The other side's lanes start from places that stand or move linearly with the parameter. An attack is bounded by
//! whole curves: the two flanks of a lane, the line across its start, the circle about its start, and circles about
//! each of its stops. A reply goes along a ray, on which each curve has crossings ([`Crossing`]). `docs/mates.md`
//! proves that a reply's legal set changes only where two crossings meet, where a crossing begins or ends, or where a
//! piece enters or leaves a lane, and that these curves are all.

mod attacks;
mod lanes;

use super::enclosure::{Enclosure, Sloped};
use super::term::{Crossing, MovingPoint, Term};
use super::zeros::{TooMany, zeros};
use crate::chess::Color;
use crate::geom::{Curve, Image, Vec2};
use crate::plane::{PieceId, PlanePosition};
use attacks::{Attack, AttackStop};

/// The distance beyond either end of a reply's lane up to which crossings are kept: far above the tolerance.
const BEYOND: f64 = 1e-6;

/// A distance along a lane on the stretch of a scene.
struct Bounded {
    at: Crossing,
    /// The part of the stretch on which it has values.
    domain: Enclosure,
    values: Enclosure,
}

impl Bounded {
    /// Returns the start of a lane.
    fn start() -> Bounded {
        Bounded {
            at: Crossing::at(Term::linear([0.0, 0.0])),
            domain: Enclosure::ALL,
            values: Enclosure::of(0.0),
        }
    }
}

/// A family of positions on a stretch, by a parameter counted from the beginning of the stretch.
pub struct ReplyScene<'a> {
    /// The position of a parameter well inside the stretch.
    position: &'a PlanePosition,
    drifts: Vec<MovingPoint>,
    stretch: Enclosure,
    /// The side that replies; the other side attacks its king.
    side: Color,
    king: Option<PieceId>,
    attacks: Vec<Attack<'a>>,
}

impl<'a> ReplyScene<'a> {
    /// Returns the scene of a stretch of this length. `position` has the parameter `sampled`; `moving` names the
    /// pieces that move, and their velocities. The replies are those of one side, against the attacks of the other.
    pub fn new(
        position: &'a PlanePosition,
        side: Color,
        sampled: f64,
        moving: &[(PieceId, Vec2)],
        length: f64,
    ) -> ReplyScene<'a> {
        let drift = |id: PieceId| {
            let here = position.piece(id).at;
            let by = moving.iter().find(|(moved, _)| *moved == id).map_or(Vec2::ZERO, |(_, by)| *by);
            MovingPoint { at: Vec2::new(here.x, here.y) - by * sampled, by }
        };
        let mut scene = ReplyScene {
            position,
            drifts: position.ids().map(drift).collect(),
            stretch: Enclosure::new(0.0, length),
            side,
            king: position.king(side),
            attacks: Vec::new(),
        };
        scene.attacks = scene.attacks().collect();
        scene
    }

    /// Returns the parameters at which the king of the side to move may come into check or out of it.
    pub fn changes_of_check(&self) -> Result<Vec<f64>, TooMany> {
        self.changes_near(0.0)
    }

    /// Returns the parameters at which an attack on the king or on its destinations may change, whatever the reply.
    pub fn changes_of_attacks(&self) -> Result<Vec<f64>, TooMany> {
        let range = self.king.map_or(0.0, |king| {
            let ranges = self.position.lanes(king).iter().map(|lane| lane.range.max(lane.first_range));
            ranges.fold(0.0, f64::max).min(self.position.rules().board.diagonal())
        });
        self.changes_near(range)
    }

    /// Returns the parameters at which a moving piece begins or ceases to cover one of these standing pieces.
    pub fn changes_of_cover(&self, covered: impl Iterator<Item = PieceId>) -> Result<Vec<f64>, TooMany> {
        let (mut out, start) = (Vec::new(), Bounded::start());
        for other in covered {
            for mover in self.drifts.iter().filter(|drift| !drift.is_still()) {
                let dir = mover.by.normalize();
                let copies = self.copies(mover, dir, 0.0, self.radius());
                for vector in self.seen(other, &copies).map(|seen| seen.from(mover)) {
                    // The other is at the rim of the mover's extent where one of its two contacts is at the start.
                    let touch = |sense| {
                        let at = Term::touch(vector.along(dir), vector.left_of(dir), self.radius(), sense)?;
                        self.bounded(Crossing::at(at))
                    };
                    for contact in [-1.0, 1.0].into_iter().filter_map(touch) {
                        self.add_coincidences(&contact, &start, &mut out)?;
                    }
                }
            }
        }
        Ok(out)
    }

    /// Returns the parameters at which the legal set of one lane of a reply may appear or vanish, except those at which
    /// an attack changes: for them see [`ReplyScene::changes_of_attacks`].
    pub fn changes_of_reply(&self, piece: PieceId, lane: usize) -> Result<Vec<f64>, TooMany> {
        self.changes_among(piece, lane, self.crossings(piece, lane))
    }

    /// Returns the parameters at which one distance of a lane may become legal, become illegal, or capture something else,
    /// except those at which an attack changes. The distance is linear: its value at the beginning of the
    /// stretch, and its slope.
    pub fn changes_at(&self, piece: PieceId, lane: usize, distance: [f64; 2]) -> Result<Vec<f64>, TooMany> {
        let mut crossings = self.crossings(piece, lane);
        let at = Crossing::at(Term::linear(distance));
        if !crossings.iter().any(|known| known.at.is_near(&at)) {
            crossings.extend(self.bounded(at));
        }
        let mut out = self.changes_among(piece, lane, crossings)?;
        let Some(dir) = self.dir(piece, lane) else { return Ok(out) };
        let start = self.drift(piece);
        let greatest = distance[0].max(distance[0] + distance[1] * self.stretch.high);
        for line in self.position.promotion_lines(piece, lane, greatest) {
            let Curve::Line { through, dir: along } = line else { continue };
            let through = MovingPoint { at: Vec2::new(through.x, through.y), by: Vec2::ZERO };
            // Where the start, or the place at the distance, crosses the line.
            for [d, slope] in [[0.0, 0.0], distance] {
                let [at, by] = start.from(&through).left_of(along);
                let aside = [at + d * along.perp_dot(dir), by + slope * along.perp_dot(dir)];
                self.zeros_unless_still(&|t| Some(Sloped::affine(aside, t)), Term::linear(aside), &mut out)?;
            }
        }
        Ok(out)
    }

    fn changes_among(
        &self,
        piece: PieceId,
        lane: usize,
        crossings: Vec<Bounded>,
    ) -> Result<Vec<f64>, TooMany> {
        let mut out = Vec::new();
        if let Some(dir) = self.dir(piece, lane) {
            self.changes_of_ends(piece, &self.position.lanes(piece)[lane], dir, &mut out)?;
        }
        for (i, one) in crossings.iter().enumerate() {
            // Where its circle begins or ceases to cross the ray.
            if let Some((aside, radius)) = one.at.grazes() {
                for side in [-radius, radius] {
                    let f = |t: Enclosure| Some(aside.on(t)? - Sloped::affine([side, 0.0], t));
                    zeros(&f, self.stretch, &mut out)?;
                }
            }
            for other in &crossings[i + 1..] {
                self.add_coincidences(one, other, &mut out)?;
            }
        }
        Ok(out)
    }

    fn drift(&self, id: PieceId) -> &MovingPoint {
        &self.drifts[id.index()]
    }

    /// Returns the images of a piece on copies of the board.
    fn seen(&self, id: PieceId, copies: &[Image]) -> impl Iterator<Item = MovingPoint> {
        let drift = *self.drift(id);
        copies.iter().map(move |copy| drift.seen(copy))
    }

    fn radius(&self) -> f64 {
        self.position.rules().radius
    }

    /// Returns a distance with its bounds, if it has values on the stretch.
    fn bounded(&self, at: Crossing) -> Option<Bounded> {
        let domain = at.domain(self.stretch)?;
        Some(Bounded { at, domain, values: at.on(domain)?.value })
    }

    /// Adds the parameters at which two distances are equal.
    fn add_coincidences(&self, one: &Bounded, other: &Bounded, out: &mut Vec<f64>) -> Result<(), TooMany> {
        let Some(domain) = one.domain.intersection(other.domain) else { return Ok(()) };
        let apart = !one.values.meets(other.values);
        let (one, other) = (&one.at, &other.at);
        if apart || (one.is_still() && other.is_still()) || one.is_near(other) {
            return Ok(());
        }
        zeros(&|t| Some(one.on(t)? - other.on(t)?), domain, out)
    }

    fn zeros_unless_still(
        &self,
        f: &impl Fn(Enclosure) -> Option<Sloped>,
        term: Term,
        out: &mut Vec<f64>,
    ) -> Result<(), TooMany> {
        if term.is_still() { Ok(()) } else { zeros(f, self.stretch, out) }
    }

    /// Returns the crossings on the ray of a reply at which its legal set may change: its own limits, its contacts,
    /// and every curve that bounds an attack on the king or, for a king's move, on its path.
    fn crossings(&self, piece: PieceId, lane_index: usize) -> Vec<Bounded> {
        let Some(dir) = self.dir(piece, lane_index) else { return Vec::new() };
        let (rules, lane, start) =
            (self.position.rules(), &self.position.lanes(piece)[lane_index], self.drift(piece));
        let mut out: Vec<Crossing> =
            [0.0, rules.min_move, rules.min_capture].map(|d| Crossing::at(Term::linear([d, 0.0]))).to_vec();
        let limits = self.limits(piece, lane, dir);
        // Only `ends` bound the length. A lane may pass by its other limits, such as the line of a void's side.
        let length = self.greatest(&self.ends(piece, lane, dir));
        out.extend(limits.into_iter().map(Crossing::at));
        let (ray, zero) = ((start, dir), Term::linear([0.0, 0.0]));
        let copies = self.copies(start, dir, length, rules.radius);
        for other in self.position.ids().filter(|id| *id != piece) {
            let seen = self.seen(other, &copies);
            out.extend(seen.flat_map(|seen| Crossing::of_circle((&seen, dir, &zero), rules.radius, ray)));
        }
        if rules.board.has_seams() {
            // Near an image of its own start a reply would be too short.
            let again = self.starts(piece, dir, length + rules.min_move, rules.min_move);
            out.extend(again.iter().flat_map(|a| Crossing::of_circle((a, dir, &zero), rules.min_move, ray)));
        }
        for attack in &self.attacks {
            let mut stops: Vec<AttackStop> = match self.king {
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
                    let contact = |king: MovingPoint| {
                        self.contact(attack, &king, -1.0).map(|at| AttackStop { at, met: Some(king) })
                    };
                    kings.into_iter().filter_map(contact).collect()
                }
                None => continue,
            };
            stops.push(AttackStop { at: zero, met: None });
            let near = |view: &Image| self.comes_near(attack, &start.seen(&view.inverse()), length);
            for view in views(&copies, &attack.copies).into_iter().filter(near) {
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

    /// Returns the crossings on the lane, each once.
    fn distinct(&self, all: Vec<Crossing>, length: f64) -> Vec<Bounded> {
        let lane = Enclosure::new(-BEYOND, length + BEYOND);
        let mut out: Vec<Bounded> = Vec::new();
        for crossing in all {
            let on_lane = self.bounded(crossing).filter(|found| found.values.meets(lane));
            out.extend(on_lane.filter(|_| !out.iter().any(|known| known.at.is_near(&crossing))));
        }
        out
    }
}

/// Returns the images of a lane as seen from a ray, each once. The ray passes over the copies `here` of the board, the lane
/// over the copies `there`; they may meet where two of these are brought together.
fn views(here: &[Image], there: &[Image]) -> Vec<Image> {
    let mut out: Vec<Image> = Vec::new();
    for view in here.iter().flat_map(|here| there.iter().map(move |there| there.inverse().then(here))) {
        if !out.contains(&view) {
            out.push(view);
        }
    }
    out
}
