//! What solves in two moves, for people and for programs.

use super::stretch::KeysInTwo;
use crate::game::SpanReport;
use crate::plane::Position;
use crate::solve::plane::certificate::{CellProof, KeyProof, ReplyProof};
use crate::solve::plane::report::Stretch;
use serde::Serialize;
use std::fmt;

/// The answer to a mate in two.
#[derive(Debug, Clone, PartialEq)]
pub struct TwoReport {
    /// The keys with their certificates.
    pub keys: Vec<KeyProof>,
    /// Positions in which mates were looked for.
    pub nodes: u64,
    /// Whether every distance was decided and told.
    pub complete: bool,
    /// Stretches that were not decided.
    pub undecided: Vec<SpanReport>,
}

/// The same as programs read it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TwoJson<'a> {
    solutions: Vec<KeyJson<'a>>,
    nodes: u64,
    complete: bool,
    #[serde(skip_serializing_if = "<[SpanReport]>::is_empty")]
    undecided: &'a [SpanReport],
}

/// A key with its replies at the first of its samples.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct KeyJson<'a> {
    key: &'a SpanReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    promotion: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sample: Option<f64>,
    variations: &'a [ReplyProof],
}

impl TwoReport {
    /// The report of what was found.
    pub fn new(position: &Position, found: KeysInTwo, nodes: u64) -> TwoReport {
        let undecided = found.undecided.iter().map(|key| SpanReport::new(position, &key.span()));
        TwoReport { nodes, complete: found.complete, undecided: undecided.collect(), keys: found.keys }
    }

    /// Leaves no more solutions than are wanted.
    pub fn keep(&mut self, most: usize) {
        self.complete &= self.keys.len() <= most;
        self.keys.truncate(most);
    }

    /// For programs, with the replies or without.
    pub fn json(&self, variations: bool) -> TwoJson<'_> {
        let keys = self.keys.iter().map(|proof| {
            let sample = proof.samples.first().filter(|_| variations);
            KeyJson {
                key: &proof.key,
                promotion: proof.promotion,
                sample: sample.map(|sample| sample.distance),
                variations: sample.map_or(&[], |sample| &sample.replies),
            }
        });
        TwoJson {
            solutions: keys.collect(),
            nodes: self.nodes,
            complete: self.complete,
            undecided: &self.undecided,
        }
    }

    /// For people, with the replies or without.
    pub fn text(&self, variations: bool) -> impl fmt::Display + '_ {
        TwoText { report: self, variations }
    }
}

struct TwoText<'a> {
    report: &'a TwoReport,
    variations: bool,
}

impl fmt::Display for TwoText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for proof in &self.report.keys {
            write!(f, "1.{}", Stretch(&proof.key))?;
            if let Some(letter) = proof.promotion {
                write!(f, " ={letter}")?;
            }
            let sample = proof.samples.first();
            let mates = sample.is_some_and(|sample| sample.replies.is_empty());
            match sample {
                Some(_) if mates => writeln!(f, " #")?,
                Some(sample) if self.variations && proof.key.from != proof.key.to => {
                    writeln!(f, " ! at {}:", sample.distance)?;
                }
                Some(_) | None => writeln!(f, " !")?,
            }
            for reply in sample.into_iter().filter(|_| self.variations).flat_map(|sample| &sample.replies) {
                write_reply(f, reply)?;
            }
        }
        Ok(())
    }
}

/// `   1...ka 0 (0.1, 0.35]` and, for each part of it, the answer.
fn write_reply(f: &mut fmt::Formatter<'_>, proof: &ReplyProof) -> fmt::Result {
    let kind = proof.promotion.map_or(String::new(), |letter| format!(" ={letter}"));
    if let [only] = proof.cells.as_slice() {
        return writeln!(f, "   {}{kind}  {} #", Stretch(&proof.reply), only.answer);
    }
    writeln!(f, "   {}{kind}", Stretch(&proof.reply))?;
    proof.cells.iter().try_for_each(|cell: &CellProof| {
        let CellProof { from, to, open_from, open_to, .. } = *cell;
        let reply = SpanReport { from, to, open_from, open_to, captures: Vec::new(), ..proof.reply.clone() };
        writeln!(f, "      {}{kind}  {} #", Stretch(&reply), cell.answer)
    })
}
