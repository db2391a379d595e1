//! The body of a piece about its centre: a disc, a triangle, a capsule or a convex polygon.

use super::tolerance::EPSILON;
use super::{Curve, Path, Point, Pose, RigidMotion, Vec2};
use smallvec::SmallVec;

/// A convex body in its own frame, centre at the origin and heading along x: the Minkowski sum of a core and a disc.
#[derive(Debug, Clone, PartialEq)]
pub struct Extent {
    /// The corners of the core, counter-clockwise: one for a disc, two for a capsule.
    core: Vec<Point>,
    /// The sides of the core: none for a disc, two for a capsule.
    sides: Vec<Side>,
    /// The radius of the disc that is added to the core.
    radius: f64,
    /// The greatest distance of a point of the body from the origin.
    outer_radius: f64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Side {
    from: Point,
    to: Point,
    /// The unit normal that points outwards.
    normal: Vec2,
}

impl Side {
    fn distance(&self, q: Point) -> f64 {
        let along = self.to - self.from;
        let t = along.dot(q - self.from) / along.length_squared();
        q.distance(self.from + along * t.clamp(0.0, 1.0))
    }
}

/// The reason why corners do not make an extent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PolygonFault {
    /// The corners are not those of a strictly convex polygon.
    #[error("the polygon is not convex: every corner has to turn the same way, at least three, none twice")]
    NotConvex,
    /// The centre is not inside the polygon.
    #[error("the centre 0,0 has to lie inside the polygon")]
    CentreOutside,
}

impl Extent {
    fn of(core: Vec<Point>, radius: f64) -> Extent {
        let origin = Point::new(0.0, 0.0);
        let outer_radius = core.iter().map(|v| v.distance(origin)).fold(0.0, f64::max) + radius;
        let side_count = if core.len() < 2 { 0 } else { core.len() };
        let side = |i: usize| {
            let (from, to) = (core[i], core[(i + 1) % side_count]);
            // Outwards if the corners are counter-clockwise.
            Side { from, to, normal: -(to - from).normalize_or_zero().perp() }
        };
        let sides = (0..side_count).map(side).collect();
        Extent { core, sides, radius, outer_radius }
    }

    /// Returns a disc about the centre.
    pub fn disc(radius: f64) -> Extent {
        Extent::of(vec![Point::new(0.0, 0.0)], radius)
    }

    /// Returns an isosceles triangle with its apex ahead and the centre in the middle of its height.
    pub fn triangle(base: f64, height: f64) -> Extent {
        let (x, y) = (height / 2.0, base / 2.0);
        Extent::of(vec![Point::new(-x, -y), Point::new(x, 0.0), Point::new(-x, y)], 0.0)
    }

    /// Returns the capsule of all points within `radius` of a segment of `length` along the heading, centred.
    ///
    /// ```
    /// use continuum::geom::{Extent, Point};
    /// let bar = Extent::capsule(1.0, 0.1);
    /// assert_eq!(bar.outer_radius(), 0.6);
    /// assert!((bar.depth(Point::new(0.3, 0.0)) - 0.1).abs() < 1e-12);
    /// assert!(bar.depth(Point::new(0.0, 0.3)) < 0.0);
    /// ```
    pub fn capsule(length: f64, radius: f64) -> Extent {
        let x = length / 2.0;
        Extent::of(vec![Point::new(-x, 0.0), Point::new(x, 0.0)], radius)
    }

    /// Returns the polygon with these corners, given in either orientation.
    ///
    /// ```
    /// use continuum::geom::{Extent, Point, PolygonFault};
    /// let corners = |list: [(f64, f64); 4]| list.map(|(x, y)| Point::new(x, y));
    /// assert!(Extent::polygon(&corners([(0.3, 0.0), (0.0, 0.3), (-0.3, 0.0), (0.0, -0.3)])).is_ok());
    /// let dented = corners([(0.3, 0.0), (-0.3, 0.3), (-0.1, 0.0), (-0.3, -0.3)]);
    /// assert_eq!(Extent::polygon(&dented), Err(PolygonFault::NotConvex));
    /// ```
    ///
    /// # Errors
    /// When the polygon is not strictly convex, or the origin does not lie inside it.
    pub fn polygon(corners: &[Point]) -> Result<Extent, PolygonFault> {
        let mut core = corners.to_vec();
        let ends_of_sides = corners.iter().zip(corners.iter().cycle().skip(1));
        let twice_the_area: f64 = ends_of_sides.map(|(from, to)| from.x * to.y - to.x * from.y).sum();
        let is_clockwise = twice_the_area < 0.0;
        if is_clockwise {
            core.reverse();
        }
        let extent = Extent::of(core, 0.0);
        if !extent.is_strictly_convex() {
            return Err(PolygonFault::NotConvex);
        }
        if extent.depth(Point::new(0.0, 0.0)) <= 0.0 {
            return Err(PolygonFault::CentreOutside);
        }
        Ok(extent)
    }

