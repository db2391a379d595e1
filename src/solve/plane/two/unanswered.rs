//! How far the replies without an answer reach about one of them.

use super::cover::{is_round, round_within};
use super::refute::{Failed, has_mate};
use super::tested::tested_distances;
use crate::budget::Budget;
use crate::geom::Interval;
use crate::solve::plane::family::NARROW;
use crate::solve::plane::span_moves::SpanMoves;

/// The number of parts of a stretch of replies at whose borders replies are tested, beside the distances of the lane.
const PARTS: u32 = 16;

/// A stretch of replies without an answer.
pub struct Unanswered {
    /// The stretch on which every tested reply has no answer.
    pub known: Interval,
    /// The stretch up to the next replies on both sides that are known to have an answer.
    pub whole: Interval,
}

/// An end of a stretch.
#[derive(Clone, Copy)]
pub struct StretchEnd {
    pub distance: f64,
    /// Whether the distance itself is left out.
    pub open: bool,
}

impl StretchEnd {
    /// Returns the stretch from this end to a higher one.
    pub fn to(self, high: StretchEnd) -> Interval {
        Interval { from: self.distance, to: high.distance, open_from: self.open, open_to: high.open }
    }
}

/// The ends of the two stretches on one side.
struct Ends {
    known: StretchEnd,
    whole: StretchEnd,
}

/// Returns the stretch about a reply without an answer, within a part of the replies of a lane.
///
/// # Errors
/// When a reply is not decided, or time is over.
pub fn unanswered(
    replies: SpanMoves<'_>,
    part: Interval,
    s: f64,
    budget: &Budget,
) -> Result<Unanswered, Failed> {
    if part.is_point() {
        return Ok(Unanswered { known: part, whole: part });
    }
    let low = end(replies, s, StretchEnd { distance: part.from, open: part.open_from }, budget)?;
    let high = end(replies, s, StretchEnd { distance: part.to, open: part.open_to }, budget)?;
    Ok(Unanswered { known: low.known.to(high.known), whole: low.whole.to(high.whole) })
}

/// Whether a reply has no answer.
pub fn is_unanswered(replies: SpanMoves<'_>, s: f64, budget: &Budget) -> Result<bool, Failed> {
    if budget.tick() {
        return Err(Failed::Stopped);
    }
    let after = replies.after(s).ok_or(Failed::Unknown(None))?;
    Ok(!has_mate(&after)?)
}

/// Returns the end of the stretch from a reply without an answer towards the limit of the part.
fn end(replies: SpanMoves<'_>, s: f64, limit: StretchEnd, budget: &Budget) -> Result<Ends, Failed> {
    let inward = (s - limit.distance).signum();
    let room = (s - limit.distance).abs();
    let last = if limit.open { limit.distance + inward * NARROW.min(room) } else { limit.distance };
    let is_inside = |d: &f64| (d - s) * (last - d) > 0.0;
    let borders = (1..PARTS).map(|i| s + f64::from(i) / f64::from(PARTS) * (last - s));
    let mut tested: Vec<f64> =
        tested_distances(replies).into_iter().chain(borders).filter(is_inside).collect();
    tested.sort_by(|a, b| (a - s).abs().total_cmp(&(b - s).abs()));
    tested.push(last);
    let mut without = s;
    for with in tested {
        if !is_unanswered(replies, with, budget)? {
            return between(replies, without, with, budget);
        }
        without = with;
    }
    Ok(Ends { known: limit, whole: limit })
}

/// Returns the end between a reply without an answer and one with an answer.
fn between(replies: SpanMoves<'_>, mut without: f64, mut with: f64, budget: &Budget) -> Result<Ends, Failed> {
    while (with - without).abs() > NARROW {
        let middle = with.midpoint(without);
        if is_unanswered(replies, middle, budget)? { without = middle } else { with = middle }
    }
    let round = round_within(with.min(without), with.max(without), 0.0);
    let known = if is_round(round) {
        StretchEnd { distance: round, open: !is_unanswered(replies, round, budget)? }
    } else {
        StretchEnd { distance: without, open: false }
    };
    Ok(Ends { known, whole: StretchEnd { distance: with, open: true } })
}
