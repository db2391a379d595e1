//! The values of pieces and cells on a board, which are computed from the tables of the board when a search begins.
//!
//! Lists of six values are in the order of [`Role`]: king, queen, rook, bishop, knight, pawn.

use super::pawn_paths::PawnPaths;
use crate::board::{Cell, CellStep, Grid, MAX_CELLS};
use crate::chess::{Kind, Role};
use crate::geom::Flips;
use crate::lattice::{LatticeRules, PerCell, Stance, attacks_of_role, each, for_board};
use crate::variant::Army;

/// The worth of pieces and cells in one variant, in hundredths of a pawn.
pub(super) struct Worth<'r> {
    pub rules: &'r LatticeRules,
    /// The worth of each orthodox kind; 0 for the king.
    pub kinds: [i32; 6],
    /// The worth of each custom kind; 0 for royal kinds.
    pub custom: Vec<i32>,
    /// The worth of each cell for each orthodox kind, in the middle game and in the end game. It depends on the number of cells that
    /// the piece attacks from there beyond its mean.
    pub cells: Box<[PerCell<[i32; 2]>; 6]>,
    /// The mean number of cells that each orthodox kind attacks on the half-full board.
    pub mean_attacked: [i32; 6],
    pub pawn_paths: Box<PawnPaths>,
    /// The number of king's steps between two cells.
    pub king_steps: Box<[PerCell<u8>; MAX_CELLS]>,
    /// The gain of promotion, in hundredths of the orthodox gain.
    pub promotion_gain: i32,
    /// The worth of both sides' pieces in the initial array, without kings and pawns.
    pub full_force: i32,
    /// The cells near the middle of the board, and those of them that are nearest; empty if all cells are alike.
    pub middle: [u128; 2],
}

/// The worth of a kind for each cell that it attacks, in the mean of the empty and the half-full board. With this worth the riders
/// of the orthodox board get about their usual values.
const VALUE_PER_CELL: f64 = 52.0;

/// The share of free cells on the half-full board.
const FREE_SHARE: f64 = 0.5;

/// The shares of the range from the nearest to the farthest cell within which cells are near the middle.
const NEAR_MIDDLE: [f64; 2] = [0.4, 0.05];

/// The gain of promotion in orthodox chess, hundredths of a pawn.
const ORTHODOX_GAIN: i32 = 850;

/// The usual values of the orthodox kinds on the orthodox board, hundredths of a pawn.
const CONVENTIONAL: [i32; 6] = [0, 950, 500, 330, 320, 100];

/// The worth of a cell for each cell more than the mean that an orthodox kind attacks from it, hundredths of a pawn, in the middle
/// game and in the end game.
const WEIGHTS: [[f64; 2]; 6] = [[-3.0, 9.0], [1.0, 2.0], [1.0, 1.0], [4.0, 3.0], [7.0, 6.0], [0.0, 0.0]];

