//! The search of every board: alpha-beta over the positions that a board describes as a [`GameTree`].
//!
//! Belongs here: what a search does on any board. Numbers and heuristics of one kind of board stand beside its tree, in `lattice` and
//! `plane`. Start at `root`, the first ply, and `alpha_beta`, the search of one thread below it. `quieten` is the quiescence search,
//! `pruning` decides what is left out, `order` sorts moves, `known` is the table of known positions, and `window` holds alpha and beta.

mod alpha_beta;
mod known;
mod order;
mod pruning;
mod quieten;
mod root;
mod window;

use crate::budget::{CutShort, NodeMeter};
use crate::chess::Color;
use std::ops::DerefMut;

pub(super) use alpha_beta::{AlphaBeta, MOST_PLIES};
pub(super) use known::{KnownPositions, MoveName, NAME_BITS, NO_MOVE};
pub(super) use root::{Root, RootMove, RootThread, RootTree, SearchRequest, UNSEARCHED};
pub(super) use window::SearchWindow;

/// The moves that a search asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MoveChoice {
    /// The moves to be searched to this depth, at least 1.
    ToDepth(i32),
    /// Captures and promotions.
    Noisy,
}

/// The numbers by which the searches of different boards differ.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tuning {
    /// The greatest number of plies of captures beyond the depth.
    pub most_captures: usize,
    /// The greatest number of plies beyond the depth at which checks are answered with every move.
    pub most_checks: usize,
    /// The least depth to which late moves are reduced.
    pub least_reduced: i32,
    /// The number of moves after which quiet moves are left out (late move pruning), by depth from 1 to 6.
    pub late_after: [i32; 6],
    /// The hundredths of a pawn that a capture may gain beyond the captured piece (delta pruning).
    pub capture_gain: i32,
}

/// A game as a search sees it: positions, their moves and their values.
///
/// Values are raw values of a [`Score`](super::Score), for the side to move. Distances to mate are counted in turns.
pub(super) trait GameTree {
    /// The numbers of this kind of board.
    const TUNING: Tuning;
    /// The number of slots that [`GameTree::slot`] gives to quiet moves.
    const SLOTS: usize;

    type Position: Clone;
    /// A position, with the results that are computed once for it.
    type Node<'p>
    where
        Self: 'p;
    /// A legal move, with the data that are needed to make it.
    type Move: Clone;
    type Moves: DerefMut<Target = [Self::Move]>;

    /// Returns the hash key of a position. Positions that differ in their counters alone have equal keys.
    fn key(&self, position: &Self::Position) -> u64;

    /// Returns the side to move.
    fn turn(&self, position: &Self::Position) -> Color;

    /// Returns the number of the latest positions among which this one may have occurred.
    fn repeatable_positions(&self, position: &Self::Position) -> usize;

    /// Whether the count of quiet moves may end the game within a number of turns.
    fn may_be_drawn_within(&self, position: &Self::Position, turns: u32) -> bool;

    /// Whether the count of quiet moves ends the game in a position that has legal moves.
    fn is_drawn_by_count(&self, position: &Self::Position) -> bool {
        self.may_be_drawn_within(position, 0)
    }

    /// Returns the position with the results that are computed once for it.
    fn node<'p>(&'p self, position: &'p Self::Position) -> Self::Node<'p>;

    /// Whether the side to move is in check.
    fn is_in_check(&self, node: &Self::Node<'_>) -> bool;

    /// Returns the value of a position that is decided without a look at all its moves, some turns from the root.
    fn decided(&self, node: &Self::Node<'_>, turns: u32) -> Option<i32>;

    /// Returns the value of a position in which no move was found, some turns from the root: that of mate or of stalemate.
    fn without_moves(&self, node: &Self::Node<'_>, turns: u32) -> i32;

    /// Returns the static value if it lies within a window, and otherwise a bound outside of it.
    fn evaluate(&self, node: &Self::Node<'_>, window: SearchWindow) -> i32;

    /// Returns the chosen legal moves. On a board where that takes long, the limits are tested meanwhile.
    fn moves(
        &self,
        node: &Self::Node<'_>,
        choice: MoveChoice,
        meter: &mut NodeMeter<'_>,
    ) -> Result<Self::Moves, CutShort>;

    /// Returns the position after a null move; `None` if the obligation to move may be a disadvantage.
    fn after_null_move(&self, position: &Self::Position) -> Option<Self::Position>;

    /// Returns the position after a legal move.
    fn after(&self, position: &Self::Position, m: &Self::Move) -> Self::Position;

    /// Returns the name of a move among those of its position, above 0.
    fn name(&self, m: &Self::Move) -> MoveName;

    /// Returns the slot of a quiet move, by which its statistics are kept. Similar moves of other positions have the same slot.
    fn slot(&self, position: &Self::Position, m: &Self::Move) -> usize;

    /// Whether a move captures or promotes.
    fn is_noisy(&self, position: &Self::Position, m: &Self::Move) -> bool;

    /// Returns the value of what a move captures and promotes to, hundredths of a pawn.
    fn gain(&self, position: &Self::Position, m: &Self::Move) -> i32;

    /// Returns the value of the piece that moves, hundredths of a pawn.
    fn mover_value(&self, position: &Self::Position, m: &Self::Move) -> i32;

    /// Whether a move gains at least `least`, in hundredths of a pawn, less the captures that answer it if the board computes them.
    fn gains_at_least(&self, position: &Self::Position, m: &Self::Move, least: i32) -> bool;

    /// Whether a quiet move may give check: false only if it gives none.
    fn may_give_check(&self, node: &Self::Node<'_>, m: &Self::Move) -> bool;
}
