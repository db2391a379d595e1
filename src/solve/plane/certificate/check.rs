//! Proving or refuting certificates without any search.
//!
//! The replies come from [`Survey`] alone. Each cell is proven for all its distances at once, by the exact set of replies after
//! which its answer mates. The plain play of random replies with their answers is a second opinion.

use super::legal::{AnsweredReplies, NamedSpan, answers, digits, span_text};
use super::refuted::Refuted;
use super::{AnswerText, Certificate, KeyProof, Proven, SampleProof};
use crate::chess::Status;
use crate::choice::choice;
use crate::game::{SpanText, resolve};
use crate::geom::{Interval, Spans, tolerance};
use crate::notation::{Course, Distance, Illegal, PlaneMoveText, number_text};
use crate::plane::{Move, MoveEnd, PlanePosition, Span, Survey};
use crate::solve::plane::family::Decided;
use crate::solve::plane::keys::{Unsupported, check_supported, check_supported_in_several_moves, moves_of};
use crate::solve::plane::linear::{LinearFunction, LinearMove};
use crate::solve::plane::span_moves::SpanMoves;
use crate::solve::random::Random;
use crate::solve::stipulation::Goal;
use serde::Serialize;
use std::fmt::Display;

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
    /// The number of those keys that are proven at every distance.
    pub whole: usize,
    /// The number of samples.
    pub samples: usize,
    /// The number of spans of replies.
    pub replies: usize,
    /// The number of cells.
    pub cells: usize,
    /// The number of random replies that were played with their answers.
    pub played: u64,
    /// The first fault of the certificate, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refuted: Option<String>,
    /// The cells that were neither proven nor refuted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undecided: Vec<String>,
}

/// Checks a certificate of a position.
///
/// # Errors
/// When certificates are not supported for such a position.
pub fn check(
    position: &PlanePosition,
    certificate: &Certificate,
    options: CheckOptions,
) -> Result<Checked, Unsupported> {
    let survey = Survey::new(position);
    let spans = moves_of(position);
    match certificate.stipulation {
        Proven::MateInOne => check_supported(position, &spans)?,
        Proven::MateInTwo => check_supported_in_several_moves(position, &spans)?,
    }
    let (random, out) = (Random::new(options.seed), Checked::default());
    let mut checker = Checker { survey: &survey, spans: &spans, options, random, out };
    let result = checker.check_certificate(certificate);
    let mut out = checker.out;
    match result {
        Err(NotProven::Unsupported(unsupported)) => return Err(unsupported),
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
    Unsupported(Unsupported),
}

impl NotProven {
    /// Returns the reason with a place in the certificate, if it is a refutation.
    fn at(self, place: impl Display) -> NotProven {
        match self {
            NotProven::Refuted(why) => NotProven::Refuted(why.at(place)),
            NotProven::Undecided(_) | NotProven::Unsupported(_) => self,
        }
    }
}

impl From<Refuted> for NotProven {
    fn from(why: Refuted) -> NotProven {
        NotProven::Refuted(why)
    }
}

struct Checker<'a> {
    survey: &'a Survey<'a>,
    /// The legal set of the position.
    spans: &'a [Span],
    options: CheckOptions,
    random: Random,
    out: Checked,
}

