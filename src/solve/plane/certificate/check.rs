//! Proving or refuting certificates without any search.
//!
//! The replies come from [`Survey`] alone. Each cell is proven for all its distances at once, by the exact set of replies that
//! its answer mates. Random replies, simply played, are a second opinion.

use super::legal::{AnsweredCell, AnsweredReplies, NamedSpan, answers, digits};
use super::refuted::{NoMate, Refuted};
use super::{AnswerText, Certificate, KeyProof, Proven, SampleProof};
use crate::chess::Status;
use crate::choice::choice;
use crate::game::{SpanReport, SpanText, resolve};
use crate::geom::{Interval, Spans, tolerance};
use crate::notation::{Course, Distance, Illegal, PlaneMoveText, number_text};
use crate::plane::{Move, MoveShape, PlanePosition, Span, Survey};
use crate::solve::plane::family::Decided;
use crate::solve::plane::keys::{
    KeyStretch, Unsolved, check_supported, check_supported_for_more_moves, moves_of,
};
use crate::solve::plane::linear::{LinearFunction, LinearMove};
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
        Err(NotProven::Unsolved(unsolved)) => return Err(unsolved),
        Err(NotProven::Refuted(why)) => {
            out.refuted = Some(why.to_string());
            out.verdict = CheckVerdict::Refuted;
        }
        Err(NotProven::Undecided(why)) => out.undecided.push(why),
        Ok(()) if !out.undecided.is_empty() => {}
        Ok(()) if out.whole < out.keys => out.verdict = CheckVerdict::Samples,
        Ok(()) => out.verdict = CheckVerdict::Proven,
    }
    out.proven = out.verdict == CheckVerdict::Proven;
    Ok(out)
}

/// The reason why something is not proven.
enum NotProven {
    Refuted(Refuted),
    Undecided(String),
    /// Certificates are not supported for such a position.
    Unsolved(Unsolved),
}

impl NotProven {
    /// Returns the reason with a place.
    fn at(self, place: impl Into<String>) -> NotProven {
        match self {
            NotProven::Refuted(why) => NotProven::Refuted(why.at(place)),
            NotProven::Undecided(_) | NotProven::Unsolved(_) => self,
        }
    }
}

