//! Pieces: the extent to scale, a disc with the figure, and the state of the piece.
//!
//! Two discs of radius r may stand r apart, so each would hide the figure of the other. The extent of such a piece is a transparent
//! circle, and its figure stands on a smaller disc. The two smaller discs touch. A captured piece without room for a figure has an
//! outline and a cross.

use crate::chess::Color;
use crate::render::canvas::contour::contour;
use crate::render::canvas::drawing::{Drawing, Ink};
use crate::render::canvas::font::Weight;
use crate::render::canvas::outline::{Cap, Dashes, Outline, doubled_area, sides};
use crate::render::canvas::palette;
use crate::render::scene::{DrawnPiece, DrawnShape, PieceState, Symbol, TouchingStop, Track};
use glam::DVec2;

/// The least radius of a figure disc: a smaller figure is illegible.
const LEAST: f64 = 6.5;

/// The disc on which a piece's figure stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct FigureDisc {
    pub at: DVec2,
    pub radius: f64,
}

/// Returns the figure disc of each piece, in order. Its radius is 0 for a departed piece, and for a captured piece without room for
/// a figure.
pub(crate) fn figure_discs(pieces: &[DrawnPiece]) -> Vec<FigureDisc> {
    let mut wanted: Vec<f64> = pieces.iter().map(free_radius).collect();
    // The part of the distance between two pieces that the first may take.
    let share = |wanted: &[f64], i: usize, j: usize| {
        pieces[i].at.distance(pieces[j].at) * wanted[i] / (wanted[i] + wanted[j]) - 0.4
    };
    let is_captured = |i: usize| pieces[i].state == PieceState::Captured;
    let is_crowded_out = |i: usize| {
        let mut others = (0..pieces.len()).filter(|&j| !is_captured(j) && wanted[j] > 0.0);
        is_captured(i)
            && others.any(|j| share(&wanted, i, j).min(share(&wanted, j, i)) < LEAST.min(wanted[i]))
    };
    let crowded_out: Vec<usize> = (0..pieces.len()).filter(|&i| is_crowded_out(i)).collect();
    for i in crowded_out {
        wanted[i] = 0.0;
    }
    let radius = |i: usize| {
        if wanted[i] == 0.0 {
            return 0.0;
        }
        let others = (0..pieces.len()).filter(|&j| j != i && wanted[j] > 0.0);
        others.map(|j| share(&wanted, i, j)).fold(wanted[i], f64::min).max(LEAST.min(wanted[i]))
    };
    (0..pieces.len()).map(|i| FigureDisc { at: pieces[i].at, radius: radius(i) }).collect()
}

/// Returns the radius of the figure disc of a piece that stands alone.
fn free_radius(piece: &DrawnPiece) -> f64 {
    let whole = match &piece.extent {
        DrawnShape::Disc { radius, .. } => *radius,
        DrawnShape::Corridor { radius, .. } => radius.min(16.0),
        DrawnShape::Polygon(corners) => distance_to_border(piece.at, corners).clamp(8.0, 16.0),
    };
    match piece.state {
        PieceState::Departed => 0.0,
        // Leaves room for the lines of legal stops within the extent.
        PieceState::Subject | PieceState::Capturable => whole * 0.68,
        PieceState::Present | PieceState::InCheck | PieceState::Captured => whole,
    }
}

/// Returns the distance from a point within a polygon to its border.
fn distance_to_border(at: DVec2, corners: &[DVec2]) -> f64 {
    let off = |[a, b]: [DVec2; 2]| (b - a).normalize_or_zero().perp_dot(at - a).abs();
    sides(corners).map(off).fold(f64::INFINITY, f64::min)
}

