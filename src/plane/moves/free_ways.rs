//! Free ways: how far a disc rides from the place of a piece before its first contact.

use crate::board::Surface;
use crate::geom::{Ray, Vec2};
use crate::plane::attack::Survey;
use crate::plane::discs::{Centres, ContactQuery, NearbyPieces};
use crate::plane::position::PieceId;

/// The free ways from one piece of a position at a time: the one last given to [`FreeWays::look_from`].
pub struct FreeWays<'s> {
    board: &'s Surface,
    centres: &'s Centres,
    nearby: NearbyPieces<'s>,
    /// Board units: longer ways count as this.
    longest: f64,
    from: PieceId,
}

impl Survey<'_> {
    /// Returns the free ways of a position up to a length, board units. Give a piece to [`FreeWays::look_from`] first.
    pub fn free_ways(&self, longest: f64) -> FreeWays<'_> {
        let nearby = NearbyPieces::new(&self.centres);
        FreeWays {
            board: &self.position.rules().board,
            centres: &self.centres,
            nearby,
            longest,
            from: PieceId(0),
        }
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
        // The length up to which the pieces nearby are held; not positive where none are.
        let reach = self.nearby.known_up_to();
        if reach > 0.0 {
            let met = self.nearby.contact_bound(dir);
            let board = &self.board;
            if met <= reach || board.shortest_round() >= board.least_side() {
                return met.min(reach);
            }
        }
        let ray = Ray::new(self.centres.at(self.from), dir);
        let query = ContactQuery { free: 0.0, limit: self.longest, slack: 0.0 };
        let met = self.centres.contacts(&ray, query, &[self.from]);
        met.first().map_or(self.longest, |contact| contact.distance)
    }
}
