//! Whether a position is decided (spec, sections 6 and 7).

use crate::chess::Status;
use crate::geom::angle_between;
use crate::geom::tolerance::HEADING;
use crate::plane::attack::Survey;
use crate::plane::position::Position;

impl Position {
    /// How the position stands by itself; repetition is the game's to know.
    pub fn status(&self) -> Status {
        let survey = Survey::new(self);
        let has_legal_move = survey.has_legal_move();
        self.status_given(&survey, has_legal_move)
    }

    /// The same when the survey of the side to move is at hand, and whether that side has a legal move.
    pub fn status_given(&self, survey: &Survey<'_>, has_legal_move: bool) -> Status {
        let royal = |p: &crate::plane::position::Piece| self.rules.kind(p.kind).rule.royal;
        if self.pieces.len() == 2 && self.pieces.iter().all(royal) {
            return Status::Draw;
        }
        if !has_legal_move {
            return if survey.in_check() { Status::Checkmate } else { Status::Stalemate };
        }
        let quiet = self.rules.turns.is_drawn_by_counting(self.halfmove, self.series.quiet);
        if quiet && self.rules.variant.spec().draw_rules {
            return Status::Draw;
        }
        Status::Ongoing
    }
}

/// Whether two headings are one to the tolerance.
fn same_heading(a: Option<f64>, b: Option<f64>) -> bool {
    angle_between(a.unwrap_or(0.0), b.unwrap_or(0.0)) <= HEADING
}

impl Position {
    /// Whether two positions count as the same for repetition: same side to move, same pieces of each kind
    /// and colour and `moved` flag, centres equal within the tolerance, whatever their labels; with rebirth the
    /// same homes. (No two pieces stand within the tolerance of one place.)
    pub fn is_repetition_of(&self, other: &Position) -> bool {
        let same = |a: &crate::plane::position::Piece, b: &crate::plane::position::Piece| {
            (a.color(), a.kind, a.moved) == (b.color(), b.kind, b.moved)
                && same_heading(a.heading, b.heading)
                && (a.home, a.home.map(|_| a.promoted)) == (b.home, b.home.map(|_| b.promoted))
                && approx::abs_diff_eq!(a.at, b.at, epsilon = self.rules.epsilon)
        };
        self.turn == other.turn
            && self.pieces.len() == other.pieces.len()
            && self.pieces.iter().all(|a| other.pieces.iter().any(|b| same(a, b)))
    }
}
