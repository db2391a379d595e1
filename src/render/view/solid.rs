//! A glued board as a surface in space, seen from far away. Parts of the surface hide others.

use crate::render::error::RenderError;
use crate::render::scene::{GluedBoard, Ground, Projection, Rectangle};
use crate::variant::Seam;
use glam::{DVec2, DVec3};
use nalgebra::{Matrix3, Vector3};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// The number of patches in each direction of the surface.
const PATCHES: u32 = 56;

/// The depth by which a facet has to be nearer than a place to hide it, as a share of the surface's size. Facets differ from the
/// surface by less, so the facets about a place do not hide it.
const NEARER: f64 = 0.02;

/// The number of bins in each direction of the picture.
const BINS: usize = 40;

/// Returns an error for a board without a surface if its projection is `Solid`.
pub(crate) fn check(ground: &Ground) -> Result<(), RenderError> {
    if let Ground::Glued(board) = ground
        && board.projection == Projection::Solid
        && SurfaceInSpace::of(board).is_none()
    {
        return Err(RenderError::NoSurface);
    }
    Ok(())
}

/// A surface in space and the direction from which it is seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SurfaceInSpace {
    kind: Kind,
    width: f64,
    height: f64,
    /// A rotation. Its rows are the directions to the eye's right, upwards, and towards the eye.
    view: Matrix3<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Cylinder,
    Moebius,
    Torus,
    Klein,
    Globe,
    Pillow,
}

impl SurfaceInSpace {
    /// Returns the surface of a board, or none for walls all round and for a gluing that no surface here has.
    pub fn of(board: &GluedBoard) -> Option<SurfaceInSpace> {
        let (kind, turn, tilt) = match (board.sheet.sides, board.sheet.ends) {
            (Seam::Straight, Seam::Wall) => (Kind::Cylinder, 0.0, 22.0f64),
            (Seam::Flipped, Seam::Wall) => (Kind::Moebius, 20.0, 38.0),
            (Seam::Straight, Seam::Straight) => (Kind::Torus, 0.0, 48.0),
            (Seam::Straight, Seam::Flipped) => (Kind::Klein, 30.0, 12.0),
            (Seam::Straight, Seam::Shifted) => (Kind::Globe, 0.0, 24.0),
            (Seam::Straight, Seam::Folded) => (Kind::Pillow, 24.0, 20.0),
            _ => return None,
        };
        let (turn, tilt) = (f64::to_radians(turn), f64::to_radians(tilt));
        let towards = Vector3::new(turn.sin() * tilt.cos(), -turn.cos() * tilt.cos(), tilt.sin());
        let right = Vector3::new(turn.cos(), turn.sin(), 0.0);
        let up = towards.cross(&right);
        let view = Matrix3::from_columns(&[right, up, towards]).transpose();
        Some(SurfaceInSpace { kind, width: board.sheet.width, height: board.sheet.height, view })
    }

    /// Returns the point in space of a place of the board.
    fn in_space(&self, p: DVec2) -> DVec3 {
        let v = p.y / self.height;
        // A flip at the ends reverses x on every other copy of the board.
        let reversed = self.kind == Kind::Klein && v.floor().rem_euclid(2.0) == 1.0;
        let u = TAU * p.x / self.width * if reversed { -1.0 } else { 1.0 };
        // The middle of the board is in front. The seam is behind, and a little aside.
        let round = u - FRAC_PI_2 - PI + 0.35;
        match self.kind {
            Kind::Cylinder => DVec3::new(2.0 * round.cos(), 2.0 * round.sin(), 4.6 * (v - 0.5)),
            Kind::Moebius => {
                let across = 1.1 * (v - 0.5) * 2.0;
                let radius = 2.4 + across * (u / 2.0).cos();
                DVec3::new(radius * round.cos(), radius * round.sin(), across * (u / 2.0).sin())
            }
            Kind::Torus => {
                let tube = TAU * v;
                let radius = 2.3 - 1.1 * tube.cos();
                DVec3::new(radius * round.cos(), radius * round.sin(), -1.1 * tube.sin())
            }
            // Files are meridians. Beyond a pole a latitude above 90 degrees leads down the other side.
            Kind::Globe => {
                let latitude = PI * (v - 0.5);
                let radius = 2.4 * latitude.cos();
                DVec3::new(radius * round.cos(), radius * round.sin(), 2.4 * latitude.sin())
            }
            // A tube whose ends are flat: there the two halves of the rim lie on each other.
            Kind::Pillow => {
                let (sin, cos) = (PI * v).sin_cos();
                DVec3::new(2.3 * u.cos(), -0.9 * u.sin() * sin, -2.3 * cos)
            }
            Kind::Klein => {
                let (along, round) = (TAU * v, u + FRAC_PI_2);
                let (sin, cos) = along.sin_cos();
                let tube = 4.0 * (1.0 - cos / 2.0);
                // On one half of the way the circles stand across the way, on the other half they lie level.
                let (x, z) = if along.rem_euclid(TAU) < PI {
                    (tube * cos * round.cos(), tube * sin * round.cos())
                } else {
                    (-tube * round.cos(), 0.0)
                };
                DVec3::new(6.0 * cos * (1.0 + sin) + x, tube * round.sin(), 16.0 * sin + z) / 6.0
            }
        }
    }

