//! The distance along a path to a wall, a void or its own start.

use super::surface::Surface;
use crate::geom::tolerance::EPSILON;
use crate::geom::{Curve, Image, Path, Point, Ray, Vec2};
use smallvec::SmallVec;

/// The distances at which a path may end, board units.
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
    /// The room of a path that nothing ends.
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
        if self.voids == 0.0 && length < self.shortest_round() - EPSILON {
            return room;
        }
        match path {
            Path::Line { start, dir } if self.voids == 0.0 => {
                Room { around: self.line_around(&Ray::new(start.at, *dir), length), ..room }
            }
            Path::Line { start, dir } => {
                let around = self.line_around(&Ray::new(start.at, *dir), length);
                let images = self.images_near(path, length, EPSILON);
                Room { void: self.first_void(path, &images), around, ..room }
            }
            Path::Arc { .. } => {
                let images = self.images_near(path, length, EPSILON);
                Room { void: self.first_void(path, &images), around: arc_around(path, &images), ..room }
            }
            Path::Turn { .. } => room,
        }
    }

    /// Returns the distance at which a ray meets an image of its start, up to a length; else infinity.
    fn line_around(&self, ray: &Ray, length: f64) -> f64 {
        let start = self.canonical(ray.origin).0;
        let mut first = f64::INFINITY;
        self.for_each_image_beside(start, ray, length + EPSILON, EPSILON, |again| {
            let along = ray.along(again);
            if ray.offset(again).abs() <= EPSILON && along > EPSILON {
                first = first.min(along);
            }
        });
        first
    }

    /// Returns the distance at which a path crosses the border of a void that it enters deeper than the tolerance.
    fn first_void(&self, path: &Path, images: &[Image]) -> f64 {
        let voids = self.voids();
        let all = images.iter().flat_map(|image| {
            voids.iter().map(|void| {
                let (a, b) = (image.place(void.0), image.place(void.1));
                (Point::new(a.x.min(b.x), a.y.min(b.y)), Point::new(a.x.max(b.x), a.y.max(b.y)))
            })
        });
        all.map(|void| entry(path, void)).fold(f64::INFINITY, f64::min)
    }

    /// Returns the distance at which an arc leaves the walls.
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

/// Returns the distance at which an arc meets an image of its start again.
fn arc_around(path: &Path, images: &[Image]) -> f64 {
    let start = path.start().at;
    let mut least = f64::INFINITY;
    for image in images.iter().filter(|image| !image.is_identity()) {
        let again = image.place(start);
        let met = match path {
            Path::Arc { .. } => {
                let trace = path.trace();
                let on = trace.curve().is_some_and(|curve| curve.offset(again).abs() <= EPSILON);
                on.then(|| {
                    trace.passes(again, EPSILON, path.period()).into_iter().fold(f64::INFINITY, f64::min)
                })
            }
            Path::Line { .. } | Path::Turn { .. } => None,
        };
        least = met.filter(|d| *d > EPSILON).map_or(least, |d| least.min(d));
    }
    least
}

/// Returns the distance at which a path crosses the border of a rectangle that it enters deeper than the tolerance.
fn entry(path: &Path, (low, high): (Point, Point)) -> f64 {
    match path {
        Path::Line { start, dir } => {
            let between = |inset: f64| {
                let one = |from: f64, u: f64, low: f64, high: f64| {
                    if u == 0.0 {
                        let inside = from > low && from < high;
                        return if inside { (f64::NEG_INFINITY, f64::INFINITY) } else { (1.0, 0.0) };
                    }
                    let (a, b) = ((low - from) / u, (high - from) / u);
                    (a.min(b), a.max(b))
                };
                let x = one(start.at.x, dir.x, low.x + inset, high.x - inset);
                let y = one(start.at.y, dir.y, low.y + inset, high.y - inset);
                (x.0.max(y.0), x.1.min(y.1))
            };
            let (from, to) = between(EPSILON);
            if from < to && to > 0.0 { between(0.0).0.max(0.0) } else { f64::INFINITY }
        }
        Path::Turn { .. } => f64::INFINITY,
        Path::Arc { .. } => {
            let trace = path.trace();
            let line = |through, dir| Curve::Line { through, dir };
            let sides = [line(low, Vec2::X), line(low, Vec2::Y), line(high, Vec2::X), line(high, Vec2::Y)];
            let mut cuts: SmallVec<[f64; 10]> =
                sides.iter().flat_map(|side| trace.crossings(side, 0.0, path.period())).collect();
            cuts.extend([0.0, path.period()]);
            cuts.sort_unstable_by(f64::total_cmp);
            let depth = |p: Point| (p.x - low.x).min(high.x - p.x).min(p.y - low.y).min(high.y - p.y);
            let found = cuts.windows(2).find(|w| depth(trace.at(w[0].midpoint(w[1]))) > EPSILON);
            found.map_or(f64::INFINITY, |w| w[0])
        }
    }
}
