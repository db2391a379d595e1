//! The board after a move: the mover stands at its destination, and captured pieces are removed or put back.

use super::rebirth::{PieceAtHome, PiecesAtHome};
use super::state::{Piece, PieceId, PieceIds, PlanePosition};
use crate::budget::work;
use crate::geom::{Point, full_turn};
use crate::plane::rules::{Facing, KindId};

pub(in crate::plane) struct BoardAfter {
    /// The position with the mover at its destination, and captured pieces removed or put back. Turn and counters are those
    /// before the move.
    pub position: PlanePosition,
    /// The captured pieces that were put back, by their ids before the move.
    pub reborn: PiecesAtHome,
    /// The mover, by its id in this position.
    pub mover: PieceId,
}

impl PlanePosition {
    /// Returns a piece at the end of its move, with its kind after promotion. The place and the heading (degrees) are those on
    /// the plane about the mover.
    pub(in crate::plane) fn arrived(
        &self,
        mover: PieceId,
        at: Point,
        heading: Option<f64>,
        promotion: Option<KindId>,
    ) -> Piece {
        let piece = self.piece(mover);
        let (at, isometry) = self.rules.board.canonical(at);
        let heading = heading.map(|h| full_turn(isometry.flips.heading(h)));
        let is_framed = self.rules.kind(piece.kind).is_framed;
        let facing = if is_framed { piece.facing.across(isometry.flips) } else { piece.facing };
        let arrived = Piece { at, heading, facing, moved: true, ..*piece };
        let Some(kind) = promotion else { return arrived };
        let letter = self.rules.kind(kind).rule.letter;
        // A piece without a home must not take a label to which the text would give one.
        let would_get_home = |label| piece.home.is_none() && self.rules.home_of(label).is_some();
        let label = piece.label.renamed(letter, |label| self.find(label).is_some() || would_get_home(label));
        Piece { label, kind, promoted: true, heading: None, facing: Facing::OWN, ..arrived }
    }

    /// Returns the board after a move, given the mover at its destination and the captured pieces.
    pub(in crate::plane) fn board_after(
        &self,
        mover: PieceId,
        arrived: Piece,
        captures: &[PieceId],
    ) -> BoardAfter {
        let reborn = self.pieces_put_back(mover, &arrived, captures);
        let mut next = self.clone();
        work(8 * next.pieces.len());
        next.pieces[mover.index()] = arrived;
        for &PieceAtHome { id, piece } in &reborn {
            next.pieces[id.index()] = piece;
        }
        let is_removed = |id: &PieceId| reborn.iter().all(|at_home| at_home.id != *id);
        let removed: PieceIds = captures.iter().copied().filter(is_removed).collect();
        for id in removed.iter().rev() {
            next.pieces.remove(id.index());
        }
        next.update_derived_fields();
        BoardAfter { position: next, reborn, mover: mover.after_removal(&removed) }
    }
}
