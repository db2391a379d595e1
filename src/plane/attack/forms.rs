//! The attack of one lane in its two forms, and the places at which several attacks take a target or are blocked.

use super::general::GeneralAttack;
use super::window::AttackWindow;
use crate::budget::work;
use crate::geom::{Curve, Interval, Path, Point, Spans, spans_where};
use crate::plane::discs::{Centres, DiscAttack, DiscLane};
use crate::plane::position::{PieceId, PieceLane, PlanePosition};
use crate::plane::rules::{LaneShape, Rules};
use std::rc::Rc;

/// The places at which one lane of a piece takes a target.
#[derive(Clone)]
pub enum Attack<'a> {
    /// A straight lane among equal discs.
    Discs(DiscAttack),
    /// Any other lane.
    General(Rc<GeneralAttack<'a>>),
}

impl<'a> Attack<'a> {
    /// Computes the attack of a lane among equal discs that may capture. The pieces in `skip`, the target among them, are off the
    /// board.
    #[inline]
    pub fn among_discs(
        position: &'a PlanePosition,
        centres: &Centres,
        lane: PieceLane,
        skip: &[PieceId],
    ) -> Attack<'a> {
        let rule = position.rule_of(lane);
        if rule.shape == LaneShape::Area {
            return Attack::general(position, lane, skip);
        }
        let disc_lane = DiscLane::at(position.piece(lane.piece), lane.piece, lane.lane, rule);
        Attack::Discs(DiscAttack::new(position.rules(), centres, &disc_lane, skip))
    }

    /// Computes the attack of any lane that may capture. The pieces in `skip`, the target among them, are off the board.
    pub fn general(position: &'a PlanePosition, lane: PieceLane, skip: &[PieceId]) -> Attack<'a> {
        Attack::General(Rc::new(GeneralAttack::new(position, lane, |id| skip.contains(&id))))
    }

    #[inline]
    pub fn attacker(&self) -> PieceId {
        match self {
            Attack::Discs(attack) => attack.attacker,
            Attack::General(attack) => attack.attacker(),
        }
    }

    /// Whether the attack takes a target at a place.
    #[inline]
    pub fn takes(&self, target: Point) -> bool {
        match self {
            Attack::Discs(attack) => attack.takes(target),
            Attack::General(attack) => attack.takes(target, None),
        }
    }

    /// Whether an enemy of the attacker at a place blocks the capture of `target`, which the attack takes otherwise.
    #[inline]
    pub fn is_blocked_by(&self, target: Point, blocker: Point) -> bool {
        match self {
            Attack::Discs(attack) => attack.is_blocked_by(target, blocker),
            Attack::General(attack) => !attack.takes(target, Some(blocker)),
        }
    }
}

/// Returns the attacks in general form among these.
fn general_among<'s, 'a>(attacks: &'s [Attack<'a>]) -> Vec<&'s GeneralAttack<'a>> {
    let general = attacks.iter().filter_map(|attack| match attack {
        Attack::Discs(_) => None,
        Attack::General(attack) => Some(&**attack),
    });
    general.collect()
}

/// Returns the distances of a part of a path, which has this `length`, at which some of the attacks takes a target.
#[inline]
pub fn taken_along(attacks: &[Attack<'_>], rules: &Rules, path: &Path, length: f64, part: Interval) -> Spans {
    let (ray, tie) = (path.as_ray(), rules.epsilon);
    let mut taken = Spans::none();
    for attack in attacks {
        // Among equal discs all paths are straight.
        let (Attack::Discs(attack), Some(ray)) = (attack, &ray) else { continue };
        let spans = attack.taken_along(ray, part.to);
        if taken.is_empty() {
            taken = spans;
        } else if !spans.is_empty() {
            work(8 * taken.parts().len());
            taken = taken.union(&spans, tie);
        }
    }
    let general = general_among(attacks);
    if general.is_empty() {
        return taken;
    }
    let window = AttackWindow::along(&rules.board, path, length);
    let curves = general.iter().flat_map(|attack| attack.target_curves_in(&window));
    let is_taken = |place: Point| general.iter().any(|attack| attack.takes(place, None));
    taken.union(&parts_where(path, part, curves, tie, is_taken), tie)
}

/// Returns the distances of a part of a path at which a piece blocks all of the attacks, which take `target` otherwise.
pub fn blocked_along(
    attacks: &[Attack<'_>],
    rules: &Rules,
    target: Point,
    path: &Path,
    part: Interval,
) -> Spans {
    let is_blocked = |place: Point| attacks.iter().all(|attack| attack.is_blocked_by(target, place));
    if part.is_point() {
        return if is_blocked(path.at(part.from)) { part.into() } else { Spans::none() };
    }
    let general = general_among(attacks);
    if !general.is_empty() {
        let window = AttackWindow::along(&rules.board, path, part.to);
        let curves = general.iter().flat_map(|attack| attack.block_curves_in(&window, target));
        return parts_where(path, part, curves, rules.epsilon, is_blocked);
    }
    let mut blocked = Spans::from(part);
    for attack in attacks {
        if let (Attack::Discs(attack), Some(ray)) = (attack, path.as_ray()) {
            blocked = blocked.intersection(&attack.blocked_along(target, &ray, part.to), rules.epsilon);
        }
        if blocked.is_empty() {
            break;
        }
    }
    blocked
}

/// Returns the distances of a part of a path at whose places `holds` is true. The answer of `holds` changes only where the path
/// crosses one of the curves.
fn parts_where(
    path: &Path,
    part: Interval,
    curves: impl Iterator<Item = Curve>,
    tie: f64,
    holds: impl Fn(Point) -> bool,
) -> Spans {
    let trace = path.trace();
    let cuts = curves.flat_map(|curve| trace.crossings(&curve, part.from, part.to));
    spans_where(part, cuts, tie, |d| holds(path.at(d)))
}
