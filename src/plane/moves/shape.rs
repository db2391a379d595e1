//! A move on the plane: along a lane, to a place, or a turn in place, and its text.

use crate::geom::Point;
use crate::notation::{Course, Distance, PlaneMoveText, Sense};
use crate::plane::position::{PieceId, PlanePosition};
use crate::plane::rules::{KindId, LaneShape};

/// The end of a move on its lane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MoveEnd {
    /// A distance along a straight lane or an arc, board units.
    Distance(f64),
    /// The angle of a turn in place, degrees.
    Angle(f64),
    /// The landing of an area leap.
    Place(Point),
}

/// A move on the plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Move {
    /// The mover.
    pub piece: PieceId,
    /// The index of the lane among those of the mover's kind.
    pub lane: usize,
    /// The end of the move on the lane.
    pub end: MoveEnd,
    /// The kind that a pawn becomes.
    pub promotion: Option<KindId>,
}

impl Move {
    /// Returns a move along a straight lane or an arc; the distance is in board units.
    pub fn along(piece: PieceId, lane: usize, distance: f64) -> Move {
        Move { piece, lane, end: MoveEnd::Distance(distance), promotion: None }
    }

    /// Returns an area leap to a place.
    pub fn to(piece: PieceId, lane: usize, place: Point) -> Move {
        Move { piece, lane, end: MoveEnd::Place(place), promotion: None }
    }

    /// Returns a turn in place; the sense is that of the lane.
    pub fn turn(piece: PieceId, lane: usize, degrees: f64) -> Move {
        Move { piece, lane, end: MoveEnd::Angle(degrees), promotion: None }
    }

    /// Returns the move with a promotion to `kind`.
    pub fn promoting(self, kind: KindId) -> Move {
        Move { promotion: Some(kind), ..self }
    }

    /// Returns the move with another distance, or for a turn another angle in degrees. An area leap is unchanged.
    pub fn with_distance(self, distance: f64) -> Move {
        let end = match self.end {
            MoveEnd::Distance(_) => MoveEnd::Distance(distance),
            MoveEnd::Angle(_) => MoveEnd::Angle(distance),
            MoveEnd::Place(_) => self.end,
        };
        Move { end, ..self }
    }
}

impl PlanePosition {
    /// Returns the text of a move; reading it gives the move back.
    pub fn text_of(&self, m: Move) -> PlaneMoveText {
        let piece = self.piece(m.piece);
        let lane = self.lanes(m.piece).get(m.lane);
        let shape = lane.map(|lane| lane.shape);
        let course = match m.end {
            MoveEnd::Place(place) => Course::To { x: place.x, y: place.y },
            MoveEnd::Angle(angle) => {
                let sense = if let Some(LaneShape::Turn(sense)) = shape { sense } else { 1.0 };
                Course::Turn { sense: Sense::of(sense), angle: Distance::Exactly(angle) }
            }
            MoveEnd::Distance(distance) => {
                let degrees = lane.map_or(0.0, |lane| piece.bearing_along(lane));
                let distance = Distance::Exactly(distance);
                if let Some(LaneShape::Arc(radius)) = shape {
                    Course::Arc { degrees, sense: Sense::of(radius), radius: Some(radius.abs()), distance }
                } else {
                    Course::Bearing { degrees, distance }
                }
            }
        };
        let promotion = m.promotion.map(|kind| self.rules().kind(kind).rule.letter);
        PlaneMoveText { label: piece.label, course, promotion }
    }

    /// Returns the move of a distance along one of a piece's lanes: board units, or degrees for a turn. `None` for an area leap,
    /// which ends at a place.
    ///
    /// ```
    /// use continuum::plane::{PlanePosition, Rules};
    /// let rules = Rules::preset("continuous")?;
    /// let position = PlanePosition::from_text(rules, "Ba@2,2' ; w")?;
    /// let bishop = position.find("Ba".parse()?).expect("a bishop");
    /// let m = position.move_by(bishop, 0, 1.5).expect("a straight lane");
    /// assert_eq!(position.text_of(m).to_string(), "Ba 45 1.5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn move_by(&self, piece: PieceId, lane: usize, distance: f64) -> Option<Move> {
        match self.lanes(piece).get(lane)?.shape {
            LaneShape::Straight | LaneShape::Arc(_) => Some(Move::along(piece, lane, distance)),
            LaneShape::Turn(_) => Some(Move::turn(piece, lane, distance)),
            LaneShape::Area => None,
        }
    }
}
