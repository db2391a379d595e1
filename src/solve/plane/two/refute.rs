//! Refutations: replies that leave no mate.

use super::reply::ReplyStretch;
use crate::budget::Budget;
use crate::chess::Label;
use crate::plane::{PlanePosition, Span};
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
    /// Sets of distances are not supported in such positions.
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
        match self {
            Failed::Unknown(known) => Failed::Unknown(known.or_else(|| Some(replies()))),
            Failed::Refuted | Failed::Stopped | Failed::Unsolved(_) => self,
        }
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

/// Shares of a span at which replies are tried first.
pub const SHARES: [f64; 3] = [0.5, 0.1, 0.9];

/// Searches for a reply that leaves no mate, at a few distances of each span.
///
/// # Errors
/// When there is one, or time is over.
pub fn try_to_refute(
    position: &PlanePosition,
    spans: &[Span],
    killers: &mut Killers,
    budget: &Budget,
) -> Result<(), Failed> {
    let known = killers.0.iter().filter_map(|killer| {
        let on_lane = |span: &&Span| {
            position.piece(span.piece).label == killer.piece
                && span.lane == killer.lane
                && span.part.contains(killer.distance)
        };
        Some((spans.iter().find(on_lane)?, killer.distance))
    });
    let known: Vec<(&Span, f64)> = known.collect();
    let first = SHARES.into_iter().flat_map(|share| {
        // A single distance has no further shares.
        let has_more = move |span: &&Span| share == SHARES[0] || !span.part.is_point();
        spans.iter().filter(has_more).map(move |span| {
            let part = span.part;
            (span, if part.is_point() { part.from } else { part.from + share * (part.to - part.from) })
        })
    });
    for (span, distance) in known.into_iter().chain(first) {
        for replies in SpanMoves::all(position, std::slice::from_ref(span)) {
            let Some(after) = replies.after(distance) else { return Err(Failed::Unknown(None)) };
            if budget.tick() {
                return Err(Failed::Stopped);
            }
            if !has_mate(&after)? {
                let piece = position.piece(span.piece).label;
                killers.add(Killer { piece, lane: span.lane, distance });
                return Err(Failed::Refuted);
            }
        }
    }
    Ok(())
}

/// Whether some move mates or is undecided.
pub fn has_mate(position: &PlanePosition) -> Result<bool, Unsolved> {
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
