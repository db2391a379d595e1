//! What a page is shown: positions, legal sets and moves as plain data. The page draws and never decides.
//!
//! `types` has the data. `plane` and `lattice` fill it from positions of the two kinds of board, and the functions here
//! choose between them. Nothing here changes a game.

mod board;
mod cells;
mod lattice;
mod lines;
mod moves;
mod plane;
mod taken;
mod types;

pub use board::board;
pub use lines::{LinesView, lines};
pub use moves::listed;
pub use taken::has_only_king;
pub use types::{BoardView, LegalView, PositionView, ShapeView};

use crate::chess::{Color, Status};
use crate::game::{Game, Position};

/// The position after `ply` moves, if so many were made.
pub fn position(game: &Game, ply: usize) -> Option<PositionView> {
    let position = game.position_at(ply)?;
    let status = match ply.checked_sub(1).and_then(|i| game.plies().get(i)) {
        Some(last) => last.status,
        None => position.status(),
    };
    let check = position.in_check();
    let (winner, king, pieces) = match position {
        Position::Plane(p) => (plane::winner(p, status), plane::king(p), plane::pieces(p)),
        Position::Lattice(p) => (lattice::winner(p, status), lattice::king(p), lattice::pieces(p)),
    };
    Some(PositionView {
        ply,
        turn: position.turn(),
        status: status.as_str(),
        winner,
        check,
        king: king.filter(|_| check),
        pieces,
        last: moves::last(game, ply),
        taken: taken::taken(game, ply, position),
        surplus: taken::surplus(position),
        series: position.series(),
        text: position.to_string(),
    })
}

/// The legal set of the side to move; empty when the game is over.
pub fn legal(game: &Game) -> LegalView {
    if game.status() != Status::Ongoing {
        return LegalView::default();
    }
    match game.position() {
        Position::Plane(p) => plane::legal(p),
        Position::Lattice(p) => lattice::legal(p),
    }
}

/// The letters of what a pawn may become on the plane, in the order of the page's chooser.
pub fn promotions(position: &Position) -> Vec<char> {
    match position {
        Position::Plane(p) => p.rules().promotions().map(|id| p.rules().kind(id).rule.letter).collect(),
        // On cells each destination says so itself.
        Position::Lattice(_) => Vec::new(),
    }
}

/// What a side attacks, as shapes whose union it is.
pub fn attacks(position: &Position, by: Color) -> Vec<ShapeView> {
    match position {
        Position::Plane(p) => plane::attacks(p, by),
        Position::Lattice(p) => lattice::attacks(p, by),
    }
}
