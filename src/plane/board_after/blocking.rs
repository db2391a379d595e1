//! The curves and distances at which the mover blocks a friend's attack on the king: by standing ahead of the attack, over the
//! stop of the attack, or with its centre under the piece that stops there.

use super::contact_order::ContactOrder;
use crate::geom::{Curve, Extent, Interval, Path, PathEquation, Point, Pose, Trace};
use crate::plane::attack::Threat;
use crate::plane::lanes::Landing;

/// Returns the curves of the mover's centre at which it begins or ceases to block an attack on a king, for discs of these
/// radii. For other bodies [`cuts`] gives the remaining distances.
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
    let (path, extent) = (threat.travel().path(), threat.travel().extent());
    let stops = threat.stops_on(king);
    let mut curves = threat.friend_curves(king);
    curves.extend(circles(stops.at.iter().map(|&s| path.at(s)).collect(), radii));
    if stops.between {
        // Each body excludes the other's centre. One of the two holes may end where the other begins.
        let rings = circles(vec![Point::new(0.0, 0.0)], radii);
        let joints = rings.iter().flat_map(|ring| joints(extent, ring));
        curves.extend(joints.filter_map(|joint| path.trace_of_part(joint).curve()));
    }
    curves
}

fn circles(about: Vec<Point>, radii: &[f64]) -> Vec<Curve> {
    let circle = |centre| radii.iter().map(move |&radius| Curve::Circle { centre, radius });
    about.into_iter().flat_map(circle).collect()
}

/// Returns the distances at which a mover that is not a disc begins or ceases to block.
pub fn cuts(threat: &Threat<'_>, king: Point, path: &Path, part: Interval, body: &Extent) -> Vec<f64> {
    let across = |trace: Trace, curve: &Curve| trace.crossings(curve, part.from, part.to);
    let outline = body.outline(0.0);
    let over = |q: Point| {
        let trace = path.trace_of(q);
        outline.iter().flat_map(move |side| across(trace, side)).collect::<Vec<f64>>()
    };
    // An edge touches a circle, a corner crosses a curve.
    let touching = |curve: &Curve| {
        let mut cuts: Vec<f64> = Vec::new();
        if let Curve::Circle { centre, radius } = *curve {
            let sides = [radius, -radius].map(|inset| body.outline(inset));
            let trace = path.trace_of(centre);
            cuts.extend(sides.iter().flatten().flat_map(|side| across(trace, side)));
        }
        let grown = curve.at_distance(body.radius());
        for &corner in body.core() {
            cuts.extend(grown.iter().flat_map(|curve| across(path.trace_of_part(corner), curve)));
        }
        cuts
    };
    let mut cuts = Vec::new();
    if let Some(landing) = threat.landing() {
        let (border, corners) = outline_on(landing, threat, king);
        cuts.extend(corners.into_iter().flat_map(over));
        let ring = Curve::Circle { centre: Point::new(0.0, 0.0), radius: landing.radius() };
        let joints: Vec<Point> = joints(body, &ring);
        for curve in &border {
            cuts.extend(touching(curve));
            cuts.extend(joints.iter().flat_map(|&joint| across(path.trace_of_part(joint), curve)));
        }
        return cuts;
    }
    let (attack, extent) = (threat.travel().path(), threat.travel().extent());
    let stops = threat.stops_on(king);
    cuts.extend(stops.at.iter().flat_map(|&s| over(attack.at(s))));
    if stops.between {
        let theirs = extent.outline(0.0);
        let n = theirs.len();
        let equations = |d: f64, which: &[usize]| {
            let pose = path.pose(d);
            let ours = body.outline_at(&pose);
            let equation = |&i: &usize| match theirs.get(i) {
                Some(side) => PathEquation::of_body(attack, side, pose.at),
                None => PathEquation::of_centre(attack, &ours[i - n]),
            };
            which.iter().map(equation).collect()
        };
        let order = ContactOrder::new(path, part, n + outline.len(), &equations);
        let pairs = (0..n).flat_map(|i| (n..n + outline.len()).map(move |j| (i, j)));
        cuts.extend(pairs.flat_map(|(i, j)| order.ties(i, j)).map(|change| change.0));
    }
    cuts
}

/// Returns the curves and corners that bound the landings that take the king.
fn outline_on(landing: &Landing, threat: &Threat<'_>, king: Point) -> (Vec<Curve>, Vec<Point>) {
    let travel = threat.travel();
    let facing = Pose { at: king, heading: -travel.path().start().heading };
    landing.outline_on(travel.extent().outline_at(&facing), king, landing.radius())
}

/// Returns the points where the outline of a body meets a circle about its centre, in its own frame.
fn joints(body: &Extent, ring: &Curve) -> Vec<Point> {
    body.outline(0.0).iter().flat_map(|side| side.meet(ring, 0.0)).collect()
}
