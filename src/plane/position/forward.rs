//! The forward direction of each piece of a position.

use super::state::PlanePosition;
use crate::board::Forward;
use crate::chess::{Color, Label};
use crate::geom::Vec2;
use std::collections::BTreeMap;

impl PlanePosition {
    /// Returns the forward direction of each piece whose kind has one; empty if it is the same for all pieces of a side.
    ///
    /// ```
    /// use continuum::board::ForwardWay;
    /// use continuum::plane::{PlanePosition, Rules};
    /// let rules = Rules::preset("ring")?;
    /// let position = PlanePosition::from_text(rules, "Ka@1,1' Pa@4,1'!cw ka@9,1' ; w")?;
    /// let forwards = position.forwards();
    /// assert_eq!((forwards.len(), forwards[&"Pa".parse()?].way), (1, ForwardWay::Clockwise));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forwards(&self) -> BTreeMap<Label, Forward> {
        let rules = self.rules();
        let may_flip = rules.has_ring_pawns() || rules.board.sheet().has_flips();
        let mut forwards = BTreeMap::new();
        if !may_flip && !self.pieces().iter().any(|piece| piece.facing.flips().y) {
            return forwards;
        }
        for piece in self.pieces() {
            let kind = rules.kind(piece.kind);
            if kind.is_framed && !kind.rule.has_heading() {
                let players_forward = if piece.color() == Color::White { Vec2::Y } else { -Vec2::Y };
                let dir = piece.facing.dir(players_forward, piece.color());
                forwards.insert(piece.label, Forward::on_plane(rules.variant.spec(), piece.at, dir));
            }
        }
        forwards
    }
}
