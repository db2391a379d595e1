//! Help and series play: lines in which both sides, or one side in a series, work for the goal.
//!
//! The last move is exact (`keys`). Moves before it are tried at their candidates only, so where distances are real numbers a line may be
//! missed. Each line that is found is legal and reaches the goal, and how far each of its moves may vary is exact (`vary`).

use super::candidates::candidates;
use super::family::NARROW;
use super::keys::{self, KeyStretch, Unsolved, keys_in_one};
use super::vary::{LineMove, varied};
use crate::budget::Budget;
use crate::chess::Color;
use crate::geom::Interval;
use crate::plane::PlanePosition;
use crate::solve::stipulation::{Goal, PlayKind, Stipulation};
use PlayKind::{Direct, Help, HelpSelf, Reflex, Self_, SemiReflex, Series, SeriesHelp, SeriesSelf};
use std::collections::HashSet;

/// The kinds of problems that are solved on the plane, for error messages.
pub const OFFERED: &str = "on the plane direct play is solved up to two moves (#1, #2, =1), help play and series (h#n, h#n.5, ser-#n, ser-h#n, also \
     with =) of any length, and self and reflex play at no depth";

/// The plies of a stipulation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayPlan {
    /// The side that moves first.
    pub begins: Color,
    /// For each ply whether the same side moves again.
    pub in_series: Vec<bool>,
    /// The goal that the last ply reaches.
    pub goal: Goal,
}

impl PlayPlan {
    /// Returns the plan of a stipulation for a side to move; `None` if the kind of play or the number is not offered on the plane.
    pub fn of(stipulation: Stipulation, turn: Color) -> Option<PlayPlan> {
        let moves = stipulation.moves?;
        match stipulation.kind {
            Direct if moves == 1 => {}
            Help | Series | SeriesHelp => {}
            Direct | Self_ | Reflex | SemiReflex | HelpSelf | SeriesSelf => return None,
        }
        let (begins, in_series) = (stipulation.begins(turn), stipulation.in_series());
        (!in_series.is_empty()).then_some(PlayPlan { begins, in_series, goal: stipulation.goal })
    }

    /// Returns the position with the turn of the side that begins; `None` if the other king would stand in check.
    pub fn start(&self, position: &PlanePosition) -> Option<PlanePosition> {
        if position.turn() == self.begins { Some(position.clone()) } else { position.given_turn(self.begins) }
    }
}

/// A line of play, which stands for all lines with distances in its stretches.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayLine {
    /// The position before each move.
    pub positions: Vec<PlanePosition>,
    /// The moves.
    pub steps: Vec<LineMove>,
    /// For each move the distances over which it may vary while the others stay fixed.
    pub stretches: Vec<Interval>,
    /// For each move whether its stretch is decided; otherwise only the move itself is known to solve.
    pub decided: Vec<bool>,
}

impl PlayLine {
    fn new(positions: Vec<PlanePosition>, steps: Vec<LineMove>, last: &KeyStretch, goal: Goal) -> PlayLine {
        let (mut stretches, mut decided) = (Vec::new(), Vec::new());
        let before = steps.len() - 1;
        for (i, step) in steps.iter().enumerate().take(before) {
            let found = varied(&positions[i], &steps[i..], goal);
            let about = found.reached.parts().iter().find(|part| part.contains(step.distance()));
            let stretch = about.copied().unwrap_or_else(|| Interval::point(step.distance()));
            let meets =
                |other: &Interval| other.from <= stretch.to + NARROW && other.to >= stretch.from - NARROW;
            decided.push(about.is_some() && !found.undecided.iter().any(meets));
            stretches.push(stretch);
        }
        stretches.push(last.part);
        decided.push(true);
        PlayLine { positions, steps, stretches, decided }
    }

    /// Returns the move of a ply with its stretch, as a key.
    pub fn key(&self, ply: usize) -> KeyStretch {
        let LineMove { m, captures, .. } = &self.steps[ply];
        KeyStretch {
            piece: m.piece,
            lane: m.lane(),
            part: self.stretches[ply],
            captures: captures.clone(),
            promotion: m.promotion,
        }
    }

    /// Whether another line has equal moves up to distances within the stretches of this one.
    fn stands_for(&self, steps: &[LineMove]) -> bool {
        let same = |(i, (one, other)): (usize, (&LineMove, &LineMove))| {
            (one.m.piece, one.m.lane(), one.m.promotion) == (other.m.piece, other.m.lane(), other.m.promotion)
                && one.captures == other.captures
                && self.stretches[i].contains(other.distance())
        };
        self.steps.len() == steps.len() && self.steps.iter().zip(steps).enumerate().all(same)
    }
}

/// The lines that a search has found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FoundLines {
    /// The lines, in the order in which they were found.
    pub lines: Vec<PlayLine>,
    /// Stretches of last moves that were not decided.
    pub undecided: Vec<UndecidedMove>,
    /// The number of positions that were searched.
    pub nodes: u64,
    /// Whether every line was found: all distances were tried, and none is undecided.
    pub complete: bool,
}

