//! The static value of a position. Nothing is tuned for one variant: the differences between boards come from [`Worth`].

use super::worth::Worth;
use crate::chess::{Kind, Role};
use crate::lattice::{LatticeRules, LatticeState, NOWHERE, Topology, attacks, attacks_from, for_board};

/// The value of a pair of orthodox bishops.
const BISHOP_PAIR: i32 = 30;
/// The value of a pawn behind another of its side.
const DOUBLED: i32 = -12;
/// The value of a passed pawn by the steps left to promotion, in the middle game and in the end game.
const PASSED: [[i32; 2]; 8] = [[0, 0], [140, 240], [80, 160], [45, 95], [22, 55], [10, 30], [4, 18], [0, 8]];
/// The value of each cell that a kind attacks beyond its mean.
const MOBILITY: [[i32; 2]; 6] = [[0, 0], [2, 3], [3, 5], [5, 5], [5, 5], [0, 0]];
/// The value of each cell that a custom kind attacks.
const CUSTOM_MOBILITY: [i32; 2] = [3, 4];
/// The strength of a custom kind's attack on the king, for each attacked cell about the king.
const CUSTOM_ASSAULT: i32 = 7;
/// The value of each attack on a cell near the middle of the board, doubled for the nearest cells.
const MIDDLE: i32 = 3;
/// The strength of a piece's attack on the king, for each attacked cell about the king.
const ASSAULT: [i32; 6] = [0, 11, 8, 6, 6, 0];
/// The value of each cell on open lines to the king, as a queen would attack.
const EXPOSED: i32 = -4;
/// The value of each piece that the enemy lacks, if a bare king loses.
const BARING: i32 = 60;
/// The value of each step by which a king is nearer to a king without pieces.
const HUNT: i32 = 6;
/// The factor of the end-game worth of a bare king's cell.
const CORNERED: i32 = 5;

/// Returns the static value of a position for the side to move, in hundredths of a pawn.
pub(super) fn evaluate(rules: &LatticeRules, worth: &Worth, state: &LatticeState) -> i32 {
    for_board!(rules, R => evaluate_on::<R>(rules, worth, state))
}

/// The value of one side, in the middle game and in the end game.
#[derive(Default, Clone, Copy)]
struct Side {
    values: [i32; 2],
    /// The worth of its pieces, except kings and pawns.
    force: i32,
}

impl Side {
    fn add(&mut self, [middle, end]: [i32; 2]) {
        self.values[0] += middle;
        self.values[1] += end;
    }

    /// Adds a value several times.
    #[inline(always)]
    fn add_times(&mut self, [middle, end]: [i32; 2], times: i32) {
        self.values[0] += middle * times;
        self.values[1] += end * times;
    }

    fn both(&mut self, value: i32) {
        self.add([value, value]);
    }
}

fn evaluate_on<R: Topology>(rules: &LatticeRules, worth: &Worth, state: &LatticeState) -> i32 {
    let mut sides = [Side::default(); 2];
    for (color, side) in sides.iter_mut().enumerate() {
        pieces::<R>(rules, worth, state, color, side);
        pawns::<R>(worth, state, color, side);
        king::<R>(rules, worth, state, color, side);
    }
    endings(rules, worth, state, &mut sides);
    let [own, other] = [state.turn.index(), 1 - state.turn.index()].map(|color| sides[color]);
    let full = worth.full_force;
    let phase = (own.force + other.force).min(full);
    let [middle, end] = [0, 1].map(|stage| own.values[stage] - other.values[stage]);
    let value = (middle * phase + end * (full - phase)) / full;
    let nearly_drawn = if rules.variant.spec().draw_rules { state.halfmove.min(100) as i32 } else { 0 };
    value * (200 - nearly_drawn) / 200
}

/// Returns every cell that a side's pawns attack.
fn pawn_attacks<R: Topology>(rules: &LatticeRules, state: &LatticeState, color: usize) -> u128 {
    let pawns = R::trim(state.colors[color] & state.roles[Role::Pawn as usize]);
    let mut attacked = 0;
    for (way, pawns) in [pawns & !state.turned, pawns & state.turned].into_iter().enumerate() {
        for cell in R::each(pawns) {
            attacked |= R::trim(rules.tables.takes[way][cell]);
        }
    }
    attacked
}

/// The attacks of a side on the cells about the enemy king.
#[derive(Default)]
struct Assault {
    /// The number of attacking pieces.
    attackers: i32,
    strength: i32,
}

