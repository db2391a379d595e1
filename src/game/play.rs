//! A game with its history.

use super::analysis::Analysis;
use super::plane_moves::{resolve, shown};
use super::position::Position;
use crate::board::Cell;
use crate::chess::{Color, Draws, Label, Status};
use crate::geom::Point;
use crate::lattice::{self, Effect, Move, MoveRequest};
use crate::notation::{Illegal, PlaneMoveText, Reason, TextError};
use crate::plane::{self, Played};
use std::borrow::Cow;
use std::sync::Arc;

/// What a move did, on its kind of board.
#[derive(Debug, Clone, PartialEq)]
pub enum Done {
    /// On the plane.
    Plane(Box<Played>),
    /// On a lattice.
    Lattice(LatticeDone),
}

/// What a move on a lattice did.
#[derive(Debug, Clone, PartialEq)]
pub struct LatticeDone {
    /// The move.
    pub chosen: Move,
    /// Its effects in order: pairs off, pieces moved, promotion, capture or rebirth.
    pub effects: Vec<Effect>,
    /// The name of the cell where the mover ended.
    pub cell: String,
    /// The centre of that cell in the plane.
    pub at: Point,
}

impl Done {
    /// The labels of what was taken, reborn or not, sorted.
    pub fn captures(&self) -> Vec<Label> {
        let mut labels: Vec<Label> = match self {
            Done::Plane(played) => played.captures.iter().map(|&(label, _)| label).collect(),
            Done::Lattice(done) => done.effects.iter().filter_map(|effect| effect.captured()).collect(),
        };
        labels.sort_unstable();
        labels
    }

    /// The labels, as they now are, of what was put back, sorted.
    pub fn reborn(&self) -> Vec<Label> {
        let mut labels: Vec<Label> = match self {
            Done::Plane(played) => played.reborn.iter().map(|piece| piece.label).collect(),
            Done::Lattice(done) => done.effects.iter().filter_map(|effect| effect.reborn()).collect(),
        };
        labels.sort_unstable();
        labels
    }

    /// The letter of what a pawn became.
    pub fn promoted(&self) -> Option<char> {
        match self {
            Done::Plane(played) => played.promoted.map(|label| label.letter()),
            Done::Lattice(done) => done.chosen.promotion().map(|role| role.letter()),
        }
    }

    /// Where the mover ended, as a place of the plane.
    pub fn to(&self) -> Point {
        match self {
            Done::Plane(played) => played.to,
            Done::Lattice(done) => done.at,
        }
    }

    /// The name of the cell where the mover ended, on a lattice.
    pub fn cell(&self) -> Option<&str> {
        match self {
            Done::Plane(_) => None,
            Done::Lattice(done) => Some(&done.cell),
        }
    }
}

/// A move that was made, with the position it led to.
#[derive(Debug, Clone, PartialEq)]
pub struct Ply {
    /// The move as it was written; the bearing is the piece's own where a nearby one was written.
    pub text: String,
    /// What it did.
    pub done: Done,
    /// The position after it.
    pub after: Position,
    /// How that position stands, repetition included.
    pub status: Status,
}

/// A move to make: its text, or the move itself.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Request<'t> {
    /// As written.
    Text(&'t str),
    /// On the plane.
    Plane(plane::Move),
    /// On a lattice.
    Lattice(Move),
}

impl<'t> From<&'t str> for Request<'t> {
    fn from(text: &'t str) -> Request<'t> {
        Request::Text(text)
    }
}

impl<'t> From<&'t String> for Request<'t> {
    fn from(text: &'t String) -> Request<'t> {
        Request::Text(text)
    }
}

impl From<plane::Move> for Request<'_> {
    fn from(m: plane::Move) -> Self {
        Request::Plane(m)
    }
}

impl From<Move> for Request<'_> {
    fn from(m: Move) -> Self {
        Request::Lattice(m)
    }
}

/// A game: where it began, the moves made, and those taken back.
#[derive(Debug, Clone, PartialEq)]
pub struct Game {
    start: Position,
    draws: Draws,
    plies: Vec<Ply>,
    undone: Vec<Ply>,
}

