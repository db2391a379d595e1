//! A glued board as a surface in space, in parallel projection. Parts of the surface hide others.

use crate::render::error::RenderError;
use crate::render::scene::{GluedBoard, Ground, Projection, Rectangle};
use crate::variant::Seam;
use glam::{DVec2, DVec3};
use nalgebra::{Matrix3, Vector3};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// The number of patches in each direction of the board.
const PATCHES: u32 = 56;
/// The least depth by which a facet that hides a place is nearer to the eye, as a share of the size of the picture. Facets differ
/// from the curved surface by less, so the facets about a place do not hide it.
const NEARER: f64 = 0.02;
/// The number of bins in each direction of the picture.
const BINS: usize = 40;

/// Returns an error for a board that is to be drawn in space, but has no surface there.
pub(crate) fn check(ground: &Ground) -> Result<(), RenderError> {
    match ground {
        Ground::Glued(board) if board.projection == Projection::Solid => {
            SurfaceInSpace::of(board).map(drop).ok_or(RenderError::NoSurface)
        }
        _ => Ok(()),
    }
}

/// A board as a surface in space, and the direction from which it is seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SurfaceInSpace {
    form: Form,
    width: f64,
    height: f64,
    /// The rotation from space to the eye's coordinates. Its rows are the directions to the right, up, and towards the eye.
    to_eye: Matrix3<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Form {
    Cylinder,
    Moebius,
    Torus,
    Klein,
    Globe,
    Pillow,
}

impl SurfaceInSpace {
    /// Returns the surface of a board, or `None` for a board with four walls or with a gluing of which no form is known here.
    pub fn of(board: &GluedBoard) -> Option<SurfaceInSpace> {
        // The angles are in degrees.
        let (form, turn, tilt) = match (board.sheet.sides, board.sheet.ends) {
            (Seam::Straight, Seam::Wall) => (Form::Cylinder, 0.0, 22.0f64),
            (Seam::Flipped, Seam::Wall) => (Form::Moebius, 20.0, 38.0),
            (Seam::Straight, Seam::Straight) => (Form::Torus, 0.0, 48.0),
            (Seam::Straight, Seam::Flipped) => (Form::Klein, 30.0, 12.0),
            (Seam::Straight, Seam::Shifted) => (Form::Globe, 0.0, 24.0),
            (Seam::Straight, Seam::Folded) => (Form::Pillow, 24.0, 20.0),
            _ => return None,
        };
        let (turn, tilt) = (f64::to_radians(turn), f64::to_radians(tilt));
        let towards = Vector3::new(turn.sin() * tilt.cos(), -turn.cos() * tilt.cos(), tilt.sin());
        let right = Vector3::new(turn.cos(), turn.sin(), 0.0);
        let up = towards.cross(&right);
        let to_eye = Matrix3::from_columns(&[right, up, towards]).transpose();
        Some(SurfaceInSpace { form, width: board.sheet.width, height: board.sheet.height, to_eye })
    }

    /// Returns the point in space at which a place of the board lies.
    fn in_space(&self, p: DVec2) -> DVec3 {
        let v = p.y / self.height;
        // A flip at the ends reverses x on every other copy of the board.
        let is_reversed = self.form == Form::Klein && v.floor().rem_euclid(2.0) == 1.0;
        let u = TAU * p.x / self.width * if is_reversed { -1.0 } else { 1.0 };
        // The middle of the board is in front. The seam is behind, and a little aside.
        let round = u - FRAC_PI_2 - PI + 0.35;
        // Lengths in space have no unit, because the picture is scaled to the page.
        match self.form {
            Form::Cylinder => DVec3::new(2.0 * round.cos(), 2.0 * round.sin(), 4.6 * (v - 0.5)),
            Form::Moebius => {
                // The strip turns half a turn about its middle line.
                let across = 1.1 * (v - 0.5) * 2.0;
                let radius = 2.4 + across * (u / 2.0).cos();
                DVec3::new(radius * round.cos(), radius * round.sin(), across * (u / 2.0).sin())
            }
            Form::Torus => {
                let tube = TAU * v;
                let radius = 2.3 - 1.1 * tube.cos();
                DVec3::new(radius * round.cos(), radius * round.sin(), -1.1 * tube.sin())
            }
            // Files are meridians. A file continues beyond a pole, at a latitude above 90 degrees, on the opposite meridian.
            Form::Globe => {
                let latitude = PI * (v - 0.5);
                let radius = 2.4 * latitude.cos();
                DVec3::new(radius * round.cos(), radius * round.sin(), 2.4 * latitude.sin())
            }
            // The pillow is a tube. At each end its cross-section is flattened to a segment.
            Form::Pillow => {
                let (sin, cos) = (PI * v).sin_cos();
                DVec3::new(2.3 * u.cos(), -0.9 * u.sin() * sin, -2.3 * cos)
            }
            Form::Klein => {
                let (along, round) = (TAU * v, u + FRAC_PI_2);
                let (sin, cos) = along.sin_cos();
                let radius = 4.0 * (1.0 - cos / 2.0);
                // The circles of the tube stand across its middle line on one half of the line, and lie level on the other half.
                let (x, z) = if along.rem_euclid(TAU) < PI {
                    (radius * cos * round.cos(), radius * sin * round.cos())
                } else {
                    (-radius * round.cos(), 0.0)
                };
                DVec3::new(6.0 * cos * (1.0 + sin) + x, radius * round.sin(), 16.0 * sin + z) / 6.0
            }
        }
    }

