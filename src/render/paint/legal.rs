//! Legal stops. Ends that belong to the set are filled, others are hollow; captures are ringed with four ticks,
//! promotions striped.

use crate::render::canvas::drawing::{Drawing, Ink};
use crate::render::canvas::outline::Outline;
use crate::render::canvas::palette;
use crate::render::scene::{
    DrawnShape, IntervalEnd, LegalDestination, LegalRegion, LegalSpan, StopEffect, Track, TurnSpan,
};
use glam::DVec2;
use std::f64::consts::FRAC_PI_4;

/// The radius of the dots at ends.
const DOT: f64 = 3.7;

/// Draws all spans of a scene: lines first, then captures, then hollow and filled ends. So where two spans meet in
/// one point neither end hides the other.
pub(crate) fn spans(drawing: &mut Drawing, spans: &[LegalSpan]) {
    for span in spans.iter().filter(|s| s.to > s.from) {
        band(drawing, span);
    }
    for span in spans.iter().filter(|s| s.to <= s.from && s.effect.captures()) {
        capture_stop(drawing, span.track.at(span.from), span.effect);
    }
    for wanted in [IntervalEnd::Open, IntervalEnd::Closed] {
        for span in spans.iter().filter(|s| s.to > s.from) {
            for (at, end) in [(span.from, span.start), (span.to, span.end)] {
                if end == wanted {
                    dot(drawing, span.track.at(at), end, palette::effect(span.effect));
                }
            }
        }
    }
    for span in spans.iter().filter(|s| s.to <= s.from && !s.effect.captures()) {
        single_stop(drawing, span.track.at(span.from), span.effect);
    }
}

fn band(drawing: &mut Drawing, span: &LegalSpan) {
    let part = span.track.slice(span.from, span.to);
    let ink = palette::effect(span.effect);
    if span.effect.promotes() {
        drawing.stroke(part.points(), 9.0, ink);
        chevrons(drawing, &part);
    } else if span.effect.captures() {
        drawing.stroke(part.points(), 6.4, ink);
        drawing.stroke(part.points(), 2.0, palette::PAPER);
    } else {
        drawing.stroke(part.points(), 5.4, palette::PAPER.alpha(0.8));
        drawing.stroke(part.points(), 3.2, ink);
    }
}

/// Draws arrow marks across a promoting stretch.
fn chevrons(drawing: &mut Drawing, part: &Track) {
    let count = ((part.length() - 2.0 * DOT) / 6.0).floor().clamp(0.0, 400.0) as u32;
    for i in 0..count {
        let at = DOT + 6.0 * (f64::from(i) + 0.5);
        let (tip, ahead) = (part.at(at + 1.6), part.direction(at));
        let arms = [1.0, -1.0].map(|s| tip - ahead * 3.0 + ahead.perp() * (s * 3.0));
        drawing.stroke(&[arms[0], tip, arms[1]], 1.5, palette::PAPER);
    }
}

/// Draws the dot at an end: filled if the end itself is legal, else hollow.
pub(crate) fn dot(drawing: &mut Drawing, at: DVec2, end: IntervalEnd, ink: Ink) {
    match end {
        IntervalEnd::Closed => {
            drawing.disc(at, DOT + 1.0, palette::PAPER);
            drawing.disc(at, DOT, ink);
        }
        IntervalEnd::Open => {
            drawing.disc(at, DOT, palette::PAPER);
            drawing.circle(at, DOT - 0.2, 1.7, ink);
        }
    }
}

/// Draws a ring with four ticks outward.
fn ticked(drawing: &mut Drawing, at: DVec2, (radius, reach): (f64, f64), width: f64, ink: Ink) {
    drawing.circle(at, radius, width, ink);
    for quarter in 0..4 {
        let ahead = DVec2::from_angle(FRAC_PI_4 * (1.0 + 2.0 * f64::from(quarter)));
        drawing.stroke(&[at + ahead * radius, at + ahead * reach], width, ink);
    }
}

/// Draws a stop that captures: a ring with four ticks.
fn capture_stop(drawing: &mut Drawing, at: DVec2, effect: StopEffect) {
    for (extra, ink) in [(2.0, palette::PAPER), (0.0, palette::effect(effect))] {
        ticked(drawing, at, (6.6, 9.8), 2.0 + extra, ink);
    }
    centre(drawing, at, effect);
}

