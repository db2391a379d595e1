//! Proves a certificate or refutes it, without any search.
//!
//! The replies are those of [`Survey`] alone. Each cell is proven for all its distances at once, by the exact set of replies
//! that its answer mates. Random replies by plain play are a second opinion.

use super::legal::{Answered, Named, answers, digits};
use super::{Answer, Certificate, KeyProof, Length, Proven, SampleProof};
use crate::chess::Status;
use crate::game::{SpanReport, resolve};
use crate::geom::{Interval, Spans, tolerance};
use crate::notation::{Course, Distance, figure};
use crate::plane::{Move, Position, Shape, Span, Survey};
use crate::solve::plane::answered::{EvenMove, Replies};
use crate::solve::plane::family::Decided;
use crate::solve::plane::keys::{Unsolved, reaching, refuse, refuse_more};
use crate::solve::plane::report::Stretch;
use crate::solve::stipulation::Goal;
use serde::Serialize;

/// How a certificate is checked.
#[derive(Debug, Clone, Copy)]
pub struct CheckOptions {
    /// Random replies that are played of each span.
    pub samples: u32,
    /// Other random replies.
    pub seed: u64,
}

/// What came of a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Default)]
pub struct Checked {
    /// Whether all that is claimed holds.
    pub proven: bool,
    /// Keys that were looked at.
    pub keys: usize,
    /// Their distances.
    pub samples: usize,
    /// Spans of replies.
    pub replies: usize,
    /// Cells.
    pub cells: usize,
    /// Random replies that were played.
    pub played: u64,
    /// What does not hold, the first of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refuted: Option<String>,
    /// Cells that were neither proven nor refuted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undecided: Vec<String>,
}

/// Proves a certificate of a position or refutes it.
///
/// # Errors
/// When the position is of a kind for which certificates are not worked out.
pub fn check(
    position: &Position,
    certificate: &Certificate,
    options: CheckOptions,
) -> Result<Checked, Unsolved> {
    let spans = Survey::new(position).legal();
    match certificate.stipulation {
        Proven::MateInOne => refuse(position, &spans)?,
        Proven::MateInTwo => refuse_more(position, &spans)?,
    }
    let mut check = Check { position, options, state: options.seed, out: Checked::default() };
    let found = check.certificate(certificate);
    match found {
        Err(Stop::Unsolved(unsolved)) => return Err(unsolved),
        Err(Stop::Refuted(why)) => check.out.refuted = Some(why),
        Ok(()) => {}
    }
    let proven = check.out.refuted.is_none() && check.out.undecided.is_empty();
    Ok(Checked { proven, ..check.out })
}

/// Why a check ends early.
enum Stop {
    Refuted(String),
    Unsolved(Unsolved),
}

impl Stop {
    /// The same with where it is.
    fn at(self, place: &str) -> Stop {
        match self {
            Stop::Refuted(why) => Stop::Refuted(format!("{place}: {why}")),
            Stop::Unsolved(_) => self,
        }
    }
}

impl From<String> for Stop {
    fn from(why: String) -> Stop {
        Stop::Refuted(why)
    }
}

struct Check<'a> {
    position: &'a Position,
    options: CheckOptions,
    /// Of the random numbers.
    state: u64,
    out: Checked,
}

