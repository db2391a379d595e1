//! A glued board as a surface in space seen from far away, and which of its places are hidden.

use crate::render::error::RenderError;
use crate::render::scene::{GluedBoard, Ground, Projection};
use crate::variant::Seam;
use glam::{DVec2, DVec3};
use nalgebra::{Matrix3, Vector3};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// The number of patches in each direction of the surface.
const PATCHES: u32 = 56;

/// How much nearer to the eye something must be to hide a place, as a share of the surface's size.
const BEFORE: f64 = 0.02;

/// The number of grid cells in each direction by which patches are found.
const BINS: usize = 40;

/// Returns an error for a board that is to be seen in space and has no surface there.
pub(crate) fn check(ground: &Ground) -> Result<(), RenderError> {
    match ground {
        Ground::Glued(board) if board.projection == Projection::Solid => {
            SurfaceInSpace::of(board).map(drop).ok_or(RenderError::NoSurface)
        }
        Ground::Glued(_)
        | Ground::Plane { .. }
        | Ground::Squares { .. }
        | Ground::Round(_)
        | Ground::Graph(_) => Ok(()),
    }
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
    /// Returns the surface of a board; none without glued sides, and none for gluings without a surface here.
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
    fn place(&self, p: DVec2) -> DVec3 {
        let v = p.y / self.height;
        // A flip at the ends reverses x on every other copy of the board.
        let reversed = self.kind == Kind::Klein && v.floor().rem_euclid(2.0) == 1.0;
        let u = TAU * p.x / self.width * if reversed { -1.0 } else { 1.0 };
        // The middle of x is in front; the seam is behind, a little aside.
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
            // Files are meridians, and beyond a pole the latitude goes on down the other side.
            Kind::Globe => {
                let latitude = PI * (v - 0.5);
                let radius = 2.4 * latitude.cos();
                DVec3::new(radius * round.cos(), radius * round.sin(), 2.4 * latitude.sin())
            }
            // A tube that is flat at both ends, where both halves of its rim lie on each other.
            Kind::Pillow => {
                let (sin, cos) = (PI * v).sin_cos();
                DVec3::new(2.3 * u.cos(), -0.9 * u.sin() * sin, -2.3 * cos)
            }
            Kind::Klein => {
                let (along, round) = (TAU * v, u + FRAC_PI_2);
                let (sin, cos) = along.sin_cos();
                let tube = 4.0 * (1.0 - cos / 2.0);
                // On one half of the way the circles stand across it, on the other they lie level.
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
        let seen = self.seen(self.place(p));
        DVec2::new(seen.x, seen.y)
    }

    /// Returns the nearness of a place to the eye.
    fn depth(&self, p: DVec2) -> f64 {
        self.seen(self.place(p)).z
    }

    /// Returns a vector in the eye's coordinates: to the right, up, and towards the eye.
    fn seen(&self, v: DVec3) -> DVec3 {
        (self.view * Vector3::from(v)).into()
    }
}

/// A triangle of the surface in the picture, with the depth of each corner.
#[derive(Debug, Clone, Copy)]
struct Facet {
    corners: [DVec2; 3],
    depths: [f64; 3],
}

impl Facet {
    /// Returns the depth at a place of the picture; none outside the triangle.
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

/// A patch in the picture and its light: 1 where it faces the eye, 0 at the rim.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Patch {
    pub corners: [DVec2; 4],
    pub light: f64,
}

/// A surface cut into patches, by which hidden places are found.
pub(crate) struct Solid {
    pub surface: SurfaceInSpace,
    low: DVec2,
    high: DVec2,
    facets: Vec<Facet>,
    /// The facets that meet each cell of a grid over the picture.
    bins: Vec<Vec<usize>>,
}

impl Solid {
    /// Returns a surface cut into patches.
    pub fn new(surface: SurfaceInSpace) -> Solid {
        let mut solid = Solid {
            surface,
            low: DVec2::INFINITY,
            high: DVec2::NEG_INFINITY,
            facets: Vec::new(),
            bins: vec![Vec::new(); BINS * BINS],
        };
        for corners in squares(&surface) {
            for [i, j, k] in [[0, 1, 2], [0, 2, 3]] {
                let chosen = [corners[i], corners[j], corners[k]];
                solid.facets.push(Facet {
                    corners: chosen.map(|p| surface.point(p)),
                    depths: chosen.map(|p| surface.depth(p)),
                });
            }
        }
        for corner in solid.facets.iter().flat_map(|facet| facet.corners) {
            (solid.low, solid.high) = (solid.low.min(corner), solid.high.max(corner));
        }
        for i in 0..solid.facets.len() {
            let [a, b, c] = solid.facets[i].corners;
            let (from, to) = (solid.bin(a.min(b).min(c)), solid.bin(a.max(b).max(c)));
            for (x, y) in (from.0..=to.0).flat_map(|x| (from.1..=to.1).map(move |y| (x, y))) {
                solid.bins[y * BINS + x].push(i);
            }
        }
        solid
    }

    fn bin(&self, p: DVec2) -> (usize, usize) {
        let part = (p - self.low) / (self.high - self.low) * BINS as f64;
        let cell = |v: f64| v.clamp(0.0, BINS as f64 - 1.0) as usize;
        (cell(part.x), cell(part.y))
    }

    /// Returns the lowest and the highest corner of the picture.
    pub fn bounds(&self) -> (DVec2, DVec2) {
        (self.low, self.high)
    }

    /// Whether another part of the surface hides a place.
    pub fn hides(&self, p: DVec2) -> bool {
        let (at, depth) = (self.surface.point(p), self.surface.depth(p));
        let (x, y) = self.bin(at);
        let before = depth + BEFORE * (self.high - self.low).max_element();
        self.bins[y * BINS + x].iter().any(|&i| self.facets[i].depth_at(at).is_some_and(|d| d > before))
    }

    /// Returns the patches from the farthest to the nearest.
    pub fn patches(&self) -> Vec<Patch> {
        let mut found: Vec<(f64, Patch)> = squares(&self.surface)
            .map(|corners| {
                let [a, b, c, d] = corners.map(|p| self.surface.place(p));
                let normal = (c - a).cross(d - b).normalize_or_zero();
                let depth = self.surface.seen(a + b + c + d).z / 4.0;
                let patch = Patch {
                    corners: corners.map(|p| self.surface.point(p)),
                    light: self.surface.seen(normal).z.abs(),
                };
                (depth, patch)
            })
            .collect();
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        found.into_iter().map(|(_, patch)| patch).collect()
    }

    /// Returns a path of the board in runs that are wholly hidden (true) or wholly visible.
    pub fn stretches(&self, points: &[DVec2]) -> Vec<(bool, Vec<DVec2>)> {
        let mut found: Vec<(bool, Vec<DVec2>)> = Vec::new();
        for p in points {
            let hidden = self.hides(*p);
            match found.last_mut() {
                Some((same, run)) if *same == hidden => run.push(*p),
                Some((_, run)) => {
                    // A run begins where the previous one ends.
                    let last = run.last().copied();
                    found.push((hidden, last.into_iter().chain([*p]).collect()));
                }
                None => found.push((hidden, vec![*p])),
            }
        }
        found
    }
}

/// Returns the corners of the patches on the board.
fn squares(surface: &SurfaceInSpace) -> impl Iterator<Item = [DVec2; 4]> {
    let size = DVec2::new(surface.width, surface.height) / f64::from(PATCHES);
    (0..PATCHES).flat_map(move |i| {
        (0..PATCHES).map(move |j| {
            [(0, 0), (1, 0), (1, 1), (0, 1)]
                .map(|(x, y)| DVec2::new(f64::from(i + x), f64::from(j + y)) * size)
        })
    })
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
                for (column, row) in (-2..=2).flat_map(|c| rows.clone().map(move |r| (c, r))) {
                    let there = Similarity::from(board.sheet.image(column.into(), row.into())).point(p);
                    assert!(
                        surface.place(p).distance(surface.place(there)) < 1e-9,
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
        assert_eq!(solid.stretches(&round).len(), 3);
    }
}
