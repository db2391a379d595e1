//! Refutations: replies that leave no mate.

use crate::budget::{Budget, CutShort};
use crate::chess::Label;
use crate::geom::Interval;
use crate::plane::PlanePosition;
use crate::solve::plane::keys::{KeyStretch, Keys, Unsupported, keys_in_one, keys_of, moves_of};
use crate::solve::plane::reply::ReplyStretch;
use crate::solve::plane::span_moves::SpanMoves;
use crate::solve::stipulation::Goal;

/// The reason why a distance of a key is not known to solve.
#[derive(Debug, Clone, PartialEq)]
pub enum Failed {
    /// A reply leaves no mate.
    Refuted,
    /// A reply could not be decided. It is one of this stretch, if the stretch is known yet.
    Undecided(Option<ReplyStretch>),
    /// The budget was used up.
    Stopped,
    /// Exact sets of distances are not supported.
    Unsupported(Unsupported),
}

impl From<Unsupported> for Failed {
    fn from(unsupported: Unsupported) -> Failed {
        Failed::Unsupported(unsupported)
    }
}

impl From<CutShort> for Failed {
    fn from(_: CutShort) -> Failed {
        Failed::Stopped
    }
}

/// A reply that refuted the first move at another distance (chess programming: killer move).
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

/// Tries the killers, and a few replies of each span. The error is [`Failed::Refuted`] if one of them surely leaves no mate.
pub fn refute_by_trials(
    reply_spans: &[SpanMoves<'_>],
    killers: &mut Killers,
    budget: &Budget,
) -> Result<(), Failed> {
    for Trial { reply_span, distance } in trials(reply_spans, &killers.latest_first) {
        if is_surely_unanswered(reply_span, distance, budget)? {
            killers.add(Killer { piece: mover_label(&reply_span), lane: reply_span.span.lane, distance });
            return Err(Failed::Refuted);
        }
    }
    Ok(())
}

/// A reply that is tried.
struct Trial<'a> {
    reply_span: SpanMoves<'a>,
    distance: f64,
}

fn mover_label(moves: &SpanMoves<'_>) -> Label {
    moves.position.piece(moves.span.piece).label
}

/// Returns the replies that are tried: the killers, then a first distance of each span, a second of each, and so on.
fn trials<'a>(reply_spans: &[SpanMoves<'a>], killers: &[Killer]) -> Vec<Trial<'a>> {
    let mut out = Vec::new();
    for &Killer { piece, lane, distance } in killers {
        let has_killer = |moves: &&SpanMoves<'_>| {
            (mover_label(moves), moves.span.lane) == (piece, lane) && moves.span.part.contains(distance)
        };
        let spans_of_killer = reply_spans.iter().filter(has_killer);
        out.extend(spans_of_killer.map(|&reply_span| Trial { reply_span, distance }));
    }
    let distances: Vec<Vec<f64>> =
        reply_spans.iter().map(|reply_span| first_distances(reply_span.span.part)).collect();
    for i in 0..SHARES.len() {
        for (&reply_span, distances) in reply_spans.iter().zip(&distances) {
            out.extend(distances.get(i).map(|&distance| Trial { reply_span, distance }));
        }
    }
    out
}

/// Whether surely no move mates after the reply of this distance. An undecided move counts as one that mates.
pub fn is_surely_unanswered(
    reply_span: SpanMoves<'_>,
    distance: f64,
    budget: &Budget,
) -> Result<bool, Failed> {
    budget.count_position()?;
    Ok(!may_mate_at_once(&reply_span.after(distance))?)
}

/// Whether some move mates or is undecided.
fn may_mate_at_once(position: &PlanePosition) -> Result<bool, Unsupported> {
    // One position is the unit of the budget, so it is not cut short.
    for span in &moves_of(position) {
        let Keys { keys: mates, undecided, .. } =
            keys_of(position, std::slice::from_ref(span), Goal::Mate, &Budget::unlimited())?;
        if !mates.is_empty() || !undecided.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns every move that mates after a reply. If surely none does, the error is [`Failed::Refuted`].
pub fn mates(after_reply: &PlanePosition, budget: &Budget) -> Result<Vec<KeyStretch>, Failed> {
    budget.count_position()?;
    // One position is the unit of the budget, so it is not cut short.
    let Keys { keys: mates, undecided, .. } = keys_in_one(after_reply, Goal::Mate, &Budget::unlimited())?;
    if !mates.is_empty() {
        Ok(mates)
    } else if !undecided.is_empty() {
        Err(Failed::Undecided(None))
    } else {
        Err(Failed::Refuted)
    }
}
