//! The judge of one move: straight from the rules (`docs/rules/continuous.md` 3 to 5), with the reason for a refusal.
//!
//! The predicates of `lanes` decide the path, for pieces of every kind. The board after the move decides whether the own king is
//! safe.

use super::shape::{Move, MoveEnd};
use crate::geom::{Point, rounded};
use crate::notation::{Illegal, Reason, number_text};
use crate::plane::attack::Survey;
use crate::plane::lanes::{LaneStop, Leap, MoveEffect, StopRefusal, Travel};
use crate::plane::position::{BoardAfter, Piece, PieceId, PieceIds, PlanePosition};
use crate::plane::rules::{Lane, LaneShape};

/// The end, the captures and the promotion of a legal move.
#[derive(Debug, Clone, PartialEq)]
pub struct MoveVerdict {
    /// The place where the move ends, on the plane about the mover. Beyond a seam it is not the canonical place.
    pub to: Point,
    /// The distance of the move: board units, or degrees for a turn. A distance that ties with the contact of a capture is the
    /// contact's.
    pub distance: f64,
    /// The heading of the piece after the move in degrees, if its kind has one.
    pub heading: Option<f64>,
    /// The captured pieces, in order of id.
    pub captures: PieceIds,
    /// Whether the move promotes.
    pub promotes: bool,
}

/// A legal move with the board after it.
pub(in crate::plane) struct JudgedMove {
    pub verdict: MoveVerdict,
    pub board_after: BoardAfter,
}

impl PlanePosition {
    /// Decides one move and returns the verdict.
    ///
    /// ```
    /// use continuum::notation::Reason;
    /// use continuum::plane::{Move, PlanePosition, Rules};
    /// let rules = Rules::preset("continuous")?;
    /// let position = PlanePosition::from_text(rules, "Ke@4,1' Ra@4,3' ke@7,7' re@4,6' ; w")?;
    /// let rook = position.find("Ra".parse()?).expect("a rook");
    /// // Lanes are in order of bearing: 0, 90, 180, 270.
    /// assert_eq!(position.judge(Move::along(rook, 0, 1.0)).unwrap_err().reason, Reason::Check);
    /// assert!(position.judge(Move::along(rook, 1, 1.0)).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first rule broken, in this order of [`Reason`]s:
    ///
    /// 1. of the mover: `turn` (it is the other side's), `bearing`;
    /// 2. of the distance: `range` (of a turn in place: `min_turn`), `edge`, `void`, `zeno`, `step`;
    /// 3. of other pieces: `blocked`, `friend`, `must_capture`;
    /// 4. of the least distance: `min_move` or `min_turn`;
    /// 5. of the move as a whole: `promotion`, `check`, `king_path`.
    ///
    /// A leap breaks `friend` before `blocked`, and a leap to any place may break `zeno` before `void`. Two more moves break
    /// `range`: after `void`, one that is longer than the way back to its start or than the board allows; after `min_move`, one
    /// that captures at the end of the way back to its start.
    pub fn judge(&self, m: Move) -> Result<MoveVerdict, Illegal> {
        Ok(self.judge_with_board(m)?.verdict)
    }

    /// Decides one move and returns the verdict with the board after it, on which the safety of the own king was judged.
    ///
    /// # Errors
    /// Those of [`PlanePosition::judge`].
    pub(in crate::plane) fn judge_with_board(&self, m: Move) -> Result<JudgedMove, Illegal> {
        let piece = self.piece(m.piece);
        if piece.color() != self.turn {
            let message = format!("{} may not move: it is {}'s turn", piece.label, self.turn);
            return Err(Illegal::new(Reason::Turn, message));
        }
        let Some(lane) = self.lanes(m.piece).get(m.lane) else {
            return Err(no_such_lane(piece));
        };
        let verdict = self.judge_path(m, piece, lane)?;
        self.judge_promotion(m, verdict.promotes)?;
        let arrived = self.arrived(m.piece, verdict.to, verdict.heading, m.promotion);
        let board_after = self.board_after(m.piece, arrived, &verdict.captures);
        self.judge_safety(m, lane, &verdict, &board_after.position)?;
        Ok(JudgedMove { verdict, board_after })
    }

