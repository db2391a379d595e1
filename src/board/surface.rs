//! The board of the plane: a rectangle whose opposite sides are walls or glued.
//!
//! Everything that play, pictures and the page need to know of a board is asked here: whether a place is on it, how far a
//! path goes on, which lines bound it, the canonical form of a place, and the images of the board near a path.

use crate::geom::tolerance::EPSILON;
use crate::geom::{Curve, Flips, Image, Path, Point, Ray, Vec2};
use crate::variant::{Board, VariantSpec};
use smallvec::SmallVec;

/// How two opposite sides of a board meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seam {
    /// Not at all: both are walls.
    Wall,
    /// Each point of one is the point opposite.
    Straight,
    /// The same with the other coordinate reversed.
    Flipped,
}

/// The board of the plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Surface {
    width: f64,
    height: f64,
    /// Between left and right.
    sides: Seam,
    /// Between bottom and top.
    ends: Seam,
    /// How deep the voids are, from the walls inwards, in the last unit of the width; 0 for none.
    voids: f64,
    longest: f64,
}

/// How far a path goes on before something ends it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Room {
    /// To the first wall.
    pub wall: f64,
    /// To the first void.
    pub void: f64,
    /// To where it is at its starting place again.
    pub around: f64,
    /// The greatest length of any path on this board.
    pub longest: f64,
}

impl Room {
    /// How far the path goes on, whatever ends it.
    pub fn whole(&self) -> f64 {
        self.wall.min(self.void).min(self.around).min(self.longest)
    }
}

/// A few images.
pub type Images = SmallVec<[Image; 4]>;

impl Surface {
    /// The board that a variant names.
    pub fn of(spec: &VariantSpec) -> Surface {
        let (width, height) = spec.board_extent();
        let (sides, ends) = match spec.board {
            Board::Square | Board::Ring | Board::Disc => (Seam::Wall, Seam::Wall),
        };
        Surface { width, height, sides, ends, voids: 0.0, longest: f64::INFINITY }
    }

    /// From left to right.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// From bottom to top.
    pub fn height(&self) -> f64 {
        self.height
    }

    /// How the left side meets the right.
    pub fn sides(&self) -> Seam {
        self.sides
    }

    /// How the bottom meets the top.
    pub fn ends(&self) -> Seam {
        self.ends
    }

    /// The distance between opposite corners.
    pub fn diagonal(&self) -> f64 {
        self.width.hypot(self.height)
    }

    /// Whether any two sides are glued. Then a place has images, and a path may come round.
    pub fn has_seams(&self) -> bool {
        self.sides != Seam::Wall || self.ends != Seam::Wall
    }

    /// Whether a piece may come back reversed.
    pub fn has_flips(&self) -> bool {
        self.sides == Seam::Flipped || self.ends == Seam::Flipped
    }

    /// Whether a place is on the board, to `tie` board units. On a glued coordinate every real number is.
    pub fn contains(&self, p: Point, tie: f64) -> bool {
        let within = |c: f64, most: f64, seam: Seam| seam != Seam::Wall || (-tie..=most + tie).contains(&c);
        within(p.x, self.width, self.sides) && within(p.y, self.height, self.ends) && !self.is_void(p, tie)
    }

    /// Whether a place lies deeper in a void than `tie`.
    pub fn is_void(&self, p: Point, tie: f64) -> bool {
        if self.voids == 0.0 {
            return false;
        }
        let p = self.canonical(p).0;
        let depth =
            |(low, high): (Point, Point)| (p.x - low.x).min(high.x - p.x).min(p.y - low.y).min(high.y - p.y);
        self.voids().into_iter().any(|void| depth(void) > tie)
    }

    /// The rectangles of the canonical board on which nothing may stand: the low and the high corner of each.
    pub fn voids(&self) -> SmallVec<[(Point, Point); 2]> {
        if self.voids == 0.0 {
            return SmallVec::new();
        }
        let (left, right) = (self.width - 1.0, self.width);
        let void = |low: f64, high: f64| (Point::new(left, low), Point::new(right, high));
        SmallVec::from_slice(&[void(0.0, self.voids), void(self.height - self.voids, self.height)])
    }

