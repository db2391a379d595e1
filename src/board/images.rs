//! The effect of seams on a place: its canonical form, and its images on the copies of the board.

use super::surface::{Seam, Surface};
use crate::budget::work;
use crate::geom::tolerance::EPSILON;
use crate::geom::{Curve, Flips, Image, Path, Point, Ray, Vec2};
use smallvec::SmallVec;
use wide::f32x4;

/// A few images.
pub type Images = SmallVec<[Image; 4]>;

/// The work on one copy of the board, in units of [`work`].
const IMAGE: usize = 8;

impl Surface {
    /// Returns the canonical form of a place, and the image that maps it back to the place as given.
    pub fn canonical(&self, p: Point) -> (Point, Image) {
        if !self.has_seams() {
            return (p, Image::IDENTITY);
        }
        // The glued coordinate whose seam flips comes first, since it reverses the other.
        let odd = |n: f64| n.rem_euclid(2.0) == 1.0;
        if self.ends == Seam::Flipped {
            let (row, y) = wrap(p.y, self.height, self.ends);
            let reversed = odd(row);
            let (n, x) = wrap(if reversed { self.width - p.x } else { p.x }, self.width, self.sides);
            return (Point::new(x, y), self.image(if reversed { -n } else { n }, row));
        }
        let (column, x) = wrap(p.x, self.width, self.sides);
        let reversed = self.sides == Seam::Flipped && odd(column);
        let (row, y) = wrap(if reversed { self.height - p.y } else { p.y }, self.height, self.ends);
        (Point::new(x, y), self.image(column, row))
    }

    /// Returns the image that maps the canonical board to its copy in a column and row.
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

    /// Returns the images of the board nearer than `clear` to the first `length` of a path.
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

    /// Returns the images of the board nearer to a place than `reach`.
    pub fn images_about(&self, at: Point, reach: f64) -> Images {
        if !self.has_seams() {
            return SmallVec::from_slice(&[Image::IDENTITY]);
        }
        let mut out = Images::new();
        for column in copies(at.x - reach, at.x + reach, self.width, self.sides) {
            let rows = copies(at.y - reach, at.y + reach, self.height, self.ends);
            let rows = rows.inspect(|_| work(IMAGE));
            out.extend(rows.map(|row| self.image(column, row)));
        }
        out
    }

    /// Returns the images of the board nearer than `clear` to the first `length` of a ray.
    pub fn images_along(&self, ray: &Ray, length: f64, clear: f64) -> Images {
        let mut out = Images::new();
        self.for_each_image_along(ray, length, clear, |image| out.push(image));
        out
    }

    /// Visits the images of the board nearer than `clear` to the first `length` of a ray.
    pub fn for_each_image_along(&self, ray: &Ray, length: f64, clear: f64, mut visit: impl FnMut(Image)) {
        if !self.has_seams() {
            return visit(Image::IDENTITY);
        }
        let end = ray.at(length);
        let (left, right) = (ray.origin.x.min(end.x) - clear, ray.origin.x.max(end.x) + clear);
        let (low, high) = (ray.origin.y.min(end.y) - clear, ray.origin.y.max(end.y) + clear);
        let within =
            |from: f64, to: f64, length: f64, seam| seam == Seam::Wall || (from >= 0.0 && to < length);
        if within(left, right, self.width, self.sides) && within(low, high, self.height, self.ends) {
            return visit(Image::IDENTITY);
        }
        for column in copies(left, right, self.width, self.sides) {
            let (mut from, mut to) = (0.0, length);
            if self.sides != Seam::Wall && ray.dir.x != 0.0 {
                let at = |x: f64| (x - ray.origin.x) / ray.dir.x;
                let (a, b) = (at(column * self.width - clear), at((column + 1.0) * self.width + clear));
                (from, to) = (a.min(b).max(from), a.max(b).min(to));
            }
            let (a, b) = (ray.at(from).y, ray.at(to.max(from)).y);
            for row in copies(a.min(b) - clear, a.max(b) + clear, self.height, self.ends) {
                work(IMAGE);
                visit(self.image(column, row));
            }
        }
    }

    /// Visits the images of a place nearer than `clear` to the first `length` of a ray, and perhaps others. It is for one place
    /// and a `clear` below a third of each glued side; with more, [`Surface::images_along`] finds them all.
    pub fn for_each_image_beside(
        &self,
        q: Point,
        ray: &Ray,
        length: f64,
        clear: f64,
        mut visit: impl FnMut(Point),
    ) {
        // In each row or column across the ray, at most one image of each kind is near the ray: where they are level.
        let is_steep = ray.dir.y.abs() > ray.dir.x.abs();
        let (along, across) = if is_steep { (Vec2::Y, Vec2::X) } else { (Vec2::X, Vec2::Y) };
        let (side, seam, other, gluing) = if is_steep {
            (self.height, self.ends, self.width, self.sides)
        } else {
            (self.width, self.sides, self.height, self.ends)
        };
        let ends = [ray.origin, ray.at(length)].map(|end| along.dot(end - Point::new(0.0, 0.0)));
        let (from, to) = (ends[0].min(ends[1]) - clear, ends[0].max(ends[1]) + clear);
        let (kinds, period) = match gluing {
            Seam::Wall => (1, f64::INFINITY),
            Seam::Straight => (1, other),
            Seam::Flipped => (2, 2.0 * other),
        };
        // Along the seams all images of one kind are equally far aside.
        let is_level = across.dot(ray.dir) == 0.0 && seam == Seam::Straight;
        for kind in 0..kinds {
            for copy in copies(from, to, side, seam) {
                let kind = f64::from(kind);
                let image = if is_steep { self.image(kind, copy) } else { self.image(copy, kind) };
                let at = image.place(q);
                let level = along.dot(at - ray.origin) / along.dot(ray.dir);
                let off = across.dot(ray.at(level) - at) / period;
                let at = if gluing == Seam::Wall { at } else { at + across * (off.round() * period) };
                if is_level && ray.offset(at).abs() >= clear {
                    break;
                }
                visit(at);
            }
        }
    }