    /// Decides the way to the end of the move: limits, blockers, captures and least distances.
    fn judge_path(&self, m: Move, piece: &Piece, lane: &Lane) -> Result<MoveVerdict, Illegal> {
        match (m.end, lane.shape) {
            (MoveEnd::Place(place), LaneShape::Area) => self.judge_area_leap(m.piece, lane, place),
            (MoveEnd::Distance(distance), LaneShape::Straight | LaneShape::Arc(_))
            | (MoveEnd::Angle(distance), LaneShape::Turn(_)) => self.judge_travel(m.piece, lane, distance),
            (MoveEnd::Place(_), LaneShape::Straight | LaneShape::Arc(_) | LaneShape::Turn(_))
            | (MoveEnd::Distance(_), LaneShape::Area | LaneShape::Turn(_))
            | (MoveEnd::Angle(_), LaneShape::Straight | LaneShape::Arc(_) | LaneShape::Area) => {
                Err(no_such_lane(piece))
            }
        }
    }

    /// Decides a leap to any place.
    fn judge_area_leap(&self, id: PieceId, lane: &Lane, place: Point) -> Result<MoveVerdict, Illegal> {
        let piece = self.piece(id);
        let distance = place.distance(piece.at);
        let landed = Leap::new(self, id, lane).land(place);
        let effect = landed.map_err(|refusal| self.illegal(refusal, piece, distance))?;
        Ok(self.verdict(place, distance, piece.heading, effect))
    }

    /// Decides a move along a path, or a turn in place.
    fn judge_travel(&self, id: PieceId, lane: &Lane, distance: f64) -> Result<MoveVerdict, Illegal> {
        let piece = self.piece(id);
        let travel = Travel::on_full_board(self, id, lane);
        let stop = travel.stop(distance).map_err(|refusal| self.illegal(refusal, piece, distance))?;
        let LaneStop { distance, captures } = stop;
        let effect = MoveEffect { captures, promotes: travel.promotes(distance) };
        let heading = piece.heading_along(&travel.path, distance);
        Ok(self.verdict(travel.path.at(distance), distance, heading, effect))
    }

    /// Returns the verdict on a legal move that ends at this place with this heading.
    fn verdict(&self, to: Point, distance: f64, heading: Option<f64>, effect: MoveEffect) -> MoveVerdict {
        let MoveEffect { captures, promotes } = effect;
        MoveVerdict { to: self.rules().board.clamp(to), distance, heading, captures, promotes }
    }

    /// Returns the mover as it stands after a move of the legal set, which is not judged again.
    pub(in crate::plane) fn arrived_by_legal(&self, m: Move) -> Piece {
        let piece = self.piece(m.piece);
        let (to, heading) = match m.end {
            MoveEnd::Place(place) => (place, piece.heading),
            MoveEnd::Distance(distance) | MoveEnd::Angle(distance) => {
                let path = self.path(m.piece, m.lane);
                (path.at(distance), piece.heading_along(&path, distance))
            }
        };
        self.arrived(m.piece, self.rules().board.clamp(to), heading, m.promotion)
    }

