//! Play from tables of endings.

use super::root::RootMove;
use super::tree::search_value;
use crate::endings::{Tables, Value, WrongTables};
use crate::lattice::LatticeState;

/// The result of a look into tables for the moves at the root.
pub(super) enum TableVerdict {
    /// Every move has its line and value.
    Decided,
    /// The moves that keep a draw remain.
    Drawn,
    /// The lines do not end as the tables say, and the moves are as they were.
    Wrong,
}

/// Returns the result of the tables for a position, if they have it and the count of quiet plies cannot change it. If a
/// side wins, its moves get their values and lines, the best first; if neither wins, the losing moves are removed.
pub(super) fn from_tables(
    tables: &Tables,
    state: &LatticeState,
    moves: &mut Vec<RootMove>,
) -> Option<TableVerdict> {
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
    let found = found.map(|(value, m)| {
        let mut line = vec![m];
        line.extend(tables.line(&tables.rules().after(state, m))?);
        let depth = line.len() as u32;
        Ok(RootMove::found(line, search_value(value, 0), depth))
    });
    let Ok(found) = found.collect::<Result<_, WrongTables>>() else { return Some(TableVerdict::Wrong) };
    *moves = found;
    Some(TableVerdict::Decided)
}
