//! The status of a position: mate, stalemate, draws (`docs/rules/continuous.md` 6).

use crate::budget::work;
use crate::chess::Status;
use crate::geom::tolerance::HEADING;
use crate::geom::{Flips, angle_between};
use crate::plane::attack::Survey;
use crate::plane::position::{Piece, PlanePosition};

impl PlanePosition {
    /// Returns the status of the position by itself; only a game knows repetition.
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
        let royal = |p: &Piece| self.rules.kind(p.kind).rule.royal;
        self.pieces.len() == 2 && self.pieces.iter().all(royal)
    }

    /// Whether the count of quiet moves draws the position, unless the side to move is mated or stalemated.
    pub fn is_drawn_by_counting(&self) -> bool {
        self.rules.turns.is_drawn_by_counting(self.halfmove, self.series.quiet)
            && self.rules.variant.spec().draw_rules
    }

    /// Whether the count of quiet moves may draw the game within a number of turns.
    pub(crate) fn may_be_drawn_within(&self, turns: u32) -> bool {
        let [halfmove, quiet] = [self.halfmove, self.series.quiet].map(|count| count.saturating_add(turns));
        self.rules.turns.is_drawn_by_counting(halfmove, quiet) && self.rules.variant.spec().draw_rules
    }

    /// Whether a game ends in this position without a move, whatever moves the legal set has: kings are bare, or the count of quiet
    /// moves is full.
    pub fn allows_no_move(&self) -> bool {
        self.has_bare_kings() || self.is_drawn_by_counting()
    }
}

/// Whether two headings are equal, to the tolerance.
fn same_heading(a: Option<f64>, b: Option<f64>) -> bool {
    angle_between(a.unwrap_or(0.0), b.unwrap_or(0.0)) <= HEADING
}

impl PlanePosition {
    /// Whether two positions count as equal for repetition. Side to move, and kind, colour and `moved` flag of all pieces must be
    /// equal, and centres within the tolerance. Labels do not matter; with rebirth homes do. (No two pieces stand within the
    /// tolerance of one place.)
    ///
    /// ```
    /// use continuum::plane::{PlanePosition, Rules};
    /// let rules = Rules::preset("continuous")?;
    /// let read = |text: &str| PlanePosition::from_text(rules.clone(), text);
    /// let (one, other) = (read("Ra@1,1' Rb@2,1' ; w")?, read("Rb@1,1' Ra@2,1' ; w")?);
    /// assert!(one.is_repetition_of(&other), "labels do not matter");
    /// assert!(!one.is_repetition_of(&read("Ra@1,1' Rb@2,1.000001' ; w")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_repetition_of(&self, other: &PlanePosition) -> bool {
        let (board, tie) = (&self.rules.board, self.rules.epsilon);
        // The second is compared across the seams that lie between: at a cone point in two ways.
        let as_seen = |a: &Piece, b: &Piece, flips: Flips| {
            let framed = self.rules.kind(b.kind).framed;
            let facing = if framed { b.facing.across(flips) } else { b.facing };
            a.facing == facing && same_heading(a.heading, b.heading.map(|h| flips.heading(h)))
        };
        let same_place = |a: &Piece, b: &Piece| {
            if board.has_seams() {
                return board.flips_between(a.at, b.at, tie).into_iter().any(|flips| as_seen(a, b, flips));
            }
            as_seen(a, b, Flips::NONE) && approx::abs_diff_eq!(a.at, b.at, epsilon = tie)
        };
        let same = |a: &Piece, b: &Piece| {
            (a.color(), a.kind, a.moved) == (b.color(), b.kind, b.moved)
                && (a.home, a.home.map(|_| a.promoted)) == (b.home, b.home.map(|_| b.promoted))
                && same_place(a, b)
        };
        if self.turn != other.turn || self.pieces.len() != other.pieces.len() || !self.may_stand_as(other) {
            return false;
        }
        work(self.pieces.len());
        // Pieces keep their order, so most are met at their own index.
        let mut pairs = self.pieces.iter().zip(&other.pieces);
        pairs.all(|(a, there)| same(a, there) || other.pieces.iter().any(|b| same(a, b)))
    }

    /// Whether the pieces of two positions may stand at equal places; few positions but equal ones pass.
    fn may_stand_as(&self, other: &PlanePosition) -> bool {
        let board = &self.rules.board;
        // What a piece adds changes by at most this within the tolerance.
        let slack = 4.0 * self.rules.epsilon * (board.width() + board.height());
        (self.places - other.places).abs() <= slack * self.pieces.len() as f64
    }
}
