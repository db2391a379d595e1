//! Covering all replies to one distance of a key with answers.
//!
//! The method is greedy. It takes a reply inside the widest uncovered stretch and the moves that mate after it. Each of these
//! answers, at a fixed distance or at a linear function of the reply's, mates an exactly known set of replies. The answer that
//! covers most of the stretch is kept. This is repeated until all replies are covered.

use super::refute::{Failed, Killers, mates, refute_by_trials};
use super::tested::round_within;
use super::unanswered::{Unanswered, unanswered};
use crate::budget::Budget;
use crate::chess::Status;
use crate::geom::{Interval, Spans};
use crate::plane::{PlanePosition, Survey};
use crate::solve::plane::certificate::tiling::Cut;
use crate::solve::plane::certificate::{AnswerText, CellProof, ReplyProof};
use crate::solve::plane::family::NARROW;
use crate::solve::plane::keys::{KeyStretch, keys_of, supported_moves_of};
use crate::solve::plane::linear::{LinearFunction, LinearMove};
use crate::solve::plane::reply::ReplyStretch;
use crate::solve::plane::span_moves::SpanMoves;
use crate::solve::stipulation::Goal;

/// The greatest number of answers for the replies of one span.
const MOST_ANSWERS: usize = 48;

/// The greatest number of mates after one reply that are tried as answers to other replies.
const MOST_MATES: usize = 4;

/// The distances to neighbours of a reply, as shares of the uncovered stretch. The mates after a neighbour give the slope of an answer.
const NEIGHBOURS: [f64; 2] = [0.2, 0.01];

/// The least distance of a round number from both ends of a stretch, as a share of the stretch.
const MARGIN: f64 = 0.2;

/// Returns answers to every reply in a position; none if the position is mate already.
pub fn answers_to_all(
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
    let spans = supported_moves_of(position)?;
    let reply_spans = SpanMoves::all(position, &spans);
    refute_by_trials(&reply_spans, killers, budget)?;
    let prove = |reply_span| Ok(ReplyProof::new(reply_span, cover(reply_span, 0, budget)?.cells));
    reply_spans.into_iter().map(prove).collect()
}

/// The replies of a span, in parts.
pub struct CoveredReplies {
    /// The parts with their answers.
    pub cells: Vec<CellProof>,
    /// The parts without an answer.
    pub refutations: Vec<Interval>,
}

/// Returns the parts of a span of replies. The span is refuted if more than `most` stretches have no answer.
pub fn cover(reply_span: SpanMoves<'_>, most: usize, budget: &Budget) -> Result<CoveredReplies, Failed> {
    let whole = reply_span.span.part;
    let mut search = CoverSearch {
        reply_span,
        budget,
        most,
        uncovered: whole.into(),
        answered: whole.into(),
        covers: Vec::new(),
        refutations: Vec::new(),
    };
    let by_length = |a: &&Interval, b: &&Interval| a.length().total_cmp(&b.length());
    while let Some(&widest) = search.uncovered.parts().iter().max_by(by_length) {
        search.cover_inside(widest).map_err(|failed| match failed {
            Failed::Undecided(None) => Failed::Undecided(Some(ReplyStretch::of(reply_span, widest))),
            other => other,
        })?;
    }
    let CoverSearch { answered, covers, mut refutations, .. } = search;
    refutations.sort_by(|a, b| a.from.total_cmp(&b.from));
    let mut cells = Vec::new();
    for &part in answered.parts() {
        let undecided = || Failed::Undecided(Some(ReplyStretch::of(reply_span, whole)));
        cells.extend(fewest_cells(part, &covers).ok_or_else(undecided)?);
    }
    Ok(CoveredReplies { cells, refutations })
}

struct CoverSearch<'a> {
    reply_span: SpanMoves<'a>,
    budget: &'a Budget,
    /// The greatest number of stretches without an answer.
    most: usize,
    /// The replies that are neither covered nor refuted.
    uncovered: Spans,
    /// The replies that are not refuted, covered or not.
    answered: Spans,
    /// The answers, each with a stretch of replies after which it mates. The stretches may overlap.
    covers: Vec<CellProof>,
    refutations: Vec<Interval>,
}

/// An answer, and all replies after which it mates.
struct MatingAnswer {
    line: LinearMove,
    mated: Spans,
    /// The length of the part of the uncovered stretch that it covers.
    length: f64,
}

