//! Which way is forward for the pieces of a position.

use super::state::{Piece, PlanePosition};
use crate::board::Forward;
use crate::chess::{Color, Label};
use crate::geom::Vec2;
use std::collections::BTreeMap;

impl PlanePosition {
    /// Returns forward for each piece whose kind has one, if not all pieces of a side go the same way; else nothing.
    ///
    /// ```
    /// use continuum::board::Way;
    /// use continuum::plane::{PlanePosition, Rules};
    /// let rules = Rules::preset("ring")?;
    /// let position = PlanePosition::from_text(rules, "Ka@1,1' Pa@4,1'!cw ka@9,1' ; w")?;
    /// let forwards = position.forwards();
    /// assert_eq!((forwards.len(), forwards[&"Pa".parse()?].way), (1, Way::Clockwise));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forwards(&self) -> BTreeMap<Label, Forward> {
        let rules = self.rules();
        let differ = rules.promoting_on_ring()
            || rules.board.sheet().has_flips()
            || self.pieces().iter().any(|piece| piece.facing.flips().y);
        let has_forward =
            |piece: &&Piece| rules.kind(piece.kind).framed && !rules.kind(piece.kind).rule.has_heading();
        let forward = |piece: &Piece| {
            let own = if piece.color() == Color::White { Vec2::Y } else { -Vec2::Y };
            let dir = piece.facing.dir(own, piece.color());
            (piece.label, Forward::on_plane(rules.variant.spec(), piece.at, dir))
        };
        self.pieces().iter().filter(|_| differ).filter(has_forward).map(forward).collect()
    }
}
