//! The simple players on cells.

use super::simple::BestMoves;
use crate::chess::{Color, Status};
use crate::dice::Dice;
use crate::lattice::{LatticeMove, LatticePosition, Standing};

/// Returns a random move.
pub fn random(position: &LatticePosition, dice: &mut Dice) -> Option<LatticeMove> {
    let moves = position.legal_moves();
    moves.get(dice.below(moves.len())).copied()
}

/// Returns a mate, or else the capture or promotion that gains most, or else a random move.
pub fn greedy(position: &LatticePosition, dice: &mut Dice) -> Option<LatticeMove> {
    let side = position.turn();
    let before = material(position, side);
    let mut best = BestMoves::of_at_least(0.0);
    for m in position.legal_moves() {
        let after = position_after(position, m)?;
        if after.winner() == Some(side) {
            return Some(m);
        }
        best.add(m, material(&after, side) - before);
    }
    best.choose(dice)
}

/// Returns the move after which the best answer leaves most: material first, and few moves of the other side second.
pub fn two_plies(position: &LatticePosition, dice: &mut Dice) -> Option<LatticeMove> {
    let side = position.turn();
    let mut best = BestMoves::of_at_least(f64::NEG_INFINITY);
    for m in position.legal_moves() {
        let value = value_after_answer(side, &position_after(position, m)?, best.most);
        best.add(m, value);
    }
    best.choose(dice)
}

/// The value of a won game, pawns.
const WON: f64 = 1e6;

/// The value of each answer that the other side has, pawns.
const VALUE_OF_ANSWER: f64 = 0.01;

/// Returns the value in pawns for the side that has moved, after the best answer. A result below `most` is only an upper bound.
fn value_after_answer(side: Color, position: &LatticePosition, most: f64) -> f64 {
    if position.status() != Status::Ongoing || position.turn() == side {
        return value_at_sight(position, side);
    }
    let answers = position.legal_moves();
    let value_of_answers = VALUE_OF_ANSWER * answers.len() as f64;
    let mut least = f64::INFINITY;
    for answer in answers {
        let Some(after) = position_after(position, answer) else { continue };
        least = least.min(value_at_sight(&after, side) - value_of_answers);
        if least < most {
            break;
        }
    }
    least
}

/// Returns the value of a position for a side without the answers to it, pawns.
fn value_at_sight(position: &LatticePosition, side: Color) -> f64 {
    let Standing { status, winner } = position.standing();
    match winner {
        None if status == Status::Ongoing => material(position, side),
        None => 0.0,
        Some(winner) if winner == side => WON,
        Some(_) => -WON,
    }
}

/// Returns the position after a move; `None` if the move is illegal.
fn position_after(position: &LatticePosition, m: LatticeMove) -> Option<LatticePosition> {
    let mut after = position.clone();
    after.play_move(m).ok()?;
    Some(after)
}

/// Returns the material of a side less that of the other, pawns.
fn material(position: &LatticePosition, side: Color) -> f64 {
    let rules = position.rules();
    let pieces = position.pieces();
    let values = pieces.iter().map(|piece| {
        let value = rules.value(piece.kind);
        if piece.label.color() == side { value } else { -value }
    });
    values.sum()
}