    /// Returns the place in the picture: x to the right, y up.
    pub fn point(&self, p: DVec2) -> DVec2 {
        self.seen(self.in_space(p)).truncate()
    }

    /// Returns the depth of a place, which grows towards the eye.
    fn depth(&self, p: DVec2) -> f64 {
        self.seen(self.in_space(p)).z
    }

    /// Returns a vector in the eye's coordinates: to the right, up, and towards the eye.
    fn seen(&self, vector: DVec3) -> DVec3 {
        (self.view * Vector3::from(vector)).into()
    }
}

/// A triangle of the surface in the picture, with the depth of each corner.
#[derive(Debug, Clone, Copy)]
struct Facet {
    corners: [DVec2; 3],
    depths: [f64; 3],
}

impl Facet {
    /// Returns the depth at a place of the picture, or none outside the triangle.
    fn depth_at(&self, p: DVec2) -> Option<f64> {
        let [a, b, c] = self.corners;
        let area = (b - a).perp_dot(c - a);
        if area == 0.0 {
            return None;
        }
        let weights =
            [(c - b).perp_dot(p - b) / area, (a - c).perp_dot(p - c) / area, (b - a).perp_dot(p - a) / area];
        let inside = weights.iter().all(|w| *w >= 0.0);
        inside.then(|| weights.iter().zip(self.depths).map(|(w, d)| w * d).sum())
    }
}

/// A part of the surface as it is drawn.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Patch {
    /// The corners in the picture.
    pub corners: [DVec2; 4],
    /// The brightness: 1 where the patch faces the eye, 0 where it is seen from the side.
    pub light: f64,
    depth: f64,
}

/// A part of a path that is wholly hidden or wholly visible.
pub(crate) struct Run {
    pub is_hidden: bool,
    pub points: Vec<DVec2>,
}

/// A surface cut into triangles, by which hidden places are found.
pub(crate) struct Solid {
    pub surface: SurfaceInSpace,
    /// The least rectangle that holds the picture.
    pub bounds: Rectangle,
    facets: Vec<Facet>,
    /// The indices of the facets that may meet each cell of a grid over the picture.
    bins: Vec<Vec<usize>>,
}

impl Solid {
    /// Returns a surface cut into triangles.
    pub fn new(surface: SurfaceInSpace) -> Solid {
        let mut facets = Vec::new();
        for [a, b, c, d] in squares(&surface) {
            for corners in [[a, b, c], [a, c, d]] {
                facets.push(Facet {
                    corners: corners.map(|p| surface.point(p)),
                    depths: corners.map(|p| surface.depth(p)),
                });
            }
        }
        let bounds = Rectangle::holding(facets.iter().flat_map(|facet| facet.corners)).unwrap_or_default();
        let mut solid = Solid { surface, bounds, facets, bins: vec![Vec::new(); BINS * BINS] };
        for (index, Facet { corners: [a, b, c], .. }) in solid.facets.iter().enumerate() {
            let [first_column, first_row] = solid.bin(a.min(*b).min(*c));
            let [last_column, last_row] = solid.bin(a.max(*b).max(*c));
            for row in first_row..=last_row {
                for column in first_column..=last_column {
                    solid.bins[row * BINS + column].push(index);
                }
            }
        }
        solid
    }

    /// Returns column and row of the bin that holds a place of the picture.
    fn bin(&self, p: DVec2) -> [usize; 2] {
        let part = (p - self.bounds.low) / self.bounds.size() * BINS as f64;
        part.to_array().map(|v| v.clamp(0.0, BINS as f64 - 1.0) as usize)
    }

