//! Families of positions that differ by one number, and the exact set of numbers for which the side to move is mated.

use super::linear::LinearMove;
use super::scene::ReplyScene;
use super::zeros::TooMany;
use crate::board::{CanonicalPart, Surface};
use crate::chess::{Color, Status};
use crate::geom::{Interval, Path, Spans, ValuedInterval, Vec2, spans_where, valued_intervals};
use crate::plane::{PieceId, PieceIds, PieceLane, PlanePosition, Survey};
use crate::solve::stipulation::Goal;
use smallvec::{SmallVec, smallvec};

/// Board units: a shorter stretch is reported as undecided, because epsilon may reach across it.
pub const NARROW: f64 = 1e-7;

/// Positions that differ by one number, the parameter. Some pieces move along straight lines as the parameter rises.
pub struct Family<'a> {
    /// Returns the position of a parameter.
    pub position_at: Box<dyn Fn(f64) -> PlanePosition + 'a>,
    /// The legs of the parameter, in order.
    pub legs: Vec<Leg>,
}

/// A piece that moves along a straight line as the parameter rises.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MovingPiece {
    pub piece: PieceId,
    /// The velocity, for each unit of the parameter.
    pub velocity: Vec2,
}

/// A stretch of parameters on which each piece moves along a straight line or stands still.
#[derive(Debug, Clone, PartialEq)]
pub struct Leg {
    pub from: f64,
    pub to: f64,
    /// The moving pieces: none, one, or one and the piece that answers it.
    pub moving: SmallVec<[MovingPiece; 2]>,
}

impl Leg {
    /// Returns the legs of a piece whose distance along a path is the parameter, cut where the path crosses a seam.
    pub fn along(board: &Surface, path: &Path, part: Interval, piece: PieceId) -> Vec<Leg> {
        let leg = |CanonicalPart { path, from, to }| {
            let moving = match path {
                Path::Line { dir, .. } => smallvec![MovingPiece { piece, velocity: dir }],
                Path::Arc { .. } | Path::Turn { .. } => SmallVec::new(),
            };
            Leg { from, to, moving }
        };
        board.cut(path, part.from, part.to).into_iter().map(leg).collect()
    }

    /// Returns the part of a stretch that lies on the leg; `None` if it has no length. Neighbouring legs share their common end.
    fn part_of(&self, stretch: Interval) -> Option<Interval> {
        let mut part = stretch;
        if self.from > stretch.from {
            (part.from, part.open_from) = (self.from, false);
        }
        if self.to < stretch.to {
            (part.to, part.open_to) = (self.to, false);
        }
        (part.from < part.to).then_some(part)
    }
}

/// A part of a leg, with a position of the family.
pub struct LegPart<'l> {
    pub leg: &'l Leg,
    pub part: Interval,
    /// The position in the middle of the part.
    pub middle: PlanePosition,
}

impl LegPart<'_> {
    /// Returns the scene of the replies of the side to move.
    pub fn scene(&self) -> ReplyScene<'_> {
        self.scene_of(self.middle.turn())
    }

    /// Returns the scene of the replies of a side.
    pub fn scene_of(&self, side: Color) -> ReplyScene<'_> {
        ReplyScene::new(&self.middle, side, self.part, &self.leg.moving)
    }

    /// Returns the parameters of the part at which a condition holds, given those at which it may change.
    pub fn where_holds(&self, changes: Vec<f64>, holds: impl Fn(f64) -> bool) -> Spans {
        spans_where(self.part, changes, self.middle.rules().epsilon, holds)
    }
}

/// The parameters at which a goal is reached, and those that could not be decided.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Decided {
    /// The parameters at which the goal is reached.
    pub reached: Spans,
    /// The undecided parameters.
    pub undecided: Vec<Interval>,
}

