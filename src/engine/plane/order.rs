//! Move ordering: the move of the table, captures by most valuable victim and least valuable attacker, killers, history.

use super::candidates::CandidateMove;
use super::search::MOST_PLIES;
use super::table::name_of;
use super::values::Values;
use crate::chess::Label;
use crate::plane::{Move, PlanePosition};
use std::collections::HashMap;

/// The rank of the move of the table, above every other.
const BEST_KNOWN: i32 = 1 << 30;
/// The rank of noisy moves, above every quiet move but killers.
const NOISY: i32 = 1 << 24;
/// The rank of killers: quiet moves that caused a cut-off at this ply.
const KILLER: i32 = 1 << 23;
/// The greatest history count.
const MOST: i32 = 1 << 20;

/// A piece and its lane; the distance is left out because real distances never recur.
type MoveKey = (Label, usize);

/// Killers and history of quiet moves.
pub struct Order {
    killers: Vec<[Option<MoveKey>; 2]>,
    history: HashMap<MoveKey, i32>,
}

impl Order {
    /// Returns an empty order.
    pub fn new() -> Order {
        Order { killers: vec![[None; 2]; MOST_PLIES + 2], history: HashMap::new() }
    }

    /// Records that a quiet move caused a beta cut-off.
    pub fn cuts(&mut self, position: &PlanePosition, m: &Move, ply: usize, depth: i32) {
        let way = (position.piece(m.piece).label, m.lane());
        let killers = &mut self.killers[ply];
        if killers[0] != Some(way) {
            *killers = [Some(way), killers[0]];
        }
        let count = self.history.entry(way).or_default();
        *count = (*count + depth * depth).min(MOST);
    }

    /// Returns the candidates in the order of search; equal ones keep their order.
    pub fn sorted(
        &self,
        position: &PlanePosition,
        found: Vec<CandidateMove>,
        best: u32,
        ply: usize,
        values: &Values,
    ) -> Vec<CandidateMove> {
        let killers = self.killers[ply];
        // Candidates come lane by lane, and those of one lane have one history.
        let mut last = None;
        let mut history = |way: MoveKey| match last {
            Some((known, count)) if known == way => count,
            _ => {
                let count = self.history.get(&way).copied().unwrap_or_default();
                last = Some((way, count));
                count
            }
        };
        let mut rank = |candidate: &CandidateMove| {
            if best != 0 && name_of(&candidate.m) == best {
                return BEST_KNOWN;
            }
            let piece = position.piece(candidate.m.piece);
            if candidate.is_noisy() {
                let taken: i32 =
                    candidate.captures.iter().map(|&id| values.of(position.piece(id).kind)).sum();
                let becomes = candidate.m.promotion.map_or(0, |kind| values.of(kind));
                return NOISY + 16 * (taken + becomes) - values.of(piece.kind);
            }
            let way = (piece.label, candidate.m.lane());
            if killers.contains(&Some(way)) {
                return KILLER;
            }
            history(way)
        };
        let mut ranked: Vec<(i32, CandidateMove)> = found.into_iter().map(|c| (rank(&c), c)).collect();
        ranked.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
        ranked.into_iter().map(|(_, candidate)| candidate).collect()
    }
}
