//! Legal stops. Closed ends are filled, and open ends hollow. Captures have a ring with four ticks, and promotions have chevrons.

use crate::geom::Interval;
use crate::render::canvas::drawing::{Drawing, Ink};
use crate::render::canvas::outline::{Dashes, Outline, doubled_area};
use crate::render::canvas::palette;
use crate::render::scene::{
    Border, DrawnShape, LegalDestination, LegalRegion, LegalSpan, StopEffect, Track, TurnSpan,
};
use glam::DVec2;
use std::f64::consts::FRAC_PI_4;

/// The radius of the dot at an end, in page units.
const DOT: f64 = 3.7;
/// The distance between neighbouring chevrons, in page units.
const CHEVRON_PITCH: f64 = 6.0;

/// Draws all spans of a scene: lines, single captures, open ends, closed ends, and single stops without capture, in this order.
///
/// Where a closed and an open end are in one point, the filled dot covers the hollow one, because the point is legal.
pub(crate) fn draw_spans(drawing: &mut Drawing, spans: &[LegalSpan]) {
    let (singles, stretches): (Vec<&LegalSpan>, Vec<_>) =
        spans.iter().partition(|span| span.stretch.is_point());
    for span in &stretches {
        draw_line(drawing, span);
    }
    let (capturing, not_capturing): (Vec<&LegalSpan>, Vec<_>) =
        singles.into_iter().partition(|span| span.effect.captures());
    for span in capturing {
        draw_single_stop(drawing, span.track.at(span.stretch.from), span.effect);
    }
    for draws_open_ends in [true, false] {
        for span in &stretches {
            let Interval { from, to, open_from, open_to } = span.stretch;
            for (distance, is_open) in [(from, open_from), (to, open_to)] {
                if is_open == draws_open_ends {
                    draw_end(drawing, span.track.at(distance), is_open, palette::effect(span.effect));
                }
            }
        }
    }
    for span in not_capturing {
        draw_single_stop(drawing, span.track.at(span.stretch.from), span.effect);
    }
}

/// Draws the line of a stretch without its ends.
fn draw_line(drawing: &mut Drawing, span: &LegalSpan) {
    let stretch = span.track.slice(span.stretch.from, span.stretch.to);
    let ink = palette::effect(span.effect);
    if span.effect.promotes() {
        drawing.stroke(stretch.points(), 9.0, ink);
        draw_chevrons(drawing, &stretch);
    } else if span.effect.captures() {
        drawing.stroke(stretch.points(), 6.4, ink);
        drawing.stroke(stretch.points(), 2.0, palette::PAPER);
    } else {
        drawing.stroke(stretch.points(), 5.4, palette::PAPER.with_alpha(0.8));
        drawing.stroke(stretch.points(), 3.2, ink);
    }
}

fn draw_chevrons(drawing: &mut Drawing, stretch: &Track) {
    // The bound protects against a stretch of extreme length.
    let count = ((stretch.length() - 2.0 * DOT) / CHEVRON_PITCH).floor().clamp(0.0, 400.0) as u32;
    for i in 0..count {
        let distance = DOT + CHEVRON_PITCH * (f64::from(i) + 0.5);
        let (tip, ahead) = (stretch.at(distance + 1.6), stretch.direction(distance));
        let [left, right] = [3.0, -3.0].map(|aside| tip - ahead * 3.0 + ahead.perp() * aside);
        drawing.stroke(&[left, tip, right], 1.5, palette::PAPER);
    }
}

/// Draws the dot at an end of a stretch. The dot is hollow at an open end, else filled.
pub(crate) fn draw_end(drawing: &mut Drawing, at: DVec2, is_open: bool, ink: Ink) {
    if is_open {
        drawing.disc(at, DOT, palette::PAPER);
        drawing.circle(at, DOT - 0.2, 1.7, ink);
    } else {
        drawing.disc(at, DOT + 1.0, palette::PAPER);
        drawing.disc(at, DOT, ink);
    }
}

/// A ring with four ticks outwards, the sign of a capture.
struct TickedRing {
    centre: DVec2,
    radius: f64,
    /// The distance from the centre to the ends of the ticks.
    tick_end: f64,
}

impl TickedRing {
    fn draw(&self, drawing: &mut Drawing, width: f64, ink: Ink) {
        let TickedRing { centre, radius, tick_end } = *self;
        drawing.circle(centre, radius, width, ink);
        for quarter in 0..4 {
            let ahead = DVec2::from_angle(FRAC_PI_4 * (1.0 + 2.0 * f64::from(quarter)));
            drawing.stroke(&[centre + ahead * radius, centre + ahead * tick_end], width, ink);
        }
    }
}

