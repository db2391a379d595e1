//! Rebirth: the captured pieces that are put back at their homes (`docs/rules/circe.md` 3).

use super::state::{Piece, PieceId, PieceIds, PlanePosition, ahead, overlap};
use crate::chess::{Color, Label, Role};
use crate::geom::Flips;
use crate::plane::rules::{Facing, KindId};
use crate::variant::Rebirth;
use smallvec::SmallVec;

/// The captured pieces that are put back, each as it stands at its home.
pub(in crate::plane) type PutBack = SmallVec<[(PieceId, Piece); 2]>;

impl PlanePosition {
    /// Returns the captured pieces that are put back, in order of label. A piece is put back unless it overlaps a piece on the board
    /// or is overlapped by one. The mover after its move (`arrived`) and pieces put back sooner are on the board.
    pub(in crate::plane) fn put_back(
        &self,
        mover: PieceId,
        arrived: &Piece,
        captures: &[PieceId],
    ) -> PutBack {
        let mut back = PutBack::new();
        if self.rules.rebirth == Rebirth::None {
            return back;
        }
        let mut taken: PieceIds = captures.iter().copied().collect();
        taken.sort_unstable_by_key(|&id| self.piece(id).label);
        for id in taken {
            let Some(piece) = self.reborn(id, &back) else { continue };
            let stays = |other: &PieceId| *other != mover && !captures.contains(other);
            let standing = self.ids().filter(stays).map(|id| self.piece(id));
            let over = |other: &Piece| overlap(&self.rules, &piece, other);
            let is_home_taken =
                standing.chain([arrived]).any(over) || back.iter().any(|(_, other)| over(other));
            if !is_home_taken {
                back.push((id, piece));
            }
        }
        back
    }

    /// Returns the position with copies of one side's pieces at their homes. It has all curves that may matter after a capture.
    pub fn with_homes(&self, side: Color) -> PlanePosition {
        let back = self.side(side).filter_map(|id| self.reborn(id, &PutBack::new()));
        let pieces = self.pieces.iter().copied().chain(back).collect();
        PlanePosition { pieces, ..self.clone() }
    }

    /// Returns a piece as it stands when it is put back, if it has a home: unmoved, and under `own` a pawn again if it was one.
    pub(in crate::plane) fn reborn(&self, id: PieceId, back: &PutBack) -> Option<Piece> {
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
                    self.find(label).is_some() || back.iter().any(|(_, other)| other.label == label)
                };
                let label = piece.label.renamed(Role::Pawn.letter(), is_taken);
                let facing = self.facing_at_home(piece, kind);
                Some(Piece { label, kind, promoted: false, heading: None, facing, ..unmoved })
            }
            Rebirth::Circe | Rebirth::Own => Some(unmoved),
        }
    }

    /// Returns the frame of a piece that is put back at its home.
    fn facing_at_home(&self, piece: &Piece, kind: KindId) -> Facing {
        let home = self.rules.home_of(piece.label).copied();
        let is_ring = self.rules.promoting_on_ring();
        match (is_ring && self.rules.kind(kind).rule.pawn, home.and_then(|home| home.sense)) {
            (false, _) => Facing::Player(home.map_or(Flips::NONE, |home| home.flips)),
            (true, Some(sense)) => Facing::round(sense),
            (true, None) if piece.kind == kind => piece.facing,
            (true, None) => Facing::CounterClockwise,
        }
    }
}
