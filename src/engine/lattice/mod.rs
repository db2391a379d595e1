//! Choosing moves on a lattice: principal-variation search, or where turns are series a search over series.
//!
//! Belongs here: heuristics; `lattice` decides what is legal. Start at [`best`], then at `root`, the first ply, and `tree`, what the
//! search asks. `worth` and `pawn_paths` find the values of pieces and cells of a board, `evaluation` adds them up, and `exchange`
//! says what captures gain. `series` chooses where turns are series, `ending` uses tables of endings, and `level` has the weaker
//! levels.

mod ending;
mod evaluation;
mod exchange;
mod level;
mod pawn_paths;
mod root;
mod series;
mod tree;
mod worth;

use crate::budget::{Budget, SearchLimits, StopSignal};
use crate::chess::Status;
use crate::engine::options::Options;
use crate::engine::result::{SearchProgress, SearchResult};
use crate::engine::search::{KnownPositions, SearchContext};
use crate::lattice::{LatticePosition, LatticeRules, LatticeState, MoveList};
use ending::TableVerdict;
use level::LatticeHandicap;
use root::{LatticeSearch, RootMove};
use series::{Crew, SeriesSearch};
use tree::LatticeTree;
use worth::Worth;

/// The number of positions between two tests of the clock: some milliseconds at most.
const TEST_INTERVAL: u64 = 1024;

/// The number of lines among which a level below full strength chooses.
const CHOICE: usize = 4;

/// The number of positions for which a second stands where there is no clock: about as many as a browser searches.
const WITHOUT_CLOCK: f64 = 200_000.0;

/// Returns the best moves of a position. `earlier` are the positions of the game, first to last; `kept` is the table
/// of earlier searches.
pub(in crate::engine) fn best(
    position: &LatticePosition,
    earlier: &[&LatticePosition],
    options: &Options,
    stop: &StopSignal,
    kept: &mut Option<KnownPositions>,
    report: &(dyn Fn(&SearchProgress<'_>) + Sync),
) -> SearchResult {
    let (rules, state) = (position.rules(), position.state());
    let handicap = LatticeHandicap::of(options.level);
    let limits = handicap.map_or(options.limits, |handicap| handicap.limit(&options.limits));
    let limits = limits.timed(WITHOUT_CLOCK);
    let budget = Budget::new(&limits, stop);
    let worth = Worth::of(rules);
    let mut moves = root_moves(rules, state, &options.only);
    // Without any time the first move is the answer.
    moves.sort_by_key(|root| std::cmp::Reverse(exchange::gain(rules, &worth, state, root.line[0])));
    let lines = options.lines.max(if handicap.is_some() { CHOICE } else { 1 });
    let known = KnownPositions::of_game(kept, options.hash_mb);
    let last = earlier.iter().rev().find(|before| before.state().turn() == state.turn()).copied();
    let earlier: Vec<u64> = earlier.iter().map(|position| position.state().key()).collect();
    let tables = options.endings.of(rules).filter(|_| handicap.is_none());
    let verdict = tables.and_then(|tables| ending::from_tables(tables, state, &mut moves));
    // A side that holds a draw by the tables searches for the other's mistakes without them. Wrong tables are not used.
    let tables = tables.filter(|_| verdict.is_none());
    let tree = LatticeTree { rules, worth: &worth, tables };
    let context = SearchContext { tree: &tree, known, earlier: &earlier };
    let tell = |moves: &[RootMove], deepest: usize| {
        for (n, root) in moves.iter().take(options.lines.max(1)).enumerate() {
            report(&SearchProgress {
                place: n + 1,
                line: &root.as_line(rules),
                deepest: deepest as u32,
                table_permille: known.permille(),
                nodes: budget.nodes(),
                seconds: budget.seconds(),
            });
        }
    };
    if let Some(TableVerdict::Decided) = verdict {
        tell(&moves, moves.first().map_or(0, |best| best.line.len()));
    } else if rules.is_progressive() {
        let crew = Crew::new(&budget, options.threads);
        let bytes = options.hash_mb.saturating_mul(1 << 20);
        let search = SeriesSearch { tree, crew, bytes };
        search.run(state, &mut moves, |moves| {
            tell(moves, moves.first().map_or(0, |best| best.line.len()));
        });
    } else {
        search_on_threads(context, &budget, state, &mut moves, [lines, options.threads], &tell);
        let reported = lines.min(moves.len());
        complete(context, state, &mut moves[..reported]);
    }
    if let Some(handicap) = handicap {
        handicap.choose(&mut moves, options.seed, position, last);
    }
    let lines = moves.iter().take(options.lines.max(1)).map(|root| root.as_line(rules)).collect();
    SearchResult { status: Status::Ongoing, lines, nodes: budget.nodes(), seconds: budget.seconds() }
}

/// Deepens on several threads that share the table; the first thread's moves are the answer.
fn search_on_threads(
    context: SearchContext<'_, LatticeTree<'_>>,
    budget: &Budget,
    state: &LatticeState,
    moves: &mut [RootMove],
    [lines, threads]: [usize; 2],
    tell: &dyn Fn(&[RootMove], usize),
) {
    let beat = budget.limits().nodes.map_or(TEST_INTERVAL, |nodes| (nodes / 8).clamp(1, TEST_INTERVAL));
    std::thread::scope(|scope| {
        for _ in 1..threads.max(1) {
            let mut moves = moves.to_vec();
            scope.spawn(move || {
                let mut search = LatticeSearch::new(context, budget.meter(beat));
                root::deepen(&mut search, budget, state, &mut moves, lines, |_, _| {});
            });
        }
        let mut search = LatticeSearch::new(context, budget.meter(beat));
        root::deepen(&mut search, budget, state, moves, lines, |moves, search| tell(moves, search.deepest));
        budget.end();
    });
}

/// The greatest number of positions that are searched to complete the lines of an interrupted search.
const TAIL: u64 = 20_000;

/// Completes lines that end before their mate.
fn complete(context: SearchContext<'_, LatticeTree<'_>>, state: &LatticeState, moves: &mut [RootMove]) {
    if moves.iter().all(|root| root.plies_to_missing_mate().is_none()) {
        return;
    }
    let limits = SearchLimits { nodes: Some(TAIL), ..SearchLimits::default() };
    let budget = Budget::new(&limits, &StopSignal::new());
    let mut search = LatticeSearch::new(context, budget.meter(TEST_INTERVAL));
    moves.iter_mut().for_each(|root| root.complete(&mut search, state));
}

/// Returns the moves to choose among, in the order of their texts.
fn root_moves(rules: &LatticeRules, state: &LatticeState, only: &[String]) -> Vec<RootMove> {
    let mut moves = MoveList::new();
    // Play continues in a drawn game if nobody claims the draw.
    rules.moves_despite_counters(state, &mut moves);
    let mut named: Vec<_> = moves.into_iter().map(|m| (rules.move_text(m), m)).collect();
    named.sort();
    let wanted = named.into_iter().filter(|(text, _)| only.is_empty() || only.contains(text));
    wanted.map(|(_, m)| RootMove::new(m)).collect()
}
