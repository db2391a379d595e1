//! Moves in the list of moves, and the last move as it is drawn on the board.

use super::types::{LastMoveView, MoveView};
use super::{lattice, plane};
use crate::chess::{Label, Status};
use crate::game::{Game, MoveMade, Position};
use crate::geom::Path;
use crate::lattice::LatticeEffect;
use crate::plane::Piece;

/// Returns a move as a line of the list of moves. `index` counts from 0. `check` is whether the move gives check; `None` if the
/// caller does not know.
pub fn move_in_list(game: &Game, index: usize, check: Option<bool>) -> Option<MoveView> {
    let (before, ply) = (game.position_at(index)?, game.plies().get(index)?);
    let sign = match ply.status {
        Status::Ongoing if check.unwrap_or_else(|| ply.after.in_check()) => "+",
        Status::Ongoing => "",
        Status::Checkmate | Status::KingTaken => "#",
        Status::Stalemate | Status::Draw | Status::BareKing => "=",
    };
    let view = |piece: Label, short: String| MoveView {
        text: ply.text.clone(),
        short,
        san: None,
        to: None,
        piece,
        color: before.turn(),
        captures: ply.made.captures(),
        reborn: ply.made.reborn(),
        sign,
    };
    match (&ply.made, before) {
        (MoveMade::Plane(made), Position::Plane(_)) => {
            let is_turn = matches!(made.path, Path::Turn { .. });
            let to = if is_turn { None } else { Some([made.to.x, made.to.y]) };
            Some(MoveView { to, ..view(made.label, made.text.short().to_string()) })
        }
        (MoveMade::Lattice(made), Position::Lattice(before)) => {
            let mover = before.piece_at(made.chosen.from())?;
            // The page adds the sign of check.
            let without_sign = || before.san(made.chosen).trim_end_matches(['+', '#']).to_owned();
            let san = before.has_orthodox_notation().then(without_sign);
            Some(MoveView { san, ..view(mover.label, before.rules().move_text(made.chosen)) })
        }
        // A move is never of another kind of board than its game.
        _ => None,
    }
}

/// Returns the label that the mover of the last move has after the move. A pawn that promotes gets another label.
pub fn last_moved(game: &Game) -> Option<Label> {
    match (&game.plies().last()?.made, game.position()) {
        (MoveMade::Plane(made), Position::Plane(after)) => {
            let is_mover = |piece: &&Piece| piece.at == made.to && piece.color() == made.label.color();
            after.pieces().iter().find(is_mover).map(|piece| piece.label)
        }
        (MoveMade::Lattice(made), Position::Lattice(after)) => {
            after.piece_at(made.chosen.to()).map(|piece| piece.label)
        }
        _ => None,
    }
}

/// Returns the labels of the captured pieces that are not put back.
pub fn lost_pieces(made: &MoveMade) -> Vec<Label> {
    match made {
        MoveMade::Plane(made) => {
            let is_put_back = |at| made.reborn.iter().any(|piece| piece.from == at);
            made.captures.iter().filter(|piece| !is_put_back(piece.at)).map(|piece| piece.label).collect()
        }
        MoveMade::Lattice(made) => {
            let mut labels = Vec::new();
            for effect in &made.effects {
                if let LatticeEffect::Removed { label, .. } | LatticeEffect::PairRemoved { label, .. } =
                    *effect
                {
                    labels.push(label);
                }
            }
            labels
        }
    }
}

/// Returns the move that led to the position after `ply` moves, as it is drawn.
pub fn last_move(game: &Game, ply: usize) -> Option<LastMoveView> {
    let index = ply.checked_sub(1)?;
    let (before, ply) = (game.position_at(index)?, game.plies().get(index)?);
    match (&ply.made, before) {
        (MoveMade::Plane(made), Position::Plane(before)) => Some(plane::last_move(before, made)),
        (MoveMade::Lattice(made), Position::Lattice(before)) => lattice::last_move(before, made),
        _ => None,
    }
}
