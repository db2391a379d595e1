//! The effect of seams on a place: its canonical form, and its images on the copies of the board.

use super::sheet::{Sheet, copy_numbers};
use super::surface::{Surface, line_through};
use crate::budget::work;
use crate::geom::tolerance::EPSILON;
use crate::geom::{Flips, Image, Path, Point, Ray, Vec2};
use crate::variant::Seam;
use smallvec::SmallVec;
use wide::f32x4;

/// A part of a path that lies on the canonical board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CanonicalPart {
    /// The image of the whole path that lies on the board between these distances.
    pub path: Path,
    /// The distance at which the part begins.
    pub from: f64,
    /// The distance at which the part ends.
    pub to: f64,
}

/// A list of images, usually short.
pub type Images = SmallVec<[Image; 4]>;

/// The work that visiting one copy of the board counts for, in units of [`work`].
const WORK_PER_IMAGE: usize = 8;

impl Surface {
    /// Returns the canonical form of a place, and the image that maps it back to the place as given.
    pub fn canonical(&self, p: Point) -> (Point, Image) {
        self.sheet.canonical(p)
    }

    /// Returns the images of the board nearer than `clear` to the first `length` of a path, and perhaps others.
    pub fn images_near(&self, path: &Path, length: f64, clear: f64) -> Images {
        if !self.has_seams() {
            return SmallVec::from_slice(&[Image::IDENTITY]);
        }
        let (start, length) = (path.start().at, length.min(self.longest));
        let about_start = |reach: f64| self.images_about(start, reach + clear);
        match path {
            Path::Line { dir, .. } => self.images_along(&Ray::new(start, *dir), length, clear),
            Path::Arc { pivot, .. } => about_start(length.min(2.0 * pivot.distance(start))),
            Path::Turn { .. } => about_start(0.0),
        }
    }

    /// Returns the images of the board nearer to a place than `reach`, and perhaps others.
    pub fn images_about(&self, at: Point, reach: f64) -> Images {
        let mut images = Images::new();
        self.for_each_image_about(at, reach, |image| images.push(image));
        images
    }

    /// Visits the images of the board nearer to a place than `reach`, and perhaps others.
    #[inline]
    fn for_each_image_about(&self, at: Point, reach: f64, mut visit: impl FnMut(Image)) {
        if !self.has_seams() {
            return visit(Image::IDENTITY);
        }
        let (low, high) = (at + -Vec2::splat(reach), at + Vec2::splat(reach));
        for row in self.sheet.copy_rows(low.y, high.y) {
            for image in self.sheet.images_in_row(row, low.x, high.x) {
                work(WORK_PER_IMAGE);
                visit(image);
            }
        }
    }

    /// Returns the images of the board nearer than `clear` to the first `length` of a ray, and perhaps others.
    pub fn images_along(&self, ray: &Ray, length: f64, clear: f64) -> Images {
        let mut out = Images::new();
        self.for_each_image_along(ray, length, clear, |image| out.push(image));
        out
    }

    /// Visits the images of the board nearer than `clear` to the first `length` of a ray, and perhaps others.
    pub fn for_each_image_along(&self, ray: &Ray, length: f64, clear: f64, mut visit: impl FnMut(Image)) {
        if !self.has_seams() {
            return visit(Image::IDENTITY);
        }
        let end = ray.at(length);
        let (left, right) = (ray.origin.x.min(end.x) - clear, ray.origin.x.max(end.x) + clear);
        let (low, high) = (ray.origin.y.min(end.y) - clear, ray.origin.y.max(end.y) + clear);
        let stays_on = |from: f64, to: f64, side: f64, seam| seam == Seam::Wall || (from >= 0.0 && to < side);
        if stays_on(left, right, self.sheet.width, self.sheet.sides)
            && stays_on(low, high, self.sheet.height, self.sheet.ends)
        {
            return visit(Image::IDENTITY);
        }
        for row in self.sheet.copy_rows(low, high) {
            let (mut from, mut to) = (0.0, length);
            if self.sheet.ends.is_glued() && ray.dir.y != 0.0 {
                let distance_to = |y: f64| (y - ray.origin.y) / ray.dir.y;
                let bottom = distance_to(row * self.sheet.height - clear);
                let top = distance_to((row + 1.0) * self.sheet.height + clear);
                (from, to) = (bottom.min(top).max(from), bottom.max(top).min(to));
            }
            let (x, end_x) = (ray.at(from).x, ray.at(to.max(from)).x);
            for image in self.sheet.images_in_row(row, x.min(end_x) - clear, x.max(end_x) + clear) {
                work(WORK_PER_IMAGE);
                visit(image);
            }
        }
    }

