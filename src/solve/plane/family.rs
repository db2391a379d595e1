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
    pub sample: PlanePosition,
}

impl LegPart<'_> {
    /// Returns the scene for the side to move.
    pub fn scene(&self) -> ReplyScene<'_> {
        self.scene_of(self.sample.turn())
    }

    /// Returns the scene for either side.
    pub fn scene_of(&self, side: Color) -> ReplyScene<'_> {
        ReplyScene::new(&self.sample, side, self.part, &self.leg.moving)
    }

    /// Returns the stretches of a part on which a condition holds. It may change at these parameters only.
    pub fn where_holds(&self, part: Interval, changes: &[f64], holds: impl Fn(f64) -> bool) -> Spans {
        spans_where(part, changes.iter().copied(), self.sample.rules().epsilon, holds)
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
    pub fn unknown(part: Interval) -> Decided {
        Decided { reached: Spans::none(), undecided: vec![part] }
    }

    /// Adds the parameters of another part.
    pub fn add(&mut self, found: Decided) {
        self.reached = self.reached.union(&found.reached, 0.0);
        self.undecided.extend(found.undecided);
    }
}

/// Whether a position is mate or stalemate.
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
        LegPart { leg, part, sample: (self.at)(part.from.midpoint(part.to)) }
    }

    /// Returns exactly for which parameters of a stretch the side to move is mated, or stalemated.
    pub fn reaching(&self, goal: Goal, part: Interval) -> Decided {
        if part.is_point() {
            return Decided::single(part, is_goal(&(self.at)(part.from), goal));
        }
        let reached = self.reached(goal, part);
        reached.map_or_else(|TooMany| Decided::unknown(part), |reached| self.confirmed(goal, &reached))
    }

    /// Returns the parameters at which the closed forms say that the goal is reached.
    fn reached(&self, goal: Goal, stretch: Interval) -> Result<Spans, TooMany> {
        let mut reached = Spans::none();
        for here in self.parts(stretch) {
            // All positions of a family have the same pieces.
            if here.sample.has_bare_kings() {
                continue;
            }
            let changes = here.scene().changes_of_check()?;
            let is_check = |t: f64| Survey::new(&(self.at)(t)).in_check();
            let wanted = |t: f64| is_check(t) == (goal == Goal::Mate);
            for &part in here.where_holds(here.part, &changes, wanted).parts() {
                reached = reached.union(&self.without_reply(here.leg, part)?, 0.0);
            }
        }
        Ok(reached)
    }

    /// Returns the parameters of a stretch without a legal reply: for each lane, the parameters at which the lane has a reply are
    /// removed.
    fn without_reply(&self, leg: &Leg, part: Interval) -> Result<Spans, TooMany> {
        if part.is_point() {
            let has_reply = Survey::new(&(self.at)(part.from)).has_legal_move();
            return Ok(if has_reply { Spans::none() } else { part.into() });
        }
        let here = self.part_of(leg, part);
        // A piece that a reply captures is put back, and attacks from its home or blocks a line.
        let stage = here.sample.with_homes(!here.sample.turn());
        let scene = ReplyScene::new(&stage, stage.turn(), part, &leg.moving);
        let mut always = scene.changes_of_attacks()?;
        always.extend(scene.changes_of_cover(stage.ids().skip(here.sample.pieces().len()))?);
        let mut left = Spans::from(part);
        for (piece, lane) in replies(&Survey::new(&here.sample)) {
            if left.is_empty() {
                break;
            }
            let mut changes = scene.changes_of_reply(piece, lane)?;
            changes.extend(&always);
            let has_no_reply = |t: f64| Survey::new(&(self.at)(t)).legal_on(piece, lane).is_empty();
            let mut without = Spans::none();
            for &part in left.parts() {
                without = without.union(&here.where_holds(part, &changes, has_no_reply), 0.0);
            }
            left = without;
        }
        Ok(left)
    }

    /// Returns the parameters at which a move is legal, with its captures.
    pub fn legal(&self, line: &LinearMove, part: Interval) -> Result<Vec<LegalPart>, TooMany> {
        let captured = |t: f64| Some((self.at)(t).judge(line.at(t)).ok()?.captures);
        if part.is_point() {
            let legal = captured(part.from).map(|captures| LegalPart { part, captures });
            return Ok(legal.into_iter().collect());
        }
        let mut out = Vec::new();
        for here in self.parts(part) {
            let scene = here.scene();
            let mut changes = scene.changes_of_attacks()?;
            changes.extend(scene.changes_at(line.piece, line.lane, line.distance)?);
            let found = decide(here.part, changes, here.sample.rules().epsilon, captured);
            out.extend(found.into_iter().map(|found| LegalPart { part: found.part, captures: found.value }));
        }
        Ok(out)
    }

    /// Returns the parameters at which check or the legal set of some reply may change.
    pub fn changes(&self, part: Interval) -> Result<Vec<f64>, TooMany> {
        let mut out = Vec::new();
        for here in self.parts(part) {
            let scene = here.scene();
            out.extend(scene.changes_of_check()?);
            out.extend(scene.changes_of_attacks()?);
            for (piece, lane) in replies(&Survey::new(&here.sample)) {
                out.extend(scene.changes_of_reply(piece, lane)?);
            }
        }
        Ok(out)
    }

    /// Returns the parameters at which the goal is reached. What is too narrow to be trusted, or not confirmed when it is played,
    /// is undecided.
    fn confirmed(&self, goal: Goal, reached: &Spans) -> Decided {
        let parts = reached.parts();
        let is_narrow = |part: &Interval| !part.is_point() && part.to - part.from < NARROW;
        let gaps = parts.windows(2).map(|w| Interval::open(w[0].to, w[1].from));
        let mut undecided: Vec<Interval> = gaps.filter(is_narrow).collect();
        let plays = |t: f64| is_goal(&(self.at)(t), goal);
        let mut sure = Spans::none();
        for part in parts {
            let is_confirmed = (part.open_from || plays(part.from))
                && (part.open_to || plays(part.to))
                && plays(part.from.midpoint(part.to));
            if is_narrow(part) || !is_confirmed {
                undecided.push(*part);
            } else {
                sure = sure.union(&(*part).into(), 0.0);
            }
        }
        Decided { reached: sure, undecided }
    }
}

/// Yields the lanes of the side to move: those that have a move come first, and the king's before others.
fn replies(survey: &Survey<'_>) -> impl Iterator<Item = (PieceId, usize)> {
    let position = survey.position();
    let king = position.king(position.turn());
    let all = move || {
        let others = position.side(position.turn()).filter(move |id| Some(*id) != king);
        let pieces = king.into_iter().chain(others);
        pieces.flat_map(|id| (0..position.lanes(id).len()).map(move |lane| (id, lane)))
    };
    let has_move = |(piece, lane): &(PieceId, usize)| !survey.legal_on(*piece, *lane).is_empty();
    all().filter(has_move).chain(all().filter(move |lane| !has_move(lane)))
}
