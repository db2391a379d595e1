//! Positions that differ by one number, and exactly for which numbers the side to move is mated or stalemated.

use super::even_move::EvenMove;
use super::scene::Scene;
use super::zeros::TooMany;
use crate::board::Surface;
use crate::chess::{Color, Status};
use crate::geom::{Interval, Path, Spans, Vec2, decide};
use crate::plane::{PieceId, PieceIds, Position, Survey};
use crate::solve::stipulation::Goal;

/// A stretch shorter than this is named as undecided: the rules' tolerance may reach across it.
pub const NARROW: f64 = 1e-7;

/// Positions that differ by one number, the parameter, with which some pieces go straight.
pub struct Family<'a> {
    /// The position of a parameter.
    pub at: Box<dyn Fn(f64) -> Position + 'a>,
    /// Who moves with the parameter: one leg after another, cut where the way leads across a seam.
    pub legs: Vec<Leg>,
}

/// A stretch of parameters on which a piece goes straight, or nobody moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Leg {
    /// Where it begins.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// Who moves, and how far for each unit: one, or one and the one that answers it.
    pub moving: [Option<(PieceId, Vec2)>; 2],
}

impl Leg {
    /// The legs of a piece whose distances along a path are the parameters of a part: cut where it crosses a seam.
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

    /// What a part has in common with the leg. Where the way goes on into another leg, both have the place between them.
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

    /// The scene of a part of the leg, as the side to move sees it. The sample is of its middle.
    pub fn scene<'p>(&self, sample: &'p Position, part: Interval) -> Scene<'p> {
        self.scene_of(sample, sample.turn(), part)
    }

    /// The same, as either side sees it.
    pub fn scene_of<'p>(&self, sample: &'p Position, side: Color, part: Interval) -> Scene<'p> {
        let length = part.to - part.from;
        let moving: Vec<(PieceId, Vec2)> = self.moving.into_iter().flatten().collect();
        Scene::new(sample, side, 0.5 * length, &moving, length)
    }
}

/// A set of parameters, and those that could not be decided.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Decided {
    /// Where the goal is reached.
    pub reached: Spans,
    /// Where it is not known.
    pub undecided: Vec<Interval>,
}

impl Decided {
    /// Nothing is known of a stretch.
    pub fn unknown(part: Interval) -> Decided {
        Decided { reached: Spans::none(), undecided: vec![part] }
    }
}

/// Whether a position is mate or stalemate.
pub fn is_goal(position: &Position, goal: Goal) -> bool {
    let wanted = match goal {
        Goal::Mate => Status::Checkmate,
        Goal::Stalemate => Status::Stalemate,
    };
    position.status() == wanted
}

impl Family<'_> {
    /// Exactly for which parameters of a stretch the side to move is mated, or stalemated.
    pub fn reaching(&self, goal: Goal, part: Interval) -> Decided {
        if part.is_point() {
            let reached = is_goal(&(self.at)(part.from), goal);
            let reached = if reached { part.into() } else { Spans::none() };
            return Decided { reached, undecided: Vec::new() };
        }
        let mut found = self.decided(goal, part).unwrap_or_else(|TooMany| Decided::unknown(part));
        self.doubt(goal, &mut found);
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
        let scene = leg.scene(&sample, part);
        let changes = scene.changes_of_check()?;
        let wanted = goal == Goal::Mate;
        let in_check = |t: f64| (Survey::new(&(self.at)(t)).in_check() == wanted).then_some(());
        for (stretch, ()) in decide(part, changes.iter().map(|t| part.from + t), tie, in_check) {
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

    /// The parameters of a stretch for which there is no legal reply: of each lane of each piece those are taken away for
    /// which it has one.
    fn without_reply(&self, leg: &Leg, part: Interval) -> Result<Spans, TooMany> {
        let (sample, tie) = self.sample(part);
        // What a reply takes is put back, and attacks from there or shuts a line.
        let stage = sample.with_homes(!sample.turn());
        let scene = leg.scene(&stage, part);
        let mut always = scene.changes_of_attacks()?;
        always.extend(scene.changes_of_cover(stage.ids().skip(sample.pieces().len()))?);
        let mut left = Spans::from(part);
        for (piece, lane) in replies(&sample) {
            if left.is_empty() {
                break;
            }
            let mut changes = scene.changes_of_reply(piece, lane)?;
            changes.extend(&always);
            let legal = |t: f64| {
                let position = (self.at)(t);
                let has_move = !Survey::new(&position).legal_on(piece, lane).is_empty();
                (!has_move).then_some(())
            };
            let parts = left.parts().iter().flat_map(|&rest| {
                let changes = changes.iter().map(|t| part.from + t);
                decide(rest, changes, tie, legal).into_iter().map(|found| found.0)
            });
            left = parts.fold(Spans::none(), |all, part| all.union(&part.into(), 0.0));
        }
        Ok(left)
    }

    /// Where a move of the side to move is legal, and what it takes there. Its distance changes evenly with the parameter.
    pub fn legal(&self, line: &EvenMove, part: Interval) -> Result<Vec<(Interval, PieceIds)>, TooMany> {
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
            out.extend(decide(part, changes.into_iter().map(|t| part.from + t), tie, captures));
        }
        Ok(out)
    }

    /// Where check, or the legal set of some reply, may come or go.
    pub fn changes(&self, part: Interval) -> Result<Vec<f64>, TooMany> {
        let mut out = Vec::new();
        for leg in &self.legs {
            let Some(part) = leg.within(part) else { continue };
            let (sample, _) = self.sample(part);
            let scene = leg.scene(&sample, part);
            let mut changes = scene.changes_of_check()?;
            changes.extend(scene.changes_of_attacks()?);
            for (piece, lane) in replies(&sample) {
                changes.extend(scene.changes_of_reply(piece, lane)?);
            }
            out.extend(changes.into_iter().map(|t| part.from + t));
        }
        Ok(out)
    }

    /// The position of the middle of a stretch, and the tolerance of its rules.
    pub fn sample(&self, part: Interval) -> (Position, f64) {
        let position = (self.at)(part.from.midpoint(part.to));
        let tie = position.rules().epsilon;
        (position, tie)
    }

    /// Names as undecided what is too narrow to be trusted, and what play itself does not confirm.
    fn doubt(&self, goal: Goal, found: &mut Decided) {
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

/// The lanes of the side to move, the king's first, and of those first the ones that have a move in this position.
fn replies(position: &Position) -> Vec<(PieceId, usize)> {
    let survey = Survey::new(position);
    let king = position.king(position.turn());
    let mut all: Vec<(bool, bool, PieceId, usize)> = Vec::new();
    for piece in position.side(position.turn()) {
        let spans = survey.legal_of(piece);
        for lane in 0..position.lanes(piece).len() {
            let moves = spans.iter().any(|span| span.lane == lane);
            all.push((!moves, Some(piece) != king, piece, lane));
        }
    }
    all.sort_unstable();
    all.into_iter().map(|(_, _, piece, lane)| (piece, lane)).collect()
}
