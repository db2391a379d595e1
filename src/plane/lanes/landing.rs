//! The landings of a leap to any place, and the places that such a leap attacks (`docs/rules/pieces.md` 1).

use super::stop::StopRefusal;
use super::stretch::MoveEffect;
use crate::board::Surface;
use crate::budget::work;
use crate::geom::{Curve, Extent, Path, Point, Pose, Vec2};
use crate::notation::Reason;
use crate::plane::position::{PieceId, PieceIds, PieceImage, PlanePosition};
use crate::plane::rules::{Lane, Steps};
use crate::variant::Takes;
use std::cell::OnceCell;

/// The places where a leap may land.
pub struct Landing {
    from: Point,
    /// The other images of its start.
    again: Vec<Point>,
    range: f64,
    /// The low and the high corner of the board.
    board: (Point, Point),
    /// The low and the high corner of the box that the board or Zeno's half allows.
    low: Point,
    high: Point,
    least: f64,
    steps: Option<Steps>,
    radius: f64,
    epsilon: f64,
    /// The friends: a landing may neither overlap their centres nor lie under their bodies.
    friends: Vec<(PieceId, Pose, Extent)>,
    surface: Surface,
    /// The share of the free path that a move may cover: half under Zeno.
    share: f64,
    outline: OnceCell<Outline>,
}

/// The border of the region of landings.
struct Outline {
    /// The whole curves that bound it.
    curves: Vec<Curve>,
    /// The landings at which two of them meet.
    corners: Vec<Point>,
}

impl Landing {
    /// Computes where a piece may land to capture, with the pieces for which `skip` holds off the board.
    pub fn new(
        position: &PlanePosition,
        mover: PieceId,
        lane: &Lane,
        skip: impl Fn(PieceId) -> bool,
    ) -> Landing {
        let rules = position.rules();
        let piece = position.piece(mover);
        let radius = position.extent(mover).reach();
        let range = lane.range_of(piece.moved);
        let images = rules.board.images_about(piece.at, range + rules.reach);
        let friends_left = position.side(piece.color()).filter(|&id| id != mover && !skip(id));
        let near = |seen: &PieceImage| {
            let reach = position.extent(seen.id).reach().max(radius);
            position.seen_at(seen).distance(piece.at) < range + reach
        };
        let friends = friends_left
            .flat_map(|id| images.iter().map(move |&image| PieceImage { id, image }))
            .filter(near)
            .map(|seen| (seen.id, position.seen_pose(&seen), position.extent(seen.id).clone()))
            .collect();
        let (low, high) = rules.board.shrunk_about(piece.at, rules.edge_share);
        let round = rules.board.images_about(piece.at, range + rules.min_move);
        let others = round.iter().filter(|image| !image.is_identity());
        Landing {
            from: piece.at,
            again: others.map(|image| image.place(piece.at)).collect(),
            range,
            board: rules.board.shrunk_about(piece.at, 1.0),
            low,
            high,
            least: rules.min_capture,
            steps: lane.steps(rules.epsilon),
            radius,
            epsilon: rules.epsilon,
            friends,
            surface: rules.board,
            share: rules.edge_share,
            outline: OnceCell::new(),
        }
    }

    /// Whether kind, board, steps and friends allow a landing at least `least` from every image of the start.
    pub fn may_land(&self, m: Point, least: f64) -> bool {
        self.refusal(m).is_none() && self.is_far_enough(m, least)
    }

    fn is_far_enough(&self, m: Point, least: f64) -> bool {
        self.starts().all(|start| m.distance(start) >= least - self.epsilon)
    }

