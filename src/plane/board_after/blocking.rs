//! The curves at which the mover blocks a friend's attack on the king: by standing ahead of the attack, over the stop of the
//! attack, or with its centre under the piece that stops there.

use crate::geom::{Curve, Point, Pose};
use crate::plane::attack::Threat;
use crate::plane::lanes::Landing;

/// Returns the curves of the mover's centre at which it begins or ceases to block an attack on a king, for discs of these
/// radii.
pub fn curves(threat: &Threat<'_>, king: Point, radii: &[f64]) -> Vec<Curve> {
    if let Some(landing) = threat.landing() {
        // The disc that excludes the last landing touches the region at a corner or from inside. It is the mover's own, or
        // that of the lander about the mover.
        let (border, corners) = outline_on(landing, threat, king);
        let radii: Vec<f64> = radii.iter().copied().chain([landing.radius()]).collect();
        let moved =
            border.iter().flat_map(|curve| radii.iter().flat_map(|&radius| curve.at_distance(radius)));
        return moved.chain(circles(corners, &radii)).collect();
    }
    let path = threat.travel().path();
    let mut curves = threat.friend_curves(king);
    curves.extend(circles(threat.stops_on(king).iter().map(|&s| path.at(s)).collect(), radii));
    curves
}

fn circles(about: Vec<Point>, radii: &[f64]) -> Vec<Curve> {
    let circle = |centre| radii.iter().map(move |&radius| Curve::Circle { centre, radius });
    about.into_iter().flat_map(circle).collect()
}

/// Returns the curves and corners that bound the landings that take the king.
fn outline_on(landing: &Landing, threat: &Threat<'_>, king: Point) -> (Vec<Curve>, Vec<Point>) {
    let travel = threat.travel();
    let facing = Pose { at: king, heading: -travel.path().start().heading };
    landing.outline_on(travel.extent().outline_at(&facing), king, landing.radius())
}
