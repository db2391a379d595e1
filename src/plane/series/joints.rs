//! Where the attack of one lane begins to overlap itself, at two of its limits or on two copies of the board. Were there a gap,
//! a king on its way would go out of check and into check again.

use super::contact_order::ContactOrder;
use super::moving_attack::{MovingAttack, NEAR};
use crate::geom::{Curve, Extent, Interval, Meeting, Path, Point, Pose, Vec2};
use crate::plane::rules::Way;
use crate::variant::Frame;
use smallvec::SmallVec;

/// A curve that bounds what a body takes where it may stop, and the disc in which it does.
struct Outline {
    curve: Curve,
    about: Point,
    reach: f64,
}

impl Outline {
    /// All of a body.
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

/// Whether the places at which a body at one limit of a lane meets itself at another keep their place by the mover.
fn keeps_joints(attack: &MovingAttack<'_>, path: &Path) -> bool {
    let turns_with_mover = attack.lane.frame == Frame::Heading || matches!(attack.lane.way, Way::Turn(_));
    matches!(path, Path::Line { .. }) || turns_with_mover || attack.extent().as_disc().is_some()
}

/// The places at which a body at one limit of a lane meets itself at another, from the mover's centre.
pub fn joints(attack: &MovingAttack<'_>, limits: &[f64]) -> Vec<Vec2> {
    if attack.lane.way == Way::Area {
        return Vec::new();
    }
    let (extent, path) = (attack.extent(), attack.piece.path_along(attack.lane));
    let outlines: Vec<Vec<Outline>> =
        limits.iter().map(|&d| Outline::of_body(extent, path.pose(d)).collect()).collect();
    meets(&outlines, attack.piece.at, attack.board.rules().epsilon)
}

/// The distances of the mover at which a place by it, which keeps it as a lane does, comes upon a way.
pub fn crossings_of(
    joint: Vec2,
    attack: &MovingAttack<'_>,
    path: &Path,
    part: Interval,
    way: Curve,
) -> SmallVec<[f64; 4]> {
    if !keeps_joints(attack, path) {
        return SmallVec::new();
    }
    let start = path.start();
    let (trace, way) = match (attack.lane.frame, attack.lane.way) {
        (Frame::Heading, _) | (_, Way::Turn(_)) => (path.trace_of_part(start.local(start.at + joint)), way),
        (Frame::Player, _) => (path.trace(), way.moved(-joint)),
    };
    trace.crossings(&way, part.from, part.to)
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

/// The distances within a part of the mover's path at which two attacks of a lane, on different copies of the board, begin to
/// overlap on the king's way. Of one whose joints do not keep their place it is the same attack as well.
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
        for (other, other_part) in near[..=i].iter().filter(|(other, _)| {
            let apart = other.image != one.image || !keeps_joints(one, path);
            std::ptr::eq(other.lane, one.lane) && apart
        }) {
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
