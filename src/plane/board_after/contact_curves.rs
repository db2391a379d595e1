//! The curves of an attacker's centre at which its body touches a point, while nothing turns: the body's outline, rotated by
//! a half turn about that point (computational geometry: configuration space obstacle).

use super::moving_attack::MovingAttack;
use crate::geom::{Curve, Point, Pose};
use smallvec::SmallVec;

/// The contact curves about a point or a body that an attack may touch.
pub struct ContactCurves {
    /// The centre of the obstacle.
    pub at: Point,
    /// How far the curves reach from there, board units.
    pub reach: f64,
    /// The curves of the attacker's centre at which the obstacle is touched.
    pub curves: SmallVec<[Curve; 4]>,
}

/// Returns the contact curves of the king first, then those of pieces for which `beside` holds and of bodies that may block.
pub fn contact_curves_of(attack: &MovingAttack<'_>, beside: impl Fn(Point) -> bool) -> Vec<ContactCurves> {
    let extent = attack.extent();
    let heading = -attack.piece.pose().heading;
    let touching = |at: Point| ContactCurves {
        at,
        reach: extent.reach(),
        curves: extent.outline_at(&Pose { at, heading }).into_iter().collect(),
    };
    let mut curves = vec![touching(attack.king_at)];
    curves.extend(attack.pieces().filter(|at| beside(*at)).map(touching));
    curves.extend(attack.bodies().map(|(pose, body)| ContactCurves {
        at: pose.at,
        reach: body.reach(),
        curves: body.outline_at(&pose).into_iter().collect(),
    }));
    curves
}
