//! Positions whose ending is worked out.

use super::known::{MATE, MATES};
use super::root::RootMove;
use crate::endings::{Tables, Value};
use crate::lattice::State;

/// What tables say of the moves at the root.
pub(super) enum Told {
    /// Each has its line and value.
    Decided,
    /// Those are left that keep a draw.
    Drawn,
}

/// The tables' word on a position, if they have it. Where a side wins, its moves get their values and lines, the best first;
/// where neither does, the moves that lose are left out.
pub(super) fn tell(tables: &Tables, state: &State, moves: &mut Vec<RootMove>) -> Option<Told> {
    let ranked = tables.ranked(state)?;
    let (best, _) = *ranked.first()?;
    if best == Value::Drawn {
        let keeps = |root: &RootMove| ranked.contains(&(Value::Drawn, root.line[0]));
        if moves.iter().any(keeps) {
            moves.retain(keeps);
        }
        return Some(Told::Drawn);
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
    Some(Told::Decided)
}

/// A value as the search counts, at a position so many plies from the root.
pub(super) fn as_number(value: Value, ply: usize) -> i32 {
    let far = |plies: u16| MATE - (i32::from(plies) + ply as i32).min(MATE - MATES - 1);
    match value {
        Value::Won(plies) => far(plies),
        Value::Drawn => 0,
        Value::Lost(plies) => -far(plies),
    }
}
