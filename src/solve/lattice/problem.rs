//! A problem, made of a position and a stipulation, and its solution.

use super::forced::Aim;
use super::help::{HelpSearch, LineEnd, LinePlan};
use super::keying::Keying;
use super::reflex::reaching_move;
use super::report::{ProblemReport, SetPlay, SolutionLine, Solutions, TryMove};
use super::table::{DeadEnds, Growth};
use super::tally::{SolutionTally, TEST_INTERVAL};
use super::text::notate;
use crate::budget::{Budget, NodeMeter};
use crate::chess::{Color, Status};
use crate::lattice::{
    FaultPlace, LatticeMove, LatticePosition, LatticeRules, LatticeState, SetupFault, SetupFaultKind,
};
use crate::notation::TurnFault;
use crate::solve::stipulation::{Goal, Numbering, PlayKind, Stipulation};
use PlayKind::{Direct, Help, HelpSelf, Reflex, Self_, SemiReflex, Series, SeriesHelp, SeriesSelf};
use rayon::prelude::*;
use std::sync::Arc;

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
    /// The greatest number of refutations of a listed try; without it none are listed. Only direct, self and reflex
    /// play has tries.
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
    /// The position is not valid with the side to move that the stipulation requires.
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
    /// The stipulation is one of alternating play, in a progressive variant.
    #[error(
        "{0}: a progressive variant is solved one series at a time: use # or =, or ser-#n with n moves of the \
         present series ({1} left)"
    )]
    Progressive(Stipulation, u32),
    /// The number of moves is missing.
    #[error("{0}: how many moves? Only progressive variants have a series of their own")]
    NoMoves(Stipulation),
}

/// A problem ready to be solved.
#[derive(Debug, Clone)]
pub struct Problem {
    rules: Arc<LatticeRules>,
    state: LatticeState,
    stipulation: Stipulation,
    status: Status,
}

impl Problem {
    /// Returns the problem of a position and a stipulation. In help play Black begins, or White if there is half a
    /// move; before the series of `ser-h` Black begins; otherwise the side to move. Draws by rule end the play as in a game.
    ///
    /// # Errors
    /// When the position is not valid with that side to move, or the stipulation does not fit the variant.
    pub fn new(position: &LatticePosition, stipulation: Stipulation) -> Result<Problem, ProblemError> {
        let rules = Arc::clone(position.rules());
        let mut setup = position.to_setup();
        if rules.is_progressive() {
            let left = position.series().map_or(1, |series| series.length - series.played);
            let fits = match (stipulation.kind, stipulation.moves) {
                (Direct, None | Some(1)) => true,
                (Series, Some(n)) => n <= left,
                _ => false,
            };
            if !fits {
                return Err(ProblemError::Progressive(stipulation, left));
            }
        } else if stipulation.moves.is_none() {
            return Err(ProblemError::NoMoves(stipulation));
        }
        setup.turn = stipulation.begins(setup.turn);
        let valid =
            LatticePosition::new(&rules, &setup).map_err(|faults| first(stipulation, setup.turn, faults))?;
        Ok(Problem { state: *valid.state(), status: valid.status(), rules, stipulation })
    }

    /// Returns the status before the first move. If the game is over, there is nothing to solve.
    pub fn status(&self) -> Status {
        self.status
    }

    pub(super) fn rules(&self) -> &LatticeRules {
        &self.rules
    }

    pub(super) fn state(&self) -> &LatticeState {
        &self.state
    }

    pub(super) fn stipulation(&self) -> Stipulation {
        self.stipulation
    }

    /// Returns the keying of the searches: through the plies of the play, of set play and of threats.
    pub(super) fn keying(&self) -> Keying {
        let moves = self.stipulation.moves.unwrap_or(1);
        Keying::of(&self.rules, &self.state, moves.saturating_mul(2).saturating_add(1))
    }