impl<R: Into<Refuted>> From<R> for NotProven {
    fn from(why: R) -> NotProven {
        NotProven::Refuted(why.into())
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
    fn certificate(&mut self, certificate: &Certificate) -> Result<(), NotProven> {
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
    fn key(&mut self, proof: &KeyProof, stipulation: Proven) -> Result<(), NotProven> {
        let named = NamedSpan::of(self.survey.position(), &proof.key, proof.promotion)?;
        let moves = named.legal(self.survey.position(), self.spans)?;
        check_places_of_samples(proof)?;
        let mut mates = true;
        for sample in &proof.samples {
            self.out.samples += 1;
            let place = format!("at {}", sample.distance);
            mates &= self.sample(&named, moves, sample).map_err(|end| end.at(place))? == Status::Checkmate;
        }
        let is_whole = match stipulation {
            // The distances between two samples may still mate in two.
            Proven::MateInTwo => {
                named.key.part.is_point() || (mates && self.mates_at_once(&named.key, moves).is_ok())
            }
            Proven::MateInOne => {
                let place = format!("key {}", SpanText::of(&proof.key));
                self.is_proven(self.mates_at_once(&named.key, moves), &place)?
            }
        };
        self.out.whole += usize::from(is_whole);
        Ok(())
    }

    /// Returns whether a proof succeeds; one that is undecided is noted with its place.
    fn is_proven(&mut self, proof: Result<(), NotProven>, place: &str) -> Result<bool, NotProven> {
        let Err(NotProven::Undecided(why)) = proof else { return proof.map(|()| true) };
        self.out.undecided.push(format!("{place}: {why}"));
        Ok(false)
    }

    /// Proves that every distance of a key mates at once: that the exact mating set covers the key.
    fn mates_at_once(&self, key: &KeyStretch, moves: SpanMoves<'_>) -> Result<(), NotProven> {
        // The ends of the exact set do not depend on the key, so a key that goes beyond one is seen.
        let found = moves.reaching(self.survey, Goal::Mate, moves.span.part);
        covers(&found, key.part, tolerance::ROUNDING, |distance: f64| {
            let mut after = self.survey.position().clone();
            let at = format!("at {}", number_text(distance));
            after.play(key.at(distance)).map_err(|e| Refuted::Refused(at.clone(), e))?;
            mated(&after).map_err(|why| Refuted::NoMate(format!("{at}:"), why))
        })
    }

    /// Checks a sample, and returns the status after it.
    fn sample(
        &mut self,
        key: &NamedSpan,
        moves: SpanMoves<'_>,
        proof: &SampleProof,
    ) -> Result<Status, NotProven> {
        let distance = key.measured(Interval::point(proof.distance)).from;
        let m = moves.at(distance).ok_or(Refuted::NoDistance)?;
        let mut after = moves.position.clone();
        if !key.takes(&after.judge(m).map_err(Refuted::KeyRefused)?.captures) {
            return Err(Refuted::KeyTakes.into());
        }
        after.play(m).map_err(Refuted::KeyRefused)?;
        let status = after.status();
        if !matches!(status, Status::Checkmate | Status::Ongoing) {
            return Err(Refuted::Over(status).into());
        }
        let spans = Survey::new(&after).legal();
        check_supported(&after, &spans).map_err(NotProven::Unsolved)?;
        for answered in answers(&after, &spans, &proof.replies)? {
            self.reply(&answered)?;
        }
        Ok(status)
    }

    fn reply(&mut self, answered: &AnsweredReplies<'_>) -> Result<(), NotProven> {
        self.out.replies += 1;
        let AnsweredReplies { replies, ref cells } = *answered;
        let SpanMoves { position: after, span, .. } = replies;
        let named = format!("reply {}", SpanText::of(&SpanReport::new(after, span)));
        for &AnsweredCell { part, answer } in cells {
            self.out.cells += 1;
            let place = format!("{named}, cell {}, answer {answer}", digits(part));
            let proof = prove(replies, part, answer).map_err(|why| why.at(&place));
            self.is_proven(proof, &place)?;
        }
        let part = span.part;
        let plays = if part.is_point() { self.options.samples.min(1) } else { self.options.samples };
        for _ in 0..plays {
            let s = part.from + self.random.unit() * (part.to - part.from);
            let Some(cell) = cells.iter().find(|cell| cell.part.contains(s)) else { continue };
            let to_end = (s - part.from).min(part.to - s);
            // Near a smooth end the judge may see a tie, and so no reply.
            if to_end < tolerance::SMOOTH && replies.at(s).is_some_and(|reply| after.judge(reply).is_err()) {
                continue;
            }
            self.out.played += 1;
            let place = format!("{named}, answer {}, by plain play", cell.answer);
            play(replies, s, cell.answer).map_err(|why| why.at(place))?;
        }
        Ok(())
    }
}

/// Checks that a key has a sample at each end that belongs to it, one inside, and none elsewhere.
fn check_places_of_samples(proof: &KeyProof) -> Result<(), Refuted> {
    let part = proof.key.interval();
    let mut distances = proof.samples.iter().map(|sample| sample.distance);
    for (end, is_open) in [(part.from, part.open_from), (part.to, part.open_to)] {
        if !is_open && !distances.clone().any(|distance| distance == end) {
            return Err(Refuted::EndWithoutSample(end));
        }
    }
    if let Some(distance) = distances.clone().find(|distance| !part.contains(*distance)) {
        return Err(Refuted::NotOfTheKey.at(format!("at {distance}")));
    }
    if !part.is_point() && !distances.any(|distance| part.from < distance && distance < part.to) {
        return Err(Refuted::NoSample);
    }
    Ok(())
}

/// Proves that an answer mates against every reply of a cell.
fn prove(replies: SpanMoves<'_>, cell: Interval, answer: &AnswerText) -> Result<(), NotProven> {
    if cell.is_point() {
        return Ok(play(replies, cell.from, answer)?);
    }
    let line = line(replies, cell, answer)?;
    covers(&replies.mated_by(&line, cell), cell, 0.0, |s| play(replies, s, answer))
}

/// Proves that all of a stretch mates, where ends closer than `tie` are equal. If parts of it are not known to mate, they are
/// played at places where they might be refuted.
fn covers(
    found: &Decided,
    part: Interval,
    tie: f64,
    play: impl Fn(f64) -> Result<(), Refuted>,
) -> Result<(), NotProven> {
    let mut left = Spans::from(part).difference(&found.reached, tie);
    let meets = |other: &&Interval| other.from <= part.to && part.from <= other.to;
    let mut unknown: Vec<Interval> = found.undecided.iter().filter(meets).copied().collect();
    for &undecided in &unknown {
        left = left.difference(&undecided.into(), 0.0);
    }
    for part in left.parts() {
        play(part.from.midpoint(part.to))?;
    }
    unknown.extend(left.parts());
    if unknown.is_empty() {
        return Ok(());
    }
    let parts: Vec<String> = unknown.into_iter().map(digits).collect();
    Err(NotProven::Undecided(format!("not decided on {}", parts.join(", "))))
}

/// Returns an answer on a cell as a move whose distance is a linear function of that of the reply.
fn line(replies: SpanMoves<'_>, cell: Interval, answer: &AnswerText) -> Result<LinearMove, NotProven> {
    let [early, middle, late] = [0.25, 0.5, 0.75].map(|share| cell.from + share * (cell.to - cell.from));
    let line = answer_to(replies, middle, answer)?;
    let distance = match (answer.distance(), answer.to(middle).course) {
        (Some(distance), _) => distance,
        (
            None,
            Course::Bearing { distance: Distance::Capture | Distance::Max, .. }
            | Course::Arc { distance: Distance::Capture | Distance::Max, .. },
        ) => {
            // `x` and `max` are proven as the linear distance that they mean at three replies.
            let [first, last] = [answer_to(replies, early, answer)?, answer_to(replies, late, answer)?]
                .map(|line| line.distance.start);
            let slope = (last - first) / (late - early);
            let slope = if slope.abs() < EVEN { 0.0 } else { slope };
            let even = LinearFunction { start: line.distance.start - slope * middle, slope };
            if (even.value(early) - first).abs() > EVEN || (even.value(late) - last).abs() > EVEN {
                return Err(NotProven::Undecided("its distance does not change evenly".to_owned()));
            }
            even
        }
        (None, _) => line.distance,
    };
    Ok(LinearMove { distance, ..line })
}

/// Returns the answer to the reply of a distance, as a move of constant distance.
fn answer_to(replies: SpanMoves<'_>, s: f64, answer: &AnswerText) -> Result<LinearMove, NotProven> {
    let undecided = |why: &str| NotProven::Undecided(why.to_owned());
    let after = replies.after(s).ok_or_else(|| undecided("the reply has no distance"))?;
    let text = answer.to(s);
    let Move { piece, shape, promotion } =
        resolve(&after, &text).map_err(|e| refused(s.to_string(), &text, e))?;
    let MoveShape::Along { lane, distance } = shape else {
        return Err(undecided("only answers along a lane are proven for more than one reply"));
    };
    Ok(LinearMove { piece, lane, promotion, distance: LinearFunction::constant(distance) })
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
