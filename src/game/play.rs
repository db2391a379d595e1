//! A game: a position with its history.

use super::analysis::{Analysis, AnalysisOptions};
use super::move_input::MoveInput;
use super::plane_moves::{exact_text, resolve};
use super::position::Position;
use crate::chess::{Color, Draws, Label, Series, Status};
use crate::geom::Point;
use crate::lattice::{LatticeEffect, LatticeMove, LatticePosition, LatticeRules};
use crate::notation::{Illegal, PlaneMoveText, Reason, TextError};
use crate::plane::{PlanePosition, PlayedMove};
use std::sync::Arc;

/// The record of a move that was made, by kind of board.
#[derive(Debug, Clone, PartialEq)]
pub enum MoveMade {
    /// On the plane.
    Plane(Box<PlayedMove>),
    /// On a lattice.
    Lattice(LatticeMoveMade),
}

/// The record of a move on cells.
#[derive(Debug, Clone, PartialEq)]
pub struct LatticeMoveMade {
    /// The move.
    pub chosen: LatticeMove,
    /// The effects in order: pairs removed, pieces moved, promotion, capture or rebirth.
    pub effects: Vec<LatticeEffect>,
    /// The name of the destination.
    pub cell: String,
    /// The centre of the destination in the plane of the picture.
    pub at: Point,
}

impl MoveMade {
    /// Returns the labels of the captured pieces, reborn or not, sorted.
    pub fn captures(&self) -> Vec<Label> {
        sorted(match self {
            MoveMade::Plane(played) => played.captures.iter().map(|piece| piece.label).collect(),
            MoveMade::Lattice(made) => made.effects.iter().filter_map(|effect| effect.captured()).collect(),
        })
    }

    /// Returns the labels of the pieces that were put back, as they are after the move, sorted.
    pub fn reborn(&self) -> Vec<Label> {
        sorted(match self {
            MoveMade::Plane(played) => played.reborn.iter().map(|piece| piece.label).collect(),
            MoveMade::Lattice(made) => made.effects.iter().filter_map(|effect| effect.reborn()).collect(),
        })
    }

    /// Returns the letter of the kind to which a pawn was promoted, if one was.
    pub fn promoted(&self) -> Option<char> {
        match self {
            MoveMade::Plane(played) => played.promoted.map(|label| label.letter()),
            MoveMade::Lattice(made) => made.effects.iter().find_map(|effect| effect.promoted()),
        }
    }

    /// Returns the destination as a place of the plane.
    pub fn to(&self) -> Point {
        match self {
            MoveMade::Plane(played) => played.to,
            MoveMade::Lattice(made) => made.at,
        }
    }

    /// Returns the name of the destination, on cells.
    pub fn cell(&self) -> Option<&str> {
        match self {
            MoveMade::Plane(_) => None,
            MoveMade::Lattice(made) => Some(&made.cell),
        }
    }
}

fn sorted(mut labels: Vec<Label>) -> Vec<Label> {
    labels.sort_unstable();
    labels
}

/// A move that was made, with the position after it.
#[derive(Debug, Clone, PartialEq)]
pub struct Ply {
    /// The move as written, with a rounded bearing replaced by the exact one.
    pub text: String,
    /// The move and its effects.
    pub made: MoveMade,
    /// The position after the move.
    pub after: Position,
    /// The status of the game after the move; repetition counts.
    pub status: Status,
}

impl Position {
    /// Returns the position after a move. Repetition counts only in a [`Game`].
    ///
    /// ```
    /// use continuum::{Position, Prepared};
    /// let start = Position::from_text(&Prepared::preset("orthodox")?, "start")?;
    /// let after = start.play("e2e4")?.play("e7e5")?;
    /// assert!(after.to_fen().expect("a square of cells").starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/"));
    /// assert!(start.play("e2e5").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Game::play`].
    pub fn play<'t>(&self, m: impl Into<MoveInput<'t>>) -> Result<Position, Refused> {
        Ok(Game::new(self.clone()).ply(m)?.after)
    }
}

/// A game: its first position, the moves made, and those taken back.
///
/// ```
/// use continuum::chess::Status;
/// use continuum::{Game, Position, Prepared};
/// let mut game = Game::new(Position::from_text(&Prepared::preset("orthodox")?, "start")?);
/// for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     game.play(text)?;
/// }
/// assert_eq!((game.status(), game.is_over()), (Status::Checkmate, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Game {
    start: Position,
    draws: Draws,
    plies: Vec<Ply>,
    undone: Vec<Ply>,
}

