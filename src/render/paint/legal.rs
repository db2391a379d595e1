//! Legal stops. Closed ends are filled and open ends hollow. Captures have a ring with four ticks, and promotions are striped.

use crate::render::canvas::drawing::{Drawing, Ink};
use crate::render::canvas::outline::{Dashes, Outline, doubled_area};
use crate::render::canvas::palette;
use crate::render::scene::{
    DrawnShape, IntervalEnd, LegalDestination, LegalRegion, LegalSpan, Sector, StopEffect, Track, TurnSpan,
};
use glam::DVec2;
use std::f64::consts::FRAC_PI_4;

/// The radius of the dots at ends.
const DOT: f64 = 3.7;

/// Draws all spans of a scene: lines first, then captures, then hollow and then filled ends. So neither end hides the other where
/// two spans meet in one point.
pub(crate) fn spans(drawing: &mut Drawing, spans: &[LegalSpan]) {
    let (singles, stretches): (Vec<&LegalSpan>, Vec<_>) = spans.iter().partition(|span| span.to <= span.from);
    for span in &stretches {
        band(drawing, span);
    }
    for span in singles.iter().filter(|span| span.effect.captures()) {
        capture_stop(drawing, span.track.at(span.from), span.effect);
    }
    for wanted in [IntervalEnd::Open, IntervalEnd::Closed] {
        for span in &stretches {
            for (distance, end) in [(span.from, span.start), (span.to, span.end)] {
                if end == wanted {
                    dot(drawing, span.track.at(distance), end, palette::effect(span.effect));
                }
            }
        }
    }
    for span in singles.iter().filter(|span| !span.effect.captures()) {
        single_stop(drawing, span.track.at(span.from), span.effect);
    }
}

/// Draws the line of a stretch.
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
        let [left, right] = [3.0, -3.0].map(|aside| tip - ahead * 3.0 + ahead.perp() * aside);
        drawing.stroke(&[left, tip, right], 1.5, palette::PAPER);
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

/// A ring with four ticks outwards.
struct TickedRing {
    at: DVec2,
    radius: f64,
    /// The distance from the centre to the ends of the ticks.
    reach: f64,
}

impl TickedRing {
    fn draw(&self, drawing: &mut Drawing, width: f64, ink: Ink) {
        let TickedRing { at, radius, reach } = *self;
        drawing.circle(at, radius, width, ink);
        for quarter in 0..4 {
            let ahead = DVec2::from_angle(FRAC_PI_4 * (1.0 + 2.0 * f64::from(quarter)));
            drawing.stroke(&[at + ahead * radius, at + ahead * reach], width, ink);
        }
    }
}

/// Draws a single stop that captures.
fn capture_stop(drawing: &mut Drawing, at: DVec2, effect: StopEffect) {
    let ring = TickedRing { at, radius: 6.6, reach: 9.8 };
    ring.draw(drawing, 4.0, palette::PAPER);
    ring.draw(drawing, 2.0, palette::effect(effect));
    centre(drawing, at, effect);
}

/// Draws a single stop that does not capture: a dot in a ring, easy to find among lanes.
fn single_stop(drawing: &mut Drawing, at: DVec2, effect: StopEffect) {
    drawing.disc(at, 8.4, palette::PAPER);
    drawing.circle(at, 7.0, 1.6, palette::effect(effect));
    centre(drawing, at, effect);
}

/// Draws the middle of a stop: a dot, which is larger and has a chevron for a promotion.
fn centre(drawing: &mut Drawing, at: DVec2, effect: StopEffect) {
    let ink = palette::effect(effect);
    if effect.promotes() {
        drawing.disc(at, 6.6, ink);
        let [left, right] = [-3.0, 3.0].map(|x| at + DVec2::new(x, 1.8));
        drawing.stroke(&[left, at - DVec2::new(0.0, 2.2), right], 1.8, palette::PAPER);
    } else {
        drawing.disc(at, 3.4, ink);
    }
}

/// Draws a legal destination: a dot, or a ring with ticks about the piece that it captures.
pub(crate) fn target(drawing: &mut Drawing, target: &LegalDestination) {
    let ink = palette::effect(target.effect);
    if target.effect.captures() {
        let radius = target.radius.max(6.0) + 2.6;
        TickedRing { at: target.at, radius, reach: radius + 4.0 }.draw(drawing, 2.6, ink);
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
    let inside = with_holes(&region.outlines);
    drawing.fill(inside.clone(), ink.alpha(if region.effect.captures() { 0.45 } else { 0.28 }));
    if region.effect.captures() {
        drawing.fill(super::area::hatch(&inside, FRAC_PI_4, 4.0, 1.0), ink);
    }
    for rim in &region.rims {
        match rim.end {
            IntervalEnd::Closed => drawing.stroke(&rim.points, 1.8, ink),
            IntervalEnd::Open => {
                let track = Track::through(rim.points.clone());
                drawing.dashes(&track, 1.8, Dashes { on: 4.0, off: 3.0 }, ink);
            }
        }
    }
}

/// Returns the area inside an odd number of borders, whose senses are arbitrary. Borders that lie inside an odd number of others
/// become holes.
fn with_holes(borders: &[Vec<DVec2>]) -> Outline {
    let mut contours = borders.to_vec();
    for (i, contour) in contours.iter_mut().enumerate() {
        let encloses = |other: &Vec<DVec2>| {
            contour.first().is_some_and(|p| DrawnShape::Polygon(other.clone()).covers(*p))
        };
        let depth = borders.iter().enumerate().filter(|(j, other)| *j != i && encloses(other)).count();
        let is_hole = depth % 2 == 1;
        if (doubled_area(contour) > 0.0) == is_hole {
            contour.reverse();
        }
    }
    Outline { contours }
}

/// Draws a stretch of legal turns as a sector.
pub(crate) fn turn(drawing: &mut Drawing, turn: &TurnSpan) {
    let ink = palette::effect(turn.effect);
    let rim = |angle: f64, radius: f64| turn.at + radius * DVec2::from_angle(angle);
    if turn.from == turn.to {
        drawing.stroke(&[turn.at, rim(turn.from, turn.radius)], 2.0, ink);
        capture_stop(drawing, rim(turn.from, turn.radius), turn.effect);
        return;
    }
    let sector = Sector { inner: 0.0, outer: turn.radius, from: turn.from, to: turn.to };
    drawing.fill(sector.about(turn.at).outline(), ink.alpha(0.22));
    let arc = Track::arc(turn.at, turn.radius, turn.from, turn.to);
    drawing.stroke(arc.points(), 2.4, ink);
    for (angle, end) in [(turn.from, turn.start), (turn.to, turn.end)] {
        let edge = Track::line(turn.at, rim(angle, turn.radius));
        match end {
            IntervalEnd::Closed => drawing.stroke(edge.points(), 1.6, ink),
            IntervalEnd::Open => drawing.dashes(&edge, 1.6, Dashes { on: 3.5, off: 3.0 }, ink),
        }
        dot(drawing, rim(angle, turn.radius), end, ink);
    }
}
