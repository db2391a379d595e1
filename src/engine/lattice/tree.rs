//! Games on cells as the search sees them.

use super::worth::Worth;
use crate::board::MAX_CELLS;
use crate::budget::{CutShort, NodeMeter};
use crate::chess::{Color, Kind, Role};
use crate::endings::{Tables, Value};
use crate::engine::score::Score;
use crate::engine::search::{GameTree, MoveChoice, MoveName, SearchWindow, Tuning};
use crate::lattice::{LatticeMove, LatticeRules, LatticeState, MoveKind, MoveList, bit, by_material};
use crate::variant::{Rebirth, Stalemate};

/// A game on cells, with the values of its pieces and its tables of endings.
#[derive(Clone, Copy)]
pub(super) struct LatticeTree<'a> {
    pub worth: &'a Worth<'a>,
    pub tables: Option<&'a Tables>,
}

/// A position, and whether its side to move is in check.
pub(super) struct LatticeNode<'p> {
    state: &'p LatticeState,
    is_in_check: bool,
}

impl<'a> LatticeTree<'a> {
    pub fn rules(&self) -> &'a LatticeRules {
        self.worth.rules
    }

    /// Whether a stalemate loses.
    fn stalemate_loses(&self) -> bool {
        self.rules().variant().spec().stalemate == Stalemate::Loss
    }
}

impl GameTree for LatticeTree<'_> {
    const TUNING: Tuning = Tuning {
        most_captures: usize::MAX,
        most_checks: usize::MAX,
        least_reduced: 1,
        late_after: [5, 8, 13, 20, 29, 40],
        capture_gain: 200,
    };
    const SLOTS: usize = 2 * MAX_CELLS * MAX_CELLS;

    type Position = LatticeState;
    type Node<'p>
        = LatticeNode<'p>
    where
        Self: 'p;
    type Move = LatticeMove;
    type Moves = MoveList;

    fn key(&self, state: &LatticeState) -> u64 {
        state.key()
    }

    fn turn(&self, state: &LatticeState) -> Color {
        state.turn
    }

    fn repeatable_positions(&self, state: &LatticeState) -> usize {
        // No position before a capture or a pawn's move recurs, unless captured pieces are reborn.
        match self.rules().rebirth {
            Rebirth::None => state.halfmove as usize,
            Rebirth::Circe | Rebirth::Own => usize::MAX,
        }
    }

    fn may_be_drawn_within(&self, state: &LatticeState, turns: u32) -> bool {
        self.rules().may_be_drawn_within(state, turns)
    }

    fn node<'p>(&'p self, state: &'p LatticeState) -> LatticeNode<'p> {
        LatticeNode { state, is_in_check: self.rules().in_check(state, state.turn) }
    }

    fn is_in_check(&self, node: &LatticeNode<'_>) -> bool {
        node.is_in_check
    }

    /// Returns the value of a position that material or a table decides.
    fn decided(&self, node: &LatticeNode<'_>, turns: u32) -> Option<i32> {
        if let Some(standing) = by_material(self.rules(), node.state) {
            let score = match standing.winner {
                None => Score::DRAW,
                Some(winner) if winner == node.state.turn => Score::mates_in(turns),
                Some(_) => Score::mated_in(turns),
            };
            return Some(score.raw());
        }
        let tables = self.tables.filter(|tables| !tables.may_be_drawn_before_win(node.state))?;
        Some(search_value(tables.value(node.state)?, turns))
    }

    fn without_moves(&self, node: &LatticeNode<'_>, turns: u32) -> i32 {
        let score =
            if node.is_in_check || self.stalemate_loses() { Score::mated_in(turns) } else { Score::DRAW };
        score.raw()
    }

    fn evaluate(&self, node: &LatticeNode<'_>, _: SearchWindow) -> i32 {
        self.worth.evaluate(node.state)
    }

    fn moves(
        &self,
        node: &LatticeNode<'_>,
        choice: MoveChoice,
        _: &mut NodeMeter<'_>,
    ) -> Result<MoveList, CutShort> {
        let mut moves = MoveList::new();
        match choice {
            MoveChoice::ToDepth(_) => self.rules().moves_despite_counters(node.state, &mut moves),
            MoveChoice::Noisy => self.rules().noisy_moves(node.state, &mut moves),
        }
        Ok(moves)
    }

    fn after_null_move(&self, state: &LatticeState) -> Option<LatticeState> {
        // With an officer the right to move is nearly always an advantage. Where stalemate loses, it takes two officers.
        let least_officers = if self.stalemate_loses() { 2 } else { 1 };
        let pawns_and_kings = state.roles[Role::Pawn as usize] | state.roles[Role::King as usize];
        let officers = state.colors[state.turn.index()] & !pawns_and_kings;
        if officers.count_ones() < least_officers {
            return None;
        }
        let mut next = *state;
        self.rules().pass(&mut next);
        Some(next)
    }

    fn after(&self, state: &LatticeState, m: &LatticeMove) -> LatticeState {
        self.rules().after(state, *m)
    }

    /// Returns a number of 24 bits from the cells and the promotion of a move. Removals of pairs of pawns are left out.
    fn name(&self, m: &LatticeMove) -> MoveName {
        let promotion = m.promotion.map_or(0, |kind| match kind {
            Kind::Known(role) => role as u32,
            Kind::Custom(number) => Role::ALL.len() as u32 + u32::from(number),
        });
        1 + u32::from(m.from) + MAX_CELLS as u32 * (u32::from(m.to) + MAX_CELLS as u32 * promotion)
    }

    /// Returns a slot for each side and each pair of cells from which and to which a piece moves.
    fn slot(&self, state: &LatticeState, m: &LatticeMove) -> usize {
        (state.turn.index() * MAX_CELLS + usize::from(m.from)) * MAX_CELLS + usize::from(m.to)
    }

    fn is_noisy(&self, state: &LatticeState, m: &LatticeMove) -> bool {
        let enemies = state.colors[(!state.turn).index()];
        m.promotion.is_some() || m.kind == MoveKind::EnPassant || enemies & bit(m.to.into()) != 0
    }

    fn gain(&self, state: &LatticeState, m: &LatticeMove) -> i32 {
        self.worth.gain(state, *m)
    }

    fn mover_value(&self, state: &LatticeState, m: &LatticeMove) -> i32 {
        state.kind_at(m.from.into()).map_or(0, |kind| self.worth.of_kind(kind))
    }

    fn gains_at_least(&self, state: &LatticeState, m: &LatticeMove, least: i32) -> bool {
        self.worth.gains_at_least(state, *m, least)
    }

    fn may_give_check(&self, _: &LatticeNode<'_>, _: &LatticeMove) -> bool {
        true
    }
}

/// Returns the raw score of a value from a table of endings, for a position that is some turns from the root.
pub(super) fn search_value(value: Value, turns: u32) -> i32 {
    let score = match value {
        Value::Won(plies) => Score::mates_in(turns + u32::from(plies)),
        Value::Drawn => Score::DRAW,
        Value::Lost(plies) => Score::mated_in(turns + u32::from(plies)),
    };
    score.raw()
}
