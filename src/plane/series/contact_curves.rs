//! What an attack comes upon while nothing turns, as seen by the man's centre: the places from which its body touches
//! a point are its outline turned half round about that point.

use super::moving_attack::Attack;
use crate::geom::{Curve, Point, Pose};
use smallvec::SmallVec;

/// A man, or its body, that an attack may come upon.
pub struct Figure {
    /// Where it stands.
    pub at: Point,
    /// How far from there its curves go.
    pub reach: f64,
    /// What bounds the places from which it is touched.
    pub curves: SmallVec<[Curve; 4]>,
}

/// The king first, then what may keep the man from taking it: of the men it could touch those for which `beside` holds.
pub fn figures(attack: &Attack<'_>, beside: impl Fn(Point) -> bool) -> Vec<Figure> {
    let extent = attack.extent();
    let (reach, turned_round) = (extent.reach(), -attack.piece.pose().heading);
    let touched = |at| Figure { at, reach, curves: extent.outline_at(&Pose { at, heading: turned_round }) };
    let mut figures = vec![touched(attack.king())];
    figures.extend(attack.men().filter(|at| beside(*at)).map(touched));
    figures.extend(attack.bodies().map(|(man, body)| Figure {
        at: man.at,
        reach: body.reach(),
        curves: body.outline_at(&man.pose()),
    }));
    figures
}
