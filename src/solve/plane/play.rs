//! Help and series play: lines in which both sides, or one side in a series, work for the goal.
//!
//! The set of last moves is exact (`keys`). Each earlier move is tried at its candidates only, so a line may be missed where distances
//! are real numbers. Each line that is found is legal and reaches the goal. The stretch of each of its moves is exact (`vary`).

use super::candidates::{Candidates, candidates};
use super::family::NARROW;
use super::keys::{KeyStretch, Unsupported, check_supported_in_several_moves, keys_in_one};
use super::undecided::{UndecidedSpan, add_undecided};
use super::vary::{LineMove, varied};
use crate::budget::Budget;
use crate::chess::Color;
use crate::geom::Interval;
use crate::plane::{Facing, KindId, Piece, PlanePosition};
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
    pub side_moves_again: Vec<bool>,
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
        let (begins, side_moves_again) = (stipulation.begins(turn), stipulation.side_moves_again());
        // A stipulation of 0 moves has no plies.
        (!side_moves_again.is_empty()).then_some(PlayPlan { begins, side_moves_again, stipulation })
    }

    /// Returns the position with the turn of the side that begins; `None` if the other king would stand in check.
    pub fn start(&self, position: &PlanePosition) -> Option<PlanePosition> {
        if position.turn() == self.begins { Some(position.clone()) } else { position.given_turn(self.begins) }
    }
}

/// A line of play. It is listed in place of all lines whose distances lie in the stretches of its moves.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayLine {
    /// The moves.
    pub moves: Vec<VariedMove>,
}

/// A move of a line, and how far it may vary.
#[derive(Debug, Clone, PartialEq)]
pub struct VariedMove {
    /// The move.
    pub line_move: LineMove,
    /// The distances over which the move may vary while the others stay fixed.
    pub stretch: Interval,
    /// Whether the stretch is decided; otherwise only the move itself is known to solve.
    pub is_decided: bool,
}

impl PlayLine {
    /// Returns the line of some moves. The last of them may vary over `stretch_of_last`.
    fn new(moves: &[LineMove], stretch_of_last: Interval, goal: Goal) -> PlayLine {
        let varied_move = |(ply, line_move): (usize, &LineMove)| {
            if ply + 1 < moves.len() {
                return variation(&moves[ply..], goal);
            }
            VariedMove { line_move: line_move.clone(), stretch: stretch_of_last, is_decided: true }
        };
        PlayLine { moves: moves.iter().enumerate().map(varied_move).collect() }
    }

    /// Whether some moves differ from those of the line in their distances only, and each distance lies in the stretch of its move.
    fn contains(&self, moves: &[LineMove]) -> bool {
        self.moves.len() == moves.len()
            && self.moves.iter().zip(moves).all(|(known, other)| {
                known.line_move.key.is_same_but_for_distance(&other.key)
                    && known.stretch.contains(other.distance())
            })
    }
}

/// Returns the first of some moves with the stretch over which it may vary while the others follow unchanged and reach the goal.
fn variation(moves: &[LineMove], goal: Goal) -> VariedMove {
    let line_move = moves[0].clone();
    let found = varied(moves, goal);
    let part_around = found.reached.parts().iter().find(|part| part.contains(line_move.distance())).copied();
    let stretch = part_around.unwrap_or(line_move.key.part);
    let is_beside_stretch =
        |other: &Interval| other.from <= stretch.to + NARROW && other.to >= stretch.from - NARROW;
    let is_decided = part_around.is_some() && !found.undecided.iter().any(is_beside_stretch);
    VariedMove { line_move, stretch, is_decided }
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

/// Returns the lines of a plan that are found within the budget, at most `most` of them.
///
/// # Errors
/// When exact sets of distances are not supported for such a position.
pub fn lines_of(
    position: &PlanePosition,
    plan: &PlayPlan,
    most: Option<usize>,
    budget: &Budget,
) -> Result<FoundLines, Unsupported> {
    check_supported_in_several_moves(position, &position.legal())?;
    let out = FoundLines { complete: true, ..FoundLines::default() };
    let mut search = LineSearch { plan, most, budget, out, dead_ends: HashSet::new() };
    search.search(position, &mut Vec::new())?;
    Ok(search.out)
}

struct LineSearch<'a> {
    plan: &'a PlayPlan,
    /// The greatest number of lines; `None` for all lines.
    most: Option<usize>,
    budget: &'a Budget,
    out: FoundLines,
    /// The positions from which no line was found.
    dead_ends: HashSet<PositionKey>,
}

