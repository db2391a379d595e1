//! How far the replies without an answer reach about one of them.

use super::bisection::{Bisection, StretchEnd};
use super::refute::{Failed, is_unanswered};
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
    let [from, to] = StretchEnd::of(part);
    let (low, high) = (end(replies, s, from, budget)?, end(replies, s, to, budget)?);
    Ok(Unanswered { known: low.known.to(high.known), whole: low.whole.to(high.whole) })
}

/// Returns the end of the stretch from a reply without an answer towards the limit of the part.
fn end(replies: SpanMoves<'_>, s: f64, limit: StretchEnd, budget: &Budget) -> Result<Ends, Failed> {
    let inward = (s - limit.distance).signum();
    let room = (s - limit.distance).abs();
    let last = if limit.open { limit.distance + inward * NARROW.min(room) } else { limit.distance };
    let borders = (1..PARTS).map(|i| s + f64::from(i) / f64::from(PARTS) * (last - s));
    let mut tested: Vec<f64> = tested_distances(replies).into_iter().chain(borders).collect();
    tested.retain(|d| (d - s) * (last - d) > 0.0);
    tested.sort_by(|a, b| (a - s).abs().total_cmp(&(b - s).abs()));
    tested.push(last);
    let mut without = s;
    for distance in tested {
        if !is_unanswered(replies, distance, budget)? {
            return between(replies, Bisection { inside: without, outside: distance }, budget);
        }
        without = distance;
    }
    Ok(Ends { known: limit, whole: limit })
}

/// Returns the end between a reply without an answer, inside, and one with an answer.
fn between(replies: SpanMoves<'_>, mut gap: Bisection, budget: &Budget) -> Result<Ends, Failed> {
    while let Some(middle) = gap.middle(NARROW) {
        gap.halve(middle, is_unanswered(replies, middle, budget)?);
    }
    let known = match gap.round() {
        Some(round) => StretchEnd { distance: round, open: !is_unanswered(replies, round, budget)? },
        None => StretchEnd::closed(gap.inside),
    };
    Ok(Ends { known, whole: StretchEnd { distance: gap.outside, open: true } })
}
