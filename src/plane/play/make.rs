//! Making a move, and the record of a move.

use crate::chess::{Color, Label};
use crate::geom::{Path, Point, functions};
use crate::notation::{Illegal, PlaneMoveText};
use crate::plane::moves::{JudgedMove, Move, MoveEnd};
use crate::plane::position::{BoardAfter, Piece, PieceId, PieceIds, PlanePosition};
use crate::plane::rules::Gait;

/// The record of a move that was made.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayedMove {
    /// The mover, by its label before the move.
    pub label: Label,
    /// The move as text, with the exact bearing of the lane and the exact distance.
    pub text: PlaneMoveText,
    /// Whether the piece rode or leapt.
    pub gait: Gait,
    /// The bearing in the mover's frame, degrees.
    pub bearing: f64,
    /// The distance in the path's measure: board units, or degrees for a turn.
    pub distance: f64,
    /// The path; for a leap the straight line to the landing.
    pub path: Path,
    /// The angle by which the piece turned, degrees counter-clockwise.
    pub turned: f64,
    /// The start of the move.
    pub from: Point,
    /// The end of the move.
    pub to: Point,
    /// The captured pieces as they stood before the move.
    pub captures: Vec<Piece>,
    /// The label of the piece that a pawn became.
    pub promoted: Option<Label>,
    /// The captured pieces that were put back.
    pub reborn: Vec<Reborn>,
}

/// A captured piece that was put back at its home.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reborn {
    /// The label after the piece was put back, because a promoted piece may be a pawn again.
    pub label: Label,
    /// The place of the capture.
    pub from: Point,
    /// The home to which the piece is put back.
    pub to: Point,
}

impl PlanePosition {
    /// Judges a move, makes it and returns its record.
    ///
    /// ```
    /// use continuum::chess::Color;
    /// use continuum::plane::{Move, PlanePosition, Rules};
    /// let rules = Rules::preset("continuous")?;
    /// let mut position = PlanePosition::initial(rules)?;
    /// let pawn = position.find("Pe".parse()?).expect("a pawn");
    /// let ahead = position.lanes(pawn).iter().position(|lane| lane.bearing == 90.0).expect("a lane");
    /// let played = position.play(Move::along(pawn, ahead, 1.25))?;
    /// assert_eq!((played.to.y, position.turn()), (2.75, Color::Black));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The rule that the move breaks; the position is then unchanged.
    pub fn play(&mut self, m: Move) -> Result<PlayedMove, Illegal> {
        let (played, after) = self.played(m)?;
        *self = after;
        Ok(played)
    }

    /// Judges a move, and returns its record and the position after it.
    ///
    /// # Errors
    /// Those of [`PlanePosition::play`].
    pub(crate) fn played(&self, m: Move) -> Result<(PlayedMove, PlanePosition), Illegal> {
        let JudgedMove { verdict, board_after } = self.judge_with_board(m)?;
        let BoardAfter { position: board, reborn, mover } = board_after;
        let arrived = board.piece(mover);
        let piece = *self.piece(m.piece);
        let lane = &self.lanes(m.piece)[m.lane];
        let (path, bearing) = match m.end {
            MoveEnd::Place(place) => (piece.path_to(place), bearing_towards(&piece, place)),
            MoveEnd::Distance(_) | MoveEnd::Angle(_) => (piece.path_along(lane), piece.bearing_along(lane)),
        };
        let reborn = reborn.iter().map(|at_home| Reborn {
            label: at_home.piece.label,
            from: self.piece(at_home.id).at,
            to: at_home.piece.at,
        });
        let played = PlayedMove {
            label: piece.label,
            text: self.text_of(m.with_distance(verdict.distance)),
            gait: lane.gait,
            bearing,
            distance: verdict.distance,
            turned: path.turned(verdict.distance),
            path,
            from: piece.at,
            to: arrived.at,
            captures: verdict.captures.iter().map(|&id| *self.piece(id)).collect(),
            promoted: m.promotion.map(|_| arrived.label),
            reborn: reborn.collect(),
        };
        Ok((played, self.counted(m, &verdict.captures, board)))
    }

    /// Returns the position after a move of the legal set, where `captures` are those of its span or cell. The move is not judged,
    /// so an illegal move leads to a position that play cannot reach.
    pub fn after_legal(&self, m: Move, captures: &PieceIds) -> PlanePosition {
        let board = self.board_after(m.piece, self.arrived_by_legal(m), captures).position;
        self.counted(m, captures, board)
    }

    /// Returns the position after a move, given the board after it: the move is counted, and the turn passed.
    fn counted(&self, m: Move, captures: &[PieceId], board: PlanePosition) -> PlanePosition {
        let is_quiet = captures.is_empty() && !self.rules.kind(self.piece(m.piece).kind).rule.pawn;
        let halfmove = if is_quiet { self.halfmove.saturating_add(1) } else { 0 };
        let mut after = PlanePosition { halfmove, ..board };
        after.count_move();
        after
    }
}

/// Returns the bearing of a place in the piece's own frame, degrees from 0 to 360.
fn bearing_towards(piece: &Piece, to: Point) -> f64 {
    let vector = if piece.color() == Color::White { to - piece.at } else { piece.at - to };
    piece.facing.bearing(functions::angle_of(vector).to_degrees(), piece.color()).rem_euclid(360.0)
}
