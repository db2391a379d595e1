//! Proving or refuting certificates without any search.
//!
//! The replies come from [`Survey`] alone. Each cell is proven for all its distances at once, by the exact set of replies that
//! its answer mates. Random replies, simply played, are a second opinion.

use super::legal::{AnsweredReplies, NamedSpan, answers, digits};
use super::refuted::{NoMate, Refuted};
use super::{AnswerDistance, AnswerText, Certificate, KeyProof, Proven, SampleProof};
use crate::chess::Status;
use crate::choice::choice;
use crate::game::{SpanReport, SpanText, resolve};
use crate::geom::{Interval, Spans, tolerance};
use crate::notation::{Course, Distance, Illegal, PlaneMoveText, number_text};
use crate::plane::{Move, MoveShape, PlanePosition, Span, Survey};
use crate::solve::plane::family::Decided;
use crate::solve::plane::keys::{Unsolved, check_supported, check_supported_for_more_moves, moves_of};
use crate::solve::plane::linear_move::LinearMove;
use crate::solve::plane::span_moves::SpanMoves;
use crate::solve::random::Random;
use crate::solve::stipulation::Goal;
use serde::Serialize;

/// Options for checking a certificate.
#[derive(Debug, Clone, Copy)]
pub struct CheckOptions {
    /// The number of random replies that are played for each span.
    pub samples: u32,
    /// The seed of the random replies.
    pub seed: u64,
}

choice! {
    /// The verdict of a check.
    #[derive(Default)]
    pub enum CheckVerdict("verdict") {
        /// Every distance of every key is proven.
        Proven = "proven",
        /// Every sample of every key is proven, but for some keys not all distances between samples.
        Samples = "samples",
        /// Some cells could be neither proven nor refuted.
        #[default]
        Undecided = "undecided",
        /// The certificate has a fault.
        Refuted = "refuted",
    }
}

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Default)]
pub struct Checked {
    /// The verdict.
    pub verdict: CheckVerdict,
    /// Whether every distance of every key is proven.
    pub proven: bool,
    /// The number of keys that were checked.
    pub keys: usize,
    /// The number of keys that are proven at every distance.
    pub whole: usize,
    /// The number of samples.
    pub samples: usize,
    /// The number of spans of replies.
    pub replies: usize,
    /// The number of cells.
    pub cells: usize,
    /// The number of random replies that were played.
    pub played: u64,
    /// The first fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refuted: Option<String>,
    /// The cells that were neither proven nor refuted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undecided: Vec<String>,
}

/// Checks a certificate of a position, and returns whether it is proven or refuted.
///
/// # Errors
/// When certificates are not supported for such a position.
pub fn check(
    position: &PlanePosition,
    certificate: &Certificate,
    options: CheckOptions,
) -> Result<Checked, Unsolved> {
    let survey = Survey::new(position);
    let spans = moves_of(position);
    match certificate.stipulation {
        Proven::MateInOne => check_supported(position, &spans)?,
        Proven::MateInTwo => check_supported_for_more_moves(position, &spans)?,
    }
    let out = Checked::default();
    let mut check = Check { survey: &survey, spans: &spans, options, random: Random::new(options.seed), out };
    let found = check.certificate(certificate);
    let mut out = check.out;
    match found {
        Err(EarlyEnd::Unsolved(unsolved)) => return Err(unsolved),
        Err(EarlyEnd::Refuted(why)) => {
            out.refuted = Some(why.to_string());
            out.verdict = CheckVerdict::Refuted;
        }
        Ok(()) if !out.undecided.is_empty() => {}
        Ok(()) if out.whole < out.keys => out.verdict = CheckVerdict::Samples,
        Ok(()) => out.verdict = CheckVerdict::Proven,
    }
    out.proven = out.verdict == CheckVerdict::Proven;
    Ok(out)
}

/// The reason why a check ends early.
enum EarlyEnd {
    Refuted(Refuted),
    Unsolved(Unsolved),
}

