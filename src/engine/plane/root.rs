//! The search from the root: iterative deepening, several lines, levels, threads.

use super::candidates::{CandidateMove, Width};
use super::evaluate::Evaluator;
use super::level::{Judged, LastMove, PlaneHandicap, is_idle};
use super::mates::{MOST, mate_in_one};
use super::tree::{PlaneTree, key_of, test_limits};
use crate::budget::{Budget, StopSignal};
use crate::chess::Status;
use crate::engine::options::Options;
use crate::engine::result::{SearchLine, SearchProgress, SearchResult};
use crate::engine::score::Score;
use crate::engine::search::{AlphaBeta, KnownPositions, SearchContext, SearchOver, SearchWindow};
use crate::game::resolve;
use crate::notation::PlaneMoveText;
use crate::plane::{Move, PlanePosition, Survey};

/// The greatest depth of an iteration, plies.
const MOST_DEPTH: u32 = 40;

/// The number of positions for which a second stands where there is no clock: about as many as a browser searches.
const WITHOUT_CLOCK: f64 = 10_000.0;

/// The number of positions between two tests of the budget, where they are quick.
const BEAT: u64 = 16;

/// The search of one thread on the plane.
type PlaneSearch<'a> = AlphaBeta<'a, PlaneTree<'a>>;

/// A move at the root.
#[derive(Debug, Clone)]
struct RootMove {
    candidate: CandidateMove,
    after: PlanePosition,
    /// The value that the position after it has without a search.
    at_sight: i32,
    /// The value found by the last iteration, or a bound.
    value: i32,
    line: Vec<Move>,
    depth: u32,
    /// The last iteration that searched the move; values of different iterations are not compared.
    seen: u32,
}

/// Returns the best moves of a position. `earlier` are the positions of the game, first to last; `kept` is the table of earlier
/// searches.
pub(in crate::engine) fn best(
    position: &PlanePosition,
    earlier: &[&PlanePosition],
    options: &Options,
    stop: &StopSignal,
    kept: &mut Option<KnownPositions>,
    report: &(dyn Fn(&SearchProgress<'_>) + Sync),
) -> SearchResult {
    let weakness = PlaneHandicap::of(options.level, position);
    let limits = weakness.map_or(options.limits, |weakness| weakness.limit(&options.limits));
    let limits = limits.timed(WITHOUT_CLOCK);
    let budget = Budget::new(&limits, stop);
    let evaluator = Evaluator::new(position.rules());
    let tree = PlaneTree { rules: position.rules(), evaluator: &evaluator };
    let known = KnownPositions::of_game(kept, options.hash_mb);
    let keys: Vec<u64> = earlier.iter().map(|position| key_of(position)).collect();
    let root = Root {
        position,
        earlier,
        budget: &budget,
        context: SearchContext { tree: &tree, known, earlier: &keys },
        only: &options.only,
        wanted: options.lines.max(1),
        weakness,
        seed: options.seed,
        half: limits.time.map(|time| time.as_secs_f64() / 2.0),
    };
    let helpers = if weakness.is_some() { 0 } else { options.threads.max(1) - 1 };
    let moves = std::thread::scope(|scope| {
        for number in 1..=helpers {
            let root = &root;
            scope.spawn(move || root.iterate(number as u32 % 2, &|_| {}));
        }
        let moves = root.iterate(0, report);
        budget.end();
        moves
    });
    let lines = moves.iter().take(root.wanted).map(|m| root.line_of(m)).collect();
    SearchResult { status: Status::Ongoing, lines, nodes: budget.nodes(), seconds: budget.seconds() }
}

struct Root<'a> {
    position: &'a PlanePosition,
    earlier: &'a [&'a PlanePosition],
    budget: &'a Budget,
    context: SearchContext<'a, PlaneTree<'a>>,
    only: &'a [String],
    wanted: usize,
    weakness: Option<PlaneHandicap>,
    seed: u64,
    /// Half of the time, seconds.
    half: Option<f64>,
}

