//! The search: principal variation search (alpha-beta with null windows) over chosen moves, with null move pruning.

use super::candidates::{CandidateMove, Chooser, Width};
use super::evaluate::Evaluator;
use super::order::Order;
use super::table::{PlaneTable, TableEntry, key_of, name_of};
use super::visited::Visited;
use crate::budget::NodeMeter;
use crate::chess::Status;
use crate::engine::bound::ValueBound;
use crate::engine::score::Score;
use crate::plane::{LaneShape, Move, PieceId, PlanePosition, Span, Survey};

/// The signal that the search must end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchOver;

/// The greatest length of a line in plies, extensions and quiescence included.
pub const MOST_PLIES: usize = 64;

/// Hundredths of a pawn: the assumed greatest gain of a quiet move (futility pruning).
const QUIET_GAIN: i32 = 120;

/// The depth reduction after a null move.
const PASSED: i32 = 2;

/// The values that all threads of a search share.
pub struct Shared<'a> {
    /// The static evaluation.
    pub evaluator: &'a Evaluator,
    /// The table of known positions.
    pub table: &'a PlaneTable,
}

/// A window of values (alpha-beta): the search need not distinguish values outside.
#[derive(Debug, Clone, Copy)]
pub struct SearchWindow {
    /// The side to move already has this value elsewhere.
    pub alpha: i32,
    /// The other side will avoid a value of at least this.
    pub beta: i32,
}

/// The place of a position in the search tree.
#[derive(Debug, Clone, Copy)]
pub struct TreePlace {
    /// Plies from the root.
    pub ply: usize,
    /// The number of turn changes since the root, by which mates are measured.
    pub turns: u32,
}

/// A position that is searched to some depth.
struct Node<'p> {
    position: &'p PlanePosition,
    depth: i32,
    place: TreePlace,
    window: SearchWindow,
    in_check: bool,
    /// Whether the side to move is not in check and only a bound is wanted (null window).
    calm: bool,
    /// The static value, if it was computed.
    static_value: i32,
}

/// The moves of a node, or its value.
enum Moves {
    /// The node has this value without search.
    Decided(i32),
    /// Moves in the order of search.
    Chosen(Vec<CandidateMove>),
}

impl Node<'_> {
    /// Returns the value from the table, if it suffices for the depth and the window.
    fn value_of(&self, known: &TableEntry) -> Option<i32> {
        let SearchWindow { alpha, beta } = self.window;
        if beta - alpha > 1 || known.depth < self.depth {
            return None;
        }
        let value = from_table(known.value, self.place.turns);
        let holds = match known.bound {
            ValueBound::Exact => true,
            ValueBound::Lower => value >= beta,
            ValueBound::Upper => value <= alpha,
        };
        (holds && self.comes_before_draw(value)).then_some(value)
    }

    /// Whether a stored value holds at the position's count of quiet moves, which the table leaves out: any but a mate that the
    /// draw by counting may forestall.
    fn comes_before_draw(&self, value: i32) -> bool {
        let Some((turns, _)) = Score::from_raw(value).plies_to_mate() else { return true };
        let turns = turns.saturating_sub(self.place.turns + 1);
        !self.position.may_be_drawn_within(turns)
    }
}

/// The search of one thread.
pub struct PlaneSearch<'a> {
    pub(super) shared: &'a Shared<'a>,
    /// The counter of positions.
    pub meter: NodeMeter<'a>,
    order: Order,
    visited: Visited,
    pub(super) lines: Vec<Vec<Move>>,
    /// The length of the longest line searched, plies.
    pub deepest: u32,
    /// The greatest ply at which checks extend the search.
    pub horizon: usize,
}

