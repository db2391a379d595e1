//! The attack of a moving piece on the other king: its kind and lane at the end of the move, and what may block it.

use crate::geom::{Extent, Point};
use crate::plane::position::{Piece, PieceId, Position};
use crate::plane::rules::{Gait, Lane, Way};
use std::f64::consts::TAU;

/// One lane of a moving piece as an attack.
#[derive(Clone, Copy)]
pub struct MovingAttack<'a> {
    /// The board before the move.
    pub board: &'a Position,
    /// The mover.
    pub mover: PieceId,
    /// The mover with its kind after the move, its place and heading before it.
    pub piece: Piece,
    /// The lane by which it attacks.
    pub lane: &'a Lane,
    /// The king.
    pub target: PieceId,
}

impl<'a> MovingAttack<'a> {
    /// Where the king stands.
    pub fn king(&self) -> Point {
        self.board.piece(self.target).at
    }

    /// The body of the mover.
    pub fn extent(&self) -> &'a Extent {
        &self.board.rules().kind(self.piece.kind).rule.extent
    }

    /// The distances along the lane at which its rules change: least distance, steps, range.
    pub fn limits(&self) -> Vec<f64> {
        let (rules, lane) = (self.board.rules(), self.lane);
        let range = match lane.way {
            Way::Turn(_) => return vec![0.0, rules.min_turn, 360.0 - rules.min_turn],
            Way::Arc(radius) => lane.range.min(TAU * radius.abs() - rules.min_move),
            Way::Straight | Way::Area => lane.range,
        };
        if let Some(steps) = lane.steps(rules.epsilon) {
            return [0.0]
                .into_iter()
                .chain(steps.within(range.min(rules.board.width() + rules.board.height())))
                .collect();
        }
        [0.0, rules.min_capture, range].into_iter().filter(|d| d.is_finite()).collect()
    }

    /// The centres that may block it: of all pieces for a ride, of friends for a leap.
    pub fn pieces(&self) -> impl Iterator<Item = Point> + '_ {
        let minds = |piece: &Piece| self.is_friend(piece) || self.lane.gait == Gait::Ride;
        self.others().map(|id| self.board.piece(id)).filter(move |piece| minds(piece)).map(|piece| piece.at)
    }

    /// The friends near the king whose bodies its centre may not end under. Equal discs are left out: there its own body
    /// decides the same.
    pub fn bodies(&self) -> impl Iterator<Item = (&'a Piece, &'a Extent)> + '_ {
        let (board, extent) = (self.board, self.extent());
        let all = self.others().map(move |id| (board.piece(id), board.extent(id)));
        all.filter(move |(piece, body)| {
            let unequal = extent.as_disc().is_none() || extent.as_disc() != body.as_disc();
            let near = piece.at.distance(self.king()) < extent.reach() + body.reach();
            self.is_friend(piece) && unequal && near
        })
    }

    fn others(&self) -> impl Iterator<Item = PieceId> + '_ {
        self.board.ids().filter(|id| *id != self.mover && *id != self.target)
    }

    fn is_friend(&self, piece: &Piece) -> bool {
        piece.color() == self.piece.color()
    }
}
