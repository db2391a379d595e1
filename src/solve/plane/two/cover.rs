//! Covering all replies to one distance of a key with answers.
//!
//! The method is greedy: it takes a reply inside the uncovered distances and the moves that mate it. Each such answer, at a fixed
//! distance or at a linear function of the reply's, mates an exactly known set of replies. The answer that covers most is kept,
//! until all replies are covered.

use super::refute::{Failed, Killers, mates, try_to_refute};
use super::reply::ReplyStretch;
use super::round::round_within;
use super::unanswered::{Unanswered, unanswered};
use crate::budget::Budget;
use crate::chess::Status;
use crate::geom::{Interval, Spans};
use crate::plane::{PlanePosition, Survey};
use crate::solve::plane::certificate::tiling::Cut;
use crate::solve::plane::certificate::{AnswerText, CellProof, ReplyProof};
use crate::solve::plane::family::NARROW;
use crate::solve::plane::keys::{KeyStretch, check_supported_for_more_moves, keys_of};
use crate::solve::plane::linear::{LinearFunction, LinearMove};
use crate::solve::plane::span_moves::SpanMoves;
use crate::solve::stipulation::Goal;

/// The greatest number of answers for the replies of one span.
const MOST_ANSWERS: usize = 48;

/// The greatest number of mates of one reply that are tried as answers to others.
const MOST_MATES: usize = 4;

/// The distances to neighbours of a reply, as shares of the uncovered stretch. The mates of a neighbour give the slope of an answer.
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
    let status = position.status();
    if status == Status::Checkmate {
        return Ok(Vec::new());
    }
    if status != Status::Ongoing {
        return Err(Failed::Refuted);
    }
    let spans = Survey::new(position).legal();
    check_supported_for_more_moves(position, &spans)?;
    let replies = SpanMoves::all(position, &spans);
    try_to_refute(&replies, killers, budget)?;
    let answered = |replies| Ok(ReplyProof::new(replies, answered(replies, 0, budget)?.cells));
    replies.into_iter().map(answered).collect()
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
    /// The replies that are neither covered nor refuted.
    left: Spans,
    /// The replies that are not refuted.
    answered: Spans,
    covers: Vec<Cover>,
    refutations: Vec<Interval>,
}

/// An answer, and all replies that it mates.
struct MatingAnswer {
    line: LinearMove,
    mated: Spans,
    /// The length of the uncovered stretch that it mates.
    length: f64,
}

impl Covering<'_> {
    /// Covers a reply inside a part of the replies that are left, and every other reply that the same answer mates.
    fn cover(&mut self, part: Interval) -> Result<(), Failed> {
        if self.covers.len() >= MOST_ANSWERS {
            return Err(Failed::Unknown(None));
        }
        let is_narrow = !part.is_point() && part.to - part.from < NARROW;
        let s = round_within(part.from, part.to, 0.2);
        let after = self.replies.after(s).ok_or(Failed::Unknown(None))?;
        let mut keys = match mates(&after, self.budget) {
            Err(Failed::Refuted) if self.refutations.len() < self.most && !is_narrow => {
                let Unanswered { known, whole } = unanswered(self.replies, part, s, self.budget)?;
                self.left = self.left.difference(&whole.into(), 0.0);
                self.answered = self.answered.difference(&whole.into(), 0.0);
                self.refutations.push(known);
                return Ok(());
            }
            found => found?.keys,
        };
        keys.sort_by(|a, b| width(&b.part).total_cmp(&width(&a.part)));
        if part.is_point() {
            let key = keys.first().ok_or(Failed::Unknown(None))?;
            let answer = AnswerText::written(after.text_of(key.at(distance_of(key))));
            self.left = self.left.difference(&part.into(), 0.0);
            self.covers.push(Cover { part, answer });
            return Ok(());
        }
        if is_narrow {
            return Err(Failed::Unknown(None));
        }
        keys.truncate(MOST_MATES);
        let MatingAnswer { line, mated, .. } = self.best_answer(part, s, &keys)?;
        let answer = AnswerText::linear(after.text_of(line.at(s)), line.distance);
        self.left = self.left.difference(&mated, 0.0);
        self.covers.extend(mated.parts().iter().map(|&part| Cover { part, answer }));
        Ok(())
    }

    /// Returns the answer that mates most of the uncovered stretch about a reply. The keys mate the reply.
    fn best_answer(&self, left: Interval, s: f64, keys: &[KeyStretch]) -> Result<MatingAnswer, Failed> {
        let mut best: Option<MatingAnswer> = None;
        // Fixed distances first, because they are easy to read.
        let fixed = keys.iter().map(|key| key.linear(LinearFunction::constant(distance_of(key))));
        let moving = keys.iter().flat_map(|key| linear_answers(self.replies, left, s, key));
        for line in fixed.chain(moving) {
            if self.budget.tick() {
                return Err(Failed::Stopped);
            }
            let mated = self.replies.mated_by(&line, self.replies.span.part).reached;
            let Some(&about) = mated.parts().iter().find(|part| part.contains(s)) else { continue };
            let length = about.to.min(left.to) - about.from.max(left.from);
            if length > NARROW && best.as_ref().is_none_or(|best| length > best.length * 1.01) {
                best = Some(MatingAnswer { line, mated, length });
                if about.from <= left.from && about.to >= left.to {
                    break;
                }
            }
        }
        best.ok_or(Failed::Unknown(None))
    }
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
    let (low, high) = ((part.from - key.part.from) / ds, (part.to - key.part.to) / ds);
    let mut slopes = vec![0.5 * (low + high)];
    if !key.part.is_point() {
        // An answer that follows one end of a stretch stays in it longest if the other end moves away.
        slopes = vec![thousandths(slopes[0]), thousandths(low), thousandths(high)];
        slopes.dedup();
    }
    slopes.retain(|slope| slope.abs() > 1e-9);
    let distance = distance_of(key);
    slopes
        .into_iter()
        .map(|slope| key.linear(LinearFunction { start: distance - slope * s, slope }))
        .collect()
}

fn thousandths(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}

fn width(part: &Interval) -> f64 {
    part.to - part.from
}

/// Returns a distance well inside a key with few digits.
fn distance_of(key: &KeyStretch) -> f64 {
    round_within(key.part.from, key.part.to, 0.2)
}

/// Returns the fewest parts, each with an answer, that cover a stretch. Borders lie well inside the overlap of neighbours.
fn fewest_covers(whole: Interval, covers: &[Cover]) -> Option<Vec<CellProof>> {
    let last = Cut::after(whole);
    let mut reached = Cut::before(whole);
    let mut chain: Vec<&Cover> = Vec::new();
    while reached < last {
        let mut farthest: Option<&Cover> = None;
        for cover in covers.iter().filter(|cover| Cut::before(cover.part) <= reached) {
            let end = farthest.map_or(reached, |farthest| Cut::after(farthest.part));
            if end < Cut::after(cover.part) {
                farthest = Some(cover);
            }
        }
        let cover = farthest?;
        reached = Cut::after(cover.part);
        chain.push(cover);
    }
    let mut from = Cut::before(whole);
    let mut out = Vec::new();
    for (i, cover) in chain.iter().enumerate() {
        let mut to = last;
        if let Some(next) = chain.get(i + 1) {
            let (low, high) = (next.part.from.max(from.distance), cover.part.to);
            to = Cut::after(cover.part);
            if low < high {
                to = Cut { distance: round_within(low, high, 0.2), is_below: false };
            }
        }
        let Interval { from: least, to: greatest, open_from, open_to } = from.to(to);
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
