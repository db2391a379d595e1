//! The moves at the root on the plane: their choice, their search, mates in one, and the misjudgements of weaker levels.

use super::candidates::{CandidateMove, Chooser, Width};
use super::evaluate::evaluate;
use super::level::{LastMove, MoveFacts, PlaneHandicap, is_idle};
use super::mates::{MOST_TRIALS, MateLimits, mate_in_one};
use super::tree::{PlaneTree, candidates, key_of, legal_spans, stop_if_over};
use super::values::Values;
use crate::budget::{Budget, CutShort};
use crate::engine::result::SearchResult;
use crate::engine::score::Score;
use crate::engine::search::{self, Root, RootThread, RootTree, SearchRequest, SearchWindow};
use crate::game::resolve;
use crate::notation::PlaneMoveText;
use crate::plane::{Move, Piece, PlanePosition, Survey};
use std::cmp::Reverse;

/// The number of positions that are counted as a second where there is no clock: about as many as a browser searches.
const POSITIONS_A_SECOND: f64 = 10_000.0;

/// The number of positions between two tests of the budget, if all pieces are plain. Such positions are quick to compute.
const TEST_INTERVAL: u64 = 16;

/// The first iteration that searches the candidates of the full width.
const FIRST_FULL: u32 = 2;

/// The rank of the first quiet move that is searched one ply less deep.
const FIRST_REDUCED: usize = 8;

/// The rank of the first quiet move that is searched two plies less deep.
const FIRST_REDUCED_TWICE: usize = 40;

/// The least depth at which later moves are searched less deep, plies.
const LEAST_REDUCED_DEPTH: u32 = 3;

type RootMove = search::RootMove<CandidateMove>;

/// Returns the best moves of a position. `earlier` are the positions of the game, first to last.
pub(in crate::engine) fn best(
    position: &PlanePosition,
    earlier: &[&PlanePosition],
    request: SearchRequest<'_>,
) -> SearchResult {
    let options = request.options;
    let handicap = PlaneHandicap::of(options.level, position);
    let limits =
        handicap.map_or(options.limits, |handicap| options.limits_within(handicap.depth, handicap.nodes));
    let budget = Budget::new(&limits.in_positions_without_clock(POSITIONS_A_SECOND), request.stop);
    let tree = PlaneTree {
        values: &Values::measured(position.rules()),
        swap_margin: handicap.map_or(0, |handicap| handicap.swap_margin()),
    };
    let keys: Vec<u64> = earlier.iter().map(|position| key_of(position)).collect();
    let root = Root {
        tree: &tree,
        earlier: &keys,
        position,
        request,
        budget: &budget,
        test_interval: if position.has_plain_discs() { TEST_INTERVAL } else { 1 },
        lines: options.lines.max(1),
    };
    let threads = if handicap.is_some() { 1 } else { options.threads };
    let first_moves = match options.requested_moves() {
        Some(requested) => tree.requested_moves(position, requested),
        None => tree.any_legal_move(position).into_iter().collect(),
    };
    let mut moves = root.search(first_moves, threads);
    if let Some(handicap) = handicap {
        let seed = options.seed ^ key_of(position);
        misjudge(handicap, seed, position, LastMove::of(position, earlier), &mut moves);
    }
    root.result(&moves)
}