    /// Returns the vector from a place of the canonical board to that image of another place which is nearest in each
    /// coordinate.
    #[inline]
    pub fn shortest_vector(&self, from: Point, to: Point) -> Vec2 {
        let copy = |d: f64, length: f64, seam: Seam| {
            if seam == Seam::Wall || d.abs() <= 0.5 * length { 0.0 } else { -d.signum() }
        };
        // Returns one coordinate of the image on a copy of the board, reversed or not by the other coordinate's seam.
        let place = |c: f64, near: f64, length: f64, seam: Seam, reversed: bool| {
            let (own, shift) = if reversed { (-c, length) } else { (c, 0.0) };
            own + (copy(own + shift - near, length, seam) * length + shift)
        };
        // The glued coordinate whose seam flips comes first, since it reverses the other.
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

    /// Returns [`shortest_vector`](Surface::shortest_vector) from one place to four others, each by its two coordinates.
    #[inline]
    pub fn shortest_vectors(&self, from: (f32x4, f32x4), (x, y): (f32x4, f32x4)) -> (f32x4, f32x4) {
        // Copies of the board away, as a shift; the plain one is nearest within half a board.
        let shift = |d: f32x4, length: f64, seam: Seam| {
            let length = if seam == Seam::Wall { f32x4::ZERO } else { f32x4::splat(length as f32) };
            let towards = d.simd_gt(f32x4::ZERO).select(-length, length);
            (d.abs().simd_gt(length * f32x4::HALF)).select(towards, f32x4::ZERO)
        };
        let glued = |c: f32x4, near: f32x4, length: f64, seam: Seam, reversed: f32x4| {
            let c = reversed.select(f32x4::splat(length as f32) - c, c);
            c - near + shift(c - near, length, seam)
        };
        if self.ends == Seam::Flipped {
            let up = shift(y - from.1, self.height, self.ends);
            let reversed = up.simd_ne(f32x4::ZERO);
            (glued(x, from.0, self.width, self.sides, reversed), y - from.1 + up)
        } else {
            let aside = shift(x - from.0, self.width, self.sides);
            let reversed = if self.sides == Seam::Flipped { aside.simd_ne(f32x4::ZERO) } else { f32x4::ZERO };
            (x - from.0 + aside, glued(y, from.1, self.height, self.ends, reversed))
        }
    }

    /// Cuts a part of a path at the seams, and returns the pieces on the canonical board, each with its two ends.
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

    /// Returns the images of a place nearer to `near` than `reach`.
    pub fn images_of(&self, q: Point, near: Point, reach: f64) -> SmallVec<[Point; 4]> {
        if !self.has_seams() {
            return SmallVec::from_slice(&[q]);
        }
        let q = self.canonical(q).0;
        let all = self.images_about(near, reach).into_iter().map(|image| image.place(q));
        all.filter(|at| at.distance(near) < reach).collect()
    }

    /// Whether a first look shows two places to be at least `least` apart, by a coordinate that no seam reverses.
    pub fn surely_apart(&self, a: Point, b: Point, least: f64) -> bool {
        let apart = |d: f64, length: f64, seam: Seam| {
            if seam == Seam::Wall { d.abs() } else { d.abs().min(length - d.abs()) }
        };
        ((self.ends != Seam::Flipped) & (apart(a.x - b.x, self.width, self.sides) >= least))
            | ((self.sides != Seam::Flipped) & (apart(a.y - b.y, self.height, self.ends) >= least))
    }

    /// Returns the coordinates that a seam reverses from one place to the other, if both are one place of the board to `tie`.
    pub fn flips_between(&self, a: Point, b: Point, tie: f64) -> Option<Flips> {
        let one = |image: &Image| (image.place(b).distance(a) <= tie).then_some(image.flips);
        self.images_about(a, 2.0 * tie).iter().find_map(one)
    }
}

/// Returns the numbers of the board's copies, along one axis, that meet a range of coordinates.
fn copies(from: f64, to: f64, length: f64, seam: Seam) -> impl Iterator<Item = f64> {
    let (first, last) =
        if seam == Seam::Wall { (0.0, 0.0) } else { ((from / length).floor(), (to / length).floor()) };
    (0..=((last - first) as u32)).map(move |n| first + f64::from(n))
}

/// Returns the number of whole lengths by which a coordinate lies beyond its range, and the remainder, which is
/// always below the length.
fn wrap(c: f64, length: f64, seam: Seam) -> (f64, f64) {
    if seam == Seam::Wall || (0.0..length).contains(&c) {
        return (0.0, c);
    }
    let n = (c / length).floor();
    let left = c - n * length;
    if left >= length { (n + 1.0, 0.0) } else { (n, left.max(0.0)) }
}
