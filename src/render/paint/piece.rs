//! Pieces: the extent to scale, a figure on a disc, and signs of the state.
//!
//! The centres of two pieces of radius r may be r apart, so each piece would hide the figure of the other. So the extents of such
//! pieces are transparent, and their figures are drawn on smaller discs that touch. A captured piece without room for a figure is
//! drawn as an outline with a cross.

use crate::chess::Color;
use crate::render::canvas::contour::{RIM_STEP, contour};
use crate::render::canvas::drawing::{Drawing, Ink};
use crate::render::canvas::font::Weight;
use crate::render::canvas::outline::{Dashes, Outline, doubled_area, sides};
use crate::render::canvas::palette;
use crate::render::scene::{DrawnPiece, DrawnShape, PieceState, Symbol, TouchingStop, Track};
use glam::DVec2;

/// The least radius of a figure disc, in page units. A smaller figure would be illegible.
const LEAST: f64 = 6.5;
/// The opacity of an extent within which other figures are seen.
const TRANSPARENT: f64 = 0.22;

/// Returns the radius of the disc about each piece on which its figure is drawn, or 0 if no figure is drawn.
///
/// A departed piece has no figure, and a captured piece has none if pieces nearby leave no room.
pub(crate) fn figure_radii(pieces: &[DrawnPiece]) -> Vec<f64> {
    let mut wanted: Vec<f64> = pieces.iter().map(free_radius).collect();
    let indices = 0..pieces.len();
    let crowded_out: Vec<usize> = indices.clone().filter(|&i| is_crowded_out(pieces, &wanted, i)).collect();
    for i in crowded_out {
        wanted[i] = 0.0;
    }
    let radius = |i: usize| {
        if wanted[i] == 0.0 {
            return 0.0;
        }
        let others = indices.clone().filter(|&j| j != i && wanted[j] > 0.0);
        let shares = others.map(|j| shared_radius(pieces, &wanted, i, j));
        shares.fold(wanted[i], f64::min).max(LEAST.min(wanted[i]))
    };
    indices.clone().map(radius).collect()
}

/// Returns the part of the distance between two pieces that the figure disc of the first may take. The parts of both discs are as
/// their `wanted` radii, and a small gap remains between the discs.
fn shared_radius(pieces: &[DrawnPiece], wanted: &[f64], first: usize, second: usize) -> f64 {
    let distance = pieces[first].at.distance(pieces[second].at);
    distance * wanted[first] / (wanted[first] + wanted[second]) - 0.4
}

/// Whether a piece is captured, and a piece that is not captured leaves no room for both figures.
fn is_crowded_out(pieces: &[DrawnPiece], wanted: &[f64], captured: usize) -> bool {
    let is_captured = |i: usize| pieces[i].state == PieceState::Captured;
    let least = LEAST.min(wanted[captured]);
    let mut others = (0..pieces.len()).filter(|&other| !is_captured(other) && wanted[other] > 0.0);
    let is_too_near = |other: usize| {
        let radii = [(captured, other), (other, captured)].map(|(a, b)| shared_radius(pieces, wanted, a, b));
        radii[0].min(radii[1]) < least
    };
    is_captured(captured) && others.any(is_too_near)
}

/// Returns the radius of the figure disc of a piece without other pieces nearby.
fn free_radius(piece: &DrawnPiece) -> f64 {
    let radius = match &piece.extent {
        DrawnShape::Disc { radius, .. } => *radius,
        DrawnShape::Band { radius, .. } => radius.min(16.0),
        DrawnShape::Polygon(corners) => distance_to_border(piece.at, corners).clamp(8.0, 16.0),
    };
    match piece.state {
        PieceState::Departed => 0.0,
        // The lines of legal stops need room within the extent.
        PieceState::Subject | PieceState::Capturable => radius * 0.68,
        PieceState::Present | PieceState::InCheck | PieceState::Captured => radius,
    }
}

/// Returns the distance from a point within a convex polygon to its border.
fn distance_to_border(point: DVec2, corners: &[DVec2]) -> f64 {
    let distance = |[a, b]: [DVec2; 2]| (b - a).normalize_or_zero().perp_dot(point - a).abs();
    sides(corners).map(distance).fold(f64::INFINITY, f64::min)
}

