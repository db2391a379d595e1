//! The lines through a cell as sets: single rays to find the nearest piece, and pairs of opposite rays for sliders.
//!
//! A ray is the list of cells met by repeating one step. Cells are numbered row by row, so along a ray their indices rise or
//! fall. At the disc's centre, after the last sector, and at a seam, they may change from rising to falling or jump. So a ray
//! consists of one or two runs, seldom more. The nearest piece on a run is its lowest or highest bit.

use super::bits::{down_to_highest, highest, lowest, up_to_lowest};
use crate::board::Cell;

/// Consecutive cells of a ray with rising or falling indices.
#[derive(Debug, Clone, Copy, Default)]
struct Run {
    cells: u128,
    falls: bool,
}

impl Run {
    /// Returns the nearest of some pieces on the run, of which there must be at least one.
    #[inline(always)]
    fn nearest(self, pieces: u128) -> u128 {
        if self.falls { highest(pieces) } else { lowest(pieces) }
    }

    /// Returns the part of the run up to one of its cells, inclusive.
    fn up_to(self, end: u128) -> u128 {
        self.cells & if self.falls { down_to_highest(end) } else { up_to_lowest(end) }
    }
}

/// The cells met by repeating one step.
#[derive(Debug, Clone, Default)]
pub(crate) struct CellRay {
    /// All cells of the ray.
    pub cells: u128,
    first_run: Run,
    second_run: Run,
    /// The runs after these two. Only boards with seams have such runs.
    later_runs: Box<[Run]>,
}

impl CellRay {
    /// Returns the ray over cells in the order in which they are met.
    pub fn new(cells: &[Cell]) -> CellRay {
        let (first_run, cells_after_first) = split_run(cells);
        let (second_run, mut cells_left) = split_run(cells_after_first);
        let mut later_runs = Vec::new();
        while !cells_left.is_empty() {
            let (run, cells_after_run) = split_run(cells_left);
            later_runs.push(run);
            cells_left = cells_after_run;
        }
        CellRay { cells: set_of_cells(cells), first_run, second_run, later_runs: later_runs.into() }
    }

    /// Returns the first occupied cell, as a set of one or none.
    #[inline(always)]
    pub fn first(&self, occupied: u128) -> u128 {
        let on_first_run = occupied & self.first_run.cells;
        if on_first_run != 0 {
            return self.first_run.nearest(on_first_run);
        }
        let on_second_run = occupied & self.second_run.cells;
        if on_second_run != 0 {
            return self.second_run.nearest(on_second_run);
        }
        if self.later_runs.is_empty() { 0 } else { self.first_on_later_runs(occupied) }
    }

    #[inline(never)]
    fn first_on_later_runs(&self, occupied: u128) -> u128 {
        let blocked = self.later_runs.iter().find(|run| occupied & run.cells != 0);
        blocked.map_or(0, |run| run.nearest(occupied & run.cells))
    }

    /// Returns the cells of the ray up to one of its cells, inclusive.
    pub fn up_to(&self, end: u128) -> u128 {
        let mut passed = 0;
        for run in [&self.first_run, &self.second_run].into_iter().chain(&self.later_runs) {
            if end & run.cells != 0 {
                return passed | run.up_to(end);
            }
            passed |= run.cells;
        }
        passed
    }

    /// Returns the cells reached, with the `occupied` cells as blockers.
    #[inline(always)]
    pub fn reach(&self, occupied: u128) -> u128 {
        let first = self.first(occupied);
        if first == 0 { self.cells } else { self.up_to(first) }
    }
}

/// Returns the first run of a list of cells, and the cells after the run.
fn split_run(cells: &[Cell]) -> (Run, &[Cell]) {
    let falls = matches!(cells, [a, b, ..] if b < a);
    let end = (1..cells.len()).find(|&i| (cells[i] < cells[i - 1]) != falls).unwrap_or(cells.len());
    let (run, cells_after_run) = cells.split_at(end);
    (Run { cells: set_of_cells(run), falls }, cells_after_run)
}

fn set_of_cells(cells: &[Cell]) -> u128 {
    cells.iter().fold(0, |set, cell| set | cell.bit())
}

/// Two opposite rays, for sliders.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SliderLine {
    /// The cells next to the middle cell on the ray with falling indices, as far as they fall.
    pub below: u128,
    /// The cells next to the middle cell on the ray with rising indices, as far as they rise.
    pub above: u128,
    /// The cells after `below` on the same ray. On the disc they lie beyond the centre, and their indices rise.
    pub beyond: u128,
}

impl SliderLine {
    /// Returns the line through a cell, from the rays in both directions. Indices rise at the start of `up` and fall at the start of
    /// `down`.
    pub fn new(from: Cell, up: &[Cell], down: &[Cell]) -> SliderLine {
        let before_up = std::iter::once(&from).chain(up);
        let rising = before_up.zip(up).take_while(|(previous, next)| next > previous).count();
        let before_down = std::iter::once(&from).chain(down);
        let falling = before_down.zip(down).take_while(|(previous, next)| next < previous).count();
        SliderLine {
            below: set_of_cells(&down[..falling]),
            above: set_of_cells(&up[..rising]),
            beyond: set_of_cells(&down[falling..]),
        }
    }
}
