//! The attack of a mover that turns, or whose lane turns: the distances at which the attack begins or ceases.

use super::contact_order::{ContactOrder, OrderChange};
use super::first_look::may_take_from;
use super::moving_attack::MovingAttack;
use crate::geom::{Curve, Interval, Path, PathEquation, Point};
use crate::plane::rules::LaneShape;

/// Board units: how far rounding may displace a contact where two contacts with one obstacle coincide.
const NEAR: f64 = 1e-5;

/// An obstacle that an attack may meet.
enum Obstacle {
    /// A piece, met by one side of the attacker's body.
    Piece(Point, Curve),
    /// A side of a friend's body, crossed by the attacker's centre.
    Body(Curve),
    /// A wall of the board.
    Wall(Curve),
}

/// One lane of a moving piece when it or the lane turns.
pub struct TurningAttack<'a> {
    attack: MovingAttack<'a>,
}

impl<'a> TurningAttack<'a> {
    /// Prepares an attack other than a leap to any place.
    pub fn new(attack: MovingAttack<'a>) -> TurningAttack<'a> {
        TurningAttack { attack }
    }

    /// Returns the distances of the mover's path at which the attack may begin or cease.
    pub fn cuts(&self, path: &Path, part: Interval) -> Vec<f64> {
        if !self.may_touch(path, part, self.attack.king_at) {
            return Vec::new();
        }
        let obstacles = self.obstacles(path, part);
        let share = self.attack.board.rules().edge_share;
        let equations = |d: f64, which: &[usize]| {
            let attack = self.attack.path_from(path, d);
            let equation = |&i: &usize| match &obstacles[i] {
                Obstacle::Piece(at, side) => PathEquation::of_body(&attack, side, *at),
                Obstacle::Body(curve) => PathEquation::of_centre(&attack, curve),
                Obstacle::Wall(wall) => PathEquation::of_centre(&attack, wall).rescaled(1.0 / share),
            };
            which.iter().map(equation).collect()
        };
        let order = ContactOrder::new(path, part, obstacles.len(), &equations);
        let limits = self.attack.limits();
        let mut cuts = Vec::new();
        for i in 0..obstacles.len() {
            let real = |change: &OrderChange| self.is_real(path, *change, &obstacles[i]);
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

    /// Returns the obstacles: the king first, then whatever may block the attack.
    fn obstacles(&self, path: &Path, part: Interval) -> Vec<Obstacle> {
        let attack = &self.attack;
        let sides = attack.extent().outline(0.0);
        let piece = |at: Point| sides.iter().map(move |side| Obstacle::Piece(at, *side));
        let mut obstacles: Vec<Obstacle> = piece(attack.king_at).collect();
        obstacles.extend(attack.pieces().filter(|at| self.may_touch(path, part, *at)).flat_map(piece));
        obstacles.extend(attack.bodies().flat_map(|(pose, body)| body.outline_at(&pose)).map(Obstacle::Body));
        if !matches!(attack.lane.shape, LaneShape::Turn(_)) {
            obstacles.extend(attack.walls().map(Obstacle::Wall));
        }
        obstacles
    }

    /// Whether the attack may touch a place from somewhere on a part of the mover's path.
    fn may_touch(&self, path: &Path, part: Interval, at: Point) -> bool {
        let clear = self.attack.extent().reach() + 2.0 * NEAR;
        may_take_from(path, part, &self.attack.piece, self.attack.lane, at, clear)
    }

    /// Whether a simultaneous contact may matter: one piece met by two sides, or two obstacles that a body can touch together
    /// with the king.
    fn may_tie(&self, one: &Obstacle, other: &Obstacle) -> bool {
        let same = matches!((one, other), (Obstacle::Piece(a, _), Obstacle::Piece(b, _)) if a == b);
        let king = self.attack.king_at;
        same || (self.touches_with(one, king)
            && self.touches_with(other, king)
            && match (one, other) {
                (Obstacle::Piece(at, _), thing) | (thing, Obstacle::Piece(at, _)) => {
                    self.touches_with(thing, *at)
                }
                _ => true,
            })
    }

    /// Whether a body may touch an obstacle and a place at once. Under Zeno's half a wall limits a move from afar, so the body
    /// need not be near it.
    fn touches_with(&self, thing: &Obstacle, place: Point) -> bool {
        let reach = self.attack.extent().reach() + 2.0 * NEAR;
        match thing {
            Obstacle::Piece(at, _) => at.distance(place) <= 2.0 * reach,
            Obstacle::Wall(wall) => {
                self.attack.board.rules().edge_share < 1.0 || wall.offset(place).abs() <= reach
            }
            Obstacle::Body(_) => true,
        }
    }

    /// Whether a contact is with the side itself, not with its line beyond, and lies on the attack.
    fn is_real(&self, path: &Path, (d, s): OrderChange, thing: &Obstacle) -> bool {
        let Some(s) = s else { return true };
        let attack = self.attack.path_from(path, d);
        let is_on = match thing {
            Obstacle::Piece(at, _) => self.attack.extent().depth(attack.pose(s).local(*at)).abs() < NEAR,
            Obstacle::Body(_) | Obstacle::Wall(_) => true,
        };
        s > -NEAR && is_on
    }
}