    /// Whether the core is a strictly convex polygon with its corners counter-clockwise: every side has all other corners on its
    /// left.
    fn is_strictly_convex(&self) -> bool {
        let count = self.core.len();
        let has_others_on_left = |i: usize, side: &Side| {
            let mut others = (2..count).map(|k| self.core[(i + k) % count]);
            others.all(|corner| (side.to - side.from).perp_dot(corner - side.from) > EPSILON)
        };
        count > 2 && self.sides.iter().enumerate().all(|(i, side)| has_others_on_left(i, side))
    }

    /// Returns the corners of the core: one for a disc, two for a capsule.
    pub fn core(&self) -> &[Point] {
        &self.core
    }

    /// Returns the radius by which the core is grown.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Returns the radius if the body is a disc; `None` for other bodies.
    pub fn as_disc(&self) -> Option<f64> {
        (self.core.len() == 1).then_some(self.radius)
    }

    /// Returns the greatest distance of a point of the body from its centre.
    pub fn outer_radius(&self) -> f64 {
        self.outer_radius
    }

    /// Whether the body equals its mirror image about its heading.
    pub fn is_symmetric(&self) -> bool {
        self.core.iter().all(|v| {
            let mirrored = Point::new(v.x, -v.y);
            self.core.iter().any(|w| w.distance(mirrored) <= EPSILON)
        })
    }

    /// Returns the depth of a point, given in the body's frame, inside the body: its distance from the outline, negative outside.
    ///
    /// Outside a polygon the depth is measured from the farthest side line. It may be nearer to 0 than that from the polygon.
    pub fn depth(&self, q: Point) -> f64 {
        if let [centre] = self.core.as_slice() {
            return self.radius - q.distance(*centre);
        }
        if self.core.len() > 2 {
            let inner =
                self.sides.iter().map(|side| side.normal.dot(side.from - q)).fold(f64::INFINITY, f64::min);
            if inner >= 0.0 || self.radius == 0.0 {
                return self.radius + inner;
            }
        }
        self.radius - self.sides.iter().map(|side| side.distance(q)).fold(f64::INFINITY, f64::min)
    }

    /// Whether the body at `pose` overlaps the place `q`, more than `epsilon` deep.
    ///
    /// ```
    /// use continuum::geom::{Extent, Point, Pose, Vec2};
    /// let sword = Extent::triangle(0.1, 1.0);
    /// let north = Pose { at: Point::new(4.0, 4.0), heading: Vec2::Y };
    /// assert!(sword.overlaps(&north, Point::new(4.0, 4.45), 1e-9));
    /// assert!(!sword.overlaps(&north, Point::new(4.45, 4.0), 1e-9));
    /// ```
    pub fn overlaps(&self, pose: &Pose, q: Point, epsilon: f64) -> bool {
        match self.as_disc() {
            Some(radius) => radius - pose.at.distance(q) > epsilon,
            None => self.is_deeper(pose.local(q), epsilon),
        }
    }

    /// Whether a point in the body's frame lies deeper inside than `floor`, which is not negative.
    pub(super) fn is_deeper(&self, q: Point, floor: f64) -> bool {
        // Most points lie beyond the reach, so their depth is not computed.
        let reach = self.outer_radius + EPSILON;
        (q - Point::new(0.0, 0.0)).length_squared() <= reach * reach && self.depth(q) > floor
    }

