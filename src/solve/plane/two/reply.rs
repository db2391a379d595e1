//! Stretches of replies to a first move.

use crate::chess::Label;
use crate::game::{SpanReport, SpanText};
use crate::geom::Interval;
use crate::plane::{KindId, PlanePosition, Span};
use crate::solve::plane::keys::promotion_letter;
use crate::solve::plane::words::PromotionSuffix;
use serde::Serialize;
use std::fmt;

/// A stretch of replies on one lane.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReplyStretch {
    /// The replies.
    pub reply: SpanReport,
    /// The letter of what a pawn becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotion: Option<char>,
}

impl ReplyStretch {
    /// Returns a part of a span of replies.
    pub(super) fn of(
        position: &PlanePosition,
        span: &Span,
        kind: Option<KindId>,
        part: Interval,
    ) -> ReplyStretch {
        let span = Span { part, ..span.clone() };
        ReplyStretch { reply: SpanReport::new(position, &span), promotion: promotion_letter(position, kind) }
    }

    /// Whether another stretch lies on the same lane, with the same captures.
    pub(super) fn resembles(&self, other: &ReplyStretch) -> bool {
        let lane = |replies: &ReplyStretch| -> (Label, u64, Option<char>) {
            (replies.reply.piece, replies.reply.bearing.to_bits(), replies.promotion)
        };
        lane(self) == lane(other) && self.reply.captures == other.reply.captures
    }
}

impl fmt::Display for ReplyStretch {
    /// Writes `pa 270 [0.1, 0.3) =q`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", SpanText(&self.reply), PromotionSuffix(self.promotion))
    }
}