    /// Yields the images of the start that are near enough to matter.
    fn starts(&self) -> impl Iterator<Item = Point> + '_ {
        self.again.iter().copied().chain([self.from])
    }

    /// Returns the first rule that a landing breaks, apart from least distance and captures.
    pub fn refusal(&self, m: Point) -> Option<StopRefusal> {
        work(4 + self.friends.len());
        let (d, epsilon) = (m.distance(self.from), self.epsilon);
        if d > self.range + epsilon {
            return Some(StopRefusal::limit(Reason::Range, self.range));
        }
        for (reason, area) in [(Reason::Edge, self.board), (Reason::Zeno, (self.low, self.high))] {
            let out = beyond(area, m);
            if out > epsilon {
                return Some(StopRefusal::limit(reason, out));
            }
        }
        if self.surface.has_seams()
            && let Some(refusal) = self.beyond_its_way(m)
        {
            return Some(refusal);
        }
        if let Some(steps) = self.steps.filter(|steps| !steps.contains(d)) {
            return Some(StopRefusal::limit(Reason::Step, steps.step));
        }
        let (id, pose, _) = self.friends.iter().find(|friend| self.is_under(friend, m))?;
        Some(StopRefusal { reason: Reason::Friend, limit: pose.at.distance(m), by: Some(*id) })
    }

    /// Whether a friend forbids a landing.
    fn is_under(&self, (_, pose, extent): &(PieceId, Pose, Extent), m: Point) -> bool {
        self.radius - pose.at.distance(m) > self.epsilon || extent.overlaps(pose, m, self.epsilon)
    }

    /// Returns the straight path to a landing.
    fn straight_to(&self, m: Point) -> Option<Path> {
        let dir = (m - self.from).try_normalize()?;
        Some(Path::Line { start: Pose { at: self.from, heading: Vec2::X }, dir })
    }

    /// Returns a refusal if the straight path to a landing is too long: it ends in a void or at an image of its start, or half way
    /// there under Zeno.
    fn beyond_its_way(&self, m: Point) -> Option<StopRefusal> {
        let room = self.surface.room_within(&self.straight_to(m)?, self.range / self.share);
        let d = m.distance(self.from);
        let limits = [
            (Reason::Void, room.void),
            (Reason::Range, room.around.min(room.longest)),
            (Reason::Zeno, room.least() * self.share),
        ];
        let found = limits.into_iter().find(|(_, limit)| d > limit + self.epsilon);
        found.map(|(reason, limit)| StopRefusal::limit(reason, limit))
    }

    /// Returns the lines that bound the shadows of the voids within range: their sides and the lines through their corners, halved
    /// under Zeno.
    fn shadows(&self) -> Vec<Curve> {
        let (mut out, farthest) = (Vec::new(), self.range / self.share + self.epsilon);
        let part = |q: Point| self.from + (q - self.from) * self.share;
        for image in self.surface.images_about(self.from, farthest) {
            for (low, high) in self.surface.voids() {
                let (a, b) = (image.place(low), image.place(high));
                let corners =
                    (Point::new(a.x.min(b.x), a.y.min(b.y)), Point::new(a.x.max(b.x), a.y.max(b.y)));
                if beyond(corners, self.from) > farthest {
                    continue;
                }
                let corners = [a, Point::new(a.x, b.y), b, Point::new(b.x, a.y)];
                for (&one, &next) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                    let dir = |v: Vec2| v.try_normalize();
                    out.extend(dir(next - one).map(|dir| Curve::Line { through: part(one), dir }));
                    out.extend(dir(one - self.from).map(|dir| Curve::Line { through: self.from, dir }));
                }
            }
        }
        out
    }

    /// Yields the lines along which a straight path ends within range at an image of its start, or half way there under Zeno.
    fn ways_round(&self) -> impl Iterator<Item = Curve> + use<'_> {
        let (through, farthest) = (self.from, self.range / self.share + self.epsilon);
        let images = self.surface.images_about(through, farthest).into_iter();
        let ways = images.map(move |image| image.place(through) - through);
        let dirs = ways.filter(move |way| way.length() <= farthest).filter_map(|way| way.try_normalize());
        dirs.map(move |dir| Curve::Line { through, dir })
    }

    /// Whether the landings may change if a piece leaves the board.
    pub fn depends_on(&self, id: PieceId) -> bool {
        self.friends.iter().any(|friend| friend.0 == id)
    }

    /// Returns the start of the leap.
    pub fn from(&self) -> Point {
        self.from
    }

    /// Returns the greatest distance of a landing, board units.
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
        if good(&k) {
            return true;
        }
        let Outline { curves, corners } = self.outline();
        work(8 * curves.len() + corners.len());
        corners.iter().any(|m| m.distance(k) < depth) || curves.iter().any(|curve| good(&curve.nearest(k)))
    }

    fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| {
            let curves = self.border();
            let met = corners(&curves, self.from, self.range, self.epsilon).into_iter();
            Outline { corners: met.filter(|&m| self.may_land(m, self.least)).collect(), curves }
        })
    }

    /// Returns the whole curves that bound the region of landings.
    pub fn border(&self) -> Vec<Curve> {
        let mut out = self.own_circles();
        out.extend(self.shadows());
        out.extend(self.sides());
        out.extend(self.friends.iter().flat_map(|friend| self.bounds_of(friend)));
        out
    }

    /// Returns the circles about the start.
    fn own_circles(&self) -> Vec<Curve> {
        let circle = |centre: Point, radius: f64| Curve::Circle { centre, radius };
        let mut out = Vec::new();
        if let Some(steps) = self.steps {
            out.extend(steps.within(self.range).map(|d| circle(self.from, d)));
        } else {
            out.push(circle(self.from, self.range));
            if self.least > 0.0 && self.least < self.range - self.epsilon {
                out.push(circle(self.from, self.least));
            }
        }
        if self.least > 0.0 {
            out.extend(self.again.iter().map(|&start| circle(start, self.least)));
        }
        out
    }

    /// Yields the sides, within range, of the box that the board or Zeno's half allows.
    fn sides(&self) -> impl Iterator<Item = Curve> + '_ {
        // A side that is glued bounds nothing.
        let finite = |c: f64, or: f64| if c.is_finite() { c } else { or };
        let through = move |q: Point| Point::new(finite(q.x, self.from.x), finite(q.y, self.from.y));
        let sides = [
            (self.low.y, self.low, Vec2::X),
            (self.low.x, self.low, Vec2::Y),
            (self.high.y, self.high, Vec2::X),
            (self.high.x, self.high, Vec2::Y),
        ];
        let sides = sides.into_iter().filter(|side| side.0.is_finite());
        let lines = sides.map(move |(_, corner, dir)| Curve::Line { through: through(corner), dir });
        lines.filter(|line| line.offset(self.from).abs() <= self.range + self.epsilon)
    }

    /// Returns the curves that bound the landings that a friend forbids.
    fn bounds_of(&self, (_, pose, extent): &(PieceId, Pose, Extent)) -> Vec<Curve> {
        let mut out = vec![Curve::Circle { centre: pose.at, radius: self.radius }];
        if extent.as_disc() != Some(self.radius) {
            out.extend(extent.outline_at(pose));
        }
        out
    }

    /// Returns the whole curves that bound the places where a target is taken: the border offset by the radius.
    pub fn cover_curves(&self) -> Vec<Curve> {
        let Outline { curves, corners } = self.outline();
        let moved = curves.iter().flat_map(|curve| curve.at_distance(self.radius));
        moved.chain(corners.iter().map(|&centre| Curve::Circle { centre, radius: self.radius })).collect()
    }
}

