//! The attack of a moving piece when it or its lane turns: the distances at which the attack begins or ceases.

use super::contact_order::{Change, ContactOrder};
use super::first_look::may_take_from;
use super::moving_attack::MovingAttack;
use crate::geom::{Curve, Interval, Meeting, Path, Point};
use crate::plane::position::Piece;
use crate::plane::rules::Way;

/// How far rounding may displace a contact where two contacts with one obstacle coincide.
const NEAR: f64 = 1e-5;

/// What an attack may meet.
enum Obstacle {
    /// A piece, met by one side of the attacker's body.
    Piece(Point, Curve),
    /// A curve of a friend's body, crossed by the attacker's centre.
    Body(Curve),
    /// An edge of the board.
    Wall(Curve),
}

/// One lane of a moving piece when it or the lane turns.
pub struct TurningAttack<'a> {
    attack: MovingAttack<'a>,
}

impl<'a> TurningAttack<'a> {
    /// Looks at the attack when the mover or its lane turns.
    pub fn new(attack: MovingAttack<'a>) -> TurningAttack<'a> {
        TurningAttack { attack }
    }

    /// The path of the attack from a distance of the mover's way.
    fn attack_from(&self, path: &Path, d: f64) -> Path {
        let piece = self.attack.piece;
        let heading = piece.heading.map(|h| h + path.turned(d));
        Piece { at: path.at(d), heading, ..piece }.path_along(self.attack.lane)
    }

    /// The distances of the mover's way at which the attack may begin or cease.
    pub fn cuts(&self, path: &Path, part: Interval) -> Vec<f64> {
        let Some(obstacles) = self.obstacles(path, part) else { return Vec::new() };
        let rules = self.attack.board.rules();
        let equations = |d: f64, which: &[usize]| {
            let attack = self.attack_from(path, d);
            let equation = |&i: &usize| match &obstacles[i] {
                Obstacle::Piece(at, side) => Meeting::of_body(&attack, side, *at),
                Obstacle::Body(curve) => Meeting::of_centre(&attack, curve),
                Obstacle::Wall(wall) => Meeting::of_centre(&attack, wall).sooner(1.0 / rules.edge_share),
            };
            which.iter().map(equation).collect()
        };
        let order = ContactOrder::new(path, part, obstacles.len(), &equations);
        let mut limits = self.attack.limits();
        limits.dedup();
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

    /// The king first, then what may block the attack; `None` when the king is out of reach.
    fn obstacles(&self, path: &Path, part: Interval) -> Option<Vec<Obstacle>> {
        let MovingAttack { board, piece, lane, .. } = self.attack;
        let (extent, king) = (self.attack.extent(), self.attack.king());
        let clear = extent.reach() + 2.0 * NEAR;
        let within = |q: Point| may_take_from(path, part, &piece, lane, q, clear);
        if !within(king) {
            return None;
        }
        let sides = extent.outline(0.0);
        let piece = |at: Point| sides.iter().map(move |side| Obstacle::Piece(at, *side));
        let mut obstacles: Vec<Obstacle> = piece(king).collect();
        obstacles.extend(self.attack.pieces().filter(|at| within(*at)).flat_map(piece));
        let outlines = self.attack.bodies().flat_map(|(piece, body)| body.outline_at(&piece.pose()));
        obstacles.extend(outlines.map(Obstacle::Body));
        if !matches!(lane.way, Way::Turn(_)) {
            obstacles.extend(board.rules().board.walls().into_iter().map(Obstacle::Wall));
        }
        Some(obstacles)
    }

    /// Whether a common contact may matter: one piece met by two sides, or two obstacles that a body can touch together with
    /// the king.
    fn may_tie(&self, one: &Obstacle, other: &Obstacle) -> bool {
        let same = matches!((one, other), (Obstacle::Piece(a, _), Obstacle::Piece(b, _)) if a == b);
        let king = self.attack.king();
        same || (self.may_touch(one, king)
            && self.may_touch(other, king)
            && match (one, other) {
                (Obstacle::Piece(at, _), thing) | (thing, Obstacle::Piece(at, _)) => {
                    self.may_touch(thing, *at)
                }
                _ => true,
            })
    }

    /// Whether a body may touch a place and an obstacle at once. Where no more than half the way to a wall is allowed it need
    /// not be near the wall for that.
    fn may_touch(&self, thing: &Obstacle, place: Point) -> bool {
        let reach = self.attack.extent().reach() + 2.0 * NEAR;
        match thing {
            Obstacle::Piece(at, _) => at.distance(place) <= 2.0 * reach,
            Obstacle::Wall(wall) => {
                self.attack.board.rules().edge_share < 1.0 || wall.offset(place).abs() <= reach
            }
            Obstacle::Body(_) => true,
        }
    }

    /// Whether a contact is with the side itself, not with the line beyond it, and lies on the attack.
    fn is_real(&self, path: &Path, (d, s): Change, thing: &Obstacle) -> bool {
        let Some(s) = s else { return true };
        let attack = self.attack_from(path, d);
        match thing {
            Obstacle::Piece(at, _) => {
                let depth = self.attack.extent().depth(attack.pose(s).local(*at));
                s > -NEAR && depth.abs() < NEAR
            }
            Obstacle::Body(_) | Obstacle::Wall(_) => s > -NEAR,
        }
    }
}
