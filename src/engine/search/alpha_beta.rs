//! Principal variation search: alpha-beta with null windows, by one thread.

use super::known::{KnownPosition, KnownPositions, MoveName, NO_MOVE, ValueBound};
use super::order::{MoveStatistics, OrderedMoves};
use super::pruning::{Reductions, futility_margin};
use super::window::SearchWindow;
use super::{GameTree, MoveChoice};
use crate::budget::{CutShort, NodeMeter};
use crate::chess::Color;
use crate::engine::score::{MATE, Score, is_mate};
use smallvec::SmallVec;

/// The greatest length of a line in plies, extensions and quiescence included.
pub(in crate::engine) const MOST_PLIES: usize = 128;

/// The number of turns before a draw by counting during which stored values do not hold.
const NEAR_DRAW: u32 = 10;

/// The least depth at which a search without a best move from the table is reduced by a ply (internal iterative reduction).
const LEAST_DEPTH_WITHOUT_KNOWN: i32 = 5;

/// The least depth at which captures that lose by exchange are reduced by a ply.
const LEAST_DEPTH_OF_BAD_CAPTURES: i32 = 3;

/// The number of moves, first in the order of search, that are never reduced.
const NEVER_REDUCED: i32 = 2;

/// The greatest number of quiet moves that a better move makes less promising.
const MOST_PENALIZED: usize = 64;

/// The place of a position in the search tree.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct TreePlace {
    /// The number of plies from the root.
    pub ply: usize,
    /// The number of turn changes since the root, by which mates are measured.
    pub turns: u32,
}

impl TreePlace {
    pub const ROOT: TreePlace = TreePlace { ply: 0, turns: 0 };

    /// Returns the place after a move, which may change the turn.
    pub fn after(self, changes_turn: bool) -> TreePlace {
        TreePlace { ply: self.ply + 1, turns: self.turns + u32::from(changes_turn) }
    }
}

/// The search of one thread.
pub(in crate::engine) struct AlphaBeta<'a, T: GameTree> {
    pub tree: &'a T,
    pub(super) known: &'a KnownPositions,
    /// The keys of the game's positions before the root, first to last.
    pub(super) earlier: &'a [u64],
    pub meter: NodeMeter<'a>,
    /// The greatest ply reached.
    pub deepest: usize,
    pub(super) statistics: MoveStatistics,
    /// The keys of the game's positions and of the present line.
    pub(super) keys: Vec<u64>,
    /// The best line from each ply.
    pub(super) lines: Vec<Vec<T::Move>>,
    pub(super) record_of_ply: Vec<PlyRecord>,
    pub(super) reductions: Reductions,
}

/// The facts known of a ply of the present line.
#[derive(Clone, Copy, Default)]
pub(super) struct PlyRecord {
    /// The slot of the move that led to the ply; `None` after a null move and at the root.
    pub slot_before: Option<usize>,
    pub static_value: Option<i32>,
}

/// Whether a null move may be tried.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NullMove {
    Allowed,
    Forbidden,
}

/// A position whose moves are being searched.
pub(super) struct SearchedNode<'p, T: GameTree + 'p> {
    pub position: &'p T::Position,
    pub node: T::Node<'p>,
    pub key: u64,
    pub depth: i32,
    pub place: TreePlace,
    pub window: SearchWindow,
    /// The static value; `None` in check.
    pub static_value: Option<i32>,
    /// Whether the static value is above that of two plies earlier, or that value is unknown.
    pub is_improving: bool,
}

/// The effort for a move: it is left out, searched to a lesser depth at first, or searched as others are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effort {
    None,
    Reduced,
    Full,
}

/// A move that is being searched.
#[derive(Clone, Copy)]
pub(super) struct TriedMove {
    /// The number of the move in the order, from 1.
    pub number: i32,
    /// Whether it captures or promotes.
    pub is_noisy: bool,
    /// Whether it is a capture that loses by exchange.
    pub loses_exchange: bool,
    pub slot: usize,
}

