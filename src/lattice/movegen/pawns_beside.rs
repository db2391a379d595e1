//! The effect of one changed cell on the moves of the pawns about it, without counting other pawns again.

use super::generate::Generator;
use crate::lattice::tables::{LatticeRules, Topology};

/// The pawns of the side to move, for each direction.
pub(super) struct PawnsBeside {
    going: [u128; 2],
    /// The pawns that may make a double step.
    doubles: [u128; 2],
    /// The cells to which pawns step, singly or doubly, and those that they attack.
    pub before: u128,
}

impl PawnsBeside {
    /// Returns the pawns of the side to move.
    pub fn of<R: Topology>(generator: &Generator<'_>) -> PawnsBeside {
        let t = &*generator.rules.tables;
        let going = [0, 1].map(|way| generator.going(way));
        let doubles = [0, 1].map(|way| going[way] & generator.doubles(way));
        let mut before = 0;
        for way in 0..2 {
            for cell in R::each(going[way]) {
                before |= t.push[way][cell] | t.takes[way][cell];
            }
            for cell in R::each(doubles[way]) {
                before |= t.push_twice[way][cell];
            }
        }
        PawnsBeside { going, doubles, before }
    }

    /// Returns the number of captures by unpinned pawns on a cell where an enemy stands.
    #[inline(always)]
    pub fn takers<R: Topology>(&self, rules: &LatticeRules, side: usize, of: u128, cell: usize) -> i64 {
        let takers = |way: usize| R::count(rules.tables.taken_from[way][cell] & self.going[way] & of) as i64;
        (0..2).map(|way| takers(way) * moves_onto::<R>(rules, side, way, cell)).sum()
    }

    /// Returns the number of moves that unpinned pawns gain when an enemy leaves a cell while the cells `empty` are
    /// empty; they lose as many when the enemy comes.
    #[inline(always)]
    pub fn gain<R: Topology>(
        &self,
        rules: &LatticeRules,
        side: usize,
        of: u128,
        cell: usize,
        empty: u128,
    ) -> i64 {
        if R::bit(cell) & self.before == 0 {
            return 0;
        }
        let t = &*rules.tables;
        let mut gain = 0;
        for way in 0..2 {
            let going = self.going[way] & of;
            if going == 0 {
                continue;
            }
            let behind = R::trim(t.pushed_from[way][cell]);
            let steps = R::count(behind & going) as i64 - R::count(t.taken_from[way][cell] & going) as i64;
            gain += steps * moves_onto::<R>(rules, side, way, cell);
            let doubles = self.doubles[way] & of;
            if doubles != 0 {
                for pawn in R::each(behind & doubles) {
                    gain += i64::from(t.push_twice[way][pawn] & empty != 0);
                }
                for pawn in R::each(R::trim(t.pushed_twice_from[way][cell]) & doubles) {
                    gain += i64::from(t.push[way][pawn] & empty != 0);
                }
            }
        }
        gain
    }
}

/// Returns the number of moves in one step to a cell: several for a promotion.
#[inline(always)]
fn moves_onto<R: Topology>(rules: &LatticeRules, side: usize, way: usize, cell: usize) -> i64 {
    if rules.promotion[side][way] & R::bit(cell) != 0 { rules.promotion_kinds[side].len() as i64 } else { 1 }
}