/// A stretch of last moves that was not decided.
#[derive(Debug, Clone, PartialEq)]
pub struct UndecidedMove {
    /// The texts of the moves before it.
    pub before: Vec<String>,
    /// The position in which it is played.
    pub position: PlanePosition,
    /// The stretch.
    pub key: KeyStretch,
}

/// Finds up to a number of lines of a plan, until the budget is used up.
///
/// # Errors
/// When exact sets of distances are not supported for such a position.
pub fn lines_of(
    position: &PlanePosition,
    plan: &PlayPlan,
    most: Option<usize>,
    budget: &Budget,
) -> Result<FoundLines, Unsolved> {
    keys::check_supported_for_more_moves(position, &position.legal())?;
    let out = FoundLines { complete: true, ..FoundLines::default() };
    let mut search = LineSearch { plan, most, budget, out, dead: HashSet::new() };
    search.search(&mut vec![position.clone()], &mut Vec::new())?;
    Ok(search.out)
}

struct LineSearch<'a> {
    plan: &'a PlayPlan,
    most: Option<usize>,
    budget: &'a Budget,
    out: FoundLines,
    /// Positions from which no line was found, each with the number of moves before.
    dead: HashSet<(usize, Vec<u64>)>,
}

impl LineSearch<'_> {
    fn has_enough(&self) -> bool {
        self.most.is_some_and(|most| self.out.lines.len() >= most)
    }

    /// Searches on from the last of the positions, and returns whether a line was found.
    fn search(
        &mut self,
        positions: &mut Vec<PlanePosition>,
        steps: &mut Vec<LineMove>,
    ) -> Result<bool, Unsolved> {
        let (Some(position), ply) = (positions.last().cloned(), steps.len()) else { return Ok(false) };
        if self.has_enough() || self.budget.tick() {
            self.out.complete = false;
            return Ok(true);
        }
        self.out.nodes += 1;
        if position.allows_no_move() {
            return Ok(false);
        }
        let bits = (ply, bits(&position));
        if self.dead.contains(&bits) {
            return Ok(false);
        }
        let found = if ply + 1 == self.plan.in_series.len() {
            self.finish(&position, positions, steps)?
        } else {
            self.go_on(&position, positions, steps)?
        };
        if !found {
            self.dead.insert(bits);
        }
        Ok(found)
    }

    fn go_on(
        &mut self,
        position: &PlanePosition,
        positions: &mut Vec<PlanePosition>,
        steps: &mut Vec<LineMove>,
    ) -> Result<bool, Unsolved> {
        let (moves, are_all) = candidates(position, self.plan.in_series[steps.len()]);
        self.out.complete &= are_all;
        let is_first = steps.is_empty();
        if is_first {
            self.budget.expect(moves.len());
        }
        let mut found = false;
        for step in moves {
            if let Some(after) = step.after(position) {
                positions.push(after);
                steps.push(step);
                found |= self.search(positions, steps)?;
                positions.pop();
                steps.pop();
            }
            if is_first {
                self.budget.count_root();
            }
        }
        Ok(found)
    }

    fn finish(
        &mut self,
        position: &PlanePosition,
        positions: &[PlanePosition],
        steps: &[LineMove],
    ) -> Result<bool, Unsolved> {
        let keys = keys_in_one(position, self.plan.goal)?;
        self.out.complete &= keys.undecided.is_empty();
        let text = |(step, before): (&LineMove, &PlanePosition)| before.text_of(step.m).to_string();
        self.out.undecided.extend(keys.undecided.into_iter().map(|key| UndecidedMove {
            before: steps.iter().zip(positions).map(text).collect(),
            position: position.clone(),
            key,
        }));
        for key in &keys.keys {
            let last = LineMove { m: key.at(key.sample()), captures: key.captures.clone(), in_series: false };
            let steps: Vec<LineMove> = steps.iter().cloned().chain([last]).collect();
            if self.has_enough() || self.budget.is_called_off() {
                self.out.complete = false;
                break;
            }
            if self.out.lines.iter().all(|line| !line.stands_for(&steps)) {
                let line = PlayLine::new(positions.to_vec(), steps, key, self.plan.goal);
                self.out.complete &= line.decided.iter().all(|decided| *decided);
                self.out.lines.push(line);
            }
        }
        Ok(!keys.keys.is_empty())
    }
}

/// Returns numbers that are equal for equal positions of one game.
fn bits(position: &PlanePosition) -> Vec<u64> {
    let piece = |p: &crate::plane::Piece| {
        let flips = p.facing.flips();
        let flags = [p.color() == Color::White, p.moved, flips.x, flips.y];
        let kind = flags.iter().fold(u64::from(p.kind), |all, flag| 2 * all + u64::from(*flag));
        [kind, p.at.x.to_bits(), p.at.y.to_bits()]
    };
    let pieces = position.pieces().iter().flat_map(piece);
    pieces.chain([u64::from(position.halfmove())]).collect()
}
