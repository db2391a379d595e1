//! The distances at which a moving body overlaps a fixed point, and the first contact (computational geometry: time of impact).

use super::tolerance::EPSILON;
use super::{Extent, Interval, Path, Point, Spans, Trace};
use smallvec::SmallVec;

/// Returns the distances at which a moving body overlaps the point `q`, as open intervals with exact ends. Intervals in which `q`
/// gets no deeper than `epsilon` are left out. On a closed path the search covers one period before the start and two after it.
pub fn overlaps_along(path: &Path, extent: &Extent, q: Point, epsilon: f64) -> Spans {
    let Some(point) = PointTrace::new(path, extent, q) else { return Spans::none() };
    let deep: SmallVec<[Interval; 4]> = point.deeper(epsilon, point.from).collect();
    if deep.is_empty() {
        return Spans::none();
    }
    let holds_deep =
        |part: &Interval| deep.iter().any(|d| part.from <= d.from + epsilon && d.to <= part.to + epsilon);
    Spans::from_sorted(point.deeper(0.0, point.from).filter(holds_deep))
}

/// Returns the distances at which `q` is deeper inside the moving body than `floor` (board units), as open intervals.
pub fn deeper_along(path: &Path, extent: &Extent, q: Point, floor: f64) -> Spans {
    let Some(point) = PointTrace::new(path, extent, q) else { return Spans::none() };
    Spans::from_sorted(point.deeper(floor, point.from))
}

/// The distance beyond the reach of a body to which a trace is followed, so that no crossing lies at an end. Board units.
const MARGIN: f64 = 1.0;

/// The trace of a fixed point in the frame of a moving body.
struct PointTrace<'a> {
    extent: &'a Extent,
    trace: Trace,
    /// The distances between which the point may be inside the body.
    from: f64,
    to: f64,
}

impl<'a> PointTrace<'a> {
    /// Returns the trace of `q` in the frame of the body; `None` if it surely stays outside.
    fn new(path: &Path, extent: &'a Extent, q: Point) -> Option<PointTrace<'a>> {
        let trace = path.trace_of(q);
        let reach = extent.outer_radius();
        let (from, to) = match &trace {
            Trace::Line { from, dir } => {
                let back = Point::new(0.0, 0.0) - *from;
                if dir.perp_dot(back).abs() > reach || extent.is_surely_missed_by_line(*from, *dir, EPSILON) {
                    return None;
                }
                let middle = dir.dot(back);
                (middle - reach - MARGIN, middle + reach + MARGIN)
            }
            Trace::Circle { centre, radius, .. } => {
                // On a circular trace, most points stay inside the ring that the body sweeps, or outside it.
                if (centre.distance(Point::new(0.0, 0.0)) - radius).abs() > reach + EPSILON {
                    return None;
                }
                (-path.period(), 2.0 * path.period())
            }
            Trace::Still(_) => return None,
        };
        Some(PointTrace { extent, trace, from, to })
    }

    /// Yields the open intervals on which the point is deeper inside than `floor`, in ascending order. Intervals that end at
    /// `skip_before` or earlier are skipped, and an interval that contains `skip_before` may lack its beginning.
    fn deeper(&self, floor: f64, skip_before: f64) -> impl Iterator<Item = Interval> + '_ {
        let outline = self.extent.outline(floor);
        let crossings = outline.iter().flat_map(|curve| self.trace.crossings(curve, self.from, self.to));
        let mut cuts: SmallVec<[f64; 8]> = crossings.chain([self.from, self.to]).collect();
        cuts.sort_unstable_by(f64::total_cmp);
        cuts.dedup();
        let mut next = cuts.iter().skip(1).take_while(|cut| **cut <= skip_before).count();
        std::iter::from_fn(move || {
            let is_deeper_at = |d: f64, floor: f64| self.extent.is_deeper(self.trace.at(d), floor);
            let is_inside = |i: usize| is_deeper_at(cuts[i].midpoint(cuts[i + 1]), floor);
            let last = cuts.len() - 1;
            next = (next..last).find(|&i| is_inside(i))?;
            let from = cuts[next];
            next += 1;
            // Outline curves are whole lines and circles, so a cut may lie inside the body. Such a cut does not end an interval.
            // A cut at which the point only touches a corner ends one.
            while next < last && is_inside(next) && is_deeper_at(cuts[next], floor + EPSILON) {
                next += 1;
            }
            Some(Interval::open(from, cuts[next]))
        })
    }
}

