//! Free ways: the distances that a disc may ride from the place of a piece up to its first contact.

use crate::board::Surface;
use crate::geom::{Ray, Vec2};
use crate::plane::attack::Survey;
use crate::plane::discs::{Centres, ContactQuery, NearbyPieces};
use crate::plane::position::PieceId;

/// The free ways of the pieces of a position.
pub struct FreeWays<'s> {
    board: &'s Surface,
    centres: &'s Centres,
    nearby: NearbyPieces<'s>,
    /// The greatest length, board units. Longer ways count as this long.
    longest: f64,
}

impl Survey<'_> {
    /// Returns the free ways of a position up to a length, board units.
    pub fn free_ways(&self, longest: f64) -> FreeWays<'_> {
        let (board, centres) = (&self.position.rules().board, &self.centres);
        FreeWays { board, centres, nearby: NearbyPieces::new(centres), longest }
    }
}

impl FreeWays<'_> {
    /// Returns the free ways from a piece as a function of the direction: the distance up to the first contact with a piece, at
    /// most the greatest length. On a board with seams it is at most half the shortest side, unless images of a place lie nearer
    /// to each other than that side.
    pub fn from_piece(&mut self, piece: PieceId) -> impl Fn(Vec2) -> f64 {
        self.nearby.gather(piece, self.longest, &[]);
        let ways = &*self;
        move |dir| ways.along(piece, dir)
    }

    fn along(&self, piece: PieceId, dir: Vec2) -> f64 {
        let known_up_to = self.nearby.known_up_to();
        if known_up_to > 0.0 {
            let contact = self.nearby.least_contact(dir);
            // Where images lie far apart, a way that meets nothing near counts as the length that is known.
            if contact <= known_up_to || !self.board.has_near_images() {
                return contact.min(known_up_to);
            }
        }
        let ray = Ray::new(self.centres.at(piece), dir);
        let query = ContactQuery { free: 0.0, limit: self.longest, slack: 0.0 };
        let contacts = self.centres.contacts(&ray, query, &[piece]);
        contacts.first().map_or(self.longest, |contact| contact.distance)
    }
}