impl PlaneTree<'_> {
    /// Returns the requested moves that are legal.
    fn requested_moves(&self, position: &PlanePosition, requested: &[String]) -> Vec<RootMove> {
        let written = requested.iter().filter_map(|text| text.parse::<PlaneMoveText>().ok());
        let moves = written.filter_map(|written| resolve(position, &written).ok());
        moves.filter_map(|m| self.root_move(position, m)).collect()
    }

    /// Returns one legal move, the answer if there is no time; `None` if no candidate is legal. The candidates that are slowest to
    /// compute, area leaps of the full width, are tried last.
    fn any_legal_move(&self, position: &PlanePosition) -> Option<RootMove> {
        let survey = Survey::new(position);
        let [narrow, full] = [Width::Narrow, Width::Full].map(|width| Chooser::new(&survey, width));
        let pieces = || position.side(position.turn());
        let on_lanes = pieces().map(|piece| narrow.of_spans(&survey.legal_of(piece)));
        let some_leaps = pieces().map(|piece| narrow.of_regions(piece));
        let more_leaps = pieces().map(|piece| full.of_regions(piece));
        let mut legal = on_lanes.chain(some_leaps).chain(more_leaps).flatten();
        legal.find_map(|candidate| self.root_move(position, candidate.m))
    }

    /// Returns a move with its value at sight; `None` if the judge finds the move illegal.
    fn root_move(&self, position: &PlanePosition, m: Move) -> Option<RootMove> {
        let candidate = CandidateMove { m, captures: position.judge(m).ok()?.captures };
        let after = position.after_legal(m, &candidate.captures);
        let value_after = evaluate(self.values, &Survey::new(&after), SearchWindow::FULL);
        let value_at_sight = if after.turn() == position.turn() { value_after } else { -value_after };
        Some(RootMove::new(candidate, value_at_sight))
    }

    /// Adds the missing candidates of a width, unless moves were requested.
    fn add_candidates(&self, thread: &mut RootThread<'_, Self>, width: Width) -> Result<(), CutShort> {
        if thread.root.request.options.requested_moves().is_some() {
            return Ok(());
        }
        thread.root.budget.run_search(|| self.add_candidates_of(thread, width))
    }

    fn add_candidates_of(&self, thread: &mut RootThread<'_, Self>, width: Width) -> Result<(), CutShort> {
        let RootThread { root, search, moves, .. } = thread;
        let survey = Survey::new(root.position);
        let spans = legal_spans(&survey, &mut search.meter)?;
        let found = candidates(&survey, &spans, width, &mut search.meter)?;
        for candidate in search.sorted(root.position, found) {
            if moves.iter().all(|known| known.first_move().m != candidate.m) {
                stop_if_over(&mut search.meter)?;
                moves.extend(self.root_move(root.position, candidate.m));
            }
        }
        Ok(())
    }

    /// Searches every move to a depth. A move that is not among the best only gets a bound.
    fn search_moves(&self, thread: &mut RootThread<'_, Self>, depth: u32) -> Result<(), CutShort> {
        let lines = thread.root.lines;
        let mut best = BestValues { lines, falling: Vec::new() };
        for index in 0..thread.moves.len() {
            // The window is wide enough for two misjudged moves to change places.
            let least = best.worst().map_or(SearchWindow::FULL.alpha, |value| value - self.swap_margin);
            let above_least = SearchWindow { alpha: least, ..SearchWindow::FULL };
            let value = if index < lines || self.swap_margin > 0 {
                thread.search_move(index, depth, above_least)?
            } else {
                let reduction = reduction(index, depth, thread.moves[index].first_move());
                thread.search_later_move(index, depth, reduction, above_least)?
            };
            let root_move = &mut thread.moves[index];
            root_move.value = value;
            root_move.last_depth = depth;
            if value > least {
                root_move.follow(thread.search.line(), depth);
                best.insert(value);
            }
        }
        Ok(())
    }

    /// Searches for a mate in one with half of the time and of the positions, and returns whether a found mate is the whole answer.
    fn find_mate(&self, thread: &mut RootThread<'_, Self>) -> Result<bool, CutShort> {
        let RootThread { root, search, moves, .. } = thread;
        let mate = Score::mates_in(1).raw();
        let has_request = root.request.options.requested_moves().is_some();
        if has_request || moves.first().is_some_and(|best| best.value == mate) {
            return Ok(false);
        }
        // The positions searched so far are reported to the budget, but mates are sought even if a limit is reached.
        search.meter.refresh();
        // A search that its own limits cut short has found no mate. Whether the whole budget is used up is asked afterwards.
        let limits = root.budget.limits();
        let mate_limits = MateLimits {
            budget: root.budget,
            time: limits.time.map(|time| time / 2),
            trials: limits.nodes.map_or(MOST_TRIALS, |nodes| MOST_TRIALS.min(nodes / 2)),
        };
        let mate_move = mate_in_one(root.position, mate_limits).unwrap_or(None);
        let Some(mating) = mate_move.and_then(|m| self.root_move(root.position, m)) else {
            return if root.budget.is_over() { Err(CutShort) } else { Ok(false) };
        };
        moves.retain(|known| known.first_move().m != mating.first_move().m);
        moves.insert(0, RootMove::with_line(mating.line, mate, 1));
        Ok(root.lines == 1)
    }
}

