//! The search: alpha-beta with a window of nothing for all moves but the first, over chosen moves.

use super::candidates::{Candidate, Chooser, Width};
use super::evaluate::Evaluator;
use super::order::Order;
use super::table::{Bound, Known, Table, key_of, name_of};
use super::visited::Visited;
use crate::chess::Status;
use crate::engine::limits::Meter;
use crate::engine::score::Score;
use crate::plane::{Move, Position, Span, Survey, Way};

/// The search must end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Over;

/// The greatest length of a line, checks and captures included.
pub const MOST_PLIES: usize = 64;

/// Captures are followed no farther than this beyond the depth.
const MOST_CAPTURES: usize = 8;

/// Checks are answered with every move no farther than this beyond the depth.
const MOST_CHECKS: usize = 2;

/// Hundredths of a pawn that a quiet move is thought to gain at most.
const QUIET_GAIN: i32 = 120;

/// Hundredths of a pawn that a capture may gain beyond the value of what it takes.
const CAPTURE_GAIN: i32 = 150;

/// How much less deep a search is after a move that is passed.
const PASSED: i32 = 2;

/// What the threads of a search share.
pub struct Shared<'a> {
    /// Values positions.
    pub evaluator: &'a Evaluator,
    /// Positions searched before.
    pub table: &'a Table,
}

/// A window of values: what lies outside is of no matter.
#[derive(Debug, Clone, Copy)]
pub struct Window {
    /// A value at most this is of no use to the side to move.
    pub alpha: i32,
    /// A value at least this will not be allowed by the other side.
    pub beta: i32,
}

/// Where in the tree a position stands.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// Plies from the root.
    pub ply: usize,
    /// How often the turn has changed since the root: the measure of mates.
    pub turns: u32,
}

/// One thread's search.
pub struct Search<'a> {
    shared: &'a Shared<'a>,
    /// Counts positions.
    pub meter: Meter<'a>,
    order: Order,
    visited: Visited,
    lines: Vec<Vec<Move>>,
    /// The plies of the longest line looked at.
    pub deepest: u32,
    /// Checks deepen the search no farther from the root than this.
    pub horizon: usize,
}

