//! The attack of a piece on its way where the piece or the attack turns: the distances at which it begins or ceases
//! to take the king.

use super::contact_order::{Change, ContactOrder};
use super::moving_attack::MovingAttack;
use crate::geom::{Curve, Interval, Meeting, Path, Point};
use crate::plane::position::Piece;
use crate::plane::rules::Way;

/// How far off its place rounding may show what is met, where it is met twice at once.
const NEAR: f64 = 1e-5;

/// What an attack may come upon.
enum Thing {
    /// A piece, with a part of the body that attacks.
    Piece(Point, Curve),
    /// A curve that the attacker's centre crosses: of a friend's body.
    Body(Curve),
    /// An edge of the board.
    Wall(Curve),
}

/// One lane of a piece on its way.
pub struct TurningAttack<'a> {
    attack: MovingAttack<'a>,
}

impl<'a> TurningAttack<'a> {
    /// The same where the piece or its attack turns.
    pub fn new(attack: MovingAttack<'a>) -> TurningAttack<'a> {
        TurningAttack { attack }
    }

    /// The path of the attack from a distance of the piece's way.
    fn attack_from(&self, path: &Path, d: f64) -> Path {
        let piece = self.attack.piece;
        let heading = piece.heading.map(|h| h + path.turned(d));
        Piece { at: path.at(d), heading, ..piece }.path_along(self.attack.lane)
    }

    /// The distances of the piece's way along which the answer may change.
    pub fn cuts(&self, path: &Path, part: Interval) -> Vec<f64> {
        let Some(things) = self.things(path, part) else { return Vec::new() };
        let rules = self.attack.board.rules();
        let equation = |i: usize, d: f64| {
            let attack = self.attack_from(path, d);
            match &things[i] {
                Thing::Piece(at, side) => Meeting::of_body(&attack, side, *at),
                Thing::Body(curve) => Meeting::of_centre(&attack, curve),
                Thing::Wall(wall) => Meeting::of_centre(&attack, wall).sooner(1.0 / rules.edge_share),
            }
        };
        let order = ContactOrder::new(path, part, things.len(), &equation);
        let limits = self.attack.limits();
        let king = self.attack.king();
        let mut cuts = Vec::new();
        for i in 0..things.len() {
            let real = |change: &Change| self.is_real(path, *change, &things[i]);
            let mut changes = order.grazes(i);
            changes.extend(limits.iter().flat_map(|&limit| order.reaches(i, limit)));
            for j in (0..i).filter(|&j| self.may_tie(&things[i], &things[j], king)) {
                changes.extend(order.ties(i, j).into_iter().filter(|c| self.is_real(path, *c, &things[j])));
            }
            cuts.extend(changes.iter().filter(|c| real(c)).map(|c| c.0));
        }
        cuts
    }

    /// The king first, then what may keep the piece from taking it; nothing when the king is out of reach.
    fn things(&self, path: &Path, part: Interval) -> Option<Vec<Thing>> {
        let extent = self.attack.extent();
        let middle = path.at(part.from.midpoint(part.to));
        let half = match path {
            Path::Turn { .. } => 0.0,
            Path::Line { .. } | Path::Arc { .. } => 0.5 * (part.to - part.from),
        };
        let lane = self.attack.lane;
        let attack = match lane.way {
            Way::Turn(_) => 0.0,
            Way::Arc(radius) => lane.range.min(2.0 * radius.abs()),
            Way::Straight | Way::Area => lane.range,
        };
        let within = |q: Point| q.distance(middle) <= half + attack + extent.reach() + NEAR;
        let king = self.attack.king();
        if !within(king) {
            return None;
        }
        let sides = extent.outline(0.0);
        let piece = |at: Point| sides.iter().map(move |side| Thing::Piece(at, *side));
        let mut things: Vec<Thing> = piece(king).collect();
        things.extend(self.attack.pieces().filter(|at| within(*at)).flat_map(piece));
        let outlines = self.attack.bodies().flat_map(|(piece, body)| body.outline_at(&piece.pose()));
        things.extend(outlines.map(Thing::Body));
        if !matches!(lane.way, Way::Turn(_)) {
            things.extend(self.attack.board.rules().board.walls().into_iter().map(Thing::Wall));
        }
        Some(things)
    }

    /// Whether it may matter that two are met at once: one piece by two sides, or two that a body can touch together with
    /// the king, which may be one of them.
    fn may_tie(&self, one: &Thing, other: &Thing, king: Point) -> bool {
        let with_king = |thing: &Thing| match thing {
            Thing::Piece(at, _) => at.distance(king) <= 2.0 * self.attack.extent().reach() + NEAR,
            Thing::Body(_) | Thing::Wall(_) => true,
        };
        let same = matches!((one, other), (Thing::Piece(a, _), Thing::Piece(b, _)) if a == b);
        same || (with_king(one) && with_king(other))
    }

    /// Whether a piece is met by the side itself, not by the whole line that the side lies on, on the way of the attack.
    fn is_real(&self, path: &Path, (d, s): Change, thing: &Thing) -> bool {
        let Some(s) = s else { return true };
        let attack = self.attack_from(path, d);
        match thing {
            Thing::Piece(at, _) => {
                let depth = self.attack.extent().depth(attack.pose(s).local(*at));
                s > -NEAR && depth.abs() < NEAR
            }
            Thing::Body(_) | Thing::Wall(_) => s > -NEAR,
        }
    }
}
