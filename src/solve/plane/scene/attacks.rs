//! The lanes of the side that has just moved: the bounds of their attacks, and the parameters at which an attack may change.

use super::super::enclosure::{Enclosure, Sloped};
use super::super::term::{Crossing, MovingPoint, Term};
use super::super::zeros::TooMany;
use super::{BEYOND, Bounded, ReplyScene};
use crate::board::Images;
use crate::geom::{Image, Vec2};
use crate::plane::{Gait, Lane, PieceId};
use crate::variant::Takes;

/// A lane by which the side that has just moved may capture.
pub(super) struct Attack<'a> {
    pub(super) by: PieceId,
    pub(super) lane: &'a Lane,
    pub(super) dir: Vec2,
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

impl<'a> ReplyScene<'a> {
    /// Returns every lane by which the side that has just moved may capture.
    pub(super) fn attacks(&self) -> impl Iterator<Item = Attack<'a>> {
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

    /// Whether a lane may pass within `reach` of a place for some parameter of the stretch.
    pub(super) fn comes_near(&self, attack: &Attack<'_>, piece: &MovingPoint, reach: f64) -> bool {
        let vector = piece.from(self.drift(attack.by));
        let on = |term: [f64; 2]| Sloped::affine(term, self.stretch).value;
        let (along, aside) = (on(vector.along(attack.dir)), on(vector.left_of(attack.dir)));
        let reach = reach + self.radius() + BEYOND;
        let range = attack.lane.range.max(attack.lane.first_range);
        aside.meets(Enclosure::new(-reach, reach)) && along.meets(Enclosure::new(-reach, range + reach))
    }

    /// Returns the images of the king within `reach` of the lane of an attack.
    pub(super) fn kings(&self, attack: &Attack<'_>, king: PieceId, reach: f64) -> Vec<MovingPoint> {
        let board = &self.position.rules().board;
        let near = |king: &MovingPoint| self.comes_near(attack, king, reach);
        if !board.has_seams() || reach == 0.0 {
            return self.seen(king, &attack.copies).filter(near).collect();
        }
        let length = self.greatest(&self.ends(attack.by, attack.lane, attack.dir));
        let copies = self.copies(self.drift(attack.by), attack.dir, length, reach + 2.0 * self.radius());
        self.seen(king, &copies).filter(near).collect()
    }

    /// Returns the distance at which a lane comes into contact with a piece, or if `sense` is 1 leaves it.
    pub(super) fn contact(&self, attack: &Attack<'_>, piece: &MovingPoint, sense: f64) -> Option<Term> {
        if !self.comes_near(attack, piece, 0.0) {
            return None;
        }
        let vector = piece.from(self.drift(attack.by));
        Term::touch(vector.along(attack.dir), vector.left_of(attack.dir), self.radius(), sense)
    }

    /// Returns the contacts of a lane with a piece that have values on the stretch.
    fn contacts(&self, attack: &Attack<'_>, piece: &MovingPoint, senses: &[f64]) -> Vec<Bounded> {
        let contact = |sense: &f64| self.bounded(Crossing::at(self.contact(attack, piece, *sense)?));
        senses.iter().filter_map(contact).collect()
    }

    /// Returns the distances at which an attack stops whatever it meets.
    fn own_stops(&self, attack: &Attack<'_>) -> Vec<Term> {
        let mut stops = self.limits(attack.by, attack.lane, attack.dir);
        let least = self.position.rules().min_capture;
        if least > 0.0 {
            stops.push(Term::linear([least, 0.0]));
        }
        stops
    }

    /// Returns the distances at which a lane's attack may stop: its own stops, and contacts.
    pub(super) fn stops(&self, attack: &Attack<'_>) -> Vec<AttackStop> {
        let own = self.own_stops(attack).into_iter().map(|at| AttackStop { at, met: None });
        let others = self.position.ids().filter(|id| *id != attack.by && Some(*id) != self.king);
        own.chain(others.flat_map(|other| self.stops_at(attack, other))).collect()
    }

