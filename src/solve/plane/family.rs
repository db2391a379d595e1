//! Families of positions that differ by one number, and the exact set of numbers for which the side to move is mated.

use super::linear_move::LinearMove;
use super::scene::ReplyScene;
use super::zeros::TooMany;
use crate::board::Surface;
use crate::chess::{Color, Status};
use crate::geom::{Interval, Path, Spans, Vec2, decide, spans_where};
use crate::plane::{PieceId, PieceIds, PlanePosition, Survey};
use crate::solve::stipulation::Goal;

/// Board units: a shorter stretch is reported as undecided, because epsilon may reach across it.
pub const NARROW: f64 = 1e-7;

/// Positions that differ by one number, the parameter, with which some pieces move in a line.
pub struct Family<'a> {
    /// Returns the position of a parameter.
    pub at: Box<dyn Fn(f64) -> PlanePosition + 'a>,
    /// The moving pieces: one leg after another, cut where a path crosses a seam.
    pub legs: Vec<Leg>,
}

/// A stretch of parameters on which each piece moves in a line or stands still.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Leg {
    /// The least parameter.
    pub from: f64,
    /// The greatest parameter.
    pub to: f64,
    /// The moving pieces with their velocities: one, or one and the piece that answers it.
    pub moving: [Option<(PieceId, Vec2)>; 2],
}

impl Leg {
    /// Returns the legs of a piece whose distance along a path is the parameter, cut where the path crosses a seam.
    pub fn along(board: &Surface, path: &Path, part: Interval, mover: PieceId) -> Vec<Leg> {
        let leg = |(path, from, to): (Path, f64, f64)| {
            let moving = match path {
                Path::Line { dir, .. } => Some((mover, dir)),
                Path::Arc { .. } | Path::Turn { .. } => None,
            };
            Leg { from, to, moving: [moving, None] }
        };
        board.cut(path, part.from, part.to).into_iter().map(leg).collect()
    }

    /// Returns the intersection of a part with the leg. Neighbouring legs share the parameter between them.
    pub fn within(&self, part: Interval) -> Option<Interval> {
        let mut out = part;
        if self.from > part.from {
            (out.from, out.open_from) = (self.from, false);
        }
        if self.to < part.to {
            (out.to, out.open_to) = (self.to, false);
        }
        (out.from < out.to).then_some(out)
    }