    /// Visits the images of a place nearer than `clear` to the first `length` of a ray, and perhaps others. `clear` has to be
    /// less than a third of [`Surface::least_side`]; otherwise use [`Surface::images_along`].
    pub fn for_each_image_beside(
        &self,
        q: Point,
        ray: &Ray,
        length: f64,
        clear: f64,
        mut visit: impl FnMut(Point),
    ) {
        // Across the ray, images of one orientation repeat with a period. So in each column (of a steep ray: row) of copies at
        // most one image of each orientation is near the ray.
        let is_steep = ray.dir.y.abs() > ray.dir.x.abs();
        let (along, across) = if is_steep { (Vec2::Y, Vec2::X) } else { (Vec2::X, Vec2::Y) };
        let Sheet { width, height, sides, ends } = self.sheet;
        let (side, seam) = if is_steep { (height, ends) } else { (width, sides) };
        let (side_across, seam_across) = if is_steep { (width, sides) } else { (height, ends) };
        let coordinate = |p: Point| along.dot(p - Point::new(0.0, 0.0));
        let (begin, end) = (coordinate(ray.origin), coordinate(ray.at(length)));
        let (from, to) = (begin.min(end) - clear, begin.max(end) + clear);
        let (orientations, period) = match seam_across {
            Seam::Wall => (1, f64::INFINITY),
            Seam::Straight => (1, side_across),
            Seam::Flipped | Seam::Shifted | Seam::Folded => (2, 2.0 * side_across),
        };
        // If the ray is parallel to a seam, all images of one orientation have the same offset, so one test decides all.
        let is_parallel = across.dot(ray.dir) == 0.0 && seam == Seam::Straight;
        for orientation in 0..orientations {
            let copy_across = f64::from(orientation);
            let lean = if is_steep { 0.0 } else { self.sheet.lean(copy_across) };
            for copy in copy_numbers(from - lean, to - lean, side, seam) {
                let (column, row) = if is_steep { (copy_across, copy) } else { (copy, copy_across) };
                let image = self.sheet.image(column, row);
                let at = image.place(q);
                let distance = along.dot(at - ray.origin) / along.dot(ray.dir);
                let count = across.dot(ray.at(distance) - at) / period;
                let at = if seam_across == Seam::Wall { at } else { at + across * (count.round() * period) };
                if is_parallel && ray.offset(at).abs() >= clear {
                    break;
                }
                visit(at);
            }
        }
    }

    /// Whether the nearest image has to be found by comparing all orientations.
    fn needs_comparison(&self) -> bool {
        let Sheet { sides, ends, .. } = self.sheet;
        ends.is_to_itself() || (sides == Seam::Flipped && ends == Seam::Flipped)
    }

    /// Returns one image of the board for each orientation, and the periods in x and y with which each repeats.
    fn orientations(&self) -> (SmallVec<[Image; 4]>, Vec2) {
        let Sheet { width, height, sides, .. } = self.sheet;
        let columns = if sides == Seam::Flipped { 2 } else { 1 };
        let mut images = SmallVec::new();
        for row in 0..2 {
            images.extend((0..columns).map(|column| self.sheet.image(column.into(), row.into())));
        }
        (images, Vec2::new(f64::from(columns) * width, 2.0 * height))
    }

