//! Small texts on the board: move numbers, labels, notes.

use super::place::OccupiedSpace;
use crate::chess::Color;
use crate::render::canvas::drawing::{Anchor, Drawing};
use crate::render::canvas::font::{Style, Weight};
use crate::render::canvas::outline::Outline;
use crate::render::canvas::palette;
use crate::render::scene::{DrawnPiece, DrawnShape, MovePath, Note, PieceState, Track, Turned};
use glam::DVec2;

const NUMBER: Style = Style { weight: Weight::Bold, size: 11.0 };
const LABEL: Style = Style { weight: Weight::Regular, size: 10.5 };

/// Draws a move's number, on its path or beside it.
pub(crate) fn number(drawing: &mut Drawing, lane: &MovePath, taken: &mut OccupiedSpace) {
    beside_track(drawing, &lane.number, lane.color, (&lane.track, lane.radius), taken);
}

/// Draws a turn's number, beside its arc.
pub(crate) fn number_of_turn(drawing: &mut Drawing, turn: &Turned, taken: &mut OccupiedSpace) {
    let arc = Track::arc(turn.at, turn.radius, turn.from, turn.to);
    beside_track(drawing, &turn.number, turn.color, (&arc, 2.0), taken);
}

fn beside_track(
    drawing: &mut Drawing,
    number: &str,
    color: Color,
    (track, radius): (&Track, f64),
    taken: &mut OccupiedSpace,
) {
    if number.is_empty() {
        return;
    }
    let width = drawing.fonts.width(number, NUMBER);
    let half = DVec2::new((width / 2.0 + 4.5).max(8.5), 8.5);
    let length = track.length();
    let aside = radius + half.x + 2.0;
    // First the inner part of the path, then the places beside it, then towards its ends, where pieces stand.
    let inner: &[f64] = &[0.5, 0.42, 0.58, 0.34, 0.66];
    let outer: &[f64] = &[0.26, 0.74, 0.18, 0.82];
    let rows = [(0.0, inner), (aside, inner), (-aside, inner), (0.0, outer), (aside, outer), (-aside, outer)];
    let far = [(1.7 * aside, inner), (-1.7 * aside, inner)];
    let candidates = rows.into_iter().chain(far).flat_map(|(offset, parts)| {
        parts.iter().map(move |part| {
            let at = length * part;
            track.at(at) + track.direction(at).perp() * offset
        })
    });
    let Some(middle) = taken.find(candidates, half + 1.0) else { return };
    let (fill, ink) = (palette::body(color), palette::figure(color));
    drawing.fill(Outline::rounded_box(middle - half, middle + half, 8.5), palette::side(color));
    drawing.fill(Outline::rounded_box(middle - half + 1.7, middle + half - 1.7, 7.0), fill);
    let baseline = middle + DVec2::new(0.0, NUMBER.size * 0.365);
    drawing.text(number, NUMBER, baseline, Anchor::Middle, ink);
}

/// Draws a piece's label close to the piece.
pub(crate) fn label(drawing: &mut Drawing, piece: &DrawnPiece, taken: &mut OccupiedSpace) {
    let reach = match &piece.extent {
        DrawnShape::Disc { radius, .. } => *radius,
        DrawnShape::Corridor { .. } | DrawnShape::Polygon(_) => 14.0,
    };
    let reach = if piece.state == PieceState::InCheck { reach + 7.0 } else { reach };
    beside(drawing, &piece.label, piece.at, reach, taken);
}

/// Draws a note close to its place.
pub(crate) fn note(drawing: &mut Drawing, note: &Note, taken: &mut OccupiedSpace) {
    beside(drawing, &note.text, note.at, 10.0, taken);
}

fn beside(drawing: &mut Drawing, text: &str, at: DVec2, reach: f64, taken: &mut OccupiedSpace) {
    if text.is_empty() {
        return;
    }
    let half = DVec2::new(drawing.fonts.width(text, LABEL) / 2.0 + 1.0, LABEL.size * 0.42);
    let (dx, dy) = (reach + half.x + 1.0, reach + half.y + 2.0);
    let near = [(0.0, dy), (0.0, -dy), (dx, 0.0), (-dx, 0.0)];
    let corner =
        [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)].map(|(x, y)| (x * dx * 0.78, y * dy * 0.82));
    let far = [(0.0, dy * 1.7), (0.0, -dy * 1.7), (dx * 1.5, 0.0), (-dx * 1.5, 0.0)];
    let candidates = near.into_iter().chain(corner).chain(far).map(|offset| at + DVec2::from(offset));
    let Some(middle) = taken.find(candidates, half) else { return };
    let baseline = middle + DVec2::new(0.0, LABEL.size * 0.36);
    drawing.text_with_halo(text, LABEL, baseline, palette::TEXT, palette::PAPER.alpha(0.9));
}
