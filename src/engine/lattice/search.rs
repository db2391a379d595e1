//! Principal-variation search of alternating play: the part of one thread.

use super::evaluation::evaluate;
use super::exchange::{is_noisy, wins_at_least};
use super::known::{KnownPosition, KnownPositions, MATE, MATES, as_number};
use super::order::{EarlyMoves, MoveStatistics, NO_MOVE, OrderedMoves, officers, packed};
use super::worth::Worth;
use crate::budget::NodeMeter;
use crate::endings::Tables;
use crate::engine::bound::ValueBound;
use crate::geom::functions;
use crate::lattice::{LatticeMove, LatticeRules, LatticeState, MoveList, by_counters, by_material};
use crate::variant::{Rebirth, Stalemate};

/// The greatest length of a line.
pub(super) const MOST_PLIES: usize = 128;
/// The value from which only mates are better.
const AHEAD: i32 = 1_200;
/// A bound above every value.
pub(super) const INFINITE: i32 = MATE + 1;

/// The data shared by all threads of a search.
#[derive(Clone, Copy)]
pub(super) struct SearchContext<'a> {
    pub rules: &'a LatticeRules,
    pub worth: &'a Worth,
    pub known: &'a KnownPositions,
    /// The keys of the positions of the game before the present one, first to last.
    pub earlier: &'a [u64],
    /// The tables of endings.
    pub tables: Option<&'a Tables>,
}

/// The search of one thread.
pub(super) struct LatticeSearch<'a> {
    pub context: SearchContext<'a>,
    pub meter: NodeMeter<'a>,
    /// The greatest ply reached.
    pub deepest: usize,
    pub(super) statistics: MoveStatistics,
    /// The keys of the game's positions and of the present line.
    keys: Vec<u64>,
    /// By ply: the best line from there.
    pub(super) lines: Vec<Vec<LatticeMove>>,
    /// By ply: the index of the move that led there, and the static value.
    pub(super) record_of_ply: Vec<PlyRecord>,
    reductions: Vec<i32>,
}

#[derive(Clone, Copy, Default)]
pub(super) struct PlyRecord {
    pub before: Option<usize>,
    pub static_value: Option<i32>,
}

/// Whether a null move may be tried.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Null {
    Allowed,
    Forbidden,
}

/// A position whose moves are being searched.
#[derive(Clone, Copy)]
struct Node<'a> {
    state: &'a LatticeState,
    depth: i32,
    ply: usize,
    check: bool,
    /// The static value; none in check.
    static_value: Option<i32>,
    /// Whether the static value is above that of the mover's previous turn.
    improving: bool,
    on_main_line: bool,
}

/// A move that is being searched.
#[derive(Clone, Copy)]
struct TriedMove {
    m: LatticeMove,
    /// The number of the move in the order, from 1.
    number: i32,
    /// Whether it captures or promotes.
    noisy: bool,
    gives_check: bool,
    /// Whether it is a capture that loses by exchange.
    loses_exchange: bool,
}

const MOST_MOVES: usize = 64;