impl Checker<'_> {
    fn check_certificate(&mut self, certificate: &Certificate) -> Result<(), NotProven> {
        if certificate.keys.is_empty() {
            return Err(Refuted::new("there is no key").into());
        }
        let status = self.survey.position().status();
        if status != Status::Ongoing {
            return Err(Refuted::new(format!("there is no key: the game is over: {status}")).into());
        }
        for (i, key) in certificate.keys.iter().enumerate() {
            let place = format!("key {}, {}", i + 1, SpanText::of(&key.key));
            self.out.keys += 1;
            self.check_key(key, certificate.stipulation).map_err(|why| why.at(place))?;
        }
        Ok(())
    }

    /// Checks a key and each of its samples. Counts the key as whole if every distance is proven.
    fn check_key(&mut self, proof: &KeyProof, stipulation: Proven) -> Result<(), NotProven> {
        let named = NamedSpan::of(self.survey.position(), &proof.key, proof.promotion)?;
        let moves = named.legal(self.survey.position(), self.spans)?;
        check_places_of_samples(proof)?;
        let mut do_samples_mate = true;
        for sample in &proof.samples {
            self.out.samples += 1;
            let place = format!("at {}", sample.distance);
            let status = self.check_sample(&named, moves, sample).map_err(|why| why.at(place))?;
            do_samples_mate &= status == Status::Checkmate;
        }
        let is_whole = match stipulation {
            Proven::MateInTwo if named.key.part.is_point() => true,
            // A key that does not mate at once may still mate in two between its samples.
            Proven::MateInTwo => do_samples_mate && self.prove_mates(named.key.part, moves).is_ok(),
            Proven::MateInOne => {
                let place = format!("key {}", SpanText::of(&proof.key));
                self.record(self.prove_mates(named.key.part, moves), &place)?
            }
        };
        self.out.whole += usize::from(is_whole);
        Ok(())
    }

    /// Records an undecided proof with its place, and returns whether the proof succeeded.
    fn record(&mut self, proof: Result<(), NotProven>, place: &str) -> Result<bool, NotProven> {
        let Err(NotProven::Undecided(why)) = proof else { return proof.map(|()| true) };
        self.out.undecided.push(format!("{place}: {why}"));
        Ok(false)
    }

    /// Proves that every distance of a key mates at once: the exact set of mates contains the key.
    fn prove_mates(&self, key: Interval, moves: SpanMoves<'_>) -> Result<(), NotProven> {
        // The set is that of the whole span, so that its ends do not depend on the key.
        let found = moves.reaching(self.survey, Goal::Mate);
        prove_contained(key, &found, tolerance::ROUNDING, |distance: f64| {
            let mut after = self.survey.position().clone();
            let place = format!("at {}", number_text(distance));
            after.play(moves.at(distance)).map_err(|why| Refuted::new(why).at(&place))?;
            check_mated(&after).map_err(|why| Refuted::new(why).at(&place))
        })
    }

    /// Checks a sample, and returns the status after it.
    fn check_sample(
        &mut self,
        key: &NamedSpan,
        moves: SpanMoves<'_>,
        proof: &SampleProof,
    ) -> Result<Status, NotProven> {
        let distance = key.along_lane(Interval::point(proof.distance)).from;
        let m = moves.at(distance);
        let mut after = moves.position.clone();
        let refused = |why: Illegal| Refuted::new(why).at("the key is not legal");
        if !key.takes(&after.judge(m).map_err(refused)?.captures) {
            return Err(Refuted::new("the key takes something else").into());
        }
        after.play(m).map_err(refused)?;
        let status = after.status();
        if !matches!(status, Status::Checkmate | Status::Ongoing) {
            return Err(Refuted::new(format!("the game is over after the key: {status}")).into());
        }
        let spans = Survey::new(&after).legal();
        check_supported(&after, &spans).map_err(NotProven::Unsupported)?;
        for answered in answers(&after, &spans, &proof.replies)? {
            self.check_replies(&answered)?;
        }
        Ok(status)
    }

    /// Proves each cell of a span of replies, and plays random replies with their answers.
    fn check_replies(&mut self, answered: &AnsweredReplies<'_>) -> Result<(), NotProven> {
        self.out.replies += 1;
        let AnsweredReplies { replies, ref cells } = *answered;
        let reply = format!("reply {}", span_text(replies.position, replies.span));
        for cell in cells {
            self.out.cells += 1;
            let (part, answer) = (cell.interval(), &cell.answer);
            let place = format!("{reply}, cell {}, answer {answer}", digits(part));
            let proof = prove_cell(replies, part, answer).map_err(|why| why.at(&place));
            self.record(proof, &place)?;
        }
        let has_one_distance = replies.span.part.is_point();
        let plays = if has_one_distance { self.options.samples.min(1) } else { self.options.samples };
        for _ in 0..plays {
            self.play_random_reply(answered, &reply)?;
        }
        Ok(())
    }

    /// Plays a random reply with its answer, unless the judge refuses the reply.
    fn play_random_reply(&mut self, answered: &AnsweredReplies<'_>, place: &str) -> Result<(), NotProven> {
        let AnsweredReplies { replies, ref cells } = *answered;
        let part = replies.span.part;
        let distance = part.from + self.random.unit() * part.length();
        let Some(cell) = cells.iter().find(|cell| cell.interval().contains(distance)) else { return Ok(()) };
        // Near a smooth end the judge may take two contacts for one, and refuse the reply.
        let is_near_end = (distance - part.from).min(part.to - distance) < tolerance::SMOOTH;
        if is_near_end && replies.position.judge(replies.at(distance)).is_err() {
            return Ok(());
        }
        self.out.played += 1;
        let place = format!("{place}, answer {}, by plain play", cell.answer);
        Ok(play(replies, distance, &cell.answer).map_err(|why| why.at(place))?)
    }
}

/// Checks that a key has a sample at each end that belongs to it, a sample between its ends, and no sample outside.
fn check_places_of_samples(proof: &KeyProof) -> Result<(), Refuted> {
    let part = proof.key.interval();
    let distances: Vec<f64> = proof.samples.iter().map(|sample| sample.distance).collect();
    if let Some(end) = part.closed_ends().find(|end| !distances.contains(end)) {
        return Err(Refuted::new(format!("{end} belongs to the key and is not among its samples")));
    }
    if let Some(distance) = distances.iter().find(|distance| !part.contains(**distance)) {
        return Err(Refuted::new("this is not of the key").at(format!("at {distance}")));
    }
    if !part.is_point() && !distances.iter().any(|&distance| part.from < distance && distance < part.to) {
        return Err(Refuted::new("it has no sample but at its ends"));
    }
    Ok(())
}

/// Proves that an answer mates after every reply of a cell.
fn prove_cell(replies: SpanMoves<'_>, cell: Interval, answer: &AnswerText) -> Result<(), NotProven> {
    if cell.is_point() {
        return Ok(play(replies, cell.from, answer)?);
    }
    let line = linear_answer(replies, cell, answer)?;
    prove_contained(cell, &replies.mated_by(&line, cell), 0.0, |reply| play(replies, reply, answer))
}

