//! Free ways: the distances that a disc may ride from the place of a piece up to its first contact.

use crate::board::Surface;
use crate::geom::{Ray, Vec2};
use crate::plane::attack::Survey;
use crate::plane::discs::{Centres, ContactQuery, NearbyPieces};
use crate::plane::position::PieceId;

/// The free ways from the piece that was last given to [`FreeWays::look_from`].
pub struct FreeWays<'s> {
    board: &'s Surface,
    centres: &'s Centres,
    nearby: NearbyPieces<'s>,
    /// The greatest length, board units. Longer ways count as this long.
    longest: f64,
    from: PieceId,
}

impl Survey<'_> {
    /// Returns the free ways of a position up to a length, board units. Give a piece to [`FreeWays::look_from`] first.
    pub fn free_ways(&self, longest: f64) -> FreeWays<'_> {
        let (board, centres) = (&self.position.rules().board, &self.centres);
        FreeWays { board, centres, nearby: NearbyPieces::new(centres), longest, from: PieceId(0) }
    }
}

impl FreeWays<'_> {
    /// Sets the piece from which the ways lead.
    pub fn look_from(&mut self, piece: PieceId) {
        self.from = piece;
        self.nearby.gather(piece, self.longest, &[]);
    }

    /// Returns the distance along a direction up to the first contact with a piece, at most the greatest length. On a board with
    /// seams it is at most half the shortest side, unless images of a place lie nearer to each other than that.
    pub fn along(&self, dir: Vec2) -> f64 {
        let known_up_to = self.nearby.known_up_to();
        if known_up_to > 0.0 {
            let contact = self.nearby.least_contact(dir);
            if contact <= known_up_to || self.board.shortest_round() >= self.board.least_side() {
                return contact.min(known_up_to);
            }
        }
        let ray = Ray::new(self.centres.at(self.from), dir);
        let query = ContactQuery { free: 0.0, limit: self.longest, slack: 0.0 };
        let contacts = self.centres.contacts(&ray, query, &[self.from]);
        contacts.first().map_or(self.longest, |contact| contact.distance)
    }
}
