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
    let (reach, turned_round) = (extent.reach(), -attack.piece.pose().heading);
    let touched =
        |at| ContactCurves { at, reach, curves: extent.outline_at(&Pose { at, heading: turned_round }) };
    let mut curves = vec![touched(attack.king())];
    curves.extend(attack.pieces().filter(|at| beside(*at)).map(touched));
    curves.extend(attack.bodies().map(|(piece, body)| ContactCurves {
        at: piece.at,
        reach: body.reach(),
        curves: body.outline_at(&piece.pose()),
    }));
    curves
}