    /// Solves the problem, on all threads of the pool.
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
        let search = ProblemSearch {
            rules: &self.rules,
            state: self.state,
            goal: self.stipulation.goal,
            keying: self.keying(),
            options,
            budget,
        };
        let moves = self.stipulation.moves.unwrap_or(1);
        let SearchOutcome { solutions, set_play, tries, is_complete } = match self.aim() {
            Some(aim) => search.forced_play(aim, moves),
            None => {
                let (plan, numbering) = self.plan();
                search.lines(&plan, numbering, self.set_plan())
            }
        };
        let complete = is_complete && !budget.is_ended();
        let spoiled_by = self.spoiler();
        ProblemReport { solutions, set_play, tries, spoiled_by, nodes: budget.nodes(), complete }
    }

    /// Returns a move with which the side to move has to reach the goal itself in reflex play.
    fn spoiler(&self) -> Option<String> {
        let goal = self.stipulation.goal;
        let is_reflex = self.stipulation.kind == Reflex;
        let m = is_reflex.then(|| reaching_move(&self.rules, &self.state, goal)).flatten()?;
        let (text, _) = notate(&self.rules, &self.state, m, goal);
        Some(format!("{}{text}", self.stipulation.numbering().before(0)))
    }

    /// Whether its solutions are keys, first moves that force the goal, and not lines of play.
    pub fn has_keys(&self) -> bool {
        self.aim().is_some()
    }

    /// Returns the end that the side to move plays for; none where solutions are lines.
    fn aim(&self) -> Option<Aim> {
        match (self.stipulation.kind, self.rules.is_progressive()) {
            (Direct, false) => Some(Aim::Direct),
            (Self_, _) => Some(Aim::Self_),
            (SemiReflex, _) => Some(Aim::SemiReflex),
            (Reflex, _) => Some(Aim::Reflex),
            (Direct, true) | (Help | HelpSelf | Series | SeriesHelp | SeriesSelf, _) => None,
        }
    }

    fn plan(&self) -> (LinePlan, Numbering) {
        let Stipulation { kind, goal, moves, .. } = self.stipulation;
        if self.rules.is_progressive() {
            let left = self.state.series - self.state.played;
            let wanted = moves.filter(|_| kind == Series).unwrap_or(left) as usize;
            let plan =
                LinePlan { in_series: vec![false; wanted], end: LineEnd::Reached(goal), one_series: true };
            return (plan, Numbering::Series(wanted));
        }
        let end = match kind {
            HelpSelf | SeriesSelf => LineEnd::Forced(goal),
            Help | SeriesHelp | Series | Direct | Self_ | Reflex | SemiReflex => LineEnd::Reached(goal),
        };
        let plan = LinePlan { in_series: self.stipulation.in_series(), end, one_series: false };
        (plan, self.stipulation.numbering())
    }

    /// Returns the plan of the set play: in help play without the first half move, before the answer to a series
    /// without the series.
    fn set_plan(&self) -> Option<LinePlan> {
        let (mut plan, _) = self.plan();
        match self.stipulation.kind {
            Help | HelpSelf if plan.in_series.len() > 1 => {
                plan.in_series.remove(0);
            }
            SeriesHelp => plan.in_series = vec![false],
            Help | HelpSelf | Series | SeriesSelf | Direct | Self_ | Reflex | SemiReflex => return None,
        }
        Some(plan)
    }
}

fn first(stipulation: Stipulation, turn: Color, faults: Vec<SetupFault>) -> ProblemError {
    match faults.into_iter().next() {
        Some(SetupFault { kind: SetupFaultKind::InCheck(TurnFault { checker, .. }), .. }) => {
            ProblemError::InCheck { stipulation, turn, checker }
        }
        Some(fault) => ProblemError::Position { stipulation, turn, fault },
        None => {
            let whole = SetupFault { place: FaultPlace::Whole, kind: SetupFaultKind::NoKing(turn) };
            ProblemError::Position { stipulation, turn, fault: whole }
        }
    }
}

/// A search for the solutions of one problem, on all threads.
pub(super) struct ProblemSearch<'a> {
    pub rules: &'a LatticeRules,
    pub state: LatticeState,
    pub goal: Goal,
    pub keying: Keying,
    pub options: &'a SolveOptions,
    pub budget: &'a Budget,
}

/// The result of a search.
pub(super) struct SearchOutcome {
    pub solutions: Solutions,
    pub set_play: SetPlay,
    pub tries: Option<Vec<TryMove>>,
    /// Whether the wanted number of solutions did not end the search.
    pub is_complete: bool,
}

