//! The stretches of first moves that solve.
//!
//! Distances of each lane are tested in order (`tested`). The end of a key lies between a distance that solves and a neighbour that
//! does not. It is found by bisection, and so are the ends of undecided stretches.

use super::bisection::{Bisection, StretchEnd};
use super::cover::answers_to_all;
use super::refute::{Failed, Killers};
use super::tested::{SAMPLE_MARGIN, TestedDistance, TestedRun, round_within, tested_distances};
use crate::budget::Budget;
use crate::geom::Interval;
use crate::plane::PlanePosition;
use crate::solve::plane::certificate::{KeyProof, ReplyProof, SampleProof};
use crate::solve::plane::family::NARROW;
use crate::solve::plane::keys::{KeyStretch, Unsupported, supported_moves_of};
use crate::solve::plane::reply::ReplyStretch;
use crate::solve::plane::span_moves::SpanMoves;
use crate::solve::plane::undecided::UndecidedSpan;
use rayon::prelude::*;

/// The greatest gap between the last distance that is known to solve and the end of its key, board units. Nearer to the end,
/// distances may be undecided, because their answers are narrower than [`NARROW`].
const KEY_END_GAP: f64 = 4.0 * NARROW;

/// The accuracy of the ends of undecided stretches, board units.
const UNDECIDED_END_ACCURACY: f64 = 2e-9;

/// Beyond an end of a key this much farther is tested too, board units. Ends of undecided stretches are accurate to it.
const TESTED_BEYOND: f64 = UNDECIDED_END_ACCURACY;

/// The keys that solve in two moves.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct KeysInTwo {
    /// The keys with their certificates, in order of piece, lane and distance.
    pub keys: Vec<KeyProof>,
    /// The stretches that could not be decided, in the same order.
    pub undecided: Vec<UndecidedSpan>,
    /// Whether every legal first move was tested and decided: each span is a single distance, and the budget sufficed for all.
    pub complete: bool,
}

/// Returns the keys: stretches of first moves after which every reply is answered by mate, at the distances that were tested.
///
/// # Errors
/// When exact sets of distances are not supported in the position.
pub fn keys_in_two(position: &PlanePosition, budget: &Budget) -> Result<KeysInTwo, Unsupported> {
    let spans = supported_moves_of(position)?;
    let first_spans = SpanMoves::all(position, &spans);
    budget.announce_roots(first_spans.len());
    let search = |first_span| {
        let found = KeySearch { first_span, budget, killers: Killers::default() }.keys();
        budget.count_root();
        found
    };
    let results: Vec<Result<KeysOfSpan, Unsupported>> = first_spans.into_par_iter().map(search).collect();
    let are_spans_single = spans.iter().all(|span| span.part.is_point());
    let mut out = KeysInTwo::default();
    for found in results {
        let KeysOfSpan { keys, undecided } = found?;
        out.keys.extend(keys);
        out.undecided.extend(undecided);
    }
    out.complete = are_spans_single && out.undecided.is_empty() && !budget.is_ended();
    Ok(out)
}

/// Returns the proof of one first move; `None` if the move does not solve, cannot be decided, or the budget is used up.
///
/// # Errors
/// When exact sets of distances are not supported in the position.
pub fn proof_of(
    position: &PlanePosition,
    key: &KeyStretch,
    budget: &Budget,
) -> Result<Option<KeyProof>, Unsupported> {
    let spans = supported_moves_of(position)?;
    let Some(span) = key.span_among(&spans) else { return Ok(None) };
    let first_span = SpanMoves { position, span, promotion: key.promotion };
    let mut search = KeySearch { first_span, budget, killers: Killers::default() };
    let distance = key.sample();
    match search.test(distance) {
        Ok(replies) => {
            let samples = vec![SampleProof { distance, replies }];
            Ok(Some(search.proof(Interval::point(distance), samples)))
        }
        Err(Failed::Unsupported(unsupported)) => Err(unsupported),
        Err(Failed::Refuted | Failed::Undecided(_) | Failed::Stopped) => Ok(None),
    }
}