/// Proves that every distance of a stretch is among those that are found to mate. Ends closer than `tie` are equal. `try_to_refute`
/// is called for the middle of each part that is not found.
fn prove_contained(
    stretch: Interval,
    found: &Decided,
    tie: f64,
    try_to_refute: impl Fn(f64) -> Result<(), Refuted>,
) -> Result<(), NotProven> {
    let mut missing = Spans::from(stretch).difference(&found.reached, tie);
    let meets_stretch = |other: &&Interval| other.from <= stretch.to && stretch.from <= other.to;
    let mut not_decided: Vec<Interval> = found.undecided.iter().filter(meets_stretch).copied().collect();
    for &undecided in &not_decided {
        missing = missing.difference(&undecided.into(), 0.0);
    }
    for part in missing.parts() {
        try_to_refute(part.middle())?;
    }
    not_decided.extend(missing.parts());
    if not_decided.is_empty() {
        return Ok(());
    }
    let parts: Vec<String> = not_decided.into_iter().map(digits).collect();
    Err(NotProven::Undecided(format!("not decided on {}", parts.join(", "))))
}

/// Returns an answer to the replies of a cell as a move whose distance is a linear function of the reply's.
fn linear_answer(
    replies: SpanMoves<'_>,
    cell: Interval,
    answer: &AnswerText,
) -> Result<LinearMove, NotProven> {
    let [early, middle, late] = [0.25, 0.5, 0.75].map(|share| cell.from + share * cell.length());
    let line = answer_to(replies, middle, answer)?;
    if let Some(distance) = answer.distance() {
        return Ok(LinearMove { distance, ..line });
    }
    let (Course::Bearing { distance, .. } | Course::Arc { distance, .. }) = answer.to(middle).course else {
        return Ok(line);
    };
    if !matches!(distance, Distance::Capture | Distance::Max) {
        return Ok(line);
    }
    // `x` and `max` are proven as the linear function that has their distances after three replies.
    let after_early = answer_to(replies, early, answer)?.distance.start;
    let after_late = answer_to(replies, late, answer)?.distance.start;
    let slope = (after_late - after_early) / (late - early);
    let slope = if slope.abs() < LINEAR { 0.0 } else { slope };
    let distance = LinearFunction { start: line.distance.start - slope * middle, slope };
    let is_near = |reply: f64, expected: f64| (distance.value(reply) - expected).abs() <= LINEAR;
    if !is_near(early, after_early) || !is_near(late, after_late) {
        return Err(NotProven::Undecided("its distance does not change evenly".to_owned()));
    }
    Ok(LinearMove { distance, ..line })
}

/// Returns the answer to the reply of a distance, as a move of constant distance.
fn answer_to(replies: SpanMoves<'_>, reply: f64, answer: &AnswerText) -> Result<LinearMove, NotProven> {
    let after = replies.after(reply);
    let text = answer.to(reply);
    let Move { piece, lane, end, promotion } =
        resolve(&after, &text).map_err(|e| refused(reply.to_string(), &text, e))?;
    let MoveEnd::Distance(distance) = end else {
        let why = "only answers along a lane are proven for more than one reply";
        return Err(NotProven::Undecided(why.to_owned()));
    };
    Ok(LinearMove { piece, lane, promotion, distance: LinearFunction::constant(distance) })
}

/// Board units: the greatest error, from rounding, of a distance that counts as linear.
const LINEAR: f64 = 1e-10;

/// Plays a reply and its answer, and checks that the answer mates.
fn play(replies: SpanMoves<'_>, reply: f64, answer: &AnswerText) -> Result<(), Refuted> {
    let mut after = replies.played(reply);
    let text = answer.to(reply);
    let place = format!("at s = {}", number_text(reply));
    if after.allows_no_move() {
        let status = after.status();
        let fault = format!("no answer can be played, for the game is over after the reply: {status}");
        return Err(Refuted::new(fault).at(place));
    }
    let refutation = |why: Illegal| refused(number_text(reply), &text, why);
    let m = resolve(&after, &text).map_err(refutation)?;
    after.play(m).map_err(refutation)?;
    check_mated(&after).map_err(|why| Refuted::new(format!("{text} {why}")).at(place))
}

/// Returns the refutation that an answer is refused after a reply.
fn refused(reply: String, text: &PlaneMoveText, why: Illegal) -> Refuted {
    Refuted::new(why).at(format!("at s = {reply}: {text}"))
}

/// Checks that the side to move is mated. The error says what the move before did instead.
fn check_mated(position: &PlanePosition) -> Result<(), String> {
    match position.status() {
        Status::Checkmate => Ok(()),
        Status::Ongoing if !Survey::new(position).in_check() => Err("gives no check".to_owned()),
        status => Err(match position.legal().first() {
            Some(reply) => format!("does not mate: {} is left", span_text(position, reply)),
            None => format!("does not mate: {status}"),
        }),
    }
}
