//! Reports of solutions on the plane, for people and for programs.

use super::certificate::{KeyProof, ReplyProof};
use super::keys::{KeyStretch, Keys};
use super::two::{KeysInTwo, TryReport};
use super::undecided::UndecidedSpan;
use crate::game::{SpanReport, SpanText};
use crate::geom::Interval;
use crate::plane::PlanePosition;
use crate::solve::ReportScope;
use crate::solve::stipulation::Goal;
use serde::Serialize;
use std::fmt;

/// The answer to a problem on the plane.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlaneReport<S> {
    /// Every key, each as long as possible, or every line.
    pub solutions: Vec<S>,
    /// The number of stretches of the legal set, or of positions, that were tested.
    pub nodes: u64,
    /// Whether every distance was decided and reported.
    pub complete: bool,
    /// Stretches that were not decided.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undecided: Vec<UndecidedSpan>,
    /// The replies that have an answer if the other side begins; `None` if they are not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set_play: Option<Vec<ReplyProof>>,
    /// The tries; `None` if they are not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tries: Option<Vec<TryReport>>,
}

impl<S: fmt::Display> fmt::Display for PlaneReport<S> {
    /// Writes set play, tries, solutions and undecided stretches, each in lines of its own.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(set_play) = self.set_play.as_ref().filter(|set_play| !set_play.is_empty()) {
            f.write_str("set play:")?;
            set_play.iter().try_for_each(|reply| write_reply(f, reply))?;
            writeln!(f)?;
        }
        self.tries.iter().flatten().try_for_each(|attempt| writeln!(f, "{attempt}"))?;
        self.solutions.iter().try_for_each(|solution| writeln!(f, "{solution}"))?;
        self.undecided.iter().try_for_each(|span| writeln!(f, "undecided: {span}"))
    }
}

impl<S> PlaneReport<S> {
    /// Keeps at most a number of solutions.
    pub fn truncate(&mut self, most: usize) {
        self.complete &= self.solutions.len() <= most;
        self.solutions.truncate(most);
    }
}

/// A key: a stretch of first moves that solve.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Solution {
    /// The distances, each of which solves.
    pub key: SpanReport,
    /// The letter of the kind to which a pawn promotes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotion: Option<char>,
    /// The distance after which the replies of the variations are played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<f64>,
    /// Each reply with its answers; none if the key itself reaches the goal.
    pub variations: Vec<ReplyProof>,
    /// `#` or `=` if the key itself reaches the goal, else `!`.
    #[serde(skip)]
    sign: char,
}

impl PlaneReport<Solution> {
    /// Returns the report of the keys that solve in one move.
    pub fn in_one(position: &PlanePosition, goal: Goal, keys: &Keys) -> PlaneReport<Solution> {
        let solution = |key: &KeyStretch| Solution {
            key: key.report(position),
            promotion: key.letter(position),
            sample: None,
            variations: Vec::new(),
            sign: goal.sign(),
        };
        let undecided = |key: &KeyStretch| UndecidedSpan::of_first_move(position, key, None);
        PlaneReport {
            solutions: keys.keys.iter().map(solution).collect(),
            nodes: keys.nodes,
            complete: keys.undecided.is_empty(),
            undecided: keys.undecided.iter().map(undecided).collect(),
            set_play: None,
            tries: None,
        }
    }

    /// Returns the report of the keys that solve in two moves, with the replies at the first sample of each key or without.
    pub fn in_two(found: &KeysInTwo, nodes: u64, scope: ReportScope) -> PlaneReport<Solution> {
        let solution = |proof: &KeyProof| {
            let first_sample = proof.samples.first();
            let is_mate = first_sample.is_some_and(|sample| sample.replies.is_empty());
            let reported = first_sample.filter(|_| scope == ReportScope::Full);
            Solution {
                key: proof.key.clone(),
                promotion: proof.promotion,
                sample: reported.map(|sample| sample.distance),
                variations: reported.map_or_else(Vec::new, |sample| sample.replies.clone()),
                sign: if is_mate { Goal::Mate.sign() } else { '!' },
            }
        };
        PlaneReport {
            solutions: found.keys.iter().map(solution).collect(),
            nodes,
            complete: found.complete,
            undecided: found.undecided.clone(),
            set_play: None,
            tries: None,
        }
    }
}

impl fmt::Display for Solution {
    /// Writes `1.Qd 90 (2.3137, 2.75] takes pa =Q #`. In a mate in two ` ! at 2.5:` replaces ` #`, and the replies follow.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "1.{} {}", SpanText { span: &self.key, promotion: self.promotion }, self.sign)?;
        let has_replies = !self.variations.is_empty();
        let has_several_distances = self.key.from != self.key.to;
        if let Some(sample) = self.sample
            && has_replies
            && has_several_distances
        {
            write!(f, " at {sample}:")?;
        }
        self.variations.iter().try_for_each(|reply| write_reply(f, reply))
    }
}

/// Writes a line `   ka 0 (0.1, 0.35]` with its answer, or below it a line for each part with the answer to that part.
fn write_reply(f: &mut fmt::Formatter<'_>, proof: &ReplyProof) -> fmt::Result {
    let promotion = proof.promotion;
    write!(f, "\n   {}", SpanText { span: &proof.reply, promotion })?;
    if let [only] = proof.cells.as_slice() {
        return write!(f, "  {} #", only.answer);
    }
    proof.cells.iter().try_for_each(|cell| {
        let Interval { from, to, open_from, open_to } = cell.interval();
        let reply = SpanReport { from, to, open_from, open_to, captures: Vec::new(), ..proof.reply.clone() };
        write!(f, "\n      {}  {} #", SpanText { span: &reply, promotion }, cell.answer)
    })
}