impl EarlyEnd {
    /// Returns the reason with a place.
    fn at(self, place: impl Into<String>) -> EarlyEnd {
        match self {
            EarlyEnd::Refuted(why) => EarlyEnd::Refuted(why.at(place)),
            EarlyEnd::Unsolved(_) => self,
        }
    }
}

impl<R: Into<Refuted>> From<R> for EarlyEnd {
    fn from(why: R) -> EarlyEnd {
        EarlyEnd::Refuted(why.into())
    }
}

struct Check<'a> {
    survey: &'a Survey<'a>,
    spans: &'a [Span],
    options: CheckOptions,
    random: Random,
    out: Checked,
}

impl Check<'_> {
    fn certificate(&mut self, certificate: &Certificate) -> Result<(), EarlyEnd> {
        if certificate.keys.is_empty() {
            return Err(Refuted::NoKey.into());
        }
        let status = self.survey.position().status();
        if status != Status::Ongoing {
            return Err(Refuted::OverBefore(status).into());
        }
        for (i, key) in certificate.keys.iter().enumerate() {
            let place = format!("key {}, {}", i + 1, SpanText::of(&key.key));
            self.out.keys += 1;
            self.key(key, certificate.stipulation).map_err(|stop| stop.at(place))?;
        }
        Ok(())
    }

    /// Checks a key: its legality, the replies and answers at each sample, and, for a key that mates at once, every distance.
    fn key(&mut self, proof: &KeyProof, stipulation: Proven) -> Result<(), EarlyEnd> {
        let named = NamedSpan::of(self.survey.position(), &proof.key, proof.promotion)?;
        let part = proof.key.interval();
        let legal = named.legal(self.survey.position(), self.spans, named.measured(part))?;
        let ends = [(part.from, part.open_from), (part.to, part.open_to)];
        let is_sample = |d: f64| proof.samples.iter().any(|sample| sample.distance == d);
        if let Some((end, _)) = ends.into_iter().find(|&(end, is_open)| !is_open && !is_sample(end)) {
            return Err(Refuted::EndWithoutSample(end).into());
        }
        if let Some(sample) = proof.samples.iter().find(|sample| !part.contains(sample.distance)) {
            return Err(Refuted::NotOfTheKey.at(format!("at {}", sample.distance)).into());
        }
        let is_inner = |d: f64| part.from < d && d < part.to;
        if !part.is_point() && !proof.samples.iter().any(|sample| is_inner(sample.distance)) {
            return Err(Refuted::NoSample.into());
        }
        let mut mates = true;
        for sample in &proof.samples {
            self.out.samples += 1;
            let place = format!("at {}", sample.distance);
            mates &= self.sample(&named, sample).map_err(|stop| stop.at(place))? == Status::Checkmate;
        }
        let whole = match stipulation {
            // The distances between two samples may still mate in two.
            Proven::MateInTwo => {
                part.is_point()
                    || (mates && matches!(self.mates_at_once(&named, legal, proof), CellVerdict::Proven))
            }
            Proven::MateInOne => match self.mates_at_once(&named, legal, proof) {
                CellVerdict::Proven => true,
                CellVerdict::Refuted(why) => return Err(why.into()),
                CellVerdict::Undecided(why) => {
                    self.out.undecided.push(format!("key {}: {why}", SpanText::of(&proof.key)));
                    false
                }
            },
        };
        self.out.whole += usize::from(whole);
        Ok(())
    }

    /// Decides whether every distance of a key mates at once: whether the exact mating set covers the key.
    fn mates_at_once(&self, named: &NamedSpan, legal: &Span, proof: &KeyProof) -> CellVerdict {
        let key = named.key(&proof.key);
        // The ends of the exact set do not depend on the key, so a key that goes beyond one is seen.
        let position = self.survey.position();
        let moves = SpanMoves { position, span: legal, promotion: key.promotion };
        let found = moves.reaching(self.survey, Goal::Mate, legal.part);
        covers(&found, key.part, tolerance::ROUNDING, |distance: f64| {
            let mut after = self.survey.position().clone();
            let at = format!("at {}", number_text(distance));
            after.play(key.at(distance)).map_err(|e| Refuted::Refused(at.clone(), e))?;
            mated(&after).map_err(|why| Refuted::NoMate(format!("{at}:"), why))
        })
    }

    /// Checks a sample, and returns the status after it.
    fn sample(&mut self, key: &NamedSpan, proof: &SampleProof) -> Result<Status, EarlyEnd> {
        let position = self.survey.position();
        let distance = key.measured(Interval::point(proof.distance)).from;
        let along = position.move_by(key.piece, key.lane, distance).ok_or(Refuted::NoDistance)?;
        let along = Move { promotion: key.promotion, ..along };
        let mut after = position.clone();
        if !key.takes(&position.judge(along).map_err(Refuted::KeyRefused)?.captures) {
            return Err(Refuted::KeyTakes.into());
        }
        after.play(along).map_err(Refuted::KeyRefused)?;
        let status = after.status();
        if !matches!(status, Status::Checkmate | Status::Ongoing) {
            return Err(Refuted::Over(status).into());
        }
        let survey = Survey::new(&after);
        let spans = survey.legal();
        check_supported(&after, &spans).map_err(EarlyEnd::Unsolved)?;
        for answered in answers(&after, &spans, &proof.replies)? {
            self.reply(&answered)?;
        }
        Ok(status)
    }

    fn reply(&mut self, answered: &AnsweredReplies<'_>) -> Result<(), EarlyEnd> {
        self.out.replies += 1;
        let AnsweredReplies { replies, ref cells } = *answered;
        let SpanMoves { position: after, span, .. } = replies;
        let named = format!("reply {}", SpanText::of(&SpanReport::new(after, span)));
        for &(cell, answer) in cells {
            self.out.cells += 1;
            let place = format!("{named}, cell {}, answer {answer}", digits(cell));
            match prove(replies, cell, answer) {
                CellVerdict::Proven => {}
                CellVerdict::Refuted(why) => return Err(why.at(place).into()),
                CellVerdict::Undecided(why) => self.out.undecided.push(format!("{place}: {why}")),
            }
        }
        let part = span.part;
        let plays = if part.is_point() { self.options.samples.min(1) } else { self.options.samples };
        for _ in 0..plays {
            let s = part.from + self.random.unit() * (part.to - part.from);
            let Some((_, answer)) = cells.iter().find(|(cell, _)| cell.contains(s)) else { continue };
            let ends = (s - part.from).min(part.to - s);
            // Near a smooth end the judge may see a tie, and so no reply.
            if ends < tolerance::SMOOTH && replies.at(s).is_some_and(|reply| after.judge(reply).is_err()) {
                continue;
            }
            self.out.played += 1;
            let place = format!("{named}, answer {answer}, by plain play");
            play(replies, s, answer).map_err(|why| why.at(place))?;
        }
        Ok(())
    }
}

