//! Families after one more move.
//!
//! The parameter is the distance of an earlier move. If the distance of the next move is a linear function of the parameter, the
//! positions after the next move form a family too, because their pieces also move along straight lines or stand still.

use super::family::{Family, Leg, MovingPiece};
use super::linear::{LinearFunction, LinearMove};
use crate::geom::{Interval, Path, Pose, Ray, Vec2};
use crate::plane::{PieceIds, PlanePosition};
use smallvec::SmallVec;

impl<'a> Family<'a> {
    /// Returns the family of positions after one more move, whose captures are constant on a part. If the mover itself depends on
    /// the parameter, the distance of its move has to be constant.
    pub fn followed_by(&'a self, step: &'a LinearMove, captures: &'a PieceIds, part: Interval) -> Family<'a> {
        let middle = self.position(part.middle());
        let step_legs = legs_of_step(&middle, step, part);
        let mut legs = Vec::new();
        for leg in &self.legs {
            if let Some(mover) = leg.moving.iter().find(|moving| moving.piece == step.piece) {
                legs.extend(legs_after_constant_step(&middle, mover.velocity, step, captures, part));
                continue;
            }
            for step_leg in &step_legs {
                let (from, to) = (leg.from.max(step_leg.from), leg.to.min(step_leg.to));
                if from >= to {
                    continue;
                }
                let mut moving = SmallVec::new();
                for &MovingPiece { piece, velocity } in leg.moving.iter().chain(&step_leg.moving) {
                    if !captures.contains(&piece) {
                        moving.push(MovingPiece { piece: piece.after_removal(captures), velocity });
                    }
                }
                legs.push(Leg { from, to, moving });
            }
        }
        let position_at = Box::new(move |t| self.position(t).after_legal(step.at(t), captures));
        Family { position_at, legs }
    }
}

/// Returns the legs of a piece that moves with the parameter, after it has made a move of constant distance.
fn legs_after_constant_step(
    before: &PlanePosition,
    velocity: Vec2,
    step: &LinearMove,
    captures: &PieceIds,
    part: Interval,
) -> Vec<Leg> {
    let board = &before.rules().board;
    let middle = part.middle();
    let end = before.path(step.piece, step.lane).at(step.distance.value(middle));
    let (_, image) = board.canonical(end);
    let dir = image.flips.vec(velocity);
    let piece = step.piece.after_removal(captures);
    let after = before.after_legal(step.at(middle), captures);
    let at_zero = Ray::new(after.piece(piece).at, dir).at(-middle);
    let path = Path::Line { start: Pose { at: at_zero, heading: Vec2::X }, dir };
    Leg::along(board, &path, part, piece)
}

/// Returns the legs of a move whose distance depends on the parameter. On each leg the move ends on the same image of the board.
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
        // The outer ends are those of the part, up to rounding. Without them the legs surely contain the part.
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
