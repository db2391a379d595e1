//! What an attack may take: a king where it stands, or one anywhere on its way.

use crate::board::Surface;
use crate::geom::{Curve, Extent, Image, Path, Point, Pose, Vec2};
use smallvec::SmallVec;

/// A king where it stands, or one anywhere on its way.
#[derive(Debug, Clone)]
pub struct Target {
    /// The place, or the ends of the way.
    pub places: SmallVec<[Point; 2]>,
    /// The whole curve along which the way leads.
    pub way: Option<Curve>,
    /// A disc that has it inside.
    pub middle: Point,
    /// The radius of the disc; 0 for a place.
    pub half: f64,
}

impl Target {
    /// One that stands.
    pub fn at(place: Point) -> Target {
        Target { places: SmallVec::from_slice(&[place]), way: None, middle: place, half: 0.0 }
    }

    /// One anywhere on the first `length` of a path.
    pub fn on_way(path: &Path, length: f64) -> Target {
        Target {
            places: [0.0, length].iter().map(|&d| path.at(d)).collect(),
            way: path.trace().curve(),
            middle: path.at(0.5 * length),
            half: 0.5 * length,
        }
    }

    /// The copy with its middle on the canonical board, and the image that leads there: a way may go on across a seam.
    pub fn canonical(&self, board: &Surface) -> (Target, Image) {
        let image = board.canonical(self.middle).1.inverse();
        (self.seen(&image), image)
    }

    /// The same as it is seen on another copy of the board.
    pub fn seen(&self, image: &Image) -> Target {
        Target {
            places: self.places.iter().map(|&place| image.place(place)).collect(),
            way: self.way.map(|way| image.curve(way)),
            middle: image.place(self.middle),
            half: self.half,
        }
    }

    /// Whether it may come nearer to a place than this.
    pub fn comes_near(&self, place: Point, clear: f64) -> bool {
        self.middle.distance(place) < clear + self.half
    }

    /// The curves of a body's centre at which its outline touches the target, while the body faces one way.
    pub fn curves(&self, body: &Extent, heading: Vec2) -> SmallVec<[Curve; 4]> {
        let outline = |&at: &Point| body.outline_at(&Pose { at, heading: -heading });
        self.places.iter().flat_map(outline).chain(self.flanks(body, heading)).collect()
    }

    /// Those of them at which it touches the way along the body's side.
    fn flanks(&self, body: &Extent, heading: Vec2) -> SmallVec<[Curve; 4]> {
        let Some(way) = self.way else { return SmallVec::new() };
        let from_centre = |q: Point| heading.rotate(q - Point::new(0.0, 0.0));
        let by_corners =
            body.core().iter().flat_map(|&q| way.moved(-from_centre(q)).at_distance(body.radius()));
        let mut out: SmallVec<[Curve; 4]> = by_corners.collect();
        if let Curve::Circle { centre, radius } = way {
            for side in body.outline(0.0) {
                if let Curve::Line { through, dir } = side {
                    let side =
                        Curve::Line { through: centre + -from_centre(through), dir: heading.rotate(dir) };
                    out.extend(side.at_distance(radius));
                }
            }
        }
        out
    }

    /// The distances up to `length` at which a body on a path touches the way of the target along its side.
    pub fn touches(&self, path: &Path, body: &Extent, length: f64) -> Vec<f64> {
        let Some(way) = self.way else { return Vec::new() };
        let mut out = Vec::new();
        for &corner in body.core() {
            let trace = path.trace_of_part(corner);
            let along = way.at_distance(body.radius());
            out.extend(along.iter().flat_map(|curve| trace.crossings(curve, 0.0, length)));
        }
        if let Curve::Circle { centre, radius } = way {
            let trace = path.trace_of(centre);
            let sides = [radius, -radius].map(|inset| body.outline(inset));
            out.extend(sides.iter().flatten().flat_map(|side| trace.crossings(side, 0.0, length)));
        }
        out
    }
}
