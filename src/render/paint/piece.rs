//! Pieces: the extent to scale, a token with the figure, and what has befallen it.
//!
//! Two discs of radius r may stand r apart, each centre on the other's rim, so full discs would hide
//! each other's figures. A piece with a neighbour nearer than that keeps its extent as a circle seen
//! through, and its token shrinks until the two tokens only touch.

use crate::piece::Color;
use crate::render::drawing::{Drawing, thicker};
use crate::render::font::Weight;
use crate::render::mark::{Contact, Figure, Piece, Standing};
use crate::render::outline::{Outline, area};
use crate::render::palette;
use crate::render::shape::Shape;
use glam::DVec2;

/// The least radius of a token: a smaller figure cannot be read.
const LEAST: f64 = 6.5;

/// The radius of each piece's token, in the order of the pieces; 0 for those departed.
pub(crate) fn tokens(pieces: &[Piece]) -> Vec<f64> {
    let shown: Vec<Option<f64>> = pieces
        .iter()
        .map(|p| match (&p.extent, p.standing) {
            (_, Standing::Departed) => None,
            (Shape::Disc { radius, .. }, _) => Some(*radius),
            (Shape::Corridor { radius, .. }, _) => Some(radius.min(16.0)),
            (Shape::Polygon(_), _) => Some(8.0),
        })
        .collect();
    let mut tokens: Vec<f64> = shown.iter().map(|r| r.unwrap_or(0.0)).collect();
    for (i, one) in pieces.iter().enumerate() {
        let Some(mine) = shown[i] else { continue };
        for (j, other) in pieces.iter().enumerate() {
            let Some(theirs) = shown[j].filter(|_| i != j) else { continue };
            let share = one.at.distance(other.at) * mine / (mine + theirs);
            tokens[i] = tokens[i].min(share - 0.4);
        }
        tokens[i] = tokens[i].max(LEAST.min(mine));
    }
    tokens
}

/// Everything of a piece below the lines of legal stops.
pub(crate) fn body(drawing: &mut Drawing, piece: &Piece, token: f64) {
    let (fill, edge) = (palette::body(piece.color), palette::TEXT);
    match piece.standing {
        Standing::Departed => {
            departed(drawing, piece);
            return;
        }
        Standing::Captured => {
            extent_line(drawing, piece, 1.0);
            drawing.disc(piece.at, token, palette::PAPER.alpha(0.9));
            drawing.disc(piece.at, token, fill.alpha(0.28));
            drawing.circle(piece.at, token - 0.5, 1.2, palette::QUIET);
            return;
        }
        Standing::Present | Standing::Subject | Standing::InCheck => {}
    }
    match &piece.extent {
        Shape::Disc { radius, .. } if *radius - token < 1.0 => {}
        Shape::Disc { .. } => {
            drawing.fill(piece.extent.outline(), fill.alpha(0.22));
            extent_line(drawing, piece, 1.1);
        }
        Shape::Corridor { .. } | Shape::Polygon(_) => {
            drawing.fill(piece.extent.outline(), fill);
            extent_line(drawing, piece, 1.5);
        }
    }
    drawing.disc(piece.at, token, edge);
    drawing.disc(piece.at, token - 1.5, fill);
    if let Some(heading) = piece.heading {
        let ahead = DVec2::from_angle(heading);
        drawing.arrow_head(piece.at + ahead * (token + 6.5), ahead, 6.0, edge);
    }
}

fn extent_line(drawing: &mut Drawing, piece: &Piece, width: f64) {
    let ink = palette::TEXT;
    match &piece.extent {
        Shape::Disc { centre, radius } => {
            drawing.circle(*centre, radius - width / 2.0, width, ink.alpha(0.7))
        }
        shape @ (Shape::Corridor { .. } | Shape::Polygon(_)) => {
            for run in crate::render::shape::contour(std::slice::from_ref(shape), 2.0) {
                drawing.stroke(&run, width, ink);
            }
        }
    }
}