/// Draws a single stop as a dot in a ring, so that it is easy to find. The ring of a capture has ticks.
pub(crate) fn draw_single_stop(drawing: &mut Drawing, at: DVec2, effect: StopEffect) {
    if effect.captures() {
        let ring = TickedRing { centre: at, radius: 6.6, tick_end: 9.8 };
        ring.draw(drawing, 4.0, palette::PAPER);
        ring.draw(drawing, 2.0, palette::effect(effect));
    } else {
        drawing.disc(at, 8.4, palette::PAPER);
        drawing.circle(at, 7.0, 1.6, palette::effect(effect));
    }
    draw_stop_dot(drawing, at, effect);
}

/// Draws the dot of a single stop. The dot of a promotion is larger and has a chevron.
fn draw_stop_dot(drawing: &mut Drawing, at: DVec2, effect: StopEffect) {
    let ink = palette::effect(effect);
    if effect.promotes() {
        drawing.disc(at, 6.6, ink);
        let [left, right] = [-3.0, 3.0].map(|x| at + DVec2::new(x, 1.8));
        drawing.stroke(&[left, at - DVec2::new(0.0, 2.2), right], 1.8, palette::PAPER);
    } else {
        drawing.disc(at, 3.4, ink);
    }
}

/// Draws a legal destination: a dot, or a ring with ticks about the piece that is captured.
pub(crate) fn draw_target(drawing: &mut Drawing, target: &LegalDestination) {
    let ink = palette::effect(target.effect);
    if target.effect.captures() {
        let radius = target.radius.max(6.0) + 2.6;
        TickedRing { centre: target.at, radius, tick_end: radius + 4.0 }.draw(drawing, 2.6, ink);
        if target.effect.promotes() {
            // The dot lies on the ring, at the upper right.
            draw_stop_dot(drawing, target.at + DVec2::from_angle(-FRAC_PI_4) * radius, target.effect);
        }
    } else {
        drawing.disc(target.at, 6.4, palette::PAPER.with_alpha(0.85));
        drawing.disc(target.at, 5.2, ink);
        if target.effect.promotes() {
            draw_stop_dot(drawing, target.at, target.effect);
        }
    }
}

pub(crate) fn draw_region(drawing: &mut Drawing, region: &LegalRegion) {
    let ink = palette::effect(region.effect);
    let area = with_holes(&region.outlines);
    drawing.fill(area.clone(), ink.with_alpha(if region.effect.captures() { 0.45 } else { 0.28 }));
    if region.effect.captures() {
        drawing.fill(super::area::hatch(&area, FRAC_PI_4, 4.0, 1.0), ink);
    }
    for Border { points, is_open } in &region.borders {
        if *is_open {
            let track = Track::through(points.clone());
            drawing.dashes(&track, 1.8, Dashes { dash: 4.0, gap: 3.0 }, ink);
        } else {
            drawing.stroke(points, 1.8, ink);
        }
    }
}

/// Returns the area between outlines that may run in either sense. An outline inside an odd number of others is a hole.
fn with_holes(outlines: &[Vec<DVec2>]) -> Outline {
    let mut contours = outlines.to_vec();
    for (i, contour) in contours.iter_mut().enumerate() {
        let Some(&point) = contour.first() else { continue };
        let encloses = |outline: &Vec<DVec2>| DrawnShape::Polygon(outline.clone()).covers(point);
        let depth = (0..outlines.len()).filter(|&j| j != i && encloses(&outlines[j])).count();
        let is_hole = depth % 2 == 1;
        if (doubled_area(contour) > 0.0) == is_hole {
            contour.reverse();
        }
    }
    Outline { contours }
}

/// Draws a stretch of legal turns as a sector.
pub(crate) fn draw_turn(drawing: &mut Drawing, turn: &TurnSpan) {
    let ink = palette::effect(turn.effect);
    let sector = &turn.sector;
    if sector.from == sector.to {
        let stop = sector.outer_point(sector.from);
        drawing.stroke(&[sector.centre, stop], 2.0, ink);
        draw_single_stop(drawing, stop, turn.effect);
        return;
    }
    drawing.fill(sector.shape().outline(), ink.with_alpha(0.22));
    drawing.stroke(sector.outer_arc().points(), 2.4, ink);
    for (angle, is_open) in [(sector.from, turn.open_from), (sector.to, turn.open_to)] {
        let end = sector.outer_point(angle);
        let edge = Track::line(sector.centre, end);
        if is_open {
            drawing.dashes(&edge, 1.6, Dashes { dash: 3.5, gap: 3.0 }, ink);
        } else {
            drawing.stroke(edge.points(), 1.6, ink);
        }
        draw_end(drawing, end, is_open, ink);
    }
}
