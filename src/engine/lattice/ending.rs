//! Play by tables of endings.

use super::root::CellRootMove;
use super::tree::search_value;
use crate::endings::{RankedMove, Tables, Value};
use crate::lattice::LatticeState;

/// The verdict of tables on the moves at the root.
pub(super) enum TableVerdict {
    /// A side wins: every move has its line and value.
    Decided,
    /// Neither side wins: only the moves that keep the draw are left.
    Drawn,
    /// A line does not end as the tables say. The moves are unchanged.
    Wrong,
}

/// Returns the verdict of tables on a position and its moves; `None` if they lack it, or if quiet plies may draw the game first.
///
/// If a side wins, the moves get their values and lines, the best first. If neither wins, the losing moves are removed.
pub(super) fn from_tables(
    tables: &Tables,
    state: &LatticeState,
    moves: &mut Vec<CellRootMove>,
) -> Option<TableVerdict> {
    if tables.may_be_drawn_before_win(state) {
        return None;
    }
    let ranked = tables.ranked(state)?;
    if ranked.first()?.value == Value::Drawn {
        let drawn = |m| RankedMove { value: Value::Drawn, m };
        let keeps_draw = |root: &CellRootMove| ranked.contains(&drawn(*root.first_move()));
        if moves.iter().any(keeps_draw) {
            moves.retain(keeps_draw);
        }
        return Some(TableVerdict::Drawn);
    }
    let mut decided = Vec::with_capacity(moves.len());
    for RankedMove { value, m } in ranked {
        if moves.iter().all(|root| *root.first_move() != m) {
            continue;
        }
        let after = tables.rules().after(state, m);
        let Ok(following) = tables.line(&after) else { return Some(TableVerdict::Wrong) };
        let mut line = vec![m];
        line.extend(following);
        let depth = line.len() as u32;
        decided.push(CellRootMove::with_line(line, search_value(value, 0), depth));
    }
    *moves = decided;
    Some(TableVerdict::Decided)
}
