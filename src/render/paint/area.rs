//! Areas. An attacked area has a tint, a hatch and a contour, and a swept area has a tint and a contour.

use crate::chess::Color;
use crate::render::canvas::contour::{RIM_STEP, contour};
use crate::render::canvas::drawing::Drawing;
use crate::render::canvas::outline::{Cap, Outline};
use crate::render::canvas::palette;
use crate::render::canvas::scan::{Rows, ranges_inside};
use crate::render::scene::{Area, AreaMeaning, Rectangle};
use glam::DVec2;
use std::f64::consts::FRAC_PI_4;

/// The distance between neighbouring lines of a hatch, in page units.
const PITCH: f64 = 7.0;

/// Draws the union of an area's shapes. An attacked area is clipped to the edge of the board.
pub(crate) fn draw_area(drawing: &mut Drawing, area: &Area, edge: Option<Rectangle>) {
    let ink = palette::side(area.color);
    let mut union = Outline::default();
    for shape in &area.shapes {
        union.join(shape.outline());
    }
    let (edge, width) = match area.meaning {
        AreaMeaning::Swept => {
            drawing.fill(union, ink.with_alpha(0.24));
            (None, 1.3)
        }
        AreaMeaning::Attacked => {
            if let Some(edge) = &edge {
                union = union.clipped(edge);
            }
            let slope = match area.color {
                Color::White => FRAC_PI_4,
                Color::Black => -FRAC_PI_4,
            };
            drawing.fill(union.clone(), ink.with_alpha(0.22));
            drawing.fill(hatch(&union, slope, PITCH, 0.9), ink.with_alpha(0.5));
            (edge, 1.2)
        }
    };
    let is_beyond_edge = |p: &DVec2| edge.is_some_and(|edge| !edge.contains(*p));
    for run in contour(&area.shapes, RIM_STEP) {
        for part in run.split(is_beyond_edge).filter(|part| !part.is_empty()) {
            drawing.stroke(part, width, ink);
        }
    }
}

pub(crate) fn draw_void(drawing: &mut Drawing, outline: Outline) {
    let lines = hatch(&outline, 0.6, 6.0, 1.0);
    drawing.fill(outline, palette::VOID);
    drawing.fill(lines, palette::VOID_HATCH);
}

/// Returns parallel lines inside an outline. `slope` is the angle in radians at which they rise to the right.
///
/// The places of the lines on the page do not depend on the outline, so the lines of neighbouring areas meet.
pub(crate) fn hatch(outline: &Outline, slope: f64, pitch: f64, width: f64) -> Outline {
    let level = outline.map(|p| DVec2::from_angle(slope).rotate(p));
    let mut lines = Outline::default();
    let Some(bounds) = level.bounds() else { return lines };
    let first = (bounds.low.y / pitch).ceil() * pitch;
    let count = ((bounds.high.y - first) / pitch).floor().max(-1.0) as i64 + 1;
    let rows = Rows { first, pitch, count: usize::try_from(count).unwrap_or(0) };
    for (i, ranges) in ranges_inside(&level, rows).into_iter().enumerate() {
        let y = first + pitch * i as f64;
        for range in ranges {
            let ends = [range.start, range.end].map(|x| DVec2::from_angle(-slope).rotate(DVec2::new(x, y)));
            lines.join(Outline::stroke(&ends, width, Cap::Butt));
        }
    }
    lines
}
