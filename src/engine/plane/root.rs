//! The moves at the root on the plane: which are searched, mates in one beside them, and the choice of weaker levels.

use super::candidates::{CandidateMove, Chooser, Width};
use super::evaluate::evaluate;
use super::level::{Judged, LastMove, PlaneHandicap, is_idle};
use super::mates::{MOST_TRIALS, MateLimits, mate_in_one};
use super::tree::{PlaneTree, key_of, test_limits};
use super::values::Values;
use crate::budget::{Budget, CutShort};
use crate::engine::result::SearchResult;
use crate::engine::score::Score;
use crate::engine::search::{self, Root, RootThread, RootTree, SearchContext, SearchRequest, SearchWindow};
use crate::game::resolve;
use crate::notation::PlaneMoveText;
use crate::plane::{Move, Piece, PlanePosition, Survey};
use std::cmp::Reverse;

/// The number of positions that are counted as a second where there is no clock: about as many as a browser searches.
const WITHOUT_CLOCK: f64 = 10_000.0;

/// The number of positions between two tests of the budget, if all pieces are plain and so quick to compute.
const TEST_INTERVAL: u64 = 16;

/// The rank from which quiet moves are searched one ply less deep.
const REDUCED: usize = 8;

/// The rank from which quiet moves are searched two plies less deep.
const REDUCED_TWICE: usize = 40;

/// A move at the root on the plane.
type RootMove = search::RootMove<CandidateMove>;

/// Returns the best moves of a position. `earlier` are the positions of the game, first to last.
pub(in crate::engine) fn best(
    position: &PlanePosition,
    earlier: &[&PlanePosition],
    request: SearchRequest<'_>,
) -> SearchResult {
    let options = request.options;
    let handicap = PlaneHandicap::of(options.level, position);
    let limits = handicap.map_or(options.limits, |handicap| handicap.limit(&options.limits));
    let budget = Budget::new(&limits.timed(WITHOUT_CLOCK), request.stop);
    let tree = PlaneTree {
        rules: position.rules(),
        values: &Values::measured(position.rules()),
        doubt: handicap.map_or(0, |handicap| handicap.doubt()),
        is_restricted: !options.only.is_empty(),
    };
    let keys: Vec<u64> = earlier.iter().map(|position| key_of(position)).collect();
    let root = Root {
        context: SearchContext { tree: &tree, known: request.known, earlier: &keys },
        position,
        request,
        budget: &budget,
        test_interval: if position.is_plain() { TEST_INTERVAL } else { 1 },
        lines: options.lines.max(1),
    };
    let threads = if handicap.is_some() { 1 } else { options.threads };
    let mut moves = root.search(tree.first_moves(position, &options.only), threads);
    if let Some(handicap) = handicap {
        tree.misjudge(handicap, options.seed, position, earlier, &mut moves);
    }
    root.result(&moves)
}