    /// The nearest place within the walls.
    pub fn clamp(&self, p: Point) -> Point {
        let within = |c: f64, most: f64, seam: Seam| if seam == Seam::Wall { c.clamp(0.0, most) } else { c };
        Point::new(within(p.x, self.width, self.sides), within(p.y, self.height, self.ends))
    }

    /// The canonical form of a place, and the image that takes the canonical board to the copy on which the place was
    /// given: the image of the canonical form is the place.
    pub fn canonical(&self, p: Point) -> (Point, Image) {
        let (column, x) = turns(p.x, self.width, self.sides);
        let (row, y) = turns(p.y, self.height, self.ends);
        if column == 0.0 && row == 0.0 {
            return (Point::new(x, y), Image::IDENTITY);
        }
        let image = self.image(column, row);
        // A flip reverses the other coordinate, so that one is brought into range last.
        let mut at = image.inverse().place(p);
        if image.flips.x {
            at.x = turns(at.x, self.width, self.sides).1;
            at.y = y;
        } else if image.flips.y {
            at.x = x;
            at.y = turns(at.y, self.height, self.ends).1;
        } else {
            at = Point::new(x, y);
        }
        (at, image)
    }

    /// The image that takes the canonical board to its copy in a column and row.
    fn image(&self, column: f64, row: f64) -> Image {
        let odd = |n: f64| n.rem_euclid(2.0) == 1.0;
        let flips = Flips {
            x: self.ends == Seam::Flipped && odd(row),
            y: self.sides == Seam::Flipped && odd(column),
        };
        let reversed = |flip: bool, length: f64| if flip { length } else { 0.0 };
        let shift = Vec2::new(
            column * self.width + reversed(flips.x, self.width),
            row * self.height + reversed(flips.y, self.height),
        );
        Image { flips, shift }
    }

    /// The lines of the walls.
    pub fn walls(&self) -> SmallVec<[Curve; 4]> {
        let (low, high) = (Point::new(0.0, 0.0), Point::new(self.width, self.height));
        let (x, y) = ((Vec2::X, self.ends), (Vec2::Y, self.sides));
        let all = [(low, x), (low, y), (high, x), (high, y)];
        let walls = all.into_iter().filter(|(_, (_, seam))| *seam == Seam::Wall);
        walls.map(|(through, (dir, _))| Curve::Line { through, dir }).collect()
    }

    /// A point of each wall, and the direction from it into the board.
    pub fn inward(&self) -> SmallVec<[(Point, Vec2); 4]> {
        let (low, high) = (Point::new(0.0, 0.0), Point::new(self.width, self.height));
        let (x, y) = ((Vec2::X, self.sides), (Vec2::Y, self.ends));
        let all = [(low, x), (low, y), (high, (-x.0, x.1)), (high, (-y.0, y.1))];
        let walls = all.into_iter().filter(|(_, (_, seam))| *seam == Seam::Wall);
        walls.map(|(through, (inward, _))| (through, inward)).collect()
    }

    /// The corners where two walls meet.
    pub fn corners(&self) -> SmallVec<[Point; 4]> {
        if self.sides != Seam::Wall || self.ends != Seam::Wall {
            return SmallVec::new();
        }
        let (w, h) = (self.width, self.height);
        SmallVec::from_slice(&[(0.0, 0.0), (0.0, h), (w, 0.0), (w, h)].map(|(x, y)| Point::new(x, y)))
    }

    /// The rectangle from a place a `share` of the way to each wall; without end where there is none.
    pub fn shrunk_about(&self, at: Point, share: f64) -> (Point, Point) {
        let towards = |from: f64, edge: f64| from + (edge - from) * share;
        let one = |from: f64, most: f64, seam: Seam| match seam {
            Seam::Wall => (towards(from, 0.0), towards(from, most)),
            Seam::Straight | Seam::Flipped => (f64::NEG_INFINITY, f64::INFINITY),
        };
        let (x, y) = (one(at.x, self.width, self.sides), one(at.y, self.height, self.ends));
        (Point::new(x.0, y.0), Point::new(x.1, y.1))
    }

