//! One move of any kind, decided straight from the rules, with the reason when the answer is no.

use super::judge::{Move, Verdict};
use crate::geom::Point;
use crate::notation::{Illegal, Reason};
use crate::plane::lanes::{Leap, Refusal, Travel};
use crate::plane::position::Position;
use crate::plane::rules::{Lane, Way};

impl Position {
    /// Limits, what is in the way, and captures of a move of any kind.
    pub(in crate::plane) fn judge_course(&self, m: Move, lane: &Lane) -> Result<Verdict, Illegal> {
        let piece = self.piece(m.piece);
        if lane.way == Way::Area {
            let to = m.to.unwrap_or(piece.at);
            return match Leap::new(self, m.piece, lane).land(to) {
                Ok(captures) => Ok(self.verdict(m, to, to.distance(piece.at), piece.heading, captures)),
                Err((reason, figure)) => Err(self.refused(m, to.distance(piece.at), reason, figure, None)),
            };
        }
        let course = Travel::new(self, m.piece, lane, |_| false);
        match course.stop(m.distance) {
            Ok(stop) => {
                let turned = course.path().turned(stop.distance);
                let heading = piece.heading.map(|h| crate::plane::position::full_turn(h + turned));
                let to = course.path().at(stop.distance);
                Ok(self.verdict(m, to, stop.distance, heading, stop.captures))
            }
            Err(Refusal { reason, limit, by }) => Err(self.refused(m, m.distance, reason, limit, by)),
        }
    }

    fn verdict(
        &self,
        m: Move,
        to: Point,
        distance: f64,
        heading: Option<f64>,
        captures: crate::plane::position::Few,
    ) -> Verdict {
        let (rules, piece) = (self.rules(), self.piece(m.piece));
        let to = rules.board.clamp(to);
        let promotes = rules.kind(piece.kind).rule.pawn && rules.promotes_at(piece.color(), to);
        Verdict { to, distance, heading, captures, promotes }
    }

    fn refused(
        &self,
        m: Move,
        d: f64,
        reason: Reason,
        figure: f64,
        by: Option<crate::plane::position::PieceId>,
    ) -> Illegal {
        let label = self.piece(m.piece).label;
        let other = by.map_or_else(|| "a friend".to_owned(), |id| self.piece(id).label.to_string());
        let message = match reason {
            Reason::Range => format!("{d} is farther than the range {figure}"),
            Reason::Edge => format!("{d} leads off the board by way of its edge ({figure})"),
            Reason::Zeno => format!("{d} is more than half the way to the edge ({figure})"),
            Reason::Step => format!("{d} is not a multiple of the step {figure}"),
            Reason::Blocked => format!("{d} is too far: {other} is in contact at {figure}"),
            Reason::Friend => format!("it would overlap {other}, or {other} it"),
            Reason::MustCapture => format!("{label} must capture by this move"),
            Reason::MinMove => format!("{d} is shorter than the least distance {figure}"),
            Reason::MinTurn => {
                let least = self.rules().min_turn;
                format!("a turn of {d} degrees: from {least} to {} are allowed", 360.0 - least)
            }
            Reason::Turn
            | Reason::Piece
            | Reason::Bearing
            | Reason::Promotion
            | Reason::Check
            | Reason::KingPath
            | Reason::Move
            | Reason::Void => format!("{label} may not"),
        };
        Illegal::new(reason, message)
    }
}
