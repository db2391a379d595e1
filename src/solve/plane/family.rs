//! Families of positions that differ by one number, and the exact set of numbers for which the side to move is mated.

use super::linear::LinearMove;
use super::scene::ReplyScene;
use super::zeros::TooMany;
use crate::board::Surface;
use crate::chess::{Color, Status};
use crate::geom::{Interval, Path, Spans, Vec2, decide, spans_where};
use crate::plane::{PieceId, PieceIds, PlanePosition, Survey};
use crate::solve::stipulation::Goal;
use smallvec::{SmallVec, smallvec};

/// Board units: a shorter stretch is reported as undecided, because epsilon may reach across it.
pub const NARROW: f64 = 1e-7;

/// Positions that differ by one number, the parameter. Some pieces move in a line with it.
pub struct Family<'a> {
    /// Returns the position of a parameter.
    pub at: Box<dyn Fn(f64) -> PlanePosition + 'a>,
    /// The moving pieces: one leg after another, cut where a path crosses a seam.
    pub legs: Vec<Leg>,
}

/// A piece that moves in a line with the parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MovingPiece {
    pub piece: PieceId,
    /// The velocity, for each unit of the parameter.
    pub velocity: Vec2,
}

/// A stretch of parameters on which each piece moves in a line or stands still.
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
        let leg = |(path, from, to): (Path, f64, f64)| {
            let moving = match path {
                Path::Line { dir, .. } => smallvec![MovingPiece { piece, velocity: dir }],
                Path::Arc { .. } | Path::Turn { .. } => SmallVec::new(),
            };
            Leg { from, to, moving }
        };
        board.cut(path, part.from, part.to).into_iter().map(leg).collect()
    }

    /// Returns the intersection of a part with the leg. Neighbouring legs share the parameter between them.
    fn within(&self, part: Interval) -> Option<Interval> {
        let mut out = part;
        if self.from > part.from {
            (out.from, out.open_from) = (self.from, false);
        }
        if self.to < part.to {
            (out.to, out.open_to) = (self.to, false);
        }
        (out.from < out.to).then_some(out)
    }
}

/// A part of a leg.
pub struct LegPart<'l> {
    pub leg: &'l Leg,
    pub part: Interval,
    /// The position in the middle of the part.
    pub middle: PlanePosition,
}

impl LegPart<'_> {
    /// Returns the scene for the side to move.
    pub fn scene(&self) -> ReplyScene<'_> {
        self.scene_of(self.middle.turn())
    }

    /// Returns the scene for either side.
    pub fn scene_of(&self, side: Color) -> ReplyScene<'_> {
        ReplyScene::new(&self.middle, side, self.part, &self.leg.moving)
    }

    /// Returns where in the part a condition holds. It may change at these parameters only.
    pub fn where_holds(&self, changes: Vec<f64>, holds: impl Fn(f64) -> bool) -> Spans {
        spans_where(self.part, changes, self.middle.rules().epsilon, holds)
    }
}

/// Parameters at which a move is legal with the same captures.
pub struct LegalPart {
    pub part: Interval,
    pub captures: PieceIds,
}

/// A set of parameters, with those that could not be decided.
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

    /// Returns a stretch as undecided.
    pub fn undecided(stretch: Interval) -> Decided {
        Decided { reached: Spans::none(), undecided: vec![stretch] }
    }

    /// Adds the parameters of another part.
    pub fn add(&mut self, found: Decided) {
        self.reached = self.reached.union(&found.reached, 0.0);
        self.undecided.extend(found.undecided);
    }
}

/// Whether a position is the one of mate and stalemate that `goal` asks for.
pub fn is_goal(position: &PlanePosition, goal: Goal) -> bool {
    let wanted = match goal {
        Goal::Mate => Status::Checkmate,
        Goal::Stalemate => Status::Stalemate,
    };
    position.status() == wanted
}

