//! The pieces near one mover, in columns: a conservative filter for the contacts of its lanes.
//!
//! All lanes of a piece begin at one place. So the vectors to the pieces near enough are computed once, as f32, and each lane
//! filters them four at a time without a branch (SIMD). The filter errs towards keeping a piece. A contact is computed, as f64, for
//! the pieces in the lane's corridor alone. Few pieces are near enough for a pawn, a knight or a king.

use super::centres::{Centres, DiscContact};
use super::columns::{Columns, MAX_PIECES, for_each_of};
use crate::geom::tolerance::FIRST_LOOK;
use crate::geom::{Point, Vec2};
use crate::plane::position::PieceId;
use std::cell::Cell;
use wide::f32x4;

/// The number of lines that are cached: a queen has four.
const MAX_LINES: usize = 4;

/// The first contact of a ride.
pub enum FirstContact {
    /// No contact.
    Nothing,
    /// One piece is met first, and no other within the slack.
    One(DiscContact),
    /// Several pieces are met within the slack.
    Several,
}

/// What is known of the first contact of a ride.
#[derive(Debug, Clone, Copy)]
pub struct FirstContactBound {
    /// The least contact distance among the pieces looked at, infinite if they are not met.
    least: f64,
    /// The distance up to which no other piece is met.
    reach: f64,
}

impl FirstContactBound {
    /// No piece was looked at.
    pub const UNKNOWN: FirstContactBound = FirstContactBound { least: f64::INFINITY, reach: 0.0 };

    /// Returns the distance of the first contact, if it is known.
    #[inline]
    pub fn distance(&self) -> Option<f64> {
        (self.least <= self.reach).then_some(self.least)
    }

    /// Returns a distance up to which nothing is met.
    #[inline]
    pub fn free(&self) -> f64 {
        self.least.min(self.reach)
    }
}

/// The indices of all slots.
const ALL: [u8; MAX_PIECES] = {
    let (mut all, mut i) = ([0; MAX_PIECES], 0);
    while i < MAX_PIECES {
        all[i] = i as u8;
        i += 1;
    }
    all
};

/// The greatest number of near pieces that are moved to the first slots. They are always scanned in the same number of steps,
/// which keeps branches predictable.
const FEW_PIECES: usize = 8;

/// The pieces near one mover.
pub struct NearbyPieces<'c> {
    centres: &'c Centres,
    /// The mover's centre.
    from: Point,
    /// The piece in each slot.
    numbers: [u8; MAX_PIECES],
    /// The vector from the mover in each slot.
    vectors: Columns,
    /// A bit for each slot with a piece that is near enough.
    near: u64,
    /// A bit for each of these slots with an enemy of the mover.
    enemies: u64,
    /// Every contact up to this distance is with a piece in one of these slots.
    reach: f64,
    /// A piece farther than this from a line is not met along the line.
    half_width: f32,
    /// The lines that were queried last, and the number of queries.
    lines: [Cell<LineCache>; MAX_LINES],
    looked: Cell<usize>,
}

/// A line through the mover with the bits of pieces beside it. A piece beside the mover itself is both ahead and behind.
#[derive(Clone, Copy, Default)]
struct LineCache {
    dir: Vec2,
    ahead: u64,
    behind: u64,
}