impl ProblemSearch<'_> {
    pub fn meter(&self) -> NodeMeter<'_> {
        self.budget.meter(TEST_INTERVAL)
    }

    /// Returns the bytes that a table may take.
    pub fn memory(&self) -> usize {
        self.options.hash_mb.saturating_mul(1 << 20)
    }

    /// Returns the first moves in the order in which their solutions are printed.
    pub fn roots(&self, state: &LatticeState) -> Vec<LatticeMove> {
        let mut moves = crate::lattice::MoveList::new();
        self.rules.legal_moves(state, &mut moves);
        moves.sort_by_cached_key(|&m| self.rules.move_text(m));
        self.budget.expect(moves.len());
        moves.into_vec()
    }

    /// Returns the result of the search below each first move, on all threads.
    pub fn each<T: Send>(
        &self,
        roots: &[LatticeMove],
        search: impl Fn(usize, LatticeMove) -> T + Sync,
    ) -> Vec<T> {
        let one = |(root, &m): (usize, &LatticeMove)| {
            let found = search(root, m);
            self.budget.count_root();
            found
        };
        roots.par_iter().enumerate().with_max_len(1).map(one).collect()
    }

    /// Returns the position with the other side to move, if it is valid: no king can be captured.
    pub fn passed(&self) -> Option<LatticeState> {
        let mut passed = self.state;
        self.rules.pass(&mut passed);
        (!self.rules.in_check(&passed, self.state.turn())).then_some(passed)
    }

    pub fn wants_set_play(&self) -> bool {
        match self.options.scope {
            ReportScope::Full | ReportScope::WithoutVariations => true,
            ReportScope::SolutionsOnly => false,
        }
    }

    fn lines(&self, plan: &LinePlan, numbering: Numbering, set: Option<LinePlan>) -> SearchOutcome {
        let table = DeadEnds::new(self.memory(), Growth::Early);
        let (solutions, mut all) = self.all_lines(&self.state, plan, numbering, &table);
        let mut set_play = Vec::new();
        if self.wants_set_play()
            && let (Some(set), Some(passed)) = (set, self.passed())
        {
            let numbering = match numbering {
                Numbering::Pairs => Numbering::FromReply,
                Numbering::FromReply => Numbering::Pairs,
                Numbering::Series(_) => Numbering::FromReply,
            };
            let (lines, all_of_set) = self.all_lines(&passed, &set, numbering, &table);
            set_play = lines;
            all &= all_of_set;
        }
        let (solutions, set_play) = (Solutions::Lines(solutions), SetPlay::Lines(set_play));
        SearchOutcome { solutions, set_play, tries: None, is_complete: all }
    }

    fn all_lines(
        &self,
        state: &LatticeState,
        plan: &LinePlan,
        numbering: Numbering,
        table: &DeadEnds,
    ) -> (Vec<SolutionLine>, bool) {
        let roots = self.roots(state);
        let tally = SolutionTally::new(roots.len(), self.options.max_solutions);
        let found = self.each(&roots, |root, m| {
            let mut search = HelpSearch {
                rules: self.rules,
                start: state,
                plan,
                table,
                keying: self.keying,
                tally: &tally,
                root,
                meter: self.meter(),
                path: Vec::new(),
                lines: Vec::new(),
            };
            if tally.wants(root) {
                search.follow(state, m);
            }
            search.lines
        });
        let all: Vec<Vec<LatticeMove>> = found.into_iter().flatten().collect();
        let wanted = self.options.max_solutions.unwrap_or(usize::MAX);
        let complete = all.len() < wanted;
        let lines =
            all.into_iter().take(wanted).map(|moves| self.line(state, plan, &moves, numbering)).collect();
        (lines, complete)
    }

    fn line(
        &self,
        state: &LatticeState,
        plan: &LinePlan,
        moves: &[LatticeMove],
        numbering: Numbering,
    ) -> SolutionLine {
        let mut state = *state;
        let mut words = Vec::new();
        for (ply, &m) in moves.iter().enumerate() {
            let (text, after) = notate(self.rules, &state, m, self.goal);
            words.push(format!("{}{text}", numbering.before(ply)));
            state = after;
            if plan.in_series.get(ply) == Some(&true) {
                self.rules.pass(&mut state);
            }
        }
        SolutionLine {
            line: words.join(" "),
            moves: moves.iter().map(|&m| self.rules.move_text(m)).collect(),
        }
    }
}