/// Draws the part of a piece below the lines of legal stops.
pub(crate) fn body(drawing: &mut Drawing, piece: &DrawnPiece, figure_disc: FigureDisc) {
    let fill = palette::body(piece.color);
    for part in &piece.apart {
        match piece.state {
            PieceState::Departed => dashed_extent(drawing, part, palette::QUIET),
            PieceState::Capturable => dashed_extent(drawing, part, palette::TEXT),
            PieceState::Captured => extent_line(drawing, part, 1.0),
            PieceState::Present | PieceState::Subject | PieceState::InCheck => {
                drawing.fill(part.outline(), fill.alpha(0.22));
                extent_line(drawing, part, 1.1);
            }
        }
    }
    let extent = &piece.extent;
    match piece.state {
        PieceState::Departed => {
            dashed_extent(drawing, extent, palette::QUIET);
            return;
        }
        PieceState::Captured => {
            extent_line(drawing, extent, 1.0);
            if figure_disc.radius > 0.0 {
                drawing.disc(figure_disc.at, figure_disc.radius, palette::PAPER.alpha(0.9));
                drawing.disc(figure_disc.at, figure_disc.radius, fill.alpha(0.28));
                drawing.circle(figure_disc.at, figure_disc.radius - 0.5, 1.2, palette::QUIET);
            }
            return;
        }
        PieceState::Capturable => {
            drawing.fill(extent.outline(), fill.alpha(0.22));
            dashed_extent(drawing, extent, palette::TEXT);
            disc(drawing, piece, figure_disc);
            return;
        }
        PieceState::Subject => {
            drawing.fill(extent.outline(), palette::PAPER);
            drawing.fill(extent.outline(), fill.alpha(0.22));
            extent_line(drawing, extent, 1.5);
            return;
        }
        PieceState::Present | PieceState::InCheck => {}
    }
    // Kinds that are not discs have letters. So another extent with a figure is a disc that the projection has bent.
    let is_body_letter =
        !matches!(extent, DrawnShape::Disc { .. }) && matches!(piece.symbol, Symbol::Letter(_));
    let is_covered = matches!(extent, DrawnShape::Disc { radius, .. } if *radius - figure_disc.radius < 1.0);
    if is_body_letter {
        drawing.fill(extent.outline(), fill);
        extent_line(drawing, extent, 1.5);
    } else if !is_covered {
        drawing.fill(extent.outline(), fill.alpha(0.22));
        extent_line(drawing, extent, 1.1);
    }
    disc(drawing, piece, figure_disc);
    if let Some(heading) = piece.heading {
        let ahead = DVec2::from_angle(heading);
        // On a dark body the arrow needs a light edge.
        let tip = |beyond: f64| piece.at + ahead * (figure_disc.radius + beyond);
        drawing.arrow_head(tip(8.5), ahead, 10.0, palette::body(Color::White));
        drawing.arrow_head(tip(6.5), ahead, 6.0, palette::TEXT);
    }
}

/// The length of a wedge.
const WEDGE_LENGTH: f64 = 9.0;

/// Half the width of a wedge at its base.
const WEDGE_SIDE: f64 = 5.0;

/// The distance of the base of a wedge from the rim, inwards.
const WEDGE_BASE: f64 = 2.0;

/// Draws the wedge on a piece's rim that points forward, if it has one.
pub(crate) fn wedge(drawing: &mut Drawing, piece: &DrawnPiece) {
    let Some(tip) = wedge_tip(piece) else { return };
    let ahead = (tip - piece.at).normalize_or_zero();
    let (base, aside) = (tip - ahead * WEDGE_LENGTH, ahead.perp() * WEDGE_SIDE);
    // On a dark ground the wedge needs a light edge.
    let edge = Outline::stroke(&[base + aside, tip, base - aside], 1.8, Cap::Round);
    drawing.fill(edge, palette::body(Color::White));
    drawing.fill(Outline::polygon(&[base + aside, tip, base - aside]), palette::TEXT);
}

/// Returns the tip of a piece's wedge, if it has one.
pub(crate) fn wedge_tip(piece: &DrawnPiece) -> Option<DVec2> {
    let ahead = DVec2::from_angle(piece.forward?);
    let rim = match &piece.extent {
        DrawnShape::Disc { radius, .. } => *radius,
        shape @ (DrawnShape::Corridor { .. } | DrawnShape::Polygon(_)) => {
            let points = shape.outline().contours.concat();
            points.iter().map(|point| (*point - piece.at).dot(ahead)).fold(0.0, f64::max)
        }
    };
    Some(piece.at + ahead * (rim + WEDGE_LENGTH - WEDGE_BASE))
}

