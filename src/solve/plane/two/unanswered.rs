//! The stretch of replies without an answer about one such reply.

use super::bisection::{Bisection, StretchEnd};
use super::refute::{Failed, is_surely_unanswered};
use super::tested::tested_distances;
use crate::budget::Budget;
use crate::geom::Interval;
use crate::solve::plane::family::NARROW;
use crate::solve::plane::span_moves::SpanMoves;

/// The number of parts of a stretch. Replies at their borders are tested, beside those that [`tested_distances`] lists.
const PARTS: u32 = 16;

/// The stretch about a reply without an answer, in two lengths.
pub struct Unanswered {
    /// The stretch on which no tested reply has an answer.
    pub known: Interval,
    /// The stretch up to the next tested replies on both sides that have an answer.
    pub whole: Interval,
}

/// The ends of the two stretches of [`Unanswered`] on one side.
struct Ends {
    known: StretchEnd,
    whole: StretchEnd,
}

/// Returns the stretch about a reply without an answer, within a part of the replies of a lane.
pub fn unanswered(
    reply_span: SpanMoves<'_>,
    part: Interval,
    reply: f64,
    budget: &Budget,
) -> Result<Unanswered, Failed> {
    if part.is_point() {
        return Ok(Unanswered { known: part, whole: part });
    }
    let [from, to] = StretchEnd::of(part);
    let low = ends_towards(from, reply_span, reply, budget)?;
    let high = ends_towards(to, reply_span, reply, budget)?;
    Ok(Unanswered { known: low.known.to(high.known), whole: low.whole.to(high.whole) })
}

/// Returns the ends on the way from a reply without an answer to a limit of the part.
fn ends_towards(
    limit: StretchEnd,
    reply_span: SpanMoves<'_>,
    reply: f64,
    budget: &Budget,
) -> Result<Ends, Failed> {
    let inward = (reply - limit.distance).signum();
    let room = (reply - limit.distance).abs();
    // An open limit is replaced by a reply close to it.
    let last = if limit.open { limit.distance + inward * NARROW.min(room) } else { limit.distance };
    let borders = (1..PARTS).map(|i| reply + f64::from(i) / f64::from(PARTS) * (last - reply));
    let mut tested: Vec<f64> = tested_distances(reply_span).into_iter().chain(borders).collect();
    tested.retain(|distance| (distance - reply) * (last - distance) > 0.0);
    tested.sort_by(|a, b| (a - reply).abs().total_cmp(&(b - reply).abs()));
    tested.push(last);
    let mut last_unanswered = reply;
    for distance in tested {
        if !is_surely_unanswered(reply_span, distance, budget)? {
            return ends_in_gap(reply_span, Bisection { inside: last_unanswered, outside: distance }, budget);
        }
        last_unanswered = distance;
    }
    Ok(Ends { known: limit, whole: limit })
}

/// Returns the ends in the gap between a reply without an answer, inside, and a reply with an answer.
fn ends_in_gap(reply_span: SpanMoves<'_>, mut gap: Bisection, budget: &Budget) -> Result<Ends, Failed> {
    while let Some(middle) = gap.middle(NARROW) {
        gap.halve(middle, is_surely_unanswered(reply_span, middle, budget)?);
    }
    let known = match gap.round() {
        Some(round) => {
            StretchEnd { distance: round, open: !is_surely_unanswered(reply_span, round, budget)? }
        }
        None => StretchEnd::closed(gap.inside),
    };
    Ok(Ends { known, whole: StretchEnd { distance: gap.outside, open: true } })
}
