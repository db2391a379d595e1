//! Moves as lines of the list, and as drawn on the board.

use super::types::{LastMoveView, MoveView};
use super::{lattice, plane};
use crate::chess::{Label, Status};
use crate::game::{Game, MoveMade, Position};
use crate::geom::Path;
use crate::lattice::LatticeEffect;
use crate::plane::Piece;

/// Returns the line of a move, by its number from 0. `check` says whether the move gives check, if that is known.
pub fn listed(game: &Game, index: usize, check: Option<bool>) -> Option<MoveView> {
    let (before, ply) = (game.position_at(index)?, game.plies().get(index)?);
    let sign = match ply.status {
        Status::Ongoing if check.unwrap_or_else(|| ply.after.in_check()) => "+",
        Status::Ongoing => "",
        Status::Checkmate | Status::KingTaken => "#",
        Status::Stalemate | Status::Draw | Status::BareKing => "=",
    };
    let (short, san, mover) = match (&ply.done, before) {
        (MoveMade::Plane(played), Position::Plane(_)) => {
            (played.text.short().to_string(), None, Some(played.label))
        }
        (MoveMade::Lattice(done), Position::Lattice(before)) => {
            let mover = before.piece_at(done.chosen.from()).map(|piece| piece.label);
            // The line has a sign of check of its own.
            let san =
                before.has_fen().then(|| before.san(done.chosen).trim_end_matches(['+', '#']).to_owned());
            (before.rules().move_text(done.chosen), san, mover)
        }
        (MoveMade::Plane(_), Position::Lattice(_)) | (MoveMade::Lattice(_), Position::Plane(_)) => {
            return None;
        }
    };
    Some(MoveView {
        text: ply.text.clone(),
        short,
        san,
        to: match &ply.done {
            MoveMade::Plane(played) if !matches!(played.path, Path::Turn { .. }) => {
                Some([played.to.x, played.to.y])
            }
            MoveMade::Plane(_) | MoveMade::Lattice(_) => None,
        },
        piece: mover?,
        color: before.turn(),
        captures: ply.done.captures(),
        reborn: ply.done.reborn(),
        sign,
    })
}

/// Returns the label of the piece that the last move brought to its place: of a pawn that promoted, that of the new piece.
pub fn landed(game: &Game) -> Option<Label> {
    match (&game.plies().last()?.done, game.position()) {
        (MoveMade::Plane(played), Position::Plane(after)) => {
            let is_mover = |piece: &&Piece| piece.at == played.to && piece.color() == played.label.color();
            after.pieces().iter().find(is_mover).map(|piece| piece.label)
        }
        (MoveMade::Lattice(done), Position::Lattice(after)) => {
            after.piece_at(done.chosen.to()).map(|piece| piece.label)
        }
        (MoveMade::Plane(_), Position::Lattice(_)) | (MoveMade::Lattice(_), Position::Plane(_)) => None,
    }
}

/// Returns the labels of the pieces that left the board for good.
pub fn gone(done: &MoveMade) -> Vec<Label> {
    match done {
        MoveMade::Plane(played) => {
            let is_back = |at| played.reborn.iter().any(|piece| piece.from == at);
            played.captures.iter().filter(|piece| !is_back(piece.at)).map(|piece| piece.label).collect()
        }
        MoveMade::Lattice(done) => {
            let mut labels = Vec::new();
            for effect in &done.effects {
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

/// Returns the move that led to the position after `ply` moves, as drawn.
pub fn last(game: &Game, ply: usize) -> Option<LastMoveView> {
    let index = ply.checked_sub(1)?;
    let (before, ply) = (game.position_at(index)?, game.plies().get(index)?);
    match (&ply.done, before) {
        (MoveMade::Plane(played), Position::Plane(before)) => Some(plane::last(before, played)),
        (MoveMade::Lattice(done), Position::Lattice(before)) => lattice::last(before, done),
        (MoveMade::Plane(_), Position::Lattice(_)) | (MoveMade::Lattice(_), Position::Plane(_)) => None,
    }
}
