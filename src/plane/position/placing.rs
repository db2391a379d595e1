//! The board after a move: the mover at its destination, captured pieces removed or put back.

use super::rebirth::PutBack;
use super::state::{Piece, PieceId, PieceIds, PlanePosition, all_plain, has_closed_forms, sum_of_places};
use crate::budget::work;
use crate::geom::{Point, full_turn};
use crate::plane::rules::{Facing, KindId};

/// The board after a move.
pub(in crate::plane) struct Settled {
    /// The position with the mover arrived, and captured pieces removed or put back. Turn and counters are those before the move.
    pub position: PlanePosition,
    /// The captured pieces that were put back.
    pub back: PutBack,
    /// The mover, by its id in this position.
    pub mover: PieceId,
}

impl PlanePosition {
    /// Returns a piece at the end of its move, with its kind after promotion.
    pub(in crate::plane) fn arrived(
        &self,
        mover: PieceId,
        at: Point,
        heading: Option<f64>,
        promotion: Option<KindId>,
    ) -> Piece {
        let (at, image) = self.rules.board.canonical(at);
        let (heading, before) = (heading.map(|h| full_turn(image.flips.heading(h))), self.piece(mover));
        let is_framed = self.rules.kind(before.kind).framed;
        let facing = if is_framed { before.facing.across(image.flips) } else { before.facing };
        let piece = Piece { at, heading, facing, moved: true, ..*before };
        let Some(kind) = promotion else { return piece };
        let letter = self.rules.kind(kind).rule.letter;
        // A piece without a home must not take a label to which the text would give one.
        let has_home = |label| piece.home.is_none() && self.rules.home_of(label).is_some();
        let label = piece.label.renamed(letter, |label| self.find(label).is_some() || has_home(label));
        Piece { label, kind, promoted: true, heading: None, facing: Facing::PLAIN, ..piece }
    }

    /// Returns the board after a move, given the mover at its end and the captured pieces.
    pub(in crate::plane) fn settled(&self, mover: PieceId, arrived: Piece, captures: &[PieceId]) -> Settled {
        let back = self.put_back(mover, &arrived, captures);
        let mut next = self.clone();
        work(8 * next.pieces.len());
        next.pieces[mover.index()] = arrived;
        for &(id, piece) in &back {
            next.pieces[id.index()] = piece;
        }
        let is_removed = |id: &PieceId| back.iter().all(|(other, _)| other != id);
        let removed: PieceIds = captures.iter().copied().filter(is_removed).collect();
        for id in removed.iter().rev() {
            next.pieces.remove(id.index());
        }
        next.places = sum_of_places(&next.rules, &next.pieces);
        next.plain = self.plain || all_plain(&next.rules, &next.pieces);
        next.closed = self.closed || has_closed_forms(&next.rules, &next.pieces);
        Settled { position: next, back, mover: mover.without(&removed) }
    }
}