/// The verdict on a cell.
enum CellVerdict {
    Proven,
    Refuted(Refuted),
    Undecided(String),
}

/// Decides whether an answer mates against every reply of a cell.
fn prove(replies: SpanMoves<'_>, cell: Interval, answer: &AnswerText) -> CellVerdict {
    if cell.is_point() {
        return play(replies, cell.from, answer).map_or_else(CellVerdict::Refuted, |()| CellVerdict::Proven);
    }
    let line = match line(replies, cell, answer) {
        Ok(line) => line,
        Err(undecided) => return undecided,
    };
    covers(&replies.mated_by(&line, cell), cell, 0.0, |s| play(replies, s, answer))
}

/// Decides whether all of a stretch mates, where ends closer than `tie` are equal. What remains is played at places where it might
/// be refuted.
fn covers(
    found: &Decided,
    part: Interval,
    tie: f64,
    play: impl Fn(f64) -> Result<(), Refuted>,
) -> CellVerdict {
    let mut left = Spans::from(part).difference(&found.reached, tie);
    let meets = |other: &&Interval| other.from <= part.to && part.from <= other.to;
    let undecided: Vec<Interval> = found.undecided.iter().filter(meets).copied().collect();
    if left.is_empty() && undecided.is_empty() {
        return CellVerdict::Proven;
    }
    for &part in &undecided {
        left = left.difference(&part.into(), 0.0);
    }
    let refuted = left.parts().iter().find_map(|part| play(part.from.midpoint(part.to)).err());
    if let Some(why) = refuted {
        return CellVerdict::Refuted(why);
    }
    let parts = undecided.iter().chain(left.parts()).map(|part| digits(*part));
    CellVerdict::Undecided(format!("not decided on {}", parts.collect::<Vec<_>>().join(", ")))
}

