//! The static value of a position. Nothing is tuned for one variant: the differences between boards come from [`Worth`].
//!
//! Values are in hundredths of a pawn. A pair of values is that in the middle game and that in the end game. Lists of six values are
//! in the order of [`Role`]: king, queen, rook, bishop, knight, pawn.

use super::worth::Worth;
use crate::chess::{Kind, Role};
use crate::lattice::{LatticeState, NOWHERE, Topology, attacks_of_kind, attacks_of_role, for_board};

/// The value of a pair of orthodox bishops.
const BISHOP_PAIR: i32 = 30;
/// The value of a pawn behind another of its side.
const DOUBLED: i32 = -12;
/// The values of a passed pawn by the steps left to promotion.
const PASSED: [[i32; 2]; 8] = [[0, 0], [140, 240], [80, 160], [45, 95], [22, 55], [10, 30], [4, 18], [0, 8]];
/// The values of each cell that an orthodox kind attacks beyond its mean.
const MOBILITY: [[i32; 2]; 6] = [[0, 0], [2, 3], [3, 5], [5, 5], [5, 5], [0, 0]];
/// The values of each cell that a custom kind attacks and may enter without being taken by a pawn.
const CUSTOM_MOBILITY: [i32; 2] = [3, 4];
/// The strength of a custom kind's attack on each cell about the enemy king.
const CUSTOM_ASSAULT: i32 = 7;
/// The value of each attack on a cell near the middle of the board, doubled for the nearest cells.
const MIDDLE: i32 = 3;
/// The strength of an orthodox kind's attack on each cell about the enemy king.
const ASSAULT: [i32; 6] = [0, 11, 8, 6, 6, 0];
/// The value of each cell that a queen would attack from the king's cell: lines that are open to the king.
const EXPOSED: i32 = -4;
/// The value of each piece by which the enemy has fewer than [`SAFE_COUNT`], if a bare king loses.
const BARING: i32 = 60;
/// The least number of pieces beside the king with which a side is safe from being bared.
const SAFE_COUNT: i32 = 4;
/// The value of each step by which a king is nearer to a lone enemy king than [`FAR`].
const HUNT: i32 = 6;
/// The number of king's steps from which a king counts as far from another.
const FAR: u8 = 16;
/// The factor of the end-game worth of a lone king's cell.
const CORNERED: i32 = 5;
/// The number of quiet plies by which a game is drawn.
const DRAWN_AFTER: u32 = 100;

#[derive(Default, Clone, Copy)]
struct SideValues {
    values: [i32; 2],
    /// The worth of its pieces, except kings and pawns.
    force: i32,
}

impl SideValues {
    fn add(&mut self, values: [i32; 2]) {
        self.add_times(values, 1);
    }

    #[inline(always)]
    fn add_times(&mut self, [middle, end]: [i32; 2], times: i32) {
        self.values[0] += middle * times;
        self.values[1] += end * times;
    }

    /// Adds one value in the middle game and in the end game.
    fn add_to_both(&mut self, value: i32) {
        self.add([value, value]);
    }
}

/// Returns values of orthodox chess times a variant's gain of promotion, which is in hundredths of the orthodox gain.
#[inline(always)]
fn scaled([middle, end]: [i32; 2], promotion_gain: i32) -> [i32; 2] {
    [middle * promotion_gain / 100, end * promotion_gain / 100]
}

/// Returns the pawns of way 0 and those of way 1.
#[inline(always)]
fn by_way(state: &LatticeState, pawns: u128) -> [u128; 2] {
    [pawns & state.of_way(0), pawns & state.of_way(1)]
}

