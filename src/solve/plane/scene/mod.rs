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
use super::family::MovingPiece;
use super::linear::LinearFunction;
use super::term::{Crossing, MovingPoint, MovingRay, Term};
use super::zeros::{TooMany, zeros};
use crate::chess::Color;
use crate::geom::{Curve, Image, Interval, Vec2};
use crate::plane::{PieceId, PlanePosition};
use attacks::{Attack, AttackStop};
use lanes::MovingLane;

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
        let at = Crossing::at(Term::constant(0.0));
        Bounded { at, domain: Enclosure::ALL, values: Enclosure::of(0.0) }
    }
}

/// A family of positions on a stretch. Its closed forms count the parameter from the beginning of the stretch.
pub struct ReplyScene<'a> {
    /// The position in the middle of the stretch.
    position: &'a PlanePosition,
    drifts: Vec<MovingPoint>,
    stretch: Enclosure,
    /// The parameter of the family at the beginning of the stretch.
    from: f64,
    /// The side that replies; the other side attacks its king.
    side: Color,
    king: Option<PieceId>,
    attacks: Vec<Attack<'a>>,
}

impl<'a> ReplyScene<'a> {
    /// Returns the scene of a stretch, with the position in its middle and the moving pieces. The replies are those of one side,
    /// against the attacks of the other.
    pub fn new(
        position: &'a PlanePosition,
        side: Color,
        part: Interval,
        moving: &[MovingPiece],
    ) -> ReplyScene<'a> {
        let length = part.to - part.from;
        let drift = |id: PieceId| {
            let here = position.piece(id).at;
            let moved = moving.iter().find(|motion| motion.piece == id);
            let velocity = moved.map_or(Vec2::ZERO, |motion| motion.velocity);
            MovingPoint { start: Vec2::new(here.x, here.y) - velocity * (0.5 * length), velocity }
        };
        let mut scene = ReplyScene {
            position,
            drifts: position.ids().map(drift).collect(),
            stretch: Enclosure::new(0.0, length),
            from: part.from,
            side,
            king: position.king(side),
            attacks: Vec::new(),
        };
        scene.attacks = scene.lanes_of_attack();
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
            for &mover in self.drifts.iter().filter(|drift| !drift.is_still()) {
                let ray = MovingRay { start: mover, dir: mover.velocity.normalize() };
                for seen in self.seen(other, &self.copies(&ray, 0.0, self.radius())) {
                    // Where one of the two contacts is at the start, the other piece is at the rim of the mover's extent.
                    for sense in [-1.0, 1.0] {
                        let touch = Term::touch(&ray, &seen, self.radius(), sense);
                        if let Some(contact) = touch.and_then(|at| self.bounded(Crossing::at(at))) {
                            self.add_coincidences(&contact, &start, &mut out)?;
                        }
                    }
                }
            }
        }
        Ok(out)
    }

    /// Returns the parameters at which the legal set of one lane of a reply may appear or vanish, except those at which
    /// an attack changes ([`ReplyScene::changes_of_attacks`]).
    pub fn changes_of_reply(&self, piece: PieceId, lane: usize) -> Result<Vec<f64>, TooMany> {
        let Some(lane) = self.lane(piece, lane) else { return Ok(Vec::new()) };
        self.changes_among(&lane, &self.crossings(&lane))
    }

    /// Returns the parameters at which one distance of a lane may become legal, become illegal, or capture something else,
    /// except those at which an attack changes. The distance is a function of the parameter of the family.
    pub fn changes_at(
        &self,
        piece: PieceId,
        lane: usize,
        distance: LinearFunction,
    ) -> Result<Vec<f64>, TooMany> {
        let Some(straight) = self.lane(piece, lane) else { return Ok(Vec::new()) };
        let distance = LinearFunction { start: distance.value(self.from), ..distance };
        let mut crossings = self.crossings(&straight);
        let at = Crossing::at(Term::linear(distance));
        if !crossings.iter().any(|known| known.at.is_near(&at)) {
            crossings.extend(self.bounded(at));
        }
        let mut out = self.changes_among(&straight, &crossings)?;
        let MovingRay { start, dir } = straight.ray;
        let greatest = distance.start.max(distance.start + distance.slope * self.stretch.high);
        for line in self.position.promotion_lines(piece, lane, greatest) {
            let Curve::Line { through, dir: along } = line else { continue };
            let line = MovingRay { start: MovingPoint::still(Vec2::new(through.x, through.y)), dir: along };
            let LinearFunction { start, slope } = line.aside(&start);
            let turn = along.perp_dot(dir);
            // Where the start, or the place at the distance, crosses the line.
            for d in [LinearFunction::constant(0.0), distance] {
                let aside = LinearFunction { start: start + d.start * turn, slope: slope + d.slope * turn };
                self.add_zeros_of(aside, &mut out)?;
            }
        }
        Ok(out)
    }

    /// Returns the parameters at which two of the crossings on a lane become equal, or one of them appears or vanishes.
    fn changes_among(&self, lane: &MovingLane<'_>, crossings: &[Bounded]) -> Result<Vec<f64>, TooMany> {
        let mut out = Vec::new();
        self.changes_of_ends(lane, &mut out)?;
        for (i, crossing) in crossings.iter().enumerate() {
            // A circle begins or ceases to cross the ray where its centre is as far from it as the radius.
            if let Some(circle) = crossing.at.circle {
                for offset in [-circle.radius, circle.radius] {
                    let offset = Sloped::linear(LinearFunction::constant(offset), self.stretch);
                    self.add_zeros(&|t| Some(circle.aside.on(t)? - offset), self.stretch, &mut out)?;
                }
            }
            for other in &crossings[i + 1..] {
                self.add_coincidences(crossing, other, &mut out)?;
            }
        }
        Ok(out)
    }

    /// Yields the pieces but one.
    fn others(&self, piece: PieceId) -> impl Iterator<Item = PieceId> {
        self.position.ids().filter(move |id| *id != piece)
    }

    /// Yields the images of a piece on copies of the board.
    fn seen(&self, id: PieceId, copies: &[Image]) -> impl Iterator<Item = MovingPoint> {
        let drift = self.drifts[id.index()];
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

    /// Appends the parameters at which two distances are equal.
    fn add_coincidences(&self, a: &Bounded, b: &Bounded, out: &mut Vec<f64>) -> Result<(), TooMany> {
        let Some(domain) = a.domain.intersection(b.domain) else { return Ok(()) };
        let are_apart = !a.values.meets(b.values);
        let (a, b) = (&a.at, &b.at);
        if are_apart || (a.is_still() && b.is_still()) || a.is_near(b) {
            return Ok(());
        }
        self.add_zeros(&|t| Some(a.on(t)? - b.on(t)?), domain, out)
    }

    /// Appends the parameters at which a linear function is 0, unless it is constant.
    fn add_zeros_of(&self, function: LinearFunction, out: &mut Vec<f64>) -> Result<(), TooMany> {
        if Term::linear(function).is_still() {
            return Ok(());
        }
        self.add_zeros(&|t| Some(Sloped::linear(function, t)), self.stretch, out)
    }

    /// Appends the parameters of the family at which a function is 0.
    fn add_zeros(
        &self,
        f: &impl Fn(Enclosure) -> Option<Sloped>,
        domain: Enclosure,
        out: &mut Vec<f64>,
    ) -> Result<(), TooMany> {
        out.extend(zeros(f, domain)?.into_iter().map(|t| self.from + t));
        Ok(())
    }

    /// Returns the crossings on the ray of a reply at which its legal set may change: its own limits, its contacts,
    /// and every curve that bounds an attack on the king or, for a king's move, on its path.
    fn crossings(&self, lane: &MovingLane<'_>) -> Vec<Bounded> {
        let (rules, ray, zero) = (self.position.rules(), &lane.ray, Term::constant(0.0));
        let mut out: Vec<Crossing> =
            [0.0, rules.min_move, rules.min_capture].map(|d| Crossing::at(Term::constant(d))).to_vec();
        // A lane may pass by some of its limits, such as the line of a void's side. So they do not bound its length.
        out.extend(self.limits(lane).into_iter().map(Crossing::at));
        let copies = self.copies(ray, lane.length, rules.radius);
        for other in self.others(lane.piece) {
            for start in self.seen(other, &copies) {
                out.extend(Crossing::of_circle(ray, &MovingRay { start, dir: ray.dir }, &zero, rules.radius));
            }
        }
        if rules.board.has_seams() {
            // Near an image of its own start a reply would be too short.
            for start in self.starts(ray, lane.length + rules.min_move, rules.min_move) {
                out.extend(Crossing::of_circle(
                    ray,
                    &MovingRay { start, dir: ray.dir },
                    &zero,
                    rules.min_move,
                ));
            }
        }
        for attack in &self.attacks {
            let Some(stops) = self.stops_that_matter(attack, lane) else { continue };
            for view in views(&copies, &attack.copies) {
                if !self.comes_near(attack, &ray.start.seen(&view.inverse()), lane.length) {
                    continue;
                }
                let seen = attack.lane.ray.seen(&view);
                for offset in [-rules.radius, rules.radius] {
                    out.extend(Crossing::of_line(ray, &seen, offset));
                }
                out.extend(Crossing::of_line(ray, &MovingRay { dir: seen.dir.perp(), ..seen }, 0.0));
                out.extend(stops.iter().flat_map(|stop| self.circle(ray, attack, stop, &view)));
            }
        }
        self.distinct(out, lane.length)
    }

    /// Returns the stops of an attack that matter to a reply: for the king's own reply all, else the contacts with the king.
    /// `None` if the attack does not come near the king.
    fn stops_that_matter(&self, attack: &Attack<'_>, reply: &MovingLane<'_>) -> Option<Vec<AttackStop>> {
        let king = self.king?;
        let is_kings = king == reply.piece;
        let kings = self.kings(attack, king, if is_kings { reply.length } else { 0.0 });
        if kings.is_empty() {
            return None;
        }
        let mut stops = if is_kings { self.stops(attack) } else { Vec::new() };
        for king in kings.into_iter().filter(|_| !is_kings) {
            stops.extend(self.contact(attack, &king, -1.0).map(|at| AttackStop { at, met: Some(king) }));
        }
        stops.push(AttackStop { at: Term::constant(0.0), met: None });
        Some(stops)
    }

    /// Returns the crossings on the lane, each once.
    fn distinct(&self, crossings: Vec<Crossing>, length: f64) -> Vec<Bounded> {
        let lane = Enclosure::new(-BEYOND, length + BEYOND);
        let mut out: Vec<Bounded> = Vec::new();
        for crossing in crossings {
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
    for here in here {
        for there in there {
            let view = there.inverse().then(here);
            if !out.contains(&view) {
                out.push(view);
            }
        }
    }
    out
}
