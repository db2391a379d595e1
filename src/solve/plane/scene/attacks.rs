//! The lanes of the attacking side: the bounds of their attacks, and the parameters at which an attack may change.

use super::super::enclosure::{Enclosure, FunctionBounds};
use super::super::linear::LinearFunction;
use super::super::term::{ChordEnd, Crossing, MovingPoint, MovingRay, Term};
use super::super::zeros::TooMany;
use super::lanes::MovingLane;
use super::{BEYOND, BoundedCrossing, ReplyScene};
use crate::board::Images;
use crate::geom::Image;
use crate::plane::{Gait, PieceId};
use crate::variant::Takes;

/// A lane on which the attacking side may capture.
pub(super) struct CapturingLane<'a> {
    pub(super) lane: MovingLane<'a>,
    /// The copies of the board over which the lane goes.
    pub(super) copies: Images,
}

/// A distance on a lane at which its attack may stop.
pub(super) struct AttackStop {
    pub(super) at: Term,
    /// The centre of the piece that the lane meets there.
    pub(super) met: Option<MovingPoint>,
}

/// The distance in board units up to which a centre counts as on the line of a ray, because rounding moves it so far.
const ON_RAY: f64 = 1e-13;

impl<'a> ReplyScene<'a> {
    /// Returns every lane on which the attacking side may capture.
    pub(super) fn lanes_of_attack(&self) -> Vec<CapturingLane<'a>> {
        let lanes = self.position.side(!self.side).flat_map(|attacker| self.position.piece_lanes(attacker));
        let mut out = Vec::new();
        for lane in lanes.filter_map(|lane| self.moving_lane(lane)) {
            if lane.rule.takes != Takes::Never {
                let copies = self.copies(&lane.ray, lane.length, 2.0 * self.radius());
                out.push(CapturingLane { lane, copies });
            }
        }
        out
    }

    /// Whether the sweep of a lane may come within `reach` of a place for some parameter of the stretch. Errs towards yes.
    pub(super) fn comes_near(&self, attack: &CapturingLane<'_>, place: &MovingPoint, reach: f64) -> bool {
        let MovingLane { ray, rule, .. } = &attack.lane;
        let on_stretch = |function: LinearFunction| FunctionBounds::linear(function, self.stretch).value;
        let margin = reach + self.radius() + BEYOND;
        let range = rule.range.max(rule.first_range);
        on_stretch(ray.aside(place)).meets(Enclosure::new(-margin, margin))
            && on_stretch(ray.ahead(place)).meets(Enclosure::new(-margin, range + margin))
    }

    /// Returns the images of the king within `reach` of the lane of an attack.
    pub(super) fn images_of_king(
        &self,
        attack: &CapturingLane<'_>,
        king: PieceId,
        reach: f64,
    ) -> Vec<MovingPoint> {
        let is_near = |image: &MovingPoint| self.comes_near(attack, image, reach);
        // The copies of the attack are those for a reach of 0.
        if reach == 0.0 {
            return self.images(king, &attack.copies).filter(is_near).collect();
        }
        let copies = self.copies(&attack.lane.ray, attack.lane.length, reach + 2.0 * self.radius());
        self.images(king, &copies).filter(is_near).collect()
    }

    /// Returns the distance of the first or last contact of a lane with a piece.
    pub(super) fn contact(
        &self,
        attack: &CapturingLane<'_>,
        piece: &MovingPoint,
        end: ChordEnd,
    ) -> Option<Term> {
        if !self.comes_near(attack, piece, 0.0) {
            return None;
        }
        Term::touch(&attack.lane.ray, piece, self.radius(), end)
    }

    /// Returns those contacts of a lane with a piece that have values on the stretch.
    fn contacts(
        &self,
        attack: &CapturingLane<'_>,
        piece: &MovingPoint,
        ends: &[ChordEnd],
    ) -> Vec<BoundedCrossing> {
        let contact = |end: &ChordEnd| self.bounded(Crossing::At(self.contact(attack, piece, *end)?));
        ends.iter().filter_map(contact).collect()
    }

    /// Returns the distances at which an attack may stop without a contact: its limits, and the least distance of a capture.
    fn stops_without_contact(&self, attack: &CapturingLane<'_>) -> Vec<Term> {
        let mut stops = self.limits(&attack.lane);
        let least = self.position.rules().min_capture;
        if least > 0.0 {
            stops.push(Term::constant(least));
        }
        stops
    }

    /// Returns the distances at which an attack may stop, with or without a contact.
    pub(super) fn stops(&self, attack: &CapturingLane<'_>) -> Vec<AttackStop> {
        let without_contact = self.stops_without_contact(attack).into_iter();
        let mut out: Vec<AttackStop> = without_contact.map(|at| AttackStop { at, met: None }).collect();
        for piece in self.pieces_without(attack.lane.piece).filter(|id| Some(*id) != self.king) {
            for image in self.images(piece, &attack.copies) {
                for end in self.ends_that_stop(attack, piece) {
                    let contact = self.contact(attack, &image, *end);
                    out.extend(contact.map(|at| AttackStop { at, met: Some(image) }));
                }
            }
        }
        out
    }

    /// Returns the crossings of a ray with a circle. Its centre is a stop of an attack, as seen on a copy of the board.
    pub(super) fn circle_crossings(
        &self,
        ray: &MovingRay,
        attack: &CapturingLane<'_>,
        stop: &AttackStop,
        copy: &Image,
    ) -> [Crossing; 2] {
        let crossings = Crossing::of_circle(ray, &attack.lane.ray.seen(copy), &stop.at, self.radius());
        let Some(met) = stop.met.map(|met| met.seen(copy)) else { return crossings };
        // The circle about a contact passes through the centre that is met. If that centre stays on the ray, it is one of the
        // crossings, and the other one follows from it without a square root.
        let LinearFunction { start, slope } = ray.aside(&met);
        let is_on_ray = start.abs() < ON_RAY && slope.abs() < ON_RAY;
        match crossings[0] {
            Crossing::OnCircle(crossing) if is_on_ray => crossing.pair_with(ray.ahead(&met)),
            Crossing::OnCircle(_) | Crossing::At(_) => crossings,
        }
    }

    /// Returns the contacts with a piece at which an attack may stop: a ride at any piece, a leap only at one of its own side.
    fn ends_that_stop(&self, attack: &CapturingLane<'_>, piece: PieceId) -> &'static [ChordEnd] {
        let color = |id: PieceId| self.position.piece(id).color();
        match attack.lane.rule.gait {
            Gait::Ride => &[ChordEnd::First],
            Gait::Leap if color(piece) == color(attack.lane.piece) => &ChordEnd::BOTH,
            Gait::Leap => &[],
        }
    }

    /// Returns the parameters at which an attack on a place within `reach` of the king may change.
    pub(super) fn changes_near(&self, reach: f64) -> Result<Vec<f64>, TooMany> {
        let mut out = Vec::new();
        let Some(king) = self.king else { return Ok(out) };
        for attack in &self.attacks {
            let images_of_king = self.images_of_king(attack, king, reach);
            if !images_of_king.is_empty() {
                self.add_changes_of_attack(attack, king, &images_of_king, &mut out)?;
            }
        }
        Ok(out)
    }

    /// Appends the parameters at which an attack near these images of the king may change.
    fn add_changes_of_attack(
        &self,
        attack: &CapturingLane<'_>,
        king: PieceId,
        images_of_king: &[MovingPoint],
        out: &mut Vec<f64>,
    ) -> Result<(), TooMany> {
        self.add_changes_of_limits(&attack.lane, out)?;
        let limits = self.stops_without_contact(attack).into_iter();
        let mut stops: Vec<_> = limits.filter_map(|at| self.bounded(Crossing::At(at))).collect();
        let number_of_limits = stops.len();
        for image in images_of_king {
            stops.extend(self.contacts(attack, image, &ChordEnd::BOTH));
        }
        for (i, limit) in stops[..number_of_limits].iter().enumerate() {
            for other in &stops[i + 1..] {
                self.add_coincidences(limit, other, out)?;
            }
        }
        for image in images_of_king {
            self.add_entries(attack, image, out)?;
        }
        for piece in self.pieces_without(attack.lane.piece).filter(|id| *id != king) {
            for image in self.images(piece, &attack.copies) {
                self.add_entries(attack, &image, out)?;
                for contact in self.contacts(attack, &image, self.ends_that_stop(attack, piece)) {
                    for stop in &stops {
                        self.add_coincidences(&contact, stop, out)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Appends the parameters at which a piece enters or leaves a lane: across a flank, across the perpendicular at the
    /// start, or at the rim of the disc at the start.
    fn add_entries(
        &self,
        attack: &CapturingLane<'_>,
        piece: &MovingPoint,
        out: &mut Vec<f64>,
    ) -> Result<(), TooMany> {
        let ray = &attack.lane.ray;
        if piece.velocity == ray.start.velocity || !self.comes_near(attack, piece, 0.0) {
            return Ok(());
        }
        let (aside, ahead) = (ray.aside(piece), ray.ahead(piece));
        for (function, level) in [(aside, -self.radius()), (aside, self.radius()), (ahead, 0.0)] {
            if !Term::linear(function).is_constant() {
                let level = FunctionBounds::linear(LinearFunction::constant(level), self.stretch);
                self.add_zeros(&|t| Some(FunctionBounds::linear(function, t) - level), self.stretch, out)?;
            }
        }
        self.add_contacts_at_start(ray, piece, out)
    }
}