impl CoverSearch<'_> {
    /// Covers a reply inside an uncovered stretch, and every other reply after which the same answer mates. If the reply has no
    /// answer, adds the refutations about it.
    fn cover_inside(&mut self, part: Interval) -> Result<(), Failed> {
        if self.covers.len() >= MOST_ANSWERS {
            return Err(Failed::Undecided(None));
        }
        let is_narrow = !part.is_point() && part.length() < NARROW;
        let reply = round_within(part.from, part.to, MARGIN);
        let after = self.reply_span.after(reply);
        let may_add_refutation = self.refutations.len() < self.most && !is_narrow;
        let mut mates = match mates(&after, self.budget) {
            Err(Failed::Refuted) if may_add_refutation => return self.add_refutation(part, reply),
            found => found?,
        };
        if is_narrow {
            return Err(Failed::Undecided(None));
        }
        mates.sort_by(|a, b| b.part.length().total_cmp(&a.part.length()));
        if part.is_point() {
            let longest = mates.first().ok_or(Failed::Undecided(None))?;
            let answer = AnswerText::written(after.text_of(longest.at(&after, distance_of(longest))));
            self.uncovered = self.uncovered.difference(&part.into(), 0.0);
            self.covers.push(CellProof::new(part, answer));
            return Ok(());
        }
        mates.truncate(MOST_MATES);
        let MatingAnswer { line, mated, .. } = self.best_answer(part, reply, &mates)?;
        let answer = AnswerText::linear(after.text_of(line.at(reply)), line.distance);
        self.uncovered = self.uncovered.difference(&mated, 0.0);
        self.covers.extend(mated.parts().iter().map(|&part| CellProof::new(part, answer)));
        Ok(())
    }

    /// Adds the stretch without an answer about a reply of an uncovered stretch.
    fn add_refutation(&mut self, part: Interval, reply: f64) -> Result<(), Failed> {
        let Unanswered { known, whole } = unanswered(self.reply_span, part, reply, self.budget)?;
        self.uncovered = self.uncovered.difference(&whole.into(), 0.0);
        self.answered = self.answered.difference(&whole.into(), 0.0);
        self.refutations.push(known);
        Ok(())
    }

    /// Returns the answer that covers most of an uncovered stretch about a reply, given the mates after the reply.
    fn best_answer(&self, part: Interval, reply: f64, mates: &[KeyStretch]) -> Result<MatingAnswer, Failed> {
        let mut best: Option<MatingAnswer> = None;
        // Fixed distances come first, because they are easy to read.
        let fixed = mates.iter().map(|mate| mate.linear(LinearFunction::constant(distance_of(mate))));
        let moving = mates.iter().flat_map(|mate| linear_answers(self.reply_span, part, reply, mate));
        for line in fixed.chain(moving) {
            self.budget.count_position()?;
            let mated = self.reply_span.mated_by(&line, self.reply_span.span.part).reached;
            let Some(&around) = mated.parts().iter().find(|stretch| stretch.contains(reply)) else {
                continue;
            };
            let length = around.to.min(part.to) - around.from.max(part.from);
            // An answer replaces another one only if it covers at least one percent more.
            let is_better = best.as_ref().is_none_or(|best| length > best.length * 1.01);
            if length > NARROW && is_better {
                best = Some(MatingAnswer { line, mated, length });
                if around.from <= part.from && around.to >= part.to {
                    break;
                }
            }
        }
        best.ok_or(Failed::Undecided(None))
    }
}

/// Returns answers that change with the reply as a mate does between the reply and a neighbour of the reply.
fn linear_answers(
    reply_span: SpanMoves<'_>,
    uncovered: Interval,
    reply: f64,
    mate: &KeyStretch,
) -> Vec<LinearMove> {
    let mut slopes = Vec::new();
    for share in NEIGHBOURS {
        let neighbour = reply + share * uncovered.length();
        if let Some(part) = part_of_like_mate(&reply_span.after(neighbour), mate) {
            slopes = slopes_between(mate.part, part, neighbour - reply);
            break;
        }
    }
    slopes.retain(|slope| slope.abs() > LEAST_SLOPE);
    let distance = distance_of(mate);
    let line = |slope: f64| mate.linear(LinearFunction { start: distance - slope * reply, slope });
    slopes.into_iter().map(line).collect()
}