/// Why a move was not made.
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
    /// A game that begins here, and that a draw ends.
    pub fn new(start: Position) -> Game {
        Game { start, draws: Draws::Claimed, plies: Vec::new(), undone: Vec::new() }
    }

    /// The game with another meaning of draws.
    pub fn with_draws(self, draws: Draws) -> Game {
        Game { draws, ..self }
    }

    /// Where it began.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The moves made.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The present position.
    pub fn position(&self) -> &Position {
        self.plies.last().map_or(&self.start, |ply| &ply.after)
    }

    /// The position after this many plies, if so many were played.
    pub fn position_at(&self, ply: usize) -> Option<&Position> {
        if ply == 0 { Some(&self.start) } else { self.plies.get(ply - 1).map(|p| &p.after) }
    }

    /// The game as it was after this many plies, if so many were played.
    pub fn up_to(&self, ply: usize) -> Option<Game> {
        let plies = self.plies.get(..ply)?.to_vec();
        Some(Game { start: self.start.clone(), draws: self.draws, plies, undone: Vec::new() })
    }

    /// How the game stands.
    pub fn status(&self) -> Status {
        match (self.plies.last(), &self.start) {
            (Some(ply), _) => ply.status,
            (None, Position::Plane(p)) => p.status(),
            (None, Position::Lattice(p)) => p.status(),
        }
    }

    /// Whether no move may follow: a draw ends the game only where draws are claimed.
    pub fn is_over(&self) -> bool {
        match self.status() {
            Status::Ongoing => false,
            Status::Draw => self.draws == Draws::Claimed,
            Status::Checkmate | Status::Stalemate | Status::BareKing | Status::KingTaken => true,
        }
    }

    /// Who has won, if anybody has: by repetition and by counting nobody does.
    pub fn winner(&self) -> Option<Color> {
        if self.status() == Status::Draw { None } else { self.position().winner() }
    }

    /// What may move where now; nothing when the game is over. After a draw that nobody claims it is what may be played on.
    pub fn analysis(&self) -> Analysis {
        let status = self.status();
        if status == Status::Draw && !self.is_over() {
            return Analysis::of_drawn(self.position());
        }
        let analysis = Analysis::of(self.position());
        if status == analysis.status() { analysis } else { analysis.ended(status) }
    }

    /// Makes a move, or the one that a text means. What had been taken back is forgotten.
    ///
    /// # Errors
    /// When the text is no move, or the move is illegal or of another board; the game is then as it was.
    pub fn play<'t>(&mut self, m: impl Into<Request<'t>>) -> Result<&Ply, Refused> {
        let ply = self.ply(m)?;
        self.push(ply);
        Ok(&self.plies[self.plies.len() - 1])
    }

    /// The ply that a move would be, without making it.
    ///
    /// # Errors
    /// As of [`Game::play`].
    pub(crate) fn ply<'t>(&self, m: impl Into<Request<'t>>) -> Result<Ply, Refused> {
        Ok(self.ply_seen_by(m, |after| (after.status(), ()))?.0)
    }

    /// The ply that a move would be, and what a look at the position after it has seen, its status first.
    ///
    /// # Errors
    /// As of [`Game::play`].
    pub(crate) fn ply_seen_by<'t, T>(
        &self,
        m: impl Into<Request<'t>>,
        look: impl FnOnce(&Position) -> (Status, T),
    ) -> Result<(Ply, T), Refused> {
        if self.is_over() {
            return Err(Illegal::new(Reason::Turn, format!("the game is over: {}", self.status())).into());
        }
        let (mut ply, seen) = match (self.position(), m.into()) {
            (Position::Plane(p), Request::Text(text)) => {
                let written: PlaneMoveText = text.parse()?;
                let m = resolve(p, &written)?;
                let text = shown(p, written, m).map_or_else(|| text.trim().to_owned(), |t| t.to_string());
                plane_ply(p, m, text, look)?
            }
            (Position::Plane(p), Request::Plane(m)) => plane_ply(p, m, p.text_of(m).to_string(), look)?,
            (Position::Lattice(here), Request::Text(text)) => {
                let p = self.playable(here);
                let request = p
                    .read_move(text)
                    .map_err(|e| p.why_illegal_san(text).map_or_else(|| Refused::from(e), Refused::from))?;
                refuse_pairs(&p, &request)?;
                let chosen = p.find_move(&request)?;
                lattice_ply(&p, chosen, text.trim().to_owned(), here.rules(), look)?
            }
            (Position::Lattice(p), Request::Lattice(m)) => {
                lattice_ply(&self.playable(p), m, p.rules().move_text(m), p.rules(), look)?
            }
            (Position::Plane(_), Request::Lattice(_)) | (Position::Lattice(_), Request::Plane(_)) => {
                return Err(Illegal::new(Reason::Move, "this is a move of another kind of board").into());
            }
        };
        if ply.status == Status::Ongoing && self.is_threefold(&ply.after) {
            ply.status = Status::Draw;
        }
        Ok((ply, seen))
    }

    /// The present position as it is played on: after a draw that nobody claims, without the rules that drew it.
    fn playable<'p>(&self, position: &'p lattice::Position) -> Cow<'p, lattice::Position> {
        if self.status() == Status::Draw { Cow::Owned(position.undrawn()) } else { Cow::Borrowed(position) }
    }

    /// Adds a ply that [`Game::ply`] gave for the present position. What had been taken back is forgotten.
    pub(crate) fn push(&mut self, ply: Ply) {
        self.undone.clear();
        self.plies.push(ply);
    }

    /// Takes the last move back; whether there was one.
    pub fn undo(&mut self) -> bool {
        let last = self.plies.pop();
        let there = last.is_some();
        self.undone.extend(last);
        there
    }

    /// Makes the move again that was taken back last; whether there was one.
    pub fn redo(&mut self) -> bool {
        let next = self.undone.pop();
        let there = next.is_some();
        self.plies.extend(next);
        there
    }

    /// Whether `next` would stand on the board for the third time. In a series a side could repeat by itself, so only
    /// what stands before its first move counts. With rebirth what was before a capture may come again.
    fn is_threefold(&self, next: &Position) -> bool {
        if !next.variant().spec().draw_rules || !begins_turn(next) {
            return false;
        }
        let before = std::iter::once(&self.start).chain(self.plies.iter().map(|ply| &ply.after));
        before.filter(|p| begins_turn(p) && is_repetition(p, next)).count() >= 2
    }
}

