//! Positions, legal sets and moves as the plain data that the page gets. The page draws and never decides.
//!
//! Start at `types`, which has the data. `plane` and `lattice` fill it from positions of the two kinds of board, and
//! the functions here choose between them. Nothing here changes a game.

mod board;
mod cells;
mod kinds;
mod lattice;
mod lines;
mod moves;
mod plane;
mod safety;
mod taken;
mod types;

pub use board::{board, board_of};
pub use kinds::{extras, kinds};
pub use lines::{LinesView, lines, share, value};
pub use moves::{landed, listed};
pub use plane::ways;
pub use safety::{SafetyView, safety};
pub use types::{BoardView, KindView, LegalView, MoveView, PositionView, ShapeView};

use crate::answers::limits;
use crate::chess::{Color, Label, Status};
use crate::game::{Game, NoMoves, Position};
use serde_json::value::{RawValue, to_raw_value};

/// The facts about a position that the page needs besides the pieces.
pub struct PositionSummary {
    /// Whether the side to move is in check.
    pub check: bool,
    /// The legal set as JSON; `None` if it has more parts, or a longer text, than the server sends.
    pub legal: Option<Box<RawValue>>,
}

/// Returns the status of a position and its summary, by one survey.
pub fn summary_of(position: &Position) -> (Status, PositionSummary) {
    let (status, check, legal) = match position {
        Position::Plane(p) => plane::summary_of(p),
        Position::Lattice(p) => (p.status(), p.in_check(), Some(lattice::legal(p))),
    };
    let legal = if status == Status::Ongoing { legal } else { Some(LegalView::default()) };
    let text = legal.and_then(|legal| to_raw_value(&legal).ok());
    (status, PositionSummary { check, legal: text.filter(|text| text.get().len() <= limits::LEGAL_BYTES) })
}

/// Returns the view of the position after `ply` moves, if that many were made. `check` says whether the side to move is
/// in check, if that is known.
pub fn position(game: &Game, ply: usize, check: Option<bool>) -> Option<PositionView> {
    let position = game.position_at(ply)?;
    let status = match ply.checked_sub(1).and_then(|i| game.plies().get(i)) {
        Some(last) => last.status,
        None => position.status(),
    };
    let check = check.unwrap_or_else(|| position.in_check());
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
        exposed: match position {
            Position::Plane(_) => Vec::new(),
            Position::Lattice(p) => lattice::exposed(p),
        },
        pieces,
        last: moves::last(game, ply),
        taken: taken::taken(game, ply, position),
        surplus: taken::surplus(position),
        series: position.series(),
        text: position.to_string(),
    })
}

/// Returns the legal set of one piece, as if its side had the turn.
///
/// # Errors
/// When there is no such piece, or its side cannot have the turn.
pub fn lanes(position: &Position, label: Label) -> Result<LegalView, NoMoves> {
    let given = position.for_piece(label)?;
    let mut legal = match given.as_ref() {
        Position::Plane(p) => plane::summary_of(p).2.unwrap_or_default(),
        Position::Lattice(p) => lattice::legal(p),
    };
    legal.spans.retain(|span| span.report.piece == label);
    legal.targets.retain(|target| target.piece == label);
    legal.regions.retain(|region| region.piece == label);
    Ok(legal)
}

/// Returns the labels of all pieces, of either side, that the other side could capture if it had the turn.
pub fn capturable(position: &Position) -> Vec<Label> {
    let labels: Vec<Label> = match position {
        Position::Plane(p) => p.pieces().iter().map(|piece| piece.label).collect(),
        Position::Lattice(p) => p.pieces().iter().map(|piece| piece.label).collect(),
    };
    // A side that cannot have the turn could take the king.
    let legal_of = |color| {
        let mover = labels.iter().find(|label| label.color() == color)?;
        let given = position.for_piece(*mover).ok()?;
        Some(match given.as_ref() {
            Position::Plane(p) => plane::summary_of(p).2.unwrap_or_default(),
            Position::Lattice(p) => lattice::legal(p),
        })
    };
    let mut captures: Vec<Label> =
        [Color::White, Color::Black].into_iter().filter_map(legal_of).flat_map(LegalView::captures).collect();
    captures.sort_unstable();
    captures.dedup();
    captures
}

/// Returns the letters of the kinds to which a pawn may promote on the plane, in the order of the page's chooser.
pub fn promotions(position: &Position) -> Vec<char> {
    match position {
        Position::Plane(p) => p.rules().promotions().map(|id| p.rules().kind(id).rule.letter).collect(),
        // On cells each destination has its own promotions.
        Position::Lattice(_) => Vec::new(),
    }
}

/// Returns what a side attacks, as shapes whose union it is.
pub fn attacks(position: &Position, by: Color) -> Vec<ShapeView> {
    match position {
        Position::Plane(p) => plane::attacks(p, by),
        Position::Lattice(p) => lattice::attacks(p, by),
    }
}