impl Worth<'_> {
    /// Returns the static value of a position for the side to move.
    pub fn evaluate(&self, state: &LatticeState) -> i32 {
        for_board!(self.rules, R => self.evaluate_on::<R>(state))
    }

    fn evaluate_on<R: Topology>(&self, state: &LatticeState) -> i32 {
        let mut sides = [SideValues::default(); 2];
        for (color, side) in sides.iter_mut().enumerate() {
            self.add_pieces::<R>(state, color, side);
            self.add_pawns::<R>(state, color, side);
            self.add_king::<R>(state, color, side);
        }
        self.add_endings(state, &mut sides);
        let (mover, enemy) = (sides[state.turn.index()], sides[1 - state.turn.index()]);
        let full = self.full_force;
        let force = (mover.force + enemy.force).min(full);
        let middle = mover.values[0] - enemy.values[0];
        let end = mover.values[1] - enemy.values[1];
        let value = (middle * force + end * (full - force)) / full;
        // The value falls to a half as the draw by counting comes near.
        let counted = if self.rules.variant.spec().draw_rules { state.halfmove.min(DRAWN_AFTER) } else { 0 };
        let twice = 2 * DRAWN_AFTER as i32;
        value * (twice - counted as i32) / twice
    }

    /// Returns every cell that a side's pawns attack.
    fn pawn_attacks<R: Topology>(&self, state: &LatticeState, color: usize) -> u128 {
        let pawns = R::within_board(state.colors[color] & state.roles[Role::Pawn as usize]);
        let mut attacked = 0;
        for (way, pawns) in by_way(state, pawns).into_iter().enumerate() {
            for cell in R::each(pawns) {
                attacked |= R::within_board(self.rules.tables.takes[way][cell]);
            }
        }
        attacked
    }

    /// Adds the values of pieces except kings and pawns: their worth, their cells, and what they attack.
    fn add_pieces<R: Topology>(&self, state: &LatticeState, color: usize, side: &mut SideValues) {
        let rules = self.rules;
        let own = R::within_board(state.colors[color]);
        let occupied = R::within_board(state.occupied());
        // The cells on which a piece may land without being taken by a pawn.
        let enterable = !own & !self.pawn_attacks::<R>(state, 1 - color);
        let about_king = match state.kings[1 - color] {
            NOWHERE => 0,
            king => R::within_board(rules.tables.king[usize::from(king)]),
        };
        // The number of pieces that attack cells about the enemy king, and the strength of their attacks.
        let (mut attackers, mut strength) = (0, 0);
        let mut add_attacks = |side: &mut SideValues, attacked: u128, piece_strength: i32| {
            let [near, nearest] = self.middle;
            let central =
                R::count(attacked & R::within_board(near)) + R::count(attacked & R::within_board(nearest));
            side.add([MIDDLE * central as i32, 0]);
            let hits = R::count(attacked & about_king) as i32;
            if hits > 0 {
                attackers += 1;
                strength += piece_strength * hits;
            }
        };
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            let r = role as usize;
            let of_role = own & state.roles[r];
            for cell in R::each(of_role) {
                side.force += self.kinds[r];
                side.add(self.cells[r][cell]);
                let attacked = attacks_of_role::<R>(rules, role, 0, cell, occupied);
                let beyond_mean = R::count(attacked & enterable) as i32 - self.mean_attacked[r];
                side.add_times(MOBILITY[r], beyond_mean);
                add_attacks(side, attacked, ASSAULT[r]);
            }
            if role == Role::Bishop && !rules.is_shatranj && R::count(of_role) >= 2 {
                side.add_to_both(BISHOP_PAIR);
            }
        }
        for cell in R::each(own & state.custom_pieces & !state.roles[Role::King as usize]) {
            let kind = Kind::Custom(state.custom_index_at(cell));
            side.force += self.of_kind(kind);
            let attacked = attacks_of_kind::<R>(rules, state, kind, cell, occupied);
            side.add_times(CUSTOM_MOBILITY, R::count(attacked & enterable) as i32);
            add_attacks(side, attacked, CUSTOM_ASSAULT);
        }
        side.add_to_both(side.force);
        // The value of attacks grows with the number of attackers. A single attacker has none.
        if attackers > 1 {
            side.add([strength * (attackers - 1).min(4) / 2, strength / 4]);
        }
    }

    /// Adds the values of pawns: their worth, doubled pawns, and the progress of passed pawns.
    fn add_pawns<R: Topology>(&self, state: &LatticeState, color: usize, side: &mut SideValues) {
        let pawns_of_both = R::within_board(state.roles[Role::Pawn as usize]);
        let own = pawns_of_both & R::within_board(state.colors[color]);
        let enemies = by_way(state, pawns_of_both & !own);
        for (way, pawns) in by_way(state, own).into_iter().enumerate() {
            for cell in R::each(pawns) {
                side.add_to_both(self.kinds[Role::Pawn as usize]);
                let steps_left = usize::from(self.pawn_paths.steps[color][way][cell]);
                if steps_left == 0 {
                    continue;
                }
                let stoppers = &self.pawn_paths.stoppers[color][way][cell];
                if own & self.pawn_paths.path[color][way][cell] != 0 {
                    side.add_to_both(DOUBLED);
                } else if stoppers[0] & enemies[0] == 0 && stoppers[1] & enemies[1] == 0 {
                    let passed = PASSED[steps_left.min(PASSED.len() - 1)];
                    side.add(scaled(passed, self.promotion_gain));
                }
            }
        }
    }

    /// Adds the values of the king: its cell, and the lines that are open to it.
    fn add_king<R: Topology>(&self, state: &LatticeState, color: usize, side: &mut SideValues) {
        let king = state.kings[color];
        if king == NOWHERE {
            return;
        }
        let king = usize::from(king);
        side.add(self.cells[Role::King as usize][king]);
        if !self.rules.is_shatranj {
            let lines =
                attacks_of_role::<R>(self.rules, Role::Queen, 0, king, R::within_board(state.occupied()));
            side.add([EXPOSED * R::count(lines & !R::within_board(state.colors[color])) as i32, 0]);
        }
    }

    /// Adds the values of endings: a king that can be bared, and a lone king that can be mated.
    fn add_endings(&self, state: &LatticeState, sides: &mut [SideValues; 2]) {
        let king_cells = state.roles[Role::King as usize];
        let count = |color: usize| (state.colors[color] & !king_cells).count_ones() as i32;
        for (color, side) in sides.iter_mut().enumerate() {
            let [own, enemy] = [count(color), count(1 - color)];
            if self.rules.bare_king_loses && own > enemy && enemy < SAFE_COUNT {
                side.add_to_both((SAFE_COUNT - enemy) * BARING);
            }
            let kings = [state.kings[color], state.kings[1 - color]];
            let is_enemy_alone = enemy == 0 && own > 0;
            if is_enemy_alone && !kings.contains(&NOWHERE) {
                let [king, lone_king] = kings.map(usize::from);
                let [_, end_worth] = self.cells[Role::King as usize][lone_king];
                let steps_nearer = FAR.saturating_sub(self.king_steps[king][lone_king]);
                side.add_to_both(i32::from(steps_nearer) * HUNT - end_worth * CORNERED);
            }
        }
    }
}