    /// Returns the scene of a part of the leg for the side to move. The sample is the position of its middle.
    pub fn scene<'p>(&self, sample: &'p PlanePosition, part: Interval) -> ReplyScene<'p> {
        self.scene_of(sample, sample.turn(), part)
    }

    /// Returns the scene of a part of the leg for either side.
    pub fn scene_of<'p>(&self, sample: &'p PlanePosition, side: Color, part: Interval) -> ReplyScene<'p> {
        let length = part.to - part.from;
        let moving: Vec<(PieceId, Vec2)> = self.moving.into_iter().flatten().collect();
        ReplyScene::new(sample, side, 0.5 * length, &moving, length)
    }
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
    /// Returns exactly for which parameters of a stretch the side to move is mated, or stalemated.
    pub fn reaching(&self, goal: Goal, part: Interval) -> Decided {
        if part.is_point() {
            let reached = is_goal(&(self.at)(part.from), goal);
            let reached = if reached { part.into() } else { Spans::none() };
            return Decided { reached, undecided: Vec::new() };
        }
        let mut found = self.decided(goal, part).unwrap_or_else(|TooMany| Decided::unknown(part));
        self.mark_doubtful(goal, &mut found);
        found
    }

    fn decided(&self, goal: Goal, part: Interval) -> Result<Decided, TooMany> {
        let mut found = Decided::default();
        for leg in &self.legs {
            if let Some(part) = leg.within(part) {
                self.decide_leg(leg, goal, part, &mut found)?;
            }
        }
        Ok(found)
    }

    fn decide_leg(&self, leg: &Leg, goal: Goal, part: Interval, found: &mut Decided) -> Result<(), TooMany> {
        let (sample, tie) = self.sample(part);
        // All positions of a family have the same pieces.
        if sample.has_bare_kings() {
            return Ok(());
        }
        let scene = leg.scene(&sample, part);
        let changes = scene.changes_of_check()?;
        let wanted = goal == Goal::Mate;
        let in_check = |t: f64| Survey::new(&(self.at)(t)).in_check() == wanted;
        for &stretch in spans_where(part, changes.iter().map(|t| part.from + t), tie, in_check).parts() {
            let without_reply = if stretch.is_point() {
                let reached = !Survey::new(&(self.at)(stretch.from)).has_legal_move();
                if reached { stretch.into() } else { Spans::none() }
            } else {
                self.without_reply(leg, stretch)?
            };
            found.reached = found.reached.union(&without_reply, 0.0);
        }
        Ok(())
    }

    /// Returns the parameters of a stretch without a legal reply: for each lane, the parameters at which the lane has a reply are
    /// removed.
    fn without_reply(&self, leg: &Leg, part: Interval) -> Result<Spans, TooMany> {
        let (sample, tie) = self.sample(part);
        // A piece that a reply captures is put back, and attacks from its home or blocks a line.
        let stage = sample.with_homes(!sample.turn());
        let scene = leg.scene(&stage, part);
        let mut always = scene.changes_of_attacks()?;
        always.extend(scene.changes_of_cover(stage.ids().skip(sample.pieces().len()))?);
        let mut left = Spans::from(part);
        for (piece, lane) in replies(&Survey::new(&sample)) {
            if left.is_empty() {
                break;
            }
            let mut changes = scene.changes_of_reply(piece, lane)?;
            changes.extend(&always);
            let has_no_move = |t: f64| Survey::new(&(self.at)(t)).legal_on(piece, lane).is_empty();
            let mut without = Spans::none();
            for &rest in left.parts() {
                let changes = changes.iter().map(|t| part.from + t);
                without = without.union(&spans_where(rest, changes, tie, has_no_move), 0.0);
            }
            left = without;
        }
        Ok(left)
    }

    /// Returns the parameters at which a move is legal, with its captures.
    pub fn legal(&self, line: &LinearMove, part: Interval) -> Result<Vec<(Interval, PieceIds)>, TooMany> {
        let captures = |t: f64| (self.at)(t).judge(line.at(t)).ok().map(|verdict| verdict.captures);
        if part.is_point() {
            return Ok(captures(part.from).map(|captures| (part, captures)).into_iter().collect());
        }
        let mut out = Vec::new();
        for leg in &self.legs {
            let Some(part) = leg.within(part) else { continue };
            let (sample, tie) = self.sample(part);
            let scene = leg.scene(&sample, part);
            let mut changes = scene.changes_of_attacks()?;
            changes.extend(scene.changes_at(line.piece, line.lane, [line.distance(part.from), line.by])?);
            let found = decide(part, changes.into_iter().map(|t| part.from + t), tie, captures);
            out.extend(found.into_iter().map(|found| (found.part, found.value)));
        }
        Ok(out)
    }

    /// Returns the parameters at which check or the legal set of some reply may change.
    pub fn changes(&self, part: Interval) -> Result<Vec<f64>, TooMany> {
        let mut out = Vec::new();
        for leg in &self.legs {
            let Some(part) = leg.within(part) else { continue };
            let (sample, _) = self.sample(part);
            let scene = leg.scene(&sample, part);
            let mut changes = scene.changes_of_check()?;
            changes.extend(scene.changes_of_attacks()?);
            for (piece, lane) in replies(&Survey::new(&sample)) {
                changes.extend(scene.changes_of_reply(piece, lane)?);
            }
            out.extend(changes.into_iter().map(|t| part.from + t));
        }
        Ok(out)
    }

    /// Returns the position of the middle of a stretch, and the epsilon of its rules.
    pub fn sample(&self, part: Interval) -> (PlanePosition, f64) {
        let position = (self.at)(part.from.midpoint(part.to));
        let tie = position.rules().epsilon;
        (position, tie)
    }

    /// Marks as undecided what is too narrow to be trusted, and what playing does not confirm.
    fn mark_doubtful(&self, goal: Goal, found: &mut Decided) {
        let parts = found.reached.parts();
        let gaps = parts.windows(2).map(|w| Interval::open(w[0].to, w[1].from));
        let narrow = |part: &Interval| !part.is_point() && part.to - part.from < NARROW;
        let mut doubtful: Vec<Interval> = gaps.filter(|gap| gap.from < gap.to && narrow(gap)).collect();
        for &part in parts {
            let closed = [(part.from, part.open_from), (part.to, part.open_to)];
            let asked = closed.into_iter().filter(|end| !end.1).map(|end| end.0);
            let confirmed = |t: f64| is_goal(&(self.at)(t), goal);
            if narrow(&part) || !asked.chain([part.from.midpoint(part.to)]).all(confirmed) {
                doubtful.push(part);
            }
        }
        for part in &doubtful {
            found.reached = found.reached.difference(&(*part).into(), 0.0);
        }
        found.undecided.extend(doubtful);
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
