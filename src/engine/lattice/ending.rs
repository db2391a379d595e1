//! Play from tables of endings.

use super::known::as_number;
use super::root::RootMove;
use crate::endings::{Tables, Value};
use crate::lattice::State;

/// The result of a look into tables for the moves at the root.
pub(super) enum TableVerdict {
    /// Every move has its line and value.
    Decided,
    /// The moves that keep a draw remain.
    Drawn,
}

/// Returns the result of the tables for a position, if they have it and the count of quiet plies cannot change it. If a side wins, its moves get their values and
/// lines, the best first; if neither wins, the losing moves are removed.
pub(super) fn from_tables(tables: &Tables, state: &State, moves: &mut Vec<RootMove>) -> Option<TableVerdict> {
    if tables.may_be_drawn_first(state) {
        return None;
    }
    let ranked = tables.ranked(state)?;
    let (best, _) = *ranked.first()?;
    if best == Value::Drawn {
        let keeps = |root: &RootMove| ranked.contains(&(Value::Drawn, root.line[0]));
        if moves.iter().any(keeps) {
            moves.retain(keeps);
        }
        return Some(TableVerdict::Drawn);
    }
    let found = ranked.into_iter().filter(|(_, m)| moves.iter().any(|root| root.line[0] == *m));
    *moves = found
        .map(|(value, m)| {
            let next = tables.rules().after(state, m);
            let line = std::iter::once(m).chain(tables.line(&next)).collect::<Vec<_>>();
            let depth = line.len() as u32;
            RootMove::found(line, as_number(value, 0), depth)
        })
        .collect();
    Some(TableVerdict::Decided)
}
