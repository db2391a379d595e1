//! Certificates: a key that mates at once, or a key and for every reply to it an answer that mates.
//!
//! `answer` reads and writes how an answer goes. `check` proves or refutes a certificate without any search. `legal` holds what
//! it says of moves to the legal set, `refuted` names what does not hold, and `tiling` says whether stretches cover another one.

mod answer;
mod check;
mod legal;
mod refuted;
pub(super) mod tiling;

pub use answer::{Answer, Length};
pub use check::{CheckOptions, Checked, Verdict, check};
pub use refuted::NoMove;

use crate::game::SpanReport;
use crate::geom::Interval;
use crate::plane::Position;
use crate::solve::plane::keys::Key;
use legal::Named;
use serde::{Deserialize, Serialize};
use toml::Table;

/// What a certificate says: the position, its keys, and an answer to every reply.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// A preset or a variant file.
    pub variant: String,
    /// Parameters laid over it.
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    pub rules: Table,
    /// The position text.
    pub position: String,
    /// What the keys solve.
    pub stipulation: Proven,
    /// The keys.
    pub keys: Vec<KeyProof>,
}

impl Certificate {
    /// Its keys in a position, as moves of that; what they claim is not asked.
    ///
    /// # Errors
    /// The first that names a piece or a lane that is not there.
    pub fn keys_in(&self, position: &Position) -> Result<Vec<Key>, NoMove> {
        let key = |proof: &KeyProof| Ok(Named::of(position, &proof.key, proof.promotion)?.key(&proof.key));
        self.keys.iter().map(key).collect()
    }
}

/// The stipulations that a certificate may prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Proven {
    /// Mate at once.
    #[serde(rename = "#1")]
    MateInOne,
    /// Mate in two moves.
    #[serde(rename = "#2")]
    MateInTwo,
}

/// A key and what is proven of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyProof {
    /// The distances of the key.
    pub key: SpanReport,
    /// The letter of what a pawn becomes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promotion: Option<char>,
    /// Some of its distances: each end that belongs to it, and one between.
    pub samples: Vec<SampleProof>,
}

impl KeyProof {
    /// The certificate of a key that mates at once: no reply has to be answered.
    pub fn at_once(position: &Position, key: &Key) -> KeyProof {
        let span = SpanReport::new(position, &key.span());
        let SpanReport { from, to, open_from, open_to, .. } = span;
        let mut distances = vec![from.midpoint(to)];
        if from != to {
            distances.extend((!open_from).then_some(from));
            distances.extend((!open_to).then_some(to));
        }
        let sample = |distance| SampleProof { distance, replies: Vec::new() };
        let samples = distances.into_iter().map(sample).collect();
        KeyProof { key: span, promotion: key.letter(position), samples }
    }
}

/// One distance of a key with all replies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SampleProof {
    /// The distance of the key.
    pub distance: f64,
    /// Every legal reply; none where the key mates at once.
    pub replies: Vec<ReplyProof>,
}

/// A stretch of replies and its answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplyProof {
    /// The distances of the reply.
    pub reply: SpanReport,
    /// The letter of what a pawn becomes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promotion: Option<char>,
    /// Its parts, in order.
    pub cells: Vec<CellProof>,
}

/// A part of a stretch of replies that one answer mates.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellProof {
    /// The least distance of the reply.
    pub from: f64,
    /// The greatest.
    pub to: f64,
    /// Whether `from` itself is left out.
    #[serde(default)]
    pub open_from: bool,
    /// Whether `to` itself is left out.
    #[serde(default)]
    pub open_to: bool,
    /// The move that mates.
    pub answer: Answer,
}

impl CellProof {
    /// The distances of the reply.
    pub fn interval(&self) -> Interval {
        let CellProof { from, to, open_from, open_to, .. } = *self;
        Interval { from, to, open_from, open_to }
    }
}