    /// How far a ray runs before it comes to a wall.
    pub fn distance_to_wall(&self, ray: &Ray) -> f64 {
        let one = |x: f64, u: f64, most: f64, seam: Seam| {
            if seam != Seam::Wall {
                f64::INFINITY
            } else if u > 0.0 {
                (most - x) / u
            } else if u < 0.0 {
                -x / u
            } else {
                f64::INFINITY
            }
        };
        let x = one(ray.origin.x, ray.dir.x, self.width, self.sides);
        x.min(one(ray.origin.y, ray.dir.y, self.height, self.ends)).max(0.0)
    }

    /// How far a path goes on. A start on a wall that turns inwards leaves at its return.
    pub fn room(&self, path: &Path) -> Room {
        let wall = match path {
            Path::Line { start, dir } => self.distance_to_wall(&Ray::new(start.at, *dir)),
            Path::Turn { .. } => f64::INFINITY,
            Path::Arc { .. } => self.first_outside(path),
        };
        Room { wall, void: f64::INFINITY, around: f64::INFINITY, longest: self.longest }
    }

    /// The distance at which an arc leaves the walls.
    fn first_outside(&self, path: &Path) -> f64 {
        let trace = path.trace();
        let walls = self.walls();
        let mut cuts: SmallVec<[f64; 8]> =
            walls.iter().flat_map(|wall| trace.crossings(wall, 0.0, path.period())).collect();
        cuts.extend([0.0, path.period()]);
        cuts.sort_unstable_by(f64::total_cmp);
        let outside = |p: Point| self.clamp(p).distance(p) > EPSILON;
        let leaves =
            cuts.windows(2).find(|w| w[1] - w[0] > EPSILON && outside(trace.at(w[0].midpoint(w[1]))));
        leaves.map_or(f64::INFINITY, |w| w[0])
    }
}

/// How many whole lengths a coordinate lies beyond its range, and what is left. Rounding never leaves the length itself.
fn turns(c: f64, length: f64, seam: Seam) -> (f64, f64) {
    if seam == Seam::Wall || (0.0..length).contains(&c) {
        return (0.0, c);
    }
    let n = (c / length).floor();
    let left = c - n * length;
    if left >= length { (n + 1.0, 0.0) } else { (n, left.max(0.0)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Pose;
    use approx::assert_abs_diff_eq;
    use std::f64::consts::PI;

    fn square() -> Surface {
        Surface::of(&VariantSpec::default())
    }

    #[test]
    fn an_arc_leaves_the_board_where_its_circle_does() {
        // From (4, 7) about (4, 8): down and round to the wall y = 8 at (5, 8), a quarter of a circle.
        let at = Pose { at: Point::new(4.0, 7.0), heading: Vec2::X };
        let arc = Path::Arc { start: at, pivot: Point::new(4.0, 8.0), sense: 1.0 };
        assert_abs_diff_eq!(square().room(&arc).wall, PI / 2.0, epsilon = 1e-12);
        let inner = Path::Arc { start: at, pivot: Point::new(4.0, 6.0), sense: 1.0 };
        assert_eq!(square().room(&inner).whole(), f64::INFINITY);
    }

    #[test]
    fn width_and_height_bound_a_ray_each_for_itself() {
        let board =
            Surface::of(&VariantSpec { board_width: 10.0, board_height: 4.0, ..VariantSpec::default() });
        let from = |dir| Ray::new(Point::new(3.0, 1.0), dir);
        let found = [Vec2::X, Vec2::Y, -Vec2::X, -Vec2::Y].map(|dir| board.distance_to_wall(&from(dir)));
        assert_eq!(found, [7.0, 3.0, 3.0, 1.0]);
        assert!(board.contains(Point::new(10.0, 4.0), 0.0) && !board.contains(Point::new(4.0, 4.1), 1e-9));
        assert_eq!(board.clamp(Point::new(10.5, -1.0)), Point::new(10.0, 0.0));
    }
}