/// The reason why a move was not made.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Refused {
    /// The text is not a move.
    #[error("{0}")]
    Text(#[from] TextError),
    /// The move breaks a rule.
    #[error("{0}")]
    Illegal(#[from] Illegal),
}

impl Game {
    /// Returns a game from a position, in which every draw is claimed.
    pub fn new(start: Position) -> Game {
        Game { start, draws: Draws::Claimed, plies: Vec::new(), undone: Vec::new() }
    }

    /// Returns the game with draws claimed or unclaimed.
    pub fn with_draws(self, draws: Draws) -> Game {
        Game { draws, ..self }
    }

    /// Returns the treatment of draws: claimed or unclaimed.
    pub fn draws(&self) -> Draws {
        self.draws
    }

    /// Returns the first position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the moves made.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Returns the moves that were taken back and can be made again, in the order in which they were taken back.
    pub(crate) fn undone(&self) -> &[Ply] {
        &self.undone
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        self.plies.last().map_or(&self.start, |ply| &ply.after)
    }

    /// Returns the position after a number of plies, if that many were played.
    pub fn position_at(&self, ply_count: usize) -> Option<&Position> {
        if ply_count == 0 { Some(&self.start) } else { self.plies.get(ply_count - 1).map(|ply| &ply.after) }
    }

    /// Returns the game as it was after a number of plies, if that many were played.
    ///
    /// ```
    /// use continuum::{Game, Position, Prepared};
    /// let mut game = Game::new(Position::from_text(&Prepared::preset("orthodox")?, "start")?);
    /// game.play("e2e4")?;
    /// game.play("c7c5")?;
    /// let mut variation = game.up_to(1).expect("two plies were played");
    /// variation.play("e7e5")?;
    /// assert_ne!(game.position(), variation.position());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn up_to(&self, ply_count: usize) -> Option<Game> {
        let plies = self.plies.get(..ply_count)?.to_vec();
        Some(Game { start: self.start.clone(), draws: self.draws, plies, undone: Vec::new() })
    }

    /// Returns the status of the game.
    pub fn status(&self) -> Status {
        self.plies.last().map_or_else(|| self.start.status(), |ply| ply.status)
    }

    /// Whether the game is over; a draw ends it only if draws are claimed.
    pub fn is_over(&self) -> bool {
        self.is_ended_by(self.status())
    }

    /// Whether a status ends this game.
    fn is_ended_by(&self, status: Status) -> bool {
        match status {
            Status::Ongoing => false,
            Status::Draw => self.draws == Draws::Claimed,
            Status::Checkmate | Status::Stalemate | Status::BareKing | Status::KingTaken => true,
        }
    }

    /// Returns the side that has won, if any.
    pub fn winner(&self) -> Option<Color> {
        // The status of an ongoing game is known, but the winner would be worked out from the position.
        if self.status() == Status::Ongoing { None } else { self.position().winner() }
    }

    /// Returns the analysis of the current position. It has no moves if the game is over. After a draw that nobody claims, it has
    /// the moves with which the game may go on.
    pub fn analysis(&self) -> Analysis {
        self.analysis_with(AnalysisOptions::default())
    }

    /// Returns the parts of [`Game::analysis`] that the options ask for.
    pub fn analysis_with(&self, options: AnalysisOptions<'_>) -> Analysis {
        let status = self.status();
        Analysis::in_game(self.position(), status, self.is_ended_by(status), options)
    }

    /// Makes a move, and returns its ply. Moves that were taken back cannot be made again after it.
    ///
    /// ```
    /// use continuum::{Game, Position, Prepared};
    /// let prepared = Prepared::preset("continuous")?;
    /// let mut game = Game::new(Position::from_text(&prepared, "Ke@1,1' Qd@4,1' ke@7,7' pa@4,5' ; w")?);
    /// // The distance `x` is that of the capture.
    /// let ply = game.play("Qd 90 x")?;
    /// assert_eq!(ply.made.captures(), ["pa".parse()?]);
    /// assert_eq!(ply.made.to().y, 4.75);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the text is not a move, or the move is illegal or belongs to another kind of board. The game is unchanged.
    pub fn play<'t>(&mut self, m: impl Into<MoveInput<'t>>) -> Result<&Ply, Refused> {
        let ply = self.ply(m)?;
        self.push(ply);
        Ok(&self.plies[self.plies.len() - 1])
    }

    /// Returns the ply of a move without making it.
    ///
    /// # Errors
    /// Those of [`Game::play`].
    pub(crate) fn ply<'t>(&self, m: impl Into<MoveInput<'t>>) -> Result<Ply, Refused> {
        let status = self.status();
        if self.is_ended_by(status) {
            return Err(Illegal::new(Reason::Turn, format!("the game is over: {status}")).into());
        }
        let mut ply = match self.position() {
            Position::Plane(p) => ply_on_plane(p, m.into())?,
            // After an unclaimed draw the position in which the move is made has rules without draws.
            Position::Lattice(p) if status == Status::Draw => {
                ply_on_cells(&p.undrawn(), m.into(), p.rules())?
            }
            Position::Lattice(p) => ply_on_cells(p, m.into(), p.rules())?,
        };
        if ply.status == Status::Ongoing && self.is_threefold(&ply.after) {
            ply.status = Status::Draw;
        }
        Ok(ply)
    }

    /// Adds a ply that [`Game::ply`] returned for the current position, and forgets the moves that were taken back.
    pub(crate) fn push(&mut self, ply: Ply) {
        self.undone.clear();
        self.plies.push(ply);
    }

    /// Takes the last move back. Returns whether there was one.
    ///
    /// ```
    /// use continuum::{Game, Position, Prepared};
    /// let mut game = Game::new(Position::from_text(&Prepared::preset("continuous")?, "start")?);
    /// game.play("Pe 90 2")?;
    /// assert!(game.undo() && game.plies().is_empty());
    /// assert!(game.redo() && game.plies().len() == 1);
    /// assert!(!game.redo());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo(&mut self) -> bool {
        let Some(ply) = self.plies.pop() else { return false };
        self.undone.push(ply);
        true
    }

    /// Makes the move again that was taken back last. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(ply) = self.undone.pop() else { return false };
        self.plies.push(ply);
        true
    }

    /// Whether `next` would be on the board for the third time. In a series only the position before the first move counts,
    /// because within a series one side could repeat positions without the other.
    fn is_threefold(&self, next: &Position) -> bool {
        if !next.variant().spec().draw_rules || !begins_turn(next) {
            return false;
        }
        let positions = std::iter::once(&self.start).chain(self.plies.iter().map(|ply| &ply.after));
        // No piece is ever added, so a position with more pieces cannot recur.
        let may_recur = positions.rev().take_while(|p| p.piece_count() == next.piece_count());
        may_recur.filter(|p| begins_turn(p) && is_repetition(p, next)).count() >= 2
    }
}

