//! The isometries of the plane that seams cause: flips of the coordinates, followed by a shift.

use super::{Curve, Path, Point, Pose, Vec2};

/// Which coordinates are reversed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Flips {
    /// Whether x is reversed.
    pub x: bool,
    /// Whether y is reversed.
    pub y: bool,
}

impl Flips {
    /// Neither coordinate is reversed.
    pub const NONE: Flips = Flips { x: false, y: false };

    /// Returns the composition of two flips.
    pub const fn then(self, other: Flips) -> Flips {
        Flips { x: self.x != other.x, y: self.y != other.y }
    }

    /// Whether left and right are exchanged: exactly one coordinate is reversed.
    pub const fn mirrors(self) -> bool {
        self.x != self.y
    }

    /// Returns a displacement with its coordinates reversed by these flips.
    pub fn vec(self, v: Vec2) -> Vec2 {
        Vec2::new(if self.x { -v.x } else { v.x }, if self.y { -v.y } else { v.y })
    }

    /// Returns a heading, in degrees, reversed by these flips.
    pub fn heading(self, degrees: f64) -> f64 {
        match (self.x, self.y) {
            (false, false) => degrees,
            (true, false) => 180.0 - degrees,
            (false, true) => -degrees,
            (true, true) => degrees + 180.0,
        }
    }
}

/// An isometry of the plane: each coordinate is kept or reversed, and shifted. With one flip it is a glide reflection.
///
/// ```
/// use continuum::geom::{Flips, Image, Point, Vec2};
/// // The seam of a Moebius strip 8 wide: a glide reflection. Twice across is a translation.
/// let seam = Image { flips: Flips { x: false, y: true }, shift: Vec2::new(8.0, 8.0) };
/// assert_eq!(seam.place(Point::new(1.0, 2.0)), Point::new(9.0, 6.0));
/// let twice = seam.then(&seam);
/// assert_eq!((twice.flips, twice.shift), (Flips::NONE, Vec2::new(16.0, 0.0)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Image {
    /// Which coordinates are reversed.
    pub flips: Flips,
    /// The shift after the flips, board units.
    pub shift: Vec2,
}

impl Image {
    /// The identity.
    pub const IDENTITY: Image = Image { flips: Flips::NONE, shift: Vec2::ZERO };

    /// Whether the image is the identity.
    pub fn is_identity(&self) -> bool {
        *self == Image::IDENTITY
    }

    /// Returns the image of a place.
    pub fn place(&self, q: Point) -> Point {
        let v = self.flips.vec(q - Point::new(0.0, 0.0));
        Point::new(v.x + self.shift.x, v.y + self.shift.y)
    }

    /// Returns the image of a pose.
    pub fn pose(&self, pose: Pose) -> Pose {
        Pose { at: self.place(pose.at), heading: self.flips.vec(pose.heading) }
    }

    /// Returns the image of a curve.
    pub fn curve(&self, curve: Curve) -> Curve {
        match curve {
            Curve::Line { through, dir } => {
                Curve::Line { through: self.place(through), dir: self.flips.vec(dir) }
            }
            Curve::Circle { centre, radius } => Curve::Circle { centre: self.place(centre), radius },
        }
    }

    /// Returns the image of a path.
    pub fn path(&self, path: Path) -> Path {
        let turned = |sense: f64| if self.flips.mirrors() { -sense } else { sense };
        match path {
            Path::Line { start, dir } => Path::Line { start: self.pose(start), dir: self.flips.vec(dir) },
            Path::Arc { start, pivot, sense } => {
                Path::Arc { start: self.pose(start), pivot: self.place(pivot), sense: turned(sense) }
            }
            Path::Turn { start, sense } => Path::Turn { start: self.pose(start), sense: turned(sense) },
        }
    }

    /// Returns the inverse isometry.
    pub fn inverse(&self) -> Image {
        Image { flips: self.flips, shift: self.flips.vec(-self.shift) }
    }

    /// Returns the composition: this isometry, then `next`.
    pub fn then(&self, next: &Image) -> Image {
        Image { flips: self.flips.then(next.flips), shift: next.flips.vec(self.shift) + next.shift }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::path::tests::path;
    use approx::assert_abs_diff_eq;
    use proptest::prelude::*;

    fn image() -> impl Strategy<Value = Image> {
        (any::<bool>(), any::<bool>(), -20.0..20.0f64, -20.0..20.0f64)
            .prop_map(|(x, y, a, b)| Image { flips: Flips { x, y }, shift: Vec2::new(a, b) })
    }

    proptest! {
        #[test]
        fn images_follow_each_other_and_are_undone(a in image(), b in image(), x in 0.0..8.0f64, y in 0.0..8.0f64) {
            let q = Point::new(x, y);
            assert_abs_diff_eq!(a.then(&b).place(q), b.place(a.place(q)), epsilon = 1e-12);
            assert_abs_diff_eq!(a.inverse().place(a.place(q)), q, epsilon = 1e-12);
        }

        #[test]
        fn a_path_is_mapped_place_by_place(a in image(), path in path(), d in 0.0..9.0f64) {
            let (on_mapped_path, mapped) = (a.path(path).pose(d), a.pose(path.pose(d)));
            assert_abs_diff_eq!(on_mapped_path.at, mapped.at, epsilon = 1e-12);
            prop_assert!((on_mapped_path.heading - mapped.heading).length() < 1e-12);
        }
    }
}