impl<'a> Search<'a> {
    /// A search after these earlier positions of a game.
    pub fn new(shared: &'a Shared<'a>, meter: Meter<'a>, earlier: &[&Position]) -> Search<'a> {
        let lines = vec![Vec::new(); MOST_PLIES + 2];
        Search {
            shared,
            meter,
            order: Order::new(),
            visited: Visited::of_game(earlier),
            lines,
            deepest: 0,
            horizon: 0,
        }
    }

    /// The line found below the root by the last search of a move there.
    pub fn line(&self) -> &[Move] {
        &self.lines[1]
    }

    /// The candidates of a position in the order in which they are searched.
    pub fn ordered(
        &self,
        position: &Position,
        found: Vec<Candidate>,
        best: u32,
        ply: usize,
    ) -> Vec<Candidate> {
        self.order.sorted(position, found, best, ply, self.shared.evaluator.values())
    }

    /// The value of a move of `position`, which stands at `place`, for the side that makes it.
    pub fn value_of(
        &mut self,
        position: &Position,
        after: &Position,
        depth: i32,
        place: Place,
        window: Window,
    ) -> Result<i32, Over> {
        let changes = after.turn() != position.turn();
        let next = Place { ply: place.ply + 1, turns: place.turns + u32::from(changes) };
        self.visited.push(position);
        let value = if changes {
            let turned = Window { alpha: -window.beta, beta: -window.alpha };
            self.search(after, depth, next, turned, true).map(|value| -value)
        } else {
            self.search(after, depth, next, window, true)
        };
        self.visited.pop();
        value
    }

    fn search(
        &mut self,
        position: &Position,
        depth: i32,
        place: Place,
        window: Window,
        may_pass: bool,
    ) -> Result<i32, Over> {
        if self.meter.tick() {
            return Err(Over);
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
        let Window { mut alpha, beta } = window;
        let is_narrow = beta - alpha <= 1;
        let key = key_of(position);
        let known = self.shared.table.get(key);
        if let Some(value) = known.filter(|known| is_narrow && known.depth >= depth).and_then(|known| {
            let value = from_table(known.value, place.turns);
            let holds = match known.bound {
                Bound::Exact => true,
                Bound::Least => value >= beta,
                Bound::Most => value <= alpha,
            };
            holds.then_some(value)
        }) {
            return Ok(value);
        }
        let calm = is_narrow && !in_check;
        let standing = if calm && depth <= 3 { self.shared.evaluator.evaluate(position) } else { 0 };
        if calm
            && may_pass
            && depth >= 2
            && self.may_pass(position, depth, standing, beta)
            && let Some(passed) = position.given_turn(!position.turn())
        {
            let next = Place { ply: place.ply + 1, turns: place.turns + 1 };
            self.visited.push(position);
            let turned = Window { alpha: -beta, beta: -beta + 1 };
            let value = self.search(&passed, depth - 1 - PASSED, next, turned, false);
            self.visited.pop();
            let value = -value?;
            if value >= beta {
                return Ok(if is_mate(value) { beta } else { value });
            }
        }
        let spans = self.legal(position, &survey)?;
        let width = if depth <= 1 { Width::Narrow } else { Width::Wide };
        let mut found = self.chosen(position, &survey, &spans, width)?;
        if found.is_empty() {
            if spans.is_empty() && !survey.has_legal_move() {
                return Ok(if in_check { -Score::mates_in(place.turns).raw() } else { 0 });
            }
            found = self.chosen(position, &survey, &spans, Width::Full)?;
        }
        if position.status_given(&survey, true) != Status::Ongoing {
            return Ok(0);
        }
        let best_known = known.map_or(0, |known| known.best);
        let ordered = self.ordered(position, found, best_known, place.ply);
        let hopeless = calm && depth == 1 && standing + QUIET_GAIN <= alpha;
        let quiet_enough = match depth {
            1 => 12,
            2 => 40,
            _ => usize::MAX,
        };
        let (mut best, mut best_name, mut quiet) = (-Score::GREATEST.raw(), 0, 0);
        for (index, candidate) in ordered.iter().enumerate() {
            let noisy = candidate.is_noisy();
            let after = position.after_legal(candidate.m, &candidate.captures);
            let mut less = 0;
            if !noisy {
                quiet += 1;
                if calm
                    && !is_mate(best)
                    && (hopeless || quiet > quiet_enough)
                    && index > 0
                    && !Survey::new(&after).in_check()
                {
                    best = best.max(if hopeless { standing } else { best });
                    continue;
                }
                if depth >= 2 && !in_check && index >= 4 {
                    less = 1 + i32::from(quiet >= 16 && depth >= 3) + i32::from(quiet >= 48 && depth >= 4);
                }
            }
            let narrow = Window { alpha, beta: alpha + 1 };
            let mut value = if index == 0 {
                self.value_of(position, &after, depth - 1, place, Window { alpha, beta })?
            } else {
                self.value_of(position, &after, depth - 1 - less, place, narrow)?
            };
            if index > 0 && value > alpha && (less > 0 || value < beta) {
                value = self.value_of(position, &after, depth - 1, place, Window { alpha, beta })?;
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
        let bound = if best >= beta {
            Bound::Least
        } else if best_name != 0 {
            Bound::Exact
        } else {
            Bound::Most
        };
        let best_name = if best_name == 0 { best_known } else { best_name };
        let value = to_table(best, place.turns);
        self.shared.table.put(key, Known { best: best_name, value, depth, bound });
        Ok(best)
    }

    /// Whether the side to move stands so well that it may as well pass: it has a piece, and the next turn is the other's.
    fn may_pass(&self, position: &Position, depth: i32, standing: i32, beta: i32) -> bool {
        let rules = position.rules();
        let is_piece = |id| {
            let rule = &rules.kind(position.piece(id).kind).rule;
            !rule.pawn && !rule.royal
        };
        let standing = if depth <= 3 { standing } else { self.shared.evaluator.evaluate(position) };
        position.series().is_none()
            && !is_mate(beta)
            && standing >= beta
            && position.side(position.turn()).any(is_piece)
    }

    /// The value once all captures are made that are worth making.
    fn quieten<'b>(
        &mut self,
        position: &'b Position,
        survey: &Survey<'b>,
        in_check: bool,
        beyond: usize,
        place: Place,
        window: Window,
    ) -> Result<i32, Over> {
        let Window { mut alpha, beta } = window;
        let answers = in_check && beyond <= MOST_CHECKS;
        let lone = position.side(position.turn()).nth(1).is_none();
        let mut best = -Score::GREATEST.raw();
        if !answers {
            if lone && !survey.has_legal_move() {
                return Ok(if in_check { -Score::mates_in(place.turns).raw() } else { 0 });
            }
            best = if is_drawn(position) { 0 } else { self.shared.evaluator.evaluate(position) };
            alpha = alpha.max(best);
            if best >= beta || beyond >= MOST_CAPTURES || place.ply + 1 >= MOST_PLIES {
                return Ok(best);
            }
        }
        let standing = best;
        let spans = self.legal(position, survey)?;
        let width = if answers { Width::Narrow } else { Width::Noisy };
        let mut found = self.chosen(position, survey, &spans, width)?;
        if found.is_empty() {
            if spans.is_empty() && !survey.has_legal_move() {
                return Ok(if in_check { -Score::mates_in(place.turns).raw() } else { 0 });
            }
            if !answers {
                return Ok(best);
            }
            found = self.chosen(position, survey, &spans, Width::Full)?;
        }
        let values = self.shared.evaluator.values();
        for candidate in self.ordered(position, found, 0, place.ply) {
            if !answers {
                let taken: i32 =
                    candidate.captures.iter().map(|&id| values.of(position.piece(id).kind)).sum();
                let becomes = candidate.m.promotion.map_or(0, |kind| values.of(kind));
                if standing + taken + becomes + CAPTURE_GAIN <= alpha {
                    continue;
                }
            }
            if self.meter.tick() {
                return Err(Over);
            }
            let after = position.after_legal(candidate.m, &candidate.captures);
            let next_survey = Survey::new(&after);
            let next_in_check = next_survey.in_check();
            let changes = after.turn() != position.turn();
            let next = Place { ply: place.ply + 1, turns: place.turns + u32::from(changes) };
            self.lines[next.ply].clear();
            let value = if changes {
                let turned = Window { alpha: -beta, beta: -alpha };
                -self.quieten(&after, &next_survey, next_in_check, beyond + 1, next, turned)?
            } else {
                self.quieten(&after, &next_survey, next_in_check, beyond + 1, next, Window { alpha, beta })?
            };
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.extend_line(place.ply, candidate.m);
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        Ok(best)
    }

    fn extend_line(&mut self, ply: usize, m: Move) {
        let mut line = std::mem::take(&mut self.lines[ply]);
        line.clear();
        line.push(m);
        line.extend_from_slice(&self.lines[ply + 1]);
        self.lines[ply] = line;
    }

    /// The spans of the legal set. Where that takes long the watch is looked at between pieces.
    pub fn legal(&mut self, position: &Position, survey: &Survey<'_>) -> Result<Vec<Span>, Over> {
        if position.is_plain() {
            return Ok(survey.legal());
        }
        let mut spans = Vec::new();
        for id in position.side(position.turn()) {
            self.meter.look();
            if self.meter.is_over() {
                return Err(Over);
            }
            spans.extend(survey.legal_of(id));
        }
        Ok(spans)
    }

    /// The candidates among these spans and the regions of the position.
    pub fn chosen<'b>(
        &mut self,
        position: &'b Position,
        survey: &Survey<'b>,
        spans: &[Span],
        width: Width,
    ) -> Result<Vec<Candidate>, Over> {
        let chooser = Chooser::new(position, survey, width);
        let mut found = Vec::with_capacity(64);
        if position.is_plain() && width < Width::Full {
            chooser.of_spans(spans, &mut found);
            return Ok(found);
        }
        for group in spans.chunk_by(|a, b| a.piece == b.piece && a.lane == b.lane) {
            self.meter.look();
            if self.meter.is_over() {
                return Err(Over);
            }
            chooser.of_spans(group, &mut found);
        }
        for id in position.side(position.turn()) {
            if position.lanes(id).iter().any(|lane| lane.way == Way::Area) {
                self.meter.look();
                if self.meter.is_over() {
                    return Err(Over);
                }
                chooser.of_regions(id, &mut found);
            }
        }
        Ok(found)
    }
}

/// Whether nothing but two kings is left.
fn is_drawn(position: &Position) -> bool {
    let royal = |piece: &crate::plane::Piece| position.rules().kind(piece.kind).rule.royal;
    position.pieces().len() == 2 && position.pieces().iter().all(royal)
}

/// Whether a value is a mate.
fn is_mate(value: i32) -> bool {
    Score::from_raw(value).plies_to_mate().is_some()
}

/// A value as it is kept: mates counted from the position instead of the root.
fn to_table(value: i32, turns: u32) -> i32 {
    moved(value, turns as i32)
}

/// A value as it is found from the root.
fn from_table(value: i32, turns: u32) -> i32 {
    moved(value, -(turns as i32))
}

fn moved(value: i32, turns: i32) -> i32 {
    if !is_mate(value) {
        return value;
    }
    if value > 0 { value + turns } else { value - turns }
}