/// Returns the distances of the nearest mate of a position that is like a mate of another position: on the same lane, with the same
/// promotion, and a single distance only if that mate is one.
fn part_of_like_mate(position: &PlanePosition, mate: &KeyStretch) -> Option<Interval> {
    let spans = Survey::new(position).legal_on(mate.piece, mate.lane);
    let mut found = keys_of(position, &spans, Goal::Mate, &Budget::unlimited()).ok()?.keys;
    found.retain(|other| other.promotion == mate.promotion && other.part.is_point() == mate.part.is_point());
    let gap = |other: &KeyStretch| (other.sample() - mate.sample()).abs();
    Some(found.iter().min_by(|a, b| gap(a).total_cmp(&gap(b)))?.part)
}

/// The least slope of an answer. With a lower slope its distance would be constant up to rounding.
const LEAST_SLOPE: f64 = 1e-9;

/// Returns the slopes of the middle and of both ends of a mate that becomes `next` if the distance of the reply rises by `offset`.
fn slopes_between(part: Interval, next: Interval, offset: f64) -> Vec<f64> {
    let (low, high) = ((next.from - part.from) / offset, (next.to - part.to) / offset);
    let middle = 0.5 * (low + high);
    if part.is_point() {
        return vec![middle];
    }
    // An answer that follows one end of a mate stays in the mate longest if the other end moves away.
    let mut slopes = vec![thousandths(middle), thousandths(low), thousandths(high)];
    slopes.dedup();
    slopes
}

fn thousandths(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}

/// Returns a round number well inside a mate.
fn distance_of(mate: &KeyStretch) -> f64 {
    round_within(mate.part.from, mate.part.to, MARGIN)
}

/// Returns the fewest covers that together cover a stretch, in order; `None` if they leave a gap.
fn fewest_covers(whole: Interval, covers: &[CellProof]) -> Option<Vec<&CellProof>> {
    let mut reached = Cut::before(whole);
    let mut chain = Vec::new();
    while reached < Cut::after(whole) {
        let mut farthest = None;
        let mut end = reached;
        for cover in covers.iter().filter(|cover| Cut::before(cover.interval()) <= reached) {
            if end < Cut::after(cover.interval()) {
                (farthest, end) = (Some(cover), Cut::after(cover.interval()));
            }
        }
        chain.push(farthest?);
        reached = end;
    }
    Some(chain)
}

/// Returns the fewest cells that divide a stretch, each with an answer to all of it; `None` if the covers leave a gap. The border
/// between two cells lies well inside the overlap of their covers.
fn fewest_cells(whole: Interval, covers: &[CellProof]) -> Option<Vec<CellProof>> {
    let chain = fewest_covers(whole, covers)?;
    let mut from = Cut::before(whole);
    let mut out = Vec::new();
    for (i, cover) in chain.iter().enumerate() {
        let mut to = Cut::after(whole);
        if let Some(next) = chain.get(i + 1) {
            let (low, high) = (next.from.max(from.distance), cover.to);
            to = Cut::after(cover.interval());
            if low < high {
                to = Cut { distance: round_within(low, high, MARGIN), is_below: false };
            }
        }
        out.push(CellProof::new(from.to(to), cover.answer));
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
        let cover = |from: f64, to: f64, text: &str| {
            CellProof::new(Interval::open(from, to), text.parse().expect("an answer"))
        };
        let point = CellProof::new(Interval::point(3.0), "Qd 90 3".parse().expect("an answer"));
        let covers = [
            cover(0.0, 2.0, "Qd 90 1"),
            cover(0.5, 1.5, "Qd 90 4"),
            cover(1.0, 3.0, "Qd 90 2"),
            point,
            cover(3.0, 4.0, "Qd 90 5"),
        ];
        let whole = Interval::open(0.0, 4.0);
        let cells = fewest_cells(whole, &covers).expect("covered");
        assert_eq!(cells.len(), 4, "{cells:?}");
        assert_eq!(tiles(whole, cells.iter().map(CellProof::interval)), Ok(()));
        assert!(1.2 < cells[0].to && cells[0].to < 1.8);
        assert!(fewest_cells(whole, &covers[..3]).is_none());
    }
}
