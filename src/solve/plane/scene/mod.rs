//! A family of positions on one stretch of its parameter, and the parameters at which a reply may appear or vanish.
//!
//! Belongs here: curves and their crossings, no search. Start at [`ReplyScene::changes_of_reply`]. `attacks` has the bounds of
//! attacks, `lanes` the limits of lanes.
//!
//! One side replies, and the other side attacks its king. Each lane starts from a place that stands still or moves linearly with
//! the parameter. An attack is bounded by whole curves: the two flanks of its lane, the line across its start, the circle about
//! its start, and the circles about its stops. A reply goes along a ray, which each curve crosses at some distances
//! ([`Crossing`]). `docs/mates.md` proves that a reply's legal set changes only where two crossings meet, where a crossing begins
//! or ends, or where a piece enters or leaves a lane. It also proves that no other curve matters.

mod attacks;
mod lanes;

use super::enclosure::{Enclosure, FunctionBounds};
use super::family::MovingPiece;
use super::linear::{LinearFunction, LinearMove};
use super::term::{ChordEnd, CircleCrossing, Crossing, MovingPoint, MovingRay, Term};
use super::zeros::{TooMany, zeros};
use crate::chess::Color;
use crate::geom::{Curve, Image, Interval, Vec2};
use crate::plane::{PieceId, PieceLane, PlanePosition};
use attacks::{AttackStop, CapturingLane};
use lanes::MovingLane;

/// Board units: crossings up to this distance beyond either end of a reply's lane are kept. It is far above epsilon.
const BEYOND: f64 = 1e-6;

/// A crossing with the bounds that it has on the stretch of a scene.
struct BoundedCrossing {
    crossing: Crossing,
    /// The part of the stretch on which the crossing has values.
    domain: Enclosure,
    values: Enclosure,
}

/// A family of positions on a stretch. Its closed forms count the parameter from the beginning of the stretch.
pub struct ReplyScene<'a> {
    /// The position in the middle of the stretch.
    position: &'a PlanePosition,
    /// The centre of each piece, by its id.
    centres: Vec<MovingPoint>,
    stretch: Enclosure,
    /// The parameter of the family at the beginning of the stretch.
    from: f64,
    /// The side that replies; the other side attacks its king.
    side: Color,
    king: Option<PieceId>,
    attacks: Vec<CapturingLane<'a>>,
}

