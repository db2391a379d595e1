//! The curves on which an attacker's centre lies when its body touches a point, while nothing turns: the body's outline,
//! turned half round about that point.

use super::moving_attack::MovingAttack;
use crate::geom::{Curve, Point};
use crate::plane::attack::Target;
use smallvec::SmallVec;

/// A target, a point or a body that an attack may touch.
pub struct ContactCurves {
    /// Where it stands.
    pub at: Point,
    /// How far its curves reach from there.
    pub reach: f64,
    /// The curves that bound the attacker's centres that touch it.
    pub curves: SmallVec<[Curve; 4]>,
}

/// The curves of the target first, then those of the pieces for which `beside` holds and of the bodies that may block.
pub fn contact_curves_of(attack: &MovingAttack<'_>, beside: impl Fn(Point) -> bool) -> Vec<ContactCurves> {
    let extent = attack.extent();
    let heading = attack.piece.pose().heading;
    let touched = |target: &Target| ContactCurves {
        at: target.middle,
        reach: extent.reach() + target.half,
        curves: target.curves(extent, heading),
    };
    let touching = |at: Point| match extent.as_disc() {
        Some(radius) => {
            let curves = SmallVec::from_iter([Curve::Circle { centre: at, radius }]);
            ContactCurves { at, reach: radius, curves }
        }
        None => touched(&Target::at(at)),
    };
    let mut curves = vec![touched(attack.target)];
    curves.extend(attack.pieces().filter(|at| beside(*at)).map(touching));
    curves.extend(attack.bodies().map(|(pose, body)| ContactCurves {
        at: pose.at,
        reach: body.reach(),
        curves: body.outline_at(&pose),
    }));
    curves
}
