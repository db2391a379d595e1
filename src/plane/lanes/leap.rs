//! An area leap among all the other pieces: the predicate on one landing, and the curves at which its answer may change.

use super::landing::Landing;
use super::stop::StopRefusal;
use super::stretch::MoveEffect;
use crate::geom::{Curve, Disc, Point, Vec2};
use crate::notation::Reason;
use crate::plane::position::{PieceId, PieceIds, PieceImage, PlacedPiece, PlanePosition};
use crate::plane::rules::Lane;
use crate::variant::Takes;

/// An area leap among all the other pieces.
pub struct Leap<'a> {
    position: &'a PlanePosition,
    pub mover: PieceId,
    takes: Takes,
    landing: Landing<'a>,
    /// The images of other pieces that a landing may overlap.
    near: Vec<PlacedPiece>,
}

impl<'a> Leap<'a> {
    pub fn new(position: &'a PlanePosition, mover: PieceId, lane: &Lane) -> Leap<'a> {
        let landing = Landing::new(position, mover, lane, |_| false);
        let Disc { centre, radius } = landing.disc();
        let farthest = radius + landing.body_radius;
        let isometries = position.rules().board.images_about(centre, farthest);
        let mut near = Vec::new();
        for id in position.ids().filter(|&id| id != mover) {
            for &isometry in &isometries {
                let at = position.image_place(&PieceImage { id, isometry });
                if at.distance(centre) < farthest {
                    near.push(PlacedPiece { id, at });
                }
            }
        }
        Leap { position, mover, takes: lane.takes, near, landing }
    }

    /// Decides one landing and returns its effect.
    ///
    /// # Errors
    /// The first rule that the landing breaks; the safety of the own king is not tested.
    pub fn land(&self, place: Point) -> Result<MoveEffect, StopRefusal> {
        if let Some(refusal) = self.landing.refusal(place) {
            return Err(refusal);
        }
        let (rules, piece) = (self.position.rules(), self.position.piece(self.mover));
        let distance = place.distance(piece.at);
        // `landing` has refused an overlap with a friend, so only enemies are left.
        let least_clearance = self.landing.body_radius - rules.epsilon;
        let overlapped = self.near.iter().filter(|other| other.at.distance(place) < least_clearance);
        let mut captures: PieceIds = overlapped.map(|other| other.id).collect();
        captures.dedup();
        if self.takes == Takes::Never
            && let Some(&blocker) = captures.first()
        {
            return Err(StopRefusal::blocked(distance, blocker));
        }
        let is_capture = !captures.is_empty();
        if self.takes == Takes::Must && !is_capture {
            return Err(StopRefusal::must_capture());
        }
        if self.landing.starts().any(|start| !rules.is_long_enough(place.distance(start), is_capture)) {
            let least = if is_capture { rules.min_capture } else { rules.min_move };
            return Err(StopRefusal::limit(Reason::MinMove, least));
        }
        Ok(MoveEffect { captures, promotes: self.position.promotes(piece, &piece.path_to(place), distance) })
    }

    /// Yields the enemies that some landing may capture.
    pub fn enemies(&self) -> impl Iterator<Item = PieceId> + '_ {
        let color = self.position.piece(self.mover).color();
        let mut ids: PieceIds = self.near.iter().map(|other| other.id).collect();
        ids.dedup();
        ids.into_iter().filter(move |&id| self.position.piece(id).color() != color)
    }

    /// Returns the disc of all places within range.
    pub fn disc(&self) -> Disc {
        self.landing.disc()
    }

    /// Returns the curves, whole lines and circles, at which the answer of [`Leap::land`] may change.
    pub fn curves(&self) -> Vec<Curve> {
        let (rules, piece) = (self.position.rules(), self.position.piece(self.mover));
        let Disc { centre, radius: range } = self.disc();
        let circle = |centre: Point, radius: f64| Curve::Circle { centre, radius };
        // The border has the circles of the steps or the range, and of `min_capture`. Those of `min_move` follow.
        let mut out = self.landing.border();
        out.push(circle(centre, range));
        if rules.min_move > 0.0 {
            out.push(circle(centre, rules.min_move));
        } else {
            // A leap does not land on its start. These lines make the start a vertex, so it lies in no face.
            out.extend([Vec2::X, Vec2::Y].map(|dir| Curve::Line { through: centre, dir }));
        }
        out.extend(self.near.iter().map(|other| circle(other.at, self.landing.body_radius)));
        if rules.min_move > 0.0 {
            out.extend(self.landing.other_starts.iter().map(|&start| circle(start, rules.min_move)));
        }
        out.extend(rules.board.walls());
        out.extend(self.landing.lines_to_starts());
        if let Some(pawn) = self.position.pawn(piece) {
            out.extend(pawn.promotion_lines(&piece.path_to(centre), range));
        }
        out
    }
}
