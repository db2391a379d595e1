//! Covering all replies to one distance of a key with answers.
//!
//! The method is greedy: it takes a reply inside the uncovered distances and the moves that mate it. Each such answer, at a fixed
//! distance or at a linear function of the reply's, mates an exactly known set of replies. The answer that covers most is kept,
//! until all replies are covered.

use super::refute::{Failed, Killers, mates, try_to_refute};
use super::reply::ReplyStretch;
use super::unanswered::{Unanswered, unanswered};
use crate::budget::Budget;
use crate::chess::Status;
use crate::geom::{Interval, Spans};
use crate::plane::{PlanePosition, Survey};
use crate::solve::plane::certificate::tiling::{Cut, between, end, is_below, start};
use crate::solve::plane::certificate::{AnswerText, CellProof, ReplyProof};
use crate::solve::plane::family::NARROW;
use crate::solve::plane::keys::{KeyStretch, check_supported_for_more_moves, keys_of};
use crate::solve::plane::linear_move::LinearMove;
use crate::solve::plane::span_moves::SpanMoves;
use crate::solve::stipulation::Goal;

/// The greatest number of answers for the replies of one span.
const MOST_ANSWERS: usize = 48;

/// The greatest number of mates of one reply that are tried as answers to others.
const MOST_MATES: usize = 4;

/// The distances to neighbours of a reply, as shares of the uncovered stretch: their mates give the slope of an answer.
const NEIGHBOURS: [f64; 2] = [0.2, 0.01];

/// Returns answers to every reply; none if the position is mate already.
///
/// # Errors
/// When there is a reply without an answer, one that is not decided, or no more time.
pub fn answers(
    position: &PlanePosition,
    killers: &mut Killers,
    budget: &Budget,
) -> Result<Vec<ReplyProof>, Failed> {
    match position.status() {
        Status::Checkmate => return Ok(Vec::new()),
        Status::Ongoing => {}
        _ => return Err(Failed::Refuted),
    }
    let spans = Survey::new(position).legal();
    check_supported_for_more_moves(position, &spans)?;
    try_to_refute(position, &spans, killers, budget)?;
    let mut out = Vec::new();
    for replies in SpanMoves::all(position, &spans) {
        out.push(ReplyProof::new(replies, answered(replies, 0, budget)?.cells));
    }
    Ok(out)
}

/// An answer, and a stretch of replies that it mates.
struct Cover {
    part: Interval,
    answer: AnswerText,
}

/// The replies of a span, in parts.
pub struct CoveredReplies {
    /// The parts with their answers.
    pub cells: Vec<CellProof>,
    /// The parts without an answer.
    pub refutations: Vec<Interval>,
}

/// Returns the answers to the replies of a span, and the stretches of replies without one.
///
/// # Errors
/// When there are more than `most` such stretches, one that is not decided, or no more time.
pub fn answered(replies: SpanMoves<'_>, most: usize, budget: &Budget) -> Result<CoveredReplies, Failed> {
    let whole = replies.span.part;
    let mut search = Covering {
        replies,
        budget,
        most,
        left: whole.into(),
        answered: whole.into(),
        covers: Vec::new(),
        refutations: Vec::new(),
    };
    let width = |part: &Interval| part.to - part.from;
    while let Some(&part) = search.left.parts().iter().max_by(|a, b| width(a).total_cmp(&width(b))) {
        let waiting = || ReplyStretch::of(replies, part);
        search.cover(part).map_err(|failed| failed.waiting_for(waiting))?;
    }
    let Covering { answered, covers, mut refutations, .. } = search;
    let cells: Option<Vec<Vec<CellProof>>> =
        answered.parts().iter().map(|&part| fewest_covers(part, &covers)).collect();
    refutations.sort_by(|a, b| a.from.total_cmp(&b.from));
    let waiting = || Failed::Unknown(Some(ReplyStretch::of(replies, whole)));
    Ok(CoveredReplies { cells: cells.ok_or_else(waiting)?.concat(), refutations })
}

/// A search for answers to the replies of a span.
struct Covering<'a> {
    replies: SpanMoves<'a>,
    budget: &'a Budget,
    /// The greatest number of stretches without an answer.
    most: usize,
    /// The replies that are not dealt with.
    left: Spans,
    /// The replies that have an answer, or are not dealt with.
    answered: Spans,
    covers: Vec<Cover>,
    refutations: Vec<Interval>,
}

