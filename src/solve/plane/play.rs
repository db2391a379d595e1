//! Help and series play: lines in which both sides, or one side in a series, work for the goal.
//!
//! The last move is exact (`keys`). Moves before it are tried at their candidates only, so where distances are real numbers a line may be
//! missed. Each line that is found is legal and reaches the goal, and how far each of its moves may vary is exact (`vary`).

use super::candidates::{Candidates, candidates};
use super::family::NARROW;
use super::keys::{KeyStretch, Unsolved, check_supported_for_more_moves, keys_in_one};
use super::undecided::UndecidedSpan;
use super::vary::{LineMove, varied};
use crate::budget::Budget;
use crate::chess::Color;
use crate::geom::Interval;
use crate::plane::{Piece, PlanePosition};
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
    stipulation: Stipulation,
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
        (!in_series.is_empty()).then_some(PlayPlan { begins, in_series, stipulation })
    }

    /// Returns the position with the turn of the side that begins; `None` if the other king would stand in check.
    pub fn start(&self, position: &PlanePosition) -> Option<PlanePosition> {
        if position.turn() == self.begins { Some(position.clone()) } else { position.given_turn(self.begins) }
    }
}

/// A line of play, which stands for all lines with distances in its stretches.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayLine {
    /// The moves.
    pub moves: Vec<VariedMove>,
}

/// A move of a line, and how far it may vary.
#[derive(Debug, Clone, PartialEq)]
pub struct VariedMove {
    /// The move.
    pub step: LineMove,
    /// The distances over which the move may vary while the others stay fixed.
    pub stretch: Interval,
    /// Whether the stretch is decided; otherwise only the move itself is known to solve.
    pub is_decided: bool,
}

impl PlayLine {
    /// Returns the line of some moves. The last of them may vary over `last`.
    fn new(steps: &[LineMove], last: Interval, goal: Goal) -> PlayLine {
        let mut moves = Vec::new();
        for (i, step) in steps.iter().enumerate() {
            let (mut stretch, mut is_decided) = (last, true);
            if i + 1 < steps.len() {
                let found = varied(&steps[i..], goal);
                let about = found.reached.parts().iter().find(|part| part.contains(step.distance()));
                stretch = about.copied().unwrap_or(step.key.part);
                let meets =
                    |other: &Interval| other.from <= stretch.to + NARROW && other.to >= stretch.from - NARROW;
                is_decided = about.is_some() && !found.undecided.iter().any(meets);
            }
            moves.push(VariedMove { step: step.clone(), stretch, is_decided });
        }
        PlayLine { moves }
    }

    /// Whether other moves are equal to those of the line up to distances within its stretches.
    fn stands_for(&self, steps: &[LineMove]) -> bool {
        self.moves.len() == steps.len()
            && self.moves.iter().zip(steps).all(|(known, other)| {
                let at_known_distance = KeyStretch { part: known.step.key.part, ..other.key.clone() };
                known.step.key == at_known_distance && known.stretch.contains(other.distance())
            })
    }
}

/// The lines that a search has found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FoundLines {
    /// The lines, in the order in which they were found.
    pub lines: Vec<PlayLine>,
    /// Stretches of last moves that were not decided.
    pub undecided: Vec<UndecidedSpan>,
    /// The number of positions that were searched.
    pub nodes: u64,
    /// Whether every line was found: all distances were tried, and none is undecided.
    pub complete: bool,
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
    check_supported_for_more_moves(position, &position.legal())?;
    let out = FoundLines { complete: true, ..FoundLines::default() };
    let mut search = LineSearch { plan, most, budget, out, dead: HashSet::new() };
    search.search(position, &mut Vec::new())?;
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

    /// Searches on from a position after some moves, and returns whether a line was found.
    fn search(&mut self, position: &PlanePosition, before: &mut Vec<LineMove>) -> Result<bool, Unsolved> {
        if self.has_enough() || self.budget.tick() {
            self.out.complete = false;
            return Ok(true);
        }
        self.out.nodes += 1;
        if position.allows_no_move() {
            return Ok(false);
        }
        let place = (before.len(), bits(position));
        if self.dead.contains(&place) {
            return Ok(false);
        }
        let found = if before.len() + 1 == self.plan.in_series.len() {
            self.finish(position, before)?
        } else {
            self.go_on(position, before)?
        };
        if !found {
            self.dead.insert(place);
        }
        Ok(found)
    }

    /// Tries the candidates of a position.
    fn go_on(&mut self, position: &PlanePosition, before: &mut Vec<LineMove>) -> Result<bool, Unsolved> {
        let Candidates { moves, are_all } = candidates(position, self.plan.in_series[before.len()]);
        self.out.complete &= are_all;
        let is_first = before.is_empty();
        if is_first {
            self.budget.expect(moves.len());
        }
        let mut found = false;
        for step in moves {
            if let Some(after) = step.after() {
                before.push(step);
                found |= self.search(&after, before)?;
                before.pop();
            }
            if is_first {
                self.budget.count_root();
            }
        }
        Ok(found)
    }

    /// Adds a line for each last move that reaches the goal.
    fn finish(&mut self, position: &PlanePosition, before: &[LineMove]) -> Result<bool, Unsolved> {
        let Stipulation { goal, .. } = self.plan.stipulation;
        let keys = keys_in_one(position, goal, &Budget::default())?;
        self.out.complete &= keys.undecided.is_empty();
        for key in &keys.undecided {
            let text = |step: &LineMove| step.before.text_of(step.choice()).to_string();
            let after = before.iter().map(text).collect();
            UndecidedSpan::add(
                &mut self.out.undecided,
                key.report(position),
                after,
                self.plan.stipulation.numbering(),
            );
        }
        for key in &keys.keys {
            let last = KeyStretch { part: Interval::point(key.sample()), ..key.clone() };
            let last = LineMove { before: position.clone(), key: last, in_series: false };
            let steps = [before, &[last]].concat();
            if self.has_enough() || self.budget.is_called_off() {
                self.out.complete = false;
                break;
            }
            if self.out.lines.iter().all(|line| !line.stands_for(&steps)) {
                let line = PlayLine::new(&steps, key.part, goal);
                self.out.complete &= line.moves.iter().all(|made| made.is_decided);
                self.out.lines.push(line);
            }
        }
        Ok(!keys.keys.is_empty())
    }
}

/// Returns numbers that are equal for equal positions of one game.
fn bits(position: &PlanePosition) -> Vec<u64> {
    let piece = |p: &Piece| {
        let flips = p.facing.flips();
        let flags = [p.color() == Color::White, p.moved, flips.x, flips.y];
        let kind_and_flags = flags.iter().fold(u64::from(p.kind), |bits, flag| 2 * bits + u64::from(*flag));
        [kind_and_flags, p.at.x.to_bits(), p.at.y.to_bits()]
    };
    let pieces = position.pieces().iter().flat_map(piece);
    pieces.chain([u64::from(position.halfmove())]).collect()
}
