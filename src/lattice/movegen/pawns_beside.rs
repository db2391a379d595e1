//! The effect of one changed cell on the number of pawn moves. Pawns that do not reach the cell are not counted again.

use super::generate::Generator;
use crate::chess::Color;
use crate::lattice::tables::{LatticeRules, Topology};

/// The pawns of the side to move, by way.
pub(super) struct PawnsBeside<'a> {
    rules: &'a LatticeRules,
    side: Color,
    pawns: [u128; 2],
    /// The pawns that may make a double step.
    double_steppers: [u128; 2],
    /// The cells ahead of the pawns, the ends of their double steps, and the cells that they attack.
    pub reach: u128,
}

impl<'a> PawnsBeside<'a> {
    pub fn of<R: Topology>(rules: &'a LatticeRules, generator: &Generator<'_>) -> PawnsBeside<'a> {
        let t = &*rules.tables;
        let pawns = [generator.pawns_of_way(0), generator.pawns_of_way(1)];
        let double_steppers =
            [pawns[0] & generator.double_step_starts(0), pawns[1] & generator.double_step_starts(1)];
        let mut reach = 0;
        for way in 0..2 {
            for cell in R::each(pawns[way]) {
                reach |= t.push[way][cell] | t.takes[way][cell];
            }
            for cell in R::each(double_steppers[way]) {
                reach |= t.push_twice[way][cell];
            }
        }
        PawnsBeside { rules, side: generator.state.turn, pawns, double_steppers, reach }
    }

    /// Returns the number of captures on a cell by those pawns that are `free`, which means not pinned.
    #[inline(always)]
    pub fn captures<R: Topology>(&self, free: u128, cell: usize) -> i64 {
        let taken_from = &self.rules.tables.taken_from;
        let takers = |way: usize| R::count(taken_from[way][cell] & self.pawns[way] & free) as i64;
        (0..2).map(|way| takers(way) * self.moves_onto::<R>(way, cell)).sum()
    }

    /// Returns the number of moves that `free` pawns gain when an enemy leaves a cell, if the cells `empty` are empty. They lose
    /// as many when an enemy comes to the cell.
    #[inline(always)]
    pub fn gain<R: Topology>(&self, free: u128, cell: usize, empty: u128) -> i64 {
        if R::bit(cell) & self.reach == 0 {
            return 0;
        }
        let t = &*self.rules.tables;
        let mut gain = 0;
        for way in 0..2 {
            let pawns = self.pawns[way] & free;
            if pawns == 0 {
                continue;
            }
            let behind = R::within_board(t.pushed_from[way][cell]);
            let gained_pushes = R::count(behind & pawns) as i64;
            let lost_captures = R::count(t.taken_from[way][cell] & pawns) as i64;
            gain += (gained_pushes - lost_captures) * self.moves_onto::<R>(way, cell);
            let double_steppers = self.double_steppers[way] & free;
            if double_steppers != 0 {
                for pawn in R::each(behind & double_steppers) {
                    gain += i64::from(t.push_twice[way][pawn] & empty != 0);
                }
                for pawn in R::each(R::within_board(t.pushed_twice_from[way][cell]) & double_steppers) {
                    gain += i64::from(t.push[way][pawn] & empty != 0);
                }
            }
        }
        gain
    }

    /// Returns the number of moves that a pawn has to a cell in one step. A promotion counts once for each kind.
    #[inline(always)]
    fn moves_onto<R: Topology>(&self, way: usize, cell: usize) -> i64 {
        let side = self.side.index();
        let promotes = self.rules.promotion_zones[side][way] & R::bit(cell) != 0;
        if promotes { self.rules.promotion_kinds[side].len() as i64 } else { 1 }
    }
}
