//! Moves in problemists' notation: `Ra1xa8 [+bRh8] #`.

use super::goal::is_reached;
use crate::board::Cell;
use crate::chess::{Color, Kind};
use crate::lattice::{LatticeMove, LatticeRules, LatticeState, Made, MoveKind};
use crate::solve::stipulation::Goal;

/// A move as a report has it.
pub(super) struct Notated {
    /// The move in problemists' notation, with the sign of its goal or check.
    pub text: String,
    /// The move as a move text.
    pub chosen: String,
    /// The position after the move.
    pub after: LatticeState,
}

/// Returns a move from this position as a report has it.
pub(super) fn notate(rules: &LatticeRules, state: &LatticeState, m: LatticeMove, goal: Goal) -> Notated {
    let mover = state.turn();
    let mut after = *state;
    let made = rules.make(&mut after, m);
    let chosen = rules.move_text(m);
    // A move text begins with the pairs of pawns that the move removes from the board.
    let removals = chosen.rsplit_once(' ').map_or_else(String::new, |(removals, _)| format!("{removals} "));
    let moved = if m.kind() == MoveKind::Castle {
        let (king, rook) = (rules.grid().column(m.from()), rules.grid().column(m.to()));
        if rook < king && !rules.has_ways() { "0-0-0" } else { "0-0" }.to_owned()
    } else {
        movement(rules, m, made, mover)
    };
    // Within a series the other side does not have the turn. It can be in check, but not mated or stalemated.
    let other_side_has_turn = after.turn() != mover;
    let ending = if other_side_has_turn && is_reached(rules, &after, goal) {
        format!(" {}", goal.sign())
    } else if rules.in_check(&after, !mover) {
        " +".to_owned()
    } else {
        String::new()
    };
    Notated { text: format!("{removals}{moved}{ending}"), chosen, after }
}

/// Returns the text of a move of this side, other than castling: `Ra1xa8 [+bRh8]`.
fn movement(
    rules: &LatticeRules,
    m: LatticeMove,
    Made { mover_kind, captured }: Made,
    mover: Color,
) -> String {
    let mut text = String::new();
    if mover_kind != Kind::PAWN {
        text.push(rules.letter(mover_kind));
    }
    let sign = if captured.is_some() { 'x' } else { '-' };
    text += &format!("{}{sign}{}", rules.name(m.from()), rules.name(m.to()));
    if let Some(promoted) = m.promotion() {
        text += &format!("={}", rules.letter(promoted));
    }
    if m.kind() == MoveKind::EnPassant {
        text += " ep";
    }
    if let Some(reborn) = captured.and_then(|captured| captured.reborn) {
        let side = (!mover).letter();
        let cell = rules.name(Cell(reborn.cell as u8));
        text += &format!(" [+{side}{}{cell}]", rules.letter(reborn.kind));
    }
    text
}