/// The values of the best moves so far.
struct BestValues {
    /// The number of moves whose values have to be exact.
    lines: usize,
    /// The values, in falling order. There may be more than `lines`.
    falling: Vec<i32>,
}

impl BestValues {
    /// Returns the least value that is among the best; `None` while there are fewer values than lines.
    fn worst(&self) -> Option<i32> {
        self.falling.get(self.lines - 1).copied()
    }

    fn insert(&mut self, value: i32) {
        self.falling.insert(self.falling.partition_point(|better| *better >= value), value);
    }
}

/// Returns the number of plies by which the move of a rank is searched less deep.
fn reduction(rank: usize, depth: u32, candidate: &CandidateMove) -> u32 {
    if candidate.is_noisy() || depth < LEAST_REDUCED_DEPTH {
        return 0;
    }
    match rank {
        FIRST_REDUCED_TWICE.. => 2,
        FIRST_REDUCED.. => 1,
        _ => 0,
    }
}

/// Puts first the move that a weak level considers best.
fn misjudge(
    handicap: PlaneHandicap,
    seed: u64,
    position: &PlanePosition,
    last_move: Option<LastMove>,
    moves: &mut [RootMove],
) {
    let last_depth = moves.iter().map(|root_move| root_move.last_depth).max();
    let mut chosen = 0;
    let mut greatest = f64::NEG_INFINITY;
    for (index, root_move) in moves.iter().enumerate() {
        if Some(root_move.last_depth) != last_depth {
            continue;
        }
        let candidate = root_move.first_move();
        let after = position.after_legal(candidate.m, &candidate.captures);
        let facts = MoveFacts {
            at_sight: root_move.value_at_sight,
            searched: root_move.value,
            is_idle: !candidate.is_noisy() && is_idle(position, &after, candidate.m.piece, last_move),
        };
        let opinion = handicap.opinion(seed, candidate.m, facts);
        // Of equal opinions the first counts, because bounds stand behind the values that they equal.
        if opinion > greatest {
            (chosen, greatest) = (index, opinion);
        }
    }
    if !moves.is_empty() {
        moves[..=chosen].rotate_right(1);
    }
}

impl RootTree for PlaneTree<'_> {
    const MOST_DEPTH: u32 = 40;
    const ODD_THREADS_DEEPER: u32 = 1;

    fn texts(&self, position: &PlanePosition, line: &[CandidateMove]) -> Vec<String> {
        let mut position = position.clone();
        let mut texts = Vec::with_capacity(line.len());
        for candidate in line {
            let text = position.text_of(candidate.m).to_string();
            if position.play(candidate.m).is_err() {
                break;
            }
            texts.push(text);
        }
        texts
    }

    fn prepare(&self, thread: &mut RootThread<'_, Self>) -> Result<bool, CutShort> {
        let is_answered = self.conclude(thread, 0)?;
        if !is_answered {
            self.add_candidates(thread, Width::Narrow)?;
        }
        Ok(is_answered)
    }

    fn widen(&self, thread: &mut RootThread<'_, Self>, iteration: u32) -> Result<(), CutShort> {
        if iteration == FIRST_FULL { self.add_candidates(thread, Width::Full) } else { Ok(()) }
    }

    fn iterate(&self, thread: &mut RootThread<'_, Self>, iteration: u32) -> Result<(), CutShort> {
        let depth = thread.depth(iteration);
        let outcome = self.search_moves(thread, depth);
        let searched = thread.moves.iter().take_while(|root_move| root_move.last_depth == depth).count();
        // The sort is stable, so bounds stay behind the values that they equal.
        thread.moves[..searched].sort_by_key(|root_move| Reverse(root_move.value));
        outcome
    }

    fn conclude(&self, thread: &mut RootThread<'_, Self>, iteration: u32) -> Result<bool, CutShort> {
        // With plain kinds alone the first iteration finds most mates sooner than exact sets do, so these wait for it.
        let position = thread.root.position;
        let is_plain_kind = |piece: &Piece| position.rules().kind(piece.kind).is_plain;
        let mates_after = u32::from(position.pieces().iter().all(is_plain_kind));
        if iteration == mates_after && thread.root.budget.run_search(|| self.find_mate(thread))? {
            return Ok(true);
        }
        let mate = thread.moves.first().and_then(|best| best.plies_to_mate());
        Ok(thread.root.lines == 1 && mate.is_some_and(|plies| plies < thread.depth(iteration)))
    }
}