fn departed(drawing: &mut Drawing, piece: &Piece) {
    let ink = palette::QUIET;
    match &piece.extent {
        Shape::Disc { centre, radius } => drawing.dashed_circle(*centre, radius - 0.7, 1.3, ink),
        shape @ (Shape::Corridor { .. } | Shape::Polygon(_)) => {
            for run in crate::render::shape::contour(std::slice::from_ref(shape), 2.0) {
                drawing.dashes(&crate::render::track::Track::through(run), 1.3, (4.0, 3.0), ink);
            }
        }
    }
}

/// The figure, above the lines of legal stops.
pub(crate) fn figure(drawing: &mut Drawing, piece: &Piece, token: f64) {
    let size = match piece.standing {
        Standing::Departed => return,
        Standing::Subject => token * 1.62,
        Standing::Present | Standing::InCheck | Standing::Captured => token * 1.78,
    };
    // What was taken is drawn in lines on a pale token: the dark body of Black is gone.
    let ghost = piece.standing == Standing::Captured;
    match piece.figure {
        Figure::Man(role) => {
            let lines = drawing.fonts.figure(role, piece.color, piece.at, size);
            match piece.color {
                Color::White => {
                    drawing.fill(silhouette(&lines), palette::body(Color::White));
                    drawing.fill(thicker(&lines, size * 0.018), palette::figure(Color::White));
                }
                Color::Black if ghost => drawing.fill(lines, palette::body(Color::Black)),
                Color::Black => drawing.fill(lines, palette::figure(Color::Black)),
            }
        }
        Figure::Letter(letter) => {
            let ink = if ghost { palette::body(Color::Black) } else { palette::figure(piece.color) };
            let glyph = drawing.fonts.centred(letter, piece.at, token * 1.3, Weight::Bold);
            drawing.fill(glyph, ink);
        }
    }
    match piece.standing {
        Standing::Captured => cross(drawing, piece.at, token),
        Standing::InCheck => check(drawing, piece),
        Standing::Present | Standing::Subject | Standing::Departed => {}
    }
}

/// The outer contours alone: the figure without its inner lines.
fn silhouette(lines: &Outline) -> Outline {
    let turned = lines.0.iter().map(|c| area(c)).sum::<f64>() < 0.0;
    Outline(lines.0.iter().filter(|c| (area(c) < 0.0) == turned).cloned().collect())
}

fn cross(drawing: &mut Drawing, at: DVec2, token: f64) {
    let reach = token * 0.82;
    for (width, ink) in [(4.2, palette::PAPER), (2.2, palette::CAPTURE)] {
        for side in [1.0, -1.0] {
            let arm = DVec2::new(reach, reach * side);
            drawing.stroke(&[at - arm, at + arm], width, ink);
        }
    }
}

/// Two rings about a king in check.
fn check(drawing: &mut Drawing, piece: &Piece) {
    let reach = match &piece.extent {
        Shape::Disc { radius, .. } => *radius,
        Shape::Corridor { .. } | Shape::Polygon(_) => 14.0,
    };
    drawing.circle(piece.at, reach + 2.2, 2.6, palette::CHECK);
    drawing.circle(piece.at, reach + 6.0, 1.4, palette::CHECK);
}

/// The dashed circle of a stop, and a dot on each centre it touches.
pub(crate) fn contact(drawing: &mut Drawing, contact: &Contact) {
    drawing.dashed_circle(contact.at, contact.radius, 1.8, palette::CAPTURE);
    for touched in &contact.touched {
        drawing.disc(*touched, 3.4, palette::PAPER);
        drawing.disc(*touched, 2.4, palette::CAPTURE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::Role;

    #[test]
    fn tokens_of_pieces_in_touch_do_not_overlap() {
        let at = [(0.0, 0.0), (16.0, 0.0), (200.0, 0.0)].map(DVec2::from);
        let pieces = at.map(|p| Piece::disc(p, 16.0, Color::White, Role::Pawn));
        let tokens = tokens(&pieces);
        assert!(tokens[0] + tokens[1] < 16.0 && tokens[0] >= LEAST, "{tokens:?}");
        assert_eq!(tokens[2], 16.0);
    }
}
