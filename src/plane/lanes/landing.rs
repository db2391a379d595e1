//! Where a leap to any place may land, and which places such a leap takes (spec, sections 8 and 10).

use super::stop::Refusal;
use super::stretch::Landed;
use crate::geom::{Curve, Extent, Point, Pose, Vec2};
use crate::notation::Reason;
use crate::plane::position::{Few, PieceId, Position};
use crate::plane::rules::{Lane, Steps};
use crate::variant::Takes;

/// The places where one leap may land.
pub struct Landing {
    from: Point,
    range: f64,
    /// The corners of the board.
    board: (Point, Point),
    /// The box that Zeno or the board leaves: low and high corner.
    low: Point,
    high: Point,
    least: f64,
    steps: Option<Steps>,
    radius: f64,
    epsilon: f64,
    /// Friends: centre not to be overlapped, body not to stand under.
    friends: Vec<(PieceId, Pose, Extent)>,
    /// The corners of the region for an attack.
    corners: Vec<Point>,
}

impl Landing {
    /// The places where a piece may land to take something, those for which `skip` holds off the board.
    pub fn new(position: &Position, mover: PieceId, lane: &Lane, skip: impl Fn(PieceId) -> bool) -> Landing {
        let rules = position.rules();
        let piece = position.piece(mover);
        let radius = position.extent(mover).reach();
        let range = lane.range_of(piece.moved);
        let friends = position.side(piece.color()).filter(|&id| id != mover && !skip(id));
        let near = |id: &PieceId| {
            let reach = position.extent(*id).reach().max(radius);
            position.piece(*id).at.distance(piece.at) < range + reach
        };
        let friends = friends
            .filter(near)
            .map(|id| (id, position.piece(id).pose(), position.extent(id).clone()))
            .collect();
        let (low, high) = rules.board.shrunk_about(piece.at, rules.edge_share);
        let mut landing = Landing {
            from: piece.at,
            range,
            board: rules.board.shrunk_about(piece.at, 1.0),
            low,
            high,
            least: rules.min_capture,
            steps: lane.steps(rules.epsilon),
            radius,
            epsilon: rules.epsilon,
            friends,
            corners: Vec::new(),
        };
        let met = corners(&landing.border(), piece.at, range, rules.epsilon);
        landing.corners = met.into_iter().filter(|&m| landing.may_land(m, landing.least)).collect();
        landing
    }

    /// Whether the kind, the board, the steps and the friends allow it, at `least` from its place.
    pub fn may_land(&self, m: Point, least: f64) -> bool {
        self.refusal(m).is_none() && m.distance(self.from) >= least - self.epsilon
    }

    /// The first rule that a landing breaks, the least distance and captures apart.
    pub fn refusal(&self, m: Point) -> Option<Refusal> {
        let (d, epsilon) = (m.distance(self.from), self.epsilon);
        if d > self.range + epsilon {
            return Some(Refusal::limit(Reason::Range, self.range));
        }
        for (reason, (low, high)) in [(Reason::Edge, self.board), (Reason::Zeno, (self.low, self.high))] {
            let out = [low.x - m.x, m.x - high.x, low.y - m.y, m.y - high.y];
            let out = out.into_iter().fold(f64::NEG_INFINITY, f64::max);
            if out > epsilon {
                return Some(Refusal::limit(reason, out));
            }
        }
        if let Some(steps) = self.steps.filter(|steps| !steps.contains(d)) {
            return Some(Refusal::limit(Reason::Step, steps.step));
        }
        let friend = self.friends.iter().find(|(_, pose, extent)| {
            self.radius - pose.at.distance(m) > epsilon || extent.overlaps(pose, m, epsilon)
        });
        friend.map(|(id, pose, _)| Refusal {
            reason: Reason::Friend,
            limit: pose.at.distance(m),
            by: Some(*id),
        })
    }

    /// How far from its place it may land.
    pub fn range(&self) -> f64 {
        self.range
    }

    /// Whether some landing takes a target at `k`: the nearest landing is nearer than the radius.
    pub fn covers(&self, k: Point) -> bool {
        let depth = self.radius - self.epsilon;
        if k.distance(self.from) >= self.range + self.radius {
            return false;
        }
        let good = |m: &Point| m.distance(k) < depth && self.may_land(*m, self.least);
        let feet = self.border();
        good(&k)
            || self.corners.iter().any(|m| m.distance(k) < depth)
            || feet.iter().any(|curve| good(&curve.nearest(k)))
    }

    /// Whole curves that bound the region of landings.
    pub fn border(&self) -> Vec<Curve> {
        let circle = |centre: Point, radius: f64| Curve::Circle { centre, radius };
        let mut out = Vec::new();
        if let Some(steps) = self.steps {
            out.extend(steps.within(self.range).map(|d| circle(self.from, d)));
        } else {
            out.push(circle(self.from, self.range));
            if self.least > 0.0 {
                out.push(circle(self.from, self.least));
            }
        }
        for (through, dir) in
            [(self.low, Vec2::X), (self.low, Vec2::Y), (self.high, Vec2::X), (self.high, Vec2::Y)]
        {
            let line = Curve::Line { through, dir };
            if line.offset(self.from).abs() <= self.range + self.epsilon {
                out.push(line);
            }
        }
        for (_, pose, extent) in &self.friends {
            out.push(circle(pose.at, self.radius));
            if extent.as_disc() != Some(self.radius) {
                out.extend(extent.outline_at(pose));
            }
        }
        out
    }