/// Draws the part of a piece below the lines of legal stops.
pub(crate) fn draw_body(drawing: &mut Drawing, piece: &DrawnPiece, figure_radius: f64) {
    let fill = palette::body(piece.color);
    draw_parts_elsewhere(drawing, piece);
    let extent = &piece.extent;
    match piece.state {
        PieceState::Departed => draw_dashed_extent(drawing, extent, palette::MUTED),
        PieceState::Captured => {
            draw_extent(drawing, extent, 1.0);
            if figure_radius > 0.0 {
                drawing.disc(piece.at, figure_radius, palette::PAPER.with_alpha(0.9));
                drawing.disc(piece.at, figure_radius, fill.with_alpha(0.28));
                drawing.circle(piece.at, figure_radius - 0.5, 1.2, palette::MUTED);
            }
        }
        PieceState::Capturable => {
            drawing.fill(extent.outline(), fill.with_alpha(TRANSPARENT));
            draw_dashed_extent(drawing, extent, palette::TEXT);
            draw_disc(drawing, piece, figure_radius);
        }
        PieceState::Subject => {
            drawing.fill(extent.outline(), palette::PAPER);
            drawing.fill(extent.outline(), fill.with_alpha(TRANSPARENT));
            draw_extent(drawing, extent, 1.5);
        }
        PieceState::Present | PieceState::InCheck => draw_ordinary_body(drawing, piece, figure_radius),
    }
}

fn draw_parts_elsewhere(drawing: &mut Drawing, piece: &DrawnPiece) {
    for part in &piece.elsewhere {
        match piece.state {
            PieceState::Departed => draw_dashed_extent(drawing, part, palette::MUTED),
            PieceState::Capturable => draw_dashed_extent(drawing, part, palette::TEXT),
            PieceState::Captured => draw_extent(drawing, part, 1.0),
            PieceState::Present | PieceState::Subject | PieceState::InCheck => {
                drawing.fill(part.outline(), palette::body(piece.color).with_alpha(TRANSPARENT));
                draw_extent(drawing, part, 1.1);
            }
        }
    }
}

/// Draws extent, figure disc and heading of a piece over which no legal stops are drawn.
fn draw_ordinary_body(drawing: &mut Drawing, piece: &DrawnPiece, figure_radius: f64) {
    let (extent, fill) = (&piece.extent, palette::body(piece.color));
    let is_disc = matches!(extent, DrawnShape::Disc { .. });
    // The extent of a piece with a chess figure is a disc, which a projection may have bent to a polygon.
    let is_body_opaque = !is_disc && matches!(piece.symbol, Symbol::Letter(_));
    let is_covered = matches!(extent, DrawnShape::Disc { radius, .. } if *radius - figure_radius < 1.0);
    if is_body_opaque {
        drawing.fill(extent.outline(), fill);
        draw_extent(drawing, extent, 1.5);
    } else if !is_covered {
        drawing.fill(extent.outline(), fill.with_alpha(TRANSPARENT));
        draw_extent(drawing, extent, 1.1);
    }
    draw_disc(drawing, piece, figure_radius);
    if let Some(heading) = piece.heading {
        let ahead = DVec2::from_angle(heading);
        // On a dark body the arrow needs a light edge.
        let tip = |beyond: f64| piece.at + ahead * (figure_radius + beyond);
        drawing.arrow_head(tip(8.5), ahead, 10.0, palette::body(Color::White));
        drawing.arrow_head(tip(6.5), ahead, 6.0, palette::TEXT);
    }
}

/// The length of a wedge, in page units.
const WEDGE_LENGTH: f64 = 9.0;
const WEDGE_HALF_WIDTH: f64 = 5.0;
/// The distance by which the base of a wedge lies inside the rim of the piece.
const WEDGE_DEPTH: f64 = 2.0;

/// Draws the wedge at the rim of a piece that points forward, if the piece has one.
pub(crate) fn draw_wedge(drawing: &mut Drawing, piece: &DrawnPiece) {
    let Some(tip) = wedge_tip(piece) else { return };
    let ahead = (tip - piece.at).normalize_or_zero();
    let (base, aside) = (tip - ahead * WEDGE_LENGTH, ahead.perp() * WEDGE_HALF_WIDTH);
    // On a dark ground the wedge needs a light edge.
    let corners = [base + aside, tip, base - aside];
    drawing.stroke(&corners, 1.8, palette::body(Color::White));
    drawing.fill(Outline::polygon(&corners), palette::TEXT);
}