impl<'a, T: GameTree> AlphaBeta<'a, T> {
    /// Returns the search of one thread, with empty statistics.
    pub fn new(tree: &'a T, known: &'a KnownPositions, earlier: &'a [u64], meter: NodeMeter<'a>) -> Self {
        AlphaBeta {
            tree,
            known,
            earlier,
            meter,
            deepest: 0,
            statistics: MoveStatistics::new(T::SLOTS),
            keys: earlier.to_vec(),
            lines: vec![Vec::new(); MOST_PLIES + 2],
            record_of_ply: vec![PlyRecord::default(); MOST_PLIES + 2],
            reductions: Reductions::new(),
        }
    }

    /// Returns the value of a root move within a window, for the side that makes it.
    pub fn root_move(
        &mut self,
        root: &T::Position,
        m: &T::Move,
        depth: i32,
        window: SearchWindow,
    ) -> Result<i32, CutShort> {
        let tree = self.tree;
        // A search that was cut short leaves the keys of its line.
        self.keys.truncate(self.earlier.len());
        self.keys.push(tree.key(root));
        self.record_of_ply[0] = PlyRecord::default();
        self.record_of_ply[1].slot_before = Some(tree.slot(root, m));
        self.value_after_move(tree.turn(root), &tree.after(root, m), depth - 1, TreePlace::ROOT, window)
    }

    /// Returns the best line after the root move that was searched last.
    pub fn line(&self) -> &[T::Move] {
        &self.lines[1]
    }

    /// Returns the moves of a position in the order of search.
    pub fn sorted(&self, position: &T::Position, moves: T::Moves) -> T::Moves {
        self.ordered(position, moves, NO_MOVE, 0).into_sorted()
    }

    /// Returns the best line after some moves from the root, if that line mates within a number of plies.
    pub fn mate_after(
        &mut self,
        root: &T::Position,
        moves: &[T::Move],
        plies: usize,
    ) -> Option<Vec<T::Move>> {
        self.keys.truncate(self.earlier.len());
        let mut position = root.clone();
        let mut place = TreePlace::ROOT;
        for m in moves {
            self.keys.push(self.tree.key(&position));
            let next = self.tree.after(&position, m);
            place = place.after(self.tree.turn(&next) != self.tree.turn(&position));
            position = next;
        }
        self.record_of_ply[place.ply] = PlyRecord::default();
        let value = self.search(&position, plies as i32 + 1, place, SearchWindow::FULL, NullMove::Forbidden);
        value.is_ok_and(is_mate).then(|| self.lines[place.ply].clone())
    }

    /// Returns the value, for the side that made a move, of the position after it, searched to a depth. The place is that of the
    /// position before the move.
    fn value_after_move(
        &mut self,
        mover: Color,
        after: &T::Position,
        depth: i32,
        place: TreePlace,
        window: SearchWindow,
    ) -> Result<i32, CutShort> {
        let changes_turn = self.tree.turn(after) != mover;
        let place = place.after(changes_turn);
        if changes_turn {
            Ok(-self.search(after, depth, place, window.turned(), NullMove::Allowed)?)
        } else {
            self.search(after, depth, place, window, NullMove::Allowed)
        }
    }