impl Root<'_> {
    /// Returns the moves, best first, as far as the limits allow; at least one.
    fn iterate(&self, deeper: u32, report: &(dyn Fn(&SearchProgress<'_>) + Sync)) -> Vec<RootMove> {
        let beat = if self.position.is_plain() { BEAT } else { 1 };
        let mut search = PlaneSearch::new(self.context, self.budget.meter(beat));
        let mut moves = self.first_moves();
        // A search may end anywhere; the moves are then as the last complete step left them.
        let _ = self.deepen(deeper, &mut search, &mut moves, report);
        self.misjudge(&mut moves);
        moves
    }

    /// Returns any legal move, or the requested ones: the answer if there is no time at all.
    fn first_moves(&self) -> Vec<RootMove> {
        if !self.only.is_empty() {
            return self.only.iter().filter_map(|text| self.read(text)).collect();
        }
        let survey = Survey::new(self.position);
        let pieces = || self.position.side(self.position.turn());
        let mut found = Vec::new();
        for piece in pieces() {
            let chooser = super::candidates::Chooser::new(self.position, &survey, Width::Narrow);
            chooser.of_spans(&survey.legal_of(piece), &mut found);
            if let Some(first) = found.drain(..).find_map(|candidate| self.judged(candidate)) {
                return vec![first];
            }
        }
        for width in [Width::Narrow, Width::Full] {
            for piece in pieces() {
                let chooser = super::candidates::Chooser::new(self.position, &survey, width);
                chooser.of_regions(piece, &mut found);
                if let Some(first) = found.drain(..).find_map(|candidate| self.judged(candidate)) {
                    return vec![first];
                }
            }
        }
        Vec::new()
    }

    /// Returns the move of a text.
    fn read(&self, text: &str) -> Option<RootMove> {
        let written: PlaneMoveText = text.parse().ok()?;
        let m = resolve(self.position, &written).ok()?;
        let captures = self.position.judge(m).ok()?.captures;
        self.judged(CandidateMove { m, captures })
    }

    /// Returns a candidate if the judge finds it legal.
    fn judged(&self, candidate: CandidateMove) -> Option<RootMove> {
        let mut after = self.position.clone();
        after.play(candidate.m).ok()?;
        let line = vec![candidate.m];
        let worth = self.context.tree.evaluator.evaluate(&Survey::new(&after));
        let value = if after.turn() == self.position.turn() { worth } else { -worth };
        Some(RootMove { candidate, after, at_sight: value, value, line, depth: 0, seen: 0 })
    }

    /// Runs a part of the search, which ends when the budget is used up, even within a legal set.
    fn within<T>(&self, part: impl FnOnce() -> Result<T, SearchOver>) -> Result<T, SearchOver> {
        self.budget.run(part).unwrap_or(Err(SearchOver))
    }

    /// Adds the missing candidates of a width.
    fn widen(
        &self,
        search: &mut PlaneSearch<'_>,
        moves: &mut Vec<RootMove>,
        width: Width,
    ) -> Result<(), SearchOver> {
        if !self.only.is_empty() {
            return Ok(());
        }
        let survey = Survey::new(self.position);
        let spans = self.context.tree.legal(&survey, &mut search.meter)?;
        let found = self.context.tree.chosen(&survey, &spans, width, &mut search.meter)?;
        for candidate in search.sorted(self.position, found) {
            if moves.iter().all(|m| m.candidate.m != candidate.m) {
                test_limits(&mut search.meter)?;
                moves.extend(self.judged(candidate));
            }
        }
        Ok(())
    }

    fn deepen(
        &self,
        deeper: u32,
        search: &mut PlaneSearch<'_>,
        moves: &mut Vec<RootMove>,
        report: &(dyn Fn(&SearchProgress<'_>) + Sync),
    ) -> Result<(), SearchOver> {
        // Among plain pieces the first iteration finds most mates sooner than exact sets; for other kinds, trying moves is faster.
        let is_odd = |piece: &crate::plane::Piece| !self.position.rules().kind(piece.kind).plain;
        let hunts_first = self.position.pieces().iter().any(is_odd);
        if hunts_first && self.within(|| self.finds_mate(search, moves))? {
            self.tell(search, moves, report);
            return Ok(());
        }
        self.within(|| self.widen(search, moves, Width::Narrow))?;
        for step in 1..=MOST_DEPTH {
            if !self.budget.may_begin(step) {
                break;
            }
            if step == 2 {
                self.within(|| self.widen(search, moves, Width::Full))?;
            }
            let depth = step + deeper;
            // Several lines are compared, so they must have one depth.
            let complete = (self.wanted > 1 && step > 1).then(|| moves.clone());
            if let Err(over) = self.iteration(depth, search, moves) {
                if let Some(complete) = complete {
                    *moves = complete;
                }
                return Err(over);
            }
            if step == 1 && !hunts_first && self.within(|| self.finds_mate(search, moves))? {
                self.tell(search, moves, report);
                break;
            }
            self.tell(search, moves, report);
            let mated = moves.first().and_then(|m| Score::from_raw(m.value).plies_to_mate());
            if self.wanted == 1 && mated.is_some_and(|(plies, _)| plies < depth) {
                break;
            }
        }
        Ok(())
    }

    /// Searches for a mate in one, unless one has been found, with at most half of the time and of the positions. Returns whether
    /// that answers the request.
    fn finds_mate(
        &self,
        search: &mut PlaneSearch<'_>,
        moves: &mut Vec<RootMove>,
    ) -> Result<bool, SearchOver> {
        let mate = Score::mates_in(1).raw();
        if !self.only.is_empty() || moves.first().is_some_and(|m| m.value == mate) {
            return Ok(false);
        }
        let survey = Survey::new(self.position);
        search.meter.test_limits();
        let is_early = || self.half.is_none_or(|half| self.budget.seconds() < half);
        let most = self.budget.limits().nodes.map_or(MOST, |nodes| MOST.min(nodes / 2));
        let found = mate_in_one(self.position, &survey, most, &|| is_early() && !self.budget.is_over());
        let Some(mut first) = found.ok().flatten().and_then(|mate| self.judged(mate)) else {
            return if self.budget.is_over() { Err(SearchOver) } else { Ok(false) };
        };
        (first.value, first.depth, first.seen) = (mate, 1, 1);
        moves.retain(|m| m.candidate.m != first.candidate.m);
        moves.insert(0, first);
        Ok(self.wanted == 1)
    }

    /// Runs an iteration and sorts the moves. An iteration that is cut short sorts those that it searched.
    fn iteration(
        &self,
        depth: u32,
        search: &mut PlaneSearch<'_>,
        moves: &mut [RootMove],
    ) -> Result<(), SearchOver> {
        let mut come_to = 0;
        let done = self.search_all(depth, search, moves, &mut come_to);
        // The sort is stable, so bounds stay behind the values that they equal.
        moves[..come_to].sort_by_key(|m| std::cmp::Reverse(m.value));
        done
    }

    /// Searches every move to a depth. A move that is not among the best only gets a bound.
    fn search_all(
        &self,
        depth: u32,
        search: &mut PlaneSearch<'_>,
        moves: &mut [RootMove],
        come_to: &mut usize,
    ) -> Result<(), SearchOver> {
        let greatest = Score::GREATEST.raw();
        let mut best: Vec<i32> = Vec::with_capacity(self.wanted + 1);
        // The window is wide enough for two misjudged moves to change places.
        let doubt = self.weakness.map_or(0, |weakness| weakness.doubt());
        for (index, m) in moves.iter_mut().enumerate() {
            let least = best.get(self.wanted - 1).map_or(-greatest, |value| value - doubt);
            let noisy = m.candidate.is_noisy();
            let reduced = !noisy && index >= 8 && depth >= 3;
            let less = i32::from(reduced) + i32::from(reduced && index >= 40);
            let whole = SearchWindow { alpha: least, beta: greatest };
            let mut value_of =
                |depth, window| self.within(|| search.root_move(self.position, &m.candidate, depth, window));
            let value = if index < self.wanted || doubt > 0 {
                value_of(depth as i32, whole)?
            } else {
                let narrow = SearchWindow::null(least);
                let value = value_of(depth as i32 - less, narrow)?;
                if value > least { value_of(depth as i32, whole)? } else { value }
            };
            (m.value, m.seen) = (value, depth);
            if value > least {
                m.depth = depth;
                m.line.truncate(1);
                m.line.extend(search.line().iter().map(|candidate| candidate.m));
                let at = best.partition_point(|other| *other >= value);
                best.insert(at, value);
            }
            *come_to = index + 1;
        }
        Ok(())
    }

    /// Puts first the move that a weak player considers best.
    fn misjudge(&self, moves: &mut [RootMove]) {
        let Some(weakness) = self.weakness else { return };
        let seed = self.seed ^ key_of(self.position);
        let last = LastMove::of(self.position, self.earlier);
        let seen = moves.iter().map(|m| m.seen).max();
        let judged = moves.iter().enumerate().filter(|(_, m)| Some(m.seen) == seen).map(|(index, m)| {
            let (at_sight, searched) = (m.at_sight, m.value);
            let is_idle =
                !m.candidate.is_noisy() && is_idle(self.position, &m.after, m.candidate.m.piece, last);
            (index, weakness.opinion(seed, m.candidate.m, Judged { at_sight, searched, is_idle }))
        });
        // Among equal opinions the first counts, because bounds stand behind the values that they equal.
        if let Some((chosen, _)) = judged.min_by(|a, b| b.1.total_cmp(&a.1)) {
            moves[..=chosen].rotate_right(1);
        }
    }

    fn line_of(&self, m: &RootMove) -> SearchLine {
        let mut position = self.position.clone();
        let mut texts = Vec::with_capacity(m.line.len());
        for &next in &m.line {
            let text = position.text_of(next).to_string();
            if position.play(next).is_err() {
                break;
            }
            texts.push(text);
        }
        SearchLine { score: Score::from_raw(m.value), depth: m.depth.max(1), moves: texts }
    }

    fn tell(
        &self,
        search: &mut PlaneSearch<'_>,
        moves: &[RootMove],
        report: &(dyn Fn(&SearchProgress<'_>) + Sync),
    ) {
        search.meter.report();
        for (index, m) in moves.iter().take(self.wanted).enumerate() {
            let line = self.line_of(m);
            report(&SearchProgress {
                place: index + 1,
                line: &line,
                deepest: search.deepest.max(1) as u32,
                table_permille: self.context.known.permille(),
                nodes: self.budget.nodes(),
                seconds: self.budget.seconds(),
            });
        }
    }
}
