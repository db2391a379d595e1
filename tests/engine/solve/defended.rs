//! Tries and set play of mates in two on the plane, against play at every step or at sampled distances.

use super::plane::rules;
use continuum::budget::Budget;
use continuum::chess::Label;
use continuum::game::SpanReport;
use continuum::geom::Interval;
use continuum::plane::{Move, PlanePosition, Span};
use continuum::solve::plane::{ReplyStretch, mates_in_one, set_play_in_two, tries_in_two};

/// Ra and Rb keep the king at the edge; see `two.rs`.
const TWO_ROOKS: &str = "Ka@4,7' Ra@0,3' Rb@8,4' ka@4,0' ; w";

fn position(preset: &str, text: &str) -> PlanePosition {
    PlanePosition::from_text(rules(preset, ""), text).expect("a position")
}

fn after(position: &PlanePosition, span: &Span, distance: f64) -> PlanePosition {
    let mut after = position.clone();
    after.play(Move::along(span.piece, span.lane, distance)).expect("a legal move");
    after
}

fn has_mate(position: &PlanePosition) -> bool {
    !mates_in_one(position).expect("discs").keys.is_empty()
}

/// A stretch of moves, by what a report says of it.
#[derive(Debug, Clone, PartialEq)]
struct Told {
    /// The piece, and its bearing in millionths of a degree.
    lane: (Label, i64),
    part: Interval,
}

fn millionths(bearing: f64) -> i64 {
    (bearing * 1e6).round() as i64
}

fn told(position: &PlanePosition, span: &Span) -> Told {
    let piece = position.piece(span.piece);
    let bearing = piece.bearing_along(&position.lanes(span.piece)[span.lane]);
    Told { lane: (piece.label, millionths(bearing)), part: span.part }
}

fn reported(span: &SpanReport) -> Told {
    Told { lane: (span.piece, millionths(span.bearing)), part: span.interval() }
}

/// The single replies without an answer.
fn unanswered(position: &PlanePosition) -> Vec<Told> {
    let spans = position.legal();
    let is_refuting = |span: &&Span| !has_mate(&after(position, span, span.part.from));
    spans.iter().filter(is_refuting).map(|span| told(position, span)).collect()
}

/// Where every distance is a step, all first moves and replies are tried.
#[test]
fn tries_by_steps_are_those_of_plain_play() {
    let mut tries = 0;
    for text in ["ka@5,0' Kb@8,0' Qc@2.5,1.5' Rd@3.5,1' ; w", "ka@5.5,0' Kb@7,1' Qc@8,3' Nd@5.5,3.5' ; w"] {
        let position = position("discrete", text);
        for most in [1, 2, 3] {
            let mut expected = Vec::new();
            for span in position.legal() {
                let replies = unanswered(&after(&position, &span, span.part.from));
                if (1..=most).contains(&replies.len()) {
                    expected.push((told(&position, &span), replies));
                }
            }
            let found = tries_in_two(&position, most, &Budget::default()).expect("discs");
            let reply = |refutation: &ReplyStretch| reported(&refutation.reply);
            let found: Vec<_> = found
                .iter()
                .map(|attempt| {
                    let replies = attempt.refutations.iter().map(reply).collect::<Vec<_>>();
                    (reported(&attempt.first), replies)
                })
                .collect();
            assert_eq!(found, expected, "{text} {most}");
            tries += found.len();
        }
    }
    assert!(tries > 0);
}

/// Inside a refuting stretch no reply has a mate, and elsewhere every reply has one; at several distances of each try.
#[test]
fn refutations_are_those_of_sampled_play() {
    let position = position("continuous", "ka@0,0' Kb@0,2.25' Rc@7.25,3.75' Bd@3,2.5' ; w");
    let tries = tries_in_two(&position, 1, &Budget::default()).expect("discs");
    assert!(!tries.is_empty());
    for attempt in &tries {
        let tried = reported(&attempt.first);
        let is_of_try =
            |span: &Span| told(&position, span).lane == tried.lane && span.part.contains(attempt.sample);
        let first = position.legal().into_iter().find(is_of_try).expect("a legal move");
        let replied = after(&position, &first, attempt.sample);
        for span in replied.legal() {
            let whole = told(&replied, &span);
            let all = attempt.refutations.iter().map(|refutation| reported(&refutation.reply));
            let refuting: Vec<Interval> =
                all.filter(|told| told.lane == whole.lane).map(|told| told.part).collect();
            for share in 0..=11 {
                let part = span.part;
                let s = part.from + f64::from(share) / 11.0 * (part.to - part.from);
                let is_near = |end: f64| (end - s).abs() < 1e-6;
                if !part.contains(s) || refuting.iter().any(|part| is_near(part.from) || is_near(part.to)) {
                    continue;
                }
                let is_refuting = refuting.iter().any(|part| part.contains(s));
                assert_eq!(!has_mate(&after(&replied, &span, s)), is_refuting, "{attempt:?} {whole:?} {s}");
            }
        }
        // At other distances of the try the same lanes refute, and no others.
        for share in [0.1, 0.35, 0.8] {
            let distance = tried.part.from + share * (tried.part.to - tried.part.from);
            let replied = after(&position, &first, distance);
            for span in replied.legal() {
                let whole = told(&replied, &span);
                let mut all = attempt.refutations.iter().map(|refutation| reported(&refutation.reply));
                let refuting = all.any(|told| told.lane == whole.lane);
                let middle = span.part.from.midpoint(span.part.to);
                assert!(
                    has_mate(&after(&replied, &span, middle)) || refuting,
                    "{attempt:?} {distance} {whole:?}"
                );
            }
        }
    }
}

/// In the set play each part of a reply has its answer, and what is left out has none.
#[test]
fn set_play_has_every_reply_with_an_answer() {
    for (preset, text) in [("discrete", TWO_ROOKS), ("continuous", "Ka@4,7' Ra@0,0.6' Rb@8,4' ka@4,0' ; w")] {
        let position = position(preset, text);
        let passed = position.given_turn(!position.turn()).expect("no check");
        let set_play = set_play_in_two(&position, &Budget::default()).expect("discs");
        for span in passed.legal() {
            let whole = told(&passed, &span);
            let cells = set_play
                .iter()
                .filter(|reply| reported(&reply.reply) == whole)
                .flat_map(|reply| &reply.cells);
            let cells: Vec<_> = cells.map(|cell| cell.interval()).collect();
            for share in [0.0, 0.13, 0.5, 0.77, 1.0] {
                let s = span.part.from + share * (span.part.to - span.part.from);
                let is_near = |end: f64| !span.part.is_point() && (end - s).abs() < 1e-6;
                if !span.part.contains(s) || cells.iter().any(|part| is_near(part.from) || is_near(part.to)) {
                    continue;
                }
                let is_answered = cells.iter().any(|part| part.contains(s));
                assert_eq!(has_mate(&after(&passed, &span, s)), is_answered, "{whole:?} {s}");
            }
        }
    }
}
