//! The paths of pawns to their promotion.

use crate::lattice::{LatticeRules, PerCell, each};

/// The paths by colour and direction, for each cell on which a pawn may stand.
pub(super) struct PawnPaths {
    /// The number of single steps to promotion; 0 if it is never reached.
    pub steps: [[PerCell<u8>; 2]; 2],
    /// The cells of the path, that of promotion included.
    pub path: [[PerCell<u128>; 2]; 2],
    /// The cells from which enemy pawns of the first and of the second direction block the path or attack a cell of it.
    pub stoppers: [[PerCell<[u128; 2]>; 2]; 2],
}

impl PawnPaths {
    /// Returns the paths on a variant's board.
    pub fn of(rules: &LatticeRules, cells: &[usize]) -> PawnPaths {
        let mut paths =
            PawnPaths { steps: [[[0; _]; 2]; 2], path: [[[0; _]; 2]; 2], stoppers: [[[[0; 2]; _]; 2]; 2] };
        for color in 0..2 {
            for way in 0..2 {
                for &cell in cells {
                    let Some(path) = path(rules, color, way, cell) else { continue };
                    paths.steps[color][way][cell] = path.len() as u8;
                    let set = path.iter().fold(0, |set, &cell| set | 1 << cell);
                    paths.path[color][way][cell] = set;
                    paths.stoppers[color][way][cell] = rules
                        .tables
                        .taken_from
                        .map(|from| path.iter().fold(set, |stoppers, &cell| stoppers | from[cell]));
                }
            }
        }
        paths
    }
}

/// Returns the cells of a pawn's path to promotion; none if it goes round for ever or ends before.
fn path(rules: &LatticeRules, color: usize, way: usize, start: usize) -> Option<Vec<usize>> {
    let (mut cell, mut way) = (start, way);
    let mut path: Vec<usize> = Vec::new();
    while rules.promotion[color][way] & (1 << cell) == 0 {
        let next = each(rules.tables.push[way][cell]).next()?;
        if rules.tables.turning[way][cell] & (1 << next) != 0 {
            way = 1 - way;
        }
        cell = next;
        if path.contains(&cell) || cell == start {
            return None;
        }
        path.push(cell);
    }
    (!path.is_empty()).then_some(path)
}
