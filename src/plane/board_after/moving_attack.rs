//! The attack of the mover on the other king after its move: its kind and lane there, and what may block it.

use crate::geom::{Curve, Extent, Point, Pose};
use crate::plane::position::{Piece, PieceId, PlanePosition};
use crate::plane::rules::{Gait, Lane};

/// One lane of a moving piece as an attack, on a board without seams.
#[derive(Clone, Copy)]
pub struct MovingAttack<'a> {
    /// The board before the move.
    pub board: &'a PlanePosition,
    /// The mover.
    pub mover: PieceId,
    /// The mover with its kind after the move and its place before the move.
    pub piece: Piece,
    /// The lane by which it attacks.
    pub lane: &'a Lane,
    /// The king.
    pub king: PieceId,
    /// The king's centre.
    pub king_at: Point,
}

impl<'a> MovingAttack<'a> {
    /// Returns the body of the mover.
    pub fn extent(&self) -> &'a Extent {
        &self.board.rules().kind(self.piece.kind).rule.extent
    }

    /// Returns the distances along the lane at which its rules change: least distance, steps, range.
    pub fn limits(&self) -> Vec<f64> {
        let (rules, lane) = (self.board.rules(), self.lane);
        if let Some(steps) = lane.steps(rules.epsilon) {
            let across = rules.board.width() + rules.board.height();
            return [0.0].into_iter().chain(steps.within(lane.range.min(across))).collect();
        }
        let mut limits: Vec<f64> =
            [0.0, rules.min_capture, lane.range].into_iter().filter(|d| d.is_finite()).collect();
        limits.dedup();
        limits
    }

    /// Yields the centres that may block the attack: of all pieces for a ride, of friends for a leap.
    pub fn pieces(&self) -> impl Iterator<Item = Point> + '_ {
        let pieces = self.others().map(|id| self.board.piece(id));
        let depends_on = |piece: &&Piece| self.is_friend(piece) || self.lane.gait == Gait::Ride;
        pieces.filter(depends_on).map(|piece| piece.at)
    }

    /// Yields the friends near the king whose bodies would cover the attacker's centre at its stop. Equal discs are left out,
    /// because the attacker's own body decides for them.
    pub fn bodies(&self) -> impl Iterator<Item = (Pose, &'a Extent)> + '_ {
        let (board, extent) = (self.board, self.extent());
        let friends = self.others().filter(|id| self.is_friend(board.piece(*id)));
        let bodies = friends.map(move |id| (board.piece(id).pose(), board.extent(id)));
        bodies.filter(move |(pose, body)| {
            extent.reach() != body.reach() && self.king_at.distance(pose.at) < extent.reach() + body.reach()
        })
    }

    /// Yields the walls that end the attack.
    pub fn walls(&self) -> impl Iterator<Item = Curve> + use<'a> {
        self.board.rules().board.walls().into_iter()
    }

    fn others(&self) -> impl Iterator<Item = PieceId> + '_ {
        self.board.ids().filter(|id| *id != self.mover && *id != self.king)
    }

    fn is_friend(&self, piece: &Piece) -> bool {
        piece.color() == self.piece.color()
    }
}
