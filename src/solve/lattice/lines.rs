//! The solutions of help and series play: lines, each with its plan.

use super::help::HelpSearch;
use super::problem::{Problem, ProblemSearch};
use super::report::{ProblemReport, SetPlay, SolutionLine, Solutions};
use super::table::{DeadEnds, Growth};
use super::tally::SolutionTally;
use super::text::{Notated, notate};
use crate::lattice::{LatticeMove, LatticeState};
use crate::solve::stipulation::{Goal, Numbering, PlayKind, Stipulation};
use PlayKind::{Direct, Help, HelpSelf, Reflex, Self_, SemiReflex, Series, SeriesHelp, SeriesSelf};

/// The condition after the last ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineEnd {
    /// The side to move is mated or stalemated.
    Reached(Goal),
    /// The side to move has a move, and each of its moves mates or stalemates the other side.
    Forced(Goal),
}

/// The plies of a line of play, and its end.
pub(super) struct LinePlan {
    /// The position from which the line begins.
    pub start: LatticeState,
    /// For each ply whether the series continues after it: without check, and with the same side to move. The last
    /// ply ends its series.
    pub in_series: Vec<bool>,
    pub end: LineEnd,
    /// Whether the line is one series of a progressive variant, and ends with it.
    pub one_series: bool,
    pub numbering: Numbering,
}

impl Problem {
    fn plan(&self) -> LinePlan {
        let Stipulation { kind, goal, moves, .. } = self.stipulation;
        let end = match kind {
            HelpSelf | SeriesSelf => LineEnd::Forced(goal),
            Help | SeriesHelp | Series | Direct | Self_ | Reflex | SemiReflex => LineEnd::Reached(goal),
        };
        let (start, one_series) = (self.state, self.rules.is_progressive());
        if one_series {
            let left = start.series - start.played;
            let wanted = moves.filter(|_| kind == Series).unwrap_or(left) as usize;
            let in_series = vec![false; wanted];
            return LinePlan { start, in_series, end, one_series, numbering: Numbering::Series(wanted) };
        }
        let (in_series, numbering) = (self.stipulation.in_series(), self.stipulation.numbering());
        LinePlan { start, in_series, end, one_series, numbering }
    }

    /// Returns the plan of the set play. Set play has no first half move in help play, and no series if a series precedes an
    /// answer.
    fn set_plan(&self, start: LatticeState) -> Option<LinePlan> {
        let plan = self.plan();
        let in_series = match self.stipulation.kind {
            Help | HelpSelf if plan.in_series.len() > 1 => plan.in_series[1..].to_vec(),
            SeriesHelp => vec![false],
            Help | HelpSelf | Series | SeriesSelf | Direct | Self_ | Reflex | SemiReflex => return None,
        };
        let numbering = match plan.numbering {
            Numbering::Pairs | Numbering::Series(_) => Numbering::FromReply,
            Numbering::FromReply => Numbering::Pairs,
        };
        Some(LinePlan { start, in_series, numbering, ..plan })
    }
}

impl ProblemSearch<'_> {
    /// Finds the lines of the play, and those of set play if they are wanted.
    pub fn lines(&self) -> ProblemReport {
        let table = DeadEnds::new(self.memory(), Growth::Early);
        let solutions = self.lines_of(&self.problem.plan(), &table);
        let set_plan = self.set_position().and_then(|start| self.problem.set_plan(start));
        let set_play = set_plan.map_or_else(Vec::new, |plan| self.lines_of(&plan, &table));
        let has_all = solutions.len().max(set_play.len()) < self.wanted();
        ProblemReport {
            solutions: Solutions::Lines(solutions),
            set_play: SetPlay::Lines(set_play),
            tries: None,
            spoiled_by: None,
            nodes: self.budget.nodes(),
            complete: has_all && !self.budget.is_ended(),
        }
    }

    /// Returns the lines of a plan, at most as many as are wanted.
    fn lines_of(&self, plan: &LinePlan, table: &DeadEnds) -> Vec<SolutionLine> {
        let roots = self.roots(&plan.start);
        let tally = SolutionTally::new(roots.len(), self.options.max_solutions);
        let keying = self.problem.keying();
        let found = self.each(&roots, |root, m| {
            let mut search = HelpSearch {
                rules: &self.problem.rules,
                plan,
                table,
                keying,
                tally: &tally,
                root,
                meter: self.meter(),
                path: Vec::new(),
                lines: Vec::new(),
            };
            if tally.wants(root) {
                search.follow(&plan.start, m);
            }
            search.lines
        });
        let lines = found.into_iter().flatten().take(self.wanted());
        lines.map(|moves| self.line(plan, &moves)).collect()
    }

    /// Returns the texts of a line.
    fn line(&self, plan: &LinePlan, moves: &[LatticeMove]) -> SolutionLine {
        let rules = &self.problem.rules;
        let mut state = plan.start;
        let (mut words, mut texts) = (Vec::new(), Vec::new());
        for (ply, &m) in moves.iter().enumerate() {
            let Notated { text, chosen, after } = notate(rules, &state, m, self.problem.stipulation.goal);
            words.push(format!("{}{text}", plan.numbering.before(ply)));
            texts.push(chosen);
            state = after;
            if plan.in_series.get(ply) == Some(&true) {
                rules.pass(&mut state);
            }
        }
        SolutionLine { line: words.join(" "), moves: texts }
    }
}
