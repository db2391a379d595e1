//! The stretches of first moves that solve.
//!
//! Distances of each lane are tested in order (`tested`). The end of a key lies between a distance that solves and a neighbour that
//! does not, and is found by bisection. So are the ends of stretches that cannot be decided.

use super::bisection::{Bisection, StretchEnd};
use super::cover::answers;
use super::refute::{Failed, Killers};
use super::reply::ReplyStretch;
use super::round::{is_round, round_within};
use super::tested::{TestedDistance, TestedRun, tested_distances};
use crate::budget::Budget;
use crate::geom::Interval;
use crate::plane::PlanePosition;
use crate::solve::plane::certificate::{KeyProof, ReplyProof, SampleProof};
use crate::solve::plane::family::NARROW;
use crate::solve::plane::keys::{KeyStretch, Unsolved, check_supported_for_more_moves, moves_of};
use crate::solve::plane::span_moves::SpanMoves;
use crate::solve::plane::undecided::UndecidedSpan;
use rayon::prelude::*;

/// Board units: the greatest gap between the last distance that is known to solve and the end of its key.
const NEAR: f64 = 4.0 * NARROW;

/// Board units: a distance this far beyond an end counts as another one than the end.
const BEYOND: f64 = 2e-9;

/// The keys that solve in two moves.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct KeysInTwo {
    /// The keys with their certificates, in order of piece, lane and distance.
    pub keys: Vec<KeyProof>,
    /// The stretches that could not be decided, in the same order.
    pub undecided: Vec<UndecidedSpan>,
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
    let lanes = SpanMoves::all(position, &spans);
    budget.announce_roots(lanes.len());
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
    let Some(span) = key.span_among(&spans) else { return Ok(None) };
    let firsts = SpanMoves { position, span, promotion: key.promotion };
    let mut search = KeySearch { firsts, budget, killers: Killers::default() };
    let distance = key.sample();
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

fn is_unknown(result: &TestResult) -> bool {
    matches!(result, Err(Failed::Unknown(_)))
}

/// The search for keys on a span of the first moves.
struct KeySearch<'a> {
    firsts: SpanMoves<'a>,
    budget: &'a Budget,
    killers: Killers,
}

/// An end of a stretch that solves.
struct KeyEnd {
    at: StretchEnd,
    /// The replies at the end, if it belongs to the key.
    replies: Option<Vec<ReplyProof>>,
    /// What is undecided beyond the end.
    beyond: Option<Beyond>,
}

/// The undecided distances beyond an end.
struct Beyond {
    /// The farthest of them.
    distance: f64,
    waits_for: Option<ReplyStretch>,
}

/// The gap between a distance that solves and one beyond the end of its key.
struct KeyGap {
    at: Bisection,
    /// The replies at the distance that solves.
    replies: Option<Vec<ReplyProof>>,
    /// Why the other distance fails; `None` if it is the end of the span.
    failed: Option<Failed>,
}

