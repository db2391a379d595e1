//! The lanes of the side that has just moved: the bounds of their attacks, and the parameters at which an attack may change.

use super::super::enclosure::{Enclosure, Sloped};
use super::super::linear::LinearFunction;
use super::super::term::{Crossing, MovingPoint, MovingRay, Term};
use super::super::zeros::TooMany;
use super::lanes::MovingLane;
use super::{BEYOND, Bounded, ReplyScene};
use crate::board::Images;
use crate::geom::Image;
use crate::plane::{Gait, PieceId};
use crate::variant::Takes;

/// A lane by which the side that has just moved may capture.
pub(super) struct Attack<'a> {
    pub(super) lane: MovingLane<'a>,
    /// The copies of the board over which the lane goes.
    pub(super) copies: Images,
}

/// A distance on a lane at which its attack may stop, and the place of the piece that it meets there.
pub(super) struct AttackStop {
    pub(super) at: Term,
    pub(super) met: Option<MovingPoint>,
}

/// The distance from the line of a ray, from rounding alone, up to which a piece counts as on it.
const ON_RAY: f64 = 1e-13;

/// The contacts of a lane with a piece: the first and the last.
const BOTH_CONTACTS: [f64; 2] = [-1.0, 1.0];

impl<'a> ReplyScene<'a> {
    /// Returns every lane by which the side that has just moved may capture.
    pub(super) fn lanes_of_attack(&self) -> Vec<Attack<'a>> {
        let mut out = Vec::new();
        for by in self.position.side(!self.side) {
            for (index, rule) in self.position.lanes(by).iter().enumerate() {
                if rule.takes != Takes::Never
                    && let Some(lane) = self.lane(by, index)
                {
                    let copies = self.copies(&lane.ray, lane.length, 2.0 * self.radius());
                    out.push(Attack { lane, copies });
                }
            }
        }
        out
    }

    /// Whether a lane may pass within `reach` of a place for some parameter of the stretch.
    pub(super) fn comes_near(&self, attack: &Attack<'_>, place: &MovingPoint, reach: f64) -> bool {
        let MovingLane { ray, lane, .. } = &attack.lane;
        let on_stretch = |function: LinearFunction| Sloped::linear(function, self.stretch).value;
        let reach = reach + self.radius() + BEYOND;
        let range = lane.range.max(lane.first_range);
        on_stretch(ray.aside(place)).meets(Enclosure::new(-reach, reach))
            && on_stretch(ray.ahead(place)).meets(Enclosure::new(-reach, range + reach))
    }

    /// Returns the images of the king within `reach` of the lane of an attack.
    pub(super) fn kings(&self, attack: &Attack<'_>, king: PieceId, reach: f64) -> Vec<MovingPoint> {
        let near = |king: &MovingPoint| self.comes_near(attack, king, reach);
        if !self.position.rules().board.has_seams() || reach == 0.0 {
            return self.seen(king, &attack.copies).filter(near).collect();
        }
        let copies = self.copies(&attack.lane.ray, attack.lane.length, reach + 2.0 * self.radius());
        self.seen(king, &copies).filter(near).collect()
    }

    /// Returns the distance at which a lane comes into contact with a piece, or if `sense` is 1 leaves it.
    pub(super) fn contact(&self, attack: &Attack<'_>, piece: &MovingPoint, sense: f64) -> Option<Term> {
        if !self.comes_near(attack, piece, 0.0) {
            return None;
        }
        Term::touch(&attack.lane.ray, piece, self.radius(), sense)
    }

    /// Returns the contacts of a lane with a piece that have values on the stretch.
    fn contacts(&self, attack: &Attack<'_>, piece: &MovingPoint, senses: &[f64]) -> Vec<Bounded> {
        let contact = |sense: &f64| self.bounded(Crossing::at(self.contact(attack, piece, *sense)?));
        senses.iter().filter_map(contact).collect()
    }

    /// Returns the distances at which an attack stops whatever it meets.
    fn own_stops(&self, attack: &Attack<'_>) -> Vec<Term> {
        let mut stops = self.limits(&attack.lane);
        let least = self.position.rules().min_capture;
        if least > 0.0 {
            stops.push(Term::constant(least));
        }
        stops
    }

    /// Returns the distances at which the attack of a lane may stop: its own stops, and its contacts.
    pub(super) fn stops(&self, attack: &Attack<'_>) -> Vec<AttackStop> {
        let mut out: Vec<AttackStop> =
            self.own_stops(attack).into_iter().map(|at| AttackStop { at, met: None }).collect();
        for other in self.others(attack.lane.piece).filter(|id| Some(*id) != self.king) {
            for seen in self.seen(other, &attack.copies) {
                for sense in self.senses(attack, other) {
                    let contact = self.contact(attack, &seen, *sense);
                    out.extend(contact.map(|at| AttackStop { at, met: Some(seen) }));
                }
            }
        }
        out
    }

    /// Returns the crossings of a ray with the circle about a stop of a lane, on a copy of the board.
    pub(super) fn circle(
        &self,
        ray: &MovingRay,
        attack: &Attack<'_>,
        stop: &AttackStop,
        copy: &Image,
    ) -> [Crossing; 2] {
        let crossings = Crossing::of_circle(ray, &attack.lane.ray.seen(copy), &stop.at, self.radius());
        let Some(met) = stop.met.map(|met| met.seen(copy)) else { return crossings };
        // The circle about a contact passes through the piece that is met, which may stand on the ray.
        let LinearFunction { start, slope } = ray.aside(&met);
        if start.abs() < ON_RAY && slope.abs() < ON_RAY {
            crossings[0].through(ray.ahead(&met))
        } else {
            crossings
        }
    }

    /// Returns the contacts of a lane with a piece that matter to its attack. A ride stops at any piece, and a leap may not land
    /// on a friend.
    fn senses(&self, attack: &Attack<'_>, other: PieceId) -> &'static [f64] {
        let color = |id: PieceId| self.position.piece(id).color();
        match attack.lane.lane.gait {
            Gait::Ride => &BOTH_CONTACTS[..1],
            Gait::Leap if color(other) == color(attack.lane.piece) => &BOTH_CONTACTS,
            Gait::Leap => &[],
        }
    }

    /// Returns the parameters at which an attack on a place within `reach` of the king may change.
    pub(super) fn changes_near(&self, reach: f64) -> Result<Vec<f64>, TooMany> {
        let mut out = Vec::new();
        let Some(king) = self.king else { return Ok(out) };
        for attack in &self.attacks {
            let kings = self.kings(attack, king, reach);
            if kings.is_empty() {
                continue;
            }
            self.changes_of_ends(&attack.lane, &mut out)?;
            let own = self.own_stops(attack).into_iter();
            let own: Vec<Bounded> = own.filter_map(|at| self.bounded(Crossing::at(at))).collect();
            let to_king: Vec<Bounded> =
                kings.iter().flat_map(|king| self.contacts(attack, king, &BOTH_CONTACTS)).collect();
            for (i, stop) in own.iter().enumerate() {
                for other in own[i + 1..].iter().chain(&to_king) {
                    self.add_coincidences(stop, other, &mut out)?;
                }
            }
            for king in &kings {
                self.add_entries(attack, king, &mut out)?;
            }
            for other in self.others(attack.lane.piece).filter(|id| *id != king) {
                for seen in self.seen(other, &attack.copies) {
                    self.add_entries(attack, &seen, &mut out)?;
                    for contact in self.contacts(attack, &seen, self.senses(attack, other)) {
                        for to in own.iter().chain(&to_king) {
                            self.add_coincidences(&contact, to, &mut out)?;
                        }
                    }
                }
            }
        }
        Ok(out)
    }

    /// Appends the parameters at which a piece enters or leaves a lane: by a flank, abreast of its start, or from under it.
    fn add_entries(
        &self,
        attack: &Attack<'_>,
        other: &MovingPoint,
        out: &mut Vec<f64>,
    ) -> Result<(), TooMany> {
        let ray = &attack.lane.ray;
        if other.velocity == ray.start.velocity || !self.comes_near(attack, other, 0.0) {
            return Ok(());
        }
        let (aside, ahead) = (ray.aside(other), ray.ahead(other));
        for (function, level) in [(aside, -self.radius()), (aside, self.radius()), (ahead, 0.0)] {
            if !Term::linear(function).is_still() {
                let level = Sloped::linear(LinearFunction::constant(level), self.stretch);
                self.add_zeros(&|t| Some(Sloped::linear(function, t) - level), self.stretch, out)?;
            }
        }
        for contact in self.contacts(attack, other, &BOTH_CONTACTS) {
            self.add_coincidences(&contact, &Bounded::start(), out)?;
        }
        Ok(())
    }
}