    /// Returns the value of a position for its side to move, searched to a depth.
    pub(super) fn search(
        &mut self,
        position: &T::Position,
        depth: i32,
        place: TreePlace,
        window: SearchWindow,
        null_move: NullMove,
    ) -> Result<i32, CutShort> {
        let tree = self.tree;
        self.lines[place.ply].clear();
        if self.meter.tick() {
            return Err(CutShort);
        }
        self.deepest = self.deepest.max(place.ply);
        let key = tree.key(position);
        if self.is_repeated(position, key) {
            return Ok(Score::DRAW.raw());
        }
        let node = tree.node(position);
        if let Some(value) = tree.decided(&node, place.turns) {
            return Ok(value);
        }
        if place.ply >= MOST_PLIES {
            return Ok(tree.evaluate(&node, window));
        }
        let in_check = tree.is_in_check(&node);
        // A check is answered before the position is evaluated. So a line of checks is at most twice as long as the depth.
        let depth = if in_check { depth + 1 } else { depth };
        if depth <= 0 {
            let plies_beyond = 0;
            return self.quieten(position, &node, key, plies_beyond, place, window);
        }
        // A mate from here cannot be better than a mate nearer to the root (mate distance pruning).
        let turns = place.turns as i32;
        let window =
            SearchWindow { alpha: window.alpha.max(turns - MATE), beta: window.beta.min(MATE - turns - 1) };
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }
        let entry = self.known.get(key, place.turns);
        if let Some(entry) = &entry
            && entry.depth >= depth
            && let Some(value) = self.known_value(position, place, window, entry)
        {
            return Ok(value);
        }
        let best_known = entry.map_or(NO_MOVE, |entry| entry.best_move);
        // Outside of the widened window the static value need not be exact.
        let static_value = (!in_check).then(|| tree.evaluate(&node, window.widened(futility_margin(depth))));
        let is_improving = self.record_static_value(place.ply, static_value);
        let mut searched =
            SearchedNode::<T> { position, node, key, depth, place, window, static_value, is_improving };
        if let Some(value) = self.refuted_at_sight(&searched, null_move)? {
            return Ok(value);
        }
        if best_known == NO_MOVE && depth >= LEAST_DEPTH_WITHOUT_KNOWN {
            searched.depth -= 1;
        }
        self.search_moves(&searched, best_known)
    }

    /// Records the static value at a ply. Returns whether it is known and above that of two plies earlier, if that is known too.
    #[inline]
    fn record_static_value(&mut self, ply: usize, static_value: Option<i32>) -> bool {
        self.record_of_ply[ply].static_value = static_value;
        let earlier_ply = ply.checked_sub(2);
        let earlier_value = earlier_ply.and_then(|ply| self.record_of_ply[ply].static_value);
        static_value.is_some_and(|value| earlier_value.is_none_or(|earlier| value > earlier))
    }

    /// Returns the value of a position by its moves, or by the end of the game if there is none or the position is drawn.
    #[inline(always)]
    fn search_moves(
        &mut self,
        searched: &SearchedNode<'_, T>,
        best_known: MoveName,
    ) -> Result<i32, CutShort> {
        let tree = self.tree;
        let &SearchedNode { position, depth, place, .. } = searched;
        let moves = tree.moves(&searched.node, MoveChoice::ToDepth(depth), &mut self.meter)?;
        if moves.is_empty() {
            return Ok(tree.without_moves(&searched.node, place.turns));
        }
        // A mate on the last ply comes before the draw, so the moves are listed first.
        if tree.is_drawn_by_count(position) {
            return Ok(Score::DRAW.raw());
        }
        let ordered = self.ordered(position, moves, best_known, place.ply);
        self.best_of(searched, ordered)
    }

    /// Returns the value of a table entry, if the window is null, the value decides it, and the count of quiet moves cannot change it.
    /// The table does not store that count. A mate holds if it comes before the draw by counting. Other values hold if that draw is far.
    pub(super) fn known_value(
        &self,
        position: &T::Position,
        place: TreePlace,
        window: SearchWindow,
        entry: &KnownPosition,
    ) -> Option<i32> {
        if !window.is_null() || !entry.settles(window) {
            return None;
        }
        let turns = match Score::from_raw(entry.value).plies_to_mate() {
            // A mate on the last turn comes before the draw, so the turn of the mate is left out.
            Some(turns_from_root) => turns_from_root.saturating_sub(place.turns + 1),
            None => NEAR_DRAW,
        };
        (!self.tree.may_be_drawn_within(position, turns)).then_some(entry.value)
    }

    /// Returns the value of the best of a position's moves, and stores it in the table.
    fn best_of(
        &mut self,
        searched: &SearchedNode<'_, T>,
        mut ordered: OrderedMoves<T::Moves>,
    ) -> Result<i32, CutShort> {
        let tree = self.tree;
        let &SearchedNode { position, depth, place, window, .. } = searched;
        let (mut alpha, beta) = (window.alpha, window.beta);
        let is_on_main_line = !window.is_null();
        let is_in_check = searched.static_value.is_none();
        let may_reduce = !is_in_check && depth >= T::TUNING.least_reduced + 2;
        let (mut best_value, mut best_move) = (Score::LEAST.raw(), NO_MOVE);
        let mut tried_slots: SmallVec<[usize; MOST_PENALIZED]> = SmallVec::new();
        let mut number = 0;
        self.keys.push(searched.key);
        while let Some(index) = ordered.next() {
            let m = ordered.move_at(index);
            number += 1;
            let is_noisy = tree.is_noisy(position, m);
            let loses_exchange = ordered.loses_exchange(index);
            let tried_move = TriedMove { number, is_noisy, loses_exchange, slot: tree.slot(position, m) };
            // Before the first move the best value is the least score, which counts as a mate. So that move is never left out.
            let has_escape = best_value >= 0 || !is_mate(best_value);
            let mut effort = if has_escape && self.is_futile(searched, m, &tried_move, alpha) {
                Effort::None
            } else if may_reduce && !is_noisy && number > NEVER_REDUCED {
                Effort::Reduced
            } else {
                Effort::Full
            };
            // A move that gives check is neither left out nor reduced. The exact test needs the position after the move.
            let may_check = effort != Effort::Full && tree.may_give_check(&searched.node, m);
            if effort == Effort::None && !may_check {
                continue;
            }
            let next = tree.after(position, m);
            if may_check && tree.is_in_check(&tree.node(&next)) {
                effort = Effort::Full;
            }
            if effort == Effort::None {
                continue;
            }
            self.record_of_ply[place.ply + 1].slot_before = Some(tried_move.slot);
            let open_window = SearchWindow { alpha, beta };
            let value = self.value_of_move(searched, &tried_move, effort, &next, open_window)?;
            if value > best_value {
                best_value = value;
                if value > alpha {
                    best_move = tree.name(m);
                    alpha = value;
                    if is_on_main_line {
                        self.extend_line(place.ply, m.clone());
                    }
                }
            }
            if value >= beta {
                if !is_noisy {
                    let slot_before = self.record_of_ply[place.ply].slot_before;
                    self.statistics.reward(tried_move.slot, slot_before, &tried_slots, place.ply, depth);
                }
                break;
            }
            if !is_noisy && tried_slots.len() < MOST_PENALIZED {
                tried_slots.push(tried_move.slot);
            }
        }
        self.keys.pop();
        let bound = ValueBound::of(best_value, window);
        let entry = KnownPosition { best_move, value: best_value, bound, depth };
        self.known.put(searched.key, place.turns, entry);
        Ok(best_value)
    }

    /// Returns the value of one move. The first move is searched with the whole window that is still open, the others with a null
    /// window first.
    fn value_of_move(
        &mut self,
        searched: &SearchedNode<'_, T>,
        tried: &TriedMove,
        effort: Effort,
        next: &T::Position,
        open_window: SearchWindow,
    ) -> Result<i32, CutShort> {
        let &SearchedNode { position, depth, place, .. } = searched;
        let mover = self.tree.turn(position);
        let SearchWindow { alpha, beta } = open_window;
        if tried.number == 1 {
            return self.value_after_move(mover, next, depth - 1, place, open_window);
        }
        let reduction = if effort == Effort::Reduced {
            self.reduction(searched, tried)
        } else {
            i32::from(tried.loses_exchange && depth >= LEAST_DEPTH_OF_BAD_CAPTURES)
        };
        let null = SearchWindow::null(alpha);
        let mut value = self.value_after_move(mover, next, depth - 1 - reduction, place, null)?;
        if value > alpha && reduction > 0 {
            value = self.value_after_move(mover, next, depth - 1, place, null)?;
        }
        if value > alpha && value < beta {
            value = self.value_after_move(mover, next, depth - 1, place, open_window)?;
        }
        Ok(value)
    }

    /// Sets the best line from a ply to a move and the best line after it.
    fn extend_line(&mut self, ply: usize, m: T::Move) {
        let (lines_to_ply, later_lines) = self.lines.split_at_mut(ply + 1);
        let line = &mut lines_to_ply[ply];
        line.clear();
        line.push(m);
        line.extend_from_slice(&later_lines[0]);
    }

    /// Whether the position has occurred: once in the present line, or twice in the game.
    fn is_repeated(&self, position: &T::Position, key: u64) -> bool {
        let oldest = self.keys.len().saturating_sub(self.tree.repeatable_positions(position));
        let mut times = 0;
        for (index, earlier) in self.keys.iter().enumerate().skip(oldest).rev() {
            if *earlier == key {
                times += 1;
                if index >= self.earlier.len() || times == 2 {
                    return true;
                }
            }
        }
        false
    }
}
