//! The stretches of first moves that solve.
//!
//! Distances of each lane are tested in order (`first_span`). Between a distance that solves and a neighbour that does not, the end is found by
//! bisection.

use super::cover::{answers, is_round, round_within};
use super::first_span::FirstSpan;
use super::refute::{Failed, Killers};
use crate::budget::Budget;
use crate::game::SpanReport;
use crate::geom::Interval;
use crate::plane::{PlanePosition, Span};
use crate::solve::plane::certificate::{KeyProof, ReplyProof, SampleProof};
use crate::solve::plane::family::NARROW;
use crate::solve::plane::keys::{Key, Unsolved, check_supported_for_more_moves, moves_of};
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
    /// The stretches that could not be decided.
    pub undecided: Vec<Key>,
    /// Whether every distance was tested, as when all are single.
    pub complete: bool,
}

/// Returns moves after which every reply can be mated: at least one distance of each stretch that was tested.
///
/// # Errors
/// When exact sets of distances are not supported in the position.
pub fn keys_in_two(position: &PlanePosition, budget: &Budget) -> Result<KeysInTwo, Unsolved> {
    let spans = moves_of(position);
    check_supported_for_more_moves(position, &spans)?;
    let lanes = FirstSpan::all(position, &spans, budget);
    budget.expect(lanes.len());
    let found: Vec<Result<KeysInTwo, Unsolved>> = lanes
        .into_par_iter()
        .map(|lane| {
            let found = KeySearch { lane, killers: Killers::default() }.keys();
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
pub fn proof_of(position: &PlanePosition, key: &Key, budget: &Budget) -> Result<Option<KeyProof>, Unsolved> {
    let spans = moves_of(position);
    check_supported_for_more_moves(position, &spans)?;
    let distance = key.sample();
    let fits = |span: &&Span| {
        (span.piece, span.lane, &span.captures) == (key.piece, key.lane, &key.captures)
            && span.part.contains(distance)
            && span.promotes == key.promotion.is_some()
    };
    let Some(span) = spans.iter().find(fits) else { return Ok(None) };
    let lane = FirstSpan { position, span, kind: key.promotion, budget };
    let mut search = KeySearch { lane, killers: Killers::default() };
    match search.test(distance) {
        Ok(replies) => {
            let samples = vec![SampleProof { distance, replies }];
            Ok(Some(search.proof(Interval::point(distance), samples)))
        }
        Err(Failed::Unsolved(unsolved)) => Err(unsolved),
        Err(Failed::Refuted | Failed::Unknown | Failed::Stopped) => Ok(None),
    }
}

/// The replies of a distance with their answers, if it solves.
type TestResult = Result<Vec<ReplyProof>, Failed>;

/// A tested distance.
struct TestedDistance {
    distance: f64,
    result: TestResult,
}

/// The search for keys on a span of the first moves.
struct KeySearch<'a> {
    lane: FirstSpan<'a>,
    killers: Killers,
}

/// An end of a stretch that solves.
struct End {
    distance: f64,
    open: bool,
    /// The undecided distance beyond the end.
    beyond: Option<f64>,
    /// The replies at the end, if it belongs to the key.
    replies: Option<Vec<ReplyProof>>,
}

impl KeySearch<'_> {
    fn keys(&mut self) -> Result<KeysInTwo, Unsolved> {
        let mut tested = Vec::new();
        for distance in self.lane.distances() {
            let result = self.test(distance);
            match result {
                Err(Failed::Unsolved(unsolved)) => return Err(unsolved),
                Err(Failed::Stopped) => break,
                result => tested.push(TestedDistance { distance, result }),
            }
        }
        let mut out = KeysInTwo { complete: true, ..KeysInTwo::default() };
        let mut i = 0;
        while i < tested.len() {
            if tested[i].result == Err(Failed::Unknown) {
                let from = if i == 0 { self.lane.span.part.from } else { tested[i - 1].distance };
                let to = tested.get(i + 1).map_or(self.lane.span.part.to, |next| next.distance);
                let here = tested[i].distance;
                let part = if self.lane.span.part.is_point() {
                    Interval::point(here)
                } else {
                    Interval::open(from, to)
                };
                out.undecided.push(self.lane.part(part));
            }
            let solved = tested[i..].iter().take_while(|tested| tested.result.is_ok()).count();
            if solved > 0 {
                self.stretch(&tested, i, i + solved - 1, &mut out);
            }
            i += solved.max(1);
        }
        out.complete = out.undecided.is_empty() && !self.lane.budget.is_ended();
        Ok(out)
    }

    fn test(&mut self, distance: f64) -> TestResult {
        let after = self.lane.after(distance).ok_or(Failed::Unknown)?;
        answers(&after, &mut self.killers, self.lane.budget)
    }

    /// Adds the key about neighbouring distances that solve.
    fn stretch(&mut self, tested: &[TestedDistance], first: usize, last: usize, out: &mut KeysInTwo) {
        let part = self.lane.span.part;
        let before = first.checked_sub(1).map(|i| &tested[i]);
        let from = self.end(&tested[first], before, part.from);
        let to = self.end(&tested[last], tested.get(last + 1), part.to);
        for (end, beyond) in [(&from, from.beyond), (&to, to.beyond)] {
            out.undecided.extend(beyond.map(|beyond| {
                self.lane.part(Interval::open(end.distance.min(beyond), end.distance.max(beyond)))
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
        let key = self.lane.part(key);
        KeyProof {
            key: SpanReport::new(self.lane.position, &key.span()),
            promotion: key.letter(self.lane.position),
            samples,
        }
    }

    /// Finds the end of a key from a distance that solves towards a neighbour that does not, or to the end of the span.
    fn end(&mut self, solved: &TestedDistance, beyond: Option<&TestedDistance>, limit: f64) -> End {
        let (mut good, mut replies) = (solved.distance, solved.result.clone().ok());
        // If the span is closed, its end is a tested distance.
        let wall = beyond.map_or(limit, |tested| tested.distance);
        if good == wall {
            return End { distance: good, open: false, beyond: None, replies };
        }
        let mut bad = wall;
        let mut is_refuted = beyond.is_some_and(|tested| tested.result == Err(Failed::Refuted));
        while (bad - good).abs() > NARROW {
            let middle = good.midpoint(bad);
            match self.test(middle) {
                Ok(found) => (good, replies) = (middle, Some(found)),
                Err(failed) => (bad, is_refuted) = (middle, failed == Failed::Refuted),
            }
            if self.lane.budget.is_ended() {
                break;
            }
        }
        if bad == wall && !self.lane.budget.is_ended() {
            // All distances up to the wall solve, and the wall itself does not.
            return End { distance: wall, open: true, beyond: None, replies: None };
        }
        let onward = (bad - good).signum();
        // What is only undecided may solve, and the end may lie beyond it.
        let farthest = if is_refuted { bad } else { good + onward * NEAR };
        if let Some(exact) = self.exact_end(good, farthest, wall) {
            return exact;
        }
        let is_end = good == solved.distance;
        End { distance: good, open: false, beyond: (!is_end).then_some(bad), replies }
    }

    /// Returns the end of a key at a critical distance or a round number a little beyond the last distance that solves, if the
    /// key ends there. Nearer to an end than [`NARROW`] answers are too narrow to be decided, but at the end itself they are not.
    fn exact_end(&mut self, good: f64, farthest: f64, wall: f64) -> Option<End> {
        let onward = (farthest - good).signum();
        let (low, high) = (good.min(farthest), good.max(farthest));
        let distance = if (low..=high).contains(&wall) { wall } else { round_within(low, high, 0.0) };
        if self.lane.budget.is_ended() || !(distance == wall || is_round(distance)) {
            return None;
        }
        match self.test(distance) {
            Ok(replies) => {
                let beyond = match self.test(distance + onward * BEYOND) {
                    Ok(_) => return None,
                    Err(Failed::Refuted) => None,
                    Err(_) => Some(distance + onward * NARROW),
                };
                Some(End { distance, open: false, beyond, replies: Some(replies) })
            }
            Err(Failed::Refuted) => Some(End { distance, open: true, beyond: None, replies: None }),
            Err(Failed::Unknown | Failed::Stopped | Failed::Unsolved(_)) => None,
        }
    }
}
