//! Positions, legal sets and moves as the plain data that the page gets. The page draws and never decides.
//!
//! Start at `types`, which has the data. `plane` and `lattice` fill it from positions of the two kinds of board, and
//! the functions here choose between them. Nothing here changes a game.

mod board;
mod kinds;
mod lattice;
mod lines;
mod moves;
mod plane;
mod safety;
mod taken;
mod types;

pub use board::board;
pub use kinds::{extras, kinds};
pub use lines::{LinesView, ValueView, lines};
pub use moves::{last_moved, move_in_list};
pub use plane::reach;
pub use safety::{SafetyView, safety};
pub use types::{AttackedView, BoardView, KindView, LegalView, MoveView, PositionView};

use crate::answers::limits;
use crate::chess::{Color, Label, Status};
use crate::game::{Game, NoMoves, Position};

/// The facts about a position that the page needs besides the pieces.
pub struct PositionSummary {
    /// The status of the position by itself, without repetition.
    status: Status,
    pub check: bool,
    /// The legal set; `None` if it has more parts, or a longer text, than the server sends.
    pub legal: Option<LegalView>,
}

/// Returns the summary of a position. A position that is over, by a draw too, has an empty legal set.
pub fn summary_of(position: &Position) -> PositionSummary {
    let mut summary = moves_of(position);
    if summary.status != Status::Ongoing {
        summary.legal = Some(LegalView::default());
    }
    let has_text_within_limit =
        |legal: &LegalView| serde_json::to_vec(legal).is_ok_and(|text| text.len() <= limits::LEGAL_BYTES);
    summary.legal = summary.legal.filter(has_text_within_limit);
    summary
}

/// Returns the summary of a position with its legal moves, even if a draw has ended the game. The text of the legal set may have
/// any length.
fn moves_of(position: &Position) -> PositionSummary {
    match position {
        Position::Plane(p) => plane::moves_of(p),
        Position::Lattice(p) => {
            PositionSummary { status: p.status(), check: p.in_check(), legal: Some(lattice::legal(p)) }
        }
    }
}

/// Returns the view of the position after `ply` moves, if that many were made. `check` is whether the side to move is in check;
/// `None` if the caller does not know.
pub fn position(game: &Game, ply: usize, check: Option<bool>) -> Option<PositionView> {
    Some(view_of(game, ply, game.position_at(ply)?, check))
}

/// Returns the view of the present position of a game. `check` is as for [`position`].
pub fn present_position(game: &Game, check: Option<bool>) -> PositionView {
    view_of(game, game.plies().len(), game.position(), check)
}

/// Returns the view of the position to which `ply` moves of a game have led.
fn view_of(game: &Game, ply: usize, position: &Position, check: Option<bool>) -> PositionView {
    let status = match ply.checked_sub(1).and_then(|index| game.plies().get(index)) {
        // The status of a ply accounts for repetition.
        Some(last) => last.status,
        None => position.status(),
    };
    let is_check = check.unwrap_or_else(|| position.in_check());
    let may_have_winner = !matches!(status, Status::Ongoing | Status::Draw);
    PositionView {
        ply,
        turn: position.turn(),
        status: status.as_str(),
        winner: if may_have_winner { position.winner() } else { None },
        check: is_check,
        king: if is_check { king_to_move(position) } else { None },
        exposed: match position {
            Position::Plane(_) => Vec::new(),
            Position::Lattice(p) => lattice::kings_in_danger(p),
        },
        pieces: match position {
            Position::Plane(p) => plane::pieces(p),
            Position::Lattice(p) => lattice::pieces(p),
        },
        last: moves::last_move(game, ply),
        taken: taken::taken(game, ply, position),
        material_lead_of_white: taken::material_lead_of_white(position),
        series: position.series().map(|series| [series.played + 1, series.length]),
        text: position.to_string(),
    }
}

fn king_to_move(position: &Position) -> Option<Label> {
    match position {
        Position::Plane(p) => p.king(p.turn()).map(|id| p.piece(id).label),
        Position::Lattice(p) => lattice::king_to_move(p),
    }
}

/// Returns the legal set of one piece, as if its side had the turn.
///
/// # Errors
/// When there is no such piece, or its side cannot have the turn.
pub fn legal_set_of(position: &Position, label: Label) -> Result<LegalView, NoMoves> {
    let with_turn = position.for_piece(label)?;
    // A set with too many parts is shown as empty.
    let mut legal = moves_of(with_turn.as_ref()).legal.unwrap_or_default();
    legal.spans.retain(|span| span.report.piece == label);
    legal.targets.retain(|target| target.piece == label);
    legal.regions.retain(|region| region.piece == label);
    Ok(legal)
}

/// Returns the labels of the pieces of both sides that could be captured if the capturing side had the turn.
///
/// A side that could take the king cannot have the turn. Its captures are left out.
pub fn capturable(position: &Position) -> Vec<Label> {
    let mut captures = Vec::new();
    for &side in Color::ALL {
        // `for_piece` gives the turn to the side of a piece, and any piece of the side will do.
        let piece = position.pieces().map(|(label, _)| label).find(|label| label.color() == side);
        let Some(Ok(with_turn)) = piece.map(|piece| position.for_piece(piece)) else { continue };
        if let Some(legal) = moves_of(with_turn.as_ref()).legal {
            captures.extend(legal.captures());
        }
    }
    captures.sort_unstable();
    captures.dedup();
    captures
}

/// Returns the letters of the kinds to which a pawn may promote, in the order in which the page offers them. The result is empty
/// on cells, because each destination there has its own promotions.
pub fn promotions(position: &Position) -> Vec<char> {
    match position {
        Position::Plane(p) => p.rules().promotions().map(|id| p.rules().kind(id).rule.letter).collect(),
        Position::Lattice(_) => Vec::new(),
    }
}

pub fn attacks(position: &Position, by: Color) -> Vec<AttackedView> {
    match position {
        Position::Plane(p) => plane::attacks(p, by),
        Position::Lattice(p) => lattice::attacks(p, by),
    }
}
