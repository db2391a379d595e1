//! Reports of solutions on the plane, for people and for programs.

use super::certificate::{KeyProof, ReplyProof};
use super::keys::{KeyStretch, Keys};
use super::two::{KeysInTwo, ReplyStretch, TryStretch, Undecided};
use crate::game::{SpanReport, SpanText};
use crate::geom::Interval;
use crate::plane::PlanePosition;
use crate::solve::ReportScope;
use crate::solve::stipulation::{Goal, Numbering};
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
    /// The replies that have an answer if the other side begins, where they are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set_play: Option<Vec<ReplyProof>>,
    /// The tries, where they are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tries: Option<Vec<TryReport>>,
}

/// A stretch of first moves that few replies refute.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TryReport {
    /// The first moves.
    #[serde(rename = "try")]
    pub first: SpanReport,
    /// The letter of what a pawn becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotion: Option<char>,
    /// The distance after which the refutations are played.
    pub sample: f64,
    /// The replies without an answer.
    pub refutations: Vec<ReplyStretch>,
}

impl TryReport {
    /// Returns the report of a try.
    pub fn new(position: &PlanePosition, attempt: &TryStretch) -> TryReport {
        let TryStretch { key, sample, refutations } = attempt;
        TryReport {
            first: SpanReport::new(position, &key.span()),
            promotion: key.letter(position),
            sample: *sample,
            refutations: refutations.clone(),
        }
    }
}

impl fmt::Display for TryReport {
    /// Writes `1.Rb 270 [0.4, 1.2) ? at 0.8:` and below it `   but ka 180 0.3 !`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "1.{} ?", SpanText { span: &self.first, promotion: self.promotion })?;
        if self.first.from != self.first.to {
            write!(f, " at {}:", self.sample)?;
        }
        f.write_str("\n   but")?;
        self.refutations.iter().try_for_each(|refutation| write!(f, " {refutation} !"))
    }
}

impl<S: fmt::Display> fmt::Display for PlaneReport<S> {
    /// Writes set play, tries, solutions and what is undecided, each in lines of its own.
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

/// A stretch that was not decided.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct UndecidedSpan {
    /// The stretch.
    #[serde(flatten)]
    pub span: SpanReport,
    /// The moves before it, for each line in which it occurs; none for a first move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<Vec<String>>,
    /// Replies on whose answers the decision waits, where they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waits_for: Option<ReplyStretch>,
    /// The numbering of the moves before it.
    #[serde(skip)]
    pub(super) numbering: Numbering,
}

impl UndecidedSpan {
    /// Returns a stretch of first moves.
    fn of_first_move(position: &PlanePosition, key: &KeyStretch) -> UndecidedSpan {
        let span = SpanReport::new(position, &key.span());
        UndecidedSpan { span, after: Vec::new(), waits_for: None, numbering: Numbering::Pairs }
    }
}

/// The greatest number of lines that are named before an undecided stretch.
const MOST_NAMED: usize = 3;

impl fmt::Display for UndecidedSpan {
    /// Writes `Rb 270 [0.1, 3] after 1.ka 0 0.5 or 1.ka 0 0.55 or 7 other lines`, or `Rb 270 (1, 1.1) waits for ka 0 (0.2, 0.4)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        SpanText::of(&self.span).fmt(f)?;
        let numbered = |(ply, text): (usize, &String)| format!("{}{text}", self.numbering.before(ply));
        let line = |moves: &Vec<String>| moves.iter().enumerate().map(numbered).collect::<Vec<_>>().join(" ");
        let mut lines: Vec<String> = self.after.iter().take(MOST_NAMED).map(line).collect();
        match self.after.len().saturating_sub(MOST_NAMED) {
            0 => {}
            1 => lines.push("1 other line".to_owned()),
            others => lines.push(format!("{others} other lines")),
        }
        if !lines.is_empty() {
            write!(f, " after {}", lines.join(" or "))?;
        }
        self.waits_for.as_ref().map_or(Ok(()), |replies| write!(f, " waits for {replies}"))
    }
}

impl<S> PlaneReport<S> {
    /// Keeps at most a number of solutions.
    pub fn truncate(&mut self, most: usize) {
        self.complete &= self.solutions.len() <= most;
        self.solutions.truncate(most);
    }
}

/// A stretch that solves.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Solution {
    /// Every distance of it solves.
    pub key: SpanReport,
    /// The letter of what a pawn becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotion: Option<char>,
    /// The distance after which the replies below are played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<f64>,
    /// Each reply with its answers: none where the key itself reaches the goal.
    pub variations: Vec<ReplyProof>,
    /// `#` or `=` where the key reaches the goal, else `!`.
    #[serde(skip)]
    sign: char,
}

impl PlaneReport<Solution> {
    /// Returns the report of the keys that solve in one move.
    pub fn in_one(position: &PlanePosition, goal: Goal, keys: &Keys) -> PlaneReport<Solution> {
        let solution = |key: &KeyStretch| Solution {
            key: SpanReport::new(position, &key.span()),
            promotion: key.letter(position),
            sample: None,
            variations: Vec::new(),
            sign: goal.sign(),
        };
        PlaneReport {
            solutions: keys.keys.iter().map(solution).collect(),
            nodes: keys.nodes,
            complete: keys.undecided.is_empty(),
            undecided: keys.undecided.iter().map(|key| UndecidedSpan::of_first_move(position, key)).collect(),
            set_play: None,
            tries: None,
        }
    }

    /// Returns the report of the keys that solve in two moves, with the replies at the first sample of each key or without.
    pub fn in_two(
        position: &PlanePosition,
        found: &KeysInTwo,
        nodes: u64,
        scope: ReportScope,
    ) -> PlaneReport<Solution> {
        let solution = |proof: &KeyProof| {
            let sample = proof.samples.first();
            let mates = sample.is_some_and(|sample| sample.replies.is_empty());
            let shown = sample.filter(|_| scope == ReportScope::Full);
            Solution {
                key: proof.key.clone(),
                promotion: proof.promotion,
                sample: shown.map(|sample| sample.distance),
                variations: shown.map_or_else(Vec::new, |sample| sample.replies.clone()),
                sign: if mates { Goal::Mate.sign() } else { '!' },
            }
        };
        let undecided = |Undecided { key, waits_for }: &Undecided| UndecidedSpan {
            waits_for: waits_for.clone(),
            ..UndecidedSpan::of_first_move(position, key)
        };
        PlaneReport {
            solutions: found.keys.iter().map(solution).collect(),
            nodes,
            complete: found.complete,
            undecided: found.undecided.iter().map(undecided).collect(),
            set_play: None,
            tries: None,
        }
    }
}

impl fmt::Display for Solution {
    /// Writes `1.Qd 90 (2.3137, 2.75] takes pa =Q #`; of a mate in two ` ! at 2.5:`, and the replies below.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "1.{} {}", SpanText { span: &self.key, promotion: self.promotion }, self.sign)?;
        if let Some(sample) =
            self.sample.filter(|_| !self.variations.is_empty() && self.key.from != self.key.to)
        {
            write!(f, " at {sample}:")?;
        }
        self.variations.iter().try_for_each(|reply| write_reply(f, reply))
    }
}

/// Writes `   ka 0 (0.1, 0.35]` and, for each part of it, the answer.
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
