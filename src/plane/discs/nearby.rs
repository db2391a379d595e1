//! The pieces about one mover, in columns: what its lanes may come into contact with.
//!
//! All lanes of a piece begin at one place. So the vectors to the pieces near enough are written down once, on every copy of
//! the board, and each lane looks through them four at a time, without a branch. Half the digits serve for this first look,
//! which errs on the side of seeing too much. A contact is computed for those in the lane's corridor only, with all digits. A
//! pawn, a knight and a king have few pieces near enough, whatever stands elsewhere.

use super::centres::{Centres, Contact, ContactQuery};
use crate::geom::tolerance::FIRST_LOOK;
use crate::geom::{Point, Vec2, contact_of};
use crate::plane::position::PieceId;
use std::cell::Cell;
use wide::f32x4;

/// So many pieces are held, a bit for each. Where there are more, nothing is known: each lane then asks for its own.
const MAX_PIECES: usize = 4 * GROUPS;

/// They are looked at four at a time.
const GROUPS: usize = 16;

/// How far a first look may be off, as a part of the width and height of the board together: some ten roundings of numbers as
/// great as these.
const ROUNDING: f64 = 16.0 * f32::EPSILON as f64;

/// So many lines are remembered: a queen has as many.
const MAX_LINES: usize = 4;

/// What a way comes into contact with first.
pub enum FirstContact {
    /// Nothing.
    Nothing,
    /// One piece, and no other so soon.
    One(Contact),
    /// Several pieces at once.
    Several,
}

/// The numbers of all pieces held.
const ALL: [u8; MAX_PIECES] = {
    let (mut all, mut i) = ([0; MAX_PIECES], 0);
    while i < MAX_PIECES {
        all[i] = i as u8;
        i += 1;
    }
    all
};

/// No more than so many close up. They are looked at in as many steps each time, so that no end of a loop is guessed wrong.
const FEW_PIECES: usize = 8;

/// Pieces by coordinate, in order of id, to half the digits.
struct Columns {
    x: [[f32; 4]; GROUPS],
    y: [[f32; 4]; GROUPS],
}

/// The pieces about one mover.
pub struct NearbyPieces<'c> {
    centres: &'c Centres,
    /// Where all stand.
    places: Columns,
    /// How far the first look may be off.
    rounding: f64,
    /// Where the mover stands.
    from: Point,
    /// Pieces by number, the vectors to the first of them, four at a time, and those that are near enough, as bits.
    numbers: [u8; MAX_PIECES],
    vectors: Columns,
    groups: usize,
    near: u64,
    /// All that a way comes into contact with up to here is among them.
    reach: f64,
    /// What comes no nearer to a line than this is not met along it.
    half_width: f32,
    /// The last lines that were looked along, and how many have been.
    lines: [Cell<LineCache>; MAX_LINES],
    looked: Cell<usize>,
}

/// A line through the mover, and the pieces beside it as bits. What is beside the mover itself is both ahead and behind.
#[derive(Clone, Copy, Default)]
struct LineCache {
    dir: Vec2,
    ahead: u64,
    behind: u64,
}

impl Columns {
    const EMPTY: Columns = Columns { x: [[0.0; 4]; GROUPS], y: [[0.0; 4]; GROUPS] };

    fn write(&mut self, vectors: impl Iterator<Item = Vec2>) {
        let columns = self.x.as_flattened_mut().iter_mut().zip(self.y.as_flattened_mut());
        columns.zip(vectors).for_each(|((x, y), v)| (*x, *y) = (v.x as f32, v.y as f32));
    }
}