impl Covering<'_> {
    /// Deals with a reply inside a part of the replies that are left, and with all that has the same answer.
    fn cover(&mut self, part: Interval) -> Result<(), Failed> {
        if self.covers.len() >= MOST_ANSWERS {
            return Err(Failed::Unknown(None));
        }
        let is_narrow = !part.is_point() && part.to - part.from < NARROW;
        let s = round_within(part.from, part.to, 0.2);
        let after = self.replies.after(s).ok_or(Failed::Unknown(None))?;
        let keys = match mates(&after, self.budget) {
            Err(Failed::Refuted) if self.refutations.len() < self.most && !is_narrow => {
                let Unanswered { known, whole } = unanswered(self.replies, part, s, self.budget)?;
                self.left = self.left.difference(&whole.into(), 0.0);
                self.answered = self.answered.difference(&whole.into(), 0.0);
                self.refutations.push(known);
                return Ok(());
            }
            keys => keys?,
        };
        if part.is_point() {
            let key = widest(keys.keys).into_iter().next().ok_or(Failed::Unknown(None))?;
            let answer = AnswerText::written(after.text_of(key.at(distance_of(&key))));
            self.left = self.left.difference(&part.into(), 0.0);
            self.covers.push(Cover { part, answer });
            return Ok(());
        }
        if is_narrow {
            return Err(Failed::Unknown(None));
        }
        let (answer, mated) = best_answer(self.replies, (part, s), &after, keys.keys, self.budget)?;
        self.left = self.left.difference(&mated, 0.0);
        self.covers.extend(mated.parts().iter().map(|&part| Cover { part, answer }));
        Ok(())
    }
}

/// Returns the answer that mates most of the uncovered stretch about a reply, with every reply that it mates.
fn best_answer(
    replies: SpanMoves<'_>,
    (left, s): (Interval, f64),
    after: &PlanePosition,
    keys: Vec<KeyStretch>,
    budget: &Budget,
) -> Result<(AnswerText, Spans), Failed> {
    let keys: Vec<KeyStretch> = widest(keys).into_iter().take(MOST_MATES).collect();
    let mut best: Option<(f64, LinearMove, Spans)> = None;
    // Fixed distances first, because they are easy to read.
    let fixed = keys.iter().map(|key| answer_through(key, distance_of(key), 0.0, s));
    let moving = keys.iter().flat_map(|key| linear_answers(replies, left, s, key));
    for line in fixed.chain(moving) {
        if budget.tick() {
            return Err(Failed::Stopped);
        }
        let mated = replies.mated_by(&line, replies.span.part).reached;
        let Some(about) = mated.parts().iter().find(|part| part.contains(s)) else { continue };
        let length = about.to.min(left.to) - about.from.max(left.from);
        if length > NARROW && best.as_ref().is_none_or(|best| length > best.0 * 1.01) {
            let is_all = about.from <= left.from && about.to >= left.to;
            best = Some((length, line, mated));
            if is_all {
                break;
            }
        }
    }
    let (_, line, mated) = best.ok_or(Failed::Unknown(None))?;
    Ok((AnswerText::linear(after.text_of(line.at(s)), [line.start, line.by]), mated))
}

/// Returns the answer of slope `by` through a distance at a reply.
fn answer_through(key: &KeyStretch, distance: f64, by: f64, s: f64) -> LinearMove {
    let start = if by == 0.0 { distance } else { distance - by * s };
    LinearMove { piece: key.piece, lane: key.lane, promotion: key.promotion, start, by }
}

/// Returns answers whose distances follow a mate from one neighbour of the reply to the next.
fn linear_answers(replies: SpanMoves<'_>, left: Interval, s: f64, key: &KeyStretch) -> Vec<LinearMove> {
    let neighbour = |share: f64| {
        let other = s + share * (left.to - left.from);
        let after = replies.after(other)?;
        let spans = Survey::new(&after).legal_on(key.piece, key.lane);
        let found = keys_of(&after, &spans, Goal::Mate).ok()?;
        let same = |k: &&KeyStretch| k.promotion == key.promotion && k.part.is_point() == key.part.is_point();
        let off = |k: &KeyStretch| (k.sample() - key.sample()).abs();
        let near = found.keys.iter().filter(same).min_by(|a, b| off(a).total_cmp(&off(b)))?;
        Some((other - s, near.part))
    };
    let Some((ds, part)) = NEIGHBOURS.into_iter().find_map(neighbour) else { return Vec::new() };
    let slope = |to: f64, from: f64| (to - from) / ds;
    let (low, high) = (slope(part.from, key.part.from), slope(part.to, key.part.to));
    let mut slopes = vec![0.5 * (low + high)];
    if !key.part.is_point() {
        // An answer that follows one end of a stretch stays in it longest if the other end moves away.
        slopes.iter_mut().for_each(|by| *by = thousandths(*by));
        slopes.extend([thousandths(low), thousandths(high)]);
        slopes.dedup();
    }
    slopes.retain(|by| by.abs() > 1e-9);
    slopes.into_iter().map(|by| answer_through(key, distance_of(key), by, s)).collect()
}

