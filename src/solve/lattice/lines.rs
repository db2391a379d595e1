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
    /// For each ply: whether the same side moves again after it. Such a ply gives no check. The last ply ends its series.
    pub side_moves_again: Vec<bool>,
    pub end: LineEnd,
    /// Whether the line is one series of a progressive variant, and ends with it.
    pub is_one_series: bool,
    pub numbering: Numbering,
}

impl Problem {
    fn plan(&self) -> LinePlan {
        let Stipulation { kind, goal, moves, .. } = self.stipulation;
        let end = match kind {
            HelpSelf | SeriesSelf => LineEnd::Forced(goal),
            Help | SeriesHelp | Series | Direct | Self_ | Reflex | SemiReflex => LineEnd::Reached(goal),
        };
        let (start, is_one_series) = (self.state, self.rules.is_progressive());
        let (side_moves_again, numbering) = if is_one_series {
            let left = start.series.length - start.series.played;
            let wanted = if kind == Series { moves.unwrap_or(left) } else { left } as usize;
            // The rules of the variant themselves leave the turn with the side whose series it is.
            (vec![false; wanted], Numbering::Series(wanted))
        } else {
            (self.stipulation.side_moves_again(), self.stipulation.numbering())
        };
        LinePlan { start, side_moves_again, end, is_one_series, numbering }
    }

    /// Returns the plan of the set play; `None` if the kind of play has none.
    ///
    /// Set play leaves out the first ply of help play, and the whole series before the answer of `ser-h#n`.
    fn set_plan(&self, start: LatticeState) -> Option<LinePlan> {
        let plan = self.plan();
        let side_moves_again = match self.stipulation.kind {
            Help | HelpSelf if plan.side_moves_again.len() > 1 => plan.side_moves_again[1..].to_vec(),
            SeriesHelp => vec![false],
            Help | HelpSelf | Series | SeriesSelf | Direct | Self_ | Reflex | SemiReflex => return None,
        };
        let numbering = match plan.numbering {
            Numbering::Pairs | Numbering::Series(_) => Numbering::FromReply,
            Numbering::FromReply => Numbering::Pairs,
        };
        Some(LinePlan { start, side_moves_again, numbering, ..plan })
    }
}

impl ProblemSearch<'_> {
    /// Returns the report with the lines of the solutions, and with those of set play if they are wanted.
    pub fn lines(&self) -> ProblemReport {
        let table = DeadEnds::new(self.memory(), Growth::Early);
        let solutions = self.lines_of(&self.problem.plan(), &table);
        let set_plan = self.set_position().and_then(|start| self.problem.set_plan(start));
        let set_play = set_plan.map_or_else(Vec::new, |plan| self.lines_of(&plan, &table));
        let has_fewer_than_wanted = solutions.len().max(set_play.len()) < self.wanted();
        ProblemReport {
            solutions: Solutions::Lines(solutions),
            set_play: SetPlay::Lines(set_play),
            tries: None,
            spoiled_by: None,
            nodes: self.budget.nodes(),
            complete: has_fewer_than_wanted && !self.budget.is_ended(),
        }
    }

    /// Returns the lines of a plan, at most as many as are wanted.
    fn lines_of(&self, plan: &LinePlan, table: &DeadEnds) -> Vec<SolutionLine> {
        let roots = self.roots(&plan.start);
        let tally = SolutionTally::new(roots.len(), self.wanted());
        let lines = self.below_each_root(&roots, |root, m| {
            let mut search = HelpSearch {
                rules: &self.problem.rules,
                plan,
                table,
                keying: self.problem.keying(),
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
        lines.iter().take(self.wanted()).map(|moves| self.line(plan, moves)).collect()
    }

    fn line(&self, plan: &LinePlan, moves: &[LatticeMove]) -> SolutionLine {
        let rules = &self.problem.rules;
        let mut state = plan.start;
        let (mut numbered, mut texts) = (Vec::new(), Vec::new());
        for (ply, &m) in moves.iter().enumerate() {
            let Notated { text, chosen, after } = notate(rules, &state, m, self.problem.stipulation.goal);
            numbered.push(format!("{}{text}", plan.numbering.before(ply)));
            texts.push(chosen);
            state = after;
            if plan.side_moves_again.get(ply) == Some(&true) {
                rules.pass(&mut state);
            }
        }
        SolutionLine { line: numbered.join(" "), moves: texts }
    }
}
