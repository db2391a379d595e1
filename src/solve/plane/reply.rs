//! Stretches of replies, as reports name them.

use super::span_moves::SpanMoves;
use crate::game::{SpanReport, SpanText};
use crate::geom::Interval;
use serde::Serialize;
use std::fmt;

/// A stretch of replies on one lane.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReplyStretch {
    /// The replies.
    pub reply: SpanReport,
    /// The letter of the kind to which a pawn promotes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotion: Option<char>,
}

impl ReplyStretch {
    /// Returns a part of some replies.
    pub(super) fn of(replies: SpanMoves<'_>, part: Interval) -> ReplyStretch {
        let key = replies.key(part);
        ReplyStretch { reply: key.report(replies.position), promotion: key.letter(replies.position) }
    }

    /// Whether another stretch lies on the same lane, with the same captures and promotion.
    pub(super) fn resembles(&self, other: &ReplyStretch) -> bool {
        let (a, b) = (&self.reply, &other.reply);
        (a.piece, a.bearing, &a.captures, self.promotion)
            == (b.piece, b.bearing, &b.captures, other.promotion)
    }
}

impl fmt::Display for ReplyStretch {
    /// Writes `pa 270 [0.1, 0.3) =q`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        SpanText { span: &self.reply, promotion: self.promotion }.fmt(f)
    }
}
