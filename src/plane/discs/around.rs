//! The pieces about one mover, in columns: what its lanes may come into contact with.
//!
//! All lanes of a piece begin at one place. So the vectors to the pieces near enough are written down once, on every copy of
//! the board, and each lane looks through them without a branch. A contact is computed for those in its corridor only. A pawn,
//! a knight and a king have few pieces near enough, whatever stands elsewhere.

use super::centres::{Centres, Contact, Look};
use crate::geom::tolerance::FIRST_LOOK;
use crate::geom::{Vec2, contact_of};
use crate::plane::position::PieceId;
use std::cell::Cell;

/// So many pieces are held. Where more are near, nothing is known: each lane then asks for its own.
const MOST: usize = 64;

/// So few pieces are asked one by one.
const FEW: usize = 8;

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

/// The pieces about one mover: the vectors to them by coordinate.
pub struct Around {
    ids: [PieceId; MOST],
    x: [f64; MOST],
    y: [f64; MOST],
    count: usize,
    /// All that a way comes into contact with up to here is among them.
    reach: f64,
    /// What comes no nearer to a line than this is not met along it.
    half_width: f64,
    /// The last lines that were looked along, and how many have been.
    lines: [Cell<Line>; LINES],
    looked: Cell<usize>,
}

/// A line through the mover, and the pieces beside it as bits.
#[derive(Clone, Copy, Default)]
struct Line {
    dir: Vec2,
    beside: u64,
}

impl Around {
    /// Nothing yet.
    #[inline]
    pub fn new() -> Around {
        Around {
            ids: [PieceId(0); MOST],
            x: [0.0; MOST],
            y: [0.0; MOST],
            count: 0,
            reach: f64::NEG_INFINITY,
            half_width: 0.0,
            lines: Default::default(),
            looked: Cell::new(0),
        }
    }

    /// Looks about a piece for ways of this length, or for the part of it that is worth the look.
    pub fn look(&mut self, centres: &Centres, mover: PieceId, length: f64, radius: f64) {
        let beside = 2.0 * radius + FIRST_LOOK;
        self.reach = centres.worth_looking(length, beside);
        let (from, clear) = (centres.at(mover), self.reach + beside);
        let mut count = 0;
        if self.reach >= 0.0 {
            centres.for_each_about(from, |id, v| {
                // Each is written down, and the next one over it unless it is near: this has no branch to be guessed wrong.
                let i = count % MOST;
                (self.ids[i], self.x[i], self.y[i]) = (id, v.x, v.y);
                count += usize::from((id != mover) & (v.x.abs() <= clear) & (v.y.abs() <= clear));
            });
        }
        (self.half_width, self.looked) = (radius, Cell::new(0));
        self.count = if count < MOST { count } else { 0 };
        self.reach = if count < MOST { self.reach } else { f64::NEG_INFINITY };
    }

    /// How far ways are known; below 0 where nothing is.
    #[inline]
    pub fn reach(&self) -> f64 {
        self.reach
    }

    /// What an open disc of `radius` on its way along `dir` comes into contact with first.
    #[inline]
    pub fn first(&self, dir: Vec2, radius: f64, epsilon: f64, look: Look) -> First {
        let (mut first, mut distance, mut next) = (0, f64::INFINITY, f64::INFINITY);
        let mut meet = |i: usize| {
            if let Some(met) = contact_of(dir, radius, Vec2::new(self.x[i], self.y[i]), epsilon) {
                next = next.min(met.max(distance));
                if met < distance {
                    (first, distance) = (i, met);
                }
            }
        };
        if self.count <= FEW {
            (0..self.count).for_each(meet);
        } else {
            // Those behind are among them, and are not met.
            let mut beside = self.beside(dir);
            while beside != 0 {
                meet(beside.trailing_zeros() as usize);
                beside &= beside - 1;
            }
        }
        if distance > look.limit {
            First::Nothing
        } else if next <= look.limit.min(distance + look.slack) {
            First::Several
        } else {
            First::One(Contact { piece: self.ids[first], distance })
        }
    }

    /// Calls `visit` with every piece nearer to the line along `dir` than `half_width` and no farther back than `from`, and the
    /// vector to it.
    #[inline]
    pub fn in_corridor(&self, dir: Vec2, half_width: f64, from: f64, mut visit: impl FnMut(PieceId, Vec2)) {
        self.for_each_beside(dir, half_width, from, |i, v| visit(self.ids[i], v));
    }

    /// The pieces nearer to the line along `dir` than the radius, ahead or behind, as bits. Most lanes have one that leads
    /// the other way, which finds them known.
    #[inline]
    fn beside(&self, dir: Vec2) -> u64 {
        let lines = &self.lines[..self.looked.get().min(LINES)];
        if let Some(known) = lines.iter().map(Cell::get).find(|line| line.dir == -dir) {
            return known.beside;
        }
        let mut beside = 0u64;
        for (i, (&x, &y)) in self.x[..self.count].iter().zip(&self.y[..self.count]).enumerate() {
            beside |= u64::from(dir.perp_dot(Vec2::new(x, y)).abs() < self.half_width) << i;
        }
        self.lines[self.looked.get() % LINES].set(Line { dir, beside });
        self.looked.set(self.looked.get() + 1);
        beside
    }

    #[inline]
    fn for_each_beside(&self, dir: Vec2, half_width: f64, from: f64, mut visit: impl FnMut(usize, Vec2)) {
        let (x, y) = (&self.x[..self.count], &self.y[..self.count]);
        let is_beside = |v: Vec2| (dir.perp_dot(v).abs() < half_width) & (dir.dot(v) >= from);
        if self.count <= FEW {
            for (i, (&x, &y)) in x.iter().zip(y).enumerate() {
                let v = Vec2::new(x, y);
                if is_beside(v) {
                    visit(i, v);
                }
            }
            return;
        }
        let mut beside = 0u64;
        for (i, (&x, &y)) in x.iter().zip(y).enumerate() {
            beside |= u64::from(is_beside(Vec2::new(x, y))) << i;
        }
        while beside != 0 {
            let i = beside.trailing_zeros() as usize;
            visit(i, Vec2::new(x[i], y[i]));
            beside &= beside - 1;
        }
    }
}