/// Adds the value of pieces except kings and pawns: their worth, places, reach, and attacks about the king.
fn pieces<R: Topology>(
    rules: &LatticeRules,
    worth: &Worth,
    state: &LatticeState,
    color: usize,
    side: &mut Side,
) {
    let own = R::trim(state.colors[color]);
    let occupied = R::trim(state.occupied());
    let free = !own & !pawn_attacks::<R>(rules, state, 1 - color);
    let about_king = match state.kings[1 - color] {
        NOWHERE => 0,
        king => R::trim(rules.tables.king[usize::from(king)]),
    };
    let mut assault = Assault::default();
    let mut add_attacks = |side: &mut Side, reach: u128, strength: i32| {
        let central = worth.middle.map(|cells| R::count(reach & R::trim(cells)) as i32);
        side.add([MIDDLE * (central[0] + central[1]), 0]);
        let hits = R::count(reach & about_king) as i32;
        if hits > 0 {
            assault.attackers += 1;
            assault.strength += strength * hits;
        }
    };
    for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
        let r = role as usize;
        let set = own & state.roles[r];
        for cell in R::each(set) {
            side.force += worth.kinds[r];
            side.add(worth.cells[r][cell]);
            let reach = attacks::<R>(rules, role, 0, cell, occupied);
            let beyond = R::count(reach & free) as i32 - worth.mean_reach[r];
            side.add_times(MOBILITY[r], beyond);
            add_attacks(side, reach, ASSAULT[r]);
        }
        if role == Role::Bishop && !rules.leapers && R::count(set) >= 2 {
            side.both(BISHOP_PAIR);
        }
    }
    for cell in R::each(own & state.custom_kinds & !state.roles[Role::King as usize]) {
        let kind = Kind::Custom(state.number_at(cell));
        side.force += worth.of_kind(kind);
        let reach = attacks_from::<R>(rules, state, kind, cell, occupied);
        side.add_times(CUSTOM_MOBILITY, R::count(reach & free) as i32);
        add_attacks(side, reach, CUSTOM_ASSAULT);
    }
    side.both(side.force);
    // An attack grows with the number of its pieces; one piece alone does not attack.
    let Assault { attackers, strength } = assault;
    if attackers > 1 {
        side.add([strength * (attackers - 1).min(4) / 2, strength / 4]);
    }
}

/// Returns a share of an orthodox value that depends on promotion: the gain of promotion in hundredths of the orthodox gain.
#[inline(always)]
fn shared([middle, end]: [i32; 2], promotion_gain: i32) -> [i32; 2] {
    [middle * promotion_gain / 100, end * promotion_gain / 100]
}

/// Adds the value of pawns: their worth, their hindrance of each other, and the progress of passed pawns.
fn pawns<R: Topology>(worth: &Worth, state: &LatticeState, color: usize, side: &mut Side) {
    let all = R::trim(state.roles[Role::Pawn as usize]);
    let own = all & R::trim(state.colors[color]);
    let enemy = all & !own;
    let enemies = [enemy & !state.turned, enemy & state.turned];
    let value = worth.kinds[Role::Pawn as usize];
    for (way, pawns) in [own & !state.turned, own & state.turned].into_iter().enumerate() {
        for cell in R::each(pawns) {
            side.both(value);
            let left = usize::from(worth.pawn_paths.steps[color][way][cell]);
            if left == 0 {
                continue;
            }
            let stoppers = &worth.pawn_paths.stoppers[color][way][cell];
            if own & worth.pawn_paths.path[color][way][cell] != 0 {
                side.both(DOUBLED);
            } else if (stoppers[0] & enemies[0]) | (stoppers[1] & enemies[1]) == 0 {
                let passed = PASSED[left.min(PASSED.len() - 1)];
                side.add(shared(passed, worth.promotion_gain));
            }
        }
    }
}

/// Adds the value of the king: its place, and the lines open to it.
fn king<R: Topology>(
    rules: &LatticeRules,
    worth: &Worth,
    state: &LatticeState,
    color: usize,
    side: &mut Side,
) {
    let king = state.kings[color];
    if king == NOWHERE {
        return;
    }
    let king = usize::from(king);
    side.add(worth.cells[Role::King as usize][king]);
    if !rules.leapers {
        let lines = attacks::<R>(rules, Role::Queen, 0, king, R::trim(state.occupied()));
        side.add([EXPOSED * R::count(lines & !R::trim(state.colors[color])) as i32, 0]);
    }
}

/// Adds values special to ends of games: kings to be bared, and kings to be mated.
fn endings(rules: &LatticeRules, worth: &Worth, state: &LatticeState, sides: &mut [Side; 2]) {
    let kings = state.roles[Role::King as usize];
    let count = |color: usize| (state.colors[color] & !kings).count_ones() as i32;
    for (color, side) in sides.iter_mut().enumerate() {
        let [own, enemy] = [count(color), count(1 - color)];
        if rules.bare_king && own > enemy && enemy < 4 {
            side.both((4 - enemy) * BARING);
        }
        let [king, other] = [state.kings[color], state.kings[1 - color]];
        let is_hunt = enemy == 0 && own > 0;
        if is_hunt && king != NOWHERE && other != NOWHERE {
            let [king, other] = [king, other].map(usize::from);
            let [_, cornered] = worth.cells[Role::King as usize][other];
            let steps = i32::from(worth.king_steps[king][other].min(16));
            side.both((16 - steps) * HUNT - cornered * CORNERED);
        }
    }
}
