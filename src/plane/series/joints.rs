//! Where the attacks of two lanes of one piece begin to overlap. A king that leaves the one there comes under the other; were
//! there a gap it would go out of check and into check again.

use super::moving_attack::limits;
use crate::geom::{Curve, Vec2};
use crate::plane::position::{Piece, Position};
use crate::plane::rules::{Lane, Way};

/// The places at which outlines of two lanes of a piece meet, nothing else on the board, from its centre.
pub fn joints(board: &Position, piece: &Piece, lanes: &[&Lane]) -> Vec<Vec2> {
    let outlines: Vec<Vec<Curve>> = lanes.iter().map(|lane| outlines(board, piece, lane)).collect();
    let mut out = Vec::new();
    for (i, one) in outlines.iter().enumerate() {
        for other in outlines[..i].iter().flatten() {
            let met = one.iter().flat_map(|curve| curve.meet(other, board.rules().epsilon));
            out.extend(met.map(|q| q - piece.at));
        }
    }
    out
}

/// The curves that bound what a lane takes on an empty board.
fn outlines(board: &Position, piece: &Piece, lane: &Lane) -> Vec<Curve> {
    let extent = &board.rules().kind(piece.kind).rule.extent;
    let limits = limits(board, lane);
    if lane.way == Way::Area {
        let circle = |d: f64| Curve::Circle { centre: piece.at, radius: d + extent.reach() };
        return limits.into_iter().map(circle).collect();
    }
    let path = piece.path_along(lane);
    let ends = limits.into_iter().flat_map(|d| extent.outline_at(&path.pose(d)));
    extent.flanks(&path).into_iter().chain(ends).collect()
}