/// Returns how far a place lies outside a box given by its low and high corner; below 0 inside.
fn beyond((low, high): (Point, Point), m: Point) -> f64 {
    [low.x - m.x, m.x - high.x, low.y - m.y, m.y - high.y].into_iter().fold(f64::NEG_INFINITY, f64::max)
}

/// Returns the points where curves meet within `reach` of `near`.
fn corners(curves: &[Curve], near: Point, reach: f64, tie: f64) -> Vec<Point> {
    work(2 * curves.len() * curves.len());
    let pairs = curves.iter().enumerate().flat_map(|(i, a)| curves[..i].iter().map(move |b| (a, b)));
    let met = pairs.flat_map(|(a, b)| a.meet(b, tie));
    met.filter(|m| m.distance(near) <= reach + tie).collect()
}

/// A leap to any place, among all the other pieces.
pub struct Leap<'a> {
    position: &'a PlanePosition,
    mover: PieceId,
    takes: Takes,
    landing: Landing,
    near: Vec<(PieceId, Point)>,
}

impl<'a> Leap<'a> {
    /// Prepares the leap of a piece.
    pub fn new(position: &'a PlanePosition, mover: PieceId, lane: &Lane) -> Leap<'a> {
        let landing = Landing::new(position, mover, lane, |_| false);
        let at = position.piece(mover).at;
        let reach = landing.range + landing.radius;
        let images = position.rules().board.images_about(at, reach);
        let others = position.ids().filter(|&id| id != mover);
        let near = others.flat_map(|id| {
            let of_id = images.iter().map(move |&image| PieceImage { id, image });
            of_id.map(|seen| (seen.id, position.seen_at(&seen))).filter(|seen| seen.1.distance(at) < reach)
        });
        Leap { position, mover, takes: lane.takes, near: near.collect(), landing }
    }

    /// Decides one landing and returns its captures.
    ///
    /// # Errors
    /// The first rule that the landing breaks; the safety of the own king is not tested.
    pub fn land(&self, m: Point) -> Result<PieceIds, StopRefusal> {
        if let Some(refusal) = self.landing.refusal(m) {
            return Err(refusal);
        }
        let depth = self.landing.radius - self.landing.epsilon;
        let over = self.near.iter().filter(|(_, at)| at.distance(m) < depth);
        let mut captures: PieceIds = over.map(|(id, _)| *id).collect();
        captures.dedup();
        match self.takes {
            Takes::Never => {
                if let Some(&by) = captures.first() {
                    let limit = m.distance(self.landing.from);
                    return Err(StopRefusal { reason: Reason::Blocked, limit, by: Some(by) });
                }
            }
            Takes::Must if captures.is_empty() => return Err(StopRefusal::limit(Reason::MustCapture, 0.0)),
            Takes::May | Takes::Must => {}
        }
        let rules = self.position.rules();
        let least = if captures.is_empty() { rules.min_move } else { rules.min_capture };
        let takes = !captures.is_empty();
        if self.landing.starts().any(|start| !rules.is_long_enough(m.distance(start), takes)) {
            return Err(StopRefusal::limit(Reason::MinMove, least));
        }
        Ok(captures)
    }

    /// Returns the effect of a landing that the rules allow, before the safety of the own king.
    pub fn landed(&self, m: Point) -> Option<MoveEffect> {
        let captures = self.land(m).ok()?;
        let (piece, d) = (self.position.piece(self.mover), m.distance(self.landing.from));
        let path = self.landing.straight_to(m);
        let promotes = path.is_some_and(|path| self.position.promotes(piece, &path, d));
        Some(MoveEffect { captures, promotes })
    }

    /// Yields the enemies that some landing takes.
    pub fn enemies(&self) -> impl Iterator<Item = PieceId> + '_ {
        let color = self.position.piece(self.mover).color();
        let mut enemies: PieceIds = self.near.iter().map(|seen| seen.0).collect();
        enemies.dedup();
        enemies.into_iter().filter(move |&id| self.position.piece(id).color() != color)
    }