impl<'a> PlaneSearch<'a> {
    /// Returns a search after these earlier positions of a game.
    pub fn new(shared: &'a Shared<'a>, meter: NodeMeter<'a>, earlier: &[&PlanePosition]) -> PlaneSearch<'a> {
        let lines = vec![Vec::new(); MOST_PLIES + 2];
        PlaneSearch {
            shared,
            meter,
            order: Order::new(),
            visited: Visited::of_game(earlier),
            lines,
            deepest: 0,
            horizon: 0,
        }
    }

    /// Returns the principal variation below the last root move that was searched.
    pub fn line(&self) -> &[Move] {
        &self.lines[1]
    }

    /// Returns the candidates of a position in the order of search.
    pub fn ordered(
        &self,
        position: &PlanePosition,
        found: Vec<CandidateMove>,
        best: u32,
        ply: usize,
    ) -> Vec<CandidateMove> {
        self.order.sorted(position, found, best, ply, self.shared.evaluator.values())
    }

    /// Returns the value of a move of `position`, which is at `place` in the tree, for the side that makes it.
    pub fn value_of(
        &mut self,
        position: &PlanePosition,
        after: &PlanePosition,
        depth: i32,
        place: TreePlace,
        window: SearchWindow,
    ) -> Result<i32, SearchOver> {
        let changes = after.turn() != position.turn();
        let next = TreePlace { ply: place.ply + 1, turns: place.turns + u32::from(changes) };
        self.visited.push(position);
        let value = if changes {
            let turned = SearchWindow { alpha: -window.beta, beta: -window.alpha };
            self.search(after, depth, next, turned, true).map(|value| -value)
        } else {
            self.search(after, depth, next, window, true)
        };
        self.visited.pop();
        value
    }

    fn search(
        &mut self,
        position: &PlanePosition,
        depth: i32,
        place: TreePlace,
        window: SearchWindow,
        may_pass: bool,
    ) -> Result<i32, SearchOver> {
        if self.meter.tick() {
            return Err(SearchOver);
        }
        self.lines[place.ply].clear();
        self.deepest = self.deepest.max(place.ply as u32);
        if self.visited.holds(position) {
            return Ok(0);
        }
        let survey = Survey::new(position);
        let in_check = survey.in_check();
        let depth = if in_check && place.ply <= self.horizon { depth + 1 } else { depth };
        if depth <= 0 || place.ply + 1 >= MOST_PLIES {
            return self.quieten(position, &survey, in_check, 0, place, window);
        }
        let key = key_of(position);
        let known = self.shared.table.get(key);
        let calm = window.beta - window.alpha <= 1 && !in_check;
        let mut node = Node { position, depth, place, window, in_check, calm, static_value: 0 };
        if let Some(value) = known.and_then(|known| node.value_of(&known)) {
            return Ok(value);
        }
        if calm && depth <= 3 {
            let hopeless = window.alpha.saturating_sub(QUIET_GAIN);
            node.static_value = self.shared.evaluator.evaluate_within(&survey, hopeless, window.beta);
        }
        if may_pass && let Some(value) = self.value_if_passed(&node, &survey)? {
            return Ok(value);
        }
        let best_known = known.map_or(0, |known| known.best);
        let moves = match self.moves(&node, &survey, best_known)? {
            Moves::Decided(value) => return Ok(value),
            Moves::Chosen(moves) => moves,
        };
        let (best, name) = self.best_of(&node, &survey, &moves)?;
        let bound = if best >= window.beta {
            ValueBound::Lower
        } else if name != 0 {
            ValueBound::Exact
        } else {
            ValueBound::Upper
        };
        let name = if name == 0 { best_known } else { name };
        let value = to_table(best, place.turns);
        self.shared.table.put(key, TableEntry { best: name, value, depth, bound });
        Ok(best)
    }

    /// Returns the value of a node if it stays above beta after a null move.
    fn value_if_passed(&mut self, node: &Node<'_>, survey: &Survey<'_>) -> Result<Option<i32>, SearchOver> {
        let &Node { position, depth, place, window: SearchWindow { beta, .. }, .. } = node;
        if !node.calm || depth < 2 || !self.may_pass(survey, depth, node.static_value, beta) {
            return Ok(None);
        }
        let Some(passed) = position.given_turn(!position.turn()) else { return Ok(None) };
        let next = TreePlace { ply: place.ply + 1, turns: place.turns + 1 };
        self.visited.push(position);
        let turned = SearchWindow { alpha: -beta, beta: -beta + 1 };
        let value = self.search(&passed, depth - 1 - PASSED, next, turned, false);
        self.visited.pop();
        let value = -value?;
        Ok((value >= beta).then_some(if is_mate(value) { beta } else { value }))
    }

    /// Returns the moves of a node in the order of search.
    fn moves<'b>(
        &mut self,
        node: &Node<'b>,
        survey: &Survey<'b>,
        best_known: u32,
    ) -> Result<Moves, SearchOver> {
        let &Node { position, depth, place, .. } = node;
        let spans = self.legal(position, survey)?;
        let width = if depth <= 1 { Width::Narrow } else { Width::Wide };
        let mut found = self.chosen(position, survey, &spans, width)?;
        if found.is_empty() {
            if spans.is_empty() && !survey.has_legal_move() {
                let mated = -Score::mates_in(place.turns).raw();
                return Ok(Moves::Decided(if node.in_check { mated } else { 0 }));
            }
            found = self.chosen(position, survey, &spans, Width::Full)?;
        }
        if position.status_given(survey, true) != Status::Ongoing {
            return Ok(Moves::Decided(0));
        }
        Ok(Moves::Chosen(self.ordered(position, found, best_known, place.ply)))
    }

