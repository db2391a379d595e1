//! Places of pieces in columns: a conservative filter that tests four pieces at a time.
//!
//! Coordinates are f32, and no test has a branch (SIMD). The filter errs towards keeping a piece. Contacts with the pieces that it
//! keeps are computed as f64.

use crate::board::Surface;
use crate::geom::{Point, Ray, Vec2};
use wide::f32x4;

/// The greatest number of pieces that are held, one bit each.
pub const MAX_PIECES: usize = 4 * GROUPS;

/// The greatest number of groups of four pieces.
const GROUPS: usize = 16;

/// The error of the filter relative to the greatest coordinate: more than ten roundings of f32.
const ROUNDING: f64 = 16.0 * f32::EPSILON as f64;

/// Coordinates of pieces as f32 columns, in order of id.
pub struct Columns {
    x: [[f32; 4]; GROUPS],
    y: [[f32; 4]; GROUPS],
    /// The number of groups that hold a piece.
    groups: usize,
}

/// Returns the error of the filter for coordinates up to `greatest`, board units.
pub fn rounding(greatest: f64) -> f64 {
    ROUNDING * greatest
}

impl Columns {
    /// No places.
    pub const EMPTY: Columns = Columns { x: [[0.0; 4]; GROUPS], y: [[0.0; 4]; GROUPS], groups: 0 };

    /// Returns the columns of these places, of which there are at most [`MAX_PIECES`].
    pub fn new(places: &[Point]) -> Columns {
        let mut columns = Columns { groups: places.len().min(MAX_PIECES).div_ceil(4), ..Columns::EMPTY };
        let (slots_x, slots_y) = (columns.x.as_flattened_mut(), columns.y.as_flattened_mut());
        for ((x, y), at) in slots_x.iter_mut().zip(slots_y).zip(places) {
            (*x, *y) = (at.x as f32, at.y as f32);
        }
        columns
    }

    /// Writes the vectors from a place to the nearest image of each of `places`.
    #[inline]
    pub fn write_vectors(&mut self, from: Point, places: &Columns, board: &Surface) {
        let (from_x, from_y) = (f32x4::splat(from.x as f32), f32x4::splat(from.y as f32));
        self.groups = places.groups;
        for i in 0..places.groups {
            let (x, y) = (f32x4::new(places.x[i]), f32x4::new(places.y[i]));
            let (x, y) = if board.has_seams() {
                board.shortest_vectors((from_x, from_y), (x, y))
            } else {
                (x - from_x, y - from_y)
            };
            (self.x[i], self.y[i]) = (x.to_array(), y.to_array());
        }
    }

    #[inline]
    pub fn move_slot(&mut self, from: usize, to: usize) {
        let (x, y) = (self.x.as_flattened_mut(), self.y.as_flattened_mut());
        (x[to], y[to]) = (x[from], y[from]);
    }

    /// Limits the tests to the first slots.
    pub fn truncate(&mut self, slots: usize) {
        self.groups = slots.div_ceil(4);
    }

    /// Returns, for each of N conditions, bits of the slots that satisfy it. The conditions are evaluated for four slots at a
    /// time. The bits of slots beyond the last piece have no meaning.
    #[inline]
    pub fn slots_where<const N: usize>(&self, conditions: impl Fn(f32x4, f32x4) -> [f32x4; N]) -> [u64; N] {
        let (x, y) = (&self.x[..self.groups], &self.y[..self.groups]);
        let mut slots = [0; N];
        for i in 0..self.groups {
            let masks = conditions(f32x4::new(x[i]), f32x4::new(y[i]));
            for (bits, mask) in slots.iter_mut().zip(masks) {
                *bits |= u64::from(mask.to_bitmask()) << (4 * i);
            }
        }
        slots
    }

    /// Returns bits of the slots within `half_width` of the segment `from..=to` of a ray's line, and perhaps of some a little
    /// beyond.
    #[inline]
    pub fn slots_in_corridor(&self, ray: &Ray, half_width: f32, (from, to): (f32, f32)) -> u64 {
        let splat = |v: Vec2| (f32x4::splat(v.x as f32), f32x4::splat(v.y as f32));
        let ((at_x, at_y), (dir_x, dir_y)) = (splat(ray.origin - Point::new(0.0, 0.0)), splat(ray.dir));
        let [within] = self.slots_where(|x, y| {
            let (x, y) = (x - at_x, y - at_y);
            let along = dir_x * x + dir_y * y;
            let beside = (dir_x * y - dir_y * x).abs().simd_le(half_width);
            [beside & along.simd_ge(from) & along.simd_le(to)]
        });
        within
    }
}

/// Calls `visit` with the index of each set bit.
#[inline(always)]
pub fn for_each_set_bit(mut bits: u64, mut visit: impl FnMut(usize)) {
    while bits != 0 {
        visit(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}
