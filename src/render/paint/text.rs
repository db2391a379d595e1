//! Small texts on the board: move numbers, labels, notes.

use super::piece::radius_of_rings;
use super::place::OccupiedSpace;
use crate::chess::Color;
use crate::render::canvas::drawing::{Anchor, Drawing};
use crate::render::canvas::font::{Style, Weight};
use crate::render::canvas::outline::Outline;
use crate::render::canvas::palette;
use crate::render::scene::{DrawnPiece, MovePath, Note, PieceState, Rectangle, Track, Turned};
use glam::DVec2;

const NUMBER: Style = Style { weight: Weight::Bold, size: 11.0 };
const LABEL: Style = Style { weight: Weight::Regular, size: 10.5 };

/// Draws a move's number, on its path or beside it.
pub(crate) fn number(drawing: &mut Drawing, lane: &MovePath, taken: &mut OccupiedSpace) {
    let number = Number { text: &lane.number, color: lane.color, track: &lane.track, radius: lane.radius };
    number.draw(drawing, taken);
}

/// Draws a turn's number, beside its arc.
pub(crate) fn number_of_turn(drawing: &mut Drawing, turn: &Turned, taken: &mut OccupiedSpace) {
    let arc = Track::arc(turn.at, turn.radius, turn.from, turn.to);
    Number { text: &turn.number, color: turn.color, track: &arc, radius: 2.0 }.draw(drawing, taken);
}

/// The number of a move, and the path to which it belongs.
struct Number<'a> {
    text: &'a str,
    color: Color,
    track: &'a Track,
    /// Half the width of the path.
    radius: f64,
}

impl Number<'_> {
    fn draw(&self, drawing: &mut Drawing, taken: &mut OccupiedSpace) {
        if self.text.is_empty() {
            return;
        }
        let width = drawing.fonts.width(self.text, NUMBER);
        let half = DVec2::new((width / 2.0 + 4.5).max(8.5), 8.5);
        let Some(middle) = taken.find(self.candidates(self.radius + half.x + 2.0), half + 1.0) else {
            return;
        };
        let label = Rectangle::about(middle, half);
        drawing.fill(Outline::rounded(label, 8.5), palette::side(self.color));
        drawing.fill(Outline::rounded(label.grown(DVec2::splat(-1.7)), 7.0), palette::body(self.color));
        let baseline = middle + DVec2::new(0.0, NUMBER.size * 0.365);
        drawing.text(self.text, NUMBER, baseline, Anchor::Middle, palette::figure(self.color));
    }

    /// Returns possible places, the best first: on the inner part of the path, beside that, towards the ends, where pieces stand,
    /// and farther away.
    fn candidates(&self, aside: f64) -> Vec<DVec2> {
        const INNER: &[f64] = &[0.5, 0.42, 0.58, 0.34, 0.66];
        const OUTER: &[f64] = &[0.26, 0.74, 0.18, 0.82];
        let mut places = Vec::new();
        for (parts, offsets) in [(INNER, [0.0, aside, -aside]), (OUTER, [0.0, aside, -aside])] {
            for offset in offsets {
                places.extend(self.places(parts, offset));
            }
        }
        places.extend([1.7, -1.7].map(|far| self.places(INNER, far * aside)).concat());
        places
    }

    /// Returns the places at some parts of the length, at an offset from the path.
    fn places(&self, parts: &[f64], offset: f64) -> Vec<DVec2> {
        let place = |part: &f64| {
            let distance = self.track.length() * part;
            self.track.at(distance) + self.track.direction(distance).perp() * offset
        };
        parts.iter().map(place).collect()
    }
}

/// Draws a piece's label close to the piece.
pub(crate) fn label(drawing: &mut Drawing, piece: &DrawnPiece, taken: &mut OccupiedSpace) {
    let reach = radius_of_rings(piece) + if piece.state == PieceState::InCheck { 7.0 } else { 0.0 };
    beside(drawing, &piece.label, piece.at, reach, taken);
}

/// Draws a note close to its place.
pub(crate) fn note(drawing: &mut Drawing, note: &Note, taken: &mut OccupiedSpace) {
    beside(drawing, &note.text, note.at, 10.0, taken);
}

/// Draws a text close to a place, clear of a disc about it of radius `reach`.
fn beside(drawing: &mut Drawing, text: &str, at: DVec2, reach: f64, taken: &mut OccupiedSpace) {
    if text.is_empty() {
        return;
    }
    let half = DVec2::new(drawing.fonts.width(text, LABEL) / 2.0 + 1.0, LABEL.size * 0.42);
    let away = DVec2::new(reach + half.x + 1.0, reach + half.y + 2.0);
    let sides = [(0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0)];
    let corners = [(0.78, 0.82), (-0.78, 0.82), (0.78, -0.82), (-0.78, -0.82)];
    let far = [(0.0, 1.7), (0.0, -1.7), (1.5, 0.0), (-1.5, 0.0)];
    let offsets = [sides, corners, far].concat().into_iter().map(DVec2::from);
    let Some(middle) = taken.find(offsets.map(|offset| at + offset * away), half) else { return };
    let baseline = middle + DVec2::new(0.0, LABEL.size * 0.36);
    drawing.text_with_halo(text, LABEL, baseline, palette::TEXT, palette::PAPER.alpha(0.9));
}