/// The replies after a first move with their answers, or the reason why the move is not known to solve.
type TestResult = Result<Vec<ReplyProof>, Failed>;

fn is_undecided(result: &TestResult) -> bool {
    matches!(result, Err(Failed::Undecided(_)))
}

/// The keys and the undecided stretches on a span of the first moves, in order of distance.
#[derive(Default)]
struct KeysOfSpan {
    keys: Vec<KeyProof>,
    undecided: Vec<UndecidedSpan>,
}

/// The search for keys on a span of the first moves.
struct KeySearch<'a> {
    first_span: SpanMoves<'a>,
    budget: &'a Budget,
    killers: Killers,
}

/// An end of a key.
struct KeyEnd {
    end: StretchEnd,
    /// The replies at the end, if it belongs to the key.
    replies: Option<Vec<ReplyProof>>,
    /// The undecided distances beyond the end.
    beyond: Option<UndecidedBeyond>,
}

impl KeyEnd {
    const fn open(distance: f64) -> KeyEnd {
        KeyEnd { end: StretchEnd { distance, open: true }, replies: None, beyond: None }
    }
}

/// The undecided distances beyond an end.
struct UndecidedBeyond {
    /// The farthest of these distances.
    farthest: f64,
    /// The reply that was not decided after the first of them.
    waits_for: Option<ReplyStretch>,
}

/// The gap between a distance that solves and a distance beyond the end of its key.
struct KeyGap {
    bisection: Bisection,
    /// The replies at the distance that solves, as its result has them.
    replies: Option<Vec<ReplyProof>>,
    /// The reason why the other distance fails; `None` if it is an untested end of the span.
    failed: Option<Failed>,
}

