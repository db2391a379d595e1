//! Refutations: replies that leave no mate.

use crate::budget::Budget;
use crate::chess::Label;
use crate::geom::Interval;
use crate::plane::PlanePosition;
use crate::solve::plane::keys::{Keys, Unsolved, keys_in_one, keys_of, moves_of};
use crate::solve::plane::reply::ReplyStretch;
use crate::solve::plane::span_moves::SpanMoves;
use crate::solve::stipulation::Goal;

/// The reason why a distance of a key is not known to solve.
#[derive(Debug, Clone, PartialEq)]
pub enum Failed {
    /// A reply leaves no mate.
    Refuted,
    /// A reply could not be decided. It is one of these, if they are known.
    Undecided(Option<ReplyStretch>),
    /// The budget was used up.
    Stopped,
    /// Exact sets of distances are not supported.
    Unsolved(Unsolved),
}

impl From<Unsolved> for Failed {
    fn from(unsolved: Unsolved) -> Failed {
        Failed::Unsolved(unsolved)
    }
}

impl Failed {
    /// Returns the failure. If it is an undecided reply without a name, it gets these replies.
    pub fn waiting_for(self, replies: impl FnOnce() -> ReplyStretch) -> Failed {
        if self == Failed::Undecided(None) { Failed::Undecided(Some(replies())) } else { self }
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
const MOST_KILLERS: usize = 6;

/// The killers that are kept, at most one for each lane.
#[derive(Debug, Default)]
pub struct Killers {
    latest_first: Vec<Killer>,
}

impl Killers {
    fn add(&mut self, killer: Killer) {
        self.latest_first.retain(|known| (known.piece, known.lane) != (killer.piece, killer.lane));
        self.latest_first.insert(0, killer);
        self.latest_first.truncate(MOST_KILLERS);
    }
}

/// The shares of a stretch at which replies are tried first.
const SHARES: [f64; 3] = [0.5, 0.1, 0.9];

/// Returns the distances of a stretch at which replies are tried first.
pub fn first_distances(part: Interval) -> Vec<f64> {
    if part.is_point() {
        return vec![part.from];
    }
    SHARES.iter().map(|share| part.from + share * part.length()).collect()
}

/// Tries the killers, and a few replies of each span. The error is [`Failed::Refuted`] if one of them leaves no mate.
pub fn try_to_refute(
    replies: &[SpanMoves<'_>],
    killers: &mut Killers,
    budget: &Budget,
) -> Result<(), Failed> {
    let label = |reply: &SpanMoves<'_>| reply.position.piece(reply.span.piece).label;
    let mut trials = Vec::new();
    for killer in &killers.latest_first {
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

/// Whether no move answers the reply of a distance by mate.
pub fn is_unanswered(replies: SpanMoves<'_>, distance: f64, budget: &Budget) -> Result<bool, Failed> {
    if budget.tick() {
        return Err(Failed::Stopped);
    }
    Ok(!has_mate(&replies.after(distance))?)
}

/// Whether some move mates or is undecided.
fn has_mate(position: &PlanePosition) -> Result<bool, Unsolved> {
    for span in &moves_of(position) {
        let found = keys_of(position, std::slice::from_ref(span), Goal::Mate, &Budget::default())?;
        if !found.keys.is_empty() || !found.undecided.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns every move that mates. A position in which no move mates is refuted.
pub fn mates(position: &PlanePosition, budget: &Budget) -> Result<Keys, Failed> {
    if budget.tick() {
        return Err(Failed::Stopped);
    }
    let found = keys_in_one(position, Goal::Mate, &Budget::default())?;
    match (found.keys.is_empty(), found.undecided.is_empty()) {
        (false, _) => Ok(found),
        (true, false) => Err(Failed::Undecided(None)),
        (true, true) => Err(Failed::Refuted),
    }
}
