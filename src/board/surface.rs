//! The board of the plane: a rectangle whose opposite sides are walls or glued.
//!
//! A [`Surface`] answers which places are on the board, where a path meets a wall, and which lines bound the board. The
//! module `images` maps places through the seams.

use super::sheet::Sheet;
use crate::geom::{Bounds, Curve, Point, Ray, Vec2};
use crate::variant::{Board, Seam, VariantSpec};
use smallvec::SmallVec;

/// The board of the plane.
///
/// ```
/// use continuum::board::Surface;
/// use continuum::geom::Point;
/// use continuum::variant::Variant;
/// let variant = Variant::named("continuous", &"board = 'cylinder'".parse()?)?;
/// let board = Surface::of(variant.spec());
/// assert!(board.contains(Point::new(8.5, 3.0), 0.0), "x goes round");
/// assert_eq!(board.canonical(Point::new(8.5, 3.0)).0, Point::new(0.5, 3.0));
/// assert!(!board.contains(Point::new(4.0, 8.5), 0.0), "y has walls");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Surface {
    pub(super) sheet: Sheet,
    /// The height of each void, board units; 0 without voids. They lie at bottom and top, in the last unit of the width.
    pub(super) void_depth: f64,
    /// The greatest length of a path, board units.
    pub(super) longest: f64,
}

impl Surface {
    /// Returns the board of a variant.
    pub fn of(spec: &VariantSpec) -> Surface {
        let sheet = Sheet::of(spec);
        let void_depth = match (spec.board, spec.voids) {
            (Board::Disc, 66) => 3.0,
            (Board::Disc, 68) => 2.0,
            (Board::Disc, _) => 1.0,
            _ => 0.0,
        };
        let longest = if sheet.has_seams() { spec.max_lane } else { f64::INFINITY };
        Surface { sheet, void_depth, longest }
    }

    /// Returns the rectangle and its gluing.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// Returns the width, from left to right.
    pub fn width(&self) -> f64 {
        self.sheet.width
    }

    /// Returns the height, from bottom to top.
    pub fn height(&self) -> f64 {
        self.sheet.height
    }

    /// Returns the greatest length of a path: finite on a board with seams, infinite without.
    pub fn longest(&self) -> f64 {
        self.longest
    }

    /// Returns the distance between opposite corners.
    pub fn diagonal(&self) -> f64 {
        Vec2::new(self.sheet.width, self.sheet.height).length()
    }

    /// Whether any sides are glued, so a place has images and a path may come round.
    pub fn has_seams(&self) -> bool {
        self.sheet.has_seams()
    }

    /// Whether a place is on the board, to `tie` board units. A glued coordinate may have any value.
    pub fn contains(&self, p: Point, tie: f64) -> bool {
        self.sheet.contains(p, tie) && !self.is_void(p, tie)
    }

    /// Whether a place lies deeper in a void than `tie`.
    pub fn is_void(&self, p: Point, tie: f64) -> bool {
        if self.void_depth == 0.0 {
            return false;
        }
        let p = self.canonical(p).0;
        self.voids().iter().any(|void| void.excess(p) < -tie)
    }

    /// Returns the voids of the canonical board, which are rectangles.
    pub fn voids(&self) -> SmallVec<[Bounds; 2]> {
        if self.void_depth == 0.0 {
            return SmallVec::new();
        }
        let (left, right) = (self.sheet.width - 1.0, self.sheet.width);
        let void = |low: f64, high: f64| Bounds { low: Point::new(left, low), high: Point::new(right, high) };
        SmallVec::from_slice(&[
            void(0.0, self.void_depth),
            void(self.sheet.height - self.void_depth, self.sheet.height),
        ])
    }

    /// Returns the nearest place within the walls.
    pub fn clamp(&self, p: Point) -> Point {
        let within = |c: f64, most: f64, seam: Seam| if seam == Seam::Wall { c.clamp(0.0, most) } else { c };
        Point::new(
            within(p.x, self.sheet.width, self.sheet.sides),
            within(p.y, self.sheet.height, self.sheet.ends),
        )
    }

    /// Returns the lines of the walls.
    pub fn walls(&self) -> SmallVec<[Curve; 4]> {
        self.sheet.walls().into_iter().map(|(from, to)| line_through(from, to)).collect()
    }

    /// Returns the box that reaches a `share` of the way from a place to each wall; infinite without a wall.
    pub fn shrunk_about(&self, at: Point, share: f64) -> Bounds {
        let towards = |from: f64, edge: f64| from + (edge - from) * share;
        let Sheet { width, height, sides, ends } = self.sheet;
        let mut bounds = Bounds {
            low: Point::new(towards(at.x, 0.0), towards(at.y, 0.0)),
            high: Point::new(towards(at.x, width), towards(at.y, height)),
        };
        if sides.is_glued() {
            (bounds.low.x, bounds.high.x) = (f64::NEG_INFINITY, f64::INFINITY);
        }
        if ends.is_glued() {
            (bounds.low.y, bounds.high.y) = (f64::NEG_INFINITY, f64::INFINITY);
        }
        bounds
    }

    /// Returns the distance along a ray to the first wall that it meets.
    #[inline]
    pub fn distance_to_wall(&self, ray: &Ray) -> f64 {
        // Each choice is between two numbers, without a branch: paths lead in all directions, so the processor could not predict
        // branches. Along a wall the distance is infinite or NaN, which `min` ignores.
        let along_axis = |from: f64, slope: f64, edge: f64, seam: Seam| {
            let ahead = (if slope > 0.0 { edge - from } else { from }).max(0.0) / slope.abs();
            if seam == Seam::Wall { ahead } else { f64::INFINITY }
        };
        let x = along_axis(ray.origin.x, ray.dir.x, self.sheet.width, self.sheet.sides);
        x.min(along_axis(ray.origin.y, ray.dir.y, self.sheet.height, self.sheet.ends))
    }

    /// Returns the least distance between two sides that are glued; infinite without seams.
    pub fn least_side(&self) -> f64 {
        let side = |length: f64, seam: Seam| if seam == Seam::Wall { f64::INFINITY } else { length };
        side(self.sheet.width, self.sheet.sides).min(side(self.sheet.height, self.sheet.ends))
    }

    /// Returns a lower bound of the distance between two images of one place. The bound is 0 on a board with cone points, where
    /// two images may be arbitrarily near.
    pub fn shortest_round(&self) -> f64 {
        match (self.sheet.sides, self.sheet.ends) {
            (_, Seam::Folded) | (Seam::Flipped, Seam::Flipped) => 0.0,
            (_, Seam::Shifted) => (self.sheet.width / 2.0).min(2.0 * self.sheet.height),
            (_, Seam::Wall | Seam::Straight | Seam::Flipped) => self.least_side(),
        }
    }

    /// Whether images of one place may lie nearer to each other than [`Surface::least_side`].
    pub fn has_near_images(&self) -> bool {
        self.shortest_round() < self.least_side()
    }
}

pub(super) fn line_through(from: Point, to: Point) -> Curve {
    Curve::Line { through: from, dir: (to - from).normalize() }
}