impl<'r> Worth<'r> {
    pub fn of(rules: &'r LatticeRules) -> Worth<'r> {
        let cells: Vec<usize> = rules.grid.cells().map(|cell| cell.index()).collect();
        let king_steps = king_steps(rules, &cells);
        let mut worth = Worth {
            rules,
            kinds: [0; 6],
            custom: Vec::new(),
            cells: Box::new([[[0; 2]; MAX_CELLS]; 6]),
            mean_attacked: [0; 6],
            pawn_paths: Box::new(PawnPaths::of(rules, &cells)),
            middle: NEAR_MIDDLE.map(|share| middle_cells(&king_steps, &cells, share)),
            king_steps,
            promotion_gain: 0,
            full_force: 0,
        };
        for &role in Role::ALL {
            worth.set_orthodox_kind(role, &cells);
        }
        for (number, kind) in rules.custom.all() {
            worth.custom.push(if kind.rule.royal { 0 } else { custom_worth(rules, number, &cells) });
        }
        let best_promotion = rules.promotion_kinds.iter().flatten().map(|&kind| worth.of_kind(kind)).max();
        let gain = best_promotion.unwrap_or(0) - worth.kinds[Role::Pawn as usize];
        worth.promotion_gain = gain.max(0) * 100 / ORTHODOX_GAIN;
        let officers = rules.array.iter().filter(|piece| piece.kind != Kind::PAWN);
        worth.full_force = officers.map(|piece| worth.of_kind(piece.kind)).sum::<i32>().max(1);
        worth
    }

    /// Sets the worth of an orthodox kind, the mean number of cells that it attacks, and the worth of its cells. For pawns no cell is
    /// worth more than another.
    fn set_orthodox_kind(&mut self, role: Role, cells: &[usize]) {
        let (rules, index) = (self.rules, role as usize);
        if role == Role::Pawn {
            self.kinds[index] = CONVENTIONAL[index];
            return;
        }
        let attacked: Vec<AttackedCells> =
            cells.iter().map(|&cell| attacked_cells(rules, role, cell)).collect();
        let count = cells.len() as f64;
        let empty = attacked.iter().map(|from| from.empty).sum::<f64>() / count;
        let half_full = attacked.iter().map(|from| from.half_full).sum::<f64>() / count;
        let is_orthodox = rules.variant.spec().army == Army::Orthodox && rules.grid == Grid::SQUARE;
        self.kinds[index] = if is_orthodox || role == Role::King {
            CONVENTIONAL[index]
        } else {
            ((empty + half_full) / 2.0 * VALUE_PER_CELL).round() as i32
        };
        self.mean_attacked[index] = half_full.round() as i32;
        for (&cell, from) in cells.iter().zip(&attacked) {
            self.cells[index][cell] =
                WEIGHTS[index].map(|weight| ((from.half_full - half_full) * weight).round() as i32);
        }
    }

    #[inline]
    pub fn of_kind(&self, kind: Kind) -> i32 {
        match kind {
            Kind::Known(role) => self.kinds[role as usize],
            Kind::Custom(number) => self.custom[usize::from(number)],
        }
    }
}

/// Returns the worth of a custom kind, by the mean number of cells that it reaches. Moves that only go or only take count half.
fn custom_worth(rules: &LatticeRules, number: u8, cells: &[usize]) -> i32 {
    let stance = Stance { flips: Flips::NONE, has_first_move_right: false };
    let count_from = |cell: &usize| {
        let reach = rules.custom.kind(number).reach(stance, *cell);
        (reach.expected_cells(1.0) + reach.expected_cells(FREE_SHARE)) / 2.0
    };
    let mean = cells.iter().map(count_from).sum::<f64>() / cells.len() as f64;
    (mean * VALUE_PER_CELL).round().max(1.0) as i32
}

/// The numbers of cells that a piece attacks from a cell.
struct AttackedCells {
    /// On the empty board.
    empty: f64,
    /// On the half-full board, in the mean.
    half_full: f64,
}

/// Returns the numbers of cells that an orthodox kind attacks from a cell.
fn attacked_cells(rules: &LatticeRules, role: Role, cell: usize) -> AttackedCells {
    let empty = for_board!(rules, R => attacks_of_role::<R>(rules, role, 0, cell, 0));
    let empty = f64::from(empty.count_ones());
    let is_ridden = |step: &CellStep| rules.rides_along(role, *step);
    let rays: Vec<CellStep> = CellStep::KING.into_iter().filter(is_ridden).collect();
    if rays.is_empty() {
        return AttackedCells { empty, half_full: empty };
    }
    // A cell of a ray is attacked if all cells between are free.
    let along = |step: &CellStep| {
        let length = rules.grid.walk(Cell(cell as u8), *step).len();
        (0..length).map(|between| FREE_SHARE.powi(between as i32)).sum::<f64>()
    };
    AttackedCells { empty, half_full: rays.iter().map(along).sum() }
}

/// Returns the cells with the least sums of king's steps to all cells. Their sums lie in the first `share` of the range from the
/// least sum to the greatest.
fn middle_cells(king_steps: &[PerCell<u8>; MAX_CELLS], cells: &[usize], share: f64) -> u128 {
    let sum_of_steps = |from: usize| cells.iter().map(|&to| f64::from(king_steps[from][to])).sum::<f64>();
    let sums: Vec<f64> = cells.iter().map(|&cell| sum_of_steps(cell)).collect();
    let least = sums.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = sums.iter().copied().fold(0.0, f64::max);
    let bound = least + share * (greatest - least);
    let mut near = 0;
    for (&cell, sum) in cells.iter().zip(sums) {
        if sum < bound {
            near |= 1 << cell;
        }
    }
    near
}

/// Returns the number of king's steps between any two cells; the greatest number if they are not connected.
fn king_steps(rules: &LatticeRules, cells: &[usize]) -> Box<[PerCell<u8>; MAX_CELLS]> {
    let mut steps = Box::new([[u8::MAX; MAX_CELLS]; MAX_CELLS]);
    for &from in cells {
        let (mut seen, mut farthest) = (0u128, 1u128 << from);
        let mut step = 0;
        while farthest != 0 {
            seen |= farthest;
            let mut next = 0;
            for cell in each(farthest) {
                steps[from][cell] = step;
                next |= rules.tables.king[cell];
            }
            farthest = next & !seen;
            step += 1;
        }
    }
    steps
}