/// Draws a single legal stop: a dot in a ring, easy to find among lanes.
fn single_stop(drawing: &mut Drawing, at: DVec2, effect: StopEffect) {
    drawing.disc(at, 8.4, palette::PAPER);
    drawing.circle(at, 7.0, 1.6, palette::effect(effect));
    centre(drawing, at, effect);
}

/// Draws the middle of a stop: a dot, or for a promotion a larger one with a chevron.
fn centre(drawing: &mut Drawing, at: DVec2, effect: StopEffect) {
    let ink = palette::effect(effect);
    if effect.promotes() {
        drawing.disc(at, 6.6, ink);
        let arms = [-3.0, 3.0].map(|x| at + DVec2::new(x, 1.8));
        drawing.stroke(&[arms[0], at - DVec2::new(0.0, 2.2), arms[1]], 1.8, palette::PAPER);
    } else {
        drawing.disc(at, 3.4, ink);
    }
}

/// Draws a legal destination: a dot, or a ring with ticks about the piece that it captures.
pub(crate) fn target(drawing: &mut Drawing, target: &LegalDestination) {
    let ink = palette::effect(target.effect);
    if target.effect.captures() {
        let radius = target.radius.max(6.0) + 2.6;
        ticked(drawing, target.at, (radius, radius + 4.0), 2.6, ink);
        if target.effect.promotes() {
            centre(drawing, target.at + DVec2::from_angle(-FRAC_PI_4) * radius, target.effect);
        }
    } else {
        drawing.disc(target.at, 6.4, palette::PAPER.alpha(0.85));
        drawing.disc(target.at, 5.2, ink);
        if target.effect.promotes() {
            centre(drawing, target.at, target.effect);
        }
    }
}

/// Draws an area of legal landings.
pub(crate) fn region(drawing: &mut Drawing, region: &LegalRegion) {
    let ink = palette::effect(region.effect);
    let within = alternating(&region.outlines);
    drawing.fill(within.clone(), ink.alpha(if region.effect.captures() { 0.45 } else { 0.28 }));
    if region.effect.captures() {
        drawing.fill(super::area::hatch(&within, FRAC_PI_4, 4.0, 1.0), ink);
    }
    for rim in &region.rims {
        match rim.end {
            IntervalEnd::Closed => drawing.stroke(&rim.points, 1.8, ink),
            IntervalEnd::Open => drawing.dashes(&Track::through(rim.points.clone()), 1.8, (4.0, 3.0), ink),
        }
    }
}

/// Returns the area inside an odd number of borders, whose senses are arbitrary: those at odd depth are reversed.
fn alternating(borders: &[Vec<DVec2>]) -> Outline {
    let turned = borders.iter().enumerate().map(|(i, border)| {
        let within = |other: &Vec<DVec2>| {
            border.first().is_some_and(|p| DrawnShape::Polygon(other.clone()).covers(*p))
        };
        let depth = borders.iter().enumerate().filter(|(j, other)| *j != i && within(other)).count();
        let mut border = border.clone();
        if (crate::render::canvas::outline::area(&border) > 0.0) != (depth % 2 == 0) {
            border.reverse();
        }
        border
    });
    Outline(turned.collect())
}

/// Draws a sector of legal turns.
pub(crate) fn turn(drawing: &mut Drawing, turn: &TurnSpan) {
    let ink = palette::effect(turn.effect);
    let rim = |angle: f64, radius: f64| turn.at + radius * DVec2::from_angle(angle);
    if turn.from == turn.to {
        drawing.stroke(&[turn.at, rim(turn.from, turn.radius)], 2.0, ink);
        capture_stop(drawing, rim(turn.from, turn.radius), turn.effect);
        return;
    }
    drawing
        .fill(DrawnShape::sector(turn.at, 0.0, turn.radius, turn.from, turn.to).outline(), ink.alpha(0.22));
    let arc = Track::arc(turn.at, turn.radius, turn.from, turn.to);
    drawing.stroke(arc.points(), 2.4, ink);
    for (angle, end) in [(turn.from, turn.start), (turn.to, turn.end)] {
        let edge = Track::line(turn.at, rim(angle, turn.radius));
        match end {
            IntervalEnd::Closed => drawing.stroke(edge.points(), 1.6, ink),
            IntervalEnd::Open => drawing.dashes(&edge, 1.6, (3.5, 3.0), ink),
        }
        dot(drawing, rim(angle, turn.radius), end, ink);
    }
}