    /// Whole curves that bound the places where a target is taken: the border moved by the radius.
    pub fn cover_curves(&self) -> Vec<Curve> {
        let moved = self.border().into_iter().flat_map(|curve| curve.at_distance(self.radius));
        moved
            .chain(self.corners.iter().map(|&centre| Curve::Circle { centre, radius: self.radius }))
            .collect()
    }

    /// The radius of what lands.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// What bounds the landings that take a target at `k`: whole curves, and where they meet.
    pub fn outline_on(&self, k: Point) -> (Vec<Curve>, Vec<Point>) {
        let mut curves = self.border();
        curves.push(Curve::Circle { centre: k, radius: self.radius });
        let corners = corners(&curves, k, self.radius, self.epsilon);
        (curves, corners)
    }
}

/// Where curves meet, no farther from `near` than `reach`.
pub fn corners(curves: &[Curve], near: Point, reach: f64, tie: f64) -> Vec<Point> {
    let pairs = curves.iter().enumerate().flat_map(|(i, a)| curves[..i].iter().map(move |b| (a, b)));
    let met = pairs.flat_map(|(a, b)| a.meet(b, tie));
    met.filter(|m| m.distance(near) <= reach + tie).collect()
}

/// A leap to any place, among all the other pieces.
pub struct Leap<'a> {
    position: &'a Position,
    mover: PieceId,
    takes: Takes,
    landing: Landing,
    near: Few,
}

impl<'a> Leap<'a> {
    /// Prepares the leap of a piece.
    pub fn new(position: &'a Position, mover: PieceId, lane: &Lane) -> Leap<'a> {
        let landing = Landing::new(position, mover, lane, |_| false);
        let at = position.piece(mover).at;
        let reach = landing.range + landing.radius;
        let near = position.ids().filter(|&id| id != mover && position.piece(id).at.distance(at) < reach);
        Leap { position, mover, takes: lane.takes, near: near.collect(), landing }
    }

    /// Decides one landing: what it takes.
    ///
    /// # Errors
    /// The first rule it breaks, the safety of the own king apart.
    pub fn land(&self, m: Point) -> Result<Few, Refusal> {
        if let Some(refusal) = self.landing.refusal(m) {
            return Err(refusal);
        }
        let depth = self.landing.radius - self.landing.epsilon;
        let over = |id: &PieceId| self.position.piece(*id).at.distance(m) < depth;
        let captures: Few = self.near.iter().copied().filter(over).collect();
        match self.takes {
            Takes::Never => {
                if let Some(&by) = captures.first() {
                    let limit = m.distance(self.landing.from);
                    return Err(Refusal { reason: Reason::Blocked, limit, by: Some(by) });
                }
            }
            Takes::Must if captures.is_empty() => return Err(Refusal::limit(Reason::MustCapture, 0.0)),
            Takes::May | Takes::Must => {}
        }
        let rules = self.position.rules();
        let least = if captures.is_empty() { rules.min_move } else { rules.min_capture };
        if m.distance(self.landing.from) < least - rules.epsilon {
            return Err(Refusal::limit(Reason::MinMove, least));
        }
        Ok(captures)
    }

    /// What a landing comes to, if it is one, the safety of the own king apart.
    pub fn landed(&self, m: Point) -> Option<Landed> {
        let captures = self.land(m).ok()?;
        let (rules, piece) = (self.position.rules(), self.position.piece(self.mover));
        let promotes = rules.promotes(piece.kind, piece.color(), m);
        Some((captures, promotes))
    }

    /// The enemies that it may take somewhere.
    pub fn enemies(&self) -> impl Iterator<Item = PieceId> + '_ {
        let color = self.position.piece(self.mover).color();
        self.near.iter().copied().filter(move |&id| self.position.piece(id).color() != color)
    }

    /// Who leaps.
    pub fn mover(&self) -> PieceId {
        self.mover
    }

    /// The disc of all that is within range.
    pub fn disc(&self) -> (Point, f64) {
        (self.landing.from, self.landing.range)
    }

    /// Whole curves at which the answer of [`Leap::land`] may change.
    pub fn curves(&self) -> Vec<Curve> {
        let (rules, mut out) = (self.position.rules(), self.landing.border());
        let (centre, range) = self.disc();
        out.push(Curve::Circle { centre, radius: range });
        if rules.min_move > 0.0 {
            out.push(Curve::Circle { centre, radius: rules.min_move });
        }
        let circle =
            |&id: &PieceId| Curve::Circle { centre: self.position.piece(id).at, radius: self.landing.radius };
        out.extend(self.near.iter().map(circle));
        out.extend(rules.board.walls());
        if self.position.rules().kind(self.position.piece(self.mover).kind).rule.pawn {
            let line = rules.promotion_line(self.position.piece(self.mover).color());
            out.push(Curve::Line { through: Point::new(0.0, line), dir: Vec2::X });
        }
        out
    }
}