    /// Whether another part of the surface hides a place.
    pub fn hides(&self, p: DVec2) -> bool {
        let at = self.surface.point(p);
        let [column, row] = self.bin(at);
        let least = self.surface.depth(p) + NEARER * self.bounds.size().max_element();
        let mut facets = self.bins[row * BINS + column].iter().map(|&index| &self.facets[index]);
        facets.any(|facet| facet.depth_at(at).is_some_and(|depth| depth > least))
    }

    /// Returns the patches from the farthest to the nearest.
    pub fn patches(&self) -> Vec<Patch> {
        let patch = |corners: [DVec2; 4]| {
            let [a, b, c, d] = corners.map(|p| self.surface.in_space(p));
            let normal = (c - a).cross(d - b).normalize_or_zero();
            Patch {
                corners: corners.map(|p| self.surface.point(p)),
                light: self.surface.seen(normal).z.abs(),
                depth: self.surface.seen(a + b + c + d).z / 4.0,
            }
        };
        let mut patches: Vec<Patch> = squares(&self.surface).into_iter().map(patch).collect();
        patches.sort_by(|a, b| a.depth.total_cmp(&b.depth));
        patches
    }

    /// Returns a path of the board in runs. A run begins where the previous one ends.
    pub fn runs(&self, points: &[DVec2]) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        let mut previous = None;
        for &point in points {
            let is_hidden = self.hides(point);
            match runs.last_mut() {
                Some(run) if run.is_hidden == is_hidden => run.points.push(point),
                _ => runs.push(Run { is_hidden, points: previous.into_iter().chain([point]).collect() }),
            }
            previous = Some(point);
        }
        runs
    }
}

/// Returns the corners of the patches on the board.
fn squares(surface: &SurfaceInSpace) -> Vec<[DVec2; 4]> {
    let size = DVec2::new(surface.width, surface.height) / f64::from(PATCHES);
    let corner = |column: u32, row: u32| DVec2::new(column.into(), row.into()) * size;
    let mut squares = Vec::new();
    for i in 0..PATCHES {
        for j in 0..PATCHES {
            squares.push([corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)]);
        }
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Sheet;
    use crate::render::view::board_map::{BoardMap, Similarity};

    fn board(sides: Seam, ends: Seam) -> GluedBoard {
        let sheet = Sheet { width: 8.0, height: 12.0, sides, ends };
        GluedBoard { sheet, voids: Vec::new(), cells: false, projection: Projection::Solid }
    }

    const GLUINGS: [(Seam, Seam); 6] = [
        (Seam::Straight, Seam::Wall),
        (Seam::Flipped, Seam::Wall),
        (Seam::Straight, Seam::Straight),
        (Seam::Straight, Seam::Flipped),
        (Seam::Straight, Seam::Shifted),
        (Seam::Straight, Seam::Folded),
    ];

    #[test]
    fn a_surface_is_glued_as_its_board_is() {
        for (sides, ends) in GLUINGS {
            let board = board(sides, ends);
            let surface = SurfaceInSpace::of(&board).expect("a surface");
            for (x, y) in [(0.0, 3.0), (2.5, 0.0), (7.9, 11.9), (1.0, 7.0)] {
                let p = DVec2::new(x, y);
                let rows = if ends.is_glued() { -1..=1 } else { 0..=0 };
                for (column, row) in (-2..=2).flat_map(|column| rows.clone().map(move |row| (column, row))) {
                    let there = Similarity::from(board.sheet.image(column.into(), row.into())).point(p);
                    assert!(
                        surface.in_space(p).distance(surface.in_space(there)) < 1e-9,
                        "{sides:?} {ends:?} {p} {there}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_far_side_of_a_cylinder_is_hidden_and_the_near_one_is_not() {
        let solid = Solid::new(SurfaceInSpace::of(&board(Seam::Straight, Seam::Wall)).expect("a cylinder"));
        let hidden = |x: f64| solid.hides(DVec2::new(x, 6.0));
        let seen = (0..80).filter(|i| !hidden(f64::from(*i) * 0.1)).count();
        assert!((30..60).contains(&seen), "{seen}");
        // A path all round changes twice.
        let round: Vec<DVec2> = (0..=400).map(|i| DVec2::new(f64::from(i) * 0.02, 6.0)).collect();
        assert_eq!(solid.runs(&round).len(), 3);
    }
}
