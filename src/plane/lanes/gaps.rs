//! How far one piece may go before the landings of a leap to any place leave a gap on a king's way, or close one.
//!
//! The landings take the king on parts of its way. A gap opens or closes only where two ends of such parts meet. From an end the
//! nearest landings are a radius away. Such a landing is the foot on one curve of the border, or a corner of two. Some of these
//! curves go with the piece, the others stand still. So an end comes to a place of the way when a moving curve comes to its
//! landing, or a radius away from the place. A gap there is as far off as the farther of two such curves.

use super::landing::{Landing, corners};
use crate::geom::{Curve, Point};
use crate::plane::position::PieceId;
use smallvec::SmallVec;

/// Where two moving curves meet is taken to go no faster than so many times the piece.
const FASTEST: f64 = 2.0;

/// The piece that varies its place.
#[derive(Clone, Copy, PartialEq)]
pub enum Moving {
    /// The one that leaps.
    Leaper,
    /// A friend of it.
    Friend(PieceId),
}

/// What goes with a leap or stands still.
#[derive(Clone, Copy, PartialEq)]
enum By {
    /// The border that stands still.
    Still,
    /// One of the moving curves.
    Curve(usize),
    /// Two of them.
    Two,
}

/// An end of a part that may come to a place of the way.
struct End {
    /// How far the piece has to go for that at least.
    off: f64,
    by: By,
    is_foot: bool,
    landing: Point,
}

/// The landings of a leap while one piece varies its place.
pub struct Gaps<'l> {
    landing: &'l Landing,
    piece: Moving,
    still: Vec<Curve>,
    moving: Vec<Curve>,
    /// Where two curves meet that stand still.
    corners: Vec<Point>,
    /// Where two meet that move.
    met: Vec<Point>,
}

impl<'l> Gaps<'l> {
    /// The landings while this piece varies its place.
    pub fn new(landing: &'l Landing, piece: Moving) -> Gaps<'l> {
        let (still, moving) = landing.border_by(piece);
        let corners_of = |curves| {
            let mut met = corners(curves, landing.from(), landing.range(), landing.epsilon());
            met.retain(|m| landing.stays(*m, piece));
            met
        };
        let (corners, met) = (corners_of(&still), corners_of(&moving));
        Gaps { landing, piece, still, moving, corners, met }
    }

    /// The curves on which a part ends whose landings stand still.
    pub fn still_ends(&self) -> Vec<Curve> {
        let radius = self.landing.radius();
        let circles = self.corners.iter().map(|&centre| Curve::Circle { centre, radius });
        self.still.iter().flat_map(|curve| curve.at_distance(radius)).chain(circles).collect()
    }

    /// How far the piece may go before a gap opens or closes at a place, which the leap sees here.
    pub fn room_at(&self, seen: &[Point]) -> f64 {
        let ends: SmallVec<[(usize, End); 8]> = seen
            .iter()
            .enumerate()
            .flat_map(|(i, &k)| self.ends_at(k).into_iter().map(move |e| (i, e)))
            .collect();
        let mut least = f64::INFINITY;
        for (n, (i, one)) in ends.iter().enumerate() {
            for (j, other) in &ends[..n] {
                let apart = i != j || one.is_apart_from(other, self.landing.epsilon());
                if apart {
                    least = least.min(one.off.max(other.off));
                }
            }
        }
        least
    }

    /// How far it may go at least before a place is taken no more. At a corner of the border that is little for a landing that is
    /// hardly near enough: there the corner goes as fast as the root of that.
    pub fn covered_within(&self, seen: &[Point]) -> f64 {
        let depth = seen.iter().map(|&k| self.landing.depth(k)).fold(0.0, f64::max);
        (0.5 * depth).min(0.25 * depth * depth / self.landing.radius())
    }

    fn ends_at(&self, k: Point) -> SmallVec<[End; 8]> {
        let (radius, tie) = (self.landing.radius(), self.landing.epsilon());
        let stays = |m: Point| self.landing.stays(m, self.piece);
        // Where the piece goes, what moves with it goes as far: both may come nearer.
        let end = |off: f64, by, is_foot, landing| {
            let off = off.max(0.5 * self.landing.excess(landing, self.piece));
            End { off, by, is_foot, landing }
        };
        let mut ends = SmallVec::new();
        let around = Curve::Circle { centre: k, radius };
        let met = self.still.iter().flat_map(|curve| curve.meet(&around, 0.0));
        for m in met.filter(|m| stays(*m)) {
            let by_curve = |(i, curve): (usize, &Curve)| end(curve.offset(m).abs(), By::Curve(i), false, m);
            ends.extend(self.moving.iter().enumerate().map(by_curve));
        }
        let foot = |curve: &Curve| {
            let foot = curve.nearest(k);
            stays(foot).then(|| ((foot.distance(k) - radius).abs(), foot))
        };
        let feet = self.moving.iter().enumerate().filter_map(|(i, curve)| Some((i, foot(curve)?)));
        ends.extend(feet.map(|(i, (off, m))| end(off, By::Curve(i), true, m)));
        let met = self.met.iter().map(|&m| ((m.distance(k) - radius).abs(), m));
        ends.extend(met.map(|(off, m)| end(off / FASTEST, By::Two, false, m)));
        let feet = self.still.iter().filter_map(foot);
        let still = feet.chain(self.corners.iter().map(|&m| ((m.distance(k) - radius).abs(), m)));
        ends.extend(still.filter(|(off, _)| *off <= 10.0 * tie).map(|(_, m)| end(0.0, By::Still, true, m)));
        ends
    }
}

impl End {
    /// Whether the two may be ends of two parts. Where a foot comes to a corner of its own curve they are one.
    fn is_apart_from(&self, other: &End, tie: f64) -> bool {
        match (self.by, other.by) {
            (By::Still, By::Still) => false,
            (By::Still, _) | (_, By::Still) => self.landing.distance(other.landing) > 10.0 * tie,
            (one, two) => one != two || self.is_foot == other.is_foot,
        }
    }
}
