//! Certificates: keys that mate at once, or keys with an answer to every reply that mates.
//!
//! Nothing of the search `two` belongs here, so that a fault of the search is found. Start at `check`, which proves or refutes a
//! certificate. `answer` reads and writes answers, `legal` compares moves with the legal set, `refuted` has the fault of a
//! certificate, and `tiling` tests whether stretches cover another one.

mod answer;
mod check;
mod legal;
mod refuted;
pub(super) mod tiling;

pub use answer::AnswerText;
pub use check::{CheckOptions, CheckVerdict, Checked, check};
pub use refuted::Refuted;

use crate::diagnostics::{object, objects};
use crate::game::SpanReport;
use crate::geom::Interval;
use crate::plane::PlanePosition;
use crate::solve::plane::keys::KeyStretch;
use crate::solve::plane::reply::ReplyStretch;
use crate::solve::plane::span_moves::SpanMoves;
use legal::NamedSpan;
use serde::{Deserialize, Serialize};
use toml::Table;

/// A certificate: a position, its keys, and an answer to every reply.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// A preset or a variant file.
    pub variant: String,
    /// Parameters that override those of the variant.
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    pub rules: Table,
    /// The position text.
    pub position: String,
    /// The stipulation that the keys solve.
    pub stipulation: Proven,
    /// The keys.
    #[serde(deserialize_with = "objects")]
    pub keys: Vec<KeyProof>,
}

impl Certificate {
    /// Returns the keys as moves of a position, without checking them.
    ///
    /// # Errors
    /// When a key names a missing piece or lane.
    pub fn keys_in(&self, position: &PlanePosition) -> Result<Vec<KeyStretch>, Refuted> {
        let key = |proof: &KeyProof| Ok(NamedSpan::of(position, &proof.key, proof.promotion)?.key);
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

/// A key with its proof.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyProof {
    /// The key with its distances.
    #[serde(deserialize_with = "object")]
    pub key: SpanReport,
    /// The letter of the kind to which a pawn promotes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promotion: Option<char>,
    /// Some distances of the key: each end that belongs to it, and at least one between.
    #[serde(deserialize_with = "objects")]
    pub samples: Vec<SampleProof>,
}

impl KeyProof {
    /// Returns the proof of a key that mates at once.
    pub fn at_once(position: &PlanePosition, key: &KeyStretch) -> KeyProof {
        let span = key.report(position);
        let part = span.interval();
        let ends = part.closed_ends().filter(|_| !part.is_point());
        let sample = |distance| SampleProof { distance, replies: Vec::new() };
        let samples = [part.middle()].into_iter().chain(ends).map(sample).collect();
        KeyProof { key: span, promotion: key.letter(position), samples }
    }
}

/// The proof of one distance of a key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SampleProof {
    /// The distance of the key.
    pub distance: f64,
    /// Every legal reply; none if the key mates at once.
    #[serde(deserialize_with = "objects")]
    pub replies: Vec<ReplyProof>,
}

/// A stretch of replies with the answers to them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplyProof {
    /// The reply with its distances.
    #[serde(deserialize_with = "object")]
    pub reply: SpanReport,
    /// The letter of the kind to which a pawn promotes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promotion: Option<char>,
    /// The parts of the stretch, in order.
    #[serde(deserialize_with = "objects")]
    pub cells: Vec<CellProof>,
}

impl ReplyProof {
    /// Returns replies with their answers.
    pub(super) fn new(replies: SpanMoves<'_>, cells: Vec<CellProof>) -> ReplyProof {
        let ReplyStretch { reply, promotion } = ReplyStretch::of(replies, replies.span.part);
        ReplyProof { reply, promotion, cells }
    }
}

/// A part of a stretch of replies, with the answer that mates after each of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellProof {
    /// The least distance of the reply.
    pub from: f64,
    /// The greatest distance of the reply.
    pub to: f64,
    /// Whether `from` itself is left out.
    #[serde(default)]
    pub open_from: bool,
    /// Whether `to` itself is left out.
    #[serde(default)]
    pub open_to: bool,
    /// The move that mates.
    pub answer: AnswerText,
}

impl CellProof {
    /// Returns a part of some replies with its answer.
    pub(super) fn new(part: Interval, answer: AnswerText) -> CellProof {
        let Interval { from, to, open_from, open_to } = part;
        CellProof { from, to, open_from, open_to, answer }
    }

    /// Returns the distances of the reply.
    pub fn interval(&self) -> Interval {
        let CellProof { from, to, open_from, open_to, .. } = *self;
        Interval { from, to, open_from, open_to }
    }
}
