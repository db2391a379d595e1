//! What an attack comes upon while nothing turns, as seen by the piece's centre: the places from which its body touches
//! a point are its outline turned half round about that point.

use super::moving_attack::MovingAttack;
use crate::geom::{Curve, Point, Pose};
use smallvec::SmallVec;

/// A piece, or its body, that an attack may come upon.
pub struct ContactCurves {
    /// Where it stands.
    pub at: Point,
    /// How far from there its curves go.
    pub reach: f64,
    /// What bounds the places from which it is touched.
    pub curves: SmallVec<[Curve; 4]>,
}

/// The king first, then what may keep the piece from taking it: of the pieces it could touch those for which `beside` holds.
pub fn contact_curves_of(attack: &MovingAttack<'_>, beside: impl Fn(Point) -> bool) -> Vec<ContactCurves> {
    let extent = attack.extent();
    let (reach, turned_round) = (extent.reach(), -attack.piece.pose().heading);
    let touched =
        |at| ContactCurves { at, reach, curves: extent.outline_at(&Pose { at, heading: turned_round }) };
    let mut contact_curves_of = vec![touched(attack.king())];
    contact_curves_of.extend(attack.pieces().filter(|at| beside(*at)).map(touched));
    contact_curves_of.extend(attack.bodies().map(|(piece, body)| ContactCurves {
        at: piece.at,
        reach: body.reach(),
        curves: body.outline_at(&piece.pose()),
    }));
    contact_curves_of
}
