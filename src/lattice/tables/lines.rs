//! The lines through a cell as sets: single rays to find the nearest piece, and pairs of opposite rays for sliders.
//!
//! A ray is the list of cells met by repeating one step. Cells are numbered row by row, so along a ray the indices rise or
//! fall. The numbering jumps at the disc's centre, at the last sector, and at a seam. So a ray consists of one or two runs, seldom
//! more. The nearest piece on a run is its lowest or highest bit.

use super::bits::{down_to_highest, highest, lowest, up_to_lowest};
use crate::board::Cell;

/// Consecutive cells of a ray with rising or falling indices.
#[derive(Debug, Clone, Copy, Default)]
struct Run {
    cells: u128,
    falls: bool,
}

impl Run {
    /// Returns the nearest piece of a set on the run, which must not be empty.
    #[inline(always)]
    fn nearest(self, occupied: u128) -> u128 {
        if self.falls { highest(occupied) } else { lowest(occupied) }
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
    near: Run,
    far: Run,
    /// The runs after these two, which only boards with seams have.
    beyond: Box<[Run]>,
}

impl CellRay {
    /// Returns the ray over cells in the order in which they are met.
    pub fn new(cells: &[Cell]) -> CellRay {
        let (near, after_near) = first_run(cells);
        let (far, mut others) = first_run(after_near);
        let mut beyond = Vec::new();
        while !others.is_empty() {
            let (run, after_run) = first_run(others);
            beyond.push(run);
            others = after_run;
        }
        CellRay { cells: set(cells), near, far, beyond: beyond.into() }
    }

    /// Returns the nearest piece of a set, as a set of one or none.
    #[inline(always)]
    pub fn first(&self, occupied: u128) -> u128 {
        let near = occupied & self.near.cells;
        if near != 0 {
            return self.near.nearest(near);
        }
        let far = occupied & self.far.cells;
        if far != 0 {
            return self.far.nearest(far);
        }
        if self.beyond.is_empty() { 0 } else { self.first_beyond(occupied) }
    }

    #[inline(never)]
    fn first_beyond(&self, occupied: u128) -> u128 {
        let blocked = self.beyond.iter().find(|run| occupied & run.cells != 0);
        blocked.map_or(0, |run| run.nearest(occupied & run.cells))
    }

    fn runs(&self) -> impl Iterator<Item = &Run> {
        [&self.near, &self.far].into_iter().chain(&self.beyond)
    }

    /// Returns the cells up to one of them, inclusive.
    pub fn up_to(&self, end: u128) -> u128 {
        let mut passed = 0;
        for run in self.runs() {
            if end & run.cells != 0 {
                return passed | run.up_to(end);
            }
            passed |= run.cells;
        }
        passed
    }

    /// Returns the cells reached, with the given pieces as blockers.
    #[inline(always)]
    pub fn reach(&self, occupied: u128) -> u128 {
        let first = self.first(occupied);
        if first == 0 { self.cells } else { self.up_to(first) }
    }
}

/// Returns the first run of a ray, and the cells after it.
fn first_run(cells: &[Cell]) -> (Run, &[Cell]) {
    let falls = matches!(cells, [a, b, ..] if b < a);
    let end = (1..cells.len()).find(|&i| (cells[i] < cells[i - 1]) != falls).unwrap_or(cells.len());
    let (run, after_run) = cells.split_at(end);
    (Run { cells: set(run), falls }, after_run)
}

fn set(cells: &[Cell]) -> u128 {
    cells.iter().fold(0, |set, cell| set | cell.bit())
}

/// Two opposite rays, for sliders.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SliderLine {
    /// The cells of the first run with falling indices.
    pub below: u128,
    /// The cells of the first run with rising indices.
    pub above: u128,
    /// The cells after all of `below`, in rising order: beyond the disc's centre.
    pub beyond: u128,
}

impl SliderLine {
    /// Returns the line through a cell, from the cells met in each direction.
    pub fn new(from: Cell, up: &[Cell], down: &[Cell]) -> SliderLine {
        let rising = up.iter().zip(std::iter::once(&from).chain(up)).take_while(|(b, a)| b > a).count();
        let falling = down.iter().zip(std::iter::once(&from).chain(down)).take_while(|(b, a)| b < a).count();
        SliderLine { below: set(&down[..falling]), above: set(&up[..rising]), beyond: set(&down[falling..]) }
    }
}
