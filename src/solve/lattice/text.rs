//! Moves in problemists' notation: `Ra1xa8 [+bRh8] #`.

use super::goal::is_reached;
use crate::board::Cell;
use crate::chess::Kind;
use crate::lattice::{LatticeMove, LatticeRules, LatticeState, MoveKind};
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
    let kind = state.kind_at(m.from().index()).unwrap_or(Kind::PAWN);
    let mut after = *state;
    let made = rules.make(&mut after, m);
    let mut text = String::new();
    let chosen = rules.move_text(m);
    if let Some((removals, _)) = chosen.rsplit_once(' ') {
        text.push_str(removals);
        text.push(' ');
    }
    if m.kind() == MoveKind::Castle {
        let (king, rook) = (rules.grid().column(m.from()), rules.grid().column(m.to()));
        text.push_str(if rook < king && !rules.has_ways() { "0-0-0" } else { "0-0" });
    } else {
        if kind != Kind::PAWN {
            text.push(rules.letter(kind));
        }
        text.push_str(&rules.name(m.from()));
        text.push(if made.captured.is_some() { 'x' } else { '-' });
        text.push_str(&rules.name(m.to()));
        if let Some(promoted) = m.promotion() {
            text.push('=');
            text.push(rules.letter(promoted));
        }
        if m.kind() == MoveKind::EnPassant {
            text.push_str(" ep");
        }
        if let Some(reborn) = made.captured.and_then(|captured| captured.reborn) {
            let side = (!mover).letter();
            let cell = rules.name(Cell(reborn.cell as u8));
            text.push_str(&format!(" [+{side}{}{cell}]", rules.letter(reborn.kind)));
        }
    }
    // Within a series the other side does not have the turn. It can be in check, but not mated or stalemated.
    let other_side_has_turn = after.turn() != mover;
    if other_side_has_turn && is_reached(rules, &after, goal) {
        text.push(' ');
        text.push(goal.sign());
    } else if rules.in_check(&after, !mover) {
        text.push_str(" +");
    }
    Notated { text, chosen, after }
}