    /// Returns the refusal, with a message, of a move of distance `d`: board units, or degrees for a turn.
    fn illegal(&self, refusal: StopRefusal, piece: &Piece, d: f64) -> Illegal {
        let StopRefusal { reason, figure, blocker } = refusal;
        let label = piece.label;
        let blocker = match blocker {
            Some(id) => self.piece(id).label.to_string(),
            None => "another piece".to_owned(),
        };
        let d = number_text(d);
        // The limit is computed, so its last digits may be rounding: 2.9000000000000004.
        let limit = rounded(figure, 9);
        let message = match reason {
            Reason::Range => format!("{d} is farther than the range {limit}"),
            Reason::Edge => format!("{d} leads off the board, whose edge is {limit} away"),
            Reason::Zeno => format!("{d} is more than {limit}, half the way to the edge"),
            Reason::Step => format!("{d} is not a multiple of the step {limit}"),
            Reason::Blocked => format!("{d} is too far: {blocker} is in contact at {limit}"),
            Reason::Friend => format!("it would overlap {blocker}, or {blocker} it"),
            Reason::MustCapture => format!("{label} must capture by this move"),
            Reason::MinMove => format!("{d} is shorter than the least distance {limit}"),
            Reason::MinTurn => {
                let least = self.rules().min_turn;
                let allowed = if least > 0.0 {
                    format!("from {least} to {}", 360.0 - least)
                } else {
                    "more than 0 and less than 360".to_owned()
                };
                format!("a turn of {d} degrees: {allowed} are allowed")
            }
            Reason::Void => format!("{d} leads into a void, which is {limit} away"),
            // No stop or landing is refused for these reasons.
            Reason::Turn
            | Reason::Piece
            | Reason::Bearing
            | Reason::Promotion
            | Reason::Check
            | Reason::KingPath
            | Reason::Move => format!("{label} may not"),
        };
        Illegal::new(reason, message)
    }

    /// Decides whether the move states a promotion if and only if it promotes, and to a kind that a pawn may become.
    fn judge_promotion(&self, m: Move, promotes: bool) -> Result<(), Illegal> {
        let refuse = |message: &str| Err(Illegal::new(Reason::Promotion, message));
        match (promotes, m.promotion) {
            (true, None) => refuse("the pawn promotes here: add =Q, =R, =B or =N"),
            (false, Some(_)) => refuse("nothing promotes by this move: leave the `=` out"),
            (true, Some(kind)) if !self.rules().promotions().any(|p| p == kind) => {
                refuse("a pawn becomes a queen, rook, bishop or knight")
            }
            (true, Some(_)) | (false, None) => Ok(()),
        }
    }

    /// Decides whether the own king is safe on the board after the move and, if the king moves, on its path.
    fn judge_safety(
        &self,
        m: Move,
        lane: &Lane,
        verdict: &MoveVerdict,
        after: &PlanePosition,
    ) -> Result<(), Illegal> {
        let label = self.piece(m.piece).label;
        if let Some(checker) = Survey::of_side(after, self.turn).checkers().first() {
            let checker = after.piece(*checker).label;
            return Err(Illegal::new(Reason::Check, format!("{label} may not: {checker} would give check")));
        }
        let is_king = self.king(self.turn) == Some(m.piece);
        if is_king && !Survey::new(self).king_may_pass(lane, verdict.distance, &verdict.captures) {
            return Err(Illegal::new(Reason::KingPath, format!("{label} would pass through check")));
        }
        Ok(())
    }
}

impl Survey<'_> {
    /// Whether a quiet legal move may give check. The move is not made.
    ///
    /// The answer is exact in closed forms for a plain piece whose departure opens no line to the enemy's king. In all other
    /// cases it is yes.
    #[inline]
    pub fn may_give_check_by(&self, m: Move) -> bool {
        let enemy = self.opposite();
        let kind = self.position.rules().kind(self.position.piece(m.piece).kind);
        let is_exact = self.uses_closed_forms() && kind.is_plain;
        if !is_exact || enemy.opens_line_to_king(m.piece, &[]) {
            return true;
        }
        enemy.is_king_taken_by(m.piece, &self.position.arrived_by_legal(m))
    }
}

/// Returns the refusal of a move along a lane that the piece does not have.
fn no_such_lane(piece: &Piece) -> Illegal {
    Illegal::new(Reason::Bearing, format!("{} does not move in this way", piece.label))
}
