//! The status of a position: mate, stalemate, draws (`docs/rules/continuous.md` 6).

use crate::budget::work;
use crate::chess::Status;
use crate::geom::tolerance::HEADING;
use crate::geom::{Flips, angle_between};
use crate::plane::attack::Survey;
use crate::plane::position::{Piece, PlanePosition};

impl PlanePosition {
    /// Returns the status of the position without regard to repetition, which only a game knows.
    pub fn status(&self) -> Status {
        let survey = Survey::new(self);
        let has_legal_move = survey.has_legal_move();
        self.status_given(&survey, has_legal_move)
    }

    /// Returns the status, given the survey of the side to move and whether that side has a legal move.
    pub fn status_given(&self, survey: &Survey<'_>, has_legal_move: bool) -> Status {
        if self.has_bare_kings() {
            return Status::Draw;
        }
        if !has_legal_move {
            return if survey.in_check() { Status::Checkmate } else { Status::Stalemate };
        }
        if self.is_drawn_by_counting() { Status::Draw } else { Status::Ongoing }
    }

    /// Whether only the two kings are left, which is a draw.
    pub fn has_bare_kings(&self) -> bool {
        let is_royal = |piece: &Piece| self.rules.kind(piece.kind).rule.royal;
        self.pieces.len() == 2 && self.pieces.iter().all(is_royal)
    }

    /// Whether the count of quiet moves is full, which draws the position unless the side to move is mated or stalemated.
    pub fn is_drawn_by_counting(&self) -> bool {
        self.may_be_drawn_within(0)
    }

    /// Whether the count of quiet moves may draw the game within a number of turns.
    pub(crate) fn may_be_drawn_within(&self, turns: u32) -> bool {
        let [halfmove, quiet] = [self.halfmove, self.series.quiet].map(|count| count.saturating_add(turns));
        self.rules.turns.is_drawn_by_counting(halfmove, quiet) && self.rules.variant.spec().draw_rules
    }

    /// Whether a game ends in this position even if the legal set has moves: only kings are left, or the count of quiet moves is
    /// full.
    pub fn allows_no_move(&self) -> bool {
        self.has_bare_kings() || self.is_drawn_by_counting()
    }

    /// Whether two positions count as equal for repetition.
    ///
    /// The side to move has to be equal, and the kind, colour, frame and `moved` flag of each piece. Centres and headings have to
    /// be equal to the tolerance. Labels do not matter; with rebirth homes do. No two pieces stand within the tolerance of one
    /// place.
    ///
    /// ```
    /// use continuum::plane::{PlanePosition, Rules};
    /// let rules = Rules::preset("continuous")?;
    /// let read = |text: &str| PlanePosition::from_text(rules.clone(), text);
    /// let first = read("Ra@1,1' Rb@2,1' ; w")?;
    /// assert!(first.is_repetition_of(&read("Rb@1,1' Ra@2,1' ; w")?), "labels do not matter");
    /// assert!(!first.is_repetition_of(&read("Ra@1,1' Rb@2,1.000001' ; w")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_repetition_of(&self, other: &PlanePosition) -> bool {
        if self.turn != other.turn || self.pieces.len() != other.pieces.len() || !self.may_stand_as(other) {
            return false;
        }
        work(self.pieces.len());
        for (a, counterpart) in self.pieces.iter().zip(&other.pieces) {
            // Pieces keep their order, so most pieces are found at the same index.
            let is_equal = |b| self.is_equal_piece(a, b);
            if !is_equal(counterpart) && !other.pieces.iter().any(is_equal) {
                return false;
            }
        }
        true
    }

    /// Whether two pieces count as equal for repetition.
    fn is_equal_piece(&self, a: &Piece, b: &Piece) -> bool {
        let is_same_kind = (a.color(), a.kind, a.moved) == (b.color(), b.kind, b.moved);
        let has_same_home = (a.home, a.home.map(|_| a.promoted)) == (b.home, b.home.map(|_| b.promoted));
        if !is_same_kind || !has_same_home {
            return false;
        }
        // Seams between the two places may reverse the frame and the heading of the second piece.
        let has_same_frame = |flips: Flips| {
            let is_framed = self.rules.kind(b.kind).is_framed;
            let facing = if is_framed { b.facing.across(flips) } else { b.facing };
            let headings = a.heading.zip(b.heading);
            a.facing == facing && headings.is_none_or(|(a, b)| angle_between(a, flips.heading(b)) <= HEADING)
        };
        let (board, tie) = (&self.rules.board, self.rules.epsilon);
        if board.has_seams() {
            // At a cone point two ways lead from place to place.
            return board.flips_between(a.at, b.at, tie).into_iter().any(has_same_frame);
        }
        has_same_frame(Flips::NONE) && approx::abs_diff_eq!(a.at, b.at, epsilon = tie)
    }

    /// Whether the pieces of two positions may stand at equal places: a first look that few pairs of different positions pass.
    fn may_stand_as(&self, other: &PlanePosition) -> bool {
        let board = &self.rules.board;
        // Within the tolerance, the part of one piece in the sum changes by less than this.
        let slack = 4.0 * self.rules.epsilon * (board.width() + board.height());
        (self.sum_of_places - other.sum_of_places).abs() <= slack * self.pieces.len() as f64
    }
}
