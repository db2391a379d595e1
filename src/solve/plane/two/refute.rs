//! Refutations: replies that leave no mate.

use super::reply::ReplyStretch;
use crate::budget::Budget;
use crate::chess::Label;
use crate::geom::Interval;
use crate::plane::PlanePosition;
use crate::solve::plane::keys::{Keys, Unsolved, keys_of, moves_of};
use crate::solve::plane::span_moves::SpanMoves;
use crate::solve::stipulation::Goal;

/// The reason why a distance of a key is not known to solve.
#[derive(Debug, Clone, PartialEq)]
pub enum Failed {
    /// A reply leaves no mate.
    Refuted,
    /// Some reply could not be decided: these, where they are known.
    Unknown(Option<ReplyStretch>),
    /// The time was over.
    Stopped,
    Unsolved(Unsolved),
}

impl From<Unsolved> for Failed {
    fn from(unsolved: Unsolved) -> Failed {
        Failed::Unsolved(unsolved)
    }
}

impl Failed {
    /// Returns the same failure; if it is of an unknown reply, that reply is one of these.
    pub fn waiting_for(self, replies: impl FnOnce() -> ReplyStretch) -> Failed {
        if self == Failed::Unknown(None) { Failed::Unknown(Some(replies())) } else { self }
    }
}

/// A reply that refuted another distance (chess programming: killer move).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Killer {
    piece: Label,
    lane: usize,
    distance: f64,
}

/// The greatest number of killers that are kept.
const KILLERS: usize = 6;

/// The killers, the latest first.
#[derive(Debug, Default)]
pub struct Killers(Vec<Killer>);

impl Killers {
    fn add(&mut self, killer: Killer) {
        self.0.retain(|known| (known.piece, known.lane) != (killer.piece, killer.lane));
        self.0.insert(0, killer);
        self.0.truncate(KILLERS);
    }
}

/// Shares of a stretch at which replies are tried first.
const SHARES: [f64; 3] = [0.5, 0.1, 0.9];

/// Returns the distances of a stretch at which replies are tried first.
pub fn first_distances(part: Interval) -> Vec<f64> {
    if part.is_point() {
        return vec![part.from];
    }
    SHARES.iter().map(|share| part.from + share * (part.to - part.from)).collect()
}

/// Searches for a reply that leaves no mate, at a few distances of each span.
///
/// # Errors
/// When there is one, or time is over.
pub fn try_to_refute(
    replies: &[SpanMoves<'_>],
    killers: &mut Killers,
    budget: &Budget,
) -> Result<(), Failed> {
    let label = |reply: &SpanMoves<'_>| reply.position.piece(reply.span.piece).label;
    let mut trials = Vec::new();
    for killer in &killers.0 {
        let is_killer = |reply: &&SpanMoves<'_>| {
            (label(reply), reply.span.lane) == (killer.piece, killer.lane)
                && reply.span.part.contains(killer.distance)
        };
        trials.extend(replies.iter().filter(is_killer).map(|reply| (reply, killer.distance)));
    }
    for i in 0..SHARES.len() {
        for reply in replies {
            trials.extend(first_distances(reply.span.part).get(i).map(|distance| (reply, *distance)));
        }
    }
    for (reply, distance) in trials {
        if is_unanswered(*reply, distance, budget)? {
            killers.add(Killer { piece: label(reply), lane: reply.span.lane, distance });
            return Err(Failed::Refuted);
        }
    }
    Ok(())
}

/// Whether no move answers a reply by mate.
pub fn is_unanswered(replies: SpanMoves<'_>, s: f64, budget: &Budget) -> Result<bool, Failed> {
    if budget.tick() {
        return Err(Failed::Stopped);
    }
    let after = replies.after(s).ok_or(Failed::Unknown(None))?;
    Ok(!has_mate(&after)?)
}

/// Whether some move mates or is undecided.
fn has_mate(position: &PlanePosition) -> Result<bool, Unsolved> {
    for span in &moves_of(position) {
        let found = keys_of(position, std::slice::from_ref(span), Goal::Mate)?;
        if !found.keys.is_empty() || !found.undecided.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns every move that mates.
///
/// # Errors
/// When there is none, or time is over.
pub fn mates(position: &PlanePosition, budget: &Budget) -> Result<Keys, Failed> {
    if budget.tick() {
        return Err(Failed::Stopped);
    }
    let found = keys_of(position, &moves_of(position), Goal::Mate)?;
    match (found.keys.is_empty(), found.undecided.is_empty()) {
        (false, _) => Ok(found),
        (true, false) => Err(Failed::Unknown(None)),
        (true, true) => Err(Failed::Refuted),
    }
}
