//! When a body on its way is over a fixed point, and when it comes into contact with it.

use super::tolerance::EPSILON;
use super::{Extent, Interval, Path, Point, Spans, Trace};
use smallvec::SmallVec;

/// The distances at which a body on its way overlaps the point `q`: stretches that are deeper than
/// `epsilon` somewhere, given by their exact ends, open. Of a path that goes round, one turn before
/// the start and two after it are looked at.
pub fn overlaps_along(path: &Path, extent: &Extent, q: Point, epsilon: f64) -> Spans {
    let deep = deeper_along(path, extent, q, epsilon);
    if deep.is_empty() {
        return deep;
    }
    let exact = deeper_along(path, extent, q, 0.0);
    let holds = |part: &&Interval| {
        deep.parts().iter().any(|d| part.from <= d.from + epsilon && d.to <= part.to + epsilon)
    };
    Spans::from_sorted(exact.parts().iter().filter(holds).copied())
}

/// The distances at which `q` is deeper inside the body than `floor`, open.
pub fn deeper_along(path: &Path, extent: &Extent, q: Point, floor: f64) -> Spans {
    let trace = path.trace_of(q);
    let (from, to) = match (&trace, extent.reach()) {
        (Trace::Line { from, dir }, reach) => {
            let back = Point::new(0.0, 0.0) - *from;
            if dir.perp_dot(back).abs() > reach || extent.is_abeam(*dir, *from) {
                return Spans::none();
            }
            let middle = dir.dot(back);
            (middle - reach - 1.0, middle + reach + 1.0)
        }
        (Trace::Circle { centre, radius, .. }, reach) => {
            // Of a body that goes round, most points lie within its way or without.
            if (centre.distance(Point::new(0.0, 0.0)) - radius).abs() > reach + EPSILON {
                return Spans::none();
            }
            (-path.period(), 2.0 * path.period())
        }
        (Trace::Still(_), _) => return Spans::none(),
    };
    let mut cuts: SmallVec<[f64; 8]> =
        extent.outline(floor).iter().flat_map(|curve| trace.crossings(curve, from, to)).collect();
    cuts.extend([from, to]);
    cuts.sort_unstable_by(f64::total_cmp);
    let deep = |d: f64| extent.is_deeper(trace.at(d), floor);
    let well_inside = |d: f64| extent.is_deeper(trace.at(d), floor + EPSILON);
    let inside = cuts.windows(2).filter(|w| w[0] < w[1] && deep(w[0].midpoint(w[1])));
    let mut parts: SmallVec<[Interval; 4]> = SmallVec::new();
    for w in inside {
        match parts.last_mut() {
            // A cut through the inside is none of the outline's; where a corner only touches it, it is.
            Some(last) if last.to == w[0] && well_inside(w[0]) => last.to = w[1],
            _ => parts.push(Interval::open(w[0], w[1])),
        }
    }
    Spans::from_sorted(parts)
}

/// The distance at which a body on its way comes into contact with the point `q`, if it does. There is a contact when
/// `q` was not overlapped at the start and gets deeper inside than `epsilon` ahead. The distance is that of the exact
/// outline's entry, or 0 when it touches already.
pub fn contact_along(path: &Path, extent: &Extent, q: Point, epsilon: f64) -> Option<f64> {
    if let (Path::Line { start, dir }, Some(radius)) = (path, extent.as_disc()) {
        return super::contact(&super::Ray::new(start.at, *dir), radius, q, epsilon);
    }
    if extent.overlaps(&path.start(), q, epsilon) {
        return None;
    }
    let deep = deeper_along(path, extent, q, epsilon);
    let entered = deep.parts().iter().find(|part| part.to > 0.0)?;
    let exact = deeper_along(path, extent, q, 0.0);
    let whole = exact.parts().iter().find(|part| part.to >= entered.to);
    Some(whole.map_or(entered.from, |part| part.from).clamp(0.0, entered.from.max(0.0)))
}