impl Decided {
    /// Returns the decision on a single parameter.
    pub fn single(parameter: Interval, is_reached: bool) -> Decided {
        let reached = if is_reached { parameter.into() } else { Spans::none() };
        Decided { reached, undecided: Vec::new() }
    }

    /// Returns the result that a whole stretch could not be decided.
    pub fn undecided_on(stretch: Interval) -> Decided {
        Decided { reached: Spans::none(), undecided: vec![stretch] }
    }

    /// Adds the result of another part.
    pub fn add(&mut self, found: Decided) {
        self.reached = self.reached.union(&found.reached, 0.0);
        self.undecided.extend(found.undecided);
    }
}

/// Whether the side to move is mated, or stalemated, as the goal asks.
pub fn is_goal(position: &PlanePosition, goal: Goal) -> bool {
    let wanted = match goal {
        Goal::Mate => Status::Checkmate,
        Goal::Stalemate => Status::Stalemate,
    };
    position.status() == wanted
}

impl Family<'_> {
    pub fn position(&self, t: f64) -> PlanePosition {
        (self.position_at)(t)
    }

    /// Yields the parts into which the legs cut a stretch.
    pub fn parts(&self, stretch: Interval) -> impl Iterator<Item = LegPart<'_>> {
        self.legs.iter().filter_map(move |leg| {
            let part = leg.part_of(stretch)?;
            Some(LegPart { leg, part, middle: self.position(part.middle()) })
        })
    }

    fn has_goal(&self, t: f64, goal: Goal) -> bool {
        is_goal(&self.position(t), goal)
    }

    /// Returns exactly for which parameters of a stretch the side to move is mated, or stalemated.
    pub fn decided(&self, goal: Goal, stretch: Interval) -> Decided {
        if stretch.is_point() {
            return Decided::single(stretch, self.has_goal(stretch.from, goal));
        }
        match self.by_closed_forms(goal, stretch) {
            Ok(reached) => self.confirmed(goal, &reached),
            Err(TooMany) => Decided::undecided_on(stretch),
        }
    }

    /// Returns the parameters at which the closed forms say that the goal is reached.
    fn by_closed_forms(&self, goal: Goal, stretch: Interval) -> Result<Spans, TooMany> {
        let wants_check = goal == Goal::Mate;
        let mut reached = Spans::none();
        for on_leg in self.parts(stretch) {
            // Bare kings are a draw. All positions of a family have the same pieces.
            if on_leg.middle.has_bare_kings() {
                continue;
            }
            let changes = on_leg.scene().changes_of_check()?;
            let is_check_as_wanted = |t: f64| Survey::new(&self.position(t)).in_check() == wants_check;
            for &part in on_leg.where_holds(changes, is_check_as_wanted).parts() {
                reached = reached.union(&self.without_reply(on_leg.leg, part)?, 0.0);
            }
        }
        Ok(reached)
    }

    /// Returns the parameters of a stretch of one leg at which the side to move has no legal reply. It removes, for each lane, the
    /// parameters at which the lane has a reply.
    fn without_reply(&self, leg: &Leg, stretch: Interval) -> Result<Spans, TooMany> {
        if stretch.is_point() {
            let has_reply = Survey::new(&self.position(stretch.from)).has_legal_move();
            return Ok(if has_reply { Spans::none() } else { stretch.into() });
        }
        let middle = self.position(stretch.middle());
        let epsilon = middle.rules().epsilon;
        // With rebirth a piece that a reply captures is put back. From its home it may attack, or block a line.
        let with_homes = middle.with_homes(!middle.turn());
        let scene = ReplyScene::new(&with_homes, with_homes.turn(), stretch, &leg.moving);
        let mut common_changes = scene.changes_of_attacks()?;
        // The pieces on their homes have the last ids.
        let at_home = with_homes.ids().skip(middle.pieces().len());
        common_changes.extend(scene.changes_of_overlaps(at_home)?);
        let mut remaining = Spans::from(stretch);
        for reply in lanes_of_replies(&Survey::new(&middle)) {
            if remaining.is_empty() {
                break;
            }
            let mut changes = scene.changes_of_reply(reply)?;
            changes.extend(&common_changes);
            let has_no_reply =
                |t: f64| Survey::new(&self.position(t)).legal_on(reply.piece, reply.lane).is_empty();
            let mut without_lane = Spans::none();
            for &part in remaining.parts() {
                let found = spans_where(part, changes.iter().copied(), epsilon, has_no_reply);
                without_lane = without_lane.union(&found, 0.0);
            }
            remaining = without_lane;
        }
        Ok(remaining)
    }

    /// Returns the parameters of a stretch at which a move is legal, with its captures.
    pub fn legal(&self, m: &LinearMove, stretch: Interval) -> Result<Vec<ValuedInterval<PieceIds>>, TooMany> {
        let captures_at = |t: f64| Some(self.position(t).judge(m.at(t)).ok()?.captures);
        if stretch.is_point() {
            let legal = captures_at(stretch.from).map(|value| ValuedInterval { part: stretch, value });
            return Ok(legal.into_iter().collect());
        }
        let mut out = Vec::new();
        for on_leg in self.parts(stretch) {
            let scene = on_leg.scene();
            let mut changes = scene.changes_of_attacks()?;
            changes.extend(scene.changes_of_move(m)?);
            out.extend(valued_intervals(on_leg.part, changes, on_leg.middle.rules().epsilon, captures_at));
        }
        Ok(out)
    }

    /// Returns the parameters of a stretch at which check or the legal set of the side to move may change.
    pub fn changes(&self, stretch: Interval) -> Result<Vec<f64>, TooMany> {
        let mut out = Vec::new();
        for on_leg in self.parts(stretch) {
            let scene = on_leg.scene();
            out.extend(scene.changes_of_check()?);
            out.extend(scene.changes_of_attacks()?);
            for lane in lanes_of_replies(&Survey::new(&on_leg.middle)) {
                out.extend(scene.changes_of_reply(lane)?);
            }
        }
        Ok(out)
    }

    /// Returns the parameters at which the goal is reached, given those of the closed forms. A part is undecided if it is too narrow to
    /// be trusted, or if play at its ends and its middle does not confirm it. A gap that is too narrow is undecided too.
    fn confirmed(&self, goal: Goal, reached: &Spans) -> Decided {
        let parts = reached.parts();
        let is_narrow = |part: &Interval| !part.is_point() && part.length() < NARROW;
        let gaps = parts.windows(2).map(|pair| Interval::open(pair[0].to, pair[1].from));
        let mut undecided: Vec<Interval> = gaps.filter(is_narrow).collect();
        let mut confirmed_parts = Spans::none();
        for part in parts {
            let mut played = part.closed_ends().chain([part.middle()]);
            if is_narrow(part) || !played.all(|t| self.has_goal(t, goal)) {
                undecided.push(*part);
            } else {
                confirmed_parts = confirmed_parts.union(&(*part).into(), 0.0);
            }
        }
        Decided { reached: confirmed_parts, undecided }
    }
}

/// Yields the lanes of the side to move: first those with a move, then the others. In both groups the king's lanes come first.
fn lanes_of_replies(survey: &Survey<'_>) -> impl Iterator<Item = PieceLane> {
    let position = survey.position();
    let king = position.king(position.turn());
    let others = position.side(position.turn()).filter(|id| Some(*id) != king);
    let lanes: Vec<PieceLane> =
        king.into_iter().chain(others).flat_map(|id| position.piece_lanes(id)).collect();
    let has_move = |reply: &PieceLane| !survey.legal_on(reply.piece, reply.lane).is_empty();
    // Most often the first lanes suffice. So a lane is tested for moves only when it is asked for.
    lanes.clone().into_iter().filter(has_move).chain(lanes.into_iter().filter(move |lane| !has_move(lane)))
}
