//! The values of pieces and cells on a board, computed from the board's own tables when a search begins.

use super::pawn_paths::PawnPaths;
use crate::board::{Cell, CellStep, Grid, MAX_CELLS};
use crate::chess::{Kind, Role};
use crate::geom::Flips;
use crate::lattice::{LatticeRules, PerCell, Stance, attacks, each, for_board};
use crate::variant::Army;

/// The worth of pieces and cells in one variant, in hundredths of a pawn.
pub(super) struct Worth {
    /// The worth of each kind; 0 for the king.
    pub kinds: [i32; 6],
    /// The worth of each of the custom kinds; 0 for royal ones.
    pub custom: Vec<i32>,
    /// By kind and cell, the worth of what a piece reaches there beyond its mean: in the middle game and in the end game.
    pub cells: Box<[PerCell<[i32; 2]>; 6]>,
    /// By kind, the mean number of cells that it attacks on the half-full board.
    pub mean_reach: [i32; 6],
    /// The paths of pawns.
    pub pawn_paths: Box<PawnPaths>,
    /// The number of king's steps between two cells.
    pub king_steps: Box<[PerCell<u8>; MAX_CELLS]>,
    /// The gain of promotion, in hundredths of the orthodox gain.
    pub promotion_gain: i32,
    /// The worth of both sides' pieces in the initial array, without kings and pawns.
    pub full_force: i32,
    /// The cells near the middle of the board, and the nearest of them; none if all cells are alike.
    pub middle: [u128; 2],
}

/// The worth of each attacked cell, as the mean of the empty and the half-full board. At this rate the riders of the
/// orthodox board get about their usual values.
const VALUE_OF_REACH: f64 = 52.0;

/// The share of free cells on the half-full board.
const FREE: f64 = 0.5;

/// The shares of the range from the nearest to the farthest cell within which cells are near the middle.
const NEAR_MIDDLE: [f64; 2] = [0.4, 0.05];

/// The gain of promotion in orthodox chess.
const ORTHODOX_GAIN: i32 = 850;

/// Returns the usual values of the orthodox kinds on their own board. Bishop and knight are a little more than three pawns.
fn conventional(role: Role) -> i32 {
    match role {
        Role::King => 0,
        Role::Queen => 950,
        Role::Rook => 500,
        Role::Bishop => 330,
        Role::Knight => 320,
        Role::Pawn => 100,
    }
}

/// Returns the worth of one more cell within reach, in the middle game and in the end game.
fn weights(role: Role) -> [f64; 2] {
    match role {
        Role::King => [-3.0, 9.0],
        Role::Queen => [1.0, 2.0],
        Role::Rook => [1.0, 1.0],
        Role::Bishop => [4.0, 3.0],
        Role::Knight => [7.0, 6.0],
        Role::Pawn => [0.0, 0.0],
    }
}

impl Worth {
    /// Returns the worth of a variant's pieces and cells.
    pub fn of(rules: &LatticeRules) -> Worth {
        let cells: Vec<usize> = rules.grid.cells().map(|cell| cell.index()).collect();
        let count = cells.len() as f64;
        let mut worth = Worth {
            kinds: [0; 6],
            custom: Vec::new(),
            cells: Box::new([[[0; 2]; MAX_CELLS]; 6]),
            mean_reach: [0; 6],
            pawn_paths: Box::new(PawnPaths::of(rules, &cells)),
            king_steps: king_steps(rules, &cells),
            promotion_gain: 0,
            full_force: 0,
            middle: [0; 2],
        };
        worth.middle = NEAR_MIDDLE.map(|share| middle(&worth.king_steps, &cells, share));
        for &role in Role::ALL.iter().filter(|&&role| role != Role::Pawn) {
            let reaches: Vec<AttackedCells> = cells.iter().map(|&cell| reach(rules, role, cell)).collect();
            let empty = reaches.iter().map(|reach| reach.empty).sum::<f64>() / count;
            let half_full = reaches.iter().map(|reach| reach.half_full).sum::<f64>() / count;
            worth.mean_reach[role as usize] = half_full.round() as i32;
            worth.kinds[role as usize] = ((empty + half_full) / 2.0 * VALUE_OF_REACH).round() as i32;
            for (&cell, reach) in cells.iter().zip(&reaches) {
                worth.cells[role as usize][cell] =
                    weights(role).map(|weight| ((reach.half_full - half_full) * weight).round() as i32);
            }
        }
        let usual = rules.variant.spec().army == Army::Orthodox && rules.grid == Grid::SQUARE;
        for &role in Role::ALL {
            if usual || matches!(role, Role::King | Role::Pawn) {
                worth.kinds[role as usize] = conventional(role);
            }
        }
        worth.custom = rules
            .custom
            .all()
            .map(|(number, kind)| if kind.rule.royal { 0 } else { custom_worth(rules, number, &cells) })
            .collect();
        let best = rules.promotion_kinds.iter().flatten().map(|&kind| worth.of_kind(kind)).max();
        let gain = best.unwrap_or(0) - worth.kinds[Role::Pawn as usize];
        worth.promotion_gain = gain.max(0) * 100 / ORTHODOX_GAIN;
        let officers = rules.array.iter().filter(|piece| piece.kind != Kind::PAWN);
        worth.full_force = officers.map(|piece| worth.of_kind(piece.kind)).sum::<i32>().max(1);
        worth
    }