fn plane_ply<T>(
    before: &plane::Position,
    m: plane::Move,
    text: String,
    look: impl FnOnce(&Position) -> (Status, T),
) -> Result<(Ply, T), Illegal> {
    let mut after = before.clone();
    let done = Done::Plane(Box::new(after.play(m)?));
    let after = Position::Plane(after);
    let (status, seen) = look(&after);
    Ok((Ply { text, done, after, status }, seen))
}

/// A move in a position that may stand under rules without draws; the position after it stands under `rules`.
fn lattice_ply<T>(
    before: &lattice::Position,
    chosen: Move,
    text: String,
    rules: &Arc<lattice::Rules>,
    look: impl FnOnce(&Position) -> (Status, T),
) -> Result<(Ply, T), Illegal> {
    let mut after = before.clone();
    let effects = after.play_move(chosen)?;
    let after = Box::new(after.under(rules));
    let at = before.rules().grid().point(chosen.to());
    let cell = before.rules().name(chosen.to());
    let done = Done::Lattice(LatticeDone { chosen, effects, cell, at: Point::new(at.x, at.y) });
    let after = Position::Lattice(after);
    let (status, seen) = look(&after);
    Ok((Ply { text, done, after, status }, seen))
}

/// Whether no move of the present series has been made.
fn begins_turn(position: &Position) -> bool {
    let series = match position {
        Position::Plane(p) => p.series(),
        Position::Lattice(p) => p.series(),
    };
    series.is_none_or(|series| series.played == 0)
}

/// Refuses the first pair of pawns that may not be taken off.
fn refuse_pairs(position: &lattice::Position, request: &MoveRequest) -> Result<(), Illegal> {
    let known = position.removable_pairs();
    let name = |&(a, b): &(Cell, Cell)| {
        let (a, b) = (position.rules().name(a), position.rules().name(b));
        if a < b { a + &b } else { b + &a }
    };
    let refused = |pair, message: &str| Illegal::new(Reason::Move, format!("`xx:{}`: {message}", name(pair)));
    for (i, pair) in request.pairs.iter().enumerate() {
        if request.pairs[..i].iter().any(|earlier| name(earlier) == name(pair)) {
            return Err(refused(pair, "this pair is written twice"));
        }
        if known.iter().all(|other| name(other) != name(pair)) {
            let there = known.iter().map(name).collect::<Vec<_>>().join(", ");
            let there =
                if there.is_empty() { "there is none now".to_owned() } else { format!("there is {there}") };
            let message = "no pair that may come off stands there: two enemy pawns that face each other";
            return Err(refused(pair, &format!("{message}; {there}")));
        }
    }
    Ok(())
}

fn is_repetition(a: &Position, b: &Position) -> bool {
    match (a, b) {
        (Position::Plane(a), Position::Plane(b)) => a.is_repetition_of(b),
        (Position::Lattice(a), Position::Lattice(b)) => a.repetition_key() == b.repetition_key(),
        (Position::Plane(_), Position::Lattice(_)) | (Position::Lattice(_), Position::Plane(_)) => false,
    }
}
