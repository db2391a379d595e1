//! A move on the plane: along a lane, to a place, or a turn in place.

use crate::geom::Point;
use crate::notation::{Course, Distance, PlaneMoveText, Sense};
use crate::plane::position::{PieceId, PlanePosition};
use crate::plane::rules::{KindId, LaneShape};

/// The form of a move. A lane is an index among those of the mover's kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MoveShape {
    /// A distance along a straight lane or an arc.
    Along {
        /// The lane.
        lane: usize,
        /// The distance, board units.
        distance: f64,
    },
    /// An area leap.
    To {
        /// The lane.
        lane: usize,
        /// The landing.
        place: Point,
    },
    /// A turn in place.
    Turn {
        /// The lane, whose sense is that of the turn.
        lane: usize,
        /// The angle, degrees.
        degrees: f64,
    },
}

/// A move on the plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Move {
    /// The mover.
    pub piece: PieceId,
    /// The lane and how far along it.
    pub shape: MoveShape,
    /// The kind that a pawn becomes.
    pub promotion: Option<KindId>,
}

impl Move {
    /// Returns a move along a straight lane or an arc; the distance is in board units.
    pub fn along(piece: PieceId, lane: usize, distance: f64) -> Move {
        Move { piece, shape: MoveShape::Along { lane, distance }, promotion: None }
    }

    /// Returns an area leap.
    pub fn to(piece: PieceId, lane: usize, place: Point) -> Move {
        Move { piece, shape: MoveShape::To { lane, place }, promotion: None }
    }

    /// Returns a turn in place.
    pub fn turn(piece: PieceId, lane: usize, degrees: f64) -> Move {
        Move { piece, shape: MoveShape::Turn { lane, degrees }, promotion: None }
    }

    /// Returns the move with a promotion to `kind`.
    pub fn promoting(self, kind: KindId) -> Move {
        Move { promotion: Some(kind), ..self }
    }

    /// Returns the move with another distance; an area leap is unchanged.
    pub fn with_distance(self, distance: f64) -> Move {
        let shape = match self.shape {
            MoveShape::Along { lane, .. } => MoveShape::Along { lane, distance },
            MoveShape::Turn { lane, .. } => MoveShape::Turn { lane, degrees: distance },
            MoveShape::To { .. } => self.shape,
        };
        Move { shape, ..self }
    }

    /// Returns the index of the lane.
    pub fn lane(&self) -> usize {
        match self.shape {
            MoveShape::Along { lane, .. } | MoveShape::To { lane, .. } | MoveShape::Turn { lane, .. } => lane,
        }
    }
}

impl PlanePosition {
    /// Returns the text of a move; reading it gives the move back.
    pub fn text_of(&self, m: Move) -> PlaneMoveText {
        let piece = self.piece(m.piece);
        let lane = self.lanes(m.piece).get(m.lane());
        let degrees = lane.map_or(0.0, |lane| piece.bearing_along(lane));
        let course = match (m.shape, lane.map(|lane| lane.shape)) {
            (MoveShape::To { place, .. }, _) => Course::To { x: place.x, y: place.y },
            (MoveShape::Turn { degrees: angle, .. }, shape) => {
                let sense = if let Some(LaneShape::Turn(sense)) = shape { sense } else { 1.0 };
                Course::Turn { sense: Sense::of(sense), angle: Distance::Exactly(angle) }
            }
            (MoveShape::Along { distance, .. }, Some(LaneShape::Arc(radius))) => Course::Arc {
                degrees,
                sense: Sense::of(radius),
                radius: Some(radius.abs()),
                distance: Distance::Exactly(distance),
            },
            (MoveShape::Along { distance, .. }, _) => {
                Course::Bearing { degrees, distance: Distance::Exactly(distance) }
            }
        };
        let promotion = m.promotion.map(|kind| self.rules().kind(kind).rule.letter);
        PlaneMoveText { label: piece.label, course, promotion }
    }

    /// Returns the move of a distance along one of a piece's lanes: board units, or degrees for a turn. `None` for an area leap, which
    /// has no distance along a lane.
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