    /// Returns the value and the name of the best move; the name is 0 if no move exceeds alpha.
    fn best_of(
        &mut self,
        node: &Node<'_>,
        survey: &Survey<'_>,
        moves: &[CandidateMove],
    ) -> Result<(i32, u32), SearchOver> {
        let &Node {
            position,
            depth,
            place,
            window: SearchWindow { mut alpha, beta },
            calm,
            static_value,
            ..
        } = node;
        let hopeless = calm && depth == 1 && static_value + QUIET_GAIN <= alpha;
        let quiet_enough = match depth {
            1 => 12,
            2 => 40,
            _ => usize::MAX,
        };
        let (mut best, mut best_name, mut quiet) = (-Score::GREATEST.raw(), 0, 0);
        for (index, candidate) in moves.iter().enumerate() {
            let noisy = candidate.is_noisy();
            let after = || position.after_legal(candidate.m, &candidate.captures);
            let mut less = 0;
            if !noisy {
                quiet += 1;
                if calm
                    && !is_mate(best)
                    && (hopeless || quiet > quiet_enough)
                    && index > 0
                    && !(survey.may_check_by(candidate.m) && Survey::new(&after()).in_check())
                {
                    best = best.max(if hopeless { static_value } else { best });
                    continue;
                }
                if depth >= 2 && !node.in_check && index >= 4 {
                    less = 1 + i32::from(quiet >= 16 && depth >= 3) + i32::from(quiet >= 48 && depth >= 4);
                }
            }
            let (narrow, after) = (SearchWindow { alpha, beta: alpha + 1 }, after());
            let mut value = if index == 0 {
                self.value_of(position, &after, depth - 1, place, SearchWindow { alpha, beta })?
            } else {
                self.value_of(position, &after, depth - 1 - less, place, narrow)?
            };
            if index > 0 && value > alpha && (less > 0 || value < beta) {
                value = self.value_of(position, &after, depth - 1, place, SearchWindow { alpha, beta })?;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_name = name_of(&candidate.m);
                    self.extend_line(place.ply, candidate.m);
                    if value >= beta {
                        if !noisy {
                            self.order.cuts(position, &candidate.m, place.ply, depth);
                        }
                        break;
                    }
                }
            }
        }
        Ok((best, best_name))
    }

    /// Whether a null move may be tried: the side to move has a piece and stands above beta, and the turn would change.
    fn may_pass(&self, survey: &Survey<'_>, depth: i32, static_value: i32, beta: i32) -> bool {
        let position = survey.position();
        let rules = position.rules();
        let is_piece = |id| {
            let rule = &rules.kind(position.piece(id).kind).rule;
            !rule.pawn && !rule.royal
        };
        let static_value = if depth <= 3 {
            static_value
        } else {
            self.shared.evaluator.evaluate_within(survey, beta - 1, beta)
        };
        position.series().is_none()
            && !is_mate(beta)
            && static_value >= beta
            && position.side(position.turn()).any(is_piece)
    }

    pub(super) fn extend_line(&mut self, ply: usize, m: Move) {
        let mut line = std::mem::take(&mut self.lines[ply]);
        line.clear();
        line.push(m);
        line.extend_from_slice(&self.lines[ply + 1]);
        self.lines[ply] = line;
    }

    /// Returns the spans of the legal set. Where that takes long, the budget is tested between pieces.
    pub fn legal(&mut self, position: &PlanePosition, survey: &Survey<'_>) -> Result<Vec<Span>, SearchOver> {
        if position.has_closed_forms() {
            return Ok(survey.legal());
        }
        let mut spans = Vec::new();
        for id in position.side(position.turn()) {
            self.meter.test_limits();
            if self.meter.is_over() {
                return Err(SearchOver);
            }
            spans.extend(survey.legal_of(id));
        }
        Ok(spans)
    }

    /// Returns the candidates among these spans and the regions of the position.
    pub fn chosen<'b>(
        &mut self,
        position: &'b PlanePosition,
        survey: &Survey<'b>,
        spans: &[Span],
        width: Width,
    ) -> Result<Vec<CandidateMove>, SearchOver> {
        let chooser = Chooser::new(position, survey, width);
        let mut found = Vec::with_capacity(64);
        if position.has_closed_forms() && width < Width::Full {
            chooser.of_spans(spans, &mut found);
        } else {
            for group in spans.chunk_by(|a, b| a.piece == b.piece && a.lane == b.lane) {
                self.meter.test_limits();
                if self.meter.is_over() {
                    return Err(SearchOver);
                }
                chooser.of_spans(group, &mut found);
            }
        }
        let is_odd = |id: &PieceId| !position.rules().kind(position.piece(*id).kind).plain;
        for id in position.side(position.turn()).filter(is_odd) {
            if position.lanes(id).iter().any(|lane| lane.shape == LaneShape::Area) {
                self.meter.test_limits();
                if self.meter.is_over() {
                    return Err(SearchOver);
                }
                chooser.of_regions(id, &mut found);
            }
        }
        Ok(found)
    }
}

/// Whether a value is a mate.
fn is_mate(value: i32) -> bool {
    Score::from_raw(value).plies_to_mate().is_some()
}

/// Returns a value for the table: mates are counted from the position instead of the root.
fn to_table(value: i32, turns: u32) -> i32 {
    moved(value, turns as i32)
}

/// Returns a value of the table, with mates counted from the root.
fn from_table(value: i32, turns: u32) -> i32 {
    moved(value, -(turns as i32))
}

fn moved(value: i32, turns: i32) -> i32 {
    if !is_mate(value) {
        return value;
    }
    if value > 0 { value + turns } else { value - turns }
}
