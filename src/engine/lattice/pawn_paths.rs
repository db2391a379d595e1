//! The paths of pawns to their promotion, for the evaluation of passed and doubled pawns.

use crate::lattice::{LatticeRules, PerCell, each};

/// The paths of pawns to their promotion, by colour, way and cell.
pub(super) struct PawnPaths {
    /// The number of single steps to promotion; 0 if the pawn never promotes.
    pub steps: [[PerCell<u8>; 2]; 2],
    /// The cells of the path, with the cell of promotion and without that of the pawn.
    pub path: [[PerCell<u128>; 2]; 2],
    /// The cells from which enemy pawns of way 0 and of way 1 block the path or attack one of its cells.
    pub stoppers: [[PerCell<[u128; 2]>; 2]; 2],
}

impl PawnPaths {
    /// Returns the paths on a variant's board, which has these cells.
    pub fn of(rules: &LatticeRules, cells: &[usize]) -> PawnPaths {
        let mut paths =
            PawnPaths { steps: [[[0; _]; 2]; 2], path: [[[0; _]; 2]; 2], stoppers: [[[[0; 2]; _]; 2]; 2] };
        for color in 0..2 {
            for way in 0..2 {
                for &cell in cells {
                    let Some(path) = path_from(rules, color, way, cell) else { continue };
                    let path_set = path.iter().fold(0, |set, &cell| set | 1 << cell);
                    let with_attackers = |attackers: &PerCell<u128>| {
                        path.iter().fold(path_set, |stoppers, &cell| stoppers | attackers[cell])
                    };
                    paths.steps[color][way][cell] = path.len() as u8;
                    paths.path[color][way][cell] = path_set;
                    paths.stoppers[color][way][cell] = rules.tables.taken_from.each_ref().map(with_attackers);
                }
            }
        }
        paths
    }
}

/// Returns the cells of a pawn's path to promotion; `None` if the pawn stands there, goes round for ever, or cannot go on.
fn path_from(rules: &LatticeRules, color: usize, way: usize, start: usize) -> Option<Vec<usize>> {
    let (mut cell, mut way) = (start, way);
    let mut path: Vec<usize> = Vec::new();
    while rules.promotion_zones[color][way] & (1 << cell) == 0 {
        let next = each(rules.tables.push[way][cell]).next()?;
        if rules.tables.way_changes[way][cell] & (1 << next) != 0 {
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
