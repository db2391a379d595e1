//! Where the attacks of two lanes of one piece begin to overlap. A king that leaves the one there comes under the other; were
//! there a gap it would go out of check and into check again.

use super::contact_order::ContactOrder;
use super::moving_attack::{MovingAttack, NEAR, limits};
use crate::geom::{Curve, Extent, Interval, Meeting, Path, Point, Pose, Vec2};
use crate::plane::position::{Piece, Position};
use crate::plane::rules::{Lane, Way};
use smallvec::SmallVec;

/// So many times the reach of a body from their piece two straight lanes overlap at most: they lie 18 degrees apart or more.
const OVERLAPPING: f64 = 8.0;

/// A curve that bounds what a lane takes, and the disc in which it does.
struct Outline {
    curve: Curve,
    about: Point,
    reach: f64,
}

impl Outline {
    /// Of a body where it may stop.
    fn of_body(extent: &Extent, pose: Pose) -> impl Iterator<Item = Outline> {
        let (about, reach) = (pose.at, extent.reach());
        extent.outline_at(&pose).into_iter().map(move |curve| Outline { curve, about, reach })
    }

    /// Where two meet.
    fn meet(&self, other: &Outline, tie: f64) -> impl Iterator<Item = Point> {
        let near = self.about.distance(other.about) <= self.reach + other.reach + tie;
        let met = if near { self.curve.meet(&other.curve, tie) } else { SmallVec::new() };
        let within = move |of: &Outline, q: Point| of.about.distance(q) <= of.reach + tie;
        met.into_iter().filter(move |q| within(self, *q) && within(other, *q))
    }
}

/// The places at which outlines of two lanes of a piece meet, nothing else on the board, from its centre. `upon` is the body of a
/// king, turned round, if where that comes upon the piece counts as well.
pub fn joints(board: &Position, piece: &Piece, lanes: &[&Lane], upon: Option<(&Extent, Pose)>) -> Vec<Vec2> {
    let king = upon.map(|(extent, pose)| Outline::of_body(extent, pose).collect());
    let outlines = lanes.iter().map(|lane| outlines(board, piece, lane)).chain(king);
    let outlines: Vec<Vec<Outline>> = outlines.collect();
    meets(&outlines, piece.at, board.rules().epsilon)
}

/// The curves that bound what a lane takes on an empty board, near the piece.
fn outlines(board: &Position, piece: &Piece, lane: &Lane) -> Vec<Outline> {
    let extent = &board.rules().kind(piece.kind).rule.extent;
    let mut limits = limits(board, lane);
    if lane.way == Way::Area {
        let circle = |d: f64| Curve::Circle { centre: piece.at, radius: d + extent.reach() };
        let outline = |curve| Outline { curve, about: piece.at, reach: f64::INFINITY };
        return limits.into_iter().map(|d| outline(circle(d))).collect();
    }
    let path = piece.path_along(lane);
    let reach = if lane.way == Way::Straight { OVERLAPPING * extent.reach() } else { f64::INFINITY };
    limits.retain(|d| *d <= reach);
    let ends = limits.into_iter().flat_map(|d| Outline::of_body(extent, path.pose(d)));
    let flanks = extent.flanks(&path).into_iter().map(|curve| Outline { curve, about: piece.at, reach });
    flanks.chain(ends).collect()
}

/// The places at which a body at one step of a lane meets itself at another, from the mover's centre.
pub fn joints_of_steps(attack: &MovingAttack<'_>, steps: &[f64]) -> Vec<Vec2> {
    if attack.lane.way == Way::Area || attack.lane.step == 0.0 {
        return Vec::new();
    }
    let (extent, path) = (attack.extent(), attack.piece.path_along(attack.lane));
    let outlines: Vec<Vec<Outline>> =
        steps.iter().map(|&d| Outline::of_body(extent, path.pose(d)).collect()).collect();
    meets(&outlines, attack.piece.at, attack.board.rules().epsilon)
}

/// Where outlines of different sets meet, from a place.
fn meets(outlines: &[Vec<Outline>], from: Point, tie: f64) -> Vec<Vec2> {
    let mut out = Vec::new();
    for (i, one) in outlines.iter().enumerate() {
        for other in outlines[..i].iter().flatten() {
            out.extend(one.iter().flat_map(|outline| outline.meet(other, tie)).map(|q| q - from));
        }
    }
    out
}

/// The distances within a part of the mover's path at which two attacks, on different copies of the board, begin to overlap
/// on the king's way.
pub fn cuts_across(
    path: &Path,
    part: Interval,
    attacks: &[MovingAttack<'_>],
    (way, length): (Path, f64),
) -> Vec<f64> {
    let along = attacks.iter().filter(|attack| attack.lane.way != Way::Area);
    let near = along.filter_map(|attack| Some((attack, attack.part_near_target(path, part)?)));
    let near: Vec<_> = near.collect();
    let mut cuts = Vec::new();
    for (i, (one, one_part)) in near.iter().enumerate() {
        for (other, other_part) in near[..i].iter().filter(|(other, _)| other.image != one.image) {
            let (from, to) = (one_part.from.max(other_part.from), one_part.to.min(other_part.to));
            if from >= to {
                continue;
            }
            let part = Interval::closed(from, to);
            let both = [one, other].map(|attack| (attack, attack.limits_near_target(path, part)));
            let meetings =
                |d: f64| both.each_ref().map(|(attack, limits)| meetings(attack, path, d, limits, &way));
            let counts = meetings(from).map(|of_one| of_one.len());
            let equations = |d: f64, which: &[usize]| {
                let all = meetings(d).concat();
                which.iter().map(|&i| all[i]).collect()
            };
            let order = ContactOrder::new(path, part, counts[0] + counts[1], &equations);
            let pairs = (0..counts[0]).flat_map(|i| (0..counts[1]).map(move |j| (i, counts[0] + j)));
            let on_way = |s: f64| s > -NEAR && s < length + NEAR;
            let ties = pairs.flat_map(|(i, j)| order.ties(i, j)).filter(|(_, s)| s.is_none_or(on_way));
            cuts.extend(ties.map(|(d, _)| d));
        }
    }
    cuts
}

/// Where the king on its way crosses what bounds an attack, from a distance of the mover's path.
fn meetings(attack: &MovingAttack<'_>, path: &Path, d: f64, limits: &[f64], way: &Path) -> Vec<Meeting> {
    let (lane, extent, way) = (attack.path_from(path, d), attack.extent(), attack.image.path(*way));
    let ends = limits.iter().flat_map(|&limit| extent.outline_at(&lane.pose(limit)));
    extent.flanks(&lane).into_iter().chain(ends).map(|curve| Meeting::of_centre(&way, &curve)).collect()
}
