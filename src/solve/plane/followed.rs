//! Families after one more move.
//!
//! The parameter is the distance of an earlier move. If the distance of the next move is a linear function of the parameter, the
//! positions after it form a family too: the pieces that move with the parameter do so in lines.

use super::family::{Family, Leg, MovingPiece};
use super::linear::{LinearFunction, LinearMove};
use crate::geom::{Interval, Path, Pose, Ray, Vec2};
use crate::plane::{PieceIds, PlanePosition};
use smallvec::SmallVec;

impl<'a> Family<'a> {
    /// Returns the positions after one more move, whose captures are constant on a part. A piece that moves with the parameter
    /// may make a move of constant distance only.
    pub fn followed_by(&'a self, step: &'a LinearMove, captures: &'a PieceIds, part: Interval) -> Family<'a> {
        let sample = (self.at)(part.from.midpoint(part.to));
        let steps = legs_of_step(&sample, step, part);
        let mut legs = Vec::new();
        for leg in &self.legs {
            if let Some(mover) = leg.moving.iter().find(|moving| moving.piece == step.piece) {
                legs.extend(legs_going_on(&sample, mover.velocity, step, captures, part));
                continue;
            }
            for stepping in &steps {
                let (from, to) = (leg.from.max(stepping.from), leg.to.min(stepping.to));
                if from < to {
                    let before = leg.moving.iter().chain(&stepping.moving);
                    let left = before.filter(|moving| !captures.contains(&moving.piece));
                    let renumbered = left.map(|moving| MovingPiece {
                        piece: moving.piece.without(captures),
                        velocity: moving.velocity,
                    });
                    legs.push(Leg { from, to, moving: renumbered.collect() });
                }
            }
        }
        Family { at: Box::new(move |t| (self.at)(t).after_legal(step.at(t), captures)), legs }
    }
}

/// Returns the legs of a piece that moves with the parameter and has gone on by a constant distance.
fn legs_going_on(
    before: &PlanePosition,
    velocity: Vec2,
    step: &LinearMove,
    captures: &PieceIds,
    part: Interval,
) -> Vec<Leg> {
    let board = &before.rules().board;
    let middle = part.from.midpoint(part.to);
    let end = before.path(step.piece, step.lane).at(step.distance.value(middle));
    let dir = board.canonical(end).1.flips.vec(velocity);
    let piece = step.piece.without(captures);
    let after = before.after_legal(step.at(middle), captures);
    let at_zero = Ray::new(after.piece(piece).at, dir).at(-middle);
    let path = Path::Line { start: Pose { at: at_zero, heading: Vec2::X }, dir };
    Leg::along(board, &path, part, piece)
}

/// Returns the legs of a move whose distance depends on the parameter: on each leg it ends on one image of the board.
fn legs_of_step(before: &PlanePosition, step: &LinearMove, part: Interval) -> Vec<Leg> {
    let LinearFunction { start, slope } = step.distance;
    let [from, to] = [part.from, part.to].map(|t| step.distance.value(t));
    if from == to {
        return vec![Leg { from: f64::NEG_INFINITY, to: f64::INFINITY, moving: SmallVec::new() }];
    }
    let path = before.path(step.piece, step.lane);
    let distances = Interval::closed(from.min(to), from.max(to));
    let mut legs = Leg::along(&before.rules().board, &path, distances, step.piece);
    let last = legs.len() - 1;
    for (i, leg) in legs.iter_mut().enumerate() {
        // The first leg and the last have no end: up to rounding their ends are those of the part.
        let low = if i == 0 { f64::NEG_INFINITY } else { leg.from };
        let high = if i == last { f64::INFINITY } else { leg.to };
        let (at_low, at_high) = ((low - start) / slope, (high - start) / slope);
        (leg.from, leg.to) = (at_low.min(at_high), at_low.max(at_high));
        for moving in &mut leg.moving {
            moving.velocity *= slope;
        }
    }
    legs
}