/// Returns the tip of a piece's wedge, if the piece has one.
pub(crate) fn wedge_tip(piece: &DrawnPiece) -> Option<DVec2> {
    let ahead = DVec2::from_angle(piece.forward?);
    let distance_to_rim = match &piece.extent {
        DrawnShape::Disc { radius, .. } => *radius,
        shape @ (DrawnShape::Band { .. } | DrawnShape::Polygon(_)) => {
            let points = shape.outline().contours.concat();
            points.iter().map(|point| (*point - piece.at).dot(ahead)).fold(0.0, f64::max)
        }
    };
    Some(piece.at + ahead * (distance_to_rim + WEDGE_LENGTH - WEDGE_DEPTH))
}

fn draw_disc(drawing: &mut Drawing, piece: &DrawnPiece, radius: f64) {
    drawing.disc(piece.at, radius, palette::TEXT);
    drawing.disc(piece.at, radius - 1.5, palette::body(piece.color));
}

fn draw_extent(drawing: &mut Drawing, extent: &DrawnShape, width: f64) {
    let ink = palette::TEXT;
    match extent {
        DrawnShape::Disc { centre, radius } => {
            drawing.circle(*centre, radius - width / 2.0, width, ink.with_alpha(0.7));
        }
        DrawnShape::Band { .. } | DrawnShape::Polygon(_) => {
            for run in contour(std::slice::from_ref(extent), RIM_STEP) {
                drawing.stroke(&run, width, ink);
            }
        }
    }
}

/// The dashed line of an extent.
struct DashedLine {
    width: f64,
    /// The distance of the line of a disc from its rim, inwards.
    inset: f64,
    /// The dashes of shapes other than discs.
    dashes: Dashes,
}

impl DashedLine {
    fn draw(&self, drawing: &mut Drawing, extent: &DrawnShape, ink: Ink) {
        match extent {
            DrawnShape::Disc { centre, radius } => {
                drawing.dashed_circle(*centre, radius - self.inset, self.width, ink);
            }
            DrawnShape::Band { .. } | DrawnShape::Polygon(_) => {
                for run in contour(std::slice::from_ref(extent), RIM_STEP) {
                    drawing.dashes(&Track::through(run), self.width, self.dashes, ink);
                }
            }
        }
    }
}

fn draw_dashed_extent(drawing: &mut Drawing, extent: &DrawnShape, ink: Ink) {
    let line = DashedLine { width: 1.3, inset: 0.7, dashes: Dashes { dash: 4.0, gap: 3.0 } };
    line.draw(drawing, extent, ink);
}

/// Draws the part of a piece above the lines of legal stops: its figure, and signs of its state.
pub(crate) fn draw_figure(drawing: &mut Drawing, piece: &DrawnPiece, radius: f64) {
    match piece.state {
        PieceState::Departed => return,
        PieceState::Subject => draw_disc(drawing, piece, radius),
        PieceState::Captured if radius == 0.0 => return draw_cross(drawing, piece.at, LEAST),
        PieceState::Present | PieceState::InCheck | PieceState::Capturable | PieceState::Captured => {}
    }
    let symbol = symbol_outline(drawing, piece, radius);
    if piece.color == Color::White && matches!(piece.symbol, Symbol::Role(_)) {
        drawing.fill(silhouette(&symbol), palette::body(Color::White));
        drawing.fill(symbol.heavier(radius * FIGURE * 0.009), palette::figure(Color::White));
    } else if piece.state == PieceState::Captured {
        // The disc of a captured piece is pale.
        drawing.fill(symbol, palette::body(Color::Black));
    } else {
        drawing.fill(symbol, palette::figure(piece.color));
    }
    match piece.state {
        PieceState::Captured => draw_cross(drawing, piece.at, radius),
        PieceState::InCheck => draw_rings(drawing, piece),
        PieceState::Present | PieceState::Subject | PieceState::Capturable | PieceState::Departed => {}
    }
}

/// Draws the figure of a piece that a surface hides.
pub(crate) fn draw_faint_figure(drawing: &mut Drawing, piece: &DrawnPiece) {
    let symbol = symbol_outline(drawing, piece, LEAST);
    drawing.fill(symbol, palette::MUTED.with_alpha(0.55));
}

/// The size of a figure, in radii of its disc.
const FIGURE: f64 = 1.98;