/// Returns the linear distance of an answer on a cell.
fn line(replies: SpanMoves<'_>, cell: Interval, answer: &AnswerText) -> Result<LinearMove, CellVerdict> {
    let at = |share: f64| {
        let s = cell.from + share * (cell.to - cell.from);
        let after =
            replies.after(s).ok_or_else(|| CellVerdict::Undecided("the reply has no distance".to_owned()))?;
        let text = answer.to(s);
        let found =
            resolve(&after, &text).map_err(|e| CellVerdict::Refuted(refused(s.to_string(), &text, e)))?;
        match found.shape {
            MoveShape::Along { lane, distance } => Ok((s, found, lane, distance)),
            MoveShape::To { .. } | MoveShape::Turn { .. } => Err(CellVerdict::Undecided(
                "only answers along a lane are proven for more than one reply".to_owned(),
            )),
        }
    };
    let (s, found, lane, distance) = at(0.5)?;
    let line =
        |start: f64, by: f64| LinearMove { piece: found.piece, lane, promotion: found.promotion, start, by };
    let text = answer.to(s);
    Ok(match (answer.distance(), text.course) {
        (AnswerDistance::Linear { at, by }, _) => line(at, by),
        (
            AnswerDistance::AsWritten,
            Course::Bearing { distance: Distance::Capture | Distance::Max, .. }
            | Course::Arc { distance: Distance::Capture | Distance::Max, .. },
        ) => {
            // `x` and `max` are proven as the linear distance that they mean at three replies.
            let ((s0, .., d0), (s1, .., d1)) = (at(0.25)?, at(0.75)?);
            let by = (d1 - d0) / (s1 - s0);
            let by = if by.abs() < EVEN { 0.0 } else { by };
            let even = line(distance - by * s, by);
            if [(s0, d0), (s1, d1)].iter().any(|&(s, d)| (even.distance(s) - d).abs() > EVEN) {
                return Err(CellVerdict::Undecided("its distance does not change evenly".to_owned()));
            }
            even
        }
        (AnswerDistance::AsWritten, _) => line(distance, 0.0),
    })
}

/// Board units: distances that differ by less count as linear, up to rounding.
const EVEN: f64 = 1e-10;

/// Plays a reply and its answer.
///
/// # Errors
/// The reason why the answer does not mate.
fn play(replies: SpanMoves<'_>, s: f64, answer: &AnswerText) -> Result<(), Refuted> {
    let mut after = replies.played(s).ok_or(Refuted::NoDistance)?;
    let text = answer.to(s);
    if after.allows_no_move() {
        return Err(Refuted::OverAfterReply(format!("at s = {}", number_text(s)), after.status()));
    }
    let refused = |e: Illegal| refused(number_text(s), &text, e);
    let answer = resolve(&after, &text).map_err(refused)?;
    after.play(answer).map_err(refused)?;
    mated(&after).map_err(|why| Refuted::NoMate(format!("at s = {}: {text}", number_text(s)), why))
}

fn refused(s: String, text: &PlaneMoveText, why: Illegal) -> Refuted {
    Refuted::Refused(format!("at s = {s}: {text}"), why)
}

/// Checks that the side to move is mated.
///
/// # Errors
/// The reason why the position is not mate.
fn mated(after: &PlanePosition) -> Result<(), NoMate> {
    match after.status() {
        Status::Checkmate => Ok(()),
        Status::Ongoing if !Survey::new(after).in_check() => Err(NoMate::NoCheck),
        status => Err(match after.legal().first() {
            Some(left) => NoMate::Reply(SpanText::of(&SpanReport::new(after, left)).to_string()),
            None => NoMate::Over(status),
        }),
    }
}
