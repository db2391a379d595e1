//! The pieces near one mover, in columns: a conservative filter for the contacts of its lanes.
//!
//! All lanes of a piece begin at one place. So the vectors to the pieces near enough are computed once, as f32, and each lane
//! filters them four at a time without a branch (SIMD). The filter errs towards keeping a piece. Contacts are computed as f64, and
//! only with the pieces in the lane's corridor. Few pieces are near enough to a pawn, a knight or a king.

use super::centres::{Centres, DiscContact};
use super::columns::{Columns, MAX_PIECES, for_each_set_bit};
use crate::geom::tolerance::FIRST_LOOK;
use crate::geom::{Point, Vec2};
use crate::plane::position::PieceId;
use std::cell::Cell;
use wide::f32x4;

/// The number of lines that are cached: a queen has four.
const MAX_LINES: usize = 4;

/// The distance up to which contacts are known if nothing is held: less than every length.
const NOTHING_HELD: f64 = f64::NEG_INFINITY;

/// The first contact of a ride with the pieces held, up to a limit.
pub enum FirstContact {
    /// The ride meets none of these pieces within the limit. It may meet others beyond [`NearbyPieces::known_up_to`].
    Nothing,
    /// The ride meets one piece first, and no other within the slack.
    One(DiscContact),
    /// The ride meets several pieces within the slack.
    Several,
}

/// A bound for the first contact of a ride, from the pieces held.
#[derive(Debug, Clone, Copy)]
pub struct FirstContactBound {
    /// The least contact distance among these pieces, board units; infinite if the ride meets none of them.
    least: f64,
    /// The distance up to which the ride meets no other piece, board units.
    known_up_to: f64,
}

impl FirstContactBound {
    /// The bound if no piece is held.
    pub const UNKNOWN: FirstContactBound = FirstContactBound { least: f64::INFINITY, known_up_to: 0.0 };

    /// Returns the distance of the first contact, if it is known.
    #[inline]
    pub fn distance(&self) -> Option<f64> {
        (self.least <= self.known_up_to).then_some(self.least)
    }

    /// Returns a distance up to which the ride meets nothing.
    #[inline]
    pub fn free(&self) -> f64 {
        self.least.min(self.known_up_to)
    }
}

/// The indices of all slots.
const SLOTS: [u8; MAX_PIECES] = {
    let (mut slots, mut i) = ([0; MAX_PIECES], 0);
    while i < MAX_PIECES {
        slots[i] = i as u8;
        i += 1;
    }
    slots
};

/// The greatest number of near pieces that are moved to the first slots. A scan of these slots always takes the same number of
/// steps, which keeps branches predictable.
const FEW_PIECES: usize = 8;

/// The pieces near one mover.
pub struct NearbyPieces<'c> {
    centres: &'c Centres,
    /// The mover's centre.
    from: Point,
    /// The index of the piece in each slot.
    pieces: [u8; MAX_PIECES],
    /// The vector from the mover to the piece in each slot.
    vectors: Columns,
    /// A bit for each slot whose piece is near enough.
    near: u64,
    /// A bit for each of these slots whose piece is an enemy of the mover.
    enemies: u64,
    /// The distance up to which each contact is with a piece in one of these slots, or [`NOTHING_HELD`].
    known_up_to: f64,
    /// The greatest distance of a piece from a line along which the mover may meet the piece.
    half_width: f32,
    /// The lines that were scanned last. Each lane is asked once, and finds its line here if the opposite lane was scanned.
    lines: [Cell<ScannedLine>; MAX_LINES],
    /// The number of lines that were scanned.
    scan_count: Cell<usize>,
}

