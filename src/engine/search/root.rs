//! The first ply of a search: iterations of rising depth over the moves of the root, by several threads.

use super::{AlphaBeta, GameTree, KnownPositions, SearchWindow};
use crate::budget::{Budget, CutShort, NodeMeter, StopSignal};
use crate::chess::Status;
use crate::engine::options::Options;
use crate::engine::result::{SearchLine, SearchProgress, SearchResult};
use crate::engine::score::Score;

/// The value of a move that has not been searched.
pub(in crate::engine) const UNSEARCHED: i32 = Score::LEAST.raw();

/// A move at the root, with the results of its search.
#[derive(Debug, Clone)]
pub(in crate::engine) struct RootMove<M> {
    /// The move and the moves that follow it.
    pub line: Vec<M>,
    /// The value for the side to move, or a bound of it.
    pub value: i32,
    /// The plies to which the line was searched; 0 before any search.
    pub depth: u32,
    /// The value at the end of the previous iteration.
    pub earlier_value: i32,
    /// The value that the move had without a search.
    pub value_at_sight: i32,
    /// The depth of the last iteration that searched the move. Values of different iterations are not compared.
    pub last_depth: u32,
}

impl<M: Clone> RootMove<M> {
    /// Returns a move that has not been searched, with its value at sight.
    pub fn new(m: M, value_at_sight: i32) -> RootMove<M> {
        RootMove::with_line(vec![m], value_at_sight, 0)
    }

    /// Returns a move whose line, value and depth are known without its search.
    pub fn with_line(line: Vec<M>, value: i32, depth: u32) -> RootMove<M> {
        RootMove { line, value, depth, earlier_value: value, value_at_sight: value, last_depth: depth }
    }

    /// Returns the move itself, which begins the line.
    pub fn first_move(&self) -> &M {
        &self.line[0]
    }

    /// Replaces the moves after the first by those that a search to a depth found.
    pub fn follow(&mut self, following: &[M], depth: u32) {
        self.line.truncate(1);
        self.line.extend_from_slice(following);
        self.depth = depth;
    }

    /// Returns the plies until mate; `None` if the value is not a mate.
    pub fn plies_to_mate(&self) -> Option<u32> {
        if self.value == UNSEARCHED {
            return None;
        }
        Score::from_raw(self.value).plies_to_mate()
    }
}

/// The request for a search of one position.
#[derive(Clone, Copy)]
pub(in crate::engine) struct SearchRequest<'a> {
    pub options: &'a Options,
    pub stop: &'a StopSignal,
    /// The table of known positions of earlier searches.
    pub known: &'a KnownPositions,
    /// Called for each line of each iteration.
    pub report: &'a (dyn Fn(&SearchProgress<'_>) + Sync),
}

