//! The attack of a man on its way where the man or the attack turns: the distances at which it begins or ceases
//! to take the king.

use super::aim::limits;
use super::kinds::{Gait, Lane, Way};
use super::order::{Change, Order};
use super::position::{Piece, PieceId, Position};
use crate::geom::{Curve, Extent, Interval, Meeting, Path, Point, board_lines};

/// How far off its place rounding may show what is met, where it is met twice at once.
const NEAR: f64 = 1e-5;

/// What an attack may come upon.
enum Thing {
    /// A man, with a part of the body that attacks.
    Man(Point, Curve),
    /// A curve that the attacker's centre crosses: of a friend's body.
    Body(Curve),
    /// An edge of the board.
    Wall(Curve),
}

/// One lane of a man on its way.
pub struct Swing<'a> {
    board: &'a Position,
    mover: PieceId,
    /// As what it attacks; its place and heading are those of the start of its way.
    piece: Piece,
    lane: &'a Lane,
    target: PieceId,
}

impl<'a> Swing<'a> {
    /// The attack of `piece`, which is the `mover` as what it is by then, on a king.
    pub fn new(
        board: &'a Position,
        mover: PieceId,
        piece: Piece,
        lane: &'a Lane,
        target: PieceId,
    ) -> Swing<'a> {
        Swing { board, mover, piece, lane, target }
    }

    fn extent(&self) -> &'a Extent {
        &self.board.rules().kind(self.piece.kind).rule.extent
    }

    /// The path of the attack from a distance of the man's way.
    fn attack(&self, path: &Path, d: f64) -> Path {
        let heading = self.piece.heading.map(|h| h + path.turned(d));
        self.lane.path(&Piece { at: path.at(d), heading, ..self.piece })
    }

    /// The distances of the man's way along which the answer may change.
    pub fn cuts(&self, path: &Path, part: Interval) -> Vec<f64> {
        let Some(things) = self.things(path, part) else { return Vec::new() };
        let rules = self.board.rules();
        let equation = |i: usize, d: f64| {
            let attack = self.attack(path, d);
            match &things[i] {
                Thing::Man(at, side) => Meeting::of_body(&attack, side, *at),
                Thing::Body(curve) => Meeting::of_centre(&attack, curve),
                Thing::Wall(wall) => Meeting::of_centre(&attack, wall).sooner(1.0 / rules.edge_share),
            }
        };
        let order = Order::new(path, part, things.len(), &equation);
        let limits = limits(rules, self.lane);
        let king = self.board.piece(self.target).at;
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

    /// The king first, then what may keep the man from taking it; nothing when the king is out of reach.
    fn things(&self, path: &Path, part: Interval) -> Option<Vec<Thing>> {
        let (board, extent) = (self.board, self.extent());
        let middle = path.at(part.from.midpoint(part.to));
        let half = match path {
            Path::Turn { .. } => 0.0,
            Path::Line { .. } | Path::Arc { .. } => 0.5 * (part.to - part.from),
        };
        let attack = match self.lane.way {
            Way::Turn(_) => 0.0,
            Way::Arc(radius) => self.lane.range.min(2.0 * radius.abs()),
            Way::Straight | Way::Area => self.lane.range,
        };
        let within = |q: Point| q.distance(middle) <= half + attack + extent.reach() + NEAR;
        let king = board.piece(self.target).at;
        if !within(king) {
            return None;
        }
        let sides = extent.outline(0.0);
        let man = |at: Point| sides.iter().map(move |side| Thing::Man(at, *side));
        let mut things: Vec<Thing> = man(king).collect();
        for id in board.ids().filter(|&id| id != self.mover && id != self.target) {
            let (other, body) = (board.piece(id), board.extent(id));
            let friend = other.color() == self.piece.color();
            if (friend || self.lane.gait == Gait::Ride) && within(other.at) {
                things.extend(man(other.at));
            }
            let unequal = extent.as_disc().is_none() || extent.as_disc() != body.as_disc();
            let near = other.at.distance(king) < extent.reach() + body.reach();
            if friend && unequal && near {
                things.extend(body.outline_at(&other.pose()).into_iter().map(Thing::Body));
            }
        }
        if !matches!(self.lane.way, Way::Turn(_)) {
            things.extend(board_lines(board.rules().size).map(Thing::Wall));
        }
        Some(things)
    }

    /// Whether it may matter that two are met at once: one man by two sides, or two that a body can touch together with
    /// the king, which may be one of them.
    fn may_tie(&self, one: &Thing, other: &Thing, king: Point) -> bool {
        let with_king = |thing: &Thing| match thing {
            Thing::Man(at, _) => at.distance(king) <= 2.0 * self.extent().reach() + NEAR,
            Thing::Body(_) | Thing::Wall(_) => true,
        };
        let same = matches!((one, other), (Thing::Man(a, _), Thing::Man(b, _)) if a == b);
        same || (with_king(one) && with_king(other))
    }

    /// Whether a man is met by the side itself, not by the whole line that the side lies on, on the way of the attack.
    fn is_real(&self, path: &Path, (d, s): Change, thing: &Thing) -> bool {
        let Some(s) = s else { return true };
        let attack = self.attack(path, d);
        match thing {
            Thing::Man(at, _) => {
                let depth = self.extent().depth(attack.pose(s).local(*at));
                s > -NEAR && depth.abs() < NEAR
            }
            Thing::Body(_) | Thing::Wall(_) => s > -NEAR,
        }
    }
}
