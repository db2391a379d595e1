//! Questions about the positions of a game, and decisions about moves. Each has a limit of work.

use crate::answers::error::{ApiError, ApiReason};
use crate::answers::limits;
use crate::answers::view::{self, AttackedView, LegalView, PositionSummary, PositionView, SafetyView};
use crate::answers::work::worked_out;
use crate::arbiter::{Arbiter, GameChange, Moment, Sides};
use crate::chess::{Color, Label};
use crate::game::{Game, MoveInput, Position};

/// Returns the summary of a position. Its work is limited.
pub fn bounded_summary_of(position: &Position) -> Result<PositionSummary, ApiError> {
    worked_out(limits::WORK, || sendable_summary_of(position))
}

/// Returns the summary of a position, or an error if its legal set has too many parts or too long a text.
fn sendable_summary_of(position: &Position) -> Result<PositionSummary, ApiError> {
    let summary = view::summary_of(position);
    // A summary has no legal set if the set is above these limits.
    if summary.legal.is_some() {
        return Ok(summary);
    }
    let (parts, mebibytes) = (limits::PARTS, limits::LEGAL_BYTES >> 20);
    let message = format!(
        "a legal set here has at most {parts} parts and {mebibytes} MiB: use fewer pieces, lanes or stops"
    );
    Err(ApiError::new(ApiReason::Heavy, message))
}

/// A move that the arbiter allows. It is not made yet.
pub struct DecidedMove {
    pub change: GameChange,
    #[cfg_attr(not(feature = "serve"), expect(dead_code, reason = "only a server keeps it"))]
    pub summary: Option<PositionSummary>,
}

/// Decides about a move of the visitor who plays some sides. `plies_seen` is the number of moves that the visitor has seen.
///
/// The caller limits the work.
pub fn decide(
    arbiter: &Arbiter,
    by: Sides,
    m: MoveInput<'_>,
    plies_seen: usize,
    now: Moment,
) -> Result<DecidedMove, ApiError> {
    let change = arbiter.play(by, m, plies_seen, now)?;
    let summary = change.made().map(|made| sendable_summary_of(&made.after)).transpose()?;
    if change.situation().ply > limits::PLIES {
        let message = format!("a game here has at most {} moves", limits::PLIES);
        return Err(ApiError::new(ApiReason::Full, message));
    }
    Ok(DecidedMove { change, summary })
}

/// Returns the error for a number of moves that a game does not have.
pub fn no_ply(ply: usize) -> ApiError {
    ApiError::request(format!("the game has no move {ply}"))
}

pub fn position_at(game: &Game, ply: usize) -> Result<Position, ApiError> {
    game.position_at(ply).cloned().ok_or_else(|| no_ply(ply))
}

pub fn position_view(game: &Game, ply: usize) -> Result<PositionView, ApiError> {
    worked_out(limits::WORK, || view::position(game, ply, None).ok_or_else(|| no_ply(ply)))
}

/// Returns shapes whose union is the area that a side attacks.
pub fn attacks(position: &Position, by: Color) -> Result<Vec<AttackedView>, ApiError> {
    worked_out(limits::WORK, || Ok(view::attacks(position, by)))
}

/// Returns the legal set of a piece, as if its side had the turn.
pub fn legal_set_of(position: &Position, piece: &str) -> Result<LegalView, ApiError> {
    let label = label_of(piece)?;
    worked_out(limits::WORK, || Ok(view::legal_set_of(position, label)?))
}

/// Returns the safety of a piece after each of its moves, as if its side had the turn.
pub fn safety(position: &Position, piece: &str) -> Result<SafetyView, ApiError> {
    let label = label_of(piece)?;
    worked_out(limits::WORK, || Ok(view::safety(position, label)?))
}

pub fn label_of(text: &str) -> Result<Label, ApiError> {
    text.parse().map_err(|e| ApiError::request(format!("{text}: {e}")))
}

/// Returns the reason why a move is illegal; `None` if it is legal.
pub fn why(position: Position, text: &str) -> Result<Option<ApiError>, ApiError> {
    worked_out(limits::WORK, || Ok(Game::new(position).play(text).err().map(ApiError::from)))
}

/// Returns the labels of the pieces that the other side could capture after a move, for each side as if it had the turn.
pub fn capturable_after(position: Position, text: &str) -> Result<Vec<Label>, ApiError> {
    let mut game = Game::new(position);
    worked_out(limits::WORK, || {
        game.play(text)?;
        Ok(view::capturable(game.position()))
    })
}