/// Returns the outline of the figure or letter of a piece on a disc of this radius.
fn symbol_outline(drawing: &Drawing, piece: &DrawnPiece, radius: f64) -> Outline {
    match piece.symbol {
        Symbol::Role(role) => drawing.fonts.figure(role, piece.color, piece.at, radius * FIGURE),
        Symbol::Letter(letter) => drawing.fonts.centred(letter, piece.at, radius * 1.25, Weight::Bold),
    }
}

/// Returns the outer contours of a figure that consists of lines.
fn silhouette(lines: &Outline) -> Outline {
    let is_outer = |contour: &Vec<DVec2>| (doubled_area(contour) < 0.0) == (lines.doubled_area() < 0.0);
    Outline { contours: lines.contours.iter().filter(|contour| is_outer(contour)).cloned().collect() }
}

fn draw_cross(drawing: &mut Drawing, at: DVec2, radius: f64) {
    let half_side = radius * 0.86;
    for (width, ink) in [(3.2, palette::PAPER.with_alpha(0.8)), (1.8, palette::CAPTURE)] {
        for sign in [1.0, -1.0] {
            let arm = DVec2::new(half_side, half_side * sign);
            drawing.stroke(&[at - arm, at + arm], width, ink);
        }
    }
}

/// Draws two rings about a king in check.
fn draw_rings(drawing: &mut Drawing, piece: &DrawnPiece) {
    let radius = radius_of_rings(piece);
    drawing.circle(piece.at, radius + 2.2, 2.6, palette::CHECK);
    drawing.circle(piece.at, radius + 6.0, 1.4, palette::CHECK);
}

/// Returns the radius of the circle outside of which the rings and the label of a piece are drawn.
pub(crate) fn radius_of_rings(piece: &DrawnPiece) -> f64 {
    match &piece.extent {
        DrawnShape::Disc { radius, .. } => *radius,
        DrawnShape::Band { .. } | DrawnShape::Polygon(_) => 14.0,
    }
}

/// Returns the room that the rings of a king in check need beyond [`radius_of_rings`]. It is 0 for a piece without rings.
pub(crate) fn width_of_rings(piece: &DrawnPiece) -> f64 {
    if piece.state == PieceState::InCheck { 7.0 } else { 0.0 }
}

/// Draws the dashed outline of a mover at a stop, and a dot on each centre that the mover touches there.
pub(crate) fn draw_touching_stop(drawing: &mut Drawing, stop: &TouchingStop) {
    let line = DashedLine { width: 1.8, inset: 0.0, dashes: Dashes { dash: 4.2, gap: 2.8 } };
    line.draw(drawing, &stop.extent, palette::CAPTURE);
    for touched in &stop.touched {
        drawing.disc(*touched, 3.4, palette::PAPER);
        drawing.disc(*touched, 2.4, palette::CAPTURE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Role;

    #[test]
    fn the_figure_disc_of_a_wide_polygon_is_larger_than_that_of_a_slim_one() {
        let figure_radius = |width: f64| {
            let corners = [(30.0, 0.0), (0.0, width), (-30.0, 0.0), (0.0, -width)].map(DVec2::from);
            let piece = DrawnPiece::disc(DVec2::ZERO, 16.0, Color::White, Role::Pawn);
            figure_radii(&[DrawnPiece { extent: DrawnShape::Polygon(corners.to_vec()), ..piece }])[0]
        };
        assert_eq!((figure_radius(30.0), figure_radius(5.0)), (16.0, 8.0));
    }

    #[test]
    fn the_figure_of_a_captured_piece_is_left_out_if_there_is_no_room() {
        let mover = DrawnPiece::disc(DVec2::ZERO, 16.0, Color::White, Role::Queen);
        let captured = [(60.0f64, 16.0), (180.0, 4.0)].map(|(degrees, distance)| {
            let at = distance * DVec2::from_angle(degrees.to_radians());
            DrawnPiece::disc(at, 16.0, Color::Black, Role::Pawn).in_state(PieceState::Captured)
        });
        let pieces = [&[mover][..], &captured].concat();
        let radii = figure_radii(&pieces);
        // The mover leaves room for the figure of the piece at its rim, but not for that of the piece near its centre.
        assert!(radii[1] >= LEAST && radii[0] + radii[1] < 16.0 && radii[2] == 0.0, "{radii:?}");
    }
}