/// Draws the figure disc.
fn disc(drawing: &mut Drawing, piece: &DrawnPiece, figure_disc: FigureDisc) {
    drawing.disc(figure_disc.at, figure_disc.radius, palette::TEXT);
    drawing.disc(figure_disc.at, figure_disc.radius - 1.5, palette::body(piece.color));
}

/// Draws the outline of an extent as a solid line.
fn extent_line(drawing: &mut Drawing, extent: &DrawnShape, width: f64) {
    let ink = palette::TEXT;
    match extent {
        DrawnShape::Disc { centre, radius } => {
            drawing.circle(*centre, radius - width / 2.0, width, ink.alpha(0.7));
        }
        shape @ (DrawnShape::Corridor { .. } | DrawnShape::Polygon(_)) => {
            for run in contour(std::slice::from_ref(shape), 2.0) {
                drawing.stroke(&run, width, ink);
            }
        }
    }
}

/// Draws the outline of an extent in dashes; a circle is drawn `within` units inside it.
fn dashed(drawing: &mut Drawing, extent: &DrawnShape, width: f64, within: f64, dashes: Dashes, ink: Ink) {
    match extent {
        DrawnShape::Disc { centre, radius } => drawing.dashed_circle(*centre, radius - within, width, ink),
        DrawnShape::Corridor { .. } | DrawnShape::Polygon(_) => {
            for run in contour(std::slice::from_ref(extent), 2.0) {
                drawing.dashes(&Track::through(run), width, dashes, ink);
            }
        }
    }
}

fn dashed_extent(drawing: &mut Drawing, extent: &DrawnShape, ink: Ink) {
    dashed(drawing, extent, 1.3, 0.7, Dashes { on: 4.0, off: 3.0 }, ink);
}

/// Draws the figure, above the lines of legal stops.
pub(crate) fn figure(drawing: &mut Drawing, piece: &DrawnPiece, figure_disc: FigureDisc) {
    match piece.state {
        PieceState::Departed => return,
        PieceState::Subject => disc(drawing, piece, figure_disc),
        PieceState::Captured if figure_disc.radius == 0.0 => {
            cross(drawing, FigureDisc { radius: LEAST, ..figure_disc });
            return;
        }
        PieceState::Present | PieceState::InCheck | PieceState::Capturable | PieceState::Captured => {}
    }
    let glyph = symbol(drawing, piece, figure_disc);
    if piece.color == Color::White && matches!(piece.symbol, Symbol::Role(_)) {
        drawing.fill(silhouette(&glyph), palette::body(Color::White));
        drawing.fill(glyph.heavier(figure_disc.radius * FIGURE * 0.009), palette::figure(Color::White));
    } else if piece.state == PieceState::Captured {
        // Its disc is pale.
        drawing.fill(glyph, palette::body(Color::Black));
    } else {
        drawing.fill(glyph, palette::figure(piece.color));
    }
    match piece.state {
        PieceState::Captured => cross(drawing, figure_disc),
        PieceState::InCheck => check(drawing, piece),
        PieceState::Present | PieceState::Subject | PieceState::Capturable | PieceState::Departed => {}
    }
}

/// Draws the figure faintly, for a piece behind a surface.
pub(crate) fn faint(drawing: &mut Drawing, piece: &DrawnPiece, figure_disc: FigureDisc) {
    let glyph = symbol(drawing, piece, figure_disc);
    drawing.fill(glyph, palette::QUIET.alpha(0.55));
}

/// The size of a figure, in radii of its disc.
const FIGURE: f64 = 1.98;