    /// Returns the vector from a place of the canonical board to the nearest image of another place. On boards with an end glued
    /// to itself, or with two flipped seams, the nearest image has the least distance. On others it is nearest in x and in y.
    #[inline]
    pub fn shortest_vector(&self, from: Point, to: Point) -> Vec2 {
        if self.needs_comparison() {
            let (images, period) = self.orientations();
            let vector = |image: &Image| {
                let v = image.place(to) - from;
                v - (v / period).round() * period
            };
            let nearer = |a: Vec2, b: Vec2| if b.length_squared() < a.length_squared() { b } else { a };
            return images.iter().map(vector).reduce(nearer).unwrap_or_default();
        }
        // Returns the number of the copy, -1, 0 or 1, on which a coordinate that differs by `d` comes nearer.
        let copy_towards = |d: f64, length: f64, seam: Seam| {
            if seam == Seam::Wall || d.abs() <= 0.5 * length { 0.0 } else { -d.signum() }
        };
        // Returns one coordinate of the image on a copy of the board, reversed or not by the other coordinate's seam.
        let nearest_coordinate = |c: f64, near: f64, length: f64, seam: Seam, is_reversed: bool| {
            let (base, shift) = if is_reversed { (-c, length) } else { (c, 0.0) };
            base + (copy_towards(base + shift - near, length, seam) * length + shift)
        };
        // The coordinate whose seam flips comes first, because it may reverse the other.
        let Sheet { width, height, sides, ends } = self.sheet;
        if ends == Seam::Flipped {
            let row = copy_towards(to.y - from.y, height, ends);
            let x = nearest_coordinate(to.x, from.x, width, sides, row != 0.0);
            return Point::new(x, to.y + row * height) - from;
        }
        let column = copy_towards(to.x - from.x, width, sides);
        let is_reversed = sides == Seam::Flipped && column != 0.0;
        let y = nearest_coordinate(to.y, from.y, height, ends, is_reversed);
        Point::new(to.x + column * width, y) - from
    }

    /// Returns [`shortest_vector`](Surface::shortest_vector) from one place to four others; all by their x and y.
    #[inline]
    pub fn shortest_vectors(&self, from: (f32x4, f32x4), (x, y): (f32x4, f32x4)) -> (f32x4, f32x4) {
        let (from_x, from_y) = from;
        if self.needs_comparison() {
            let (images, period) = self.orientations();
            let splat = |c: f64| f32x4::splat(c as f32);
            let reduced = |d: f32x4, side: f64| d - (d / splat(side)).round() * splat(side);
            let vector = |image: &Image| {
                let flips = image.flips.vec(Vec2::ONE);
                let x = x * splat(flips.x) + splat(image.shift.x) - from_x;
                let y = y * splat(flips.y) + splat(image.shift.y) - from_y;
                (reduced(x, period.x), reduced(y, period.y))
            };
            let nearer = |(ax, ay): (f32x4, f32x4), (bx, by): (f32x4, f32x4)| {
                let is_nearer = (bx * bx + by * by).simd_lt(ax * ax + ay * ay);
                (is_nearer.select(bx, ax), is_nearer.select(by, ay))
            };
            return images.iter().map(vector).reduce(nearer).unwrap_or_default();
        }
        // Returns the shift to the nearest copy: 0 within half a board.
        let shift_for = |d: f32x4, length: f64, seam: Seam| {
            let length = if seam == Seam::Wall { f32x4::ZERO } else { f32x4::splat(length as f32) };
            let towards = d.simd_gt(f32x4::ZERO).select(-length, length);
            (d.abs().simd_gt(length * f32x4::HALF)).select(towards, f32x4::ZERO)
        };
        let difference = |c: f32x4, near: f32x4, length: f64, seam: Seam, reversed: f32x4| {
            let c = reversed.select(f32x4::splat(length as f32) - c, c);
            c - near + shift_for(c - near, length, seam)
        };
        let Sheet { width, height, sides, ends } = self.sheet;
        if ends == Seam::Flipped {
            let shift_y = shift_for(y - from_y, height, ends);
            (difference(x, from_x, width, sides, shift_y.simd_ne(f32x4::ZERO)), y - from_y + shift_y)
        } else {
            let shift_x = shift_for(x - from_x, width, sides);
            let reversed = if sides == Seam::Flipped { shift_x.simd_ne(f32x4::ZERO) } else { f32x4::ZERO };
            (x - from_x + shift_x, difference(y, from_y, height, ends, reversed))
        }
    }