/// The part of a search at the root that differs between boards.
pub(in crate::engine) trait RootTree:
    GameTree<Position: Sync, Move: Send> + Sized + Sync
{
    /// The greatest depth of an iteration, plies.
    const MOST_DEPTH: u32;
    /// The plies by which threads of odd number search deeper than the others.
    const ODD_THREADS_DEEPER: u32;

    /// Returns the texts of a line of moves from a position.
    fn texts(&self, position: &Self::Position, line: &[Self::Move]) -> Vec<String>;

    /// Returns whether the position is answered without a search. If it is not, adds the moves of the first iteration.
    fn prepare(&self, thread: &mut RootThread<'_, Self>) -> Result<bool, CutShort>;

    /// Adds the moves that are searched from an iteration on.
    fn widen(&self, thread: &mut RootThread<'_, Self>, iteration: u32) -> Result<(), CutShort>;

    /// Searches the moves and puts the best ones first. A search that is cut short does the same with its results so far.
    fn iterate(&self, thread: &mut RootThread<'_, Self>, iteration: u32) -> Result<(), CutShort>;

    /// Completes the results of an iteration, and returns whether they are final.
    fn conclude(&self, thread: &mut RootThread<'_, Self>, iteration: u32) -> Result<bool, CutShort>;
}

/// The search of a position's moves.
pub(in crate::engine) struct Root<'a, T: RootTree> {
    pub tree: &'a T,
    /// The keys of the game's positions before the root, first to last.
    pub earlier: &'a [u64],
    pub position: &'a T::Position,
    pub request: SearchRequest<'a>,
    pub budget: &'a Budget,
    /// The number of positions between two tests of the budget.
    pub test_interval: u64,
    /// The number of best moves whose values are exact.
    pub lines: usize,
}

/// The state of one thread in a search of the root.
pub(in crate::engine) struct RootThread<'r, T: RootTree> {
    pub root: &'r Root<'r, T>,
    pub search: AlphaBeta<'r, T>,
    pub moves: Vec<RootMove<T::Move>>,
    /// The number of the thread; 0 is the first, whose moves are the answer.
    number: u32,
}

impl<T: RootTree> Root<'_, T> {
    /// Returns the moves after a search by several threads that share the table. The best moves are first.
    pub fn search(&self, moves: Vec<RootMove<T::Move>>, threads: usize) -> Vec<RootMove<T::Move>> {
        std::thread::scope(|scope| {
            for number in 1..threads.max(1) as u32 {
                let moves = moves.clone();
                scope.spawn(move || self.searched_by_thread(number, moves));
            }
            let moves = self.searched_by_thread(0, moves);
            self.budget.end();
            moves
        })
    }

    /// Returns the moves, the best first, as the thread of a number has searched them.
    fn searched_by_thread(&self, number: u32, moves: Vec<RootMove<T::Move>>) -> Vec<RootMove<T::Move>> {
        let search = self.new_search(self.budget.meter(self.test_interval));
        let mut thread = RootThread { root: self, search, moves, number };
        // After a search that is cut short, the moves are as its last complete step left them.
        let _ = thread.deepen();
        thread.moves
    }

    /// Returns a search of the positions after the moves, which counts its positions by `meter`.
    pub fn new_search<'r>(&'r self, meter: NodeMeter<'r>) -> AlphaBeta<'r, T> {
        AlphaBeta::new(self.tree, self.request.known, self.earlier, meter)
    }

    /// Reports the best lines. `deepest` is the length of the longest line searched.
    pub fn report(&self, moves: &[RootMove<T::Move>], deepest: usize) {
        for (index, line) in self.best_lines(moves).iter().enumerate() {
            (self.request.report)(&SearchProgress {
                place: index + 1,
                line,
                deepest: deepest as u32,
                table_permille: self.request.known.permille(),
                nodes: self.budget.nodes(),
                seconds: self.budget.seconds(),
            });
        }
    }

    pub fn result(&self, moves: &[RootMove<T::Move>]) -> SearchResult {
        SearchResult {
            status: Status::Ongoing,
            lines: self.best_lines(moves),
            nodes: self.budget.nodes(),
            seconds: self.budget.seconds(),
        }
    }

    fn best_lines(&self, moves: &[RootMove<T::Move>]) -> Vec<SearchLine> {
        let line_of = |m: &RootMove<T::Move>| SearchLine {
            // A move that was not searched counts as even.
            score: if m.value == UNSEARCHED { Score::DRAW } else { Score::from_raw(m.value) },
            depth: m.depth.max(1),
            moves: self.tree.texts(self.position, &m.line),
        };
        moves.iter().take(self.request.options.lines.max(1)).map(line_of).collect()
    }
}

impl<T: RootTree> RootThread<'_, T> {
    /// Returns the depth of an iteration, plies.
    pub fn depth(&self, iteration: u32) -> u32 {
        iteration + self.number % 2 * T::ODD_THREADS_DEEPER
    }

    /// Searches a move to a depth within a window, and returns its value.
    pub fn search_move(&mut self, index: usize, depth: u32, window: SearchWindow) -> Result<i32, CutShort> {
        let RootThread { root, search, moves, .. } = self;
        let m = moves[index].first_move();
        root.budget.run_search(|| search.root_move(root.position, m, depth as i32, window))
    }

    /// Searches a move that is not expected to exceed alpha, and returns its value. A search with a null window, `reduction` plies less
    /// deep, tests the expectation first. If the expectation is right, the value is an upper bound. A bound of beta or more is
    /// returned as it is, so only a window without an upper limit may have a reduction.
    pub fn search_later_move(
        &mut self,
        index: usize,
        depth: u32,
        reduction: u32,
        window: SearchWindow,
    ) -> Result<i32, CutShort> {
        let bound = self.search_move(index, depth - reduction, SearchWindow::null(window.alpha))?;
        let is_within = bound > window.alpha && bound < window.beta;
        if is_within { self.search_move(index, depth, window) } else { Ok(bound) }
    }

    /// Searches the moves in iterations of rising depth.
    fn deepen(&mut self) -> Result<(), CutShort> {
        let tree = self.root.tree;
        if tree.prepare(self)? {
            self.report();
            return Ok(());
        }
        for iteration in 1..=T::MOST_DEPTH {
            if !self.root.budget.may_begin(iteration) {
                break;
            }
            tree.widen(self, iteration)?;
            // Several lines must come from one iteration, so those of the last complete one are put back.
            let last_complete = (self.root.lines > 1 && iteration > 1).then(|| self.moves.clone());
            let outcome = tree.iterate(self, iteration);
            if outcome.is_err()
                && let Some(moves) = last_complete
            {
                self.moves = moves;
            }
            outcome?;
            let is_final = tree.conclude(self, iteration)?;
            self.report();
            if is_final {
                break;
            }
        }
        Ok(())
    }

    /// Reports the best lines, if this is the first thread.
    fn report(&mut self) {
        if self.number == 0 {
            self.search.meter.add_to_budget();
            self.root.report(&self.moves, self.search.deepest.max(1));
        }
    }
}