    /// Returns the image of a place of the board in the picture, with y upwards.
    pub fn point(&self, p: DVec2) -> DVec2 {
        self.in_eye_coordinates(self.in_space(p)).truncate()
    }

    /// Returns the depth of a place of the board, which grows towards the eye.
    fn depth(&self, p: DVec2) -> f64 {
        self.in_eye_coordinates(self.in_space(p)).z
    }

    /// Returns a vector in the eye's coordinates: to the right, up, and towards the eye.
    fn in_eye_coordinates(&self, vector: DVec3) -> DVec3 {
        (self.to_eye * Vector3::from(vector)).into()
    }
}

/// A triangle of the surface in the picture, with the depth of each corner.
#[derive(Debug, Clone, Copy)]
struct Facet {
    corners: [DVec2; 3],
    depths: [f64; 3],
}

impl Facet {
    /// Returns the depth at a place of the picture, or `None` outside the triangle.
    fn depth_at(&self, p: DVec2) -> Option<f64> {
        let [a, b, c] = self.corners;
        let doubled_area = (b - a).perp_dot(c - a);
        if doubled_area == 0.0 {
            return None;
        }
        // The barycentric coordinates of the place.
        let weights =
            [(b, c), (c, a), (a, b)].map(|(from, to)| (to - from).perp_dot(p - from) / doubled_area);
        let is_inside = weights.iter().all(|weight| *weight >= 0.0);
        is_inside.then(|| weights.iter().zip(self.depths).map(|(weight, depth)| weight * depth).sum())
    }
}

/// A part of the surface as it is drawn.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Patch {
    pub corners: [DVec2; 4],
    /// The brightness: 1 if the patch faces the eye, 0 if it is seen from the side.
    pub light: f64,
    depth: f64,
}

/// A part of a path that is wholly hidden or wholly visible.
pub(crate) struct Run {
    pub is_hidden: bool,
    /// The places of the part on the board.
    pub points: Vec<DVec2>,
}

/// A surface with its triangles, which show where the surface hides itself.
pub(crate) struct Solid {
    pub surface: SurfaceInSpace,
    /// The least rectangle that holds the picture.
    pub bounds: Rectangle,
    facets: Vec<Facet>,
    /// For each bin of a grid over the picture, the indices of the facets that may meet the bin.
    bins: Vec<Vec<usize>>,
}

impl Solid {
    pub fn new(surface: SurfaceInSpace) -> Solid {
        let mut facets = Vec::new();
        for [a, b, c, d] in patch_corners(&surface) {
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
        let column_and_row = (p - self.bounds.low) / self.bounds.size() * BINS as f64;
        column_and_row.to_array().map(|index| index.clamp(0.0, BINS as f64 - 1.0) as usize)
    }

    pub fn hides(&self, p: DVec2) -> bool {
        let in_picture = self.surface.point(p);
        let [column, row] = self.bin(in_picture);
        let least = self.surface.depth(p) + NEARER * self.bounds.size().max_element();
        let mut facets = self.bins[row * BINS + column].iter().map(|&index| &self.facets[index]);
        facets.any(|facet| facet.depth_at(in_picture).is_some_and(|depth| depth > least))
    }

    /// Returns the patches of the surface, from the farthest to the nearest.
    pub fn patches(&self) -> Vec<Patch> {
        let patch = |corners: [DVec2; 4]| {
            let [a, b, c, d] = corners.map(|p| self.surface.in_space(p));
            let normal = (c - a).cross(d - b).normalize_or_zero();
            Patch {
                corners: corners.map(|p| self.surface.point(p)),
                light: self.surface.in_eye_coordinates(normal).z.abs(),
                depth: self.surface.in_eye_coordinates(a + b + c + d).z / 4.0,
            }
        };
        let mut patches: Vec<Patch> = patch_corners(&self.surface).into_iter().map(patch).collect();
        patches.sort_by(|a, b| a.depth.total_cmp(&b.depth));
        patches
    }

    /// Returns the hidden and visible parts of a path on the board. Each part begins where the previous part ends.
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

fn patch_corners(surface: &SurfaceInSpace) -> Vec<[DVec2; 4]> {
    let size = DVec2::new(surface.width, surface.height) / f64::from(PATCHES);
    let corner = |column: u32, row: u32| DVec2::new(column.into(), row.into()) * size;
    let mut patches = Vec::new();
    for i in 0..PATCHES {
        for j in 0..PATCHES {
            patches.push([corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)]);
        }
    }
    patches
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Sheet;
    use crate::render::view::board_map::{BoardMap, Similarity};

    fn board(sides: Seam, ends: Seam) -> GluedBoard {
        let sheet = Sheet { width: 8.0, height: 12.0, sides, ends };
        GluedBoard { sheet, voids: Vec::new(), has_cells: false, projection: Projection::Solid }
    }

    /// The seams of the sides and of the ends of all boards with a surface.
    const GLUINGS: [(Seam, Seam); 6] = [
        (Seam::Straight, Seam::Wall),
        (Seam::Flipped, Seam::Wall),
        (Seam::Straight, Seam::Straight),
        (Seam::Straight, Seam::Flipped),
        (Seam::Straight, Seam::Shifted),
        (Seam::Straight, Seam::Folded),
    ];

    #[test]
    fn places_that_seams_identify_have_the_same_point_in_space() {
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
        // A path round the cylinder begins behind it, passes in front of it, and ends behind it.
        let round: Vec<DVec2> = (0..=400).map(|i| DVec2::new(f64::from(i) * 0.02, 6.0)).collect();
        assert_eq!(solid.runs(&round).len(), 3);
    }
}