/// Returns the distance at which a moving body comes into contact with the point `q`, if it does. There is a contact if the body
/// does not overlap `q` at the start and `q` gets deeper inside than `epsilon` later. The distance is that at which `q` crosses
/// the exact outline, or 0 if `q` touches the outline at the start.
pub fn contact_along(path: &Path, extent: &Extent, q: Point, epsilon: f64) -> Option<f64> {
    if let (Path::Line { start, dir }, Some(radius)) = (path, extent.as_disc()) {
        return super::contact(&super::Ray::new(start.at, *dir), radius, q, epsilon);
    }
    if extent.overlaps(&path.start(), q, epsilon) {
        return None;
    }
    let point = PointTrace::new(path, extent, q)?;
    // `deeper` may lack beginnings that lie before distance 0. They give contact 0 in any case.
    let entered = point.deeper(epsilon, 0.0).next()?;
    let whole = point.deeper(0.0, 0.0).find(|part| part.to >= entered.to);
    Some(whole.map_or(entered.from, |part| part.from).clamp(0.0, entered.from.max(0.0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Curve, Pose, Vec2};

    /// A Sword turns over a place as far from its centre as the middle of its base is. The Sword covers it from 2 atan(10)
    /// degrees, where a long side passes the place. At 180 degrees the place lies on the base, which is no overlap.
    #[test]
    fn a_turn_over_a_place_that_touches_ends_where_it_touches() {
        let sword = Extent::triangle(0.2, 1.0);
        let side = 2.0 * 10f64.atan().to_degrees();
        for at in [Point::new(4.0, 4.0), Point::new(4.1, 4.1), Point::new(0.3, 7.7)] {
            for (x, y) in [
                (0.5, 0.0),
                (0.0, -0.5),
                (0.3, 0.4),
                (-0.4, 0.3),
                (-0.14, 0.48),
                (0.5 * 0.6f64.cos(), 0.5 * 0.6f64.sin()),
            ] {
                let place = Point::new(at.x + x, at.y + y);
                let start = Pose { at, heading: Vec2::new(2.0 * x, 2.0 * y) };
                let over = overlaps_along(&Path::Turn { start, sense: 1.0 }, &sword, place, 1e-9);
                let found: Vec<f64> = over
                    .parts()
                    .iter()
                    .filter(|part| part.from > 0.0 && part.to < 360.0)
                    .flat_map(|part| [part.from, part.to])
                    .collect();
                let expected = [side, 180.0, 180.0, 360.0 - side];
                let near =
                    found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-11);
                assert!(found.len() == 4 && near, "{at} {x} {y}: {found:?}");
            }
        }
    }

    /// A disc that grazes a place meets its circle at one distance, up to rounding.
    #[test]
    fn a_graze_is_one_crossing() {
        let start = Pose { at: Point::new(4.1, 4.1), heading: Vec2::X };
        let circle = Curve::Circle { centre: Point::new(4.1, 4.1 + 2.25), radius: 0.25 };
        let arc = Path::Arc { start, pivot: Point::new(4.1, 5.1), sense: 1.0 };
        let met = arc.trace().crossings(&circle, 0.0, 6.0);
        assert!(met.len() == 1 && (met[0] - std::f64::consts::PI).abs() < 1e-13, "{met:?}");
        let beside = Curve::Circle { centre: Point::new(6.2, 4.1 + 0.7), radius: 0.7 };
        let met = Path::Line { start, dir: Vec2::X }.trace().crossings(&beside, 0.0, 6.0);
        assert!(met.len() == 1 && (met[0] - 2.1).abs() < 1e-13, "{met:?}");
    }
}
