//! Whether one move may give check, without making it.

use super::shape::Move;
use crate::plane::attack::Survey;
use crate::plane::position::PieceIds;

impl Survey<'_> {
    /// Whether a quiet legal move may give check: exact, unless the mover leaves a line to the other king, and yes for pieces
    /// that are not plain.
    ///
    /// # Panics
    /// When the move is of another position.
    pub fn may_check_by(&self, m: Move) -> bool {
        let theirs = self.opposite();
        let kind = self.position.rules().kind(self.position.piece(m.piece).kind);
        if !self.is_closed() || !kind.plain || theirs.opens_line_to_king(m.piece, &[]) {
            return true;
        }
        let landing = self.position.verdict_of_legal(m, &PieceIds::new());
        let arrived = self.position.arrived(m.piece, landing.to, landing.heading, m.promotion);
        theirs.is_king_taken_from(&arrived, m.piece, &[m.piece])
    }
}
