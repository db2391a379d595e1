//! The stretches of first moves that solve.
//!
//! Distances of each lane are tested in order (`tested`). Between a distance that solves and a neighbour that does not, the end is found by
//! bisection. So are the ends of what cannot be decided.

use super::cover::{answers, is_round, round_within};
use super::refute::{Failed, Killers};
use super::reply::ReplyStretch;
use super::tested::tested_distances;
use crate::budget::Budget;
use crate::game::SpanReport;
use crate::geom::Interval;
use crate::plane::{PlanePosition, Span};
use crate::solve::plane::certificate::tiling::{Cut, between, end, start};
use crate::solve::plane::certificate::{KeyProof, ReplyProof, SampleProof};
use crate::solve::plane::family::NARROW;
use crate::solve::plane::keys::{KeyStretch, Unsolved, check_supported_for_more_moves, moves_of};
use crate::solve::plane::span_moves::SpanMoves;
use rayon::prelude::*;

/// Board units: how far beyond the last distance that is known to solve a key may end.
const NEAR: f64 = 4.0 * NARROW;

/// Board units: a distance so far beyond an end does not count as equal to it.
const BEYOND: f64 = 2e-9;

/// The keys that solve in two moves.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct KeysInTwo {
    /// The keys with their certificates, in order of piece, lane and distance.
    pub keys: Vec<KeyProof>,
    /// The stretches that could not be decided, in the same order.
    pub undecided: Vec<Undecided>,
    /// Whether every distance was tested, as when all are single.
    pub complete: bool,
}

/// A stretch of first moves that could not be decided.
#[derive(Debug, Clone, PartialEq)]
pub struct Undecided {
    /// The first moves.
    pub key: KeyStretch,
    /// Replies on whose answers the decision waits, at a distance of the stretch.
    pub waits_for: Option<ReplyStretch>,
}

/// Returns moves after which every reply can be mated: at least one distance of each stretch that was tested.
///
/// # Errors
/// When exact sets of distances are not supported in the position.
pub fn keys_in_two(position: &PlanePosition, budget: &Budget) -> Result<KeysInTwo, Unsolved> {
    let spans = moves_of(position);
    check_supported_for_more_moves(position, &spans)?;
    let lanes = SpanMoves::all(position, &spans);
    budget.expect(lanes.len());
    let found: Vec<Result<KeysInTwo, Unsolved>> = lanes
        .into_par_iter()
        .map(|firsts| {
            let found = KeySearch { firsts, budget, killers: Killers::default() }.keys();
            budget.count_root();
            found
        })
        .collect();
    let are_single = spans.iter().all(|span| span.part.is_point());
    let mut out = KeysInTwo { complete: are_single && !budget.is_ended(), ..KeysInTwo::default() };
    for found in found {
        let KeysInTwo { keys, undecided, complete } = found?;
        out.complete &= complete;
        out.keys.extend(keys);
        out.undecided.extend(undecided);
    }
    Ok(out)
}

/// Returns the proof of one first move; `None` if the move does not solve or cannot be decided.
///
/// # Errors
/// When exact sets of distances are not supported in the position.
pub fn proof_of(
    position: &PlanePosition,
    key: &KeyStretch,
    budget: &Budget,
) -> Result<Option<KeyProof>, Unsolved> {
    let spans = moves_of(position);
    check_supported_for_more_moves(position, &spans)?;
    let distance = key.sample();
    let fits = |span: &&Span| {
        (span.piece, span.lane, &span.captures) == (key.piece, key.lane, &key.captures)
            && span.part.contains(distance)
            && span.promotes == key.promotion.is_some()
    };
    let Some(span) = spans.iter().find(fits) else { return Ok(None) };
    let firsts = SpanMoves { position, span, promotion: key.promotion };
    let mut search = KeySearch { firsts, budget, killers: Killers::default() };
    match search.test(distance) {
        Ok(replies) => {
            let samples = vec![SampleProof { distance, replies }];
            Ok(Some(search.proof(Interval::point(distance), samples)))
        }
        Err(Failed::Unsolved(unsolved)) => Err(unsolved),
        Err(Failed::Refuted | Failed::Unknown(_) | Failed::Stopped) => Ok(None),
    }
}

/// The replies of a distance with their answers, if it solves.
type TestResult = Result<Vec<ReplyProof>, Failed>;

/// A tested distance.
struct TestedDistance {
    distance: f64,
    result: TestResult,
}

impl TestedDistance {
    fn is_unknown(&self) -> bool {
        matches!(self.result, Err(Failed::Unknown(_)))
    }

    fn is_like(&self, other: &TestedDistance) -> bool {
        (self.result.is_ok(), self.is_unknown()) == (other.result.is_ok(), other.is_unknown())
    }
}

/// The search for keys on a span of the first moves.
struct KeySearch<'a> {
    firsts: SpanMoves<'a>,
    budget: &'a Budget,
    killers: Killers,
}

