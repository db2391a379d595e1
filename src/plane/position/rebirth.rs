//! Rebirth: the captured pieces that are put back at their homes (`docs/rules/circe.md` 3).

use super::state::{Piece, PieceId, PieceIds, PlanePosition, ahead, overlap};
use crate::chess::{Color, Label, Role};
use crate::geom::Flips;
use crate::notation::Sense;
use crate::plane::rules::{Facing, KindId};
use crate::variant::Rebirth;
use smallvec::SmallVec;

/// A captured piece as it stands after it is put back at its home.
pub(in crate::plane) struct PieceAtHome {
    pub id: PieceId,
    pub piece: Piece,
}

/// The captured pieces that are put back, in order of label.
pub(in crate::plane) type PiecesAtHome = SmallVec<[PieceAtHome; 2]>;

impl PlanePosition {
    /// Returns the captured pieces that are put back, in order of label. A piece is put back unless it overlaps a piece on the
    /// board or is overlapped by one. The mover after its move (`arrived`) and pieces put back sooner are on the board.
    pub(in crate::plane) fn pieces_put_back(
        &self,
        mover: PieceId,
        arrived: &Piece,
        captures: &[PieceId],
    ) -> PiecesAtHome {
        let mut reborn = PiecesAtHome::new();
        if !self.rules.has_rebirth() {
            return reborn;
        }
        let mut captured: PieceIds = captures.iter().copied().collect();
        captured.sort_unstable_by_key(|&id| self.piece(id).label);
        for id in captured {
            let Some(piece) = self.piece_at_home(id, &reborn) else { continue };
            let stays = |other: &PieceId| *other != mover && !captures.contains(other);
            let unmoved = self.ids().filter(stays).map(|id| self.piece(id));
            let put_back = reborn.iter().map(|at_home| &at_home.piece);
            let is_over = |other: &Piece| overlap(&self.rules, &piece, other);
            let is_home_taken = unmoved.chain([arrived]).chain(put_back).any(is_over);
            if !is_home_taken {
                reborn.push(PieceAtHome { id, piece });
            }
        }
        reborn
    }

    /// Returns the position with copies of one side's pieces at their homes. It has all curves that may matter after a capture.
    pub fn with_homes(&self, side: Color) -> PlanePosition {
        let copies = self.side(side).filter_map(|id| self.piece_at_home(id, &[]));
        let pieces = self.pieces.iter().copied().chain(copies).collect();
        PlanePosition { pieces, ..self.clone() }
    }

    /// Returns a piece as it stands after it is put back, if it has a home. It is unmoved, and with `own` it is a pawn again if
    /// it was one. Its label differs from those of the pieces in `reborn`, which are put back sooner.
    pub(in crate::plane) fn piece_at_home(&self, id: PieceId, reborn: &[PieceAtHome]) -> Option<Piece> {
        let piece = self.piece(id);
        let home = piece.home?;
        let heading_at_home = self.rules.home_of(piece.label).and_then(|home| home.heading);
        let unmoved = Piece {
            at: home,
            moved: false,
            heading: piece.heading.map(|_| heading_at_home.unwrap_or_else(|| ahead(piece.color()))),
            facing: self.facing_at_home(piece, piece.kind),
            ..*piece
        };
        match self.rules.rebirth {
            Rebirth::None => None,
            Rebirth::Own if piece.promoted => {
                let kind = self.rules.kind_of_letter(Role::Pawn.letter())?;
                let is_taken = |label: Label| {
                    self.find(label).is_some() || reborn.iter().any(|other| other.piece.label == label)
                };
                let label = piece.label.renamed(Role::Pawn.letter(), is_taken);
                let facing = self.facing_at_home(piece, kind);
                Some(Piece { label, kind, promoted: false, heading: None, facing, ..unmoved })
            }
            Rebirth::Circe | Rebirth::Own => Some(unmoved),
        }
    }

    /// Returns the frame of a piece that is put back at its home as a piece of this kind.
    fn facing_at_home(&self, piece: &Piece, kind: KindId) -> Facing {
        let home = self.rules.home_of(piece.label);
        if !self.rules.is_ring_pawn(kind) {
            return Facing::Player(home.map_or(Flips::NONE, |home| home.flips));
        }
        match home.and_then(|home| home.sense) {
            Some(sense) => Facing::Ring(sense),
            None if piece.kind == kind => piece.facing,
            None => Facing::Ring(Sense::CounterClockwise),
        }
    }
}