impl KeySearch<'_> {
    fn keys(&mut self) -> Result<KeysInTwo, Unsolved> {
        let mut tested = Vec::new();
        for distance in tested_distances(self.firsts) {
            match self.test(distance) {
                Err(Failed::Unsolved(unsolved)) => return Err(unsolved),
                Err(Failed::Stopped) => break,
                result => tested.push(TestedDistance { distance, result }),
            }
        }
        let is_like =
            |a: &TestResult, b: &TestResult| (a.is_ok(), is_unknown(a)) == (b.is_ok(), is_unknown(b));
        let runs = TestedRun::all(&tested, is_like);
        let mut out = KeysInTwo::default();
        for run in runs.iter().filter(|run| run.first.result.is_ok()) {
            self.add_key(run, &mut out);
        }
        for run in runs.iter().filter(|run| is_unknown(&run.first.result)) {
            let undecided = self.undecided_run(run, &out.keys);
            out.undecided.push(undecided);
        }
        out.undecided.sort_by(|a, b| a.span.from.total_cmp(&b.span.from));
        out.complete = out.undecided.is_empty() && !self.budget.is_ended();
        Ok(out)
    }

    fn test(&mut self, distance: f64) -> TestResult {
        let after = self.firsts.after(distance).ok_or(Failed::Unknown(None))?;
        answers(&after, &mut self.killers, self.budget)
    }

    fn proof(&self, key: Interval, samples: Vec<SampleProof>) -> KeyProof {
        let (key, position) = (self.firsts.key(key), self.firsts.position);
        KeyProof { key: key.report(position), promotion: key.letter(position), samples }
    }

    fn undecided(&self, part: Interval, waits_for: Option<ReplyStretch>) -> UndecidedSpan {
        UndecidedSpan::of_first_move(self.firsts.position, &self.firsts.key(part), waits_for)
    }

    /// Returns the stretch about neighbouring distances that could not be decided.
    fn undecided_run(&mut self, run: &TestedRun<'_, TestResult>, keys: &[KeyProof]) -> UndecidedSpan {
        let mut part = self.firsts.span.part;
        if !part.is_point() {
            let [low, high] = StretchEnd::of(part);
            let from = self.end_of_undecided(run.first.distance, run.before, low, keys);
            let to = self.end_of_undecided(run.last.distance, run.after, high, keys);
            part = from.to(to);
        }
        let waits_for = run.tested.iter().find_map(|tested| match &tested.result {
            Err(Failed::Unknown(replies)) => replies.clone(),
            Ok(_) | Err(Failed::Refuted | Failed::Stopped | Failed::Unsolved(_)) => None,
        });
        self.undecided(part, waits_for)
    }

    /// Returns the end of what could not be decided, from one of its distances towards a neighbour that was decided, or the limit
    /// of the span.
    fn end_of_undecided(
        &mut self,
        unknown: f64,
        neighbour: Option<&TestedDistance<TestResult>>,
        limit: StretchEnd,
        keys: &[KeyProof],
    ) -> StretchEnd {
        let Some(&TestedDistance { distance: decided, .. }) = neighbour else { return limit };
        // A neighbour that solves lies in a key.
        let key = keys.iter().map(|key| key.key.interval()).find(|key| key.contains(decided));
        match key.map(StretchEnd::of) {
            Some([_, end]) if decided < unknown => StretchEnd { open: !end.open, ..end },
            Some([start, _]) => StretchEnd { open: !start.open, ..start },
            None => StretchEnd { distance: self.last_refuted(unknown, decided), open: true },
        }
    }

    /// Returns the last distance that is refuted, from a refuted one towards one that could not be decided.
    fn last_refuted(&mut self, unknown: f64, refuted: f64) -> f64 {
        let mut gap = Bisection { inside: unknown, outside: refuted };
        while let Some(middle) = gap.middle(BEYOND)
            && !self.budget.is_ended()
        {
            gap.halve(middle, self.test(middle) != Err(Failed::Refuted));
        }
        gap.outside
    }

    /// Adds the key about neighbouring distances that solve.
    fn add_key(&mut self, run: &TestedRun<'_, TestResult>, out: &mut KeysInTwo) {
        let part = self.firsts.span.part;
        let from = self.end(run.first, run.before, part.from);
        let to = self.end(run.last, run.after, part.to);
        for end in [&from, &to] {
            if let Some(Beyond { distance, waits_for }) = &end.beyond {
                let (low, high) = (end.at.distance.min(*distance), end.at.distance.max(*distance));
                out.undecided.push(self.undecided(Interval::open(low, high), waits_for.clone()));
            }
        }
        let key = from.at.to(to.at);
        let (mut samples, mut ends) = (Vec::new(), vec![from]);
        if !key.is_point() {
            samples.extend(self.sample_inside(key, run));
            ends.push(to);
        }
        for KeyEnd { at, replies, .. } in ends {
            let is_known = samples.iter().any(|sample: &SampleProof| sample.distance == at.distance);
            let replies = replies.filter(|_| !is_known);
            samples.extend(replies.map(|replies| SampleProof { distance: at.distance, replies }));
        }
        out.keys.push(self.proof(key, samples));
    }

    /// Returns a sample inside a key: a round number in the middle if it solves, else the tested distance nearest to it.
    fn sample_inside(&mut self, key: Interval, run: &TestedRun<'_, TestResult>) -> Option<SampleProof> {
        let middle = round_within(key.from, key.to, 0.3);
        if let Ok(replies) = self.test(middle) {
            return Some(SampleProof { distance: middle, replies });
        }
        let inside = run.tested.iter().filter(|tested| key.contains(tested.distance));
        let off = |tested: &TestedDistance<TestResult>| (tested.distance - middle).abs();
        let nearest = inside.min_by(|a, b| off(a).total_cmp(&off(b)))?;
        Some(SampleProof { distance: nearest.distance, replies: nearest.result.clone().ok()? })
    }

    /// Finds the end of a key from a distance that solves towards a neighbour that does not, or to the limit of the span.
    fn end(
        &mut self,
        solved: &TestedDistance<TestResult>,
        neighbour: Option<&TestedDistance<TestResult>>,
        limit: f64,
    ) -> KeyEnd {
        let replies = solved.result.clone().ok();
        // If the span is closed, its end is a tested distance.
        let wall = neighbour.map_or(limit, |tested| tested.distance);
        if solved.distance == wall {
            return KeyEnd { at: StretchEnd::closed(wall), replies, beyond: None };
        }
        let failed = neighbour.and_then(|tested| tested.result.clone().err());
        let mut gap = KeyGap { at: Bisection { inside: solved.distance, outside: wall }, replies, failed };
        self.narrow(&mut gap, NARROW);
        let Bisection { inside, outside } = gap.at;
        if outside == wall && !self.budget.is_ended() {
            // All distances up to the wall solve, and the wall itself does not.
            return KeyEnd { at: StretchEnd { distance: wall, open: true }, replies: None, beyond: None };
        }
        // What is only undecided may solve, and the end may lie beyond it.
        let is_refuted = gap.failed == Some(Failed::Refuted);
        let farthest = if is_refuted { outside } else { inside + (outside - inside).signum() * NEAR };
        if let Some(exact) = self.exact_end(inside, farthest, wall) {
            return exact;
        }
        if inside == solved.distance {
            return KeyEnd { at: StretchEnd::closed(inside), replies: gap.replies, beyond: None };
        }
        self.narrow(&mut gap, BEYOND);
        let mut beyond = None;
        let is_reported = neighbour.is_some_and(|tested| is_unknown(&tested.result));
        if let Some(Failed::Unknown(waits_for)) = gap.failed
            && !is_reported
        {
            let distance = match neighbour {
                Some(refuted) => self.last_refuted(gap.at.outside, refuted.distance),
                None => wall,
            };
            beyond = Some(Beyond { distance, waits_for });
        }
        KeyEnd { at: StretchEnd::closed(gap.at.inside), replies: gap.replies, beyond }
    }

    /// Halves the gap at the end of a key down to a width.
    fn narrow(&mut self, gap: &mut KeyGap, width: f64) {
        while let Some(middle) = gap.at.middle(width)
            && !self.budget.is_ended()
        {
            let result = self.test(middle);
            gap.at.halve(middle, result.is_ok());
            match result {
                Ok(replies) => gap.replies = Some(replies),
                Err(failed) => gap.failed = Some(failed),
            }
        }
    }

    /// Returns the end of a key at a critical distance or a round number a little beyond the last distance that solves, if the
    /// key ends there. Nearer to an end than [`NARROW`] answers are too narrow to be decided, but at the end itself they are not.
    fn exact_end(&mut self, solved: f64, farthest: f64, wall: f64) -> Option<KeyEnd> {
        let onward = (farthest - solved).signum();
        let (low, high) = (solved.min(farthest), solved.max(farthest));
        let distance = if (low..=high).contains(&wall) { wall } else { round_within(low, high, 0.0) };
        if self.budget.is_ended() || !(distance == wall || is_round(distance)) {
            return None;
        }
        let replies = match self.test(distance) {
            Ok(replies) => replies,
            Err(Failed::Refuted) => {
                return Some(KeyEnd { at: StretchEnd { distance, open: true }, replies: None, beyond: None });
            }
            Err(Failed::Unknown(_) | Failed::Stopped | Failed::Unsolved(_)) => return None,
        };
        let beyond = match self.test(distance + onward * BEYOND) {
            Ok(_) => return None,
            Err(Failed::Unknown(waits_for)) => {
                Some(Beyond { distance: distance + onward * NARROW, waits_for })
            }
            Err(Failed::Refuted | Failed::Stopped | Failed::Unsolved(_)) => None,
        };
        Some(KeyEnd { at: StretchEnd::closed(distance), replies: Some(replies), beyond })
    }
}