/// A line through the mover, with bits of the slots whose pieces lie beside it. A piece beside the mover itself is both ahead and
/// behind.
#[derive(Clone, Copy, Default)]
struct ScannedLine {
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
            pieces: SLOTS,
            near: 0,
            enemies: 0,
            known_up_to: NOTHING_HELD,
            half_width: 0.0,
            lines: Default::default(),
            scan_count: Cell::new(0),
        }
    }

    /// Gathers the pieces that rides of a mover may meet within `length`, or within the shorter length for which a scan saves time:
    /// see [`NearbyPieces::known_up_to`]. The pieces in `skip` are off the board.
    pub fn gather(&mut self, mover: PieceId, length: f64, skip: &[PieceId]) {
        let radius = self.centres.radius;
        let margin = 2.0 * radius + FIRST_LOOK;
        (self.lines, self.scan_count, self.near) = (Default::default(), Cell::new(0), 0);
        self.known_up_to = NOTHING_HELD;
        let Some(scanned_length) = self.centres.scanned_length(length, margin) else { return };
        let rounding = self.centres.column_rounding();
        // For a very large board f32 is too coarse.
        if self.centres.len() > MAX_PIECES || rounding > radius {
            return;
        }
        self.known_up_to = scanned_length;
        (self.from, self.half_width) = (self.centres.at(mover), (radius + rounding) as f32);
        self.pieces = SLOTS;
        self.centres.write_vectors(self.from, &mut self.vectors);
        let half_side = f32x4::splat((self.known_up_to + margin + rounding) as f32);
        let is_within = |x: f32x4, y: f32x4| [x.abs().simd_le(half_side) & y.abs().simd_le(half_side)];
        let [near] = self.vectors.slots_where(is_within);
        // Slots beyond the last piece hold nothing.
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
        for_each_set_bit(self.near, |i| {
            enemies |= (self.enemies >> i & 1) << count;
            self.pieces[count] = i as u8;
            self.vectors.move_slot(i, count);
            count += 1;
        });
        self.vectors.truncate(FEW_PIECES);
        (self.near, self.enemies) = ((1 << count) - 1, enemies);
    }

    fn piece(&self, slot: usize) -> PieceId {
        PieceId(u32::from(self.pieces[slot]))
    }

    /// Returns the vector to the piece in a slot, as f64.
    #[inline]
    fn vector(&self, slot: usize) -> Vec2 {
        self.centres.nearest_vector(self.from, self.piece(slot))
    }

    /// Returns the distance up to which contacts are known; negative infinity, less than every length, if nothing is held.
    #[inline]
    pub fn known_up_to(&self) -> f64 {
        self.known_up_to
    }

    /// Whether a ride of this length surely meets no enemy of the mover.
    #[inline]
    pub fn is_free_of_enemies(&self, dir: Vec2, length: f64) -> bool {
        length <= self.known_up_to && self.ahead(dir) & self.enemies == 0
    }

    /// Returns the first contact of the mover along `dir`, up to `limit`. Contacts within `slack` of the nearest one count as
    /// first too.
    #[inline]
    pub fn first_contact(&self, dir: Vec2, limit: f64, slack: f64) -> FirstContact {
        let (mut first_slot, mut first, mut second) = (0, f64::INFINITY, f64::INFINITY);
        for_each_set_bit(self.ahead(dir), |i| {
            let contact = self.centres.contact_distance_by_vector(dir, self.vector(i));
            let Some(distance) = contact else { return };
            if distance < first {
                second = first;
                (first_slot, first) = (i, distance);
            } else {
                second = second.min(distance);
            }
        });
        if first > limit {
            FirstContact::Nothing
        } else if second <= limit.min(first + slack) {
            FirstContact::Several
        } else {
            FirstContact::One(DiscContact { piece: self.piece(first_slot), distance: first })
        }
    }

    /// Returns the least contact distance of the mover along `dir` with one of the pieces held; infinite if it meets none of them.
    #[inline]
    pub fn least_contact(&self, dir: Vec2) -> f64 {
        let mut least = f64::INFINITY;
        for_each_set_bit(self.ahead(dir), |i| {
            let contact = self.centres.contact_distance_by_vector(dir, self.vector(i));
            least = least.min(contact.unwrap_or(f64::INFINITY));
        });
        least
    }

    /// Returns a bound for the first contact of the mover along `dir`, from the pieces held.
    #[inline]
    pub fn first_contact_bound(&self, dir: Vec2) -> FirstContactBound {
        FirstContactBound { least: self.least_contact(dir), known_up_to: self.known_up_to.max(0.0) }
    }

    /// Visits the pieces within the radius of the ride along `dir`, and perhaps some a little farther, with the vector to each.
    #[inline]
    pub fn visit_corridor(&self, dir: Vec2, mut visit: impl FnMut(PieceId, Vec2)) {
        for_each_set_bit(self.ahead(dir), |i| visit(self.piece(i), self.vector(i)));
    }

    /// Returns bits of the slots whose pieces lie within the radius of the ride along `dir`, and perhaps of some a little
    /// farther. Most lanes have an opposite lane on the same line, so the scan of one lane answers for both.
    #[inline]
    fn ahead(&self, dir: Vec2) -> u64 {
        // All lines are compared, because an early exit would be mispredicted.
        let mut opposite_scan = None;
        for line in self.lines.iter().map(Cell::get) {
            let is_opposite = (line.dir.x == -dir.x) & (line.dir.y == -dir.y);
            opposite_scan = if is_opposite { Some(line.behind) } else { opposite_scan };
        }
        if let Some(opposite_scan) = opposite_scan {
            return opposite_scan;
        }
        let (dir_x, dir_y) = (f32x4::splat(dir.x as f32), f32x4::splat(dir.y as f32));
        let half_width = f32x4::splat(self.half_width);
        let [ahead, behind] = self.vectors.slots_where(|x, y| {
            let is_beside = (dir_x * y - dir_y * x).abs().simd_lt(half_width);
            let along = dir_x * x + dir_y * y;
            [is_beside & along.simd_ge(-half_width), is_beside & along.simd_le(half_width)]
        });
        let line = ScannedLine { dir, ahead: ahead & self.near, behind: behind & self.near };
        self.lines[self.scan_count.get() % MAX_LINES].set(line);
        self.scan_count.set(self.scan_count.get() + 1);
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
        /// The filter keeps a piece whose contact is too shallow for f32.
        #[test]
        fn the_filter_misses_no_shallow_contact(
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
            let distance = match nearby.first_contact(dir, 12.0, rules.epsilon) {
                FirstContact::Nothing | FirstContact::Several => None,
                FirstContact::One(contact) => Some(contact.distance),
            };
            prop_assert_eq!(distance, contact(&Ray::new(at, dir), rules.radius, other, rules.epsilon));
        }
    }
}