/// Returns the refusal of a move on cells in a game on the plane, or of a move on the plane in a game on cells.
fn of_other_board() -> Refused {
    Illegal::new(Reason::Move, "this is a move of another kind of board").into()
}

/// Returns the ply of a move on the plane, without regard to repetition.
fn ply_on_plane(before: &PlanePosition, input: MoveInput<'_>) -> Result<Ply, Refused> {
    let (m, text) = match input {
        MoveInput::Text(text) => {
            let written: PlaneMoveText = text.parse()?;
            let m = resolve(before, &written)?;
            let exact = exact_text(before, written, m);
            (m, exact.map_or_else(|| text.trim().to_owned(), |exact| exact.to_string()))
        }
        MoveInput::Plane(m) => (m, before.text_of(m).to_string()),
        MoveInput::Lattice(_) => return Err(of_other_board()),
    };
    let (played, after) = before.played(m)?;
    let status = after.status();
    Ok(Ply { text, made: MoveMade::Plane(Box::new(played)), after: Position::Plane(after), status })
}

/// Returns the ply of a move on cells, without regard to repetition. The position after the move has `rules`, those of the game;
/// `before` may have rules without draws.
fn ply_on_cells(
    before: &LatticePosition,
    input: MoveInput<'_>,
    rules: &Arc<LatticeRules>,
) -> Result<Ply, Refused> {
    let (chosen, text) = match input {
        MoveInput::Text(text) => {
            // The text may be SAN of an illegal move. The rule that this move breaks says more than the fault of the text.
            let request = before.read_move(&text).map_err(|fault| {
                before.why_illegal_san(&text).map_or_else(|| Refused::from(fault), Refused::from)
            })?;
            before.check_pairs(&request.pairs)?;
            (before.find_move(&request)?, text.trim().to_owned())
        }
        MoveInput::Lattice(m) => (m, rules.move_text(m)),
        MoveInput::Plane(_) => return Err(of_other_board()),
    };
    let mut after = before.clone();
    let effects = after.play_move(chosen)?;
    let at = rules.grid().point(chosen.to());
    let (cell, at) = (rules.name(chosen.to()), Point::new(at.x, at.y));
    let made = MoveMade::Lattice(LatticeMoveMade { chosen, effects, cell, at });
    let after = after.under(rules);
    let status = after.status();
    Ok(Ply { text, made, after: Position::Lattice(Box::new(after)), status })
}

/// Whether no move of the current series has been made. In alternating play this is always so.
fn begins_turn(position: &Position) -> bool {
    position.series().is_none_or(Series::is_at_start)
}

fn is_repetition(a: &Position, b: &Position) -> bool {
    match (a, b) {
        (Position::Plane(a), Position::Plane(b)) => a.is_repetition_of(b),
        (Position::Lattice(a), Position::Lattice(b)) => a.repetition_key() == b.repetition_key(),
        _ => false,
    }
}