fn thousandths(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}

/// Returns the keys, the widest first.
fn widest(mut keys: Vec<KeyStretch>) -> Vec<KeyStretch> {
    let width = |key: &KeyStretch| key.part.to - key.part.from;
    keys.sort_by(|a, b| width(b).total_cmp(&width(a)));
    keys
}

/// Returns a distance well inside a key with few digits.
fn distance_of(key: &KeyStretch) -> f64 {
    round_within(key.part.from, key.part.to, 0.2)
}

/// Whether a number has at most four decimals. Among numbers nearer to each other than 4e-7 one in 250 is round by chance.
pub fn is_round(number: f64) -> bool {
    (number * 1e4).round() / 1e4 == number
}

/// Returns the number with the fewest decimals between two others, at least this share of their distance from both.
pub fn round_within(from: f64, to: f64, share: f64) -> f64 {
    let middle = from.midpoint(to);
    if from == to {
        return from;
    }
    let margin = share * (to - from);
    let rounded = (0..16).map(|digits| {
        let unit = 10f64.powi(digits);
        (middle * unit).round() / unit
    });
    let mut fitting = rounded.filter(|d| from + margin <= *d && *d <= to - margin);
    fitting.next().unwrap_or(middle)
}

/// Returns the fewest parts, each with an answer, that cover a stretch. Borders lie well inside the overlap of neighbours.
fn fewest_covers(whole: Interval, covers: &[Cover]) -> Option<Vec<CellProof>> {
    let last = end(&whole);
    let mut reached = start(&whole);
    let mut chain: Vec<&Cover> = Vec::new();
    while is_below(reached, last) {
        let next = covers
            .iter()
            .filter(|cover| !is_below(reached, start(&cover.part)) && is_below(reached, end(&cover.part)));
        let farthest = next.reduce(|a, b| if is_below(end(&a.part), end(&b.part)) { b } else { a })?;
        reached = end(&farthest.part);
        chain.push(farthest);
    }
    let mut from = start(&whole);
    let mut out = Vec::new();
    for (i, cover) in chain.iter().enumerate() {
        let to = match chain.get(i + 1) {
            None => last,
            Some(next) => {
                let (low, high) = (next.part.from.max(from.distance), cover.part.to);
                if low < high {
                    Cut { distance: round_within(low, high, 0.2), is_below: false }
                } else {
                    end(&cover.part)
                }
            }
        };
        let Interval { from: least, to: greatest, open_from, open_to } = between(from, to);
        out.push(CellProof { from: least, to: greatest, open_from, open_to, answer: cover.answer });
        from = to;
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::plane::certificate::tiling::tiles;

    #[test]
    fn round_numbers_lie_inside() {
        assert_eq!(round_within(0.12345, 0.23456, 0.2), 0.2);
        assert_eq!(round_within(2.75, 2.750001, 0.2), 2.7500005);
        assert_eq!(round_within(1.5, 1.5, 0.2), 1.5);
        assert_eq!(round_within(0.3, 4.7, 0.2), 3.0);
    }

    #[test]
    fn the_fewest_parts_are_chosen_and_tile() {
        let cover = |from: f64, to: f64, text: &str| Cover {
            part: Interval { from, to, open_from: true, open_to: true },
            answer: text.parse().expect("an answer"),
        };
        let point = Cover { part: Interval::point(3.0), answer: "Qd 90 3".parse().expect("an answer") };
        let covers = [
            cover(0.0, 2.0, "Qd 90 1"),
            cover(0.5, 1.5, "Qd 90 4"),
            cover(1.0, 3.0, "Qd 90 2"),
            point,
            cover(3.0, 4.0, "Qd 90 5"),
        ];
        let whole = Interval::open(0.0, 4.0);
        let cells = fewest_covers(whole, &covers).expect("covered");
        assert_eq!(cells.len(), 4, "{cells:?}");
        assert_eq!(tiles(whole, cells.iter().map(CellProof::interval)), Ok(()));
        assert!(1.2 < cells[0].to && cells[0].to < 1.8);
        assert!(fewest_covers(whole, &covers[..3]).is_none());
    }
}
