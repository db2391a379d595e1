//! A problem, which is a position with a stipulation, and the common part of the searches for its solutions.

use super::forced::Aim;
use super::keying::Keying;
use super::report::ProblemReport;
use crate::budget::{Budget, NodeMeter};
use crate::chess::{Color, Status};
use crate::lattice::{
    FaultPlace, LatticeMove, LatticePosition, LatticeRules, LatticeState, MoveList, SetupFault,
    SetupFaultKind,
};
use crate::solve::stipulation::{PlayKind, Stipulation, StipulationError};
use PlayKind::{Direct, Help, HelpSelf, Reflex, Self_, SemiReflex, Series, SeriesHelp, SeriesSelf};
use rayon::prelude::*;
use std::sync::Arc;

/// The number of positions between two tests of the budget.
const TEST_INTERVAL: u64 = 1024;

/// The amount of play in a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportScope {
    /// Keys with all variations, and set play.
    Full,
    /// Solutions without variations, and set play.
    WithoutVariations,
    /// Solutions without variations and set play.
    SolutionsOnly,
}

/// Options of a search.
#[derive(Debug, Clone)]
pub struct SolveOptions {
    /// The number of solutions after which the search ends.
    pub max_solutions: Option<usize>,
    /// The greatest memory of the table of known positions, in megabytes.
    pub hash_mb: usize,
    /// The amount of play in the report.
    pub scope: ReportScope,
    /// The greatest number of refutations of a listed try; `None` to list no tries. Only direct, self and reflex play has tries.
    pub tries: Option<usize>,
}

impl Default for SolveOptions {
    fn default() -> SolveOptions {
        SolveOptions { max_solutions: None, hash_mb: 256, scope: ReportScope::Full, tries: None }
    }
}

/// The reason why a problem cannot be made of a position and a stipulation.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ProblemError {
    /// The position is not valid if the side that begins is to move.
    #[error("{stipulation}: {turn} begins: {fault}")]
    Position {
        /// The stipulation.
        stipulation: Stipulation,
        /// The side that begins.
        turn: Color,
        /// The fault with that side to move.
        fault: SetupFault,
    },
    /// The king of the side that does not begin stands in check.
    #[error("{stipulation}: {turn} begins, and the {} king is in check from {checker}", !*turn)]
    InCheck {
        /// The stipulation.
        stipulation: Stipulation,
        /// The side that begins.
        turn: Color,
        /// A piece that gives check.
        checker: String,
    },
    /// In a progressive variant the stipulation asks for more than the present series.
    #[error(
        "{stipulation}: a progressive variant is solved one series at a time: use # or =, or ser-#n with n moves of the \
         present series ({left} left)"
    )]
    Progressive {
        /// The stipulation.
        stipulation: Stipulation,
        /// The number of moves that the present series has left.
        left: u32,
    },
    /// The number of moves is 0 or too great.
    #[error(transparent)]
    Number(#[from] StipulationError),
    /// The stipulation has no number of moves, and the variant is not progressive.
    #[error("{0}: how many moves? Only progressive variants have a series of their own")]
    NoMoves(Stipulation),
}

/// A problem ready to be solved.
#[derive(Debug, Clone)]
pub struct Problem {
    pub(super) rules: Arc<LatticeRules>,
    pub(super) state: LatticeState,
    pub(super) stipulation: Stipulation,
    status: Status,
}

impl Problem {
    /// Returns the problem of a position and a stipulation.
    ///
    /// The side that begins is [`Stipulation::begins`]. Draws by rule end the play as in a game.
    ///
    /// # Errors
    /// When the position with that side to move or the number of moves is not valid, or the stipulation does not fit the variant.
    pub fn new(position: &LatticePosition, stipulation: Stipulation) -> Result<Problem, ProblemError> {
        if !stipulation.has_valid_number() {
            return Err(StipulationError::Number(stipulation.to_string()).into());
        }
        let rules = Arc::clone(position.rules());
        let mut setup = position.to_setup();
        if rules.is_progressive() {
            let left = position.series().map_or(1, |series| series.length - series.played);
            match (stipulation.kind, stipulation.moves) {
                (Direct, None | Some(1)) => {}
                (Series, Some(moves)) if moves <= left => {}
                _ => return Err(ProblemError::Progressive { stipulation, left }),
            }
        } else if stipulation.moves.is_none() {
            return Err(ProblemError::NoMoves(stipulation));
        }
        setup.turn = stipulation.begins(setup.turn);
        let start = LatticePosition::new(&rules, &setup)
            .map_err(|faults| refusal(stipulation, setup.turn, faults))?;
        Ok(Problem { state: *start.state(), status: start.status(), rules, stipulation })
    }