impl LineSearch<'_> {
    fn has_enough(&self) -> bool {
        self.most.is_some_and(|most| self.out.lines.len() >= most)
    }

    /// Searches from a position after some moves. Returns whether the position must be searched again if it recurs, because a line
    /// was found or the search ended early.
    fn search(&mut self, position: &PlanePosition, before: &mut Vec<LineMove>) -> Result<bool, Unsupported> {
        if self.has_enough() || self.budget.tick() {
            self.out.complete = false;
            return Ok(true);
        }
        self.out.nodes += 1;
        if position.allows_no_move() {
            return Ok(false);
        }
        let key = PositionKey::new(position, before.len());
        if self.dead_ends.contains(&key) {
            return Ok(false);
        }
        let must_search_again = if before.len() + 1 == self.plan.side_moves_again.len() {
            self.search_last_move(position, before)?
        } else {
            self.search_candidates(position, before)?
        };
        if !must_search_again {
            self.dead_ends.insert(key);
        }
        Ok(must_search_again)
    }

    /// Searches from the position after each candidate. Returns whether the position must be searched again if it recurs.
    fn search_candidates(
        &mut self,
        position: &PlanePosition,
        before: &mut Vec<LineMove>,
    ) -> Result<bool, Unsupported> {
        let Candidates { moves, are_all } = candidates(position, self.plan.side_moves_again[before.len()]);
        self.out.complete &= are_all;
        let is_first = before.is_empty();
        if is_first {
            self.budget.announce_roots(moves.len());
        }
        let mut must_search_again = false;
        for line_move in moves {
            if let Some(after) = line_move.after() {
                before.push(line_move);
                must_search_again |= self.search(&after, before)?;
                before.pop();
            }
            if is_first {
                self.budget.count_root();
            }
        }
        Ok(must_search_again)
    }

    /// Adds a line for each last move that reaches the goal, and returns whether there is such a move.
    fn search_last_move(
        &mut self,
        position: &PlanePosition,
        before: &[LineMove],
    ) -> Result<bool, Unsupported> {
        let goal = self.plan.stipulation.goal;
        // The budget of this search counts positions, not the spans of the last move.
        let keys = keys_in_one(position, goal, &Budget::unlimited())?;
        self.out.complete &= keys.undecided.is_empty();
        for key in &keys.undecided {
            let moves_before = before.iter().map(LineMove::text).collect();
            let numbering = self.plan.stipulation.numbering();
            add_undecided(&mut self.out.undecided, key.report(position), moves_before, numbering);
        }
        for key in &keys.keys {
            let single = KeyStretch { part: Interval::point(key.sample()), ..key.clone() };
            let last = LineMove { before: position.clone(), key: single, side_moves_again: false };
            let moves = [before, &[last]].concat();
            if self.has_enough() || self.budget.is_called_off() {
                self.out.complete = false;
                break;
            }
            if !self.out.lines.iter().any(|line| line.contains(&moves)) {
                let line = PlayLine::new(&moves, key.part, goal);
                self.out.complete &= line.moves.iter().all(|m| m.is_decided);
                self.out.lines.push(line);
            }
        }
        Ok(!keys.keys.is_empty())
    }
}

/// A position in a search for lines. From positions with equal keys the same lines follow.
#[derive(Debug, PartialEq, Eq, Hash)]
struct PositionKey {
    /// The number of moves before the position.
    moves_before: usize,
    pieces: Vec<PieceKey>,
    halfmove: u32,
}

/// A piece without its label. Numbers are held as their bits.
#[derive(Debug, PartialEq, Eq, Hash)]
struct PieceKey {
    kind: KindId,
    color: Color,
    has_moved: bool,
    at: [u64; 2],
    facing: Facing,
    heading: Option<u64>,
}

impl PositionKey {
    fn new(position: &PlanePosition, moves_before: usize) -> PositionKey {
        let key = |p: &Piece| PieceKey {
            kind: p.kind,
            color: p.color(),
            has_moved: p.moved,
            at: [p.at.x.to_bits(), p.at.y.to_bits()],
            facing: p.facing,
            heading: p.heading.map(f64::to_bits),
        };
        let pieces = position.pieces().iter().map(key).collect();
        PositionKey { moves_before, pieces, halfmove: position.halfmove() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plane::Rules;

    fn key(preset: &str, text: &str) -> PositionKey {
        let rules = Rules::preset(preset).expect("a preset");
        PositionKey::new(&PlanePosition::from_text(rules, text).expect("a sound position"), 0)
    }

    #[test]
    fn a_sword_that_only_turns_makes_another_position() {
        let [east, also_east, north] =
            [0, 0, 90].map(|heading| key("continuous", &format!("Ke@1,1' ke@7,7' Sa@4,4'^{heading} ; w")));
        assert_eq!(east, also_east);
        assert_ne!(east, north);
    }
}
