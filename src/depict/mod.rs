//! From games to scenes: what a picture of a position, a move or a legal set shows.

mod plane;

use crate::game::{Analysis, Game, Position, Status};
use crate::piece::{Color, Label};
use crate::render::Scene;

/// What is drawn over the pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Show {
    /// The last move.
    LastMove,
    /// Every move since the start, numbered.
    Paths,
    /// The legal set of a piece.
    Legal(Label),
    /// What a side attacks.
    Attacks(Color),
}

/// Something that is to be shown and is not there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DepictError {
    /// The board has no picture yet.
    #[error("boards of cells are not drawn yet: choose a variant of the plane")]
    Lattice,
    /// No piece of that label.
    #[error("there is no {0} in the position")]
    NoPiece(Label),
    /// Fewer plies than asked for.
    #[error("ply {asked} was asked for, and the game has {played}")]
    NoPly {
        /// The ply asked for.
        asked: usize,
        /// How many there are.
        played: usize,
    },
}

/// The picture of a game after `ply` plies.
///
/// # Errors
/// When there are fewer plies, or no piece of the label to show.
pub fn depict(game: &Game, ply: usize, show: Show) -> Result<Scene, DepictError> {
    let played = game.plies().len();
    let position = game.position_at(ply).ok_or(DepictError::NoPly { asked: ply, played })?;
    let plies = &game.plies()[..ply];
    let scene = match position {
        Position::Plane(p) => match show {
            Show::LastMove => plane::moves(p, &plies[ply.saturating_sub(1)..]),
            Show::Paths => plane::moves(p, plies),
            Show::Legal(label) => plane::legal(p, p.find(label).ok_or(DepictError::NoPiece(label))?),
            Show::Attacks(color) => plane::attacks(p, color),
        },
        Position::Lattice(_) => return Err(DepictError::Lattice),
    };
    let status = if ply == played { game.status() } else { Analysis::of(position).status() };
    Ok(match status {
        Status::Ongoing => scene.moving(position.turn()),
        Status::Checkmate => scene.captioned(format!("Checkmate: {} has lost.", position.turn())),
        Status::Stalemate => scene.captioned("Stalemate: a draw.".to_owned()),
        Status::Draw => scene.captioned("A draw.".to_owned()),
        Status::BareKing => scene.captioned("A bare king: the game is over.".to_owned()),
        Status::KingTaken => scene.captioned("The king has been taken.".to_owned()),
    })
}