impl<'a> ReplyScene<'a> {
    /// Returns the scene of a side's replies on a stretch, given the position in the middle of the stretch and the moving pieces.
    pub fn new(
        position: &'a PlanePosition,
        side: Color,
        stretch: Interval,
        moving: &[MovingPiece],
    ) -> ReplyScene<'a> {
        let length = stretch.length();
        let centre = |id: PieceId| {
            let in_middle = position.piece(id).at;
            let moved = moving.iter().find(|motion| motion.piece == id);
            let velocity = moved.map_or(Vec2::ZERO, |motion| motion.velocity);
            MovingPoint { start: Vec2::new(in_middle.x, in_middle.y) - velocity * (0.5 * length), velocity }
        };
        let mut scene = ReplyScene {
            position,
            centres: position.ids().map(centre).collect(),
            stretch: Enclosure::new(0.0, length),
            from: stretch.from,
            side,
            king: position.king(side),
            attacks: Vec::new(),
        };
        scene.attacks = scene.lanes_of_attack();
        scene
    }

    /// Returns the parameters at which check to the replying side may begin or end.
    pub fn changes_of_check(&self) -> Result<Vec<f64>, TooMany> {
        self.changes_near(0.0)
    }

    /// Returns the parameters at which an attack on the king or on a place within the king's range may change.
    pub fn changes_of_attacks(&self) -> Result<Vec<f64>, TooMany> {
        let rules = self.position.rules();
        let range = self.king.map_or(0.0, |king| rules.kind(self.position.piece(king).kind).longest_ever());
        self.changes_near(range.min(rules.board.diagonal()))
    }

    /// Returns the parameters at which a moving piece begins or ceases to overlap one of these pieces, which stand still.
    pub fn changes_of_overlaps(&self, standing: impl Iterator<Item = PieceId>) -> Result<Vec<f64>, TooMany> {
        let mut out = Vec::new();
        for piece in standing {
            for &mover in self.centres.iter().filter(|centre| !centre.is_still()) {
                let ray = MovingRay { start: mover, dir: mover.velocity.normalize() };
                for image in self.images(piece, &self.copies(&ray, 0.0, self.radius())) {
                    self.add_contacts_at_start(&ray, &image, &mut out)?;
                }
            }
        }
        Ok(out)
    }

    /// Returns the parameters at which a legal reply on one lane may appear or vanish, except those at which an attack changes
    /// ([`ReplyScene::changes_of_attacks`]).
    pub fn changes_of_reply(&self, lane: PieceLane) -> Result<Vec<f64>, TooMany> {
        let Some(lane) = self.moving_lane(lane) else { return Ok(Vec::new()) };
        self.changes_among(&lane, &self.crossings(&lane))
    }

    /// Returns the parameters at which a move, whose distance depends on the parameter, may become legal, become illegal, or
    /// capture other pieces, except those at which an attack changes.
    pub fn changes_of_move(&self, m: &LinearMove) -> Result<Vec<f64>, TooMany> {
        let &LinearMove { piece, lane, distance, .. } = m;
        let Some(moving_lane) = self.moving_lane(PieceLane { piece, lane }) else { return Ok(Vec::new()) };
        let distance = LinearFunction { start: distance.value(self.from), ..distance };
        let mut crossings = self.crossings(&moving_lane);
        let at_distance = Crossing::At(Term::linear(distance));
        if !crossings.iter().any(|known| known.crossing.is_near(&at_distance)) {
            crossings.extend(self.bounded(at_distance));
        }
        let mut out = self.changes_among(&moving_lane, &crossings)?;
        let ray = moving_lane.ray;
        let greatest = distance.start.max(distance.start + distance.slope * self.stretch.high);
        for line in self.position.promotion_lines(piece, lane, greatest) {
            let Curve::Line { through, dir } = line else { continue };
            let line = MovingRay { start: MovingPoint::still(Vec2::new(through.x, through.y)), dir };
            let LinearFunction { start, slope } = line.aside(&ray.start);
            let sine = dir.perp_dot(ray.dir);
            // A promotion may change where the start, or the place at the distance, crosses the line.
            for d in [LinearFunction::constant(0.0), distance] {
                let aside = LinearFunction { start: start + d.start * sine, slope: slope + d.slope * sine };
                self.add_zeros_of(aside, &mut out)?;
            }
        }
        Ok(out)
    }

    /// Returns the parameters at which two of the crossings on a lane become equal, or one of them appears or vanishes.
    fn changes_among(
        &self,
        lane: &MovingLane<'_>,
        crossings: &[BoundedCrossing],
    ) -> Result<Vec<f64>, TooMany> {
        let mut out = Vec::new();
        self.add_changes_of_limits(lane, &mut out)?;
        for (i, bounded) in crossings.iter().enumerate() {
            // A circle begins or ceases to cross the ray where the distance of its centre from the ray is the radius.
            if let Crossing::OnCircle(CircleCrossing { aside, radius, .. }) = bounded.crossing {
                for limit in [-radius, radius] {
                    let limit = FunctionBounds::linear(LinearFunction::constant(limit), self.stretch);
                    self.add_zeros(&|t| Some(aside.bounds_on(t)? - limit), self.stretch, &mut out)?;
                }
            }
            for other in &crossings[i + 1..] {
                self.add_coincidences(bounded, other, &mut out)?;
            }
        }
        Ok(out)
    }

    fn pieces_without(&self, piece: PieceId) -> impl Iterator<Item = PieceId> {
        self.position.ids().filter(move |id| *id != piece)
    }

    /// Yields the images of a piece's centre on copies of the board.
    fn images(&self, id: PieceId, copies: &[Image]) -> impl Iterator<Item = MovingPoint> {
        let centre = self.centres[id.index()];
        copies.iter().map(move |copy| centre.seen(copy))
    }

    fn radius(&self) -> f64 {
        self.position.rules().radius
    }

    /// Returns a crossing with its bounds, if it has values on the stretch.
    fn bounded(&self, crossing: Crossing) -> Option<BoundedCrossing> {
        let domain = crossing.domain(self.stretch)?;
        Some(BoundedCrossing { crossing, domain, values: crossing.bounds_on(domain)?.value })
    }

    /// Appends the parameters at which the distances of two crossings are equal.
    fn add_coincidences(
        &self,
        a: &BoundedCrossing,
        b: &BoundedCrossing,
        out: &mut Vec<f64>,
    ) -> Result<(), TooMany> {
        let Some(domain) = a.domain.intersection(b.domain) else { return Ok(()) };
        if !a.values.meets(b.values) {
            return Ok(());
        }
        let (a, b) = (&a.crossing, &b.crossing);
        let are_constant = a.is_constant() && b.is_constant();
        if are_constant || a.is_near(b) {
            return Ok(());
        }
        self.add_zeros(&|t| Some(a.bounds_on(t)? - b.bounds_on(t)?), domain, out)
    }

    /// Appends the parameters at which one of the two contacts of a disc that goes along a ray with a point is at the start.
    fn add_contacts_at_start(
        &self,
        ray: &MovingRay,
        point: &MovingPoint,
        out: &mut Vec<f64>,
    ) -> Result<(), TooMany> {
        let crossing = Crossing::At(Term::constant(0.0));
        let start = BoundedCrossing { crossing, domain: Enclosure::ALL, values: Enclosure::of(0.0) };
        for end in ChordEnd::BOTH {
            let contact = Term::touch(ray, point, self.radius(), end);
            if let Some(contact) = contact.and_then(|at| self.bounded(Crossing::At(at))) {
                self.add_coincidences(&contact, &start, out)?;
            }
        }
        Ok(())
    }

    /// Appends the parameters at which a linear function is 0, unless it is constant.
    fn add_zeros_of(&self, function: LinearFunction, out: &mut Vec<f64>) -> Result<(), TooMany> {
        if Term::linear(function).is_constant() {
            return Ok(());
        }
        self.add_zeros(&|t| Some(FunctionBounds::linear(function, t)), self.stretch, out)
    }

    /// Appends the parameters of the family at which a function is 0.
    fn add_zeros(
        &self,
        f: &impl Fn(Enclosure) -> Option<FunctionBounds>,
        domain: Enclosure,
        out: &mut Vec<f64>,
    ) -> Result<(), TooMany> {
        out.extend(zeros(f, domain)?.into_iter().map(|t| self.from + t));
        Ok(())
    }

    /// Returns the crossings on the ray of a reply at which its legal set may change: those of its own limits, of its contacts, and
    /// of every curve that bounds an attack on the king or, if the king replies, on its path.
    fn crossings(&self, reply: &MovingLane<'_>) -> Vec<BoundedCrossing> {
        let (rules, ray, zero) = (self.position.rules(), &reply.ray, Term::constant(0.0));
        let mut out: Vec<Crossing> =
            [0.0, rules.min_move, rules.min_capture].map(|d| Crossing::At(Term::constant(d))).to_vec();
        // A lane may pass by some of its limits, such as the line of a void's side. So they do not bound its length.
        out.extend(self.limits(reply).into_iter().map(Crossing::At));
        let copies = self.copies(ray, reply.length, rules.radius);
        for piece in self.pieces_without(reply.piece) {
            for start in self.images(piece, &copies) {
                out.extend(Crossing::of_circle(ray, &MovingRay { start, dir: ray.dir }, &zero, rules.radius));
            }
        }
        if rules.board.has_seams() {
            // A reply that ends near an image of its own start is too short.
            for start in self.images_of_start(ray, reply.length + rules.min_move, rules.min_move) {
                let start_image = MovingRay { start, dir: ray.dir };
                out.extend(Crossing::of_circle(ray, &start_image, &zero, rules.min_move));
            }
        }
        for attack in &self.attacks {
            self.add_crossings_of_attack(attack, reply, &copies, &mut out);
        }
        self.distinct_on_lane(out, reply.length)
    }

    /// Appends the crossings on the ray of a reply of the curves that bound an attack. `copies` are those over which the reply goes.
    fn add_crossings_of_attack(
        &self,
        attack: &CapturingLane<'_>,
        reply: &MovingLane<'_>,
        copies: &[Image],
        out: &mut Vec<Crossing>,
    ) {
        let (ray, radius) = (&reply.ray, self.radius());
        let Some(stops) = self.stops_that_matter(attack, reply) else { return };
        for image in images_from(copies, &attack.copies) {
            if !self.comes_near(attack, &ray.start.seen(&image.inverse()), reply.length) {
                continue;
            }
            let attacker = attack.lane.ray.seen(&image);
            for offset in [-radius, radius] {
                out.extend(Crossing::of_line(ray, &attacker, offset));
            }
            let across_start = MovingRay { dir: attacker.dir.perp(), ..attacker };
            out.extend(Crossing::of_line(ray, &across_start, 0.0));
            out.extend(stops.iter().flat_map(|stop| self.circle_crossings(ray, attack, stop, &image)));
        }
    }

    /// Returns the stops of an attack that matter to a reply: all stops if the king replies, else the contacts with the king.
    /// `None` if the attack does not come near the king.
    fn stops_that_matter(
        &self,
        attack: &CapturingLane<'_>,
        reply: &MovingLane<'_>,
    ) -> Option<Vec<AttackStop>> {
        let king = self.king?;
        let is_kings_reply = king == reply.piece;
        let reach = if is_kings_reply { reply.length } else { 0.0 };
        let images_of_king = self.images_of_king(attack, king, reach);
        if images_of_king.is_empty() {
            return None;
        }
        let mut stops = Vec::new();
        if is_kings_reply {
            stops = self.stops(attack);
        } else {
            for king in images_of_king {
                let contact = self.contact(attack, &king, ChordEnd::First);
                stops.extend(contact.map(|at| AttackStop { at, met: Some(king) }));
            }
        }
        stops.push(AttackStop { at: Term::constant(0.0), met: None });
        Some(stops)
    }

    /// Returns the crossings that may lie on a lane of a length, each once.
    fn distinct_on_lane(&self, crossings: Vec<Crossing>, length: f64) -> Vec<BoundedCrossing> {
        let lane = Enclosure::new(-BEYOND, length + BEYOND);
        let mut out: Vec<BoundedCrossing> = Vec::new();
        for crossing in crossings {
            let Some(bounded) = self.bounded(crossing) else { continue };
            if bounded.values.meets(lane) && !out.iter().any(|known| known.crossing.is_near(&crossing)) {
                out.push(bounded);
            }
        }
        out
    }
}

/// Returns the images of a lane as seen from a ray, each once, given the copies of the board over which each of the two goes. An
/// image brings a copy of the lane onto a copy of the ray, so that the two may meet.
fn images_from(copies_of_ray: &[Image], copies_of_lane: &[Image]) -> Vec<Image> {
    let mut out: Vec<Image> = Vec::new();
    for copy_of_ray in copies_of_ray {
        for copy_of_lane in copies_of_lane {
            let image = copy_of_lane.inverse().then(copy_of_ray);
            if !out.contains(&image) {
                out.push(image);
            }
        }
    }
    out
}
