//! The simple players on cells.

use crate::chess::{Color, Status};
use crate::dice::Dice;
use crate::lattice::{LatticeMove, LatticePosition};

/// Returns a random move.
pub fn random(position: &LatticePosition, dice: &mut Dice) -> Option<LatticeMove> {
    let moves = position.legal_moves();
    moves.get(dice.below(moves.len())).copied()
}

/// Returns a mate, or else the capture or promotion that gains most, or else a random move.
pub fn greedy(position: &LatticePosition, dice: &mut Dice) -> Option<LatticeMove> {
    let side = position.turn();
    let before = material(position, side);
    let mut best: Vec<LatticeMove> = Vec::new();
    let mut most = 0.0;
    for m in position.legal_moves() {
        let after = after(position, m)?;
        if after.winner() == Some(side) {
            return Some(m);
        }
        let gain = material(&after, side) - before;
        if gain > most {
            (most, best) = (gain, Vec::new());
        }
        if gain == most {
            best.push(m);
        }
    }
    best.get(dice.below(best.len())).copied()
}

/// Returns the move after which the best answer leaves most: material, then the number of moves.
pub fn two_plies(position: &LatticePosition, dice: &mut Dice) -> Option<LatticeMove> {
    let side = position.turn();
    let mut best: Vec<LatticeMove> = Vec::new();
    let mut most = f64::NEG_INFINITY;
    for m in position.legal_moves() {
        let value = value_of(&after(position, m)?, side, most);
        if value > most {
            (most, best) = (value, Vec::new());
        }
        if value == most {
            best.push(m);
        }
    }
    best.get(dice.below(best.len())).copied()
}

/// The value of a won game, pawns.
const WON: f64 = 1e6;

/// The value of each move that the side has, pawns.
const MOVE: f64 = 0.01;

/// Returns the value of a position after a move of `side` and the best answer. A value below `most` is only an upper bound that
/// stays below it.
fn value_of(position: &LatticePosition, side: Color, most: f64) -> f64 {
    if position.status() != Status::Ongoing || position.turn() == side {
        return value_at_sight(position, side);
    }
    let answers = position.legal_moves();
    let moves = MOVE * answers.len() as f64;
    let mut least = f64::INFINITY;
    for answer in answers {
        let Some(after) = after(position, answer) else { continue };
        least = least.min(value_at_sight(&after, side) - moves);
        if least < most {
            break;
        }
    }
    least
}

/// Returns the value of a position for a side without a look at answers, pawns.
fn value_at_sight(position: &LatticePosition, side: Color) -> f64 {
    match position.standing() {
        (Status::Ongoing, _) => material(position, side),
        (_, None) => 0.0,
        (_, Some(winner)) if winner == side => WON,
        (_, Some(_)) => -WON,
    }
}

fn after(position: &LatticePosition, m: LatticeMove) -> Option<LatticePosition> {
    let mut after = position.clone();
    after.play_move(m).ok()?;
    Some(after)
}

/// Returns the material advantage of a side, pawns.
fn material(position: &LatticePosition, side: Color) -> f64 {
    let rules = position.rules();
    let pieces = position.pieces();
    let worth = pieces.iter().map(|piece| {
        let value = rules.value(piece.kind);
        if piece.label.color() == side { value } else { -value }
    });
    worth.sum()
}