impl PlaneTree<'_> {
    /// Returns the requested moves that are legal, or any legal move: the answer if there is no time at all.
    fn first_moves(&self, position: &PlanePosition, only: &[String]) -> Vec<RootMove> {
        if self.is_restricted {
            return only.iter().filter_map(|text| self.root_move(position, read(position, text)?)).collect();
        }
        let survey = Survey::new(position);
        let [narrow, full] = [Width::Narrow, Width::Full].map(|width| Chooser::new(position, &survey, width));
        let pieces = || position.side(position.turn());
        let on_lanes = pieces().map(|piece| narrow.of_spans(&survey.legal_of(piece)));
        let near = pieces().map(|piece| narrow.of_regions(piece));
        let anywhere = pieces().map(|piece| full.of_regions(piece));
        let mut candidates = on_lanes.chain(near).chain(anywhere).flatten();
        candidates.find_map(|candidate| self.root_move(position, candidate.m)).into_iter().collect()
    }

    /// Returns a move with the value at sight of the position after it; `None` if the judge finds the move illegal.
    fn root_move(&self, position: &PlanePosition, m: Move) -> Option<RootMove> {
        let candidate = CandidateMove { m, captures: position.judge(m).ok()?.captures };
        let after = position.after_legal(m, &candidate.captures);
        let value = self.value_at_sight(position, &after);
        Some(RootMove::new(candidate, value))
    }

    /// Returns the value of a move without a search: the static value of the position after it, for the side that moves.
    fn value_at_sight(&self, before: &PlanePosition, after: &PlanePosition) -> i32 {
        let value = evaluate(self.values, &Survey::new(after), SearchWindow::FULL);
        if after.turn() == before.turn() { value } else { -value }
    }

    /// Adds the missing candidates of a width.
    fn add_candidates(&self, thread: &mut RootThread<'_, Self>, width: Width) -> Result<(), CutShort> {
        let RootThread { root, search, moves, .. } = thread;
        let survey = Survey::new(root.position);
        let spans = self.legal(&survey, &mut search.meter)?;
        let found = self.chosen(&survey, &spans, width, &mut search.meter)?;
        for candidate in search.sorted(root.position, found) {
            if moves.iter().all(|known| known.line[0].m != candidate.m) {
                test_limits(&mut search.meter)?;
                moves.extend(self.root_move(root.position, candidate.m));
            }
        }
        Ok(())
    }

    /// Searches every move to a depth. A move that is not among the best only gets a bound.
    fn search_moves(&self, thread: &mut RootThread<'_, Self>, depth: u32) -> Result<(), CutShort> {
        let RootThread { root, search, moves, .. } = thread;
        let mut best: Vec<i32> = Vec::with_capacity(root.lines + 1);
        for (index, root_move) in moves.iter_mut().enumerate() {
            let candidate = &root_move.line[0];
            // The window is wide enough for two misjudged moves to change places.
            let least = best.get(root.lines - 1).map_or(-Score::GREATEST.raw(), |value| value - self.doubt);
            let mut value_of = |less: i32, window| {
                let part = || search.root_move(root.position, candidate, depth as i32 - less, window);
                root.budget.run(part).flatten()
            };
            let whole = SearchWindow { alpha: least, beta: Score::GREATEST.raw() };
            let value = if index < root.lines || self.doubt > 0 {
                value_of(0, whole)?
            } else {
                let is_reduced = !candidate.is_noisy() && index >= REDUCED && depth >= 3;
                let less = i32::from(is_reduced) + i32::from(is_reduced && index >= REDUCED_TWICE);
                let bound = value_of(less, SearchWindow::null(least))?;
                if bound > least { value_of(0, whole)? } else { bound }
            };
            root_move.value = value;
            root_move.last_depth = depth;
            if value > least {
                root_move.follow(search.line(), depth);
                best.insert(best.partition_point(|other| *other >= value), value);
            }
        }
        Ok(())
    }

    /// Searches for a mate in one, unless one has been found, with at most half of the time and of the positions. Returns whether
    /// that mate answers the request.
    fn hunt_mate(&self, thread: &mut RootThread<'_, Self>) -> Result<bool, CutShort> {
        let RootThread { root, search, moves, .. } = thread;
        let mate = Score::mates_in(1).raw();
        if self.is_restricted || moves.first().is_some_and(|best| best.value == mate) {
            return Ok(false);
        }
        search.meter.test_limits();
        let limits = root.budget.limits();
        let limits = MateLimits {
            budget: root.budget,
            time: limits.time.map(|time| time / 2),
            trials: limits.nodes.map_or(MOST_TRIALS, |nodes| MOST_TRIALS.min(nodes / 2)),
        };
        let found = mate_in_one(root.position, limits);
        let mate_move = found.ok().flatten().and_then(|m| self.root_move(root.position, m));
        let Some(RootMove { line, .. }) = mate_move else {
            return if root.budget.is_over() { Err(CutShort) } else { Ok(false) };
        };
        moves.retain(|other| other.line[0].m != line[0].m);
        moves.insert(0, RootMove::found(line, mate, 1));
        Ok(root.lines == 1)
    }

    /// Puts first the move that a weak player considers best.
    fn misjudge(
        &self,
        handicap: PlaneHandicap,
        seed: u64,
        position: &PlanePosition,
        earlier: &[&PlanePosition],
        moves: &mut [RootMove],
    ) {
        let seed = seed ^ key_of(position);
        let last_move = LastMove::of(position, earlier);
        let last_depth = moves.iter().map(|root_move| root_move.last_depth).max();
        let mut chosen = 0;
        let mut greatest = f64::NEG_INFINITY;
        for (index, root_move) in moves.iter().enumerate() {
            if Some(root_move.last_depth) != last_depth {
                continue;
            }
            let candidate = &root_move.line[0];
            let after = position.after_legal(candidate.m, &candidate.captures);
            let judged = Judged {
                at_sight: self.value_at_sight(position, &after),
                searched: root_move.value,
                is_idle: !candidate.is_noisy() && is_idle(position, &after, candidate.m.piece, last_move),
            };
            let opinion = handicap.opinion(seed, candidate.m, judged);
            // Among equal opinions the first counts, because bounds stand behind the values that they equal.
            if opinion > greatest {
                (chosen, greatest) = (index, opinion);
            }
        }
        if !moves.is_empty() {
            moves[..=chosen].rotate_right(1);
        }
    }
}

impl RootTree for PlaneTree<'_> {
    const MOST_DEPTH: u32 = 40;
    const AHEAD: u32 = 1;

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

    fn widen(&self, thread: &mut RootThread<'_, Self>, iteration: u32) -> Result<(), CutShort> {
        let width = match iteration {
            0 => Width::Narrow,
            2 => Width::Full,
            _ => return Ok(()),
        };
        if self.is_restricted {
            return Ok(());
        }
        thread.root.budget.run(|| self.add_candidates(thread, width)).flatten()
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
        // Among plain kinds the first iteration finds most mates sooner than exact sets do. For other kinds, trying moves is faster.
        let is_plain = |piece: &Piece| self.rules.kind(piece.kind).plain;
        let hunt_after = u32::from(thread.root.position.pieces().iter().all(is_plain));
        if iteration == hunt_after && thread.root.budget.run(|| self.hunt_mate(thread)).flatten()? {
            return Ok(true);
        }
        let mate = thread.moves.first().and_then(|best| best.plies_to_mate());
        Ok(thread.root.lines == 1 && mate.is_some_and(|plies| plies < thread.depth(iteration)))
    }
}

/// Returns the move of a text.
fn read(position: &PlanePosition, text: &str) -> Option<Move> {
    let written: PlaneMoveText = text.parse().ok()?;
    resolve(position, &written).ok()
}