    /// Cuts a part of a path at the seams, and returns its parts on the canonical board.
    pub fn cut(&self, path: &Path, from: f64, to: f64) -> Vec<CanonicalPart> {
        if !self.has_seams() {
            return vec![CanonicalPart { path: *path, from, to }];
        }
        let trace = path.trace();
        let mut cuts: Vec<f64> = Vec::new();
        for image in self.images_near(path, to, EPSILON) {
            for side in self.sheet.glued_sides() {
                let line = line_through(side.from, side.to);
                cuts.extend(trace.crossings(&image.curve(line), from, to));
            }
        }
        cuts.retain(|d| *d > from + EPSILON && *d < to - EPSILON);
        cuts.extend([from, to]);
        cuts.sort_unstable_by(f64::total_cmp);
        cuts.dedup_by(|next, kept| *next - *kept <= EPSILON);
        let part = |from: f64, to: f64| {
            let image = self.canonical(path.at(from.midpoint(to))).1;
            CanonicalPart { path: image.inverse().path(*path), from, to }
        };
        if cuts.len() < 2 {
            return vec![part(from, to)];
        }
        cuts.windows(2).map(|ends| part(ends[0], ends[1])).collect()
    }

    /// Returns the images of a place nearer to `near` than `reach`.
    pub fn images_of(&self, q: Point, near: Point, reach: f64) -> SmallVec<[Point; 4]> {
        if !self.has_seams() {
            return SmallVec::from_slice(&[q]);
        }
        let q = self.canonical(q).0;
        let mut places = SmallVec::new();
        self.for_each_image_about(near, reach, |image| {
            let at = image.place(q);
            if at.distance(near) < reach {
                places.push(at);
            }
        });
        places
    }

    /// Whether one coordinate alone shows that two places of the canonical board are at least `least` apart.
    pub fn surely_apart(&self, a: Point, b: Point, least: f64) -> bool {
        let Sheet { width, height, sides, ends } = self.sheet;
        let apart = |d: f64, length: f64, seam: Seam| {
            if seam == Seam::Wall { d.abs() } else { d.abs().min(length - d.abs()) }
        };
        // Over a shifted end a place comes back half the width aside.
        let half = width / 2.0;
        let dx = a.x - b.x;
        let dx = if ends == Seam::Shifted { apart(dx % half, half, sides) } else { apart(dx, width, sides) };
        let (dy, sum) = (a.y - b.y, a.y + b.y);
        let dy = if ends.is_to_itself() {
            // Through an end, the places are apart by the sum of their distances from that end.
            dy.abs().min(sum).min(2.0 * height - sum)
        } else {
            apart(dy, height, ends)
        };
        // A coordinate that a seam reverses proves nothing.
        let is_apart_in_x = !ends.reverses_order() & (dx >= least);
        let is_apart_in_y = !sides.reverses_order() & (dy >= least);
        is_apart_in_x | is_apart_in_y
    }

    /// Returns the coordinates that seams reverse between two places, if both are one place of the board to `tie` board units.
    ///
    /// At a cone point there are two answers, half a turn apart, because a body that stands there covers its own image. They are
    /// ordered by row and column of the copy of the board.
    pub fn flips_between(&self, a: Point, b: Point, tie: f64) -> SmallVec<[Flips; 2]> {
        let (b, back) = self.canonical(b);
        let images = self.images_about(a, 2.0 * tie).into_iter();
        let meeting = images.filter(|image| image.place(b).distance(a) <= tie);
        meeting.map(|image| back.flips.then(image.flips)).collect()
    }
}
