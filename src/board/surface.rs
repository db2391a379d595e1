//! The board of the plane: a rectangle whose opposite sides are walls or glued.
//!
//! Play, pictures and the page ask the board here: whether a place is on it, how far a path goes on, and which lines
//! bound it. It also gives the canonical form of a place, and the images of the board near a path.

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
    pub(super) width: f64,
    pub(super) height: f64,
    /// Between left and right.
    pub(super) sides: Seam,
    /// Between bottom and top.
    pub(super) ends: Seam,
    /// How deep the voids are, from the walls inwards, in the last unit of the width; 0 for none.
    pub(super) voids: f64,
    pub(super) longest: f64,
}

/// A few images.
pub type Images = SmallVec<[Image; 4]>;

impl Surface {
    /// The board that a variant names.
    pub fn of(spec: &VariantSpec) -> Surface {
        let (width, height) = spec.board_extent();
        let (sides, ends) = match spec.board {
            Board::Square => (Seam::Wall, Seam::Wall),
            Board::Cylinder | Board::Ring => (Seam::Straight, Seam::Wall),
            Board::Mobius | Board::Disc => (Seam::Flipped, Seam::Wall),
            Board::Torus => (Seam::Straight, Seam::Straight),
            Board::Klein => (Seam::Straight, Seam::Flipped),
        };
        let voids = match (spec.board, spec.voids) {
            (Board::Disc, 66) => 3.0,
            (Board::Disc, 68) => 2.0,
            (Board::Disc, _) => 1.0,
            _ => 0.0,
        };
        let longest = if sides == Seam::Wall && ends == Seam::Wall { f64::INFINITY } else { spec.max_lane };
        Surface { width, height, sides, ends, voids, longest }
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

    /// No way on a board with seams is longer; without seams none is limited.
    pub fn longest(&self) -> f64 {
        self.longest
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

    /// The canonical form of a place, and the image that carries it back to the place as given.
    pub fn canonical(&self, p: Point) -> (Point, Image) {
        if !self.has_seams() {
            return (p, Image::IDENTITY);
        }
        // The glued coordinate whose seam flips comes first, and reverses the other.
        let odd = |n: f64| n.rem_euclid(2.0) == 1.0;
        if self.ends == Seam::Flipped {
            let (row, y) = turns(p.y, self.height, self.ends);
            let reversed = odd(row);
            let (n, x) = turns(if reversed { self.width - p.x } else { p.x }, self.width, self.sides);
            return (Point::new(x, y), self.image(if reversed { -n } else { n }, row));
        }
        let (column, x) = turns(p.x, self.width, self.sides);
        let reversed = self.sides == Seam::Flipped && odd(column);
        let (row, y) = turns(if reversed { self.height - p.y } else { p.y }, self.height, self.ends);
        (Point::new(x, y), self.image(column, row))
    }

    /// The image that takes the canonical board to its copy in a column and row.
    fn image(&self, column: f64, row: f64) -> Image {
        if column == 0.0 && row == 0.0 {
            return Image::IDENTITY;
        }
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
    #[inline]
    pub fn distance_to_wall(&self, ray: &Ray) -> f64 {
        // Without a branch: ways lead everywhere by turns, so none would be guessed. Along the wall the way is endless, or no
        // number, which a minimum passes over.
        let one = |x: f64, u: f64, most: f64, seam: Seam| {
            let ahead = (if u > 0.0 { most - x } else { x }).max(0.0) / u.abs();
            if seam == Seam::Wall { ahead } else { f64::INFINITY }
        };
        let x = one(ray.origin.x, ray.dir.x, self.width, self.sides);
        x.min(one(ray.origin.y, ray.dir.y, self.height, self.ends))
    }

    /// No place is seen again nearer than this.
    pub fn shortest_round(&self) -> f64 {
        let side = |length: f64, seam: Seam| if seam == Seam::Wall { f64::INFINITY } else { length };
        side(self.width, self.sides).min(side(self.height, self.ends))
    }

    /// The images of the board that come nearer than `clear` to the first `length` of a path.
    pub fn images_near(&self, path: &Path, length: f64, clear: f64) -> Images {
        if !self.has_seams() {
            return SmallVec::from_slice(&[Image::IDENTITY]);
        }
        let (start, length) = (path.start().at, length.min(self.longest));
        let around = |reach: f64| self.images_about(start, reach + clear);
        match path {
            Path::Line { dir, .. } => self.images_along(&Ray::new(start, *dir), length, clear),
            Path::Arc { pivot, .. } => around(length.min(2.0 * pivot.distance(start))),
            Path::Turn { .. } => around(0.0),
        }
    }

    /// The images of the board that come nearer to a place than `reach`.
    pub fn images_about(&self, at: Point, reach: f64) -> Images {
        if !self.has_seams() {
            return SmallVec::from_slice(&[Image::IDENTITY]);
        }
        let mut out = Images::new();
        for column in range(at.x - reach, at.x + reach, self.width, self.sides) {
            let rows = range(at.y - reach, at.y + reach, self.height, self.ends);
            out.extend(rows.map(|row| self.image(column, row)));
        }
        out
    }

    /// The images of the board that come nearer than `clear` to the first `length` of a ray.
    pub fn images_along(&self, ray: &Ray, length: f64, clear: f64) -> Images {
        if !self.has_seams() {
            return SmallVec::from_slice(&[Image::IDENTITY]);
        }
        let end = ray.at(length);
        let (left, right) = (ray.origin.x.min(end.x) - clear, ray.origin.x.max(end.x) + clear);
        let (low, high) = (ray.origin.y.min(end.y) - clear, ray.origin.y.max(end.y) + clear);
        let within =
            |from: f64, to: f64, length: f64, seam| seam == Seam::Wall || (from >= 0.0 && to < length);
        if within(left, right, self.width, self.sides) && within(low, high, self.height, self.ends) {
            return SmallVec::from_slice(&[Image::IDENTITY]);
        }
        let mut out = Images::new();
        for column in range(left, right, self.width, self.sides) {
            let (mut from, mut to) = (0.0, length);
            if self.sides != Seam::Wall && ray.dir.x != 0.0 {
                let at = |x: f64| (x - ray.origin.x) / ray.dir.x;
                let (a, b) = (at(column * self.width - clear), at((column + 1.0) * self.width + clear));
                (from, to) = (a.min(b).max(from), a.max(b).min(to));
            }
            let (a, b) = (ray.at(from).y, ray.at(to.max(from)).y);
            let rows = range(a.min(b) - clear, a.max(b) + clear, self.height, self.ends);
            out.extend(rows.map(|row| self.image(column, row)));
        }
        out
    }

    /// The vector from one place of the canonical board to the image of another that is nearest in each coordinate.
    #[inline]
    pub fn shortest_vector(&self, from: Point, to: Point) -> Vec2 {
        let copy = |d: f64, length: f64, seam: Seam| {
            if seam == Seam::Wall || d.abs() <= 0.5 * length { 0.0 } else { -d.signum() }
        };
        // One coordinate of the image on a copy of the board, with the other's seam flipping it or not.
        let place = |c: f64, near: f64, length: f64, seam: Seam, reversed: bool| {
            let (own, shift) = if reversed { (-c, length) } else { (c, 0.0) };
            own + (copy(own + shift - near, length, seam) * length + shift)
        };
        // The glued coordinate whose seam flips comes first, and reverses the other.
        let row_first = self.ends == Seam::Flipped;
        let (x, y);
        if row_first {
            let row = copy(to.y - from.y, self.height, self.ends);
            y = to.y + row * self.height;
            x = place(to.x, from.x, self.width, self.sides, row != 0.0);
        } else {
            let column = copy(to.x - from.x, self.width, self.sides);
            x = to.x + column * self.width;
            y = place(to.y, from.y, self.height, self.ends, self.sides == Seam::Flipped && column != 0.0);
        }
        Point::new(x, y) - from
    }

    /// A part of a path cut at the seams: each piece with its ends, brought to the canonical board.
    pub fn cut(&self, path: &Path, from: f64, to: f64) -> Vec<(Path, f64, f64)> {
        if !self.has_seams() {
            return vec![(*path, from, to)];
        }
        let trace = path.trace();
        let mut cuts: Vec<f64> = Vec::new();
        for image in self.images_near(path, to, EPSILON) {
            let (low, high) = (Point::new(0.0, 0.0), Point::new(self.width, self.height));
            let x = [low, high].map(|through| (Curve::Line { through, dir: Vec2::Y }, self.sides));
            let y = [low, high].map(|through| (Curve::Line { through, dir: Vec2::X }, self.ends));
            for (line, seam) in x.into_iter().chain(y) {
                if seam != Seam::Wall {
                    cuts.extend(trace.crossings(&image.curve(line), from, to));
                }
            }
        }
        cuts.retain(|d| *d > from + EPSILON && *d < to - EPSILON);
        cuts.extend([from, to]);
        cuts.sort_unstable_by(f64::total_cmp);
        cuts.dedup_by(|next, kept| *next - *kept <= EPSILON);
        let piece = |(from, to): (f64, f64)| {
            let image = self.canonical(path.at(from.midpoint(to))).1;
            (image.inverse().path(*path), from, to)
        };
        if cuts.len() < 2 {
            return vec![piece((from, to))];
        }
        cuts.windows(2).map(|w| piece((w[0], w[1]))).collect()
    }

    /// The images of a place nearer to `near` than `reach`, as places.
    pub fn images_of(&self, q: Point, near: Point, reach: f64) -> SmallVec<[Point; 4]> {
        if !self.has_seams() {
            return SmallVec::from_slice(&[q]);
        }
        let q = self.canonical(q).0;
        let all = self.images_about(near, reach).into_iter().map(|image| image.place(q));
        all.filter(|at| at.distance(near) < reach).collect()
    }

    /// Whether two places of the board are at least `least` apart, by a first look: a coordinate that no seam reverses says it.
    pub fn surely_apart(&self, a: Point, b: Point, least: f64) -> bool {
        let apart = |d: f64, length: f64, seam: Seam| {
            if seam == Seam::Wall { d.abs() } else { d.abs().min(length - d.abs()) }
        };
        ((self.ends != Seam::Flipped) & (apart(a.x - b.x, self.width, self.sides) >= least))
            | ((self.sides != Seam::Flipped) & (apart(a.y - b.y, self.height, self.ends) >= least))
    }

    /// Whether two places are one on the board, to `tie` board units, and what reverses the one to the other.
    pub fn same(&self, a: Point, b: Point, tie: f64) -> Option<Flips> {
        let one = |image: &Image| (image.place(b).distance(a) <= tie).then_some(image.flips);
        self.images_about(a, 2.0 * tie).iter().find_map(one)
    }
}

/// The copies of a side of this length that lie between two coordinates.
fn range(from: f64, to: f64, length: f64, seam: Seam) -> impl Iterator<Item = f64> {
    let (first, last) =
        if seam == Seam::Wall { (0.0, 0.0) } else { ((from / length).floor(), (to / length).floor()) };
    (0..=((last - first) as u32)).map(move |n| first + f64::from(n))
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

    fn square() -> Surface {
        Surface::of(&VariantSpec::default())
    }

    fn glued(board: Board) -> Surface {
        Surface::of(&VariantSpec { board, ..VariantSpec::default() })
    }

    proptest::proptest! {
        /// Of all images of a place one is nearest in each glued coordinate.
        #[test]
        fn the_shortest_vector_leads_to_an_image(a in (0.0..8.0f64, 0.0..8.0f64), b in (0.0..8.0f64, 0.0..8.0f64)) {
            for board in [Board::Square, Board::Cylinder, Board::Mobius, Board::Torus, Board::Klein, Board::Disc] {
                let (board, from, to) = (glued(board), Point::new(a.0, a.1), Point::new(b.0, b.1));
                let v = board.shortest_vector(from, to);
                let image = board.images_about(from, 20.0).into_iter().find(|image| image.place(to) - from == v);
                let within = |d: f64, length: f64, seam: Seam| seam == Seam::Wall || d.abs() <= length / 2.0 + 1e-12;
                let is_nearest = within(v.x, board.width, board.sides) && within(v.y, board.height, board.ends);
                proptest::prop_assert!(image.is_some() && is_nearest, "{board:?} {v}");
            }
        }
    }

    fn lane(x: f64, y: f64, dir: Vec2) -> Path {
        Path::Line { start: Pose { at: Point::new(x, y), heading: Vec2::X }, dir }
    }

    #[test]
    fn a_way_is_cut_at_the_seams() {
        // From (6,1) along 45 degrees on the strip of 8 x 8: the seam after 2 sqrt 2, at (8,3) = (0,5), from where it goes down.
        let dir = Vec2::new(0.5f64.sqrt(), 0.5f64.sqrt());
        let pieces = glued(Board::Mobius).cut(&lane(6.0, 1.0, dir), 0.0, 4.0);
        let ends: Vec<Point> =
            pieces.iter().flat_map(|(path, from, to)| [path.at(*from), path.at(*to)]).collect();
        let beyond = 4.0 * 0.5f64.sqrt() - 2.0;
        let expected = [(6.0, 1.0), (8.0, 3.0), (0.0, 5.0), (beyond, 5.0 - beyond)];
        assert_eq!(ends.len(), 4);
        for (end, (x, y)) in ends.iter().zip(expected) {
            assert_abs_diff_eq!(*end, Point::new(x, y), epsilon = 1e-12);
        }
        assert_eq!(square().cut(&lane(6.0, 1.0, dir), 0.5, 2.0).len(), 1);
    }

    #[test]
    fn canonical_places_are_those_of_the_page() {
        let at = |board, x, y| glued(board).canonical(Point::new(x, y)).0;
        assert_eq!(at(Board::Cylinder, -1.5, 2.0), Point::new(6.5, 2.0));
        assert_eq!(at(Board::Mobius, 9.0, 2.0), Point::new(1.0, 6.0));
        assert_eq!(at(Board::Mobius, 17.0, 2.0), Point::new(1.0, 2.0));
        assert_eq!(at(Board::Klein, 1.0, 9.0), Point::new(7.0, 1.0));
        assert_eq!(at(Board::Klein, -1.0, -1.0), Point::new(1.0, 7.0));
        assert_eq!(at(Board::Torus, -1e-17, 8.0), Point::new(0.0, 0.0));
        assert_eq!(at(Board::Square, 9.0, 2.0), Point::new(9.0, 2.0));
    }

    proptest::proptest! {
        /// The image tells which copy a place lies on, and the images of the board near a ray are all there are.
        #[test]
        fn a_place_is_the_image_of_its_canonical_form(x in -40.0..40.0f64, y in -40.0..40.0f64, a in 0.0..7.0f64, d in 0.0..30.0f64) {
            for board in Board::ALL {
                let board = glued(*board);
                let (at, image) = board.canonical(Point::new(x, y));
                assert_abs_diff_eq!(image.place(at), Point::new(x, y), epsilon = 1e-9);
                if !board.has_seams() {
                    continue;
                }
                let path = lane(3.0, 2.0, Vec2::from_angle(a));
                let image = board.canonical(path.at(d)).1;
                proptest::prop_assert!(board.images_near(&path, 30.0, 0.1).contains(&image));
            }
        }
    }

    proptest::proptest! {
        #[test]
        fn what_is_surely_apart_has_no_image_near(x in 0.0..8.0f64, y in 0.0..8.0f64, u in 0.0..8.0f64, v in 0.0..8.0f64, least in 0.1..4.0f64) {
            let (a, b) = (Point::new(x, y), Point::new(u, v));
            for board in Board::ALL.iter().map(|board| glued(*board)) {
                let near = board.images_about(a, least).iter().any(|image| image.place(b).distance(a) < least);
                proptest::prop_assert!(!(near && board.surely_apart(a, b, least)));
            }
        }
    }

    #[test]
    fn width_and_height_bound_a_ray_each_for_itself() {
        let board =
            Surface::of(&VariantSpec { board_width: 10.0, board_height: 4.0, ..VariantSpec::default() });
        let from = |dir| Ray::new(Point::new(3.0, 1.0), dir);
        let found = [Vec2::X, Vec2::Y, -Vec2::X, -Vec2::Y].map(|dir| board.distance_to_wall(&from(dir)));
        assert_eq!(found, [7.0, 3.0, 3.0, 1.0]);
        // On a wall the ways along it are as long as the board, and those over it lead nowhere.
        let corner = |dir| board.distance_to_wall(&Ray::new(Point::new(0.0, 4.0), dir));
        let half = Vec2::new(0.6, 0.8);
        assert_eq!([Vec2::X, -Vec2::Y, -Vec2::X, Vec2::Y].map(corner), [10.0, 4.0, 0.0, 0.0]);
        assert_eq!([half, -half, Vec2::new(0.6, -0.8)].map(corner), [0.0, 0.0, 5.0]);
        // Beyond a wall by the tolerance nothing is left of the way over it, and all of the way along it.
        let beyond = |dir| board.distance_to_wall(&Ray::new(Point::new(-1e-10, 1.0), dir));
        assert_eq!([-Vec2::X, Vec2::Y, Vec2::new(-0.0, -1.0)].map(beyond), [0.0, 3.0, 1.0]);
        assert!(board.contains(Point::new(10.0, 4.0), 0.0) && !board.contains(Point::new(4.0, 4.1), 1e-9));
        assert_eq!(board.clamp(Point::new(10.5, -1.0)), Point::new(10.0, 0.0));
    }
}