impl Check<'_> {
    fn certificate(&mut self, certificate: &Certificate) -> Result<(), Stop> {
        if certificate.keys.is_empty() {
            return Err("there is no key".to_owned().into());
        }
        for (i, key) in certificate.keys.iter().enumerate() {
            self.out.keys += 1;
            let checked = self.key(key).and_then(|named| match certificate.stipulation {
                Proven::MateInOne => self.mates_at_once(&named, key),
                Proven::MateInTwo => Ok(()),
            });
            checked.map_err(|stop| stop.at(&format!("key {}, {}", i + 1, Stretch(&key.key))))?;
        }
        Ok(())
    }

    /// The replies at each sample of a key, and the answers to them.
    fn key(&mut self, proof: &KeyProof) -> Result<Named, Stop> {
        let named = Named::of(self.position, &proof.key, proof.promotion)?;
        let part = proof.key.interval();
        let ends = [(part.from, part.open_from), (part.to, part.open_to)];
        for (end, _) in ends.into_iter().filter(|end| !end.1) {
            if !proof.samples.iter().any(|sample| sample.distance == end) {
                return Err(format!("{end} belongs to the key and is not among its samples").into());
            }
        }
        if proof.samples.is_empty() {
            return Err("it has no sample".to_owned().into());
        }
        for sample in &proof.samples {
            self.out.samples += 1;
            let place = format!("at {}", sample.distance);
            if !part.contains(sample.distance) {
                return Err(Stop::from("this is not of the key".to_owned()).at(&place));
            }
            self.sample(&named, sample).map_err(|stop| stop.at(&place))?;
        }
        Ok(named)
    }

    /// That every distance of a key mates at once: the exact set of those that do covers it.
    fn mates_at_once(&mut self, named: &Named, proof: &KeyProof) -> Result<(), Stop> {
        let key = named.key(&proof.key);
        let survey = Survey::new(self.position);
        let spans = survey.legal();
        let within = |span: &&Span| {
            let tie = self.position.rules().epsilon;
            named.fits(span, key.promotion)
                && span.part.from <= key.part.from + tie
                && key.part.to <= span.part.to + tie
        };
        let legal =
            spans.iter().find(within).ok_or_else(|| "not all of its distances are legal".to_owned())?;
        let found = reaching(&survey, legal, key.promotion, Goal::Mate, key.part);
        let play = |distance: f64| {
            let mut after = self.position.clone();
            let at = |why: String| format!("at {}: {why}", figure(distance));
            after.play(key.at(distance)).map_err(|e| at(e.to_string()))?;
            mated(&after).map_err(at)
        };
        match covers(&found, key.part, play) {
            Found::Proven => {}
            Found::Refuted(why) => return Err(why.into()),
            Found::Undecided(why) => self.out.undecided.push(format!("key {}: {why}", Stretch(&proof.key))),
        }
        Ok(())
    }

    fn sample(&mut self, key: &Named, proof: &SampleProof) -> Result<(), Stop> {
        let distance = key.measured(Interval::point(proof.distance)).from;
        let along = self.position.move_by(key.piece, key.lane, distance);
        let along = along.ok_or_else(|| "no distance belongs to a leap to any place".to_owned())?;
        let along = Move { promotion: key.promotion, ..along };
        let verdict = self.position.judge(along).map_err(|e| format!("the key is not legal: {e}"))?;
        if !key.takes(&verdict.captures) {
            return Err("the key takes something else".to_owned().into());
        }
        let mut after = self.position.clone();
        after.play(along).map_err(|e| format!("the key is not legal: {e}"))?;
        match after.status() {
            Status::Checkmate | Status::Ongoing => {}
            ended => return Err(format!("the game is over after the key: {ended}").into()),
        }
        let survey = Survey::new(&after);
        let spans = survey.legal();
        refuse(&after, &spans).map_err(Stop::Unsolved)?;
        for answered in answers(&after, spans, &proof.replies)? {
            self.reply(&after, &answered)?;
        }
        Ok(())
    }

    fn reply(&mut self, after: &Position, answered: &Answered<'_>) -> Result<(), Stop> {
        self.out.replies += 1;
        let Answered { span, promotion, cells } = answered;
        let replies = Replies::new(after, span, *promotion);
        let named = format!("reply {}", Stretch(&SpanReport::new(after, span)));
        for &(cell, answer) in cells {
            self.out.cells += 1;
            let place = format!("{named}, cell {}, answer {answer}", digits(cell));
            match prove(&replies, cell, answer) {
                Found::Proven => {}
                Found::Refuted(why) => return Err(Stop::Refuted(why).at(&place)),
                Found::Undecided(why) => self.out.undecided.push(format!("{place}: {why}")),
            }
        }
        let part = span.part;
        let plays = if part.is_point() { self.options.samples.min(1) } else { self.options.samples };
        for _ in 0..plays {
            let s = part.from + self.random() * (part.to - part.from);
            let Some((_, answer)) = cells.iter().find(|(cell, _)| cell.contains(s)) else { continue };
            let ends = (s - part.from).min(part.to - s);
            // There the judge may see a tie, and no reply.
            if ends < tolerance::SMOOTH && replies.reply(s).is_some_and(|reply| after.judge(reply).is_err()) {
                continue;
            }
            self.out.played += 1;
            let place = format!("{named}, answer {answer}, by plain play");
            play(&replies, s, answer).map_err(|why| Stop::Refuted(why).at(&place))?;
        }
        Ok(())
    }

    /// A number from 0 to 1, by a congruential sequence.
    fn random(&mut self) -> f64 {
        self.state =
            self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// What is known of a cell.
enum Found {
    Proven,
    Refuted(String),
    Undecided(String),
}

/// Whether an answer mates against every reply of a cell.
fn prove(replies: &Replies<'_>, cell: Interval, answer: &Answer) -> Found {
    if cell.is_point() {
        return play(replies, cell.from, answer).map_or_else(Found::Refuted, |()| Found::Proven);
    }
    let line = match line(replies, cell, answer) {
        Ok(line) => line,
        Err(undecided) => return undecided,
    };
    covers(&replies.mated_by(&line, cell), cell, |s| play(replies, s, answer))
}

/// Whether all of a stretch is decided to mate; what is not is played where it might be refuted.
fn covers(found: &Decided, part: Interval, play: impl Fn(f64) -> Result<(), String>) -> Found {
    let mut left = Spans::from(part).difference(&found.reached, 0.0);
    if left.is_empty() && found.undecided.is_empty() {
        return Found::Proven;
    }
    for &part in &found.undecided {
        left = left.difference(&part.into(), 0.0);
    }
    let refuted = left.parts().iter().find_map(|part| play(part.from.midpoint(part.to)).err());
    if let Some(why) = refuted {
        return Found::Refuted(why);
    }
    let parts = found.undecided.iter().chain(left.parts()).map(|part| digits(*part));
    Found::Undecided(format!("not decided on {}", parts.collect::<Vec<_>>().join(", ")))
}

/// The even distance by which an answer goes all over a cell.
fn line(replies: &Replies<'_>, cell: Interval, answer: &Answer) -> Result<EvenMove, Found> {
    let at = |share: f64| {
        let s = cell.from + share * (cell.to - cell.from);
        let after =
            replies.after(s).ok_or_else(|| Found::Undecided("the reply has no distance".to_owned()))?;
        let text = answer.to(s);
        let found = resolve(&after, &text).map_err(|e| Found::Refuted(format!("at s = {s}: {text}: {e}")))?;
        match found.shape {
            Shape::Along { lane, distance } => Ok((s, found, lane, distance)),
            Shape::To { .. } | Shape::Turn { .. } => Err(Found::Undecided(
                "only answers along a lane are proven for more than one reply".to_owned(),
            )),
        }
    };
    let (s, found, lane, distance) = at(0.5)?;
    let line =
        |start: f64, by: f64| EvenMove { piece: found.piece, lane, promotion: found.promotion, start, by };
    let text = answer.to(s);
    Ok(match (answer.length(), text.course) {
        (Length::Even { at, by }, _) => line(at, by),
        (
            Length::AsWritten,
            Course::Bearing { distance: Distance::Capture | Distance::Max, .. }
            | Course::Arc { distance: Distance::Capture | Distance::Max, .. },
        ) => {
            // What `x` and `max` name is proven as the even distance that they name at three replies.
            let ((s0, .., d0), (s1, .., d1)) = (at(0.25)?, at(0.75)?);
            let by = (d1 - d0) / (s1 - s0);
            let by = if by.abs() < EVEN { 0.0 } else { by };
            let even = line(distance - by * s, by);
            if [(s0, d0), (s1, d1)].iter().any(|&(s, d)| (even.distance(s) - d).abs() > EVEN) {
                return Err(Found::Undecided("its distance does not change evenly".to_owned()));
            }
            even
        }
        (Length::AsWritten, _) => line(distance, 0.0),
    })
}

/// Distances that differ by less are even, rounding apart.
const EVEN: f64 = 1e-10;

/// Plays a reply and its answer.
///
/// # Errors
/// Why the answer does not mate.
fn play(replies: &Replies<'_>, s: f64, answer: &Answer) -> Result<(), String> {
    let Some(mut after) = replies.played(s) else { return Err("the reply has no distance".to_owned()) };
    let text = answer.to(s);
    let at = format!("at s = {}: {text}", figure(s));
    let answer = resolve(&after, &text).map_err(|e| format!("{at}: {e}"))?;
    after.play(answer).map_err(|e| format!("{at}: {e}"))?;
    mated(&after).map_err(|why| format!("{at} {why}"))
}

/// That the side to move is mated.
///
/// # Errors
/// What the move before has not done.
fn mated(after: &Position) -> Result<(), String> {
    match after.status() {
        Status::Checkmate => Ok(()),
        Status::Ongoing if !Survey::new(after).in_check() => Err("gives no check".to_owned()),
        status => match after.legal().first() {
            Some(left) => Err(format!("does not mate: {} is left", Stretch(&SpanReport::new(after, left)))),
            None => Err(format!("does not mate: {status}")),
        },
    }
}
