//! The coming attack on a king of a piece that is on its way: as what it attacks and by which lane, and what may keep it
//! from taking.

use crate::geom::{Extent, Point};
use crate::plane::position::{Piece, PieceId, Position};
use crate::plane::rules::{Gait, Lane, Way};
use std::f64::consts::TAU;

/// One lane of a piece on its way.
#[derive(Clone, Copy)]
pub struct MovingAttack<'a> {
    /// The board, on which the piece stands wherever it began.
    pub board: &'a Position,
    /// The piece.
    pub mover: PieceId,
    /// The piece as what it is by then; its place and heading are those of the start of its way.
    pub piece: Piece,
    /// By what it attacks.
    pub lane: &'a Lane,
    /// The king.
    pub target: PieceId,
}

impl<'a> MovingAttack<'a> {
    /// Where the king stands.
    pub fn king(&self) -> Point {
        self.board.piece(self.target).at
    }

    /// The body that attacks.
    pub fn extent(&self) -> &'a Extent {
        &self.board.rules().kind(self.piece.kind).rule.extent
    }

    /// The distances along the lane at which what the attack may do changes.
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

    /// Where the pieces stand that it may come upon before the king; a leap minds its friends only.
    pub fn pieces(&self) -> impl Iterator<Item = Point> + '_ {
        let minds = |piece: &Piece| self.is_friend(piece) || self.lane.gait == Gait::Ride;
        self.others().map(|id| self.board.piece(id)).filter(move |piece| minds(piece)).map(|piece| piece.at)
    }

    /// The friends near the king under whose bodies its centre may not end, where its own body does not tell that already.
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