    /// Returns the status of the game before the first move.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Solves the problem on all threads of the current pool, and returns the report.
    ///
    /// ```
    /// use continuum::solve::{Problem, Solutions, SolveOptions};
    /// use continuum::budget::Budget;
    /// use continuum::{Position, Prepared};
    /// let Position::Lattice(position) = Position::from_fen(&Prepared::preset("orthodox")?, "k7/8/1K6/8/8/8/8/7R w - -")? else {
    ///     panic!("a game on cells")
    /// };
    /// let report = Problem::new(&position, "#1".parse()?)?.solve(&SolveOptions::default(), &Budget::default());
    /// let Solutions::Keys(keys) = &report.solutions else { panic!("a directmate has keys") };
    /// assert_eq!(keys.iter().map(|key| key.chosen.as_str()).collect::<Vec<_>>(), ["h1h8"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&self, options: &SolveOptions, budget: &Budget) -> ProblemReport {
        let search = ProblemSearch { problem: self, options, budget };
        match self.aim() {
            Some(aim) => search.forced_play(aim),
            None => search.lines(),
        }
    }

    /// Whether the solutions are keys: first moves that force the goal. All other solutions are lines of play.
    pub fn has_keys(&self) -> bool {
        self.aim().is_some()
    }

    /// Returns the end that the forcing side plays for; `None` if the solutions are lines.
    fn aim(&self) -> Option<Aim> {
        match (self.stipulation.kind, self.rules.is_progressive()) {
            (Direct, false) => Some(Aim::Direct),
            (Self_, _) => Some(Aim::Self_),
            (SemiReflex, _) => Some(Aim::SemiReflex),
            (Reflex, _) => Some(Aim::Reflex),
            (Direct, true) | (Help | HelpSelf | Series | SeriesHelp | SeriesSelf, _) => None,
        }
    }

    /// Returns the keying of all searches of the problem, those of set play and threats included.
    pub(super) fn keying(&self) -> Keying {
        // Each of the moves has a reply, and `h#n.5` has one ply more.
        let plies = self.stipulation.moves.unwrap_or(1).saturating_mul(2).saturating_add(1);
        Keying { has_count: self.rules.may_be_drawn_within(&self.state, plies) }
    }
}

/// Returns the error of the first of a position's faults, with this side to move.
fn refusal(stipulation: Stipulation, turn: Color, faults: Vec<SetupFault>) -> ProblemError {
    let fallback = SetupFault { place: FaultPlace::Whole, kind: SetupFaultKind::NoKing(turn) };
    let fault = faults.into_iter().next().unwrap_or(fallback);
    if let SetupFaultKind::InCheck(fault) = &fault.kind {
        return ProblemError::InCheck { stipulation, turn, checker: fault.placed_checker() };
    }
    ProblemError::Position { stipulation, turn, fault }
}

/// A search for the solutions of one problem, on all threads.
pub(super) struct ProblemSearch<'a> {
    pub problem: &'a Problem,
    pub options: &'a SolveOptions,
    pub budget: &'a Budget,
}

impl ProblemSearch<'_> {
    /// Returns a meter of the budget for one thread.
    pub fn meter(&self) -> NodeMeter<'_> {
        self.budget.meter(TEST_INTERVAL)
    }

    /// Returns the greatest size of a table in bytes.
    pub fn memory(&self) -> usize {
        self.options.hash_mb.saturating_mul(1 << 20)
    }

    /// Returns the number of solutions that are wanted, [`usize::MAX`] for all of them.
    pub fn wanted(&self) -> usize {
        self.options.max_solutions.unwrap_or(usize::MAX)
    }

    /// Returns the legal first moves as [`ProblemSearch::announced_roots`] orders them.
    pub fn roots(&self, state: &LatticeState) -> Vec<LatticeMove> {
        self.announced_roots(self.problem.rules.all_legal_moves(state))
    }

    /// Returns first moves in the order in which their solutions are printed, and adds their number to the budget's roots.
    pub fn announced_roots(&self, mut moves: MoveList) -> Vec<LatticeMove> {
        moves.sort_by_cached_key(|&m| self.problem.rules.move_text(m));
        self.budget.announce_roots(moves.len());
        moves.into_vec()
    }

    /// Runs a search below each first move, on all threads, and returns the results in the order of the moves. The search gets
    /// the index of the first move, and the move.
    pub fn below_each_root<F: IntoIterator<Item: Send>>(
        &self,
        roots: &[LatticeMove],
        search: impl Fn(usize, LatticeMove) -> F + Sync,
    ) -> Vec<F::Item> {
        let search_and_count = |(root, &m): (usize, &LatticeMove)| {
            let results = search(root, m);
            self.budget.count_root();
            results
        };
        roots.par_iter().enumerate().with_max_len(1).flat_map_iter(search_and_count).collect()
    }

    /// Returns the position of set play, with the other side to move; `None` if it is not wanted, or that side could take a king.
    pub fn set_position(&self) -> Option<LatticeState> {
        if self.options.scope == ReportScope::SolutionsOnly {
            return None;
        }
        let Problem { rules, state, .. } = self.problem;
        let mut passed = *state;
        rules.pass(&mut passed);
        (!rules.in_check(&passed, state.turn())).then_some(passed)
    }
}
