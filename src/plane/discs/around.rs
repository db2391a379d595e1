//! The pieces about one mover, in columns: what its lanes may come into contact with.
//!
//! All lanes of a piece begin at one place. So the vectors to the pieces near enough are written down once, on every copy of
//! the board, and each lane looks through them four at a time, without a branch. A contact is computed for those in its
//! corridor only. A pawn, a knight and a king have few pieces near enough, whatever stands elsewhere.

use super::centres::{Centres, Contact, Look};
use crate::geom::tolerance::FIRST_LOOK;
use crate::geom::{Point, Vec2, contact_of};
use crate::plane::position::PieceId;
use std::cell::Cell;
use wide::f64x4;

/// So many pieces are held, a bit for each. Where there are more, nothing is known: each lane then asks for its own.
const MOST: usize = 4 * FOURS;

/// They are looked at four at a time.
const FOURS: usize = 16;

/// So many lines are remembered: a queen has as many.
const LINES: usize = 4;

/// What a way comes into contact with first.
pub enum First {
    /// Nothing.
    Nothing,
    /// One piece, and no other so soon.
    One(Contact),
    /// Several pieces at once.
    Several,
}

/// Pieces by coordinate, in order of id.
struct Columns {
    x: [[f64; 4]; FOURS],
    y: [[f64; 4]; FOURS],
}

/// The pieces about one mover.
pub struct Around<'c> {
    centres: &'c Centres,
    /// Where all stand.
    places: Columns,
    /// Those near enough, and the vectors to them.
    ids: [PieceId; MOST],
    vectors: Columns,
    count: usize,
    /// All that a way comes into contact with up to here is among them.
    reach: f64,
    /// What comes no nearer to a line than this is not met along it.
    half_width: f64,
    /// The last lines that were looked along, and how many have been.
    lines: [Cell<Line>; LINES],
    looked: Cell<usize>,
}

/// A line through the mover, and the pieces beside it as bits. What is beside the mover itself is both ahead and behind.
#[derive(Clone, Copy, Default)]
struct Line {
    dir: Vec2,
    ahead: u64,
    behind: u64,
}

impl Columns {
    const EMPTY: Columns = Columns { x: [[0.0; 4]; FOURS], y: [[0.0; 4]; FOURS] };

    fn write(&mut self, vectors: impl Iterator<Item = Vec2>) {
        let columns = self.x.as_flattened_mut().iter_mut().zip(self.y.as_flattened_mut());
        columns.zip(vectors).for_each(|((x, y), v)| (*x, *y) = (v.x, v.y));
    }
}

