//! The distance along a path to a wall, a void or its own start.

use super::surface::Surface;
use crate::geom::tolerance::EPSILON;
use crate::geom::{Bounds, Curve, Image, Path, Point, Ray, Vec2};
use smallvec::SmallVec;

/// The distances at which a path may end, each infinite if nothing ends the path there. Board units.
///
/// ```
/// use continuum::board::Surface;
/// use continuum::geom::{Path, Point, Pose};
/// use continuum::variant::Variant;
/// use glam::DVec2;
/// let start = Pose { at: Point::new(2.0, 3.0), heading: DVec2::X };
/// let room = |board: &str| -> Result<_, Box<dyn std::error::Error>> {
///     let variant = Variant::named("continuous", &format!("board = '{board}'").parse()?)?;
///     Ok(Surface::of(variant.spec()).room(&Path::Line { start, dir: DVec2::X }))
/// };
/// assert_eq!(room("square")?.wall, 6.0);
/// assert_eq!(room("cylinder")?.around, 8.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Room {
    /// The distance to the first wall.
    pub wall: f64,
    /// The distance to the first void.
    pub void: f64,
    /// The distance to the first return to the starting place.
    pub around: f64,
    /// The greatest length of any path on this board.
    pub longest: f64,
}

impl Room {
    /// The room of a path without end.
    pub const ENDLESS: Room =
        Room { wall: f64::INFINITY, void: f64::INFINITY, around: f64::INFINITY, longest: f64::INFINITY };

    /// Returns the least of the distances.
    pub fn least(&self) -> f64 {
        self.wall.min(self.void).min(self.around).min(self.longest)
    }
}

impl Surface {
    /// Returns the room of a path. A path that starts at a wall and leads inwards goes on to the next wall.
    pub fn room(&self, path: &Path) -> Room {
        self.room_within(path, f64::INFINITY)
    }

    /// Returns the room of a path up to `length`; distances beyond `length` may be given as infinite.
    pub fn room_within(&self, path: &Path, length: f64) -> Room {
        let wall = match path {
            Path::Line { start, dir } => self.distance_to_wall(&Ray::new(start.at, *dir)),
            Path::Turn { .. } => f64::INFINITY,
            Path::Arc { .. } => self.first_outside(path),
        };
        let room = Room { wall, void: f64::INFINITY, around: f64::INFINITY, longest: self.longest };
        if !self.has_seams() {
            return room;
        }
        let length = room.least().min(length + EPSILON);
        let has_voids = self.void_depth > 0.0;
        if !has_voids && length < self.shortest_round() - EPSILON {
            return room;
        }
        let images = || self.images_near(path, length, EPSILON);
        match path {
            Path::Line { start, dir } => {
                let around = self.line_around(&Ray::new(start.at, *dir), length);
                let void = if has_voids { self.first_void(path, &images()) } else { f64::INFINITY };
                Room { void, around, ..room }
            }
            Path::Arc { .. } => {
                let images = images();
                Room { void: self.first_void(path, &images), around: arc_around(path, &images), ..room }
            }
            Path::Turn { .. } => room,
        }
    }

    /// Returns the least distance, up to a length, at which a ray meets an image of its start; infinity if it meets none.
    fn line_around(&self, ray: &Ray, length: f64) -> f64 {
        let start = self.canonical(ray.origin).0;
        let mut first = f64::INFINITY;
        self.for_each_image_beside(start, ray, length + EPSILON, EPSILON, |start_image| {
            let along = ray.along(start_image);
            if ray.offset(start_image).abs() <= EPSILON && along > EPSILON {
                first = first.min(along);
            }
        });
        first
    }

    /// Returns the distance at which a path crosses the border of a void that it enters deeper than the tolerance.
    fn first_void(&self, path: &Path, images: &[Image]) -> f64 {
        let mut first = f64::INFINITY;
        for image in images {
            for Bounds { low, high } in self.voids() {
                let void = Bounds::around(image.place(low), image.place(high));
                first = first.min(entry(path, void));
            }
        }
        first
    }

    /// Returns the distance at which an arc first leaves the board through a wall; infinity if it leaves through none.
    #[inline(never)]
    fn first_outside(&self, path: &Path) -> f64 {
        first_part(path, &self.walls(), |p| self.clamp(p).distance(p) > EPSILON)
    }
}

/// Cuts an arc at some lines, and returns the distance at which the first part begins whose middle `fits`; infinity if none does.
fn first_part(path: &Path, lines: &[Curve], fits: impl Fn(Point) -> bool) -> f64 {
    let trace = path.trace();
    let mut cuts: SmallVec<[f64; 10]> =
        lines.iter().flat_map(|line| trace.crossings(line, 0.0, path.period())).collect();
    cuts.extend([0.0, path.period()]);
    cuts.sort_unstable_by(f64::total_cmp);
    for ends in cuts.windows(2) {
        let (from, to) = (ends[0], ends[1]);
        if to - from > EPSILON && fits(trace.at(from.midpoint(to))) {
            return from;
        }
    }
    f64::INFINITY
}

/// Returns the distance at which an arc meets an image of its start again.
fn arc_around(path: &Path, images: &[Image]) -> f64 {
    let (start, trace) = (path.start().at, path.trace());
    let mut first = f64::INFINITY;
    for image in images.iter().filter(|image| !image.is_identity()) {
        let start_image = image.place(start);
        if trace.curve().is_some_and(|curve| curve.offset(start_image).abs() <= EPSILON) {
            let passes = trace.passes(start_image, EPSILON, path.period());
            let met = passes.into_iter().fold(f64::INFINITY, f64::min);
            if met > EPSILON {
                first = first.min(met);
            }
        }
    }
    first
}

/// Returns the distance at which a path crosses the border of a rectangle that it enters deeper than the tolerance, or infinity.
fn entry(path: &Path, rectangle: Bounds) -> f64 {
    let Bounds { low, high } = rectangle;
    match path {
        Path::Line { start, dir } => {
            let inside = |inset: f64| {
                let x = InsideRange::of(start.at.x, dir.x, low.x + inset, high.x - inset);
                let y = InsideRange::of(start.at.y, dir.y, low.y + inset, high.y - inset);
                InsideRange { from: x.from.max(y.from), to: x.to.min(y.to) }
            };
            let InsideRange { from, to } = inside(EPSILON);
            if from < to && to > 0.0 { inside(0.0).from.max(0.0) } else { f64::INFINITY }
        }
        Path::Turn { .. } => f64::INFINITY,
        Path::Arc { .. } => {
            let line = |through, dir| Curve::Line { through, dir };
            let sides = [line(low, Vec2::X), line(low, Vec2::Y), line(high, Vec2::X), line(high, Vec2::Y)];
            first_part(path, &sides, |p| rectangle.excess(p) < -EPSILON)
        }
    }
}

/// The distances along a line between which the line is inside a rectangle, or one coordinate of it inside a range. If there is
/// no such distance, `to` is at most `from`.
struct InsideRange {
    from: f64,
    to: f64,
}

impl InsideRange {
    /// Returns the distances at which the coordinate `start + slope * distance` is between `low` and `high`.
    fn of(start: f64, slope: f64, low: f64, high: f64) -> InsideRange {
        if slope == 0.0 {
            let is_inside = start > low && start < high;
            let to = if is_inside { f64::INFINITY } else { f64::NEG_INFINITY };
            return InsideRange { from: -to, to };
        }
        let (a, b) = ((low - start) / slope, (high - start) / slope);
        InsideRange { from: a.min(b), to: a.max(b) }
    }
}
