//! The attack of a mover by a leap to any place: the curves of its centre at which the attack begins or ceases.
//!
//! The landings that would take the king form a region about the king, whoever leaps. The leap takes the king if one of these
//! landings is within the piece's range, or at the distance of a step.

use super::contact_curves::contact_curves_of;
use super::moving_attack::MovingAttack;
use crate::geom::Curve;
use crate::plane::lanes::corners;

/// Returns the curves of the mover's centre at which its attack by a leap to any place may begin or cease. Kinds with such
/// lanes are discs.
pub fn curves(attack: &MovingAttack<'_>) -> Vec<Curve> {
    let (king, reach) = (attack.king_at, attack.extent().reach());
    let figures = contact_curves_of(attack, |at| king.distance(at) < 2.0 * reach);
    let all = figures.into_iter().flat_map(|figure| figure.curves);
    let landings: Vec<Curve> = all.chain(attack.walls()).collect();
    let corners = corners(&landings, king, reach, attack.board.rules().epsilon);
    let mut curves = Vec::new();
    for d in attack.limits().into_iter().filter(|d| *d > 0.0) {
        curves.extend(landings.iter().flat_map(|curve| curve.at_distance(d)));
        curves.extend(corners.iter().map(|&centre| Curve::Circle { centre, radius: d }));
    }
    curves
}