impl KeySearch<'_> {
    fn keys(&mut self) -> Result<KeysOfSpan, Unsupported> {
        let mut tested = Vec::new();
        for distance in tested_distances(self.first_span) {
            match self.test(distance) {
                Err(Failed::Unsupported(unsupported)) => return Err(unsupported),
                Err(Failed::Stopped) => break,
                result => tested.push(TestedDistance { distance, result }),
            }
        }
        let is_like =
            |a: &TestResult, b: &TestResult| (a.is_ok(), is_undecided(a)) == (b.is_ok(), is_undecided(b));
        let runs = TestedRun::all(&tested, is_like);
        let mut out = KeysOfSpan::default();
        for run in runs.iter().filter(|run| run.first.result.is_ok()) {
            self.add_key(run, &mut out);
        }
        for run in runs.iter().filter(|run| is_undecided(&run.first.result)) {
            let undecided = self.undecided_around(run, &out.keys);
            out.undecided.push(undecided);
        }
        out.undecided.sort_by(|a, b| a.span.from.total_cmp(&b.span.from));
        Ok(out)
    }

    /// Returns the replies after a first move with their answers.
    fn test(&mut self, distance: f64) -> TestResult {
        answers_to_all(&self.first_span.after(distance), &mut self.killers, self.budget)
    }

    fn proof(&self, part: Interval, samples: Vec<SampleProof>) -> KeyProof {
        let (key, position) = (self.first_span.key(part), self.first_span.position);
        KeyProof { key: key.report(position), promotion: key.letter(position), samples }
    }

    fn undecided(&self, part: Interval, waits_for: Option<ReplyStretch>) -> UndecidedSpan {
        UndecidedSpan::of_first_move(self.first_span.position, &self.first_span.key(part), waits_for)
    }

    /// Returns the undecided stretch about a run of undecided distances.
    fn undecided_around(&mut self, run: &TestedRun<'_, TestResult>, keys: &[KeyProof]) -> UndecidedSpan {
        let mut part = self.first_span.span.part;
        if !part.is_point() {
            let [low, high] = StretchEnd::of(part);
            let from = self.end_of_undecided(run.first.distance, run.before, low, keys);
            let to = self.end_of_undecided(run.last.distance, run.after, high, keys);
            part = from.to(to);
        }
        let waits_for = run.tested.iter().find_map(|tested| match &tested.result {
            Err(Failed::Undecided(replies)) => replies.clone(),
            Ok(_) | Err(Failed::Refuted | Failed::Stopped | Failed::Unsupported(_)) => None,
        });
        self.undecided(part, waits_for)
    }

    /// Returns the end of an undecided stretch before a decided neighbour; the limit of the span if there is no neighbour.
    fn end_of_undecided(
        &mut self,
        undecided: f64,
        neighbour: Option<&TestedDistance<TestResult>>,
        limit: StretchEnd,
        keys: &[KeyProof],
    ) -> StretchEnd {
        let Some(&TestedDistance { distance: decided, .. }) = neighbour else { return limit };
        // A neighbour that solves lies in a key, at whose end the undecided stretch begins.
        let key = keys.iter().map(|key| key.key.interval()).find(|key| key.contains(decided));
        match key.map(StretchEnd::of) {
            Some([_, end]) if decided < undecided => StretchEnd { open: !end.open, ..end },
            Some([start, _]) => StretchEnd { open: !start.open, ..start },
            None => StretchEnd { distance: self.last_refuted(undecided, decided), open: true },
        }
    }

    /// Returns the refuted distance nearest to an undecided one, given a refuted distance farther away.
    fn last_refuted(&mut self, undecided: f64, refuted: f64) -> f64 {
        let mut gap = Bisection { inside: undecided, outside: refuted };
        gap.narrow(UNDECIDED_END_ACCURACY, self.budget, |middle| self.test(middle) != Err(Failed::Refuted));
        gap.outside
    }

    /// Adds the key about a run of distances that solve.
    fn add_key(&mut self, run: &TestedRun<'_, TestResult>, out: &mut KeysOfSpan) {
        let part = self.first_span.span.part;
        let from = self.key_end(run.first, run.before, part.from);
        let to = self.key_end(run.last, run.after, part.to);
        for KeyEnd { end, beyond, .. } in [&from, &to] {
            if let Some(UndecidedBeyond { farthest, waits_for }) = beyond {
                let (low, high) = (end.distance.min(*farthest), end.distance.max(*farthest));
                out.undecided.push(self.undecided(Interval::open(low, high), waits_for.clone()));
            }
        }
        let key = from.end.to(to.end);
        let (mut samples, mut ends) = (Vec::new(), vec![from]);
        if !key.is_point() {
            samples.extend(self.sample_inside(key, run));
            ends.push(to);
        }
        for KeyEnd { end: StretchEnd { distance, .. }, replies, .. } in ends {
            let is_sampled = samples.iter().any(|sample: &SampleProof| sample.distance == distance);
            match replies {
                Some(replies) if !is_sampled => samples.push(SampleProof { distance, replies }),
                Some(_) | None => {}
            }
        }
        out.keys.push(self.proof(key, samples));
    }

    /// Returns a sample inside a key: a round number in the middle if it solves, else the tested distance nearest to it.
    fn sample_inside(&mut self, key: Interval, run: &TestedRun<'_, TestResult>) -> Option<SampleProof> {
        let middle = round_within(key.from, key.to, SAMPLE_MARGIN);
        if let Ok(replies) = self.test(middle) {
            return Some(SampleProof { distance: middle, replies });
        }
        let inside = run.tested.iter().filter(|tested| key.contains(tested.distance));
        let gap = |tested: &TestedDistance<TestResult>| (tested.distance - middle).abs();
        let nearest = inside.min_by(|a, b| gap(a).total_cmp(&gap(b)))?;
        Some(SampleProof { distance: nearest.distance, replies: nearest.result.clone().ok()? })
    }

    /// Finds the end of a key between a distance that solves and a neighbour that does not, or the limit of the span.
    fn key_end(
        &mut self,
        solved: &TestedDistance<TestResult>,
        neighbour: Option<&TestedDistance<TestResult>>,
        limit: f64,
    ) -> KeyEnd {
        let replies = solved.result.clone().ok();
        // A closed end of the span is a tested distance.
        let bound = neighbour.map_or(limit, |tested| tested.distance);
        if solved.distance == bound {
            return KeyEnd { end: StretchEnd::closed(bound), replies, beyond: None };
        }
        let failed = neighbour.and_then(|tested| tested.result.clone().err());
        let bisection = Bisection { inside: solved.distance, outside: bound };
        let mut gap = KeyGap { bisection, replies, failed };
        self.narrow(&mut gap, NARROW);
        let Bisection { inside, outside } = gap.bisection;
        if outside == bound && !self.budget.is_ended() {
            // All tested distances up to the bound solve, and the bound itself does not.
            return KeyEnd::open(bound);
        }
        // A distance that is only undecided may solve, and the end may lie beyond it.
        let is_refuted = gap.failed == Some(Failed::Refuted);
        let farthest = if is_refuted { outside } else { inside + (outside - inside).signum() * KEY_END_GAP };
        if let Some(exact) = self.exact_end(inside, farthest, bound) {
            return exact;
        }
        if inside == solved.distance {
            return KeyEnd { end: StretchEnd::closed(inside), replies: gap.replies, beyond: None };
        }
        self.narrow(&mut gap, UNDECIDED_END_ACCURACY);
        let KeyGap { bisection: Bisection { inside, outside }, replies, failed } = gap;
        let beyond = match failed {
            Some(Failed::Undecided(waits_for)) => self.undecided_beyond(outside, waits_for, neighbour, limit),
            Some(Failed::Refuted | Failed::Stopped | Failed::Unsupported(_)) | None => None,
        };
        KeyEnd { end: StretchEnd::closed(inside), replies, beyond }
    }

    /// Returns the undecided distances beyond the end of a key, given the first of them; `None` if they belong to the run of an
    /// undecided neighbour, which is reported by itself.
    fn undecided_beyond(
        &mut self,
        first: f64,
        waits_for: Option<ReplyStretch>,
        neighbour: Option<&TestedDistance<TestResult>>,
        limit: f64,
    ) -> Option<UndecidedBeyond> {
        let farthest = match neighbour {
            Some(tested) if is_undecided(&tested.result) => return None,
            Some(refuted) => self.last_refuted(first, refuted.distance),
            None => limit,
        };
        Some(UndecidedBeyond { farthest, waits_for })
    }

    /// Narrows the gap at the end of a key to at most a width, board units.
    fn narrow(&mut self, gap: &mut KeyGap, width: f64) {
        let KeyGap { bisection, replies, failed } = gap;
        bisection.narrow(width, self.budget, |middle| match self.test(middle) {
            Ok(answered) => {
                *replies = Some(answered);
                true
            }
            Err(why) => {
                *failed = Some(why);
                false
            }
        });
    }

    /// Returns the end of a key if it lies at the bound, or at a round number between the last distance that solves and the farthest
    /// possible end. Answers nearer to an end than [`NARROW`] are too narrow to be decided, but at the end itself they are not.
    fn exact_end(&mut self, solved: f64, farthest: f64, bound: f64) -> Option<KeyEnd> {
        let onward = (farthest - solved).signum();
        let is_bound_possible = (solved.min(farthest)..=solved.max(farthest)).contains(&bound);
        let gap = Bisection { inside: solved, outside: farthest };
        let distance = if is_bound_possible { bound } else { gap.round()? };
        if self.budget.is_ended() {
            return None;
        }
        let replies = match self.test(distance) {
            Ok(replies) => replies,
            Err(Failed::Refuted) => return Some(KeyEnd::open(distance)),
            Err(Failed::Undecided(_) | Failed::Stopped | Failed::Unsupported(_)) => return None,
        };
        let beyond = match self.test(distance + onward * TESTED_BEYOND) {
            Ok(_) => return None,
            Err(Failed::Undecided(waits_for)) => {
                Some(UndecidedBeyond { farthest: distance + onward * NARROW, waits_for })
            }
            Err(Failed::Refuted | Failed::Stopped | Failed::Unsupported(_)) => None,
        };
        Some(KeyEnd { end: StretchEnd::closed(distance), replies: Some(replies), beyond })
    }
}