impl<'a> LatticeSearch<'a> {
    /// Returns a search with empty statistics.
    pub fn new(context: SearchContext<'a>, meter: NodeMeter<'a>) -> LatticeSearch<'a> {
        let mut reductions = vec![0; MOST_MOVES * MOST_MOVES];
        for depth in 1..MOST_MOVES {
            for number in 1..MOST_MOVES {
                let reduction = 0.7 + functions::ln(depth as f64) * functions::ln(number as f64) / 2.2;
                reductions[depth * MOST_MOVES + number] = reduction as i32;
            }
        }
        LatticeSearch {
            context,
            meter,
            deepest: 0,
            statistics: MoveStatistics::new(MOST_PLIES + 1),
            keys: context.earlier.to_vec(),
            lines: vec![Vec::new(); MOST_PLIES + 2],
            record_of_ply: vec![PlyRecord::default(); MOST_PLIES + 2],
            reductions,
        }
    }

    /// Returns the value of a root move, within bounds, and the line after it.
    pub fn root_move(
        &mut self,
        root: &LatticeState,
        m: LatticeMove,
        depth: i32,
        [alpha, beta]: [i32; 2],
    ) -> (i32, Vec<LatticeMove>) {
        self.keys.truncate(self.context.earlier.len());
        self.record_of_ply[0] = PlyRecord::default();
        let next = self.context.rules.after(root, m);
        let value = -self.after([root, &next], m, depth - 1, 0, [-beta, -alpha]);
        let mut line = vec![m];
        line.extend_from_slice(&self.lines[1]);
        (value, line)
    }

    /// Returns the rest of a line that ends before its mate, found by a search of its own; empty if it finds none.
    pub fn rest_of_mate(&mut self, at: &LatticeState, line: &[LatticeMove], most: usize) -> Vec<LatticeMove> {
        self.keys.truncate(self.context.earlier.len());
        let mut state = *at;
        for &m in line {
            self.keys.push(state.key());
            state = self.context.rules.after(&state, m);
        }
        let known = self.context.tables.and_then(|tables| tables.line(&state).ok());
        if let Some(rest) = known.filter(|line| !line.is_empty()) {
            return rest;
        }
        let (ply, left) = (line.len(), most - line.len());
        self.record_of_ply[ply] = PlyRecord::default();
        let value = self.search(&state, left as i32 + 1, ply, [-INFINITE, INFINITE], Null::Forbidden);
        let mates = value.abs() > MATES && !self.meter.is_over();
        if mates { self.lines[ply].clone() } else { Vec::new() }
    }

    /// Searches on after a move that has been made.
    fn after(
        &mut self,
        [state, next]: [&LatticeState; 2],
        m: LatticeMove,
        depth: i32,
        ply: usize,
        bounds: [i32; 2],
    ) -> i32 {
        self.record_of_ply[ply + 1].before = Some(MoveStatistics::before(state, m));
        self.keys.push(state.key());
        let value = self.search(next, depth, ply + 1, bounds, Null::Allowed);
        self.keys.pop();
        value
    }

    fn search(
        &mut self,
        state: &LatticeState,
        depth: i32,
        ply: usize,
        [alpha, beta]: [i32; 2],
        null: Null,
    ) -> i32 {
        self.lines[ply].clear();
        if self.meter.tick() {
            return 0;
        }
        self.deepest = self.deepest.max(ply);
        let SearchContext { rules, worth, known, .. } = self.context;
        if let Some(value) = self.ended(state, ply) {
            return value;
        }
        if ply >= MOST_PLIES {
            return evaluate(rules, worth, state);
        }
        let check = rules.in_check(state, state.turn);
        // A check is answered before the position is evaluated. A line of checks is at most twice as long as the search.
        let depth = if check { depth + 1 } else { depth };
        if depth <= 0 {
            return self.quiet(state, ply, [alpha, beta], check);
        }
        // No mate is better than one found nearer to the root (mate distance pruning).
        let [alpha, beta] = [alpha.max(ply as i32 - MATE), beta.min(MATE - ply as i32 - 1)];
        if alpha >= beta {
            return alpha;
        }
        let on_main_line = beta - alpha > 1;
        let entry = known.get(state.key(), ply);
        if let Some(entry) = entry.filter(|entry| !on_main_line && entry.depth >= depth)
            && entry.settles([alpha, beta])
            && self.comes_before_draw(state, entry.value, ply)
        {
            return entry.value;
        }
        let table = entry.map_or(NO_MOVE, |entry| entry.best);
        let static_value = (!check).then(|| evaluate(rules, worth, state));
        self.record_of_ply[ply].static_value = static_value;
        let earlier = ply.checked_sub(2).and_then(|two| self.record_of_ply[two].static_value);
        let improving = static_value.is_some_and(|value| earlier.is_none_or(|earlier| value > earlier));
        // A side that is far ahead searches for the mate instead.
        if let Some(static_value) = static_value.filter(|_| !on_main_line && beta > -MATES && beta < AHEAD) {
            // The static value is so far above beta that nothing small changes it (reverse futility).
            if depth <= 7 && static_value - 75 * (depth - i32::from(improving)) >= beta {
                return static_value;
            }
            if null == Null::Allowed
                && let Some(value) = self.refuted_by_passing(state, depth, ply, [static_value, beta])
            {
                return value;
            }
        }
        // Without a move from the table the search is reduced (internal iterative reduction).
        let depth = if table == NO_MOVE && depth >= 5 { depth - 1 } else { depth };
        let mut moves = MoveList::new();
        rules.moves_despite_counters(state, &mut moves);
        if moves.is_empty() {
            return self.value_without_moves(check, ply);
        }
        if by_counters(rules, state) {
            return 0;
        }
        let early = EarlyMoves { table, ply, before: self.record_of_ply[ply].before };
        let ordered = OrderedMoves::all(rules, worth, state, moves, &self.statistics, &early);
        self.best_of(
            Node { state, depth, ply, check, static_value, improving, on_main_line },
            ordered,
            [alpha, beta],
        )
    }

    /// Returns the value of a position so good that even a passed move leaves it at beta or above (null-move pruning).
    fn refuted_by_passing(
        &mut self,
        state: &LatticeState,
        depth: i32,
        ply: usize,
        [static_value, beta]: [i32; 2],
    ) -> Option<i32> {
        if static_value < beta || depth < 3 || !self.may_pass(state) {
            return None;
        }
        let reduced = depth - 3 - depth / 4 - ((static_value - beta) / 200).min(3);
        let mut next = *state;
        self.context.rules.pass(&mut next);
        self.record_of_ply[ply + 1].before = None;
        self.keys.push(state.key());
        let value = -self.search(&next, reduced, ply + 1, [-beta, 1 - beta], Null::Forbidden);
        self.keys.pop();
        if self.meter.is_over() {
            return Some(0);
        }
        if value >= beta {
            return Some(if value > MATES { beta } else { value });
        }
        self.lines[ply].clear();
        None
    }

    /// Returns the value of the best of a position's moves, and stores it in the table.
    fn best_of(&mut self, node: Node, mut ordered: OrderedMoves, [mut alpha, beta]: [i32; 2]) -> i32 {
        let SearchContext { rules, known, .. } = self.context;
        let Node { state, depth, ply, .. } = node;
        let (mut best, mut best_move, mut bound) = (-INFINITE, NO_MOVE, ValueBound::Upper);
        let mut tried: smallvec::SmallVec<[LatticeMove; 64]> = smallvec::SmallVec::new();
        let mut number = 0;
        while let Some(m) = ordered.next() {
            number += 1;
            let next = rules.after(state, m);
            let tried_move = TriedMove {
                m,
                number,
                noisy: is_noisy(state, m),
                gives_check: rules.in_check(&next, next.turn),
                loses_exchange: ordered.loses_exchange(),
            };
            if best > -MATES && self.is_futile(&node, &tried_move, alpha) {
                continue;
            }
            let value = self.value_of(&node, &tried_move, &next, [alpha, beta]);
            if self.meter.is_over() {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = packed(m);
                    alpha = value;
                    bound = ValueBound::Exact;
                    if node.on_main_line {
                        self.extend_line(ply, m);
                    }
                }
            }
            if value >= beta {
                bound = ValueBound::Lower;
                if !tried_move.noisy {
                    self.statistics.cut(state, m, &tried, ply, depth, self.record_of_ply[ply].before);
                }
                break;
            }
            if !tried_move.noisy && tried.len() < tried.inline_size() {
                tried.push(m);
            }
        }
        known.put(state.key(), ply, KnownPosition { best: best_move, value: best, bound, depth });
        best
    }

    /// Whether a move is left out because it can hardly raise alpha (futility pruning).
    fn is_futile(&self, node: &Node, tried: &TriedMove, alpha: i32) -> bool {
        let SearchContext { rules, worth, .. } = self.context;
        let &Node { state, depth, improving, .. } = node;
        let Some(static_value) =
            node.static_value.filter(|_| !node.on_main_line && !tried.gives_check && depth <= 6)
        else {
            return false;
        };
        let late = 4 + depth * depth;
        let late = if improving { late } else { late / 2 };
        !tried.noisy && (tried.number > late || static_value + 90 + 90 * depth <= alpha)
            || tried.loses_exchange && !wins_at_least(rules, worth, state, tried.m, -100 * depth)
    }

    /// Returns the value of one move: the first with the whole window, others with a null window first.
    fn value_of(
        &mut self,
        node: &Node,
        tried: &TriedMove,
        next: &LatticeState,
        [alpha, beta]: [i32; 2],
    ) -> i32 {
        let &Node { state, depth, ply, check, .. } = node;
        let &TriedMove { m, number, noisy, gives_check, loses_exchange } = tried;
        let states = [state, next];
        if number == 1 {
            return -self.after(states, m, depth - 1, ply, [-beta, -alpha]);
        }
        let reduction = if noisy || check || gives_check || depth < 3 || number <= 2 {
            i32::from(loses_exchange && depth >= 3)
        } else {
            self.reduction(node, tried)
        };
        let mut value = -self.after(states, m, depth - 1 - reduction, ply, [-alpha - 1, -alpha]);
        if value > alpha && reduction > 0 {
            value = -self.after(states, m, depth - 1, ply, [-alpha - 1, -alpha]);
        }
        if value > alpha && value < beta {
            value = -self.after(states, m, depth - 1, ply, [-beta, -alpha]);
        }
        value
    }

    /// Returns the reduction of a late quiet move's first search, in plies (late-move reductions).
    fn reduction(&self, node: &Node, tried: &TriedMove) -> i32 {
        let place = |n: i32| (n as usize).min(MOST_MOVES - 1);
        let mut reduction = self.reductions[place(node.depth) * MOST_MOVES + place(tried.number)];
        reduction -= i32::from(node.on_main_line);
        reduction += i32::from(!node.improving);
        reduction -= self.statistics.history(node.state, tried.m) / 6_000;
        reduction.clamp(0, node.depth - 2)
    }

    fn extend_line(&mut self, ply: usize, m: LatticeMove) {
        let (here, behind) = self.lines.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(m);
        line.extend_from_slice(&behind[0]);
    }

    /// Whether a stored value of a position holds at its count of quiet plies, which the table leaves out. A mate holds if it comes
    /// before the draw by counting, other values if that draw is far.
    pub(super) fn comes_before_draw(&self, state: &LatticeState, value: i32, ply: usize) -> bool {
        if value.abs() <= MATES {
            return state.halfmove < 90;
        }
        let plies = MATE - value.abs() - ply as i32;
        !self.context.rules.may_be_drawn_within(state, u32::try_from(plies - 1).unwrap_or(0))
    }

    /// Returns the value of a position that material or a table decides, or that occurred before.
    fn ended(&self, state: &LatticeState, ply: usize) -> Option<i32> {
        self.decided(state, ply).or_else(|| self.is_repeated(state).then_some(0))
    }

    /// Returns the value of a position that material or a table decides.
    pub(super) fn decided(&self, state: &LatticeState, ply: usize) -> Option<i32> {
        let SearchContext { rules, tables, .. } = self.context;
        if let Some((_, winner)) = by_material(rules, state) {
            return Some(won(winner.map(|winner| winner == state.turn), ply));
        }
        let tables = tables.filter(|tables| !tables.may_be_drawn_first(state))?;
        Some(as_number(tables.value(state)?, ply))
    }

    /// Whether the position occurred before: once in the present line, or twice in the game.
    fn is_repeated(&self, state: &LatticeState) -> bool {
        // Without rebirth no position before a capture or a pawn's move comes again.
        let back = match self.context.rules.rebirth {
            Rebirth::None => state.halfmove as usize,
            Rebirth::Circe | Rebirth::Own => self.keys.len(),
        };
        let root = self.context.earlier.len();
        let oldest = self.keys.len().saturating_sub(back);
        let (mut place, mut times) = (self.keys.len(), 0);
        // The same side is to move in every second position.
        while place >= oldest + 2 {
            place -= 2;
            if self.keys[place] == state.key() {
                times += 1;
                if place >= root || times == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Returns the value of mate, or of stalemate as the variant counts it.
    pub(super) fn value_without_moves(&self, check: bool, ply: usize) -> i32 {
        let loses = self.context.rules.variant().spec().stalemate == Stalemate::Loss;
        if check || loses { ply as i32 - MATE } else { 0 }
    }

    /// Whether a null move is a fair test: having the move is an advantage, as with some pieces on the board.
    fn may_pass(&self, state: &LatticeState) -> bool {
        let loses = self.context.rules.variant().spec().stalemate == Stalemate::Loss;
        officers(state) >= if loses { 2 } else { 1 }
    }
}

/// Returns the value of a decided position for the side to move, which has won, lost, or neither.
fn won(wins: Option<bool>, ply: usize) -> i32 {
    match wins {
        None => 0,
        Some(true) => MATE - ply as i32,
        Some(false) => ply as i32 - MATE,
    }
}