impl Family<'_> {
    /// Yields the parts of a stretch that lie on one leg each.
    pub fn parts(&self, stretch: Interval) -> impl Iterator<Item = LegPart<'_>> {
        self.legs.iter().filter_map(move |leg| Some(self.part_of(leg, leg.within(stretch)?)))
    }

    fn part_of<'l>(&self, leg: &'l Leg, part: Interval) -> LegPart<'l> {
        LegPart { leg, part, middle: (self.at)(part.from.midpoint(part.to)) }
    }

    fn has_goal(&self, t: f64, goal: Goal) -> bool {
        is_goal(&(self.at)(t), goal)
    }

    /// Returns exactly for which parameters of a stretch the side to move is mated, or stalemated.
    pub fn decided(&self, goal: Goal, stretch: Interval) -> Decided {
        if stretch.is_point() {
            return Decided::single(stretch, self.has_goal(stretch.from, goal));
        }
        match self.by_closed_forms(goal, stretch) {
            Ok(reached) => self.confirmed(goal, &reached),
            Err(TooMany) => Decided::undecided(stretch),
        }
    }

    /// Returns the parameters at which the closed forms say that the goal is reached.
    fn by_closed_forms(&self, goal: Goal, stretch: Interval) -> Result<Spans, TooMany> {
        let wants_check = goal == Goal::Mate;
        let mut reached = Spans::none();
        for here in self.parts(stretch) {
            // Bare kings are a draw. All positions of a family have the same pieces.
            if here.middle.has_bare_kings() {
                continue;
            }
            let changes = here.scene().changes_of_check()?;
            let is_check_as_wanted = |t: f64| Survey::new(&(self.at)(t)).in_check() == wants_check;
            for &part in here.where_holds(changes, is_check_as_wanted).parts() {
                reached = reached.union(&self.without_reply(here.leg, part)?, 0.0);
            }
        }
        Ok(reached)
    }

    /// Returns the parameters of a stretch of one leg without a legal reply: for each lane, the parameters at which the lane has a
    /// reply are removed.
    fn without_reply(&self, leg: &Leg, stretch: Interval) -> Result<Spans, TooMany> {
        if stretch.is_point() {
            let has_reply = Survey::new(&(self.at)(stretch.from)).has_legal_move();
            return Ok(if has_reply { Spans::none() } else { stretch.into() });
        }
        let middle = self.part_of(leg, stretch).middle;
        let epsilon = middle.rules().epsilon;
        // A piece that a reply captures is put back, and attacks from its home or blocks a line.
        let with_homes = middle.with_homes(!middle.turn());
        let scene = ReplyScene::new(&with_homes, with_homes.turn(), stretch, &leg.moving);
        let mut common_changes = scene.changes_of_attacks()?;
        // The pieces on their homes come after all others.
        let at_home = with_homes.ids().skip(middle.pieces().len());
        common_changes.extend(scene.changes_of_cover(at_home)?);
        let mut left = Spans::from(stretch);
        for (piece, lane) in lanes_of_replies(&Survey::new(&middle)) {
            if left.is_empty() {
                break;
            }
            let mut changes = scene.changes_of_reply(piece, lane)?;
            changes.extend(&common_changes);
            let has_no_reply = |t: f64| Survey::new(&(self.at)(t)).legal_on(piece, lane).is_empty();
            let mut without = Spans::none();
            for &part in left.parts() {
                let free = spans_where(part, changes.iter().copied(), epsilon, has_no_reply);
                without = without.union(&free, 0.0);
            }
            left = without;
        }
        Ok(left)
    }

    /// Returns the parameters of a stretch at which a move is legal, with its captures.
    pub fn legal(&self, m: &LinearMove, stretch: Interval) -> Result<Vec<LegalPart>, TooMany> {
        let captured = |t: f64| Some((self.at)(t).judge(m.at(t)).ok()?.captures);
        if stretch.is_point() {
            let legal = captured(stretch.from).map(|captures| LegalPart { part: stretch, captures });
            return Ok(legal.into_iter().collect());
        }
        let mut out = Vec::new();
        for here in self.parts(stretch) {
            let scene = here.scene();
            let mut changes = scene.changes_of_attacks()?;
            changes.extend(scene.changes_at(m.piece, m.lane, m.distance)?);
            let found = decide(here.part, changes, here.middle.rules().epsilon, captured);
            out.extend(found.into_iter().map(|found| LegalPart { part: found.part, captures: found.value }));
        }
        Ok(out)
    }

    /// Returns the parameters of a stretch at which check may change, or what is legal on a lane of the side to move.
    pub fn changes(&self, stretch: Interval) -> Result<Vec<f64>, TooMany> {
        let mut out = Vec::new();
        for here in self.parts(stretch) {
            let scene = here.scene();
            out.extend(scene.changes_of_check()?);
            out.extend(scene.changes_of_attacks()?);
            for (piece, lane) in lanes_of_replies(&Survey::new(&here.middle)) {
                out.extend(scene.changes_of_reply(piece, lane)?);
            }
        }
        Ok(out)
    }

    /// Returns the parameters at which the goal is reached, given those of the closed forms. A part is undecided if it is too narrow to
    /// be trusted, or if play at its ends and its middle does not confirm it. A gap that is too narrow is undecided too.
    fn confirmed(&self, goal: Goal, reached: &Spans) -> Decided {
        let parts = reached.parts();
        let is_narrow = |part: &Interval| !part.is_point() && part.to - part.from < NARROW;
        let gaps = parts.windows(2).map(|w| Interval::open(w[0].to, w[1].from));
        let mut undecided: Vec<Interval> = gaps.filter(is_narrow).collect();
        let has_goal = |t: f64| self.has_goal(t, goal);
        let mut sure = Spans::none();
        for part in parts {
            let is_confirmed = (part.open_from || has_goal(part.from))
                && (part.open_to || has_goal(part.to))
                && has_goal(part.from.midpoint(part.to));
            if is_narrow(part) || !is_confirmed {
                undecided.push(*part);
            } else {
                sure = sure.union(&(*part).into(), 0.0);
            }
        }
        Decided { reached: sure, undecided }
    }
}

/// Yields the lanes of the side to move (piece, index): first those that have a move, then those without. Among each the king's come
/// first.
fn lanes_of_replies(survey: &Survey<'_>) -> impl Iterator<Item = (PieceId, usize)> {
    let position = survey.position();
    let king = position.king(position.turn());
    let all = move || {
        let others = position.side(position.turn()).filter(move |id| Some(*id) != king);
        let pieces = king.into_iter().chain(others);
        pieces.flat_map(|id| (0..position.lanes(id).len()).map(move |lane| (id, lane)))
    };
    let has_move = |(piece, lane): &(PieceId, usize)| !survey.legal_on(*piece, *lane).is_empty();
    // Most often the first lanes suffice, so no lane is looked at before it is asked for.
    all().filter(has_move).chain(all().filter(move |lane| !has_move(lane)))
}