    /// Returns the worth of a kind.
    #[inline]
    pub fn of_kind(&self, kind: Kind) -> i32 {
        match kind {
            Kind::Known(role) => self.kinds[role as usize],
            Kind::Custom(number) => self.custom[usize::from(number)],
        }
    }
}

/// Returns the worth of a custom kind, like that of others by the mean number of cells that it reaches. Moves that only
/// go or only take count half.
fn custom_worth(rules: &LatticeRules, number: u8, cells: &[usize]) -> i32 {
    let stance = Stance { flips: Flips::NONE, unmoved: false };
    let reach = |cell: &usize| {
        let reach = rules.custom.kind(number).reach(stance, *cell);
        (reach.weight(1.0) + reach.weight(FREE)) / 2.0
    };
    let mean = cells.iter().map(reach).sum::<f64>() / cells.len() as f64;
    (mean * VALUE_OF_REACH).round().max(1.0) as i32
}

/// The number of cells that a piece attacks from a cell.
struct AttackedCells {
    /// On the empty board.
    empty: f64,
    /// On the half-full board, in the mean.
    half_full: f64,
}

/// Returns the number of cells that a kind attacks from a cell.
fn reach(rules: &LatticeRules, role: Role, cell: usize) -> AttackedCells {
    let empty = for_board!(rules, R => attacks::<R>(rules, role, 0, cell, 0));
    let empty = f64::from(empty.count_ones());
    let rides = |step: &CellStep| match role {
        Role::Queen => !rules.leapers,
        Role::Rook => !step.is_diagonal(),
        Role::Bishop => !rules.leapers && step.is_diagonal(),
        Role::King | Role::Knight | Role::Pawn => false,
    };
    let rays: Vec<CellStep> = CellStep::KING.into_iter().filter(rides).collect();
    if rays.is_empty() {
        return AttackedCells { empty, half_full: empty };
    }
    let along = |step: &CellStep| {
        let cells = rules.grid.walk(Cell(cell as u8), *step).len();
        (0..cells).map(|before| FREE.powi(before as i32)).sum::<f64>()
    };
    AttackedCells { empty, half_full: rays.iter().map(along).sum() }
}

/// Returns the cells nearest to all others by king's steps: those within a share of the range from the nearest to the
/// farthest.
fn middle(king_steps: &[PerCell<u8>; MAX_CELLS], cells: &[usize], share: f64) -> u128 {
    let steps = |from: usize| cells.iter().map(|&to| f64::from(king_steps[from][to])).sum::<f64>();
    let all: Vec<(usize, f64)> = cells.iter().map(|&cell| (cell, steps(cell))).collect();
    let nearest = all.iter().map(|(_, steps)| *steps).fold(f64::INFINITY, f64::min);
    let farthest = all.iter().map(|(_, steps)| *steps).fold(0.0, f64::max);
    let bound = nearest + share * (farthest - nearest);
    all.iter().filter(|(_, steps)| *steps < bound).fold(0, |set, (cell, _)| set | 1 << cell)
}

/// Returns the number of king's steps between any two cells; the greatest number if they are not connected.
fn king_steps(rules: &LatticeRules, cells: &[usize]) -> Box<[PerCell<u8>; MAX_CELLS]> {
    let mut steps = Box::new([[u8::MAX; MAX_CELLS]; MAX_CELLS]);
    for &from in cells {
        let (mut seen, mut rim, mut step) = (0u128, 1u128 << from, 0);
        while rim != 0 {
            seen |= rim;
            let mut next = 0;
            for cell in each(rim) {
                steps[from][cell] = step;
                next |= rules.tables.king[cell];
            }
            rim = next & !seen;
            step += 1;
        }
    }
    steps
}
