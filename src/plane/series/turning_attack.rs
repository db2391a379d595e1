//! The attack of a moving piece when it or its lane turns, or minds where its own start is seen again: the distances at which
//! the attack begins or ceases.

use super::contact_order::{Change, ContactOrder};
use super::first_look::may_take_from;
use super::moving_attack::{MovingAttack, NEAR};
use crate::geom::{Curve, Image, Interval, Meeting, Path, Point};
use crate::plane::attack::Target;
use crate::plane::rules::Way;

/// What an attack may meet.
enum Obstacle {
    /// A piece, met by one side of the attacker's body, or by what goes along with that side so far inwards.
    Piece(Point, Curve, f64),
    /// A curve crossed by a point of the attacker's body: one of a friend's body by its centre, or one along a king's way.
    Body(Point, Curve),
    /// A king's way, crossed by the place of the attacker's body with this number that has it abeam.
    Abeam(usize, Curve),
    /// An edge of the board.
    Wall(Curve),
    /// Where the attacker is seen again on this copy of the board, near which it may take nothing.
    Start(Image),
}

/// One lane of a moving piece when it or the lane turns, or its own start matters.
pub struct TurningAttack<'a> {
    attack: MovingAttack<'a>,
}

impl<'a> TurningAttack<'a> {
    /// Looks at any attack but a leap to any place.
    pub fn new(attack: MovingAttack<'a>) -> TurningAttack<'a> {
        TurningAttack { attack }
    }

    /// The distances of the mover's way at which the attack may begin or cease.
    pub fn cuts(&self, path: &Path, part: Interval) -> Vec<f64> {
        let Some(part) = self.attack.part_near_target(path, part) else { return Vec::new() };
        let obstacles = self.obstacles(path, part);
        let rules = self.attack.board.rules();
        let equations = |d: f64, which: &[usize]| {
            let attack = self.attack.path_from(path, d);
            let equation = |&i: &usize| match &obstacles[i] {
                Obstacle::Piece(at, side, _) => Meeting::of_body(&attack, side, *at),
                Obstacle::Body(part, curve) => Meeting::of_part(&attack, *part, curve),
                Obstacle::Abeam(i, way) => {
                    let place = self.attack.extent().abeam(&attack)[*i];
                    Meeting::of_part(&attack, attack.start().local(place), way)
                }
                Obstacle::Wall(wall) => Meeting::of_centre(&attack, wall).sooner(1.0 / rules.edge_share),
                Obstacle::Start(image) => {
                    let centre = image.place(path.at(d));
                    Meeting::of_centre(&attack, &Curve::Circle { centre, radius: rules.min_capture })
                }
            };
            which.iter().map(equation).collect()
        };
        let order = ContactOrder::new(path, part, obstacles.len(), &equations);
        let limits = self.attack.limits_near_target(path, part);
        let mut cuts = Vec::new();
        for i in 0..obstacles.len() {
            let real = |change: &Change| self.is_real(path, *change, &obstacles[i]);
            let mut changes = order.grazes(i);
            changes.extend(limits.iter().flat_map(|&limit| order.reaches(i, limit)));
            for j in (0..i).filter(|&j| self.may_tie(&obstacles[i], &obstacles[j])) {
                changes
                    .extend(order.ties(i, j).into_iter().filter(|c| self.is_real(path, *c, &obstacles[j])));
            }
            cuts.extend(changes.iter().filter(|c| real(c)).map(|c| c.0));
        }
        cuts
    }

    /// The target first, then what may block the attack.
    fn obstacles(&self, path: &Path, part: Interval) -> Vec<Obstacle> {
        let MovingAttack { piece, lane, target, .. } = self.attack;
        let extent = self.attack.extent();
        let clear = extent.reach() + 2.0 * NEAR;
        let within = |q: &Point| may_take_from(path, part, &piece, lane, *q, clear);
        let sides = extent.outline(0.0);
        let piece = |at: Point| sides.iter().map(move |side| Obstacle::Piece(at, *side, 0.0));
        let mut obstacles: Vec<Obstacle> = target.places.iter().copied().flat_map(piece).collect();
        if let Some(way) = target.way {
            let along = way.at_distance(extent.radius());
            let corners = extent.core().iter();
            obstacles.extend(corners.flat_map(|&q| along.iter().map(move |&curve| Obstacle::Body(q, curve))));
            let abeam = extent.abeam(&self.attack.path_from(path, part.from)).len();
            obstacles.extend((0..abeam).map(|i| Obstacle::Abeam(i, way)));
            if let Curve::Circle { centre, radius } = way {
                for inset in [radius, -radius] {
                    let lines = extent.outline(inset).into_iter();
                    let lines = lines.filter(|side| matches!(side, Curve::Line { .. }));
                    obstacles.extend(lines.map(|side| Obstacle::Piece(centre, side, inset)));
                }
            }
        }
        obstacles.extend(self.attack.pieces().filter(within).flat_map(piece));
        let outlines = self.attack.bodies().flat_map(|(pose, body)| body.outline_at(&pose));
        obstacles.extend(outlines.map(|curve| Obstacle::Body(Point::new(0.0, 0.0), curve)));
        if !matches!(lane.way, Way::Turn(_)) {
            obstacles.extend(self.attack.edges().into_iter().map(Obstacle::Wall));
            obstacles.extend(self.attack.starts_near_target(path, part).map(Obstacle::Start));
        }
        obstacles
    }

    /// Whether a common contact may matter: one piece met by two sides, or two obstacles that a body can touch together with
    /// the king.
    fn may_tie(&self, one: &Obstacle, other: &Obstacle) -> bool {
        let same = matches!((one, other), (Obstacle::Piece(a, ..), Obstacle::Piece(b, ..)) if a == b);
        let Target { middle, half, .. } = *self.attack.target;
        same || (self.may_touch(one, middle, half)
            && self.may_touch(other, middle, half)
            && match (one, other) {
                (Obstacle::Piece(at, ..), thing) | (thing, Obstacle::Piece(at, ..)) => {
                    self.may_touch(thing, *at, 0.0)
                }
                _ => true,
            })
    }

    /// Whether a body may touch an obstacle and something within `clear` of a place at once. It need not be near a wall for that
    /// where no more than half the way to it is allowed, nor near a void, past whose corner a way goes on.
    fn may_touch(&self, thing: &Obstacle, place: Point, clear: f64) -> bool {
        let reach = self.attack.extent().reach() + 2.0 * NEAR;
        match thing {
            Obstacle::Piece(at, _, inset) => at.distance(place) <= 2.0 * reach + clear + inset.abs(),
            Obstacle::Wall(wall) => {
                let rules = self.attack.board.rules();
                let ends_farther_on = rules.edge_share < 1.0 || !rules.board.voids().is_empty();
                ends_farther_on || wall.offset(place).abs() <= reach + clear
            }
            Obstacle::Body(..) | Obstacle::Abeam(..) | Obstacle::Start(_) => true,
        }
    }

    /// Whether a contact is with the side itself, not with the line beyond it, and lies on the attack.
    fn is_real(&self, path: &Path, (d, s): Change, thing: &Obstacle) -> bool {
        let Some(s) = s else { return true };
        let attack = self.attack.path_from(path, d);
        match thing {
            Obstacle::Piece(at, _, inset) => {
                let depth = self.attack.extent().depth(attack.pose(s).local(*at));
                s > -NEAR && (depth - inset).abs() < NEAR
            }
            Obstacle::Body(..) | Obstacle::Abeam(..) | Obstacle::Wall(_) | Obstacle::Start(_) => s > -NEAR,
        }
    }
}
