//! The curves on which an attacker's centre lies when its body touches a point, while nothing turns: the body's outline,
//! turned half round about that point.

use super::moving_attack::MovingAttack;
use crate::geom::{Curve, Point, Pose};
use smallvec::SmallVec;

/// A point or a body that an attack may touch.
pub struct ContactCurves {
    /// Where it stands.
    pub at: Point,
    /// How far its curves reach from there.
    pub reach: f64,
    /// The curves that bound the attacker's centres that touch it.
    pub curves: SmallVec<[Curve; 4]>,
}

/// The curves of the king first, then those of the pieces for which `beside` holds and of the bodies that may block.
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
