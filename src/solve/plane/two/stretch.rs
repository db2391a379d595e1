//! The stretches of first moves that solve.
//!
//! The critical distances of a lane cut it into stretches. Each of them and the middle of each stretch is tested; a long
//! stretch is tested at several places. Between a distance that solves and a neighbour that does not, the end is found by
//! bisection.

use super::cover::{answers, round_within};
use super::refute::{Failed, Killers};
use crate::budget::Budget;
use crate::game::SpanReport;
use crate::geom::{Cuts, Interval};
use crate::plane::{KindId, Move, PlanePosition, Span};
use crate::solve::plane::certificate::{KeyProof, ReplyProof, SampleProof};
use crate::solve::plane::family::NARROW;
use crate::solve::plane::keys::{Key, Unsolved, check_supported_for_more_moves, family, kinds, moves_of};
use rayon::prelude::*;

/// Board units: the greatest gap between tested distances.
const SPACING: f64 = 0.25;

/// Board units: critical distances nearer to each other are tested once.
const APART: f64 = 1e-7;

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
    let lanes: Vec<(&Span, Option<KindId>)> = spans
        .iter()
        .flat_map(|span| kinds(position, span).into_iter().map(move |kind| (span, kind)))
        .collect();
    budget.expect(lanes.len());
    let found: Vec<Result<KeysInTwo, Unsolved>> = lanes
        .into_par_iter()
        .map(|(span, kind)| {
            let mut killers = Killers::default();
            let found = FirstSpan { position, span, kind, budget, killers: &mut killers }.keys();
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
    let mut killers = Killers::default();
    let mut lane = FirstSpan { position, span, kind: key.promotion, budget, killers: &mut killers };
    match lane.test(distance) {
        Ok(replies) => {
            let samples = vec![SampleProof { distance, replies }];
            Ok(Some(lane.proof(Interval::point(distance), samples)))
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

/// A span of the first moves.
struct FirstSpan<'a> {
    position: &'a PlanePosition,
    span: &'a Span,
    kind: Option<KindId>,
    budget: &'a Budget,
    killers: &'a mut Killers,
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

impl FirstSpan<'_> {
    fn keys(&mut self) -> Result<KeysInTwo, Unsolved> {
        let mut tested = Vec::new();
        for distance in self.distances() {
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
                let from = if i == 0 { self.span.part.from } else { tested[i - 1].distance };
                let to = tested.get(i + 1).map_or(self.span.part.to, |next| next.distance);
                let here = tested[i].distance;
                let part =
                    if self.span.part.is_point() { Interval::point(here) } else { Interval::open(from, to) };
                out.undecided.push(self.part(part));
            }
            let solved = tested[i..].iter().take_while(|tested| tested.result.is_ok()).count();
            if solved > 0 {
                self.stretch(&tested, i, i + solved - 1, &mut out);
            }
            i += solved.max(1);
        }
        out.complete = out.undecided.is_empty() && !self.budget.is_ended();
        Ok(out)
    }

    /// Returns the distances to test, in order.
    fn distances(&self) -> Vec<f64> {
        let part = self.span.part;
        if part.is_point() {
            return vec![part.from];
        }
        let changes = family(self.position, self.span, &self.span.captures, self.kind)
            .changes(part)
            .unwrap_or_default();
        let inside = changes.into_iter().filter(|d| *d > part.from + APART && *d < part.to - APART);
        let cuts = Cuts::from_ends(inside.chain([part.from, part.to]).collect(), APART);
        let mut out = Vec::new();
        for (i, &cut) in cuts.at.iter().enumerate() {
            if part.contains(cut) {
                out.push(cut);
            }
            if let Some(&next) = cuts.at.get(i + 1) {
                let pieces = ((next - cut) / SPACING).ceil().max(1.0) as u32;
                let share = (next - cut) / f64::from(pieces);
                out.extend((0..pieces).map(|k| {
                    let from = cut + share * f64::from(k);
                    round_within(from, from + share, 0.3)
                }));
            }
        }
        out
    }

    fn test(&mut self, distance: f64) -> TestResult {
        let Some(m) = self.position.move_by(self.span.piece, self.span.lane, distance) else {
            return Err(Failed::Unknown);
        };
        let m = Move { promotion: self.kind, ..m };
        let after = self.position.after_legal(m, &self.span.captures);
        answers(&after, self.killers, self.budget)
    }

    /// Adds the key about neighbouring distances that solve.
    fn stretch(&mut self, tested: &[TestedDistance], first: usize, last: usize, out: &mut KeysInTwo) {
        let part = self.span.part;
        let before = first.checked_sub(1).map(|i| &tested[i]);
        let from = self.end(&tested[first], before, part.from);
        let to = self.end(&tested[last], tested.get(last + 1), part.to);
        for (end, beyond) in [(&from, from.beyond), (&to, to.beyond)] {
            out.undecided.extend(
                beyond.map(|beyond| {
                    self.part(Interval::open(end.distance.min(beyond), end.distance.max(beyond)))
                }),
            );
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
        let key = self.part(key);
        KeyProof {
            key: SpanReport::new(self.position, &key.span()),
            promotion: key.letter(self.position),
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
        while (bad - good).abs() > NARROW {
            let middle = good.midpoint(bad);
            match self.test(middle) {
                Ok(found) => (good, replies) = (middle, Some(found)),
                Err(_) => bad = middle,
            }
            if self.budget.is_ended() {
                break;
            }
        }
        if bad == wall && !self.budget.is_ended() {
            // All distances up to the wall solve, and the wall itself does not.
            return End { distance: wall, open: true, beyond: None, replies: None };
        }
        let is_end = good == solved.distance;
        End { distance: good, open: false, beyond: (!is_end).then_some(bad), replies }
    }

    fn part(&self, part: Interval) -> Key {
        Key {
            piece: self.span.piece,
            lane: self.span.lane,
            part,
            captures: self.span.captures.clone(),
            promotion: self.kind,
        }
    }
}