    /// Returns the mover.
    pub fn mover(&self) -> PieceId {
        self.mover
    }

    /// Returns the disc of all places within range: centre and radius.
    pub fn disc(&self) -> (Point, f64) {
        (self.landing.from, self.landing.range)
    }

    /// Yields the lines on which a landing beyond an image of the start is refused; beside them the answer may differ.
    pub fn ways_round(&self) -> impl Iterator<Item = Curve> + use<'_> {
        self.landing.ways_round()
    }

    /// Returns the whole curves at which the answer of [`Leap::land`] may change.
    pub fn curves(&self) -> Vec<Curve> {
        let (rules, mut out) = (self.position.rules(), self.landing.border());
        let (centre, range) = self.disc();
        out.push(Curve::Circle { centre, radius: range });
        if rules.min_move > 0.0 {
            out.push(Curve::Circle { centre, radius: rules.min_move });
        } else {
            // A leap does not land on its start. The lines make it a vertex, so it lies in no face.
            out.extend([Vec2::X, Vec2::Y].map(|dir| Curve::Line { through: centre, dir }));
        }
        let circle = |seen: &(PieceId, Point)| Curve::Circle { centre: seen.1, radius: self.landing.radius };
        out.extend(self.near.iter().map(circle));
        if rules.min_move > 0.0 {
            let again = self.landing.again.iter();
            out.extend(again.map(|&centre| Curve::Circle { centre, radius: rules.min_move }));
        }
        out.extend(rules.board.walls());
        out.extend(self.ways_round());
        if let Some(pawn) = self.position.pawn(self.position.piece(self.mover)) {
            let start = self.position.piece(self.mover).pose();
            out.extend(pawn.curves(&Path::Line { start, dir: Vec2::X }, range));
        }
        out
    }
}