/// Returns the outline of the figure or letter of a piece.
fn symbol(drawing: &Drawing, piece: &DrawnPiece, FigureDisc { at, radius }: FigureDisc) -> Outline {
    match piece.symbol {
        Symbol::Role(role) => drawing.fonts.figure(role, piece.color, at, radius * FIGURE),
        Symbol::Letter(letter) => drawing.fonts.centred(letter, at, radius * 1.25, Weight::Bold),
    }
}

/// Returns the outer contours: the figure without its inner lines.
fn silhouette(lines: &Outline) -> Outline {
    let is_outer = |contour: &Vec<DVec2>| (doubled_area(contour) < 0.0) == (lines.doubled_area() < 0.0);
    Outline { contours: lines.contours.iter().filter(|contour| is_outer(contour)).cloned().collect() }
}

/// Crosses out a captured piece.
fn cross(drawing: &mut Drawing, figure_disc: FigureDisc) {
    let (at, reach) = (figure_disc.at, figure_disc.radius * 0.86);
    for (width, ink) in [(3.2, palette::PAPER.alpha(0.8)), (1.8, palette::CAPTURE)] {
        for side in [1.0, -1.0] {
            let arm = DVec2::new(reach, reach * side);
            drawing.stroke(&[at - arm, at + arm], width, ink);
        }
    }
}

/// Draws two rings about a king in check.
fn check(drawing: &mut Drawing, piece: &DrawnPiece) {
    let radius = radius_of_rings(piece);
    drawing.circle(piece.at, radius + 2.2, 2.6, palette::CHECK);
    drawing.circle(piece.at, radius + 6.0, 1.4, palette::CHECK);
}

/// Returns the radius of a piece for rings and labels about it.
pub(crate) fn radius_of_rings(piece: &DrawnPiece) -> f64 {
    match &piece.extent {
        DrawnShape::Disc { radius, .. } => *radius,
        DrawnShape::Corridor { .. } | DrawnShape::Polygon(_) => 14.0,
    }
}

/// Draws the dashed outline of a stop, and a dot on each centre that it touches.
pub(crate) fn contact(drawing: &mut Drawing, contact: &TouchingStop) {
    dashed(drawing, &contact.extent, 1.8, 0.0, Dashes { on: 4.2, off: 2.8 }, palette::CAPTURE);
    for touched in &contact.touched {
        drawing.disc(*touched, 3.4, palette::PAPER);
        drawing.disc(*touched, 2.4, palette::CAPTURE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Role;

    #[test]
    fn a_wide_polygon_has_a_large_letter_and_a_slim_one_a_small() {
        let figure_disc = |width: f64| {
            let corners = [(30.0, 0.0), (0.0, width), (-30.0, 0.0), (0.0, -width)].map(DVec2::from);
            let piece = DrawnPiece::disc(DVec2::ZERO, 16.0, Color::White, Role::Pawn);
            figure_discs(&[DrawnPiece { extent: DrawnShape::Polygon(corners.to_vec()), ..piece }])[0].radius
        };
        assert_eq!((figure_disc(30.0), figure_disc(5.0)), (16.0, 8.0));
    }

    #[test]
    fn captured_pieces_are_drawn_at_their_true_place() {
        let mover = DrawnPiece::disc(DVec2::ZERO, 16.0, Color::White, Role::Queen);
        let taken = [(60.0f64, 16.0), (180.0, 4.0)].map(|(degrees, distance)| {
            let at = distance * DVec2::from_angle(degrees.to_radians());
            DrawnPiece::disc(at, 16.0, Color::Black, Role::Pawn).in_state(PieceState::Captured)
        });
        let pieces = [&[mover][..], &taken].concat();
        let figure_discs = figure_discs(&pieces);
        assert!(pieces.iter().zip(&figure_discs).all(|(piece, figure_disc)| piece.at == figure_disc.at));
        // The piece in contact has a figure beside the mover's; the one under the mover has none.
        assert!(
            figure_discs[1].radius >= LEAST && figure_discs[0].radius + figure_discs[1].radius < 16.0,
            "{figure_discs:?}"
        );
        assert_eq!(figure_discs[2].radius, 0.0);
    }
}