/// An end of a stretch that solves.
struct End {
    distance: f64,
    open: bool,
    /// What is undecided beyond the end.
    beyond: Option<Beyond>,
    /// The replies at the end, if it belongs to the key.
    replies: Option<Vec<ReplyProof>>,
}

/// A distance that solves, and one beyond the end of its key.
struct Gap {
    good: f64,
    bad: f64,
    /// Why the second fails; none if it is the end of the span.
    failed: Option<Failed>,
}

/// The undecided distances beyond an end.
struct Beyond {
    /// The farthest of them.
    distance: f64,
    waits_for: Option<ReplyStretch>,
}

impl KeySearch<'_> {
    fn keys(&mut self) -> Result<KeysInTwo, Unsolved> {
        let mut tested = Vec::new();
        for distance in tested_distances(self.firsts) {
            let result = self.test(distance);
            match result {
                Err(Failed::Unsolved(unsolved)) => return Err(unsolved),
                Err(Failed::Stopped) => break,
                result => tested.push(TestedDistance { distance, result }),
            }
        }
        let mut out = KeysInTwo { complete: true, ..KeysInTwo::default() };
        let (mut first, mut unknown) = (0, Vec::new());
        for run in tested.chunk_by(TestedDistance::is_like) {
            let last = first + run.len() - 1;
            match run[0].result {
                Ok(_) => self.stretch(&tested, first, last, &mut out),
                Err(Failed::Unknown(_)) => unknown.push((first, last)),
                Err(Failed::Refuted | Failed::Stopped | Failed::Unsolved(_)) => {}
            }
            first = last + 1;
        }
        for (first, last) in unknown {
            let undecided = self.undecided(&tested, first, last, &out.keys);
            out.undecided.push(undecided);
        }
        out.undecided.sort_by(|a, b| a.key.part.from.total_cmp(&b.key.part.from));
        out.complete = out.undecided.is_empty() && !self.budget.is_ended();
        Ok(out)
    }

    /// Returns the stretch about neighbouring distances that could not be decided.
    fn undecided(
        &mut self,
        tested: &[TestedDistance],
        first: usize,
        last: usize,
        keys: &[KeyProof],
    ) -> Undecided {
        let span = self.firsts.span.part;
        let part = if span.is_point() {
            span
        } else {
            let before = first.checked_sub(1).map(|i| &tested[i]);
            // A neighbour that solves lies in a key.
            let key_of = |d: f64| keys.iter().map(|key| key.key.interval()).find(|key| key.contains(d));
            let from = match before {
                None => start(&span),
                Some(TestedDistance { distance, .. }) => match key_of(*distance) {
                    Some(key) => end(&key),
                    None => Cut { distance: self.border(tested[first].distance, *distance), is_below: true },
                },
            };
            let to = match tested.get(last + 1) {
                None => end(&span),
                Some(TestedDistance { distance, .. }) => match key_of(*distance) {
                    Some(key) => start(&key),
                    None => Cut { distance: self.border(tested[last].distance, *distance), is_below: false },
                },
            };
            between(from, to)
        };
        let waits_for = tested[first..=last].iter().find_map(|tested| match &tested.result {
            Err(Failed::Unknown(replies)) => replies.clone(),
            _ => None,
        });
        Undecided { key: self.firsts.key(part), waits_for }
    }

    /// Returns the last distance that is refuted, from a refuted one towards one that could not be decided.
    fn border(&mut self, unknown: f64, refuted: f64) -> f64 {
        let (mut near, mut far) = (unknown, refuted);
        while (far - near).abs() > BEYOND && !self.budget.is_ended() {
            let middle = near.midpoint(far);
            if self.test(middle) == Err(Failed::Refuted) { far = middle } else { near = middle }
        }
        far
    }

    fn test(&mut self, distance: f64) -> TestResult {
        let after = self.firsts.after(distance).ok_or(Failed::Unknown(None))?;
        answers(&after, &mut self.killers, self.budget)
    }

    /// Adds the key about neighbouring distances that solve.
    fn stretch(&mut self, tested: &[TestedDistance], first: usize, last: usize, out: &mut KeysInTwo) {
        let part = self.firsts.span.part;
        let before = first.checked_sub(1).map(|i| &tested[i]);
        let from = self.end(&tested[first], before, part.from);
        let to = self.end(&tested[last], tested.get(last + 1), part.to);
        for (end, beyond) in [(&from, &from.beyond), (&to, &to.beyond)] {
            out.undecided.extend(beyond.as_ref().map(|Beyond { distance, waits_for }| {
                let part = Interval::open(end.distance.min(*distance), end.distance.max(*distance));
                Undecided { key: self.firsts.key(part), waits_for: waits_for.clone() }
            }));
        }
        let key = Interval { from: from.distance, to: to.distance, open_from: from.open, open_to: to.open };
        let mut samples = Vec::new();
        if !key.is_point() {
            let middle = round_within(key.from, key.to, 0.3);
            let best = match self.test(middle) {
                Ok(replies) => Some((middle, replies)),
                Err(_) => {
                    let inside = tested[first..=last].iter().filter(|tested| key.contains(tested.distance));
                    let off = |tested: &&TestedDistance| (tested.distance - middle).abs();
                    let near = inside.min_by(|a, b| off(a).total_cmp(&off(b)));
                    near.and_then(|tested| Some((tested.distance, tested.result.clone().ok()?)))
                }
            };
            samples.extend(best.map(|(distance, replies)| SampleProof { distance, replies }));
        }
        let is_point = key.is_point();
        for end in [Some(from), (!is_point).then_some(to)].into_iter().flatten() {
            let distance = end.distance;
            let known = samples.iter().any(|sample| sample.distance == distance);
            samples.extend(end.replies.filter(|_| !known).map(|replies| SampleProof { distance, replies }));
        }
        out.keys.push(self.proof(key, samples));
    }

    fn proof(&self, key: Interval, samples: Vec<SampleProof>) -> KeyProof {
        let key = self.firsts.key(key);
        KeyProof {
            key: SpanReport::new(self.firsts.position, &key.span()),
            promotion: key.letter(self.firsts.position),
            samples,
        }
    }

    /// Finds the end of a key from a distance that solves towards a neighbour that does not, or to the end of the span.
    fn end(&mut self, solved: &TestedDistance, beyond: Option<&TestedDistance>, limit: f64) -> End {
        let (good, mut replies) = (solved.distance, solved.result.clone().ok());
        // If the span is closed, its end is a tested distance.
        let wall = beyond.map_or(limit, |tested| tested.distance);
        if good == wall {
            return End { distance: good, open: false, beyond: None, replies };
        }
        let mut gap = Gap { good, bad: wall, failed: beyond.and_then(|tested| tested.result.clone().err()) };
        self.halve(&mut gap, &mut replies, NARROW);
        if gap.bad == wall && !self.budget.is_ended() {
            // All distances up to the wall solve, and the wall itself does not.
            return End { distance: wall, open: true, beyond: None, replies: None };
        }
        let onward = (gap.bad - gap.good).signum();
        // What is only undecided may solve, and the end may lie beyond it.
        let is_refuted = gap.failed == Some(Failed::Refuted);
        let farthest = if is_refuted { gap.bad } else { gap.good + onward * NEAR };
        if let Some(exact) = self.exact_end(gap.good, farthest, wall) {
            return exact;
        }
        if gap.good == solved.distance {
            return End { distance: gap.good, open: false, beyond: None, replies };
        }
        self.halve(&mut gap, &mut replies, BEYOND);
        let is_reported = beyond.is_some_and(TestedDistance::is_unknown);
        let beyond = match gap.failed {
            Some(Failed::Unknown(waits_for)) if !is_reported => {
                let distance = match beyond {
                    Some(refuted) => self.border(gap.bad, refuted.distance),
                    None => wall,
                };
                Some(Beyond { distance, waits_for })
            }
            _ => None,
        };
        End { distance: gap.good, open: false, beyond, replies }
    }

    /// Brings a distance that solves and one beyond the end of its key so near to each other. `replies` are those at the first.
    fn halve(&mut self, gap: &mut Gap, replies: &mut Option<Vec<ReplyProof>>, width: f64) {
        while (gap.bad - gap.good).abs() > width && !self.budget.is_ended() {
            let middle = gap.good.midpoint(gap.bad);
            match self.test(middle) {
                Ok(found) => (gap.good, *replies) = (middle, Some(found)),
                Err(failed) => (gap.bad, gap.failed) = (middle, Some(failed)),
            }
        }
    }

    /// Returns the end of a key at a critical distance or a round number a little beyond the last distance that solves, if the
    /// key ends there. Nearer to an end than [`NARROW`] answers are too narrow to be decided, but at the end itself they are not.
    fn exact_end(&mut self, good: f64, farthest: f64, wall: f64) -> Option<End> {
        let onward = (farthest - good).signum();
        let (low, high) = (good.min(farthest), good.max(farthest));
        let distance = if (low..=high).contains(&wall) { wall } else { round_within(low, high, 0.0) };
        if self.budget.is_ended() || !(distance == wall || is_round(distance)) {
            return None;
        }
        match self.test(distance) {
            Ok(replies) => {
                let beyond = match self.test(distance + onward * BEYOND) {
                    Ok(_) => return None,
                    Err(Failed::Unknown(waits_for)) => {
                        Some(Beyond { distance: distance + onward * NARROW, waits_for })
                    }
                    Err(Failed::Refuted | Failed::Stopped | Failed::Unsolved(_)) => None,
                };
                Some(End { distance, open: false, beyond, replies: Some(replies) })
            }
            Err(Failed::Refuted) => Some(End { distance, open: true, beyond: None, replies: None }),
            Err(Failed::Unknown(_) | Failed::Stopped | Failed::Unsolved(_)) => None,
        }
    }
}