impl<'c> Around<'c> {
    /// Nothing yet.
    #[inline]
    pub fn new(centres: &'c Centres) -> Around<'c> {
        let mut places = Columns::EMPTY;
        places.write(centres.each().map(|(_, at)| at - Point::new(0.0, 0.0)));
        Around {
            centres,
            places,
            vectors: Columns::EMPTY,
            ids: [PieceId(0); MOST],
            count: 0,
            reach: f64::NEG_INFINITY,
            half_width: 0.0,
            lines: Default::default(),
            looked: Cell::new(0),
        }
    }

    /// Looks about a piece for ways of this length, or for the part of it that is worth the look.
    pub fn look(&mut self, mover: PieceId, length: f64, radius: f64) {
        let beside = 2.0 * radius + FIRST_LOOK;
        (self.half_width, self.lines, self.looked) = (radius, Default::default(), Cell::new(0));
        (self.reach, self.count) = (self.centres.worth_looking(length, beside), 0);
        if self.reach < 0.0 || self.centres.len() > MOST {
            self.reach = f64::NEG_INFINITY;
            return;
        }
        self.count = self.centres.len();
        let from = self.centres.at(mover);
        if self.centres.has_seams() {
            self.vectors.write(self.centres.nearest_vectors(from));
        } else {
            let (from_x, from_y) = (f64x4::splat(from.x), f64x4::splat(from.y));
            for i in 0..self.count.div_ceil(4) {
                self.vectors.x[i] = (f64x4::new(self.places.x[i]) - from_x).to_array();
                self.vectors.y[i] = (f64x4::new(self.places.y[i]) - from_y).to_array();
            }
        }
        let clear = f64x4::splat(self.reach + beside);
        let [near] = self.those(|x, y| [x.abs().simd_le(clear) & y.abs().simd_le(clear)]);
        // They close up, so that the fewer are near, the less each lane looks at.
        let (x, y) = (self.vectors.x.as_flattened_mut(), self.vectors.y.as_flattened_mut());
        let mut count = 0;
        for_each_of(near & !(1 << mover.index()), |i| {
            (self.ids[count], x[count], y[count]) = (PieceId(i as u32), x[i], y[i]);
            count += 1;
        });
        self.count = count;
    }

    /// The pieces, as bits, for whose vectors conditions hold that are asked for four at a time.
    #[inline]
    fn those<const N: usize>(&self, conditions: impl Fn(f64x4, f64x4) -> [f64x4; N]) -> [u64; N] {
        let fours = self.count.div_ceil(4);
        let (x, y) = (&self.vectors.x[..fours], &self.vectors.y[..fours]);
        let mut those = [0; N];
        for i in 0..fours {
            let hold = conditions(f64x4::new(x[i]), f64x4::new(y[i]));
            for (those, hold) in those.iter_mut().zip(hold) {
                *those |= u64::from(hold.to_bitmask()) << (4 * i);
            }
        }
        // Behind the last piece there is what was there before.
        those.map(|those| those & !u64::MAX.unbounded_shl(self.count as u32))
    }

    fn vector(&self, i: usize) -> Vec2 {
        Vec2::new(self.vectors.x.as_flattened()[i], self.vectors.y.as_flattened()[i])
    }

    /// How far ways are known; below 0 where nothing is.
    #[inline]
    pub fn reach(&self) -> f64 {
        self.reach
    }

    /// Whether a way of this length surely meets nothing.
    #[inline]
    pub fn is_free(&self, dir: Vec2, length: f64) -> bool {
        length <= self.reach && self.ahead(dir) == 0
    }

    /// What an open disc of `radius` on its way along `dir` comes into contact with first.
    #[inline]
    pub fn first(&self, dir: Vec2, radius: f64, epsilon: f64, look: Look) -> First {
        let (mut first, mut distance, mut next) = (0, f64::INFINITY, f64::INFINITY);
        for_each_of(self.ahead(dir), |i| {
            if let Some(met) = contact_of(dir, radius, self.vector(i), epsilon) {
                next = next.min(met.max(distance));
                if met < distance {
                    (first, distance) = (i, met);
                }
            }
        });
        if distance > look.limit {
            First::Nothing
        } else if next <= look.limit.min(distance + look.slack) {
            First::Several
        } else {
            First::One(Contact { piece: self.ids[first], distance })
        }
    }

    /// Calls `visit` with every piece nearer to the way along `dir` than the radius and no farther back, and the vector to it.
    #[inline]
    pub fn in_corridor(&self, dir: Vec2, mut visit: impl FnMut(PieceId, Vec2)) {
        for_each_of(self.ahead(dir), |i| visit(self.ids[i], self.vector(i)));
    }

    /// The pieces nearer to the line along `dir` than the radius and no farther back than that, as bits. Most lanes have one that
    /// leads the other way, which finds them known.
    #[inline]
    fn ahead(&self, dir: Vec2) -> u64 {
        // All are compared: where a search ends would be guessed wrong.
        let mut known = None;
        for line in self.lines.iter().map(Cell::get) {
            let is_opposite = (line.dir.x == -dir.x) & (line.dir.y == -dir.y);
            known = if is_opposite { Some(line.behind) } else { known };
        }
        if let Some(known) = known {
            return known;
        }
        let (dir_x, dir_y) = (f64x4::splat(dir.x), f64x4::splat(dir.y));
        let half_width = f64x4::splat(self.half_width);
        let [ahead, behind] = self.those(|x, y| {
            let beside = (dir_x * y - dir_y * x).abs().simd_lt(half_width);
            let along = dir_x * x + dir_y * y;
            [beside & along.simd_ge(-half_width), beside & along.simd_le(half_width)]
        });
        let line = Line { dir, ahead, behind };
        self.lines[self.looked.get() % LINES].set(line);
        self.looked.set(self.looked.get() + 1);
        line.ahead
    }
}

/// Calls `visit` with each of some bits.
#[inline]
fn for_each_of(mut bits: u64, mut visit: impl FnMut(usize)) {
    while bits != 0 {
        visit(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}
