//! Tries of a mate in two, as stretches of first moves that the same replies refute, and the set play.
//!
//! The distances that `stretch` tests are tested here too. Neighbours whose refutations lie on the same lanes are one try, and its
//! ends are found by bisection.

use super::cover::{CoveredReplies, answered, is_round, round_within};
use super::refute::{Failed, SHARES};
use super::reply::ReplyStretch;
use super::tested::tested_distances;
use super::unanswered::{StretchEnd, is_unanswered};
use crate::budget::Budget;
use crate::chess::Status;
use crate::plane::PlanePosition;
use crate::solve::plane::certificate::ReplyProof;
use crate::solve::plane::family::NARROW;
use crate::solve::plane::keys::{KeyStretch, Unsolved, check_supported_for_more_moves, moves_of};
use crate::solve::plane::span_moves::SpanMoves;
use rayon::prelude::*;

/// First moves that the same few replies refute.
#[derive(Debug, Clone, PartialEq)]
pub struct TryStretch {
    /// The first moves.
    pub key: KeyStretch,
    /// The distance after which the refutations are played.
    pub sample: f64,
    /// The replies without an answer at that distance.
    pub refutations: Vec<ReplyStretch>,
}

fn are_alike(one: &[ReplyStretch], other: &[ReplyStretch]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a.resembles(b))
}

/// Returns the first moves that at least one stretch of replies refutes, and at most `most`.
///
/// # Errors
/// When exact sets of distances are not supported in the position.
pub fn tries_in_two(
    position: &PlanePosition,
    most: usize,
    budget: &Budget,
) -> Result<Vec<TryStretch>, Unsolved> {
    let spans = moves_of(position);
    check_supported_for_more_moves(position, &spans)?;
    let lanes = SpanMoves::all(position, &spans).into_par_iter();
    let found: Vec<Vec<TryStretch>> =
        lanes.map(|firsts| TrySearch { firsts, most, budget }.tries()).collect();
    Ok(found.concat())
}

/// Returns the replies that are answered already if the other side begins; none if the side to move stands in check.
///
/// # Errors
/// When exact sets of distances are not supported in the position.
pub fn set_play_in_two(position: &PlanePosition, budget: &Budget) -> Result<Vec<ReplyProof>, Unsolved> {
    let Some(passed) = position.given_turn(!position.turn()) else { return Ok(Vec::new()) };
    let spans = moves_of(&passed);
    check_supported_for_more_moves(&passed, &spans)?;
    let mut out = Vec::new();
    for replies in SpanMoves::all(&passed, &spans) {
        let Ok(CoveredReplies { cells, .. }) = answered(replies, usize::MAX, budget) else { continue };
        if !cells.is_empty() {
            out.push(ReplyProof::new(replies, cells));
        }
    }
    Ok(out)
}

/// The search for tries among the first moves of a span.
struct TrySearch<'a> {
    firsts: SpanMoves<'a>,
    most: usize,
    budget: &'a Budget,
}

impl TrySearch<'_> {
    fn tries(&self) -> Vec<TryStretch> {
        let refuted = |distance: f64| Some((distance, self.refutations(distance)?));
        let distances = tested_distances(self.firsts);
        let tested: Vec<Option<(f64, Vec<ReplyStretch>)>> = distances.iter().copied().map(refuted).collect();
        let alike = |a: &Option<(f64, Vec<ReplyStretch>)>, b: &Option<(f64, Vec<ReplyStretch>)>| match (a, b)
        {
            (Some((_, one)), Some((_, other))) => are_alike(one, other),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        let mut out = Vec::new();
        let mut first = 0;
        for run in tested.chunk_by(alike) {
            let next = first + run.len();
            if let (Some(Some((from, one))), Some(Some((to, _)))) = (run.first(), run.last()) {
                let part = self.firsts.span.part;
                let before = first.checked_sub(1).map(|i| distances[i]);
                let low = self.end(*from, before.unwrap_or(part.from), one);
                let high = self.end(*to, distances.get(next).copied().unwrap_or(part.to), one);
                out.extend(self.stretch(low, high, run[run.len() / 2].as_ref()));
            }
            first = next;
        }
        out
    }

    fn stretch(
        &self,
        low: StretchEnd,
        high: StretchEnd,
        about: Option<&(f64, Vec<ReplyStretch>)>,
    ) -> Option<TryStretch> {
        let (tested, known) = about?.clone();
        let middle = round_within(low.distance, high.distance, 0.3);
        let in_the_middle = self.refutations(middle).filter(|found| are_alike(found, &known));
        let (sample, refutations) = in_the_middle.map_or((tested, known), |found| (middle, found));
        Some(TryStretch { key: self.firsts.key(low.to(high)), sample, refutations })
    }

    /// Returns the refutations of a distance, if there are some but not too many, and nothing is undecided.
    fn refutations(&self, distance: f64) -> Option<Vec<ReplyStretch>> {
        let after = self.firsts.after(distance)?;
        if after.status() != Status::Ongoing {
            return None;
        }
        let spans = moves_of(&after);
        check_supported_for_more_moves(&after, &spans).ok()?;
        let replies = SpanMoves::all(&after, &spans);
        // Most first moves have many refutations, and a few replies show it.
        let mut refuted = 0;
        for reply in &replies {
            refuted += usize::from(is_surely_refuted(*reply, self.budget).ok()?);
            if refuted > self.most {
                return None;
            }
        }
        let mut found = Vec::new();
        for replies in replies {
            let unanswered = answered(replies, self.most - found.len(), self.budget).ok()?.refutations;
            found.extend(unanswered.into_iter().map(|part| ReplyStretch::of(replies, part)));
        }
        (!found.is_empty()).then_some(found)
    }

    /// Finds the end of a try from one of its distances towards a distance that is none, or to the end of the span.
    fn end(&self, inside: f64, outside: f64, refutations: &[ReplyStretch]) -> StretchEnd {
        let is_inside =
            |distance: f64| self.refutations(distance).is_some_and(|found| are_alike(&found, refutations));
        if inside == outside {
            return StretchEnd { distance: inside, open: false };
        }
        let (mut good, mut bad) = (inside, outside);
        while (bad - good).abs() > NARROW && !self.budget.is_ended() {
            let middle = good.midpoint(bad);
            if is_inside(middle) { good = middle } else { bad = middle }
        }
        let exact = if bad == outside { bad } else { round_within(good.min(bad), good.max(bad), 0.0) };
        if exact == outside || is_round(exact) {
            return StretchEnd { distance: exact, open: !is_inside(exact) };
        }
        StretchEnd { distance: good, open: false }
    }
}

/// Whether one of a few replies of a span has no answer.
fn is_surely_refuted(replies: SpanMoves<'_>, budget: &Budget) -> Result<bool, Failed> {
    let part = replies.span.part;
    for share in if part.is_point() { &SHARES[..1] } else { &SHARES[..] } {
        if is_unanswered(replies, part.from + share * (part.to - part.from), budget)? {
            return Ok(true);
        }
    }
    Ok(false)
}
