//! The centres from which a move of half the way to an edge, the most that Zeno allows, ends on a contact curve.
//!
//! A move of half the way ends as far from the edge as it went towards it. So a place at w from the edge is reached from 2 w.
//! Along a lane the start is shifted in proportion to w; for a leap of length d it is shifted by the square root of
//! d² - w².

use crate::board::Surface;
use crate::geom::tolerance::PARALLEL;
use crate::geom::{Baseline, Bound, Curve, Graph, Half, Point, Vec2};

/// The walls of the board, each with w the distance from it and x that of the piece.
pub fn edges(board: &Surface) -> Vec<Baseline> {
    board.inward().into_iter().map(|(origin, along)| Baseline { origin, along, stretch: 2.0 }).collect()
}

/// The centres from which a lane along `dir` ends on a curve half way to an edge.
pub fn of_lane(edge: &Baseline, dir: Vec2, figure: &Curve) -> Vec<Bound> {
    let towards = -edge.along.dot(dir);
    if towards < PARALLEL {
        return Vec::new();
    }
    if let Curve::Line { through, dir: along } = *figure
        && edge.along.dot(along).abs() < PARALLEL
    {
        return vec![abreast(edge, through).into()];
    }
    let shift = edge.along.perp_dot(dir) / towards;
    let parts = parts(edge, figure).into_iter();
    let bound = |((height, slope), half): Part| match half {
        Some(half) => Graph::new(*edge, (height, slope - shift), half, None).map(Bound::Graph),
        None => Some(line(edge, height, slope - shift).into()),
    };
    parts.filter_map(bound).collect()
}

/// The centres from which a leap of length `d` ends on a curve, half way to an edge.
pub fn of_leap(edge: &Baseline, d: f64, figure: &Curve) -> Vec<Bound> {
    let shifts = [1.0, -1.0].map(|sign| Half { sign, centre: 0.0, radius: d });
    let bounds = parts(edge, figure).into_iter().flat_map(|(linear, half)| {
        shifts.map(|shift| match half {
            Some(half) => Graph::new(*edge, linear, half, Some(shift)),
            None => Graph::new(*edge, linear, shift, None),
        })
    });
    bounds.flatten().map(Bound::Graph).collect()
}

/// The centres from which half the way to an edge ends as far from it as a place.
pub fn abreast(edge: &Baseline, place: Point) -> Curve {
    Curve::Line { through: edge.origin + edge.along * (2.0 * edge.local(place).x), dir: edge.along.perp() }
}

/// The centres from which half the way to both edges of a corner ends on a curve.
pub fn from_corner(corner: Point, figure: &Curve) -> Curve {
    let twice = |q: Point| corner + (q - corner) * 2.0;
    match *figure {
        Curve::Line { through, dir } => Curve::Line { through: twice(through), dir },
        Curve::Circle { centre, radius } => Curve::Circle { centre: twice(centre), radius: 2.0 * radius },
    }
}

/// A part of a curve over an edge: its height at the edge and its slope, and a half circle.
type Part = ((f64, f64), Option<Half>);

/// A curve as graphs over the distance from an edge; none for a line along the edge.
fn parts(edge: &Baseline, figure: &Curve) -> Vec<Part> {
    match *figure {
        Curve::Line { through, dir } => {
            let (w, y) = (edge.along.dot(dir), edge.along.perp_dot(dir));
            if w.abs() < PARALLEL {
                return Vec::new();
            }
            let (at, slope) = (edge.local(through), y / w);
            vec![((at.y - slope * at.x, slope), None)]
        }
        Curve::Circle { centre, radius } => {
            let at = edge.local(centre);
            [1.0, -1.0].map(|sign| ((at.y, 0.0), Some(Half { sign, centre: at.x, radius }))).to_vec()
        }
    }
}

fn line(edge: &Baseline, height: f64, slope: f64) -> Curve {
    let across = edge.along.perp();
    let dir = (edge.along * edge.stretch + across * slope).normalize();
    Curve::Line { through: edge.origin + across * height, dir }
}