    /// Whether a point that moves along a line in the body's frame stays farther than `clear` from the body: a conservative
    /// filter that errs towards no. If `clear` is negative, the point may get up to `-clear` deep into the body.
    pub(super) fn is_surely_missed_by_line(&self, from: Point, dir: Vec2, clear: f64) -> bool {
        let least_offset = self.radius + clear;
        let offsets = || self.core.iter().map(|&corner| dir.perp_dot(corner - from));
        offsets().all(|offset| offset > least_offset) || offsets().all(|offset| offset < -least_offset)
    }

    /// Whether a centre on this path only touches the body at `pose` or misses it: a conservative filter that errs towards no.
    pub fn is_surely_passed(&self, pose: &Pose, path: &Path) -> bool {
        // A centre touches the body up to a depth of epsilon; half of it leaves room for rounding.
        let touch = EPSILON / 2.0;
        match *path {
            Path::Line { start, dir } => {
                let dir = Vec2::new(pose.heading.dot(dir), pose.heading.perp_dot(dir));
                self.is_surely_missed_by_line(pose.local(start.at), dir, -touch)
            }
            // The whole body is farther from the pivot than the path is, or the whole body is nearer.
            Path::Arc { start, pivot, .. } => {
                let (middle, radius) = (pose.local(pivot), pivot.distance(start.at));
                let nearest = -self.depth(middle);
                let farthest =
                    || self.core.iter().map(|v| v.distance(middle)).fold(0.0, f64::max) + self.radius;
                radius < nearest + touch || radius > farthest() - touch
            }
            Path::Turn { .. } => false,
        }
    }

    /// Returns the whole curves that contain the outline, moved inwards by `inset`, in the body's frame.
    pub fn outline(&self, inset: f64) -> SmallVec<[Curve; 4]> {
        let from_core = self.radius - inset;
        let mut out = SmallVec::new();
        if self.core.len() > 1 {
            let shifted = |side: &Side| Curve::Line {
                through: side.from + side.normal * from_core,
                dir: side.normal.perp(),
            };
            out.extend(self.sides.iter().map(shifted));
        }
        if self.radius > 0.0 && from_core > 0.0 {
            out.extend(self.core.iter().map(|&centre| Curve::Circle { centre, radius: from_core }));
        }
        out
    }

    /// Returns the whole curves that contain the outline of the body at a pose, on the plane.
    pub fn outline_at(&self, pose: &Pose) -> SmallVec<[Curve; 4]> {
        let mut curves = self.outline(0.0);
        for curve in &mut curves {
            *curve = match *curve {
                Curve::Line { through, dir } => {
                    Curve::Line { through: pose.place(through), dir: pose.heading.rotate(dir) }
                }
                Curve::Circle { centre, radius } => Curve::Circle { centre: pose.place(centre), radius },
            };
        }
        curves
    }

    /// Returns whole lines or circles that contain the border of the sweep, apart from the outlines of the body at its start and
    /// end.
    pub fn flanks(&self, path: &Path) -> SmallVec<[Curve; 8]> {
        let start = path.start();
        let corners = self.core.iter().map(|&v| start.place(v));
        match path.motion() {
            RigidMotion::Shift(dir) => {
                let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
                for offset in corners.map(|v| dir.perp_dot(v - start.at)) {
                    (low, high) = (low.min(offset), high.max(offset));
                }
                let flank = |offset: f64| Curve::Line { through: start.at + dir.perp() * offset, dir };
                [low - self.radius, high + self.radius].into_iter().map(flank).collect()
            }
            RigidMotion::Rotation { pivot, .. } => {
                let distances_of_corners = corners.map(|v| v.distance(pivot));
                let distances_of_lines = self.sides.iter().map(|side| {
                    let (from, to) = (start.place(side.from), start.place(side.to));
                    (to - from).normalize_or_zero().perp_dot(pivot - from).abs()
                });
                let mut out = SmallVec::new();
                // A rounded corner or shifted side at distance d from the pivot touches the circles of radius |d - r| and d + r.
                for d in distances_of_corners.chain(distances_of_lines) {
                    let radii = [d - self.radius, d + self.radius, self.radius - d];
                    let circles = radii.into_iter().filter(|radius| *radius > 0.0);
                    out.extend(circles.map(|radius| Curve::Circle { centre: pivot, radius }));
                }
                out
            }
        }
    }
}