impl<'c> NearbyPieces<'c> {
    /// Nothing yet.
    #[inline]
    pub fn new(centres: &'c Centres) -> NearbyPieces<'c> {
        let mut places = Columns::EMPTY;
        places.write(centres.each().map(|(_, at)| at - Point::new(0.0, 0.0)));
        NearbyPieces {
            centres,
            places,
            rounding: ROUNDING * centres.extent(),
            from: Point::new(0.0, 0.0),
            vectors: Columns::EMPTY,
            numbers: ALL,
            groups: 0,
            near: 0,
            reach: f64::NEG_INFINITY,
            half_width: 0.0,
            lines: Default::default(),
            looked: Cell::new(0),
        }
    }

    /// Looks about a piece for ways of this length, or for the part of it that is worth the look.
    pub fn gather(&mut self, mover: PieceId, length: f64, radius: f64) {
        let beside = 2.0 * radius + FIRST_LOOK;
        (self.lines, self.looked, self.near) = (Default::default(), Cell::new(0), 0);
        self.reach = self.centres.worth_looking(length, beside);
        // On a very great board half the digits tell nothing apart.
        if self.reach < 0.0 || self.centres.len() > MAX_PIECES || self.rounding > radius {
            self.reach = f64::NEG_INFINITY;
            return;
        }
        (self.from, self.half_width) = (self.centres.at(mover), (radius + self.rounding) as f32);
        (self.numbers, self.groups) = (ALL, self.centres.len().div_ceil(4));
        if self.centres.has_seams() {
            self.vectors.write(self.centres.nearest_vectors(self.from));
        } else {
            let (from_x, from_y) = (f32x4::splat(self.from.x as f32), f32x4::splat(self.from.y as f32));
            for i in 0..self.groups {
                self.vectors.x[i] = (f32x4::new(self.places.x[i]) - from_x).to_array();
                self.vectors.y[i] = (f32x4::new(self.places.y[i]) - from_y).to_array();
            }
        }
        let clear = f32x4::splat((self.reach + beside + self.rounding) as f32);
        let [near] = self.pieces_where(|x, y| [x.abs().simd_le(clear) & y.abs().simd_le(clear)]);
        // Behind the last piece there is what was there before.
        self.near = near & (u64::MAX >> (MAX_PIECES - self.centres.len())) & !(1 << mover.index());
        if self.near.count_ones() as usize <= FEW_PIECES {
            self.close_up();
        }
    }

    /// Puts those that are near first: the fewer they are, the less each lane looks at.
    fn close_up(&mut self) {
        let (x, y) = (self.vectors.x.as_flattened_mut(), self.vectors.y.as_flattened_mut());
        let mut count = 0;
        for_each_of(self.near, |i| {
            (self.numbers[count], x[count], y[count]) = (i as u8, x[i], y[i]);
            count += 1;
        });
        (self.near, self.groups) = ((1 << count) - 1, FEW_PIECES / 4);
    }

    /// The pieces, as bits, for whose vectors conditions hold that are asked for four at a time.
    #[inline]
    fn pieces_where<const N: usize>(&self, conditions: impl Fn(f32x4, f32x4) -> [f32x4; N]) -> [u64; N] {
        let (x, y) = (&self.vectors.x[..self.groups], &self.vectors.y[..self.groups]);
        let mut those = [0; N];
        for i in 0..self.groups {
            let hold = conditions(f32x4::new(x[i]), f32x4::new(y[i]));
            for (those, hold) in those.iter_mut().zip(hold) {
                *those |= u64::from(hold.to_bitmask()) << (4 * i);
            }
        }
        those
    }

    fn piece(&self, i: usize) -> PieceId {
        PieceId(u32::from(self.numbers[i]))
    }

    /// The vector to a piece, with all digits.
    fn vector(&self, i: usize) -> Vec2 {
        self.centres.nearest_vector(self.from, self.piece(i))
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
    pub fn first(&self, dir: Vec2, radius: f64, epsilon: f64, query: ContactQuery) -> FirstContact {
        let (mut first, mut distance, mut next) = (0, f64::INFINITY, f64::INFINITY);
        for_each_of(self.ahead(dir), |i| {
            if let Some(met) = contact_of(dir, radius, self.vector(i), epsilon) {
                next = next.min(met.max(distance));
                if met < distance {
                    (first, distance) = (i, met);
                }
            }
        });
        if distance > query.limit {
            FirstContact::Nothing
        } else if next <= query.limit.min(distance + query.slack) {
            FirstContact::Several
        } else {
            FirstContact::One(Contact { piece: self.piece(first), distance })
        }
    }

    /// Calls `visit` with every piece nearer to the way along `dir` than the radius and no farther back, some a little farther, and
    /// the vector to it.
    #[inline]
    pub fn in_corridor(&self, dir: Vec2, mut visit: impl FnMut(PieceId, Vec2)) {
        for_each_of(self.ahead(dir), |i| visit(self.piece(i), self.vector(i)));
    }

    /// The pieces nearer to the line along `dir` than the radius and no farther back than that, some a little farther, as bits.
    /// Most lanes have one that leads the other way, which finds them known.
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
        let (dir_x, dir_y) = (f32x4::splat(dir.x as f32), f32x4::splat(dir.y as f32));
        let half_width = f32x4::splat(self.half_width);
        let [ahead, behind] = self.pieces_where(|x, y| {
            let beside = (dir_x * y - dir_y * x).abs().simd_lt(half_width);
            let along = dir_x * x + dir_y * y;
            [beside & along.simd_ge(-half_width), beside & along.simd_le(half_width)]
        });
        let line = LineCache { dir, ahead: ahead & self.near, behind: behind & self.near };
        self.lines[self.looked.get() % MAX_LINES].set(line);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Ray, contact};
    use crate::notation::PositionText;
    use crate::plane::position::Position;
    use crate::plane::rules::Rules;
    use crate::variant::Variant;
    use proptest::prelude::*;
    use std::sync::Arc;

    proptest! {
        /// What is met by less than half the digits can tell is met.
        #[test]
        fn a_first_look_misses_no_graze(
            at in (0.0..8.0f64, 0.0..8.0f64),
            angle in 0.0..6.3f64,
            along in 0.5..6.0f64,
            depth in 1.1e-9..1e-6f64,
            is_left: bool,
        ) {
            let variant = Variant::named("continuous", &toml::Table::new()).expect("a preset");
            let rules = Arc::new(Rules::new(Arc::new(variant)).expect("on the plane"));
            let (at, dir) = (Point::new(at.0, at.1), Vec2::from_angle(angle));
            let aside = if is_left { rules.radius - depth } else { depth - rules.radius };
            let other = at + dir * along + dir.perp() * aside;
            prop_assume!(rules.board.contains(other, 0.0));
            let text = format!("Qd@{},{} qd@{},{} ; w", at.x, at.y, other.x, other.y);
            let written = PositionText::parse(&text).expect("a position");
            let position = Position::unvalidated(rules.clone(), &written).expect("a position");
            let centres = Centres::new(&position);
            let mut nearby = NearbyPieces::new(&centres);
            nearby.gather(PieceId(0), 12.0, rules.radius);
            let query = ContactQuery { limit: 12.0, slack: rules.epsilon };
            let met = match nearby.first(dir, rules.radius, rules.epsilon, query) {
                FirstContact::Nothing | FirstContact::Several => None,
                FirstContact::One(met) => Some(met.distance),
            };
            prop_assert_eq!(met, contact(&Ray::new(at, dir), rules.radius, other, rules.epsilon));
        }
    }
}