impl<'c> NearbyPieces<'c> {
    /// Returns an empty filter for a position.
    #[inline]
    pub fn new(centres: &'c Centres) -> NearbyPieces<'c> {
        NearbyPieces {
            centres,
            from: Point::new(0.0, 0.0),
            vectors: Columns::EMPTY,
            numbers: ALL,
            near: 0,
            enemies: 0,
            reach: f64::NEG_INFINITY,
            half_width: 0.0,
            lines: Default::default(),
            looked: Cell::new(0),
        }
    }

    /// Gathers the pieces near a mover, without those in `skip`, for rides of this length, or for the part of a ride that is worth a
    /// scan.
    pub fn gather(&mut self, mover: PieceId, length: f64, skip: &[PieceId]) {
        let radius = self.centres.radius;
        let beside = 2.0 * radius + FIRST_LOOK;
        (self.lines, self.looked, self.near) = (Default::default(), Cell::new(0), 0);
        self.reach = self.centres.scanned_length(length, beside);
        let rounding = self.centres.column_rounding();
        // For a very large board f32 is too coarse.
        if self.reach < 0.0 || self.centres.len() > MAX_PIECES || rounding > radius {
            self.reach = f64::NEG_INFINITY;
            return;
        }
        (self.from, self.half_width) = (self.centres.at(mover), (radius + rounding) as f32);
        self.numbers = ALL;
        self.centres.write_vectors(self.from, &mut self.vectors);
        let clear = f32x4::splat((self.reach + beside + rounding) as f32);
        let [near] = self.vectors.slots_where(|x, y| [x.abs().simd_le(clear) & y.abs().simd_le(clear)]);
        // Slots behind the last piece hold nothing.
        self.near = near & self.centres.all_bits() & !(1 << mover.index());
        skip.iter().for_each(|id| self.near &= !(1 << id.index()));
        self.enemies = self.near & self.centres.enemies_of(mover);
        if self.near.count_ones() as usize <= FEW_PIECES {
            self.compact();
        }
    }

    /// Moves the near pieces into the first slots, so that each lane scans only these.
    fn compact(&mut self) {
        let (mut count, mut enemies) = (0, 0);
        for_each_of(self.near, |i| {
            enemies |= (self.enemies >> i & 1) << count;
            self.numbers[count] = i as u8;
            self.vectors.move_slot(i, count);
            count += 1;
        });
        self.vectors.truncate(FEW_PIECES);
        (self.near, self.enemies) = ((1 << count) - 1, enemies);
    }

    fn piece(&self, i: usize) -> PieceId {
        PieceId(u32::from(self.numbers[i]))
    }

    /// Returns the vector to a piece, as f64.
    fn vector(&self, i: usize) -> Vec2 {
        self.centres.nearest_vector(self.from, self.piece(i))
    }

    /// Returns the distance up to which contacts are known; below 0 if nothing is held.
    #[inline]
    pub fn known_up_to(&self) -> f64 {
        self.reach
    }

    /// Whether a ride of this length surely meets no enemy of the mover.
    #[inline]
    pub fn is_free_of_enemies(&self, dir: Vec2, length: f64) -> bool {
        length <= self.reach && self.ahead(dir) & self.enemies == 0
    }

    /// Returns the first contact of the mover along `dir`, up to `limit`, where contacts within `slack` of it count as one.
    #[inline]
    pub fn first(&self, dir: Vec2, limit: f64, slack: f64) -> FirstContact {
        let (mut nearest, mut distance, mut second) = (0, f64::INFINITY, f64::INFINITY);
        for_each_of(self.ahead(dir), |i| {
            let Some(met) = self.centres.contact_distance_by_vector(dir, self.vector(i)) else { return };
            if met < distance {
                second = distance;
                (nearest, distance) = (i, met);
            } else {
                second = second.min(met);
            }
        });
        if distance > limit {
            FirstContact::Nothing
        } else if second <= limit.min(distance + slack) {
            FirstContact::Several
        } else {
            FirstContact::One(DiscContact { piece: self.piece(nearest), distance })
        }
    }

    /// Returns the least contact distance of the mover along `dir` with one of the pieces held; infinite if there is none.
    #[inline]
    pub fn contact_bound(&self, dir: Vec2) -> f64 {
        let mut least = f64::INFINITY;
        for_each_of(self.ahead(dir), |i| {
            least = least
                .min(self.centres.contact_distance_by_vector(dir, self.vector(i)).unwrap_or(f64::INFINITY));
        });
        least
    }

    /// Returns what the pieces held show of the first contact of the mover along `dir`.
    #[inline]
    pub fn first_contact_bound(&self, dir: Vec2) -> FirstContactBound {
        FirstContactBound { least: self.contact_bound(dir), reach: self.reach.max(0.0) }
    }

    /// Visits the pieces within the radius of the ride along `dir`, and perhaps some a little farther, with the vector to each.
    #[inline]
    pub fn in_corridor(&self, dir: Vec2, mut visit: impl FnMut(PieceId, Vec2)) {
        for_each_of(self.ahead(dir), |i| visit(self.piece(i), self.vector(i)));
    }

    /// Returns bits of the pieces within the radius of the ride along `dir`, and perhaps some a little farther. Most lanes have an
    /// opposite lane on the same line; the second of the two is answered from the cache.
    #[inline]
    fn ahead(&self, dir: Vec2) -> u64 {
        // All lines are compared, because an early exit would be mispredicted.
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
        let [ahead, behind] = self.vectors.slots_where(|x, y| {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Ray, contact};
    use crate::notation::PositionText;
    use crate::plane::position::PlanePosition;
    use crate::plane::rules::Rules;
    use proptest::prelude::*;

    proptest! {
        /// A contact too shallow for f32 is found.
        #[test]
        fn a_first_look_misses_no_graze(
            at in (0.0..8.0f64, 0.0..8.0f64),
            angle in 0.0..6.3f64,
            along in 0.5..6.0f64,
            depth in 1.1e-9..1e-6f64,
            is_left: bool,
        ) {
            let rules = Rules::preset("continuous").expect("a preset");
            let (at, dir) = (Point::new(at.0, at.1), Vec2::from_angle(angle));
            let aside = if is_left { rules.radius - depth } else { depth - rules.radius };
            let other = at + dir * along + dir.perp() * aside;
            prop_assume!(rules.board.contains(other, 0.0));
            let text = format!("Qd@{},{} qd@{},{} ; w", at.x, at.y, other.x, other.y);
            let written = PositionText::parse(&text).expect("a position");
            let position = PlanePosition::unvalidated(rules.clone(), &written, Vec::new()).expect("a position");
            let centres = Centres::new(&position);
            let mut nearby = NearbyPieces::new(&centres);
            nearby.gather(PieceId(0), 12.0, &[]);
            let met = match nearby.first(dir, 12.0, rules.epsilon) {
                FirstContact::Nothing | FirstContact::Several => None,
                FirstContact::One(met) => Some(met.distance),
            };
            prop_assert_eq!(met, contact(&Ray::new(at, dir), rules.radius, other, rules.epsilon));
        }
    }
}