    fn stops_at(&self, attack: &Attack<'_>, other: PieceId) -> Vec<AttackStop> {
        let contact = |seen: MovingPoint, sense: f64| {
            self.contact(attack, &seen, sense).map(|at| AttackStop { at, met: Some(seen) })
        };
        let seen = self.seen(other, &attack.copies);
        let contacts = seen.flat_map(|seen| {
            self.senses(attack, other).iter().filter_map(move |sense| contact(seen, *sense))
        });
        contacts.collect()
    }

    /// Returns the crossings of the circle about a stop with a ray, on a copy of the board.
    pub(super) fn circle(
        &self,
        attack: &Attack<'_>,
        stop: &AttackStop,
        view: &Image,
        (start, dir): (&MovingPoint, Vec2),
    ) -> [Crossing; 2] {
        let origin = self.drift(attack.by).seen(view);
        let lane = (&origin, view.flips.vec(attack.dir), &stop.at);
        let [near, far] = Crossing::of_circle(lane, self.radius(), (start, dir));
        let Some(vector) = stop.met.map(|met| met.seen(view).from(start)) else { return [near, far] };
        // The circle about a contact passes through the piece that is met, which may stand on the ray.
        let aside = vector.left_of(dir);
        if aside.iter().all(|c| c.abs() < ON_RAY) { near.through(vector.along(dir)) } else { [near, far] }
    }

    /// Returns the contacts of a lane with a piece that matter to its attack: a ride stops at any piece, a leap may
    /// not land on a friend.
    fn senses(&self, attack: &Attack<'_>, other: PieceId) -> &'static [f64] {
        let friend = self.position.piece(other).color() == self.position.piece(attack.by).color();
        match attack.lane.gait {
            Gait::Ride => &[-1.0],
            Gait::Leap if friend => &[-1.0, 1.0],
            Gait::Leap => &[],
        }
    }

    pub(super) fn changes_near(&self, reach: f64) -> Result<Vec<f64>, TooMany> {
        let mut out = Vec::new();
        let Some(king) = self.king else { return Ok(out) };
        for attack in &self.attacks {
            let kings = self.kings(attack, king, reach);
            if kings.is_empty() {
                continue;
            }
            self.changes_of_ends(attack.by, attack.lane, attack.dir, &mut out)?;
            let own = self.own_stops(attack).into_iter();
            let own: Vec<Bounded> = own.filter_map(|at| self.bounded(Crossing::at(at))).collect();
            let to_king: Vec<Bounded> =
                kings.iter().flat_map(|king| self.contacts(attack, king, &[-1.0, 1.0])).collect();
            for (i, one) in own.iter().enumerate() {
                for other in own[i + 1..].iter().chain(&to_king) {
                    self.add_coincidences(one, other, &mut out)?;
                }
            }
            for king in &kings {
                self.entries(attack, king, &mut out)?;
            }
            for other in self.position.ids().filter(|id| *id != attack.by && *id != king) {
                for seen in self.seen(other, &attack.copies) {
                    self.entries(attack, &seen, &mut out)?;
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
    fn entries(&self, attack: &Attack<'_>, other: &MovingPoint, out: &mut Vec<f64>) -> Result<(), TooMany> {
        let vector = other.from(self.drift(attack.by));
        if vector.is_still() || !self.comes_near(attack, other, 0.0) {
            return Ok(());
        }
        let (along, aside) = (vector.along(attack.dir), vector.left_of(attack.dir));
        let levels = [(aside, -self.radius()), (aside, self.radius()), (along, 0.0)];
        for (term, level) in levels {
            let f = |t: Enclosure| Some(Sloped::affine(term, t) - Sloped::affine([level, 0.0], t));
            self.zeros_unless_still(&f, Term::linear(term), out)?;
        }
        for contact in self.contacts(attack, other, &[-1.0, 1.0]) {
            self.add_coincidences(&contact, &Bounded::start(), out)?;
        }
        Ok(())
    }
}
