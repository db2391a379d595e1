//! Tries of a mate in two, as stretches of first moves that the same replies refute, and the set play.
//!
//! The tested distances are those of `stretch`. Neighbours whose refutations lie on the same lanes are one try.

use super::bisection::{Bisection, StretchEnd};
use super::cover::{CoveredReplies, cover};
use super::refute::{Failed, first_distances, is_surely_unanswered};
use super::tested::{SAMPLE_MARGIN, TestedDistance, TestedRun, round_within, tested_distances};
use crate::budget::Budget;
use crate::chess::Status;
use crate::game::{SpanReport, SpanText};
use crate::geom::Interval;
use crate::plane::PlanePosition;
use crate::solve::plane::certificate::ReplyProof;
use crate::solve::plane::family::NARROW;
use crate::solve::plane::keys::{Unsupported, supported_moves_of};
use crate::solve::plane::reply::ReplyStretch;
use crate::solve::plane::span_moves::SpanMoves;
use rayon::prelude::*;
use serde::Serialize;
use std::fmt;

/// A stretch of first moves that few replies refute.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TryReport {
    /// The first moves.
    #[serde(rename = "try")]
    pub first: SpanReport,
    /// The letter of the kind to which a pawn promotes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotion: Option<char>,
    /// The distance after which the refutations are played.
    pub sample: f64,
    /// The replies without an answer at that distance.
    pub refutations: Vec<ReplyStretch>,
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

/// Whether the refutations of two first moves lie on the same lanes.
fn are_alike(a: &[ReplyStretch], b: &[ReplyStretch]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.resembles(b))
}

/// Returns the first moves that at least one stretch of replies refutes, and at most `most` stretches.
///
/// # Errors
/// When exact sets of distances are not supported in the position.
pub fn tries_in_two(
    position: &PlanePosition,
    most: usize,
    budget: &Budget,
) -> Result<Vec<TryReport>, Unsupported> {
    let spans = supported_moves_of(position)?;
    let first_moves = SpanMoves::all(position, &spans).into_par_iter();
    let search = |first_span| TrySearch { first_span, most, budget }.tries();
    let found: Vec<Vec<TryReport>> = first_moves.map(search).collect();
    Ok(found.concat())
}

/// Returns the replies that have an answer if the other side begins; none if the side to move stands in check.
///
/// # Errors
/// When exact sets of distances are not supported in the position.
pub fn set_play_in_two(position: &PlanePosition, budget: &Budget) -> Result<Vec<ReplyProof>, Unsupported> {
    let Some(replying) = position.given_turn(!position.turn()) else { return Ok(Vec::new()) };
    let spans = supported_moves_of(&replying)?;
    let mut out = Vec::new();
    for reply_span in SpanMoves::all(&replying, &spans) {
        let Ok(CoveredReplies { cells, .. }) = cover(reply_span, usize::MAX, budget) else { continue };
        if !cells.is_empty() {
            out.push(ReplyProof::new(reply_span, cells));
        }
    }
    Ok(out)
}

/// The search for tries among the first moves of a span.
struct TrySearch<'a> {
    first_span: SpanMoves<'a>,
    /// The greatest number of stretches of replies that refute a try.
    most: usize,
    budget: &'a Budget,
}

impl TrySearch<'_> {
    fn tries(&self) -> Vec<TryReport> {
        let part = self.first_span.span.part;
        let test = |distance: f64| TestedDistance { distance, result: self.refutations(distance) };
        let tested: Vec<_> = tested_distances(self.first_span).into_iter().map(test).collect();
        let mut out = Vec::new();
        for run in TestedRun::all(&tested, |a, b| are_alike(a, b)) {
            let refutations = &run.first.result;
            if refutations.is_empty() {
                continue;
            }
            let before = run.before.map_or(part.from, |tested| tested.distance);
            let after = run.after.map_or(part.to, |tested| tested.distance);
            let low = self.end(run.first.distance, before, refutations);
            let high = self.end(run.last.distance, after, refutations);
            out.push(self.report(low.to(high), &run.tested[run.tested.len() / 2]));
        }
        out
    }

    /// Returns the report of a try. Its sample is a round number in the middle if this has like refutations, else `tested`.
    fn report(&self, part: Interval, tested: &TestedDistance<Vec<ReplyStretch>>) -> TryReport {
        let middle = round_within(part.from, part.to, SAMPLE_MARGIN);
        let (mut sample, mut refutations) = (middle, self.refutations(middle));
        if !are_alike(&refutations, &tested.result) {
            (sample, refutations) = (tested.distance, tested.result.clone());
        }
        let (key, position) = (self.first_span.key(part), self.first_span.position);
        TryReport { first: key.report(position), promotion: key.letter(position), sample, refutations }
    }

    /// Returns the refutations of a distance; none if there are too many, or something is undecided.
    fn refutations(&self, distance: f64) -> Vec<ReplyStretch> {
        self.decided_refutations(distance).unwrap_or_default()
    }

    fn decided_refutations(&self, distance: f64) -> Option<Vec<ReplyStretch>> {
        let after = self.first_span.after(distance);
        if after.status() != Status::Ongoing {
            return None;
        }
        let spans = supported_moves_of(&after).ok()?;
        let reply_spans = SpanMoves::all(&after, &spans);
        // Most first moves have many refutations. A few replies suffice to reject them.
        let mut refuting_spans = 0;
        for reply_span in &reply_spans {
            refuting_spans += usize::from(has_refutation(*reply_span, self.budget).ok()?);
            if refuting_spans > self.most {
                return None;
            }
        }
        let mut refutations = Vec::new();
        for reply_span in reply_spans {
            let most_left = self.most - refutations.len();
            let unanswered = cover(reply_span, most_left, self.budget).ok()?.refutations;
            refutations.extend(unanswered.into_iter().map(|part| ReplyStretch::of(reply_span, part)));
        }
        Some(refutations)
    }

    /// Finds the end of a try between one of its distances and a distance outside, which may be the end of the span.
    fn end(&self, inside: f64, outside: f64, refutations: &[ReplyStretch]) -> StretchEnd {
        if inside == outside {
            return StretchEnd::closed(inside);
        }
        let is_inside = |distance: f64| are_alike(&self.refutations(distance), refutations);
        let mut gap = Bisection { inside, outside };
        gap.narrow(NARROW, self.budget, is_inside);
        let exact = if gap.outside == outside { Some(outside) } else { gap.round() };
        match exact {
            Some(distance) => StretchEnd { distance, open: !is_inside(distance) },
            None => StretchEnd::closed(gap.inside),
        }
    }
}

/// Whether one of a few replies of a span has no answer.
fn has_refutation(reply_span: SpanMoves<'_>, budget: &Budget) -> Result<bool, Failed> {
    for distance in first_distances(reply_span.span.part) {
        if is_surely_unanswered(reply_span, distance, budget)? {
            return Ok(true);
        }
    }
    Ok(false)
}
