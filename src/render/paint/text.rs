//! Small texts on the board: numbers of moves, labels of pieces, and notes.

use super::piece::{radius_of_rings, width_of_rings};
use super::place::OccupiedSpace;
use crate::chess::Color;
use crate::render::canvas::drawing::{Anchor, Drawing};
use crate::render::canvas::font::{Style, Weight};
use crate::render::canvas::outline::Outline;
use crate::render::canvas::palette;
use crate::render::scene::{DrawnPiece, MadeTurn, MovePath, Note, Rectangle, Track};
use glam::DVec2;

const NUMBER: Style = Style { weight: Weight::Bold, size: 11.0 };
/// The style of labels and notes.
const LABEL: Style = Style { weight: Weight::Regular, size: 10.5 };

pub(crate) fn draw_number_of_move(drawing: &mut Drawing, path: &MovePath, occupied: &mut OccupiedSpace) {
    let MovePath { number, color, track, radius, .. } = path;
    Number { text: number, color: *color, track, half_width: *radius }.draw(drawing, occupied);
}

pub(crate) fn draw_number_of_turn(drawing: &mut Drawing, turn: &MadeTurn, occupied: &mut OccupiedSpace) {
    let track = &turn.sector.outer_arc();
    Number { text: &turn.number, color: turn.color, track, half_width: 2.0 }.draw(drawing, occupied);
}

/// The number of a move, and the path beside which it is drawn.
struct Number<'a> {
    text: &'a str,
    color: Color,
    track: &'a Track,
    /// Half the width of the drawn path.
    half_width: f64,
}

impl Number<'_> {
    fn draw(&self, drawing: &mut Drawing, occupied: &mut OccupiedSpace) {
        if self.text.is_empty() {
            return;
        }
        let width = drawing.fonts.width(self.text, NUMBER);
        let half_size = DVec2::new((width / 2.0 + 4.5).max(8.5), 8.5);
        let beside = self.half_width + half_size.x + 2.0;
        let Some(middle) = occupied.take(self.candidates(beside), half_size + 1.0) else {
            return;
        };
        let plate = Rectangle::about(middle, half_size);
        drawing.fill(Outline::rounded(plate, 8.5), palette::side(self.color));
        drawing.fill(Outline::rounded(plate.grown(DVec2::splat(-1.7)), 7.0), palette::body(self.color));
        let baseline = middle + DVec2::new(0.0, NUMBER.size * 0.365);
        drawing.text(self.text, NUMBER, baseline, Anchor::Middle, palette::figure(self.color));
    }

    /// Returns possible places, the best first. `beside` is the distance of a number from the path that it does not touch.
    ///
    /// The best places are on the inner part of the path and beside this part. Places near the ends follow, because pieces stand
    /// there. Last come places farther from the inner part.
    fn candidates(&self, beside: f64) -> Vec<DVec2> {
        const INNER: &[f64] = &[0.5, 0.42, 0.58, 0.34, 0.66];
        const OUTER: &[f64] = &[0.26, 0.74, 0.18, 0.82];
        let mut places = Vec::new();
        for fractions in [INNER, OUTER] {
            for offset in [0.0, beside, -beside] {
                places.extend(self.places(fractions, offset));
            }
        }
        for offset in [1.7 * beside, -1.7 * beside] {
            places.extend(self.places(INNER, offset));
        }
        places
    }

    /// Returns the places at some fractions of the path's length, at an offset to its side.
    fn places(&self, fractions: &[f64], offset: f64) -> Vec<DVec2> {
        let place = |fraction: &f64| {
            let distance = self.track.length() * fraction;
            self.track.at(distance) + self.track.direction(distance).perp() * offset
        };
        fractions.iter().map(place).collect()
    }
}

pub(crate) fn draw_label(drawing: &mut Drawing, piece: &DrawnPiece, occupied: &mut OccupiedSpace) {
    let radius = radius_of_rings(piece) + width_of_rings(piece);
    draw_beside(drawing, &piece.label, piece.at, radius, occupied);
}

pub(crate) fn draw_note(drawing: &mut Drawing, note: &Note, occupied: &mut OccupiedSpace) {
    draw_beside(drawing, &note.text, note.at, 10.0, occupied);
}

/// Draws a text outside of a disc, close to it, if there is room.
fn draw_beside(drawing: &mut Drawing, text: &str, centre: DVec2, radius: f64, occupied: &mut OccupiedSpace) {
    if text.is_empty() {
        return;
    }
    let half_size = DVec2::new(drawing.fonts.width(text, LABEL) / 2.0 + 1.0, LABEL.size * 0.42);
    let away = DVec2::new(radius + half_size.x + 1.0, radius + half_size.y + 2.0);
    let sides = [(0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0)];
    let corners = [(0.78, 0.82), (-0.78, 0.82), (0.78, -0.82), (-0.78, -0.82)];
    let farther = [(0.0, 1.7), (0.0, -1.7), (1.5, 0.0), (-1.5, 0.0)];
    let offsets = [sides, corners, farther].concat().into_iter().map(DVec2::from);
    let Some(middle) = occupied.take(offsets.map(|offset| centre + offset * away), half_size) else { return };
    let baseline = middle + DVec2::new(0.0, LABEL.half_capital());
    drawing.text_with_halo(text, LABEL, baseline, palette::TEXT, palette::PAPER.with_alpha(0.9));
}
