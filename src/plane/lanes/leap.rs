//! An area leap among all the other pieces: the predicate on one landing, and the curves at which its answer may change.

use super::landing::Landing;
use super::stop::StopRefusal;
use super::stretch::MoveEffect;
use crate::geom::{Curve, Disc, Point, Vec2};
use crate::notation::Reason;
use crate::plane::position::{PieceId, PieceIds, PieceImage, PlanePosition};
use crate::plane::rules::Lane;
use crate::variant::Takes;

/// An area leap among all the other pieces.
pub struct Leap<'a> {
    position: &'a PlanePosition,
    /// The piece that leaps.
    pub mover: PieceId,
    takes: Takes,
    landing: Landing<'a>,
    /// The images of other pieces that a landing may overlap.
    near: Vec<SeenPiece>,
}

/// An image of a piece at its place.
struct SeenPiece {
    id: PieceId,
    at: Point,
}

impl<'a> Leap<'a> {
    /// Prepares the leap of a piece.
    pub fn new(position: &'a PlanePosition, mover: PieceId, lane: &Lane) -> Leap<'a> {
        let landing = Landing::new(position, mover, lane, |_| false);
        let Disc { centre, radius } = landing.disc();
        let reach = radius + landing.radius;
        let images = position.rules().board.images_about(centre, reach);
        let mut near = Vec::new();
        for id in position.ids().filter(|&id| id != mover) {
            let places = images.iter().map(|&image| position.seen_at(&PieceImage { id, image }));
            near.extend(places.filter(|at| at.distance(centre) < reach).map(|at| SeenPiece { id, at }));
        }
        Leap { position, mover, takes: lane.takes, near, landing }
    }

    /// Decides one landing and returns its effect.
    ///
    /// # Errors
    /// The first rule that the landing breaks; the safety of the own king is not tested.
    pub fn land(&self, m: Point) -> Result<MoveEffect, StopRefusal> {
        if let Some(refusal) = self.landing.refusal(m) {
            return Err(refusal);
        }
        let (rules, piece) = (self.position.rules(), self.position.piece(self.mover));
        let (depth, distance) = (self.landing.radius - rules.epsilon, m.distance(piece.at));
        let overlapped = self.near.iter().filter(|seen| seen.at.distance(m) < depth);
        let mut captures: PieceIds = overlapped.map(|seen| seen.id).collect();
        captures.dedup();
        let takes = !captures.is_empty();
        match self.takes {
            Takes::Never => {
                if let Some(&by) = captures.first() {
                    return Err(StopRefusal { reason: Reason::Blocked, limit: distance, by: Some(by) });
                }
            }
            Takes::Must if !takes => return Err(StopRefusal::limit(Reason::MustCapture, 0.0)),
            Takes::May | Takes::Must => {}
        }
        if self.landing.starts().any(|start| !rules.is_long_enough(m.distance(start), takes)) {
            let least = if takes { rules.min_capture } else { rules.min_move };
            return Err(StopRefusal::limit(Reason::MinMove, least));
        }
        Ok(MoveEffect { captures, promotes: self.position.promotes(piece, &piece.path_to(m), distance) })
    }

    /// Yields the enemies that some landing takes.
    pub fn enemies(&self) -> impl Iterator<Item = PieceId> + '_ {
        let color = self.position.piece(self.mover).color();
        let mut ids: PieceIds = self.near.iter().map(|seen| seen.id).collect();
        ids.dedup();
        ids.into_iter().filter(move |&id| self.position.piece(id).color() != color)
    }

    /// Returns the disc of all places within range.
    pub fn disc(&self) -> Disc {
        self.landing.disc()
    }

    /// Returns the whole curves at which the answer of [`Leap::land`] may change.
    pub fn curves(&self) -> Vec<Curve> {
        let (rules, piece) = (self.position.rules(), self.position.piece(self.mover));
        let Disc { centre, radius: range } = self.disc();
        let circle = |centre: Point, radius: f64| Curve::Circle { centre, radius };
        let mut out = self.landing.border();
        out.push(circle(centre, range));
        if rules.min_move > 0.0 {
            out.push(circle(centre, rules.min_move));
        } else {
            // A leap does not land on its start. The lines make it a vertex, so it lies in no face.
            out.extend([Vec2::X, Vec2::Y].map(|dir| Curve::Line { through: centre, dir }));
        }
        out.extend(self.near.iter().map(|seen| circle(seen.at, self.landing.radius)));
        if rules.min_move > 0.0 {
            out.extend(self.landing.other_starts.iter().map(|&start| circle(start, rules.min_move)));
        }
        out.extend(rules.board.walls());
        out.extend(self.landing.lines_to_starts());
        if let Some(pawn) = self.position.pawn(piece) {
            out.extend(pawn.curves(&piece.path_to(centre), range));
        }
        out
    }
}
